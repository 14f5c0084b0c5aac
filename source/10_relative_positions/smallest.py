"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "10a_distances": [
        ("[0, 1, 10, 50, 100, 200, 400]:", "[0, 10, 400]:"),
        ("[64, 256, 1024]", "[16, 32]"),
        ("steps, clerks, accuracy = 400", "steps, clerks, accuracy = 2"),
    ],
    "10b_rotations": [
        ("(450, [0]) if", "(2, [0]) if"),
        ("gaps, far = [0, 1000, 4000, 8000, 12_000, 16_000, 24_000], {}", "gaps, far = [0, 8000], {}"),
        ("n = 30\n", "n = 4\n"),
        ("[:, :200]", "[:, :8]"),
    ],
}
