# %% [markdown]
# # Lesson 12 · Assistants
# ## Second sitting: tools, preferences, rewards
#
# A model that can only write guesses what 37 times 48 is; one that may call a program can ask. That is the first half.
# In the second, the model learns without right answers. Often no one can write one down, but you can tell which of two
# is better, or a program can check. Either is enough.
#
# When you reach the end of it you will have
#
# - a loop in which a model calls programs, but only those you gave it,
# - decoding that can't produce a malformed call,
# - a model that learned a preference from pairs of answers,
# - a model that learned sums from a program that only tells right from wrong,
# - one that found out how to be rewarded without being right.
#
# | | |
# |---|---|
# | Uses | log-probabilities of lesson 04, sampling of 06, adapters of 09, SmolLM2 of 11 (all given) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# Notation: B rows, T tokens, V tokens in the vocabulary; P prompts, G answers to each, so N = P · G answers in all.
#
# <details><summary>1. What is the logarithm of a probability of 1, and of 0?</summary>0, and minus infinity (lesson 00).</details>
# <details><summary>2. Which position of the logits predicts token t?</summary>Position t − 1 (lesson 04).</details>
# <details><summary>3. Why is a sequence of ten tokens less likely than its first five?</summary>Log-probabilities are at most 0, and they add (lesson 04).</details>
# <details><summary>4. How does a mask keep a softmax from choosing something?</summary>It replaces the score with minus infinity before the softmax (lesson 02).</details>
# <details><summary>5. Which tokens of a chat count in the loss of instruction tuning?</summary>Those of the reply (lesson 09).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, backward, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

import copy
import json
import math
import re

import jsonschema
import torch
import torch.nn.functional as F

from utils import devices
from utils.metrics import record
from utils.topics.assistants import prompt_figures as plots
from utils.topics.assistants import reward_figures as reward_plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_b", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# ## 1 · Function calling: `parse_tool_call`
#
# *Medium · 14 minutes*
#
# A model can do nothing but write. To let it act, your program looks for a **tool call** in what it wrote and carries
# the call out (Schick et al. 2023). This is **function calling**:
#
# ```
# I need the product. <tool_call>{"name": "multiply", "arguments": {"a": 37, "b": 48}}</tool_call>
# ```
#
# You can't know where a call came from: the model may have copied it from a page that a stranger wrote. So your parser
# is strict. It evaluates nothing, guesses nothing and repairs nothing, and a `<tool_call>` counts even inside a JSON
# string. There is a list of tools, and a JSON Schema for the arguments of each. Anything that doesn't fit is refused
# with a sentence that the model can read, so it can do better next time.
#
# **Predict** what Python's `json.loads` makes of `{"name": "look", "name": "delete"}`.
#
# <details><summary>Answer</summary>{"name": "delete"}: the last one wins, silently. Another program that checks the call before yours may take the first. Two readers of the same text must not arrive at different results, so an object that repeats a key is refused.</details>


# %% nbgrader={"grade_id": "parse_tool_call", "solution": true}
def parse_tool_call(text, tools):
    """The call of a tool in what a model wrote.

    text: a str.
    tools: the name of each tool and the JSON Schema of its arguments, {str: dict}, left
    as it is.
    Returns None for a text with neither of the marks <tool_call> and </tool_call>,
    otherwise (name, arguments).
    Raises ValueError, with a sentence, unless all of this holds:
    each mark occurs once in the text, in this order; anything may stand in front of the
    first, and only white space behind the second; between them stands JSON, in which no
    object has a key twice, and neither NaN nor Infinity; it is an object with the keys
    "name" and "arguments" and no others; the name is that of a tool; its schema
    (jsonschema.Draft202012Validator) finds no error in the arguments.
    """
    ### BEGIN SOLUTION
    marks = re.findall("</?tool_call>", text)
    if not marks:
        return None
    if marks != ["<tool_call>", "</tool_call>"]:
        raise ValueError("A call stands between one <tool_call> and one </tool_call>.")
    _, inner, behind = re.split("</?tool_call>", text)
    if behind.strip():
        raise ValueError("Nothing may stand behind a call.")

    def pairs(items):
        if len(dict(items)) != len(items):
            raise ValueError("A key stands twice.")
        return dict(items)

    def no_number(word):
        raise ValueError(f"{word} is no number in JSON.")

    call = json.loads(inner, object_pairs_hook=pairs, parse_constant=no_number)
    if not isinstance(call, dict) or set(call) != {"name", "arguments"}:
        raise ValueError("A call has a name and arguments, and nothing else.")
    name, arguments = call["name"], call["arguments"]
    if not isinstance(name, str) or name not in tools:
        raise ValueError(f"There is no tool {name!r}. There are: {', '.join(tools)}.")
    errors = [error.message for error in jsonschema.Draft202012Validator(tools[name]).iter_errors(arguments)]
    if errors:
        raise ValueError(f"The arguments of {name} are wrong: {'; '.join(errors)}")
    return name, arguments
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "parse_tool_call_hints", "locked": true}
# <details><summary>A question to start from</summary>How often does each mark occur in a text with one call, and what may come before, between and after the marks?</details>
# <details><summary>A pointer</summary><code>json.loads</code> takes two functions of yours: <code>object_pairs_hook</code> gets the pairs of each object before they become a dictionary, and <code>parse_constant</code> gets the three words that aren't JSON. The errors of <code>json</code> are ValueErrors already.</details>
# <details><summary>In pseudocode</summary>No mark: None. Count the marks, split the text at them, look at what comes after. Read the JSON strictly. Is it an object with exactly these two keys? Is its name a string, and one of the tools? Let the schema of this tool check the arguments.</details>


# %% nbgrader={"grade_id": "check_parse_tool_call", "grade": true, "locked": true, "points": 4}
@check("parse_tool_call")
def _(texts, tools):
    given, found = copy.deepcopy(tools), []
    for text in texts:
        try:
            found.append(parse_tool_call(text, tools))
        except Exception as error:
            found.append("ValueError" if isinstance(error, ValueError) else type(error).__name__)
    calls = [list(one) if isinstance(one, tuple) else one for one in found]
    return {"calls": calls, "tools unchanged": {"calls": calls, "same": tools == given}}


