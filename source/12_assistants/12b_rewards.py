# %% [markdown]
# # Lesson 12 · Assistants
# ## Second sitting: act, prefer, and be rewarded
#
# A model that only talks guesses what 37 times 48 is. One that may call a program asks it. And what nobody can write down
# as a right answer, people can still compare, and programs can often check. Both can be trained on.
#
# When you reach the end of it you will have
#
# - a loop in which a model calls programs, and cannot call what you did not give it,
# - decoding that cannot leave a form, whatever the model would like to write,
# - a model that learned from pairs which answers people prefer,
# - a model that learned sums from a program which only says right or wrong,
# - one that found out how to be rewarded without being right.
#
# | | |
# |---|---|
# | Uses | log-probabilities of lesson 04, sampling of 06, adapters of 09, SmolLM2 of 11 (all given) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# B rows, T tokens, V tokens in a vocabulary; P prompts, G answers to each of them, N = P · G answers in all.
#
# <details><summary>1. What is the logarithm of a probability of 1, and of 0?</summary>0, and minus infinity (lesson 00).</details>
# <details><summary>2. At which position of the logits stands the prediction of token t?</summary>At t − 1 (lesson 04).</details>
# <details><summary>3. Why is a text of ten tokens less likely than its first five?</summary>Log-probabilities are at most 0, and they add (lesson 04).</details>
# <details><summary>4. How does a mask keep a softmax from choosing something?</summary>It puts minus infinity in its place, in front of the softmax (lesson 02).</details>
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
# ## 1 · What does it want? `parse_tool_call`
#
# *Medium · 14 minutes*
#
# A model cannot do anything. It writes text, and a program that you wrote does something when it finds a **call** in it
# (Schick et al. 2023):
#
# ```
# I need the product. <tool_call>{"name": "multiply", "arguments": {"a": 37, "b": 48}}</tool_call>
# ```
#
# Whoever writes a page that the model reads may have written this call. So nothing in it is evaluated, nothing is
# guessed, nothing is repaired. There is a list of tools, and for each a JSON Schema of its arguments. What does not fit
# is refused with a sentence, which the model can read and learn from.
#
# **Predict** what Python's `json.loads` makes of `{"name": "look", "name": "delete"}`.
#
# <details><summary>Answer</summary>{"name": "delete"}: the last one wins, in silence. Another program, which checks the call before yours, may take the first. Two readers of one text must not come to two results, so a key that stands twice is refused.</details>


