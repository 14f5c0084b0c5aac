"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "05a_cache": [
        ("[32, 64, 128, 256, 512, 1024]", "[32, 64]"),
        ('prompt["input_ids"], 20)', 'prompt["input_ids"], 2)'),
        ("max_new_tokens=20, min_new_tokens=20", "max_new_tokens=2, min_new_tokens=2"),
    ],
    "05b_smaller": [
        ("rounding.articles(tokenizer, 4, where)", "[rounding.articles(tokenizer, 1, where)[0][:, :30]]"),
        ("rounding.held_out(own_tokenizer, 32,", "rounding.held_out(own_tokenizer, 2,"),
    ],
    "05c_windows": [
        ("[64, 256, 512, 1024, 2048] if", "[64, 128] if"),
        ("windows.articles(tokenizer, 3)", "[windows.articles(tokenizer, 1)[0][:20]]"),
        ("rounding.held_out(own_tokenizer, 32,", "rounding.held_out(own_tokenizer, 2,"),
    ],
}