# %% [markdown]
# How does your parser treat ten odd calls? The first is sound. **Predict** which of the other nine are refused.

# %% tags=["explore"]
look_up = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}
odd = """{"name": "look_up", "arguments": {"title": "Cairo"}}
{'name': 'look_up', 'arguments': {'title': 'Cairo'}}
{"name": "look_up", "arguments": {"title": 7}}
{"name": "look_up", "arguments": ["Cairo"]}
{"name": "os.system", "arguments": {"title": "Cairo"}}
{"name": ["look_up"], "arguments": {"title": ""}}
{"name": "look_up", "arguments": {"title": "Nile", "title": "Cairo"}}
{"arguments": {"title": "Cairo"}}
{"name": "look_up", "arguments": {"title": "Cairo", "year": NaN}}
look_up(title="Cairo")"""

# %% tags=["explore"]
if answered("parse_tool_call"):
    for text in odd.splitlines():
        try:
            said = parse_tool_call(f"<tool_call>{text}</tool_call>", {"look_up": look_up})
        except ValueError as error:
            said = f"refused: {error}"
        print(f"{text}\n    {said}")

# %% [markdown]
# <details><summary>The answer</summary>All nine. The second call is Python, and only <code>eval</code> could read it. In the ninth, NaN is the reason: an extra argument alone would pass, because this schema doesn't forbid others.</details>


# %% [markdown]
# ## 2 · The agent loop: `tool_loop`
#
# *Medium · 12 minutes*
#
# When the model writes a call, your program runs it and adds the result to the chat, as a message with the role *tool*.
# Then the model writes again, now with the result in its context. A text without a call is its answer. A model in such
# a loop is called an **agent**, and the pattern is known as ReAct (Yao et al. 2023).
#
# Three things make the loop safe.
#
# - A *limit*. A model that never stops calling never stops costing money.
# - An *error is a result*. The model may have misspelled a name, and if you tell it so, it can try again. A crash
#   tells it nothing.
# - The result belongs to the *tool*, never to the assistant. A model believes what it takes for its own words.
#
# **Predict**: a model has one turn left and writes a call. Should you run it?
#
# <details><summary>Answer</summary>No. The model would never read the result, and a call may change something in the world.</details>


# %% nbgrader={"grade_id": "tool_loop", "solution": true}
def tool_loop(model, parse, functions, messages, limit):
    """A chat in which a model calls functions until it answers.

    model: takes a list of messages, returns the text that the assistant writes next.
    parse: takes a text, returns None or (name, arguments), or raises an error that says
    what is wrong with the call.
    functions: what may be called, {name: function}; arguments, a dict, are passed by
    name.  messages: the chat so far, left as it is.
    limit: how often the model may be asked, 1 or more.
    Returns a new list: the chat and all that was added to it. Each text of the model is
    added as it stands, with the role "assistant". For a call, a message of the role
    "tool" follows: `str` of what the function returned, or, when parse or the function
    raises any Exception, "Error: " and `str` of it. The first text without a call is
    the last message. So is the text with which the limit is reached: a call in it is
    not run.
    """
    ### BEGIN SOLUTION
    messages = list(messages)
    for turn in range(limit):
        text = model(messages)
        messages.append({"role": "assistant", "content": text})
        if turn == limit - 1:
            break
        try:
            call = parse(text)
            if call is None:
                break
            name, arguments = call
            result = str(functions[name](**arguments))
        except Exception as error:
            result = f"Error: {error}"
        messages.append({"role": "tool", "content": result})
    return messages
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "tool_loop_hints", "locked": true}
# <details><summary>A question to start from</summary>After which of the model's texts is nothing more added?</details>
# <details><summary>A pointer</summary>Both <code>parse</code> and the function can fail, and to the model both look the same: a message with the error. <code>f(**d)</code> passes a dictionary by name.</details>
# <details><summary>In pseudocode</summary>Copy the list. At most as often as the limit allows: ask the model and append what it wrote. Was that the last time, or is there no call? Stop. Otherwise run the call, catching any error, and append what came out as the tool's message.</details>


# %% nbgrader={"grade_id": "check_tool_loop", "grade": true, "locked": true, "points": 3}
@check("tool_loop")
def _(messages, script, calls, limit):
    given, asked, ran = copy.deepcopy(messages), [], []

    def model(chat):  # says the texts of the script in turn, and how many messages it was given
        asked.append([[m["role"], m["content"]] for m in chat])
        return f"{script[(len(asked) - 1) % len(script)]} ({len(chat)})"

    def parse(text):
        call = calls[text.partition(" (")[0]]
        if call == "wrong":
            raise ValueError(f"no call at all: {text}")
        return tuple(call) if call else None

    def add(a, b=None):
        if b is None:
            raise TypeError("b is missing")
        ran.append([a, b])
        return a + b

    def divide(a, b):
        ran.append([a, b])
        return (a // b, {"rest": a % b})

    given_functions = {"add": add, "divide": divide}
    try:
        chat = tool_loop(model, parse, given_functions, messages, limit)
    except Exception as error:
        chat = [{"role": "raised", "content": type(error).__name__}]
    return {
        "chat": [[m["role"], m["content"]] for m in chat],
        "what the model was given": asked,
        "what was run": {"times asked": len(asked), "arguments": ran},
        "messages unchanged": {"last": chat[-1]["content"], "same": messages == given},
    }


# %% [markdown]
# ## 3 · Constrained decoding: `allowed_tokens`
#
# *Hard · 15 minutes*
#
# A small model misspells its calls, but it doesn't have to. Before each token, rule out every token after which the
# text can no longer become a valid call, and let the model choose among the rest. This is **constrained decoding**
# (Willard and Louf 2023). In its simplest form the valid texts are a list of *choices*, like an `enum` in a JSON
# Schema.
#
# Tokens make it interesting. Suppose the text so far is " Par". It may still be unable to become " Paris", because
# there may be no token that spells the rest. Such a **dead end** has to be ruled out before you enter it.
#
# Take the vocabulary ["a", "ab", "c", "end"], whose last token ends a text, so `end` is 3. With the choices "ac" and
# "abc", both "a" and "ab" may come first. With "ac" and "abb", only "a" may, since no token spells the last "b".


# %% nbgrader={"grade_id": "allowed_tokens", "solution": true}
def allowed_tokens(prefix, choices, vocabulary, end):
    """Which tokens may come next, if the text is to become one of the choices.

    prefix: the text so far, a str, perhaps "".  choices: texts, left as they are.
    vocabulary: the text of each of the V tokens; any other token whose text is "" is
    never allowed.
    end: the token that ends a text, whatever its own text is: it is allowed where the
    prefix is one of the choices, and nowhere else.
    Another token is allowed where prefix and its text together begin a choice
    (or are one) whose rest can be spelt with tokens of the vocabulary other than end,
    so that there are no dead ends.
    Returns (V,) bool. Raises ValueError when no token is allowed.
    """
    ### BEGIN SOLUTION
    mask = torch.zeros(len(vocabulary), dtype=torch.bool)  # (V,)
    for choice in choices:
        if not choice.startswith(prefix):
            continue
        if choice == prefix:
            mask[end] = True
        usable = [(n, piece) for n, piece in enumerate(vocabulary) if piece and n != end and piece in choice]
        good = {len(choice)}  # places in the choice from which the rest can be spelt
        for start in reversed(range(len(choice))):
            if any(choice.startswith(piece, start) and start + len(piece) in good for _, piece in usable):
                good.add(start)
        for n, piece in usable:
            if choice.startswith(piece, len(prefix)) and len(prefix) + len(piece) in good:
                mask[n] = True
    if not mask.any():
        raise ValueError(f"No token can follow {prefix!r}: it begins none of the choices that can be spelt.")
    return mask
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "allowed_tokens_hints", "locked": true}
# <details><summary>A question to start from</summary>Take one choice, and a token that fits after the prefix. What remains of the choice, and can tokens spell it?</details>
# <details><summary>A pointer</summary>Whether a rest can be spelled depends only on shorter rests. So start with the empty one, at the end, or remember what you have found out.</details>
# <details><summary>In pseudocode</summary>For each choice that begins with the prefix: from its last character to its first, mark the positions from which some token leads to a marked position (the end is marked). Allow each token that leads from the end of the prefix to a marked position. Is the choice complete? Allow the end token. If nothing is allowed, raise the error.</details>


