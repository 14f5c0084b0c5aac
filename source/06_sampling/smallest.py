"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "06b_generating": [
        ("[0.3, 0.7, 1.0, 1.4], 3, 16", "[0.3, 1.4], 1, 3"),
        ("range(1, 5)]", "range(1, 3)]"),
        ("start, w, 8, end", "start, w, 2, end"),
        ("draft, start, 24, n_draft", "draft, start, 2, n_draft"),
        ("range(12):", "range(1):"),
        ("][:16]", "][:2]"),
        ("(10, 2), generator", "(2, 2), generator"),
        ("prompt_of(my_sentence, 2), 30", "prompt_of(my_sentence, 2), 2"),
    ],
}
