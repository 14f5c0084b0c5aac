"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "04a_model": [
        ("range(150)", "range(2)"),
        ("small_runs.page(lines=12)", "small_runs.page(lines=6)"),
    ],
    "04c_training": [
        ("(1000, 16, 6e-3, 100)", "(8, 2, 6e-3, 2)"),
        ("range(20)", "range(2)"),
        ("n_new=50", "n_new=2"),
        ("n_new=200", "n_new=2"),
        ("continue_opening(model, text.tokenizer)", "continue_opening(model, text.tokenizer, n_new=2)"),
    ],
    "04d_diagnosis": [
        ("(16, 64, 256, 1024)", "(64, 1024)"),
        ("generate(ids, 16,", "generate(ids, 2,"),
        ("seeds=3, steps=180", "seeds=1, steps=3"),
        ("V, steps=150,", "V, steps=2,"),
    ],
    "04e_scaling": [
        ("range(20)", "range(2)"),
        ("steps=120", "steps=2"),
        ("small_gpt(48, seed, std) for seed in range(3)", "small_gpt(8, seed, std) for seed in range(2)"),
        ("100 * width // 16", "width // 8"),
        (
            "for seed in range(3)] for width in (16, 24, 32, 48)",
            "for seed in range(2)] for width in (16, 24, 32)",
        ),
        ("law_run(64, seed=0)", "law_run(16, seed=0)"),
    ],
}