# %% nbgrader={"grade_id": "check_allowed_tokens", "grade": true, "locked": true, "points": 4}
@check("allowed_tokens")
def _(prefixes, choices, vocabulary, end):
    masks, errors, given = [], [], list(choices)
    for prefix in prefixes:
        try:
            mask = allowed_tokens(prefix, choices, vocabulary, end)
            masks.append(mask.cpu() if isinstance(mask, torch.Tensor) else mask)
            errors.append("nothing")
        except Exception as error:
            masks.append([])
            errors.append("ValueError" if isinstance(error, ValueError) else type(error).__name__)
    return {
        "allowed": masks,
        "no way on": {"allowed": masks, "errors": errors},
        "choices unchanged": {"allowed": masks, "same": choices == given},
    }


# %% [markdown]
# ## 4 · Masking before the softmax: `masked_log_probs`
#
# *Easy · 6 minutes*
#
# The model gives V logits, and the mask decides which of them count. The probabilities of the allowed tokens must sum
# to 1 again, and those of the rest must be 0. It matters *where* you mask. If you do it after the softmax, the
# remaining probabilities sum to less than 1. And if the allowed tokens were very unlikely, their probabilities may
# already have been rounded to 0.


# %% nbgrader={"grade_id": "masked_log_probs", "solution": true}
def masked_log_probs(logits, mask):
    """Log-probabilities among the tokens that are allowed.

    logits: (..., V) float32.
    mask: bool, (..., V) or (V,) for all rows, True where a token is allowed.
    Returns (..., V): of each row, the logarithms of probabilities that sum to 1 over
    the allowed tokens; minus infinity where a token is forbidden. Precise even where
    all allowed tokens are extremely unlikely.
    Raises ValueError when a row allows nothing.
    """
    ### BEGIN SOLUTION
    if not mask.any(dim=-1).all():
        raise ValueError("There is a row in which no token is allowed.")
    return logits.masked_fill(~mask, -math.inf).log_softmax(dim=-1)  # (..., V)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "masked_log_probs_hints", "locked": true}
# <details><summary>A question to start from</summary>Which logit becomes a probability of 0 in the softmax?</details>
# <details><summary>A pointer</summary>It is the mask of attention, with tokens of the vocabulary instead of keys. Taking the softmax and its logarithm in one step keeps what two steps lose.</details>


# %% nbgrader={"grade_id": "check_masked_log_probs", "grade": true, "locked": true, "points": 2}
@check("masked_log_probs")
def _(logits, mask, gradient, nothing):
    given = logits.clone()
    logits.requires_grad_()
    out = masked_log_probs(logits, mask)
    kept = torch.where(mask, out, torch.zeros_like(out))
    backward(kept, gradient)
    try:
        masked_log_probs(given, nothing)
        said = "nothing"
    except Exception as error:
        said = type(error).__name__
    return {
        "log-probabilities": kept,
        "forbidden": {"kept": kept, "minus infinity": torch.isneginf(out)},
        "grad_logits": logits.grad,
        "nothing allowed": {"kept": kept, "said": said},
        "logits unchanged": {"kept": kept, "logits": logits},
    }


# %% [markdown]
# Now SmolLM2 does arithmetic. Its tool takes two numbers and a sign. A regular expression finds the numbers in the
# question, which leaves six calls to choose from: three signs, each with the numbers in either order. SmolLM2 writes
# one of the six, a program works it out, and the result becomes the answer. For comparison, SmolLM2 also answers
# without a tool, after the same three examples.
#
# **Predict** how many of nine problems it gets right each way.

# %% tags=["explore"]
from utils.topics.assistants.assistant import Assistant

assistant = Assistant(where)
WORDS = {"+": "plus", "-": "minus", "*": "times"}
integer = {"type": "integer"}
properties = {"left": integer, "sign": {"enum": list(WORDS)}, "right": integer}
tools = {"calculate": {"type": "object", "properties": properties, "required": list(properties)}}
SHOWN = [(12, "+", 30), (9, "*", 14), (70, "-", 8)]
SUMS = [(37, "*", 48), (128, "+", 57), (93, "-", 38), (24, "*", 61), (415, "+", 286)]
SUMS += [(502, "-", 77), (13, "*", 89), (99, "+", 64), (321, "-", 45)]


