"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "10a_distances": [
        ("[0, 1, 10, 50, 100, 200, 400]:", "[0, 10, 400]:"),
        ("[64, 256, 1024]", "[16, 32]"),
        ("steps, clerks, accuracy = 400", "steps, clerks, accuracy = 2"),
    ],
    "10b_rotations": [
        ('("train", 600_000), ("validation", 60_000)', '("train", 3000), ("validation", 3000)'),
        ("steps = 100", "steps = 1"),
        ("n_new=80", "n_new=2"),
    ],
    "10c_longer_texts": [
        ("(450, [0]) if", "(2, [0]) if"),
        ("gaps, far = [0, 1000, 4000, 8000, 12_000, 16_000, 24_000], {}", "gaps, far = [0, 8000], {}"),
        ("n = 30\n", "n = 4\n"),
        ("[:, :200]", "[:, :8]"),
    ],
    "10d_inside": [
        ("450 if scale", "2 if scale"),
        ("n = 30\n", "n = 4\n"),
        ("layers = range(0, 29, 2)", "layers = [12, 28]"),
    ],
}
