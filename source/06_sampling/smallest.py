"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "06a_choosing": [
        ("n, length = 41, 81", "n, length = 9, 11"),
        ("for _ in range(4)]", "for _ in range(2)]"),
        ("            30,\n", "            2,\n"),
        (
            'walk, n_new, written = "I went for a walk and I saw a dog. I saw a dog and", 45',
            'walk, n_new, written = "I", 2',
        ),
        ("theta, n_new = 1.1, 30", "theta, n_new = 1.1, 2"),
        ("in range(3):", "in range(1):"),
    ],
}