# %% tags=["explore"]
def calculate(left, sign, right):
    return {"+": left + right, "-": left - right, "*": left * right}[sign]


def question(left, sign, right):
    return f"What is {left} {WORDS[sign]} {right}?"


def called(left, sign, right):
    arguments = {"left": left, "sign": sign, "right": right}
    return "<tool_call>" + json.dumps({"name": "calculate", "arguments": arguments}) + "</tool_call>"


# %% tags=["explore"]
def constrained(text, choices):
    """One of the choices, always with the likeliest of the tokens that are allowed."""
    usable = [piece if any(piece in choice for choice in choices) else "" for piece in assistant.vocabulary]
    ids, written = assistant.encode(text), []
    while True:
        mask = allowed_tokens(assistant.decode(written), choices, usable, assistant.end)  # (V,)
        scores = masked_log_probs(assistant.logits(ids + written), mask)  # (V,)
        token = int(scores.argmax())
        if token == assistant.end:
            return assistant.decode(written)
        written.append(token)


# %% tags=["explore"]
def speaker(messages):
    """In the place of a model: a call that cannot be misspelt, and then what the tool said."""
    if messages[-1]["role"] == "tool":
        return f"It is {messages[-1]['content']}."
    asked = messages[-1]["content"]
    a, b = (int(n) for n in re.findall(r"\d+", asked))
    choices = [called(left, sign, right) for sign in WORDS for left, right in ((a, b), (b, a))]
    shown = "".join(f"Question: {question(*each)}\nCall: {called(*each)}\n\n" for each in SHOWN)
    return constrained(f"{shown}Question: {asked}\nCall: ", choices)


# %% tags=["explore"]
if answered("parse_tool_call", "tool_loop", "allowed_tokens", "masked_log_probs"):
    hits, functions = {"alone": 0, "with a tool": 0}, {"calculate": calculate}
    shown = "".join(f"Question: {question(*each)}\nAnswer: {calculate(*each)}\n\n" for each in SHOWN)
    for each in SUMS:
        alone = assistant.complete(f"{shown}Question: {question(*each)}\nAnswer:", limit=8, until="\n")
        hits["alone"] += alone == str(calculate(*each))
        chat = [{"role": "user", "content": question(*each)}]
        chat = tool_loop(speaker, lambda text: parse_tool_call(text, tools), functions, chat, limit=3)
        hits["with a tool"] += chat[-1]["content"] == f"It is {calculate(*each)}."
    print(*chat, sep="\n")
    plots.shares({way: n / len(SUMS) for way, n in hits.items()}, "right answers")
    record("right alone, of 9", hits["alone"], expected=(0, 2))
    record("right with a tool, of 9", hits["with a tool"], expected=(7, 9))

# %% [markdown]
# <details><summary>The answer</summary>
#
# None of nine alone, all nine with the tool. Choosing blindly among the six calls would get 2.5 right on average. So
# the model can turn words such as *37 times 48* into the right call, and what it can't do, one line of Python does. The
# constraint made sure that every call can be parsed; which call to make was the model's choice.
#
# </details>


# %% [markdown]
# ## 5 · Scoring an answer: `completion_logprob`
#
# *Medium · 10 minutes*
#
# From here on the model learns, but without the right answers that **supervised fine-tuning** (lesson 09) needs. There
# are three well-known ways:
#
# | method | signal | how the model learns from it |
# |---|---|---|
# | **RLHF** (Ouyang et al. 2022) | people compare answers | a **reward model** learns to predict them, and PPO (section 8) trains the policy to score high on it |
# | **DPO** (section 6) | one answer is better than another | directly, through a loss on the pair |
# | **GRPO** (sections 7 to 9) | a reward for each answer, here from a program | answers that beat the average become more likely |
#
# The model that learns is called the **policy**, $\pi$. All three methods need to know how likely it was to write a
# given answer:
#
# $$\log \pi(y \mid x) = \sum_t \log \pi(y_t \mid x, y_{<t})$$
#
# The sum runs over the tokens of the *answer* $y$ only. The model didn't choose the prompt $x$, and padding isn't
# part of the text.


# %% nbgrader={"grade_id": "completion_logprob", "solution": true}
def completion_logprob(logits, ids, prompt_lengths, lengths):
    """The log-probability of each completion, summed over its tokens.

    logits: (B, T, V) float32, those of a causal model for the T tokens ids: (B, T)
    int64.
    prompt_lengths, lengths: (B,) int64, the tokens of each row's prompt, 1 or more, and
    of prompt and completion together; what stands behind is padding. All are left as
    they are.
    Returns (B,) float32: for each row the sum over places prompt_lengths to lengths − 1
    of the log-probability that the logits before give them; 0 for an empty completion.
    """
    ### BEGIN SOLUTION
    scores = logits[:, :-1].log_softmax(dim=-1).gather(2, ids[:, 1:, None])[..., 0]  # (B, T−1)
    place = torch.arange(1, ids.shape[1], device=ids.device)  # (T−1,)
    counts = (place >= prompt_lengths[:, None]) & (place < lengths[:, None])  # (B, T−1)
    return (scores * counts).sum(dim=1)  # (B,)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "completion_logprob_hints", "locked": true}
# <details><summary>A question to start from</summary>Which logits predict the first token of the answer?</details>
# <details><summary>A pointer</summary>Leave out the last logits and the first token: then both have T − 1 positions that belong together. <code>gather</code> picks one of V for each position.</details>
# <details><summary>In pseudocode</summary>Log-probabilities over V, without the last position. Pick those of the tokens from the second on. Which of these positions lie within the answer of their row? Sum those.</details>


# %% nbgrader={"grade_id": "check_completion_logprob", "grade": true, "locked": true, "points": 3}
@check("completion_logprob")
def _(logits, ids, prompt_lengths, lengths, gradient):
    given = [logits.clone(), ids.clone(), prompt_lengths.clone(), lengths.clone()]
    logits.requires_grad_()
    sums = completion_logprob(logits, ids, prompt_lengths, lengths)
    backward(sums, gradient)
    same = [torch.equal(a, b) for a, b in zip(given, (logits, ids, prompt_lengths, lengths))]
    return {"sums": sums, "grad_logits": logits.grad, "arguments unchanged": {"sums": sums, "same": same}}