# %% nbgrader={"grade_id": "parse_tool_call", "solution": true}
def parse_tool_call(text, tools):
    """The call of a tool in what a model wrote.

    text: a str.  tools: the name of each tool and the JSON Schema of its arguments, {str: dict}, left as it is.
    Returns None for a text with neither of the marks <tool_call> and </tool_call>, otherwise (name, arguments).
    Raises ValueError, with a sentence, unless all of this holds:
    each mark occurs once in the text, in this order; anything may stand in front of the first, and only white space
    behind the second; between them stands JSON, in which no object has a key twice, and neither NaN nor Infinity; it is
    an object with the keys "name" and "arguments" and no others; the name is that of a tool; its schema
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
# <details><summary>A question to start from</summary>How often does each mark occur in a text with one call, and what may stand where?</details>
# <details><summary>A pointer</summary><code>json.loads</code> takes two functions of yours: <code>object_pairs_hook</code> gets the pairs of each object before they become a dictionary, <code>parse_constant</code> gets the three words that JSON does not know. An error of <code>json</code> is a ValueError already.</details>
# <details><summary>In pseudocode</summary>No mark: None. Count the marks, cut the text at them, look at what is behind. Read the JSON strictly. Is it an object of exactly these two keys? Is its name a text, and one of the tools? Ask the schema of this tool about the arguments.</details>


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
# What do ten odd texts get? The first is sound. **Predict** for the others which are refused.

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
# <details><summary>The answer</summary>All nine. The second is Python, and only evaluating would read it. An extra argument alone would not be refused: this schema does not forbid others. NaN is.</details>


# %% [markdown]
# ## 2 · And then? `tool_loop`
#
# *Medium · 12 minutes*
#
# The model writes. If there is a call, the program runs it and adds what came out as a message of the role *tool*. The
# model writes again, now with the result before its eyes (Yao et al. 2023, ReAct). Without a call, that was the answer.
#
# Three things make this loop safe.
#
# - A **limit**. A model that calls for ever costs money for ever.
# - An **error is a result**. The model may have misspelt a name; told so, it can try again. A program that falls over
#   tells nobody.
# - The result is the **tool's**, never the assistant's: what the model reads as its own words it believes.
#
# **Predict**: a model has one turn left and writes a call. Should it be run?
#
# <details><summary>Answer</summary>No. Nobody would read the result, and a call may do something in the world.</details>


# %% nbgrader={"grade_id": "tool_loop", "solution": true}
def tool_loop(model, parse, functions, messages, limit):
    """A chat in which a model calls functions until it answers.

    model: takes a list of messages, returns the text that the assistant writes next.  parse: takes a text, returns
    None or (name, arguments), or raises an error that says what is wrong with the call.  functions: what may be called,
    {name: function}; arguments, a dict, are passed by name.  messages: the chat so far, left as it is.
    limit: how often the model may be asked, 1 or more.
    Returns a new list: the chat and all that was added to it. Each text of the model is added as it stands, with the
    role "assistant". For a call, a message of the role "tool" follows: `str` of what the function returned, or, when
    parse or the function raises any Exception, "Error: " and `str` of it. The first text without a call is the last
    message. So is the text with which the limit is reached: a call in it is not run.
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
# <details><summary>A question to start from</summary>After which texts of the model is nothing more added?</details>
# <details><summary>A pointer</summary>Both <code>parse</code> and the function can fail, and for the model it is the same: a message that says so. <code>f(**d)</code> passes a dictionary by name.</details>
# <details><summary>In pseudocode</summary>Copy the list. As often as the limit says: ask, add what was said. Was that the last time, or is there no call? Done. Otherwise run it, with an error caught, and add what came out as the tool's.</details>


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
# ## 3 · Nothing else: `allowed_tokens`
#
# *Hard · 15 minutes*
#
# A small model misspells its calls. It need not: in front of each token, forbid all those after which the text can no
# longer become a call (Willard and Louf 2023). What remains is chosen among. The simplest form is a list of **choices**,
# as an enumeration in a JSON Schema is one.
#
# Tokens make it interesting. What begins like " Paris" need not become it: there may be no token that spells the rest.
# Such a **dead end** must be forbidden before it is entered.
#
# With the vocabulary ["a", "ab", "c", "end"] and the choices "ac" and "abc": both "a" and "ab" may begin. With "abb" in
# place of "abc", only "a" may, since nothing spells the last "b".


