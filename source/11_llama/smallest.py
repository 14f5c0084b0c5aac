"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

# SmolLM2 with its first 12 of 30 blocks. With 4, the seven lines that wrong answers to load_gguf bring did not appear.
SHORT_FILE = """file = gguf_file.smollm2()
file.fields["llama.block_count"] = 12
for name in [name for name in file.tensors if name.startswith("blk.") and int(name.split(".")[1]) >= 12]:
    del file.tensors[name]"""

SMALLEST = {
    "11a_llama": [
        ("file = gguf_file.smollm2()", SHORT_FILE),
        (
            "theirs, tokenizer = smollm2.load(where)",
            "theirs, tokenizer = smollm2.load(where)\n    theirs.model.layers = theirs.model.layers[:12]",
        ),
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