# %% [markdown]
# ## 6 · Learning from preferences: `dpo_loss`
#
# *Medium · 10 minutes*
#
# How does "this answer is better than that one" become a loss? Bradley and Terry (1952) connected comparisons with
# ratings: an answer with reward $r_1$ beats one with reward $r_2$ with probability $\sigma(r_1 - r_2)$. A reward model
# is trained on exactly this. Rafailov et al. (2023) found that you can do without the reward model, because a policy
# $\pi$ *is* one, if you compare it with the **reference** $\pi_{\mathrm{ref}}$ that it started from. This is **direct
# preference optimization** (DPO, equations 5 to 7):
#
# $$\hat r(x, y) = \beta \log \frac{\pi(y \mid x)}{\pi_{\mathrm{ref}}(y \mid x)}, \qquad
# \mathcal L = -\frac{1}{B} \sum \log \sigma\big(\hat r(x, y_w) - \hat r(x, y_l)\big)$$
#
# $y_w$ was chosen, $y_l$ rejected. Only the *change* from the reference counts, so to begin with, a long or rare answer
# is no worse off than a short one. β sets the price of a change.
#
# **Predict** the loss before the first step, when the policy is still the reference.
#
# <details><summary>Answer</summary>Both rewards are 0, σ(0) is one half, and −log 0.5 is 0.693, whatever β is.</details>


# %% nbgrader={"grade_id": "dpo_loss", "solution": true}
def dpo_loss(policy_chosen, policy_rejected, reference_chosen, reference_rejected, beta):
    """The loss of direct preference optimisation (Rafailov et al. 2023, equation 7),
    and by how much each pair is won.

    policy_chosen, policy_rejected, reference_chosen, reference_rejected: (B,) float32,
    log-probabilities of the chosen and the rejected answers under the policy that
    learns and under the reference.  beta: a float above 0.
    Returns the loss, a scalar: the mean over the pairs; finite however large the
    differences are. And the margins (B,): the implicit reward of the chosen answer
    minus that of the rejected one, β included.
    """
    ### BEGIN SOLUTION
    chosen = beta * (policy_chosen - reference_chosen)  # (B,)
    rejected = beta * (policy_rejected - reference_rejected)  # (B,)
    margins = chosen - rejected
    return -F.logsigmoid(margins).mean(), margins
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "dpo_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>What does the logarithm of a quotient become when you already know both logarithms?</details>
# <details><summary>A pointer</summary>Two rewards, one difference, one function of it. If a sigmoid is rounded to 0, its logarithm is lost; the library has both in one step.</details>


# %% nbgrader={"grade_id": "check_dpo_loss", "grade": true, "locked": true, "points": 3}
@check("dpo_loss")
def _(policy_chosen, policy_rejected, reference_chosen, reference_rejected, beta):
    policy_chosen.requires_grad_()
    policy_rejected.requires_grad_()
    loss, margins = dpo_loss(policy_chosen, policy_rejected, reference_chosen, reference_rejected, beta)
    backward(loss, torch.ones_like(loss))
    return {
        "loss": {"margins": margins, "loss": loss},
        "margins": margins,
        "grad_policy_chosen": policy_chosen.grad,
        "grad_policy_rejected": policy_rejected.grad,
    }


# %% [markdown]
# Now use real pairs of answers. SmolLM2 gets the first sentence of an article and is asked to describe the article in a
# few words. Before training, repeating that sentence is by far the likelier answer. *Chosen* is the description that
# people wrote, *rejected* is the sentence. All of this is human text, but the preference is a rule of ours; no one
# compared anything. There are 48 pairs for training, 24 of other articles are held out, and only LoRA (lesson 09) in
# the upper blocks is trained.
#
# **Predict** whether each of three curves rises or falls: the share of held-out pairs in which the chosen answer gets
# the higher reward; the log-probability of rejected answers; that of chosen ones.

# %% tags=["explore"]
from utils.topics.assistants import preferences

if answered("completion_logprob", "dpo_loss"):
    learned, held_out = preferences.pairs()
    run = preferences.Run(assistant, learned, held_out)
    history = preferences.dpo(run, completion_logprob, dpo_loss)
    reward_plots.preference_curve(history)
    first, last = ([row for row in history if "accuracy" in row][i] for i in (0, -1))
    record("held-out pairs that are won", last["accuracy"], expected=(0.9, 1))
    record("nats that chosen answers gained", last["chosen"] - first["chosen"], expected=(-10, 15))
    record("nats that rejected answers gained", last["rejected"] - first["rejected"], expected=(-60, -3))

# %% tags=["explore"]
if answered("completion_logprob", "dpo_loss"):
    few = held_out[:6]
    before, after = run.answers(few, tuned=False, limit=24), run.answers(few, limit=24)
    for pair, *said in zip(few, before, after):
        print(f"{pair.about}\n    before  {said[0]}\n    after   {said[1]}\n    people  {pair.chosen}")
    words = [sum(len(text.split()) for text in texts) / len(texts) for texts in (before, after)]
    reward_plots.before_after({"words an answer": tuple(words)})
    record("words an answer before", words[0], expected=(0, 30))
    record("words an answer after", words[1], expected=(0, 30))

# %% [markdown]
# <details><summary>The answer</summary>
#
# After a few steps all 24 held-out pairs are won, which means that the chosen answer gets the higher reward. Rejected
# answers fall from −9.6 to about −30 nats. Chosen ones rise at first, from −32 to −26, and then fall again, to −29: the
# loss asks for a difference, not for either of the two (Razin et al. 2024). With a higher learning rate and more steps
# both fell by dozens of nats. Every pair was still won, but the answers were no longer language. And won pairs aren't
# the same as good answers. Those above became shorter, and some of them say nothing: to be brief and not to copy is all
# these pairs can teach.
#
# </details>


