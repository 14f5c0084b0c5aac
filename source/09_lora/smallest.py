"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "09a_adapters": [
        ('cards["test"].select(range(2))', 'cards["test"].select(range(1))'),
        ("texts, n_new=20, progress=False)\n        print", "texts, n_new=1, progress=False)\n        print"),
        ('cards["test"].select(range(8))', 'cards["test"].select(range(1))'),
        ("steps=60", "steps=2"),
        ("2**k for k in range(10)", "2**k for k in range(4)"),
        ("(len(ranks) - 4)", "1"),
        ("torch.optim.AdamW, steps=20", "torch.optim.AdamW, steps=1"),
        ("range(100)", "range(2)"),
        ("adapting.Upper(smollm, first=24)", "adapting.Upper(smollm, first=29)"),
        ("(160, 32, 45, 24) if scale", "(8, 2, 1, 29) if scale"),
        ("before = adapting.reply(smollm, None, tokenizer, asked, n_new=25)", "before = adapting.reply(smollm, None, tokenizer, asked, n_new=1)"),
        ("after = adapting.reply(smollm, tuned, tokenizer, asked, n_new=25)", "after = adapting.reply(smollm, tuned, tokenizer, asked, n_new=1)"),
        ("([0], 12) if scale", "([0], 1) if scale"),
        ("sizes_kept, losses = [1, 4, 16], []", "sizes_kept, losses = [1], []"),
        ("texts, n_new=30, progress=False) for model", "texts, n_new=1, progress=False) for model"),
    ],
    "09b_four_bits": [
        ("blocks = [16, 32, 64, 128, 256, 1024, drawn.numel()]", "blocks = [16, 32, 64]"),
        ("in model.model.layers.modules():", "in model.model.layers[:1].modules():"),
        ("n_texts, n_tokens = 8, 64", "n_texts, n_tokens = 2, 8"),
        ("rounds=20", "rounds=1"),
        ("(96, 24, 16, 1) if scale", "(8, 4, 1, 1) if scale"),
        ("lower_states(smollm, ids, lengths)", "lower_states(smollm, ids, lengths, 2)"),
        ('living near the sea is", 25', 'living near the sea is", 2'),
    ],
}  # fmt: skip
