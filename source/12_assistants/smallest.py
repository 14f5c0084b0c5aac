"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

# SmolLM2 with its first 4 of 30 blocks: what it says is nonsense, which no cell below a wrong answer may stumble over.
FEW_BLOCKS = "assistant = Assistant(where)\nassistant.model.blocks = assistant.model.blocks[:4]"

SMALLEST = {
    "12a_prompts": [
        ("assistant = Assistant(where)", FEW_BLOCKS),
        ("cards[8:16], cards[16:28]", "cards[8:10], cards[16:18]"),
        ("for last in range(4):", "for last in range(1):"),
        ("for text, label in test[:8]:", "for text, label in test[:1]:"),
        ("for asked, _, answer in worked[3:]:", "for asked, _, answer in worked[3:4]:"),
        ("asked), limit=40", "asked), limit=2"),
        ("(told, limit=40)", "(told, limit=2)"),
        ("n_pages = 1000 if", "n_pages = 500 if"),
        ("retrieval.questions(100", "retrieval.questions(4"),
        ('["train"]["extract"]', '["train"]["extract"][:50]'),
        ("fact.page < len(pages)][:10]", "fact.page < len(pages)][:1]"),
        ("in assistant.complete(prompt, limit=12", "in assistant.complete(prompt, limit=2"),
        ("said = assistant.complete(prompt, limit=12", "said = assistant.complete(prompt, limit=2"),
        ("for question in questions:", "for question in questions[:1]:"),
        ("limit=30", "limit=2"),
    ],
    "12b_tools": [
        (
            "assistant, pages = Assistant(where), retrieval.pages(1000)",
            f"{FEW_BLOCKS}\npages = retrieval.pages(100)",
        ),
        ("select(range(1000))", "select(range(5))"),
        ("planted[:4]", "planted[:1]"),
        ("limit=80", "limit=2"),
        ("for each in SUMS:", "for each in SUMS[:1]:"),
        (
            "for sign in WORDS for left, right in ((a, b), (b, a))",
            "for sign in WORDS for left, right in ((a, b),)",
        ),
        ("limit=8,", "limit=1,"),
        ("limit=70, until", "limit=4, until"),
        ("limit=70).strip()", "limit=4).strip()"),
        ("for left, sign, right in SUMS:", "for left, sign, right in SUMS[:1]:"),
        ("pattern, limit=40", "pattern, limit=2"),
        ("max_new_tokens=60", "max_new_tokens=2"),
        ("for asked in wanted:", "for asked in wanted[:1]:"),
    ],
    "12c_rewards": [
        ("assistant = Assistant(where)", FEW_BLOCKS),
        ("for seed in range(3):", "for seed in range(1):"),
        ("reward_model.rankings(where, seed=seed)", "reward_model.rankings(where, 6, 4, seed)"),
        ("2_000, 20_000", "200"),
        ("preferences.pairs()", "preferences.pairs(2, 2)"),
        (
            "preferences.dpo(run, completion_logprob, dpo_loss)",
            "preferences.dpo(run, completion_logprob, dpo_loss, steps=1, batch=2)",
        ),
        ("held_out[:6]", "held_out[:1]"),
        (
            "run.answers(few, tuned=False, limit=24), run.answers(few, limit=24)",
            'run.answers(few, limit=1), [""]',
        ),
        ("checked.pretrained(sums, where)", "checked.pretrained(sums, where, steps=2)"),
        ("checked.exact, rules)", "checked.exact, rules, steps=2, prompts=2)"),
        ("checked.digits_found, rules, steps=60", "checked.digits_found, rules, steps=2, prompts=2"),
        ("theirs, rules, steps=60", "theirs, rules, steps=2, prompts=2"),
    ],
}