# %% [markdown]
# ## 7 · Comparing answers within a group: `group_advantages`
#
# *Easy · 7 minutes*
#
# When a program can check an answer, you don't need pairs. The model writes, the program gives a **verifiable reward**
# of 1 or 0, and a **policy gradient** method makes rewarded answers more likely.
#
# But if the model gets a prompt right every time, a 1 teaches it nothing. What counts is whether an answer is better
# than the model's usual answer to this prompt. PPO trains a second network to predict what is usual. **GRPO** (group
# relative policy optimization; Shao et al. 2024, section 4.1) samples G answers *to the same prompt* and compares
# each with the average of its group, which gives its **advantage**:
#
# $$A_i = \frac{r_i - \bar r}{s + 10^{-4}}, \qquad s^2 = \frac{1}{G - 1} \sum_j (r_j - \bar r)^2$$
#
# $\bar r$ and $s$ are the group's mean and standard deviation, so if all answers are right, or all wrong, every
# advantage is 0. (The $10^{-4}$ and the $G - 1$ are from the library TRL, not from the paper.)


# %% nbgrader={"grade_id": "group_advantages", "solution": true}
def group_advantages(rewards):
    """How much better each answer is than the others to its prompt.

    rewards: (P, G) float32, G answers to each of P prompts, G at least 2; left as they
    are.
    Returns (P, G): the reward minus its group's mean, divided by its group's standard
    deviation (that with G − 1) plus 1e-4. A group in which all rewards are equal gets
    0.
    """
    ### BEGIN SOLUTION
    mean = rewards.mean(dim=1, keepdim=True)  # (P, 1)
    deviation = rewards.std(dim=1, keepdim=True)  # (P, 1)
    return (rewards - mean) / (deviation + 1e-4)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "group_advantages_hints", "locked": true}
# <details><summary>A question to start from</summary>Along which axis of (P, G) do you find the answers to one prompt?</details>
# <details><summary>A pointer</summary>LayerNorm standardizes a row the same way. Here there is no gain and no shift, the divisor is G − 1 rather than G, and the small constant is a different one, added after the square root.</details>


# %% nbgrader={"grade_id": "check_group_advantages", "grade": true, "locked": true, "points": 2}
@check("group_advantages")
def _(rewards):
    given = rewards.clone()
    advantages = group_advantages(rewards)
    return {
        "advantages": advantages,
        "rewards unchanged": {"first": advantages[:1], "rewards": given - rewards},
    }


# %% [markdown]
# The division matters more than it seems. Take two groups of eight answers: in one of them four are right, in the other
# only one. **Predict** the advantage of a right answer in each, and which prompt pulls harder on the weights.

# %% tags=["explore"]
if answered("group_advantages"):
    rewards = torch.tensor([[1.0] * 4 + [0.0] * 4, [1.0] + [0.0] * 7, [1.0] * 8])
    print(group_advantages(rewards))
    record("advantage of one right among four", group_advantages(rewards)[0, 0].item(), expected=(0.9, 0.95))
    record("advantage of one right alone", group_advantages(rewards)[1, 0].item(), expected=(2.4, 2.5))

# %% [markdown]
# <details><summary>The answer</summary>0.94 and 2.47: a rare success counts more, and that comes from dividing by the deviation. Liu et al. (2025) leave the division out, because it also favors prompts that are nearly always right.</details>


# %% [markdown]
# ## 8 · PPO's clipped objective: `clipped_policy_loss`
#
# *Hard · 14 minutes*
#
# Sampling is expensive, so each batch of answers is used for several steps. But after the first, the policy is no
# longer the one that wrote them: the samples are **off-policy**. The **importance ratio**
# $\rho = \pi_{\mathrm{new}} / \pi_{\mathrm{old}}$ of a token's probabilities corrects for that. PPO (Schulman et al.
# 2017, equation 7) also clips it, which caps what a token can gain from one batch:
#
# $$g_{i,t} = \min\big(\rho_{i,t} A_i,\ \mathrm{clip}(\rho_{i,t},\, 1 - \epsilon_{\mathrm{low}},\, 1 + \epsilon_{\mathrm{high}})\, A_i\big), \qquad
# \mathcal L = -\frac{1}{N} \sum_i \frac{1}{|y_i|} \sum_t g_{i,t}$$
#
# The minimum is the more cautious of the two. When a bad token ($A < 0$) has become too likely, the clipped term has no
# gradient, but the minimum is the other term, and the token is still pulled back.
#
# Average over each answer's tokens first, then over the answers (Shao et al. 2024, equation 3). Liu et al. (2025) also
# object to this division by $|y_i|$. The separate bounds are DAPO's (Yu et al. 2025).


# %% nbgrader={"grade_id": "clipped_policy_loss", "solution": true}
def clipped_policy_loss(new, old, advantages, mask, low, high):
    """The clipped surrogate of PPO by token, with one advantage for each answer, as
    GRPO uses it.

    new, old: (N, T) float32, log-probabilities of the tokens of N answers under the
    model that learns and under the one that wrote them.  advantages: (N,).
    mask: (N, T) bool, True for tokens that belong to the answer; what stands elsewhere
    in new and old counts for nothing, whatever it is.
    low, high: how far below and above 1 a ratio may go.
    Returns a scalar: minus the mean over the answers of the mean over their tokens. An
    answer without a token counts as 0.
    """
    ### BEGIN SOLUTION
    ratio = (new - old).masked_fill(~mask, 0).exp()  # (N, T) masked first: infinity times 0 is NaN
    clipped = ratio.clamp(1 - low, 1 + high)  # (N, T)
    gain = torch.minimum(ratio * advantages[:, None], clipped * advantages[:, None])  # (N, T)
    tokens = mask.sum(dim=1).clamp(min=1)  # (N,)
    return -((gain * mask).sum(dim=1) / tokens).mean()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "clipped_policy_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>How do you get the quotient of two probabilities from their logarithms?</details>
# <details><summary>A pointer</summary>The ratio and the clipped ratio are both multiplied by the advantage before you take the smaller; which one that is depends on the sign. Values outside the mask may overflow in an exponential, and they must not reach the gradient either.</details>
# <details><summary>In pseudocode</summary>Ratios, harmless outside the mask. The same ratios, clipped. Multiply both by A and take the smaller. Sum over the answer's tokens, divide by their number (at least 1). Take the mean over answers, with a minus sign.</details>


