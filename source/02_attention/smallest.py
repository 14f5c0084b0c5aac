"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "02a_scores": [
        ("characters=6000", "characters=300"),
        ("length=200", "length=2"),
        ("tested=500", "tested=20"),
        ("[0, 1, 2, 3, 4, 6, 8, 16]", "[0, 1, 2, 3, 4]"),
    ],
    "02b_one_head": [("4096 if scale", "1024 if scale")],
    "02c_heads": [("300 if scale", "2 if scale"), ("seed in (0, 1, 2)", "seed in (0,)")],
}
