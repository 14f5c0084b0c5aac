"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "10b_experts": [
        ("numbers, times = [2, 4, 8, 16]", "numbers, times = [2]"),
        ("steps = 250 if", "steps = 2 if"),
        ("[64, 256, 1024, 4096]", "[64]"),
        ("race.small(device=where)", "race.small(share=0.002, device=where)"),
        ("range(2000)", "range(3)"),
    ],
}
