"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "11a_llama": [
        ('["extract"][:8]', '["extract"][:1]'),
        ("[:, :160]", "[:, :8]"),
        ("for tensor in file.tensors.values():", "for tensor in list(file.tensors.values())[:4]:"),
        ("(chat.reply(question, 60)", "(chat.reply(question, 2)"),
        ("max_new_tokens=60", "max_new_tokens=2"),
        ("longest=40", "longest=2"),
        ("(pirate.reply(question, 60)", "(pirate.reply(question, 2)"),
    ],
    "11b_experts": [
        ("numbers, times = [2, 4, 8, 16]", "numbers, times = [2]"),
        ("steps = 250 if", "steps = 2 if"),
        ("[64, 256, 1024, 4096]", "[64]"),
    ],
    "11c_race": [
        ("race.small(device=where)", "race.small(share=0.002, device=where)"),
        ("range(2000)", "range(3)"),
        ("compute=own_parts.COMPUTE if", "compute=2e9 if"),
        ("continue_opening(newest, tokenizer)", "continue_opening(newest, tokenizer, n_new=2)"),
    ],
}