# %% nbgrader={"grade_id": "check_clipped_policy_loss", "grade": true, "locked": true, "points": 4}
@check("clipped_policy_loss")
def _(new, old, advantages, mask, low, high):
    new.requires_grad_()
    loss = clipped_policy_loss(new, old, advantages, mask, low, high)
    backward(loss, torch.ones_like(loss))
    by_one = [
        clipped_policy_loss(new[i : i + 1], old[i : i + 1], advantages[i : i + 1], mask[i : i + 1], low, high)
        for i in range(len(new))
    ]
    return {"loss": {"answer by answer": by_one, "loss": loss}, "grad_new": new.grad}


# %% [markdown]
# Does this loss pull in the right direction? With a vocabulary of five tokens and answers of two, you can list all 25
# answers and compute the gradient of the expected reward exactly. (The factor 2 in `estimated` undoes the mean over an
# answer's two tokens.) **Predict** how far off the estimate is with 200 answers, and with 20,000.


# %% tags=["explore"]
def enumerated(weights, worth):
    """The exact gradient of the expected reward for two independent tokens, (2, V)."""
    weights = weights.clone().requires_grad_()
    chances = weights.softmax(1)  # (2, V)
    (chances[0][:, None] * chances[1] * worth).sum().backward()
    return weights.grad


def estimated(weights, worth, n, generator):
    """The same from n answers, by the student's loss at a ratio of 1; the advantage is the reward minus its mean."""
    weights = weights.clone().requires_grad_()
    drawn = torch.multinomial(weights.softmax(1).detach(), n, True, generator=generator).T  # (n, 2)
    new = weights.log_softmax(1)[torch.arange(2), drawn]  # (n, 2)
    rewards = worth[drawn[:, 0], drawn[:, 1]]
    all_tokens = torch.ones_like(new, dtype=torch.bool)
    (2 * clipped_policy_loss(new, new.detach(), rewards - rewards.mean(), all_tokens, 0.2, 0.2)).backward()
    return -weights.grad


# %% tags=["explore"]
if answered("clipped_policy_loss"):
    generator = torch.Generator().manual_seed(0)
    weights, worth = (
        torch.randn(2, 5, generator=generator),
        (torch.rand(5, 5, generator=generator) < 0.3).float(),
    )
    exact = enumerated(weights, worth)
    for n in (200, 2_000, 20_000):
        off = (estimated(weights, worth, n, generator) - exact).norm() / exact.norm()
        print(f"{n:6} answers: {off:.3f} of the gradient's length away")
    record("error of the gradient from 20,000 answers", off.item(), expected=(0, 0.06))

# %% [markdown]
# <details><summary>The answer</summary>By 24 % of the gradient's length with 200 answers, 10 % with 2,000, 2 % with 20,000. The estimate points the right way, and its noise falls with the square root of the number of answers. That is why learning from rewards takes so many of them.</details>


# %% [markdown]
# ## 9 · Staying close to the reference: `kl_k3`
#
# *Easy · 7 minutes*
#
# A reward pulls a model as far as it can, and other things suffer: grammar, other tasks, manners. So the loss also
# penalizes the distance from the reference. The **KL divergence** $\mathrm{KL}(\pi \| \pi_{\mathrm{ref}})$ is a mean
# over everything that the policy might write, but we only have what it did write. Schulman (2020) compared estimates
# from a single sample. With $d = \log \pi_{\mathrm{ref}}(y) - \log \pi(y)$:
#
# $$k_1 = -d, \qquad k_3 = e^d - d - 1$$
#
# Both are *unbiased*: their mean is the divergence. $k_1$ is often negative; $k_3$ never is, and it varies less. This
# holds for the value. The gradient of $k_3$ on sampled tokens is, on average, that of the reverse divergence
# $\mathrm{KL}(\pi_{\mathrm{ref}} \| \pi)$.
#
# **Predict** the mean of $e^d - 1$, by which the two differ.
#
# <details><summary>Answer</summary>0. The mean of π_ref / π under the policy is the sum of π_ref over everything that π can write, which is 1. Adding a term whose mean is 0 leaves the mean as it is, and it can reduce the variance: a <b>control variate</b>.</details>


# %% nbgrader={"grade_id": "kl_k3", "solution": true}
def kl_k3(new, reference):
    """An estimate of KL(policy ‖ reference) for each token that the policy drew
    (Schulman 2020, k3).

    new, reference: (N, T) float32 log-probabilities of these tokens under policy and
    reference.  Returns (N, T), never below 0 but for rounding.
    """
    ### BEGIN SOLUTION
    d = reference - new  # (N, T)
    return d.exp() - d - 1
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "kl_k3_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the two models wrote the tokens, and so belongs in the denominator?</details>
# <details><summary>A pointer</summary>Try two numbers: reference −1, policy −2. The estimate is e − 2.</details>


# %% nbgrader={"grade_id": "check_kl_k3", "grade": true, "locked": true, "points": 2}
@check("kl_k3")
def _(new, reference, gradient, weights):
    # `weights`: probabilities of all tokens under the policy, so that the weighted sum is the exact divergence
    exact = (weights * kl_k3(new, reference)).sum(dim=1)
    new.requires_grad_()
    estimate = kl_k3(new, reference)
    backward(estimate, gradient)
    return {"k3": estimate, "mean over all tokens": {"k3": estimate[:1], "mean": exact}, "grad_new": new.grad}


# %% tags=["explore"]
if answered("kl_k3"):
    generator = torch.Generator().manual_seed(0)
    policy, reference = torch.randn(2, 50, generator=generator).mul(0.5).log_softmax(1)
    drawn = torch.multinomial(policy.exp(), 4000, True, generator=generator)
    k1, k3 = (policy - reference)[drawn], kl_k3(policy[None], reference[None])[0, drawn]
    exact = F.kl_div(reference, policy, log_target=True, reduction="sum")
    for name, k in ("k1", k1), ("k3", k3):
        print(
            f"{name}: mean {k.mean():.3f} (exact {exact:.3f}), deviation {k.std():.3f}, below 0: {(k < 0).double().mean():.0%}"
        )
    record("deviation of k3 over that of k1", (k3.std() / k1.std()).item(), expected=(0.75, 0.98))

# %% [markdown]
# <details><summary>What was measured</summary>Both means are close to the exact 0.317. k1 is below 0 for 29 % of the tokens and k3 for none, and the standard deviation of k3 is smaller by a tenth.</details>


