"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "13_capstone": [
        ("(text.validation, 4096)", "(text.validation, 64)"),
        ("lr=4e-3, device=where)", "lr=4e-3, device=where, n=64, seeds=2)"),
        ("capstone.BUDGET / 40", "1e8"),
        ("capstone.BUDGET / 4\n", "2.3e8\n"),
        ("n_new=60", "n_new=2"),
    ],
}
