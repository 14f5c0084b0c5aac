"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "05a_cache": [
        ("[32, 64, 128, 256, 512, 1024]", "[32, 64]"),
        ("DynamicCache, prompt, 20)", "DynamicCache, prompt, 2)"),
        ("for _ in range(20):", "for _ in range(2):"),
    ],
    "05b_smaller": [
        ("(2048, 128) if", "(256, 128) if"),
        ('["extract"][:4]', '["extract"][:1]'),
        ('"\\n" + page', '"\\n" + page[:80]'),
    ],
}
