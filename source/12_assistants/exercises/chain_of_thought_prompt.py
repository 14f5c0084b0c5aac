"""Build a chain-of-thought prompt from worked examples.

Oracle: a Jinja2 template.
"""

from autograder.authoring import exercise, slip

from ._shared import JOINED, rendered, said

COT = (
    "{% for asked, steps, answer in examples %}Question: {{ asked }}\nSteps: {{ steps|join(' ') }}\n"
    "{{ marker }} {{ answer }}\n\n{% endfor %}Question: {{ question }}\nSteps:"
)
WORKED = "f\"Question: {asked}\\nSteps: {' '.join(steps)}\\n{marker} {answer}\""
OPEN = 'f"Question: {question}\\nSteps:"'


@exercise("chain_of_thought_prompt", points=2)
class _:
    cases = [
        dict(n=2),
        dict(n=1, steps=1),
        dict(n=0),
        dict(n=3, marker="So it is"),
        dict(n=2, marker="####", odd=True),
        dict(n=2, steps=4, spaces=True),
        dict(n=2, steps=3, marker=" So: ", empty=True),
    ]
    weights = {"prompt": 4, "examples unchanged": 1}

    def inputs(rng, n, steps=None, marker=None, odd=False, spaces=False, empty=False):
        how = dict(odd=odd, spaces=spaces)
        examples = []
        for _ in range(n):
            count = steps or int(rng.integers(2, 4))
            examples.append(
                [said(rng, **how), [said(rng, **how) for _ in range(count)], said(rng, 1, 3, **how)]
            )
            if empty:
                examples[-1][1][1] = ""
        return {"examples": examples, "question": said(rng, **how), "marker": marker}

    def oracle(examples, question, marker):
        text = rendered(COT, examples=examples, question=question, marker=marker or "Answer:")
        return {"prompt": text, "examples unchanged": {"prompt": text, "examples": examples}}

    alternatives = {
        "one text that grows": """
            text = ""
            for asked, steps, answer in examples:
                text += "Question: " + asked + "\\nSteps:"
                for step in steps:
                    text += " " + step
                text += "\\n" + marker + " " + answer + "\\n\\n"
            return text + "Question: " + question + "\\nSteps:"
        """,
        "lines": """
            lines = []
            for example in examples:
                lines.append("Question: %s" % example[0])
                lines.append(" ".join(["Steps:"] + example[1]))
                lines.extend(["%s %s" % (marker, example[2]), ""])
            return "\\n".join([*lines, "Question: " + question, "Steps:"])
        """,
    }
    slips = [
        slip(
            "the answer stands before its steps",
            edit=(WORKED, "f\"Question: {asked}\\n{marker} {answer}\\nSteps: {' '.join(steps)}\""),
            also=[[(WORKED, "f\"Question: {asked}\\n{marker} {answer}\\nSteps: {' '.join(steps)}\""), (OPEN, 'f"Question: {question}\\n{marker}"')]],
            why="Tokens are written from left to right. Steps that come after the answer cannot help to find it: they only defend it.",
            look="When the model writes the answer, what has it written before?",
        ),
        slip(
            "the steps are left out",
            edit=(WORKED, 'f"Question: {asked}\\n{marker} {answer}"', 'f"Question: {asked}\\nSteps:\\n{marker} {answer}"', 'f"Question: {asked}\\nSteps: {answer}"'),
            why="That is few-shot prompting. What is to be shown here is how one comes to an answer.",
            look="Which of the three parts of an example does your prompt not have?",
        ),
        slip(
            "the prompt ends where the answer begins",
            edit=(OPEN, 'f"Question: {question}\\nAnswer:"', 'f"Question: {question}\\n{marker}"', 'f"Question: {question}\\nSteps:\\n{marker}"'),
            also=[(OPEN, 'f"Question: {question}\\nSteps: {marker}"')],
            why="The model would have to answer at once, without the steps that it was shown.",
            look="What should the model write first: steps or the answer?",
        ),
        slip(
            "the prompt ends with the question",
            edit=(OPEN, 'f"Question: {question}"', 'f"Question: {question}\\n"'),
            why="The model may go on with anything, one more question for example.",
            look="Where in the text should the model go on?",
        ),
        slip(
            "a space or a newline stands behind the last \"Steps:\"",
            edit=(OPEN, 'f"Question: {question}\\nSteps: "', 'f"Question: {question}\\nSteps:\\n"'),
            also=[(JOINED, 'return "\\n\\n".join(paragraphs) + "\\n\\n"')],
            why="A token carries the space in front of it (lesson 01). With the space already there, usual first tokens no longer fit.",
            look="What is the last character of your prompt?",
        ),
        slip(
            "the marker is not in front of the answers",
            edit=(WORKED, "f\"Question: {asked}\\nSteps: {' '.join(steps)}\\n{answer}\"", "f\"Question: {asked}\\nSteps: {' '.join(steps)} {answer}\""),
            also=[(WORKED, "f\"Question: {asked}\\nSteps: {' '.join(steps)} The answer is {answer}.\"")],
            why="A program has to find the answer behind the steps, and it has nothing else to look for.",
            look="How would a program find the answer in a completion that looks like your examples?",
        ),
        slip(
            "the marker is always the same",
            edit=(WORKED, "f\"Question: {asked}\\nSteps: {' '.join(steps)}\\nAnswer: {answer}\""),
            why="The program that reads the completion looks for the marker that it was given.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the marker stands in the same line as the steps",
            edit=(WORKED, "f\"Question: {asked}\\nSteps: {' '.join(steps)} {marker} {answer}\""),
            why="Steps may speak of an answer, too. A line of its own makes the last one easy to find.",
            look="Which characters stand in front of the marker?",
        ),
        slip(
            "the marker and the answer have no space between them",
            edit=(WORKED, "f\"Question: {asked}\\nSteps: {' '.join(steps)}\\n{marker}{answer}\""),
            why="The model would copy that, and its answer begin with a token that usually stands inside a word.",
            look="What stands between the marker and the answer in the form above?",
        ),
        slip(
            "steps are joined in another way than by one space",
            edit=("' '.join(steps)", "''.join(steps)", "', '.join(steps)", "chr(10).join(steps)", "'. '.join(steps)"),
            also=['def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    t = ""\n    for q, s, a in examples:\n        t += f"Question: {q}\\nSteps: "\n        for x in s:\n            t += x + " "\n        t += f"\\n{marker} {a}\\n\\n"\n    return t + f"Question: {question}\\nSteps:"\n', 'def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    t = ""\n    for q, s, a in examples:\n        t += f"Question: {q}\\nSteps:\\n" + "\\n".join("- " + x for x in s) + f"\\n{marker} {a}\\n\\n"\n    return t + f"Question: {question}\\nSteps:"\n', (WORKED, "f\"Question: {asked}\\nSteps:\\n{chr(10).join(steps)}\\n{marker} {answer}\"")],
            why="Each of the steps is a sentence with its own full stop. One line for all of them keeps the form of the example.",
            look="Which characters stand between the first step and the second?",
        ),
        slip(
            "a Python list stands in the text",
            edit=("{' '.join(steps)}", "{steps}"),
            why="Brackets, quotes and commas are Python's. The model would copy them.",
            look="Print your prompt. What stands behind \"Steps:\"?",
        ),
        slip(
            "only one step is shown",
            edit=("' '.join(steps)", "steps[0]", "steps[-1]"),
            why="A chain with one link shows no way.",
            look="How many steps has the first example, and how many stand in your prompt?",
        ),
        slip(
            "steps are numbered",
            edit=("' '.join(steps)", "' '.join(f'{i}. {step}' for i, step in enumerate(steps, 1))"),
            also=[("' '.join(steps)", "' '.join(f'Step {i}: {step}' for i, step in enumerate(steps, 1))"), ("' '.join(steps)", "' '.join(f'({i}) {step}' for i, step in enumerate(steps, 1))")],
            why="Texts go in as they are given. Who wants numbers writes them into the steps.",
            look="Print your prompt and hold it against the docstring, character by character.",
        ),
        slip(
            "steps come in reverse",
            edit=("' '.join(steps)", "' '.join(steps[::-1])"),
            why="Each step stands on the one before it.",
            look="Which step comes first?",
        ),
        slip(
            "no empty line stands between the paragraphs",
            edit=(JOINED, 'return "\\n".join(paragraphs)', 'return " ".join(paragraphs)', 'return "".join(paragraphs)'),
            also=[(JOINED, 'return "\\n\\n\\n".join(paragraphs)')],
            why="One empty line, which takes two newline characters, says where an example ends. It is where a program cuts what the model writes.",
            look="How many newline characters stand between the first answer and the second question?",
        ),
        slip(
            "the examples come in reverse",
            edit=("in examples:", "in examples[::-1]:", "in sorted(examples):"),
            why="What is nearest to the question counts most, so whoever chose an order meant it.",
            look="Which example stands right in front of the question?",
        ),
        slip(
            "an example is lost",
            edit=("in examples:", "in examples[:-1]:", "in examples[1:]:", "in examples[:1]:"),
            also=[("in examples:", "in examples[:2]:")],
            why="The caller paid for each example with a part of the window.",
            look="How many answers should stand in the prompt?",
        ),
        slip(
            "the question comes before the examples",
            edit=(JOINED, 'return "\\n\\n".join([paragraphs[-1], *paragraphs[:-1]])'),
            why="The model goes on where the text ends, behind an example that has its answer already.",
            look="What is the last paragraph of your prompt?",
        ),
        slip(
            "a sentence is added that nobody gave",
            edit=(OPEN, "f\"Question: {question}\\nSteps: Let's think step by step.\"", "f\"Question: {question}\\nLet's think step by step.\\nSteps:\""),
            also=[(OPEN, "f\"Question: {question} Let's think step by step.\\nSteps:\"")],
            why="That sentence is another method (Kojima et al. 2022), which needs no examples. Here the examples say what to do.",
            look="Print your prompt and hold it against the docstring, character by character.",
        ),
        slip(
            "spaces around the texts are cut off",
            edit=("' '.join(steps)", "' '.join(step.strip() for step in steps)"),
            also=[(JOINED, 'return "\\n\\n".join(p.strip() for p in paragraphs)'), (WORKED, "f\"Question: {asked.strip()}\\nSteps: {' '.join(step.strip() for step in steps)}\\n{marker} {answer.strip()}\"")],
            why="Sometimes spaces matter, in programs for instance. This function is not the one to decide.",
            look="What does the docstring say about spaces?",
        ),
        slip(
            "the caller's list is changed",
            edit=('return "\\n\\n".join(paragraphs)', 'examples.append([question, [], ""])\n    return "\\n\\n".join(paragraphs)'),
            also=[("paragraphs = []", "paragraphs = []\n    for example in examples:\n        example[1] = ' '.join(example[1])\n        example[1] = [example[1]]")],
            why="The next question would be asked with other examples.",
            look="Which of your operations write into `examples`?",
        ),
        slip(
            'the names are others than "Question:" and "Steps:"',
            edit=[(WORKED, "f\"Question: {asked}\\nReasoning: {' '.join(steps)}\\n{marker} {answer}\""), (OPEN, 'f"Question: {question}\\nReasoning:"')],
            also=[[(WORKED, "f\"Question: {asked}\\nAnswer: {' '.join(steps)}\\n{marker} {answer}\""), (OPEN, 'f"Question: {question}\\nAnswer:"')], [(WORKED, "f\"Q: {asked}\\nSteps: {' '.join(steps)}\\n{marker} {answer}\""), (OPEN, 'f"Q: {question}\\nSteps:"')]],
            why='The program that cuts and reads completions looks for the names of the docstring.',
            look='Print your prompt and hold it against the docstring, character by character.',
        ),
        slip(
            "the examples' questions are left out",
            edit=(WORKED, "f\"Steps: {' '.join(steps)}\\n{marker} {answer}\""),
            why='Steps without their question show nothing that could be copied.',
            look='Which of the three parts of an example does your prompt not have?',
        ),
        slip(
            'something is added to the marker or the answer',
            edit=(WORKED, "f\"Question: {asked}\\nSteps: {' '.join(steps)}\\n{marker} {answer}.\""),
            also=[(WORKED, "f\"Question: {asked}\\nSteps: {' '.join(steps)}\\n{marker}: {answer}\"")],
            why='The program reads what stands behind the marker, up to the end of the line. A full stop or a colon becomes a part of the answer.',
            look='What would `read_answer` read from one of your examples?',
        ),
        slip(
            'parts of different examples are put together',
            edit=[('for asked, steps, answer in examples:', 'for i, (asked, steps, answer) in enumerate(examples):'), ("' '.join(steps)", "' '.join(examples[i - 1][1])")],
            why='The steps lead to another answer than the one behind them.',
            look='Do the steps of your first paragraph belong to its question?',
        ),
        slip(
            "some texts lose spaces",
            edit='def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    parts = []\n    for asked, steps, answer in examples:\n        parts.append(f"Question: {asked}\\nSteps: {\' \'.join(steps)}\\n{marker.strip()} {answer}")\n    parts.append(f"Question: {question}\\nSteps:")\n    return "\\n\\n".join(parts)\n',
            also=['def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    parts = []\n    for asked, steps, answer in examples:\n        parts.append(f"Question: {asked}\\nSteps: {\' \'.join(steps)}\\n{marker} {answer.strip()}")\n    parts.append(f"Question: {question}\\nSteps:")\n    return "\\n\\n".join(parts)\n', 'def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    parts = []\n    for asked, steps, answer in examples:\n        parts.append(f"Question: {asked}\\nSteps: {\' \'.join(steps)}\\n{marker} {answer}")\n    parts.append(f"Question: {question.strip()}\\nSteps:")\n    return "\\n\\n".join(parts)\n', 'def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    parts = []\n    for asked, steps, answer in examples:\n        parts.append(f"Question: {asked}\\nSteps: {\' \'.join(\' \'.join(steps).split())}\\n{marker} {answer}")\n    parts.append(f"Question: {question}\\nSteps:")\n    return "\\n\\n".join(parts)\n', 'def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    parts = []\n    for asked, steps, answer in examples:\n        parts.append(f"Question: {asked}\\nSteps: {\' \'.join(steps)}\\n{marker if marker.endswith(\' \') else marker + \' \'}{answer}")\n    parts.append(f"Question: {question}\\nSteps:")\n    return "\\n\\n".join(parts)\n'],
            why="A space may be a part of what is shown. Texts go in as they stand, the marker too.",
            look="Which of your operations change a text before it goes in?",
        ),
        slip(
            "some steps are left out",
            edit='def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    parts = []\n    for asked, steps, answer in examples:\n        parts.append(f"Question: {asked}\\nSteps: {\' \'.join(steps[:2])}\\n{marker} {answer}")\n    parts.append(f"Question: {question}\\nSteps:")\n    return "\\n\\n".join(parts)\n',
            also=['def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    parts = []\n    for asked, steps, answer in examples:\n        parts.append(f"Question: {asked}\\nSteps: {\' \'.join(steps[:-1] or steps)}\\n{marker} {answer}")\n    parts.append(f"Question: {question}\\nSteps:")\n    return "\\n\\n".join(parts)\n', 'def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    parts = []\n    for asked, steps, answer in examples:\n        parts.append(f"Question: {asked}\\nSteps: {\' \'.join(filter(None, steps))}\\n{marker} {answer}")\n    parts.append(f"Question: {question}\\nSteps:")\n    return "\\n\\n".join(parts)\n'],
            why="A step that is missing in the examples will be missing in the answer.",
            look="How many steps go in, and how many come out?",
        ),
        slip(
            "something is added to the texts",
            edit='def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    parts = []\n    for asked, steps, answer in examples:\n        parts.append(f"Question: {asked}\\nSteps: {\' \'.join(steps)}\\n{marker.rstrip(chr(58))}: {answer}")\n    parts.append(f"Question: {question}\\nSteps:")\n    return "\\n\\n".join(parts)\n',
            also=['def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    parts = []\n    for asked, steps, answer in examples:\n        parts.append(f"Question: {asked}\\nSteps: {\' \'.join(s if s.endswith(\'.\') else s + \'.\' for s in steps)}\\n{marker} {answer}")\n    parts.append(f"Question: {question}\\nSteps:")\n    return "\\n\\n".join(parts)\n'],
            why="Texts go in as they stand. A marker that differs from the one asked for is not found by the program that reads the answer.",
            look="Which characters of your prompt come from none of the arguments?",
        ),
        slip(
            "the prompt begins with an empty line where there are no examples",
            edit='def chain_of_thought_prompt(examples, question, marker="Answer:"):\n    body = "\\n\\n".join(f"Question: {q}\\nSteps: {\' \'.join(s)}\\n{marker} {a}" for q, s, a in examples)\n    return body + f"\\n\\nQuestion: {question}\\nSteps:"\n',
            why="An empty line stands behind each example. Without one there is none.",
            look="What is the first character of your prompt when nothing is shown?",
        ),
    ]  # fmt: skip
    promises = {
        "no example": dict(n=0),
        "one step": dict(steps=1),
        "several steps": dict(steps=4),
        "another marker": dict(marker="So it is"),
        "the marker that is the default": dict(n=2),
        "an empty step, and a marker with spaces": dict(empty=True),
        "texts as they stand": dict(odd=True),
        "with spaces around them": dict(spaces=True),
        "examples are left as they are": "examples unchanged",
    }
