"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "07a_encoder": [
        ('*corpora.wikipedia()["test"]["extract"][:6]]', 'corpora.wikipedia()["test"]["extract"][0][:80]]'),
        ('("BERT base", (768, 12, 12)', '("BERT base", (768, 12, 1)'),
        ('["extract"][:300]]', '["extract"][:3]]'),
        ('["test"]["extract"][:300]', '["test"]["extract"][:2]'),
        ("rows.repeat(2000, 1), special.repeat(2000, 1)", "rows, special"),
        ("4_000, 64, 4_000 if", "200, 24, 12 if"),
        ("else 8_027, 400", "else 12, 4"),
        ("(800, 32, 1e-3)", "(1, 2, 1e-3)"),
        ('[split]["extract"][:400]]', '[split]["extract"][:4]]'),
        ("epochs=2, batch_size=16", "epochs=1, batch_size=4"),
    ],
    "07b_finetuning": [
        ('(1600, 2) if scale == "small"', '(16, 1) if scale == "small"'),
        ("n_test = 1000 if", "n_test = 16 if"),
        ('reviews["validation"][:300]', 'reviews["validation"][:8]'),
        ("amounts, curves = [50, 300]", "amounts, curves = [4, 8]"),
        (
            '"validation", 50), few(encoder, lower, "test", 300)',
            '"validation", 4), few(encoder, lower, "test", 16)',
        ),
        ("max(2, 300 // n)", "1"),
        ('test["text"][:300]', 'test["text"][:16]'),
        ("actual[:300]", "actual[:16]"),
        (
            '[("train", 500), ("validation", 100), ("test", 400)]',
            '[("train", 24), ("validation", 8), ("test", 8)]',
        ),
        ("first=3, epochs=2", "first=3, epochs=1"),
        (
            '[("train", 480), ("validation", 60), ("test", 240)]',
            '[("train", 9), ("validation", 9), ("test", 9)]',
        ),
        (
            "n_pairs = dict(train=450, validation=100, test=300)",
            "n_pairs = dict(train=9, validation=9, test=9)",
        ),
        ("first=3, epochs=4", "first=3, epochs=1"),
        ("num_train_epochs=2", "num_train_epochs=1"),
        ("range(amounts[-1])", "range(4)"),
        ("n_questions = 64", "n_questions = 4"),
        ('questions(wiki["train"], 96, 4', 'questions(wiki["train"], 8, 4'),
        ("for row in part]", "for row in part.select(range(8))]"),
    ],
    "07c_spans": [
        ("(480, 160, 300, 2)", "(4, 4, 4, 1)"),
        ('["train"]["context"][:2000]', '["train"]["context"][:20]'),
    ],
    "07d_heads": [
        ("n_texts = 120", "n_texts = 12"),
        ("n_pairs = 150", "n_pairs = 6"),
        ("list(range(40))", "list(range(2))"),
        ("off = [0, 28, 58, 72]", "off = [0, 28, 72]"),
    ],
}