# %% nbgrader={"grade_id": "allowed_tokens", "solution": true}
def allowed_tokens(prefix, choices, vocabulary, end):
    """Which tokens may come next, if the text is to become one of the choices.

    prefix: the text so far, a str, perhaps "".  choices: texts, left as they are.  vocabulary: the text of each of the
    V tokens; any other token whose text is "" is never allowed.  end: the token that ends a text, whatever its own
    text is: it is allowed where the prefix is one of the choices, and nowhere else.
    Another token is allowed where prefix and its text together begin a choice (or are one) whose rest can be spelt with
    tokens of the vocabulary other than end, so that there are no dead ends.
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
# <details><summary>A question to start from</summary>Take one choice, and a token that fits behind the prefix. What is left of the choice, and who spells it?</details>
# <details><summary>A pointer</summary>Whether a rest can be spelt depends on shorter rests only. So begin with the empty one, at the end, or remember what you have found out.</details>
# <details><summary>In pseudocode</summary>For each choice that begins with the prefix: from its last letter to the first, mark the places from which some token leads to a marked place (the end is marked). Allow each token that leads from the end of the prefix to a marked place. Is the choice complete? Allow the end. Nothing allowed is an error.</details>


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
# ## 4 · Chosen among them: `masked_log_probs`
#
# *Easy · 6 minutes*
#
# The model gives V scores, the mask says which count. Among these the probabilities must sum to one again, and the others
# have none at all. It matters *where* the mask goes: behind the softmax what is left sums to less, and when the allowed
# tokens are unlikely ones, it is rounded to nothing.


# %% nbgrader={"grade_id": "masked_log_probs", "solution": true}
def masked_log_probs(logits, mask):
    """Log-probabilities among the tokens that are allowed.

    logits: (..., V) float32.  mask: bool, (..., V) or (V,) for all rows, True where a token is allowed.
    Returns (..., V): of each row, the logarithms of probabilities that sum to 1 over the allowed tokens; minus infinity
    where a token is forbidden. Precise even where all allowed tokens are extremely unlikely.
    Raises ValueError when a row allows nothing.
    """
    ### BEGIN SOLUTION
    if not mask.any(dim=-1).all():
        raise ValueError("There is a row in which no token is allowed.")
    return logits.masked_fill(~mask, -math.inf).log_softmax(dim=-1)  # (..., V)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "masked_log_probs_hints", "locked": true}
# <details><summary>A question to start from</summary>Which score has the probability 0 behind a softmax?</details>
# <details><summary>A pointer</summary>It is the mask of attention, on another axis. A logarithm of a softmax in one step keeps what two steps lose.</details>


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
# Now SmolLM2 calculates. Its tool takes two numbers and a sign, and its choices are all calls with the two numbers of the
# question, in either order. It writes the call, a program works it out, and what came back is the answer. Beside it:
# SmolLM2 with no tool, with the same three examples in front.
#
# **Predict** how many of nine are right, each way.

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
# None of nine alone, all nine with the tool. What the model can do is bring words into a form, from *37 times 48* to
# a call. What it cannot do, one line of Python does. The constraint saw to it that every call can be read; which one
# it is, the model chose.
#
# </details>


# %% [markdown]
# ## 5 · How likely was this answer? `completion_logprob`
#
# *Medium · 10 minutes*
#
# From here on the model learns. Nobody writes the right answer for it any more. Somebody says which of two is better, or
# a program says whether one is right. Both need the same number: how likely the model was to write this answer.
#
# $$\log \pi(y \mid x) = \sum_t \log \pi(y_t \mid x, y_{<t})$$
#
# The sum goes over the tokens of the **answer** $y$. The prompt $x$ was not the model's choice, and padding was nobody's.


# %% nbgrader={"grade_id": "completion_logprob", "solution": true}
def completion_logprob(logits, ids, prompt_lengths, lengths):
    """The log-probability of each completion, summed over its tokens.

    logits: (B, T, V) float32, those of a causal model for the T tokens ids: (B, T) int64.  prompt_lengths, lengths: (B,)
    int64, the tokens of each row's prompt, 1 or more, and of prompt and completion together; what stands behind is
    padding. All are left as they are.
    Returns (B,) float32: for each row the sum over places prompt_lengths to lengths − 1 of the log-probability that the
    logits before give them; 0 for an empty completion.
    """
    ### BEGIN SOLUTION
    scores = logits[:, :-1].log_softmax(dim=-1).gather(2, ids[:, 1:, None])[..., 0]  # (B, T−1)
    place = torch.arange(1, ids.shape[1], device=ids.device)  # (T−1,)
    counts = (place >= prompt_lengths[:, None]) & (place < lengths[:, None])  # (B, T−1)
    return (scores * counts).sum(dim=1)  # (B,)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "completion_logprob_hints", "locked": true}
# <details><summary>A question to start from</summary>Which logits predict the first token of the answer?</details>
# <details><summary>A pointer</summary>Leave out the last logits and the first token: then both have T − 1 places that belong together. <code>gather</code> takes one of V for each place.</details>
# <details><summary>In pseudocode</summary>Log-probabilities over V, without the last place. Those of the tokens from the second on. Which of these places lie within the answer of their row? Sum those.</details>


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
# ## 6 · Which one is better? `dpo_loss`
#
# *Medium · 10 minutes*
#
# Bradley and Terry (1952) said how ratings explain comparisons: an answer of reward $r_1$ wins over one of $r_2$ with the
# probability $\sigma(r_1 - r_2)$. Rafailov et al. (2023) found that no model of the reward is needed. A policy $\pi$ *is*
# one, measured against the **reference** $\pi_{\mathrm{ref}}$ from which it started (equations 5 to 7):
#
# $$\hat r(x, y) = \beta \log \frac{\pi(y \mid x)}{\pi_{\mathrm{ref}}(y \mid x)}, \qquad
# \mathcal L = -\frac{1}{B} \sum \log \sigma\big(\hat r(x, y_w) - \hat r(x, y_l)\big)$$
#
# $y_w$ was chosen, $y_l$ rejected. The reference makes a long or rare answer no worse than a short one: only the
# *change* counts. β says how dearly a change is bought.
#
# **Predict** the loss before the first step, when the policy is the reference.
#
# <details><summary>Answer</summary>Both rewards are 0, σ(0) is a half, and −log 0.5 is 0.693, whatever β is.</details>


# %% nbgrader={"grade_id": "dpo_loss", "solution": true}
def dpo_loss(policy_chosen, policy_rejected, reference_chosen, reference_rejected, beta):
    """The loss of direct preference optimisation (Rafailov et al. 2023, equation 7), and by how much each pair is won.

    policy_chosen, policy_rejected, reference_chosen, reference_rejected: (B,) float32, log-probabilities of the chosen
    and the rejected answers under the policy that learns and under the reference.  beta: a float above 0.
    Returns the loss, a scalar: the mean over the pairs; finite however large the differences are. And the margins
    (B,): the implicit reward of the chosen answer minus that of the rejected one, β included.
    """
    ### BEGIN SOLUTION
    chosen = beta * (policy_chosen - reference_chosen)  # (B,)
    rejected = beta * (policy_rejected - reference_rejected)  # (B,)
    margins = chosen - rejected
    return -F.logsigmoid(margins).mean(), margins
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "dpo_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the logarithm of a quotient, when you have the two logarithms?</details>
# <details><summary>A pointer</summary>Two rewards, one difference, one function of it. Behind a sigmoid that has become 0 a logarithm is lost; the library has both in one step.</details>


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
# Now a real pair of answers. SmolLM2 is asked to describe an article in a few words, and is given its first sentence. To
# give that sentence back is by far the likelier answer. **Chosen** is the description that people wrote, **rejected** the
# sentence: all of it is human text. 48 pairs teach, 24 of other articles are held out, and LoRA (lesson 09) in the upper
# blocks learns.
#
# **Predict** three curves: the share of held-out pairs in which the chosen answer gets the higher reward; the
# log-probability of rejected answers; that of chosen ones.

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
# All 24 held-out pairs are won after a few steps: the chosen answer gets the higher reward. Rejected answers fall
# from −9.6 to about −30 nats. Chosen ones rise at first, from −32 to −26, and then fall again, to −29: the loss asks
# for a difference and not for either of the two (Razin et al. 2024). With a higher rate and more steps both fell by
# dozens of nats, every pair was still won, and the answers were no language any more. And won pairs are not good
# answers. Those above became shorter, and some of them say nothing: brevity is all that these pairs can teach.
#
# </details>


# %% [markdown]
# ## 7 · Better than the others: `group_advantages`
#
# *Easy · 7 minutes*
#
# Where a program can check an answer, no pairs are needed. The model writes, the program says 1 or 0, and what got a 1 is
# made more likely. But a question that everybody gets right teaches nothing by its 1s. So each answer is held against the
# others **to the same prompt** (GRPO, Shao et al. 2024, section 4.1):
#
# $$A_i = \frac{r_i - \bar r}{s + 10^{-4}}, \qquad s^2 = \frac{1}{G - 1} \sum_j (r_j - \bar r)^2$$
#
# $\bar r$ and $s$ are taken over the G answers of the group. Where all of them are right, or all wrong, every advantage
# is 0.


# %% nbgrader={"grade_id": "group_advantages", "solution": true}
def group_advantages(rewards):
    """How much better each answer is than the others to its prompt.

    rewards: (P, G) float32, G answers to each of P prompts, G at least 2; left as they are.
    Returns (P, G): the reward minus its group's mean, divided by its group's standard deviation (that with G − 1) plus
    1e-4. A group in which all rewards are equal gets 0.
    """
    ### BEGIN SOLUTION
    mean = rewards.mean(dim=1, keepdim=True)  # (P, 1)
    deviation = rewards.std(dim=1, keepdim=True)  # (P, 1)
    return (rewards - mean) / (deviation + 1e-4)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "group_advantages_hints", "locked": true}
# <details><summary>A question to start from</summary>Which axis of (P, G) holds the answers to one prompt?</details>
# <details><summary>A pointer</summary>It is the standardising of LayerNorm, without gain and shift, with G − 1 in place of G and another small number, which stands outside the root.</details>


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
# Dividing matters more than it seems. Two groups of eight: in one, four answers are right; in the other, one.
# **Predict** the advantage of a right answer in each, and which prompt pulls harder.

# %% tags=["explore"]
if answered("group_advantages"):
    rewards = torch.tensor([[1.0] * 4 + [0.0] * 4, [1.0] + [0.0] * 7, [1.0] * 8])
    print(group_advantages(rewards))
    record("advantage of one right among four", group_advantages(rewards)[0, 0].item(), expected=(0.9, 0.95))
    record("advantage of one right alone", group_advantages(rewards)[1, 0].item(), expected=(2.4, 2.5))

# %% [markdown]
# <details><summary>The answer</summary>0.94 and 2.47: a rare success counts more. Dividing by the deviation does that. Liu et al. (2025) leave the division out, since it also favours prompts that are nearly always right.</details>


# %% [markdown]
# ## 8 · Not too far at once: `clipped_policy_loss`
#
# *Hard · 14 minutes*
#
# Answers are dear, so each batch is used for several steps. After the first step the model that learns is not the one
# that wrote. The **ratio** $\rho = \pi_{\mathrm{new}} / \pi_{\mathrm{old}}$ of a token's probabilities corrects for it,
# and PPO (Schulman et al. 2017, equation 7) ends what a token can gain once the ratio has left a range:
#
# $$g_{i,t} = \min\big(\rho_{i,t} A_i,\ \mathrm{clip}(\rho_{i,t},\, 1 - \epsilon_{\mathrm{low}},\, 1 + \epsilon_{\mathrm{high}})\, A_i\big), \qquad
# \mathcal L = -\frac{1}{N} \sum_i \frac{1}{|y_i|} \sum_t g_{i,t}$$
#
# The minimum is the more cautious of the two: a token that became too likely although it is bad ($A < 0$) is still pulled
# back. Each answer is averaged over its own tokens first, then all answers (Shao et al. 2024, equation 3).


# %% nbgrader={"grade_id": "clipped_policy_loss", "solution": true}
def clipped_policy_loss(new, old, advantages, mask, low, high):
    """The clipped surrogate of PPO by token, with one advantage for each answer, as GRPO uses it.

    new, old: (N, T) float32, log-probabilities of the tokens of N answers under the model that learns and under the one
    that wrote them.  advantages: (N,).  mask: (N, T) bool, True for tokens that belong to the answer; what stands
    elsewhere in new and old counts for nothing, whatever it is.  low, high: how far below and above 1 a ratio may go.
    Returns a scalar: minus the mean over the answers of the mean over their tokens. An answer without a token counts as 0.
    """
    ### BEGIN SOLUTION
    ratio = (new - old).masked_fill(~mask, 0).exp()  # (N, T) masked first: infinity times 0 is NaN
    clipped = ratio.clamp(1 - low, 1 + high)  # (N, T)
    gain = torch.minimum(ratio * advantages[:, None], clipped * advantages[:, None])  # (N, T)
    tokens = mask.sum(dim=1).clamp(min=1)  # (N,)
    return -((gain * mask).sum(dim=1) / tokens).mean()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "clipped_policy_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the quotient of two probabilities, when you have their logarithms?</details>
# <details><summary>A pointer</summary>The clipped ratio and the ratio itself are both multiplied by the advantage before the smaller is taken: which one that is depends on the sign. What is outside the mask may overflow in an exponential.</details>
# <details><summary>In pseudocode</summary>Ratios, harmless outside the mask. The same, clipped. Both times A, the smaller of both. Sum over the answer's tokens, divide by their number (at least 1). Mean over answers, minus.</details>


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
# Does this pull in the right direction? With a vocabulary of five tokens and answers of two, all 25 answers can be listed,
# and the gradient of the expected reward is a sum. **Predict** how far the estimate from 200 and from 20,000 answers is off.


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
# <details><summary>The answer</summary>24 % of its length with 200 answers, 10 % with 2,000, 2 % with 20,000. It points the right way, and the noise falls with the root of the number of answers. That is why learning from rewards needs so many of them.</details>


# %% [markdown]
# ## 9 · Not too far in all: `kl_k3`
#
# *Easy · 7 minutes*
#
# Rewards pull as far as they can, and take everything else along: grammar, other tasks, manners. So a distance from the
# reference is added to the loss. The divergence $\mathrm{KL}(\pi \| \pi_{\mathrm{ref}})$ is a mean over all that the
# policy might write; we have what it did write. Schulman (2020) compared estimates from one sample. With
# $d = \log \pi_{\mathrm{ref}}(y) - \log \pi(y)$:
#
# $$k_1 = -d, \qquad k_3 = e^d - d - 1$$
#
# Both are right in the mean. The first is often negative, the third never, and it varies less.
#
# **Predict** why the mean of $e^d - 1$, which is added, is 0.
#
# <details><summary>Answer</summary>The mean over the policy of π_ref / π is the sum of π_ref over everything that π can write, which is 1. Such an addition leaves the mean and may take variation away.</details>


# %% nbgrader={"grade_id": "kl_k3", "solution": true}
def kl_k3(new, reference):
    """An estimate of KL(policy ‖ reference) for each token that the policy drew (Schulman 2020, k3).

    new, reference: (N, T) float32 log-probabilities of these tokens under policy and reference.  Returns (N, T), never
    below 0 but for rounding.
    """
    ### BEGIN SOLUTION
    d = reference - new  # (N, T)
    return d.exp() - d - 1
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "kl_k3_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the two models wrote the tokens, and so stands in the denominator?</details>
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
# <details><summary>What was seen</summary>Both means are near the exact 0.317. k1 is below 0 for 29 % of the tokens and k3 for none, and its deviation is smaller by a tenth.</details>


# %% [markdown]
# ## 10 · Rewarded
#
# Everything comes together. A small GPT has seen sums for two seconds, and one drawn answer in six is right. Nobody
# shows it a right answer again. It writes eight answers to each of 32 prompts, a program compares them with the sum, and
# your three functions do the rest.
#
# **Predict** how many held-out sums are right before and after.

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
# From about a quarter to nearly two thirds, and with two other seeds from .65 to .79 and from .37 to .86. The curve
# of drawn answers is ragged, since each batch has other sums. The held-out one is steadier.
#
# </details>
#
# To be exactly right is a hard way to get a reward, and a batch in which nobody is right teaches nothing. So somebody
# kindly rewards **parts**: the share of the right answer's digits that occur in what was written. For 42 a model gets a
# half for 41, and all for 42.
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
# As many different digits as it has room for. The reward climbs from a half to three quarters and more, and of 300
# sums not one is right. Nothing is broken: it was rewarded for digits, and it found the cheapest way to have them.
# Two lines drawn together would have shown it on the first day, the reward and what was meant.
#
# </details>
#
# A reward is a program, and a model looks for its gaps with a patience that no student has. (You have met such a program:
# the checks of this course. Each of them was tried against wrong answers before you saw it.)

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A start-up tunes an assistant that answers customers. It may
# call a function that refunds money. The reward is 1 when the customer clicks on "solved". After a week the clicks have
# doubled, and so have the refunds. What happened, in the words of this sitting? Name two changes to the tool's side and
# two to the reward's side, and say how you would find out whether they helped.
#
# ### BEGIN SOLUTION
# **Model answer.** The reward is a proxy: a click, and not a solved problem. A refund buys clicks, so answers with a
# refund were better than the others of their group and became likelier; nothing in the reward said that money counts. On
# the tool's side: the refund is taken off the list or asks a person; the schema bounds its amount, the loop the number of
# calls; whatever a customer writes is data, and a call in it is never run. On the reward's side: subtract what was
# refunded; let people compare pairs of whole conversations, or check against what the customer needed; keep the policy
# near its reference with a KL term, and stop when reward and truth part. To find out: hold out conversations whose right
# handling is known, measure the share that is right and the money spent beside the reward, before and after, with several
# seeds, and let somebody try to get refunds that are not due.
#
# **Rubric.** 1 point: the reward is gamed, a proxy rose without the aim (half), and a measure of the aim itself on
# held-out cases (half). 1 point: two sound changes to the tool's side, such as a list, a schema, a limit, a person (half);
# two to the reward's side, such as the cost in it, preferences, the KL term (half).
# ### END SOLUTION

# %% [markdown]
# ## 11 · For a friend
#
# Let somebody make up a reward for sums: any rule that a program can check. Short answers, even numbers, many sevens.
# Write it as a function of the prompt and of what was written, and **predict** together what the model will write after
# 60 steps. Then look.


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
# <details><summary>Answer</summary>With the rule above: nothing but sevens, up to the last letter that it may write.</details>
#
# **What you have now.** An assistant that looks things up, calls programs it was given and no others, and a way to change
# it by what people prefer and by what programs can check. One lesson is left, the capstone, and it is yours: a budget, a
# text, and a free hand.
#
# **Sources.** Schick et al. 2023, *Toolformer*, arXiv 2302.04761. Yao et al. 2023, *ReAct*, arXiv 2210.03629. Willard and
# Louf 2023, *Efficient guided generation*, arXiv 2307.09702. Bradley and Terry 1952. Ouyang et al. 2022, arXiv 2203.02155.
# Rafailov et al. 2023, *Direct preference optimization*, arXiv 2305.18290. Schulman et al. 2017, *PPO*, arXiv 1707.06347.
# Shao et al. 2024, *DeepSeekMath* (GRPO), arXiv 2402.03300. Schulman 2020, *Approximating KL divergence*, joschu.net.
# Liu et al. 2025, arXiv 2503.20783. Razin et al. 2024, arXiv 2410.08847. Yu et al. 2025, *DAPO*, arXiv 2503.14476. Texts: Wikipedia, CC BY-SA 4.0.
