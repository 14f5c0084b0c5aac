"""A chat session that keeps its KV cache between turns and reads only new tokens.

Oracle: the whole conversation rendered by Jinja2; the model must have read exactly this text.
"""

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY

TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}<|im_start|>assistant\n"
)
MARKS = ["<|im_start|>", "<|im_end|>"]


def letters(text):
    """The tokens of utils.topics.llama.stand_ins.encode."""
    parts = text.replace(MARKS[0], "\x80").replace(MARKS[1], "\x81")
    return [ord(c) - 64 if c in "\x80\x81" else ord(c) + 2 * (ord(c) >= 64) for c in parts]


STOPS = "if token == self.stop:\n                break"
LATER = "self.unread = ending if ids == [self.stop] else ids + ending"
ASK = 'self.encode(f"<|im_start|>user\\n{text}<|im_end|>\\n<|im_start|>assistant\\n")'
MODEL = "scores = self.model(torch.tensor([ids]), self.caches)[0, -1]"


@exercise("Chat", points=3, forbid=["jinja2", *LIBRARY, *FINISHED])
class _:
    # Answers that end on their own, are cut off, are empty, or would end right after the cut.
    cases = [
        dict(lengths=[5, 3, 4], longest=[20, 20, 20]),
        dict(lengths=[9, 4, 2], longest=[6, 20, 20]),
        dict(lengths=[0, 6], longest=[10, 10]),
        dict(lengths=[4, 1, 3], longest=[4, 1, 9]),
    ]
    weights = {"answers": 2, "what the model reads": 3, "calls for a question": 1, "first token": 1}

    def inputs(rng, lengths, longest):
        def words(n):
            return "".join(rng.choice(list("abcdefgh01234567"), n))

        return {
            "system": f"You are {words(5)}.",
            "questions": [f" {words(4)} {words(3)}\n{words(2)}?\n" for _ in lengths],
            "answers": [words(n) for n in lengths],
            "longest": longest,
        }

    def oracle(system, questions, answers, longest):
        from jinja2 import Template

        said = [answer[:n] for answer, n in zip(answers, longest)]
        messages = [{"role": "system", "content": system}]
        for question, answer in zip(questions, said):
            messages += [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]
        whole = Template(TEMPLATE, keep_trailing_newline=True).render(messages=messages[:-1])
        spelled_out = [letters(answer) for answer in said]
        return {
            "answers": spelled_out,
            "what the model reads": {"answers": spelled_out, "text": whole},
            "calls for a question": {"answers": spelled_out, "calls with several tokens": len(questions)},
            "first token": {"answers": spelled_out, "calls before it": 1},
        }

    equivalent = {
        "if token is self.stop:": "small numbers are one object in CPython",
        "scores = self.model(torch.tensor([ids]), self.caches)[ -1, -1]": "there is one text",
    }
    alternatives = {
        "a list that grows": """
            ids = self.unread + self.encode("<|im_start|>user\\n" + text + "<|im_end|>\\n<|im_start|>assistant\\n")
            said, last = [], None
            while len(said) < longest:
                scores = self.model(torch.tensor(ids).unsqueeze(0), self.caches)
                last = self.choose(scores[0, -1, :])
                if last == self.stop:
                    break
                said.append(last)
                ids = [last]
                yield last
            self.unread = said[-1:] if last != self.stop else []
            self.unread = self.unread + [self.stop] + self.encode("\\n")
        """,
        "the last token is read at once": """
            feed = [*self.unread, *self.encode(f"<|im_start|>user\\n{text}<|im_end|>\\n<|im_start|>assistant\\n")]
            count = 0
            scores = self.model(torch.tensor([feed]), self.caches)
            while True:
                token = int(self.choose(scores.squeeze(0)[-1]))
                if token == self.stop:
                    break
                count += 1
                yield token
                scores = self.model(torch.tensor([[token]]), self.caches)
                if count == longest:
                    break
            self.unread = self.encode("<|im_end|>\\n")
        """,
    }
    slips = [
        slip(
            "the end of an answer is never read",
            edit=(LATER, "self.unread = []"),
            also=[(LATER, "self.unread = [] if ids == [self.stop] else ids"), (LATER, 'self.unread = self.encode("\\n")'), (LATER, 'self.unread = self.encode("\\n") if ids == [self.stop] else ids + self.encode("\\n")')],
            why="The stop token was chosen, but the model hasn't read it. To the model, the next question then looks like part of its own answer.",
            look="Which tokens come between an answer and the next question, and which of them did the model already read?",
        ),
        slip(
            "the newline after an answer is forgotten",
            edit=('ending = self.encode("<|im_end|>\\n")', 'ending = self.encode("<|im_end|>")'),
            why="The model was trained with a newline there.",
            look="What does the template put after <|im_end|>?",
        ),
        slip(
            "the last token of an answer that was cut off is lost",
            edit=(LATER, "self.unread = ending"),
            why="The user saw it but the model never read it, so the model remembers a different answer.",
            look="Which tokens has the model read when the loop ends at `longest`?",
        ),
        slip(
            "the stop token is read twice",
            edit=(LATER, "self.unread = ids + ending"),
            why="An answer ends only once.",
            look="What does `ids` hold when the loop ends with the stop token?",
        ),
        slip(
            "the system prompt is read again in each turn",
            edit=(LATER, "self.unread = self.unread + (ending if ids == [self.stop] else ids + ending)"),
            why="Everything in the cache has been read. If you read it again, it is in there twice.",
            look="What is left in `unread` after a turn?",
        ),
        slip(
            "the system prompt is never read",
            edit=("ids = self.unread + ", "ids = ([] if len(self.unread) > 20 else self.unread) + "),
            also=[("ids = self.unread + ", "ids = ")],
            why="The model was trained on chats that begin with one.",
            look="What does `unread` hold before the first turn?",
        ),
        slip(
            "the whole conversation is read for each token",
            edit=("ids = [token]", "ids = ids + [token]"),
            also=[[("ids = [token]", "pass"), ("yield token", "ids = ids + [token]\n            yield token")]],
            why="With a cache, each token is read once. Here most tokens end up in it many times.",
            look="What does the model get in its second call?",
        ),
        slip(
            "the caches are emptied in each turn",
            edit=("ids = self.unread", "for cache in self.caches:\n            cache.__init__()\n        ids = self.unread"),
            also=[(MODEL, "scores = self.model(torch.tensor([ids]), [])[0, -1]"), (MODEL, "scores = self.model(torch.tensor([ids]), [type(c)() for c in self.caches])[0, -1]")],
            why="The model then forgets everything that was said in earlier turns.",
            look="What is in the caches when the second question arrives?",
        ),
        slip(
            "the stop token is given to the user",
            edit=[(STOPS, "pass"), ("yield token", "yield token\n            if token == self.stop:\n                break")],
            why="It tells the program to stop; it isn't part of the answer.",
            look="Does your loop check for the end before it yields a token, or after?",
        ),
        slip(
            "the stop token is ignored",
            edit=(STOPS, "pass"),
            why="The model keeps writing and plays both sides of the conversation.",
            look="Which line of yours ends an answer?",
        ),
        slip(
            "the most likely token is taken, whatever `choose` returns",
            edit=("self.choose(scores)", "int(scores.argmax())"),
            why="A chat that always takes the most likely token can't sample.",
            look="Which attribute of the chat does your code never use?",
        ),
        slip(
            "the scores of a token other than the last are used",
            edit=("self.caches)[0, -1]", "self.caches)[0, 0]"),
            why="Only the row of the last token predicts what comes next.",
            look="Which row of (1, T, V) belongs to the last token?",
        ),
        slip(
            "`choose` gets all rows of scores",
            edit=("self.caches)[0, -1]", "self.caches)[0]"),

            why="`choose` picks one token from a single row of V scores.",
            look="What shape does the docstring give for the argument of `choose`?",
        ),
        slip(
            "an answer is one token longer or shorter than allowed",
            edit=("range(longest)", "range(longest + 1)"),
            also=[("range(longest)", "range(longest - 1)")],
            why="`longest` counts the ids that are yielded.",
            look="How many ids come out for longest = 1?",
        ),
        slip(
            "`longest` is ignored",
            edit=("for _ in range(longest):", "for _ in range(200):"),
            why="A model that never stops would keep the user waiting forever.",
            look="Which of the arguments of `reply` does your code never use?",
        ),
        slip(
            "the header of the answer is missing",
            edit=(ASK, 'self.encode(f"<|im_start|>user\\n{text}<|im_end|>\\n")'),
            also=[(ASK, 'self.encode(f"<|im_start|>user\\n{text}<|im_end|>\\n<|im_start|>")'), (ASK, 'self.encode(f"<|im_start|>user\\n{text}<|im_end|>\\n<|im_start|>assistant")')],
            why="The model can't know that it is its turn, and may continue in the user's name.",
            look="What comes right before an answer in the template?",
        ),
        slip(
            "the question has no marks",
            edit=(ASK, 'self.encode(text + "\\n<|im_start|>assistant\\n")'),
            also=[(ASK, 'self.encode(f"{text}<|im_end|>\\n<|im_start|>assistant\\n")'), (ASK, 'self.encode(f"<|im_start|>user\\n{text}\\n<|im_start|>assistant\\n")'), (ASK, 'self.encode(f"user\\n{text}\\nassistant\\n")'), (ASK, 'self.encode(f"<|im_start|>user {text}<|im_end|>\\n<|im_start|>assistant\\n")'), (ASK, 'self.encode(f"<|im_start|>user\\n{text}<|im_end|><|im_start|>assistant\\n")')],
            why="The marks show who is speaking. Without them, or without their newlines, the model can't tell the question from any other text.",
            look="Write down one turn with all its marks and newlines. Which of them does your code leave out?",
        ),
        slip(
            "the question is trimmed",
            edit=(ASK, ASK.replace("{text}", "{' '.join(text.split())}")),
            also=[(ASK, ASK.replace("{text}", "{text.strip()}"))],
            why="The user's text goes to the model unchanged, newlines included.",
            look="What happens to a newline in a question?",
        ),
        slip(
            "nothing is yielded until the answer is complete",
            edit=[("yield token", "said.append(token)"), ("for _ in range(longest)", "said = []\n        for _ in range(longest)"), (LATER, LATER + "\n        yield from said")],
            why="The user stares at an empty screen, even though most of the answer could already be read.",
            look="How many tokens are chosen before the first one is yielded?",
        ),
        slip(
            "tokens of the question are read one by one",
            edit=(MODEL, "for one in ids:\n                scores = self.model(torch.tensor([[one]]), self.caches)[0, -1]"),
            why="The result is right, but a question of a hundred tokens then takes a hundred passes over all the weights instead of one.",
            look="How many times is the model called before the first token of the answer?",
        ),
        slip(
            "`unread` is never updated",
            edit=(LATER, "pass"),
            also=[(STOPS, "if token == self.stop:\n                return")],
            why="The next turn begins like the first one, and the end of this answer is never read.",
            look='What should `unread` hold after a turn, and which line of yours sets it?',
        ),
        slip(
            'the answer is read a second time',
            edit=[("for _ in range(longest)", "said = []\n        for _ in range(longest)"), ("yield token", "said.append(token)\n            yield token"), (LATER, "self.unread = said + ending")],
            why="Except for the last one, each of its tokens was already read to choose the next.",
            look="Which tokens of the answer are in the caches when the loop ends?",
        ),
        slip(
            "strings are yielded instead of ids",
            edit=("yield token", "yield str(token)"),
            also=[("yield token", "yield chr(token)")],
            why="It can take several ids to make one letter, so decoding is left to the code that shows the answer.",
            look='What does the docstring promise?',
        ),
    ]  # fmt: skip
    promises = {
        "up to the stop token": dict(lengths=[5, 3, 4]),
        "an answer that is cut": dict(lengths=[9, 4, 2]),
        "an empty answer": dict(lengths=[0, 6]),
        "an answer that would end right after the cut": dict(lengths=[4, 1, 3]),
        "each token is read once": "what the model reads",
        "a question in one call": "calls for a question",
        "ids come one by one": "first token",
    }
