"""How the audit makes cells of this lesson quick when it runs them with wrong answers: old text, new text."""

SMALLEST = {
    "11a_prompts": [
        ("cards[8:20], cards[20:36]", "cards[8:10], cards[20:22]"),
        ("for text, label in test[:8]:", "for text, label in test[:1]:"),
        ("for asked, _, answer in worked[3:]:", "for asked, _, answer in worked[3:4]:"),
        ("limit=40", "limit=2"),
        ("n_pages = 1000 if", "n_pages = 500 if"),
        ("knowledge.questions(100", "knowledge.questions(4"),
        ("fact.page < len(pages)][:10]", "fact.page < len(pages)][:1]"),
        ("in assistant.complete(prompt, limit=12", "in assistant.complete(prompt, limit=2"),
        ("said = assistant.complete(prompt, limit=12", "said = assistant.complete(prompt, limit=2"),
        ("select(range(1000))", "select(range(5))"),
        ("planted[:4]", "planted[:1]"),
        ("limit=80", "limit=2"),
        ("limit=30", "limit=2"),
    ],
}
