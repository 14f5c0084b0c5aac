"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "06a_choosing": [
        ("n, length = 41, 81", "n, length = 9, 11"),
        ("articles(4, length)", "articles(2, length)"),
        ("            30,\n", "            2,\n"),
        (
            'walk, n_new, written = "I went for a walk and I saw a dog. I saw a dog and", 45',
            'walk, n_new, written = "I", 2',
        ),
        ("manual_seed(0), 30", "manual_seed(0), 2"),
        ("theta, n_new = 1.1, 30", "theta, n_new = 1.1, 2"),
        ("in range(3):", "in range(1):"),
    ],
    "06b_generating": [
        ("n_new = gpt.config.context - opening.shape[1]", "n_new = 2"),
        ("[0.3, 0.7, 1.0, 1.4], 6, 16", "[0.3, 1.0, 1.4], 1, 3"),
        ("range(1, 6)]", "range(1, 3)]"),
        ("start, 1, 5, end", "start, 1, 2, end"),
        ("start, 4, 8, end", "start, 4, 2, end"),
        ("tolist(), 8, 30, full_stop", "tolist(), 2, 2, full_stop"),
        ("max_new_tokens=5", "max_new_tokens=2"),
        ("prompt_of(begin, 4), 30", "prompt_of(begin, 4), 2"),
        ("prompt_of(my_sentence, 2), 30", "prompt_of(my_sentence, 2), 2"),
    ],
    "06c_speculation": [
        ("draft, start, 24, n_draft", "draft, start, 2, n_draft"),
        ('["input_ids"][:200]', '["input_ids"][:20]'),
        ('sailed", 14)', 'sailed", 1)'),
        ('of the old", 20)', 'of the old", 1)'),
        ("max_new_tokens=14", "max_new_tokens=2"),
    ],
    "06d_judging": [
        ("][:16]", "][:2]"),
        ("(10, 2), generator", "(2, 2), generator"),
    ],
}
