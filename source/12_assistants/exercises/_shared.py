"""Random messages, some with text that looks like part of a template, and prompts rendered by Jinja2."""

PROSE = "a lake is water that stands still and the river moves; what? who! Tell me, in few words. 1994 – <b>".split()
ODD = [
    "{question}",
    "%s",
    "Answer:",
    "{}",
    "100 %",
    "\\n",
    "Question:",
]  # strings that a careless template would interpret


def said(rng, low=3, high=8, odd=False, spaces=False):
    """Some words; odd: with pieces of templates among them; spaces: with spaces and newlines around them."""
    words = list(rng.choice(PROSE, size=int(rng.integers(low, high))))
    if odd:
        words[1:1] = ODD  # all of them, so none is missed
    text = " ".join(words)
    return f"  {text}\n " if spaces else text


def rendered(template, **values):
    import jinja2

    return jinja2.Template(template, keep_trailing_newline=True).render(**values)


JOINED = 'return "\\n\\n".join(paragraphs)'
ROLES = {"s": "system", "u": "user", "a": "assistant", "t": "tool"}
WORDS = ["river", "Cairo", "moon", "a lake", "42", "Ünal", "x < y", "nobody"]
