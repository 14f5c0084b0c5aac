"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "01_tokenization": [
        ("(200_000, 2_000) if", "(3_000, 300) if"),
        ('wikipedia["test"]["extract"][:150]', '[wikipedia["test"]["extract"][0][:60]]'),
        ('shakespeare["test"]["text"][:150]', '[shakespeare["test"]["text"][0][:60]]'),
        ('wikipedia["train"]["extract"][:200]', 'wikipedia["train"]["extract"][:2]'),
    ],
}
