"""Build a few-shot prompt from an instruction, solved examples and a question.

Oracle: a Jinja2 template.
"""

from autograder.authoring import exercise, slip

from ._shared import JOINED, rendered, said

FEW_SHOT = (
    "{% if instruction %}{{ instruction }}\n\n{% endif %}{% for asked, answer in examples %}"
    "Question: {{ asked }}\nAnswer: {{ answer }}\n\n{% endfor %}Question: {{ question }}\nAnswer:"
)
SHOWN = 'f"Question: {asked}\\nAnswer: {answer}"'
ASKED = 'f"Question: {question}\\nAnswer:"'
FIRST = "paragraphs = [instruction] if instruction else []"


@exercise("few_shot_prompt", points=2)
class _:
    cases = [
        dict(n=2),
        dict(n=0),
        dict(n=1),
        dict(n=3, instruction=False),
        dict(n=0, instruction=False),
        dict(n=4, odd=True),
        dict(n=2, spaces=True),
        dict(n=4, strange=True),
    ]
    weights = {"prompt": 4, "examples unchanged": 1}

    def inputs(rng, n, instruction=True, odd=False, spaces=False, strange=False):
        how = dict(odd=odd, spaces=spaces)
        examples = [[said(rng, **how), said(rng, 1, 3, **how)] for _ in range(n)]
        question = said(rng, **how)
        if strange:  # an example twice, the question among them, an empty answer, blanks and empty lines
            examples[1] = [examples[0][0], said(rng)]
            examples[2] = [question, f"{said(rng)}\n\n\n{said(rng)}"]
            examples[3][1] = ""
            return {"instruction": "  ", "examples": examples, "question": question}
        return {
            "instruction": said(rng, **how) if instruction else "",
            "examples": examples,
            "question": question,
        }

    def oracle(instruction, examples, question):
        text = rendered(FEW_SHOT, instruction=instruction, examples=examples, question=question)
        return {"prompt": text, "examples unchanged": {"prompt": text, "examples": examples}}

    alternatives = {
        "one text that grows": """
            text = instruction + "\\n\\n" if instruction else ""
            for pair in examples:
                text += "Question: " + pair[0] + "\\nAnswer: " + pair[1] + "\\n\\n"
            return text + "Question: " + question + "\\nAnswer:"
        """,
        "format and lists": """
            shown = ["Question: {}\\nAnswer: {}".format(*pair) for pair in examples]
            parts = [instruction, *shown, "Question: {}\\nAnswer:".format(question)]
            return "\\n\\n".join(parts if instruction else parts[1:])
        """,
        "lines": """
            lines = [instruction, ""] * bool(instruction)
            for asked, answer in examples:
                lines += [f"Question: {asked}", f"Answer: {answer}", ""]
            return "\\n".join(lines + [f"Question: {question}", "Answer:"])
        """,
    }
    slips = [
        slip(
            "a space stands behind the last \"Answer:\"",
            edit=(ASKED, 'f"Question: {question}\\nAnswer: "'),

            why="A token carries the space in front of it (lesson 01). With the space already there, the usual first tokens of an answer no longer fit.",
            look="What is the last character of your prompt?",
        ),
        slip(
            "a newline stands behind the last \"Answer:\"",
            edit=(ASKED, 'f"Question: {question}\\nAnswer:\\n"'),
            also=[(JOINED, 'return "\\n\\n".join(paragraphs) + "\\n\\n"')],
            why="In the examples the answer follows on the same line. The model is asked to go on in another form than it was shown.",
            look="What is the last character of your prompt?",
        ),
        slip(
            "the prompt ends with the question",
            edit=(ASKED, 'f"Question: {question}"', 'f"Question: {question}\\n"'),
            also=[(ASKED, 'f"Question: {question}\\nAnswer"')],
            why="A model goes on with what usually comes next, and that may be one more question.",
            look="Where in the text should the model go on?",
        ),
        slip(
            "no empty line stands between the paragraphs",
            edit=(JOINED, 'return "\\n".join(paragraphs)', 'return " ".join(paragraphs)', 'return "".join(paragraphs)'),
            also=[(JOINED, 'return "\\n---\\n".join(paragraphs)'), (JOINED, 'return "\\n\\n---\\n\\n".join(paragraphs)'), (JOINED, 'return "\\n###\\n".join(paragraphs)'), (JOINED, 'return (paragraphs[0] + "\\n" if instruction else "") + "\\n\\n".join(paragraphs[bool(instruction):])')],
            why="The empty line says where one example ends. It is also where a program cuts what the model writes.",
            look="How many newline characters stand between the first answer and the second question?",
        ),
        slip(
            "two empty lines stand between the paragraphs",
            edit=(JOINED, 'return "\\n\\n\\n".join(paragraphs)'),
            also=[(SHOWN, 'f"Question: {asked}\\nAnswer: {answer}\\n"')],
            why="One empty line takes two newline characters: the end of the line before, and its own.",
            look="How many newline characters stand between the first answer and the second question?",
        ),
        slip(
            "answers stand right behind their colon",
            edit=(SHOWN, 'f"Question: {asked}\\nAnswer:{answer}"'),
            also=[(SHOWN, 'f"Question:{asked}\\nAnswer:{answer}"')],
            why="The model is shown that no space comes, and its own answer begins with a token without one.",
            look="What stands between \"Answer:\" and the answer in the form above?",
        ),
        slip(
            "question and answer stand on one line",
            edit=(SHOWN, 'f"Question: {asked} Answer: {answer}"'),
            also=[(ASKED, 'f"Question: {question} Answer:"'), [(SHOWN, 'f"Question: {asked} Answer: {answer}"'), (ASKED, 'f"Question: {question} Answer:"')]],
            why="The form is part of what the model copies. Examples and the last question have to have the same one.",
            look="Which character ends the line of the question?",
        ),
        slip(
            "the examples come in reverse",
            edit=("in examples:", "in examples[::-1]:", "in sorted(examples):"),
            why="What is nearest to the question counts most, so whoever chose an order meant it.",
            look="Which example stands right in front of the question?",
        ),
        slip(
            "the question comes before the examples",
            edit=(JOINED, 'return "\\n\\n".join([*paragraphs[: bool(instruction)], paragraphs[-1], *paragraphs[bool(instruction) : -1]])'),
            why="The model goes on where the text ends, behind an example that has its answer already.",
            look="What is the last paragraph of your prompt?",
        ),
        slip(
            "the instruction is left out",
            edit=(FIRST, "paragraphs = []"),
            why="Without it the model has to guess the task from the examples, and with none of them from nothing.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "an empty instruction leaves a paragraph",
            edit=(FIRST, "paragraphs = [instruction]"),
            why="The prompt then begins with empty lines, which no text that the model has read begins with.",
            look="What is the first character for an empty instruction?",
        ),
        slip(
            "the instruction stands behind the examples",
            edit=[(FIRST, "paragraphs = []"), (ASKED, 'f"{instruction}\\n\\nQuestion: {question}\\nAnswer:" if instruction else ' + ASKED)],
            why="Examples are read in the light of what stands before them.",
            look="What is the first paragraph of your prompt?",
        ),
        slip(
            "the instruction is said again before every example",
            edit=[(FIRST, "paragraphs = []"), (SHOWN, 'f"{instruction}\\n\\nQuestion: {asked}\\nAnswer: {answer}" if instruction else ' + SHOWN), (ASKED, 'f"{instruction}\\n\\nQuestion: {question}\\nAnswer:" if instruction else ' + ASKED)],
            also=[(SHOWN, 'f"{instruction}\\n\\nQuestion: {asked}\\nAnswer: {answer}" if instruction else ' + SHOWN)],
            why="It costs tokens each time and says nothing new.",
            look="How often does the instruction stand in your prompt?",
        ),
        slip(
            "an example is lost",
            edit=("in examples:", "in examples[:-1]:", "in examples[1:]:", "in examples[:1]:"),
            also=[("in examples:", "in examples[:3]:"), ("in examples:", "in examples[:2]:")],
            why="The caller paid for each example with a part of the window.",
            look="How many answers should stand in the prompt?",
        ),
        slip(
            "question and answer have changed places",
            edit=(SHOWN, 'f"Question: {answer}\\nAnswer: {asked}"'),
            why="The model copies what it is shown: it would answer with a question.",
            look="Which of the two texts of a pair stands first?",
        ),
        slip(
            "the names are others than \"Question:\" and \"Answer:\"",
            edit=[(SHOWN, 'f"Q: {asked}\\nA: {answer}"'), (ASKED, 'f"Q: {question}\\nA:"')],
            also=[[(SHOWN, 'f"question: {asked}\\nanswer: {answer}"'), (ASKED, 'f"question: {question}\\nanswer:"')], [(SHOWN, 'f"Input: {asked}\\nOutput: {answer}"'), (ASKED, 'f"Input: {question}\\nOutput:"')]],
            why="The program that reads what comes out looks for the names of the docstring.",
            look="Print your prompt and hold it against the docstring, character by character.",
        ),
        slip(
            "the last question has no name in front",
            edit=(ASKED, 'f"{question}\\nAnswer:"'),
            why="The last paragraph should look as the examples do, up to the place where the answer belongs.",
            look="What is the first word of the last paragraph?",
        ),
        slip(
            "the examples are numbered",
            edit=[("for asked, answer in examples:", "for i, (asked, answer) in enumerate(examples, start=1):"), (SHOWN, 'f"{i}. Question: {asked}\\nAnswer: {answer}"')],
            also=[[("for asked, answer in examples:", "for i, (asked, answer) in enumerate(examples, start=1):"), (SHOWN, 'f"Question {i}: {asked}\\nAnswer {i}: {answer}"')]],
            why="The model would go on counting.",
            look="Print your prompt and hold it against the docstring, character by character.",
        ),
        slip(
            "spaces around the texts are cut off",
            edit=(SHOWN, 'f"Question: {asked.strip()}\\nAnswer: {answer.strip()}"'),
            also=[(ASKED, 'f"Question: {question.strip()}\\nAnswer:"'), (JOINED, 'return "\\n\\n".join(paragraphs).strip()'), (JOINED, 'return "\\n\\n".join(p.strip() for p in paragraphs)'), [(SHOWN, 'f"Question: {asked.strip()}\\nAnswer: {answer.strip()}"'), (ASKED, 'f"Question: {question.strip()}\\nAnswer:"'), (FIRST, "paragraphs = [instruction.strip()] if instruction else []")]],
            why="Sometimes spaces matter: in programs, in poems, in a question about spaces. This function is not the one to decide.",
            look="What does the docstring say about spaces?",
        ),
        slip(
            "marks in the texts are replaced",
            edit=(JOINED, 'return "\\n\\n".join(paragraphs).replace("{question}", question)'),
            also=["template = \"Question: {asked}\\nAnswer:\"\ntext = (instruction + \"\\n\\n\") if instruction else \"\"\nfor asked, answer in examples:\n    text += template.replace(\"{asked}\", asked) + \" \" + answer.replace(\"{}\", answer) + \"\\n\\n\"\nreturn text.replace(\"{question}\", question) + f\"Question: {question}\\nAnswer:\""],
            why="A text that somebody else wrote is no template. Whatever stands in it is to be shown as it is.",
            look="Which braces of your text are yours, and which came with an example?",
        ),
        slip(
            "the caller's list is changed",
            edit=(FIRST, FIRST + '\n    examples.append([question, ""])\n    examples, given = examples[:-1], examples'),

            why="The next question would be asked with this one among its examples, without an answer.",
            look="Which of your operations write into `examples`?",
        ),
        slip(
            'lines begin with spaces',
            edit='def few_shot_prompt(instruction, examples, question):\n    text = f"""{instruction}\n\n    """\n    for q, a in examples:\n        text += f"""Question: {q}\n    Answer: {a}\n\n    """\n    return text + f"""Question: {question}\n    Answer:"""\n',
            why='A text between three quotes keeps the spaces that your program is indented with, and the model copies them.',
            look='Print your prompt. What stands in front of "Answer:"?',
        ),
        slip(
            'answers stand on a line of their own',
            edit=(SHOWN, 'f"Question: {asked}\\nAnswer:\\n{answer}"'),
            also=[[(SHOWN, 'f"Question: {asked}\\nAnswer:\\n{answer}"'), (ASKED, 'f"Question: {question}\\nAnswer:\\n"')]],
            why='The open paragraph ends with "Answer:", so the model would begin with a newline.',
            look='What stands between "Answer:" and the answer in the form above?',
        ),
        slip(
            'paragraphs come back, not one text',
            edit=(JOINED, 'return paragraphs'),
            why='A tokenizer reads one text.',
            look='What type does the docstring promise?',
        ),
        slip(
            'messages come back',
            edit='def few_shot_prompt(instruction, examples, question):\n    out = [{"role": "system", "content": instruction}]\n    for q, a in examples:\n        out += [{"role": "user", "content": q}, {"role": "assistant", "content": a}]\n    return out + [{"role": "user", "content": question}]\n',
            why='A chat is another form, for a model that was trained on it. This prompt works with any model that continues text.',
            look='What type does the docstring promise?',
        ),
        slip(
            'a word is added that nobody gave',
            edit=(FIRST, 'paragraphs = [f"Instruction: {instruction}"] if instruction else []'),
            also=[(FIRST, FIRST + ' + ["Examples:"]')],
            why='The docstring says what stands in the prompt, character by character. The instruction brings its own words.',
            look='What is the first word of your prompt?',
        ),
        slip(
            "some texts lose the spaces at their ends",
            edit='def few_shot_prompt(instruction, examples, question):\n    parts = [instruction.strip()] if instruction else []\n    for q, a in examples:\n        parts.append(f"Question: {q}\\nAnswer: {a}")\n    parts.append(f"Question: {question}\\nAnswer:")\n    return "\\n\\n".join(parts)\n',
            also=['def few_shot_prompt(instruction, examples, question):\n    parts = [instruction] if instruction else []\n    for q, a in examples:\n        parts.append(f"Question: {q}\\nAnswer: {a.strip()}")\n    parts.append(f"Question: {question}\\nAnswer:")\n    return "\\n\\n".join(parts)\n', 'def few_shot_prompt(instruction, examples, question):\n    parts = [instruction] if instruction.strip() else []\n    for q, a in examples:\n        parts.append(f"Question: {q}\\nAnswer: {a}")\n    parts.append(f"Question: {question}\\nAnswer:")\n    return "\\n\\n".join(parts)\n', 'def few_shot_prompt(instruction, examples, question):\n    parts = [instruction] if instruction else []\n    for q, a in [*examples, (question, "")]:\n        parts.append(f"Question: {q}\\nAnswer: {a}".rstrip())\n    return "\\n\\n".join(parts)\n'],
            why="A space may be a part of what is shown, and whoever wrote it meant it. Texts go in as they stand.",
            look="Which of your operations change a text before it goes in?",
        ),
        slip(
            "some examples are left out",
            edit='def few_shot_prompt(instruction, examples, question):\n    parts = [instruction] if instruction else []\n    for q, a in dict(examples).items():\n        parts.append(f"Question: {q}\\nAnswer: {a}")\n    parts.append(f"Question: {question}\\nAnswer:")\n    return "\\n\\n".join(parts)\n',
            also=['def few_shot_prompt(instruction, examples, question):\n    parts = [instruction] if instruction else []\n    for q, a in examples:\n        if q == question:\n            continue\n        parts.append(f"Question: {q}\\nAnswer: {a}")\n    parts.append(f"Question: {question}\\nAnswer:")\n    return "\\n\\n".join(parts)\n', 'def few_shot_prompt(instruction, examples, question):\n    parts = [instruction] if instruction else []\n    for q, a in [e for e in examples if e[1]]:\n        parts.append(f"Question: {q}\\nAnswer: {a}")\n    parts.append(f"Question: {question}\\nAnswer:")\n    return "\\n\\n".join(parts)\n'],
            why="Which examples are shown, and how often, was somebody's choice.",
            look="How many examples go in, and how many paragraphs come out?",
        ),
        slip(
            "empty lines within a text are changed",
            edit='def few_shot_prompt(instruction, examples, question):\n    parts = [instruction] if instruction else []\n    for q, a in examples:\n        parts.append(f"Question: {q}\\nAnswer: {a}")\n    parts.append(f"Question: {question}\\nAnswer:")\n    import re\n    return re.sub(r"\\n{3,}", "\\n\\n", "\\n\\n".join(parts))\n',
            why="An answer may have paragraphs of its own. Only what stands between paragraphs of the prompt is yours.",
            look="What happens to a text with three line ends in a row?",
        ),
        slip(
            "the instruction needs an example",
            edit='def few_shot_prompt(instruction, examples, question):\n    parts = [instruction] if instruction and examples else []\n    for q, a in examples:\n        parts.append(f"Question: {q}\\nAnswer: {a}")\n    parts.append(f"Question: {question}\\nAnswer:")\n    return "\\n\\n".join(parts)\n',
            why="An instruction alone is the plainest prompt there is.",
            look="What comes out for an instruction and no examples?",
        ),
    ]  # fmt: skip
    promises = {
        "no example": dict(n=0),
        "no instruction": dict(instruction=False),
        "neither": dict(n=0, instruction=False),
        "texts as they stand": dict(odd=True),
        "with spaces around them": dict(spaces=True),
        "examples are left as they are": "examples unchanged",
        "the order given": dict(n=4),
        "whatever is in them": dict(strange=True),
    }