# %% [markdown]
# ## 10 · Training on rewards, and reward hacking
#
# Now everything comes together. A small GPT has been trained on sums for two seconds, and one sampled answer in six is
# right. From now on it never sees a right answer again. It writes eight answers to each of 32 prompts, a program
# compares them with the sum, and your three functions do the rest.
#
# **Predict** how many held-out sums it gets right with greedy decoding, before and after.

# %% tags=["explore"]
from utils.topics.assistants import rewards as checked

sums = checked.Sums.all()
small = checked.pretrained(sums, where)
if answered("group_advantages", "clipped_policy_loss", "kl_k3"):
    rules = checked.Rules(group_advantages, clipped_policy_loss, kl_k3)
    tuned, history = checked.grpo(small, sums, checked.exact, rules)
    reward_plots.reward_curve(history)
    shares = [checked.share_right(model, sums.held_out) for model in (small, tuned)]
    record("held-out sums right before", shares[0], expected=(0.1, 0.7))
    record("held-out sums right after", shares[1], expected=(0.45, 1))

# %% [markdown]
# <details><summary>The answer</summary>
#
# About a quarter before and nearly two thirds after; with two other seeds, from .65 to .79 and from .37 to .86. The
# curve of the sampled answers is ragged, since each batch has different sums. The held-out curve is steadier.
#
# </details>
#
# Being exactly right is a hard way to earn a reward, and a batch without a single right answer teaches nothing. So
# suppose you reward *partial answers*: the share of the right answer's digits that occur in what was written. If the
# sum is 42, the model gets half a point for 41, and a full one for 42.
#
# **Predict** what it will write after 60 steps.

# %% tags=["explore"]
if answered("group_advantages", "clipped_policy_loss", "kl_k3"):
    gamer, history = checked.grpo(small, sums, checked.digits_found, rules, steps=60)
    reward_plots.gamed(history)
    shown = sums.held_out[:5]
    print(*[f"{asked}{text}" for asked, text in zip(shown, checked.sample(gamer, shown).texts)], sep="\n")
    record("reward after being gamed", history[-1]["reward"], expected=(0.5, 1))
    record(
        "held-out sums right after being gamed", checked.share_right(gamer, sums.held_out), expected=(0, 0.3)
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# As many different digits as it has room for. The reward climbs from a half to three quarters and more, and of 300 sums
# not one is right. Nothing is broken. The model was rewarded for digits and found the cheapest way to get them, which
# is called **reward hacking**. If you plot the reward together with what you really want, you see it on the first day.
#
# </details>
#
# A reward is a program, and a model searches it for gaps with a patience that no student has. (You have met such
# programs: the checks of this course. Each of them was tried against wrong answers before you saw it.)

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A start-up tunes an assistant that answers customers. It may
# call a function that refunds money. The reward is 1 when the customer clicks "solved". After a week the clicks have
# doubled, and so have the refunds. What happened, in the terms of this sitting? Name two changes to the tool and two to
# the reward, and say how you would find out whether they helped.
#
# ### BEGIN SOLUTION
# **Model answer.** The reward is a proxy: it counts clicks, not solved problems. A refund buys clicks, so answers with
# a refund were better than the rest of their group and became more likely; nothing in the reward made money count. This
# is reward hacking. On the tool's side: take the refund off the list, or let it ask a person; let the schema bound its
# amount and the loop the number of calls; treat everything a customer writes as data, and never run a call in it. On
# the reward's side: subtract what was refunded; let people compare pairs of whole conversations, or check against what
# the customer needed; keep the policy near its reference with a KL term, and stop when the reward and the truth part
# ways. To find out: hold out conversations whose right handling is known, and measure the share that is right and the
# money spent next to the reward, before and after, with several seeds; and have testers try to get refunds that aren't
# due.
#
# **Rubric.**
#
# - a, 0.5 points: sees that the reward was hacked: a proxy rose without the aim
# - b, 0.5 points: proposes a measure of the aim itself on held-out cases
# - c, 0.5 points: two sound changes to the tool, such as a list, a schema, a limit, a person
# - d, 0.5 points: two sound changes to the reward, such as including the cost, preferences, the KL term
# ### END SOLUTION

# %% [markdown]
# ## 11 · For a friend
#
# Ask a friend to make up a reward for sums: any rule that a program can check, such as short answers, even numbers, or
# many sevens. Write it as a function of the prompt and of what was written, and **predict** together what the model
# will write after 60 steps. Then look.


# %% tags=["explore"]
def theirs(prompt, written):
    """A friend's reward, a number."""
    return written.count("7") - 0.1 * len(written)


if answered("group_advantages", "clipped_policy_loss", "kl_k3"):
    friend, history = checked.grpo(small, sums, theirs, rules, steps=60)
    shown = sums.held_out[:5]
    print(*[f"{asked}{text}" for asked, text in zip(shown, checked.sample(friend, shown).texts)], sep="\n")
    record("reward of a friend's rule at the end", history[-1]["reward"], expected=(2, 8))

# %% [markdown]
# <details><summary>Answer</summary>With the rule above: nothing but sevens, to the last character that it may write.</details>
#
# **What you have now.** An assistant that looks things up and calls the programs it was given and no others, and two
# ways to change it: by preferences, and by what a program can check. One lesson is left, the capstone, and it is yours:
# a budget, a text, and a free hand.
#
# **Sources.** Schick et al. 2023, *Toolformer*, arXiv 2302.04761. Yao et al. 2023, *ReAct*, arXiv 2210.03629. Willard
# and Louf 2023, *Efficient guided generation*, arXiv 2307.09702. Bradley and Terry 1952. Ouyang et al. 2022, arXiv
# 2203.02155. Rafailov et al. 2023, *Direct preference optimization*, arXiv 2305.18290. Schulman et al. 2017, *PPO*,
# arXiv 1707.06347. Shao et al. 2024, *DeepSeekMath* (GRPO), arXiv 2402.03300. Schulman 2020, *Approximating KL
# divergence*, joschu.net. Liu et al. 2025, arXiv 2503.20783. Razin et al. 2024, arXiv 2410.08847. Yu et al. 2025,
# *DAPO*, arXiv 2503.14476. Texts: Wikipedia, CC BY-SA 4.0.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
