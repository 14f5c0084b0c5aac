"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "08_encoder_decoder": [
        ('data["test"][:1000]', 'data["test"][:40]'),
        ('"small": 1500', '"small": 2'),
        ('"small": 600', '"small": 2'),
        (
            "EncoderDecoder(len(VOCABULARY), 384, 6, 1536, 2, 4",
            "EncoderDecoder(len(VOCABULARY), 12, 6, 12, 2, 4",
        ),
        ("for t in range(60)", "for t in range(2)"),
        ("train[:20_000]", "train[:200]"),
        ("steps=150", "steps=2"),
        ("words[:200]", "words[:2]"),
        ("words[:50]", "words[:2]"),
        ('["daenerys", "vaswani", "zyprexa"]', '["vaswani"]'),
    ],
}
