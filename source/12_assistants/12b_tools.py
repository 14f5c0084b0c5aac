# %% [markdown]
# # Lesson 12 · Assistants
# ## Second sitting: records and tools
#
# SmolLM2 is given nine problems such as 37 × 48. Alone it solves none of them. If it is allowed to write a call to a
# calculator instead, it solves all nine:
#
# ```
# <tool_call>{"name": "calculate", "arguments": {"left": 37, "sign": "*", "right": 48}}</tool_call>
# ```
#
# One misplaced quotation mark, and no program could read that line. So this sitting is about form: how to check it,
# both in training data and in the calls that a model writes, and, better still, how to decode so that malformed output
# is impossible. What correct form does *not* guarantee is a question you will meet in every section.
#
# | | |
# |---|---|
# | Uses | log-probabilities from lesson 04, sampling from 06, chats from 09, SmolLM2 from 11 (all given) |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# Notation: V tokens in the vocabulary; `(..., V)` means that any number of axes may come first.
#
# <details><summary>1. What does the loss of instruction tuning tell you about a wrong answer in the training data?</summary>Nothing. The model learns to give it, and the loss falls as it does for a right one (lesson 09).</details>
# <details><summary>2. Which tokens of a chat count in that loss?</summary>Those of the assistant's replies (lesson 09).</details>
# <details><summary>3. How does a mask keep a softmax from choosing something?</summary>It replaces the score with minus infinity before the softmax (lesson 02).</details>
# <details><summary>4. Can two different sequences of tokens spell the same string?</summary>Yes: "ab" may be one token or the two tokens "a" and "b" (lesson 01).</details>
# <details><summary>5. What is the logarithm of a probability of 1, and of 0?</summary>0, and minus infinity (lesson 00).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, backward, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import copy
import json
import math
import re

import jsonschema
import regex
import torch
import torch.nn.functional as F  # noqa: F401  (for your answers)

from utils import devices
from utils.metrics import record
from utils.topics.assistants import prompt_figures as plots
from utils.topics.assistants.feedback_form import read_feedback
from utils.topics.assistants.intervals import counted

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_b", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · Validating training data: `validate_record`
#
# *Hard · 15 minutes*
#
# Assistants are trained on records: JSON objects of a few kinds. A faulty record teaches the model something wrong, and
# you won't see it in the loss. **JSON Schema** is a language that describes what such an object must look like: which
# fields it has, and what type each of them is. `SCHEMAS` has one schema per kind, and the package `jsonschema` compares
# a record with its schema and lists every mismatch.
#
# Look at the kinds first, and think: what can be wrong with a record that no schema would notice?
#
# <details><summary>Answer</summary>How its parts fit together: two user turns in a row, the result of a tool that was never called, a preference between two identical answers, a candidate missing from the ranking.</details>

# %% nbgrader={"grade_id": "schemas", "locked": true}
from utils.topics.assistants.record_schemas import EXAMPLES, SCHEMAS

# %% tags=["explore"]
for kind, example in EXAMPLES.items():
    print(f"{kind}, with the fields {', '.join(example)}")
    print(f"    {json.dumps(example, ensure_ascii=False)[:150]} …")

# %% [markdown]
# Some fields contain a judgment: which answer was `chosen`, how `candidates` rank, whether a request is `allowed`.
# These judgments come from **annotators**, who follow written guidelines but don't always agree: the people who
# compared answers for the training of InstructGPT agreed with each other 72.6 ± 1.5 % of the time (Ouyang et al. 2022,
# section 3.4). A **safety** record gives a request, its `label`, and the `preferred_response`, which is a **refusal**
# if the request isn't allowed. Data with nothing but refusals teaches a model to refuse harmless requests that merely
# sound dangerous, so the data must contain allowed requests as well. An **expert** record is written by specialists,
# because only they would notice a mistake.

# %% [markdown]
# These are the rules that a schema can't express. Kinds that aren't in the table have none.
#
# | kind | rule |
# |---|---|
# | chat, tool | at most one system message, at the very beginning; then one or more exchanges |
# | | an exchange: a user message, then any number of calls, each followed directly by its result, then the assistant's answer |
# | preference | `chosen` and `rejected` differ in more than leading or trailing white space |
# | ranking | `ranking` has each number from 1 to the number of `candidates` exactly once |
#
# A call is an assistant message that has a `tool_call` instead of a `content`; a result is a message with the role
# `tool`. The schemas allow calls and results only in records of the kind *tool*, and no message may have both a
# `tool_call` and a `content`. `print(SCHEMAS["tool"])` shows you the details.


# %% nbgrader={"grade_id": "validate_record", "solution": true}
def validate_record(record, kind):
    """What is wrong with a record, in sentences.

    record: what `json.loads` returned; not modified.  kind: a key of SCHEMAS.
    Returns a list of str, empty for a valid record. If the record doesn't match its
    schema, one sentence for each error that
    `jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)` finds, and
    nothing else. If it does match but breaks a rule in the table above, at least one
    sentence. The wording is up to you.
    """
    ### BEGIN SOLUTION
    validator = jsonschema.Draft202012Validator(SCHEMAS[kind])
    faults = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(record)]
    if faults:
        return faults
    rules = []
    if kind in ("chat", "tool"):
        letters = "".join("c" if "tool_call" in m else m["role"][0] for m in record["messages"])
        if not re.fullmatch(r"s?(u(ct)*a)+", letters):
            rules.append("The turns do not go: user, calls each with its result, assistant.")
    if kind == "ranking" and sorted(record["ranking"]) != list(range(1, len(record["candidates"]) + 1)):
        rules.append("The ranking does not name each candidate once.")
    if kind == "preference" and record["chosen"].strip() == record["rejected"].strip():
        rules.append("The chosen and the rejected answer are the same.")
    return rules
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "validate_record_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the rules can you check on a record that has no <code>messages</code>?</details>
# <details><summary>A pointer</summary>Each error from <code>jsonschema</code> has a <code>message</code> and a <code>json_path</code>, which tells you where it is. For the order of turns, map each message to one letter and match the resulting string with a regular expression, or keep track of who spoke last.</details>
# <details><summary>In pseudocode</summary>Collect all schema errors as sentences. If there are any, return them. Otherwise check the rule for this kind, if it has one, and describe what is broken.</details>


# %% nbgrader={"grade_id": "check_validate_record", "grade": true, "locked": true, "points": 3}
@check("validate_record")
def _(kind, records, misformed):
    found = [validate_record(record, kind) for record in records]
    lists = [faults if isinstance(faults, list) else [] for faults in found]
    verdicts = [
        type(faults).__name__ if not isinstance(faults, list) else "faulty" if faults else "valid"
        for faults in found
    ]
    return {
        "which are valid": verdicts,
        "one sentence for each schema error": {
            "verdicts": verdicts,
            "sentences": [len(lists[i]) for i in misformed],
            "text": all(isinstance(one, str) and one.strip() != "" for faults in lists for one in faults),
        },
        "records unchanged": {"verdicts": verdicts, "records": records},
    }


# %% [markdown]
# This course trains on records as well: those of `utils.instructions`, in lesson 09. How many of a thousand are
# faulty?

# %% tags=["explore"]
from utils import instructions

if answered("validate_record"):
    faults = {kind: validate_record(example, kind) for kind, example in EXAMPLES.items()}
    record("examples that are faulty", sum(map(bool, faults.values())), expected=(0, 0))
    rows = instructions.load(["describe", "chat"])["train"].select(range(1000))
    found = [fault for row in rows for fault in validate_record({"messages": row["messages"]}, "chat")]
    print(found[:3])
    record("faults found in the course's own records", len(found), expected=(0, 0))

# %% [markdown]
# <details><summary>The answer</summary>None of the thousand, and none of the examples.</details>
#
# There is one problem that no such rule catches: **personal data**. A model may repeat what it was trained on, so
# personal data has to be taken out first (**redaction**). To test that, you need texts in which you know what has to
# go. So a program plants names, addresses and numbers in pages, and looks for them afterwards. We try two ways to
# redact: patterns, and asking SmolLM2 to do it. **Predict** what each of them misses.

# %% tags=["explore"]
from utils.topics.assistants import redaction, retrieval
from utils.topics.assistants.assistant import Assistant

assistant, pages = Assistant(where), retrieval.pages(1000)
ASK = "Repeat the text with [X] in place of names, e-mail addresses, telephone and account numbers.\n\n"
planted = redaction.plant([page.text.partition(". ")[0] + "." for page in pages[:48]])
by_pattern = [redaction.redact(each.text) for each in planted]
few = planted[:4]
by_model = [assistant.chat([{"role": "user", "content": ASK + each.text}], limit=80) for each in few]
print(few[0].text, "", by_model[0], "", by_pattern[0], sep="\n")

# %% tags=["explore"]
ways = {"patterns": (planted, by_pattern), "the model": (few, by_model)}
ranges = {"patterns": ((24, 24), (0, 0)), "the model": ((3, 8), (0.3, 0.8))}
counts = {}
for way, (texts, redacted) in ways.items():
    there = [secret.kind for each in texts for secret in each.secrets]
    left = [secret.kind for secret in redaction.survived(texts, redacted)]
    counts[way] = {kind: (left.count(kind), there.count(kind)) for kind in redaction.KINDS}
    lost = redaction.damage(texts, redacted)  # marks such as [X] count neither as lost nor as added words
    record(f"secrets missed by {way}, of {len(there)}", len(left), expected=ranges[way][0])
    record(f"share of words lost by {way}", lost, expected=ranges[way][1])
plots.survivors(counts)

# %% [markdown]
# <details><summary>The answer</summary>
#
# The patterns find everything with a fixed format, 72 of 72, and leave every other word intact, but they miss all 24
# names. The model misses five of eight secrets (interval: 25 to 88 %) and loses half of the words: two of its four
# answers don't reproduce the text at all. A name has no fixed format. To find names you need a list, or a model trained
# to mark them (**named-entity recognition**), and then you have to run this check again.
#
# </details>

# %% [markdown]
# ## 2 · Feedback by a rubric: `feedback_faults`
#
# *Easy · 8 minutes*
#
# Here is a typical request to an assistant, taken from a lecture: read part of a student's homework, rate it from 1 to
# 5 on criteria such as grammar and style, and give reasons. A list of criteria with a scale is a **rubric**. No program
# can tell whether the rating is *fair*. But a program can check a lot if you ask for a format that it can parse:
#
# ```
# {"style": {"rating": 2, "quotation": "a lot of very many", "reason": "The same thing is said twice."}}
# ```
#
# Does the feedback have the agreed form? `read_feedback` checks that for you. Is the rating on the scale? And does the
# quotation really occur in the text? Models **hallucinate** quotations as they do facts, and this check needs nothing
# but the text.
#
# Which quotation occurs in *every* text?
#
# <details><summary>Answer</summary>The empty one. A single letter does nearly as well. So a quotation needs a minimum length: here it is three words.</details>


# %% nbgrader={"grade_id": "feedback_faults", "solution": true}
def feedback_faults(written, text, criteria):
    """What is wrong with the feedback that a model wrote on a text.

    written: a str that should be JSON.  text: a str.
    criteria: a list of one or more distinct str; not modified.
    Returns a list of str, empty if nothing is wrong, and ["form"] if
    `read_feedback(written, criteria)` returns None. If instead it returns {criterion:
    {"rating": int, "quotation": str, "reason": str}}, your list has "NAME: RULE" for
    each rule that is broken, for the criteria in the order given, and for each of them
    in this order:
    "rating" if the rating isn't from 1 to 5;
    "quotation" unless it has at least three words and they all occur in the text, one
    right after another (words are what `split()` returns, and must match exactly);
    "reason" if the reason is blank.
    """
    ### BEGIN SOLUTION
    feedback = read_feedback(written, criteria)
    if feedback is None:
        return ["form"]
    faults, words = [], text.split()
    for name in criteria:
        each = feedback[name]
        if not 1 <= each["rating"] <= 5:
            faults.append(f"{name}: rating")
        quoted = each["quotation"].split()
        n = len(quoted)
        if n < 3 or not any(words[i : i + n] == quoted for i in range(len(words))):
            faults.append(f"{name}: quotation")
        if not each["reason"].strip():
            faults.append(f"{name}: reason")
    return faults
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "feedback_faults_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the three rules needs the text, and can a quotation of three words occur in a text of two?</details>
# <details><summary>A pointer</summary>For the quotation, compare lists of words: a slice of a list is again a list.</details>
# <details><summary>In pseudocode</summary>Read the feedback; if there is none, the form is wrong. Then go through the criteria: is the rating in the range? Is there a position in the text's word list where the quoted words begin? Is the reason non-empty after stripping whitespace?</details>


# %% nbgrader={"grade_id": "check_feedback_faults", "grade": true, "locked": true, "points": 3}
@check("feedback_faults")
def _(written, text, criteria):
    faults = [feedback_faults(each, text, criteria) for each in written]
    return {"faults": faults, "criteria unchanged": {"faults": faults, "criteria": criteria}}


# %% [markdown]
# ## 3 · Function calling: `parse_tool_call`
#
# *Medium · 15 minutes*
#
# A model can do nothing but write. To let it act, your program looks for a **tool call** in the model's output and runs
# that call (Schick et al. 2023). This is **function calling**:
#
# ```
# I need the product. <tool_call>{"name": "multiply", "arguments": {"a": 37, "b": 48}}</tool_call>
# ```
#
# You can't know where a call came from: the model may have copied it from a page that a stranger wrote. So your parser
# is strict. It evaluates nothing, guesses nothing and repairs nothing. A `<tool_call>` inside a JSON string is a tag
# like any other. There is a list of tools, and a JSON Schema for the arguments of each. Anything that doesn't fit is
# refused with an error message that the model can read, so it can do better next time.
#
# **Predict** what Python's `json.loads` makes of `{"name": "look", "name": "delete"}`.
#
# <details><summary>Answer</summary>{"name": "delete"}: the last one wins, silently. Another program that checks the call before yours may take the first. Two programs that read the same text must not arrive at different calls, so an object that repeats a key is refused.</details>


# %% nbgrader={"grade_id": "parse_tool_call", "solution": true}
def parse_tool_call(text, tools):
    """The tool call in a model's text.

    text: a str; no JSON in it is nested too deeply for `json.loads`.
    tools: {str: dict}, the name of each tool and the JSON Schema of its arguments,
    which always asks for an object; not modified.
    Returns None for a text with neither of the tags <tool_call> and </tool_call>,
    otherwise (name, arguments).
    Raises ValueError, with a message, unless all of the following hold:
    each tag occurs once in the text, in this order, with anything before the first and
    only white space after the second; between them is JSON, in which no object repeats
    a key and no value is the word NaN, Infinity or -Infinity (a number too large for a
    float, such as 1e999, may pass or not); it is an object with exactly the keys "name"
    and "arguments"; the name is that of a tool; the schema of this tool
    (jsonschema.Draft202012Validator) finds no error in the arguments.
    """
    ### BEGIN SOLUTION
    marks = re.findall("</?tool_call>", text)
    if not marks:
        return None
    if marks != ["<tool_call>", "</tool_call>"]:
        raise ValueError("A call is between one <tool_call> and one </tool_call>.")
    _, inner, behind = re.split("</?tool_call>", text)
    if behind.strip():
        raise ValueError("Nothing may come after a call.")

    def pairs(items):
        if len(dict(items)) != len(items):
            raise ValueError("A key is repeated.")
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
# <details><summary>A question to start from</summary>How many times does each tag occur in a text with one call, and what may come before, between and after the tags?</details>
# <details><summary>A pointer</summary>You can pass two functions to <code>json.loads</code>: <code>object_pairs_hook</code> gets the pairs of each object before they become a dictionary, and <code>parse_constant</code> gets <code>NaN</code>, <code>Infinity</code> and <code>-Infinity</code>, which aren't valid JSON. The errors that <code>json</code> raises are ValueErrors already.</details>
# <details><summary>In pseudocode</summary>No tag: None. Count the tags, split the text at them, look at what comes after. Read the JSON strictly. Is it an object with exactly these two keys? Is its name a string, and one of the tools? Let the schema of this tool check the arguments.</details>


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
# Here are ten calls, most of them strange. What does your parser do with each? The first is valid. **Predict** which of
# the other nine are refused.

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
# <details><summary>The answer</summary>All nine. The second call is Python, not JSON. In the ninth, NaN is the reason: an extra argument alone would pass, because this schema doesn't forbid others.</details>


# %% [markdown]
# ## 4 · The agent loop: `tool_loop`
#
# *Medium · 9 minutes*
#
# When the model writes a call, your program runs it and adds the result to the chat, as a message with the role *tool*.
# Then the model writes again, now with the result in its context. If what it writes contains no call, that is its
# answer. A model in such a loop is called an **agent**, and the pattern goes back to ReAct (Yao et al. 2023), where the
# model also writes out its reasoning.
#
# Three things make the loop safe.
#
# - A *limit*. A model that never stops calling never stops costing money.
# - *Errors are results.* The model may have misspelled a name, and if you tell it so, it can try again. A crash tells
#   it nothing.
# - The result gets the role *tool*, never *assistant*. A model believes what it takes for its own words.
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
    functions: what may be called, {name: function}; the arguments, a dict, are passed
    by name.  messages: the chat so far; not modified.
    limit: how many times the model may be asked, 1 or more.
    Returns a new list: the chat and every message that was added. Everything the
    model writes is added unchanged, with the role "assistant". After a call comes a
    message with the role "tool": `str` of what the function returned; or "Error: " and
    `str` of the Exception, if one is raised by `parse`, by the function or by looking
    up its name in `functions` ("Error: 'zzz'" for a name that isn't there).
    The list ends with the first text that contains no call, or with the limit-th text,
    whose call is not run.
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
# <details><summary>A question to start from</summary>Which of the model's texts end the loop?</details>
# <details><summary>A pointer</summary>Both <code>parse</code> and the function can fail, and to the model both look the same: a message with the error. <code>f(**d)</code> passes the items of a dictionary as keyword arguments.</details>
# <details><summary>In pseudocode</summary>Copy the list. Up to <code>limit</code> times: ask the model and append what it wrote. Was that the last time, or is there no call? Stop. Otherwise run the call, catching any error, and append what came out as the tool's message.</details>


# %% nbgrader={"grade_id": "check_tool_loop", "grade": true, "locked": true, "points": 3}
@check("tool_loop")
def _(messages, script, calls, limit):
    given, asked, ran = copy.deepcopy(messages), [], []

    def model(chat):  # returns the script's texts in turn, each with the number of messages it was given
        asked.append([[m["role"], m["content"]] for m in chat])
        return f"{script[(len(asked) - 1) % len(script)]} ({len(chat)})\n"

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
# ## 5 · Constrained decoding: `allowed_tokens`
#
# *Hard · 16 minutes*
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

    prefix: the text so far, a str, perhaps "".  choices: a list of str; not modified.
    vocabulary: the text of each of the V tokens.
    end: the id of the token that ends a text; what its own text is doesn't matter.
    This token is allowed if the prefix is one of the choices, and only then.
    Any other token is allowed if (1) its text isn't empty, (2) some choice starts with
    prefix + text, and (3) the remainder of that choice, perhaps "", can be spelled with
    tokens other than end. So there are no dead ends.
    Returns (V,) bool, on the CPU. Raises ValueError if no token is allowed.
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
# <details><summary>A pointer</summary>Whether an ending can be spelled depends only on shorter endings. So start with the empty one (dynamic programming), or memoize. SmolLM2 has 49,152 tokens, and hardly any of them occur in your choice: pick those out first.</details>
# <details><summary>In pseudocode</summary>For each choice that begins with the prefix: from its last character to its first, mark the positions from which some token leads to a marked position (the end is marked). Allow each token that leads from the end of the prefix to a marked position. Is the prefix equal to this choice? Allow the end token. If nothing is allowed, raise the error.</details>


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
        "no token allowed": {"allowed": masks, "errors": errors},
        "choices unchanged": {"allowed": masks, "same": choices == given},
    }


# %% [markdown]
# ## 6 · Masking before the softmax: `masked_log_probs`
#
# *Easy · 3 minutes*
#
# The model gives V logits, and the mask decides which of them count. The probabilities of the allowed tokens must sum
# to 1 again, and those of the rest must be 0. It matters *where* you mask. If you do it after the softmax, the
# remaining probabilities sum to less than 1. And if the allowed tokens were very unlikely, their probabilities may
# already have been rounded to 0.


# %% nbgrader={"grade_id": "masked_log_probs", "solution": true}
def masked_log_probs(logits, mask):
    """Log-probabilities over the allowed tokens.

    logits: (..., V) float32, all finite; not modified.
    mask: bool, (..., V) or (V,) for all rows, True where a token is allowed.
    Returns (..., V): for each row, the logarithms of probabilities that sum to 1 over
    the allowed tokens; minus infinity where a token is forbidden. Accurate to three
    decimals, even if a forbidden logit is 1e7. Gradients reach the logits.
    Raises ValueError when a row allows nothing.
    """
    ### BEGIN SOLUTION
    if not mask.any(dim=-1).all():
        raise ValueError("There is a row in which no token is allowed.")
    return logits.masked_fill(~mask, -math.inf).log_softmax(dim=-1)  # (..., V)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "masked_log_probs_hints", "locked": true}
# <details><summary>A question to start from</summary>Which logit becomes a probability of 0 in the softmax?</details>
# <details><summary>A pointer</summary>This mask works like the attention mask, with the tokens of the vocabulary instead of keys. Taking the softmax and its logarithm in one step keeps what two steps lose.</details>


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
# Now SmolLM2 does arithmetic. Its tool takes two numbers and an operator (the JSON calls it "sign"). A regular
# expression finds the numbers in the question, which leaves six calls to choose from: three signs, each with the
# numbers in either order. SmolLM2 writes one of the six, a program works it out, and the result becomes the answer.
# SmolLM2 first sees three worked examples. For comparison, it also answers without a tool, after the same three.
#
# **Predict** how many of the nine problems it gets right each way.

# %% tags=["explore"]
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
    """Write one of the choices by greedy decoding: at each step, the likeliest of the allowed tokens."""
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
    """Plays the model: first a call that can't be malformed, then the tool's result as an answer."""
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
    plots.shares(hits, len(SUMS), "right answers")
    blind = sum(2 if sign in "+*" else 1 for _, sign, _ in SUMS) / 6  # a + b may be b + a
    print(f"chance, choosing blindly: {blind:.1f} of {len(SUMS)}")
    record("right alone, of 9", hits["alone"], expected=(0, 2))
    record("right with a tool, of 9", hits["with a tool"], expected=(7, 9))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Alone, none of the nine (interval: 0 to 28 %); with the tool, all nine (72 to 100 %). Choosing blindly among the six
# calls would get 2.5 right on average. So the model can turn words such as *37 times 48* into the right call, and one
# line of Python does what it can't. The constraint made sure that every call can be parsed; which call to make was the
# model's choice.
#
# </details>


# %% [markdown]
# ## 7 · From a schema to a constraint: `schema_pattern`
#
# *Medium · 10 minutes*
#
# A list of choices is enough for six calls. It isn't enough for all pairs of numbers. Their JSON has a regular form,
# though, so a **regular expression** can describe it, and a constraint can follow the pattern: before each token, it
# asks whether the text can still become a match. Libraries such as Outlines compile a JSON Schema into such a pattern
# (Willard and Louf 2023).
#
# For `{"type": "object", "properties": {"left": {"type": "integer"}, "sign": {"enum": ["+", "-"]}}}` it is
#
# ```
# \{"left": -?(0|[1-9][0-9]*), "sign": ("\+"|"\-")\}
# ```
#
# Compile a small part of JSON Schema: objects whose keys are all required and come in the order given, integers,
# booleans, strings, and enums. Objects may be nested.


# %% nbgrader={"grade_id": "schema_pattern", "solution": true}
def schema_pattern(schema):
    """A regular expression for the JSON that fits a schema.

    schema: a dict, not modified: {"enum": [...]} with one or more str, int, bool or
    None in it; {"type": T} where T is "integer", "boolean" or "string"; or {"type":
    "object", "properties": {key: schema}}, where the properties may be {}.
    Returns a str for `re.fullmatch`. It matches what `json.dumps(value,
    ensure_ascii=False)` writes for every value that fits, with the keys of an object in
    the order of its properties, and nothing else (-0 and 1.0 may match or not).
    {"type": "string"} leaves out strings with double quotes, backslashes or control
    characters (below U+0020), so its pattern must not match those; an enum may list
    them.
    """
    ### BEGIN SOLUTION
    if "enum" in schema:
        return (
            "(" + "|".join(re.escape(json.dumps(value, ensure_ascii=False)) for value in schema["enum"]) + ")"
        )
    if schema["type"] == "object":
        fields = [
            f"{re.escape(json.dumps(key, ensure_ascii=False))}: {schema_pattern(each)}"
            for key, each in schema["properties"].items()
        ]
        return r"\{" + ", ".join(fields) + r"\}"
    if schema["type"] == "integer":
        return r"-?(0|[1-9][0-9]*)"
    if schema["type"] == "boolean":
        return "(true|false)"
    return r'"[^"\\\x00-\x1f]*"'
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "schema_pattern_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the schemas contain other schemas, and who writes the pattern for those?</details>
# <details><summary>A pointer</summary>Your function may call itself. <code>re.escape</code> takes away the special meaning of characters, and <code>json.dumps</code> knows how a value is written. Put alternatives in parentheses.</details>
# <details><summary>In pseudocode</summary>Is there an enum? Join its values, written as JSON and escaped, with |. Is it an object? Write each key, a colon, a space and the pattern of its schema; join with a comma and a space; put braces around it. Otherwise return the pattern of the type.</details>


# %% nbgrader={"grade_id": "check_schema_pattern", "grade": true, "locked": true, "points": 3}
@check("schema_pattern")
def _(schema, texts):
    pattern = schema_pattern(schema)
    matches = [re.fullmatch(pattern, text) is not None for text in texts]
    return {"matches": matches, "schema unchanged": {"matches": matches, "schema": schema}}


# %% [markdown]
# Now SmolLM2 fills in the numbers itself. Before each token, the package `regex` tells us whether the text can still
# become a match (`partial=True`); we take the likeliest token that keeps a match possible. How many of the nine calls
# are right?


# %% tags=["explore"]
def matching(text, pattern, limit=40):
    """Continue a text, always with the likeliest token that keeps a match possible. Stop after `limit` tokens."""
    pattern, ids, written = regex.compile(pattern), assistant.encode(text), ""
    while not pattern.fullmatch(written) and limit:
        for token in assistant.logits(ids).argsort(descending=True).tolist():
            piece = assistant.vocabulary[token]
            if piece and pattern.fullmatch(written + piece, partial=True):
                break
        ids, written, limit = [*ids, token], written + piece, limit - 1
    return written


# %% tags=["explore"]
if answered("allowed_tokens", "masked_log_probs", "schema_pattern", "parse_tool_call", "tool_loop"):
    pattern = " " + schema_pattern(
        tools["calculate"]
    )  # the JSON's first token often includes the space before it
    shown = "".join(f"Question: {question(*each)}\nCall: {called(*each)}\n\n" for each in SHOWN)
    opening, correct, blind = called(*SHOWN[0]).partition(' {"left"')[0], 0, 0
    for left, sign, right in SUMS:
        written = matching(f"{shown}Question: {question(left, sign, right)}\nCall: {opening}", pattern)
        orders = {(left, sign, right)} | ({(right, sign, left)} if sign in "+*" else set())
        correct += any(called(*each) == f"{opening}{written}}}</tool_call>" for each in orders)
        blind += len(orders) / 3 / (9 * 10 ** (len(str(left)) - 1)) / (9 * 10 ** (len(str(right)) - 1))
    print(f"{written}\nright calls: {counted(correct, len(SUMS))}, by chance: {blind:.4f} of {len(SUMS)}")
    record("right calls with the model's own numbers, of 9", correct, expected=(7, 9))

# %% [markdown]
# <details><summary>The answer</summary>All nine. Someone guessing at random would get 0.0004 calls right on average, even if they knew how many digits each number has. Copying a number is easy for a language model; multiplying isn't.</details>
#
# ### Back to the rubric
#
# Now let SmolLM2 write feedback like that in section 2. Its prompt shows two graded examples, then a new sentence.
# First it writes freely. Then a schema constrains it: the rating is an enum of 1 to 5, and the quotation an enum of all
# runs of three to six words in the sentence, so it can't be made up. The cell tries two sentences about the same
# experiment, one clumsy and one well written. What is left for the model to get wrong?

# %% tags=["explore"]
from utils.topics.assistants.feedback_form import GRADED, HOMEWORK, quotations


def feedback_schema(text):
    """A schema for feedback on one criterion, with a quotation that occurs in the text."""
    parts = {
        "rating": {"enum": [1, 2, 3, 4, 5]},
        "quotation": {"enum": quotations(text)},
        "reason": {"type": "string"},
    }
    return {"type": "object", "properties": {"style": {"type": "object", "properties": parts}}}


# %% tags=["explore"]
if answered("feedback_faults", "schema_pattern"):
    shown = "".join(f"Text: {text}\nFeedback: {json.dumps(feedback)}\n\n" for text, feedback in GRADED)
    faultless = {"free": 0, "constrained": 0}
    chosen = [text for pair in (HOMEWORK[2:3] if scale == "small" else HOMEWORK) for text in pair]
    for text in chosen:
        asked = f"{shown}Text: {text}\nFeedback:"
        free = assistant.complete(asked, limit=70, until="\n")
        held = matching(asked, " " + schema_pattern(feedback_schema(text)), limit=70).strip()
        print(f"{text}")
        for way, written in zip(faultless, (free, held)):
            faults = feedback_faults(written, text, ["style"])
            faultless[way] += not faults
            print(f"    {way}, {', '.join(faults) or 'no faults'}: {written[:200]}")
    for way, n in faultless.items():
        low, high = (0, 3) if way == "free" else (len(chosen) * 3 // 4, len(chosen))
        record(f"feedback without faults, {way}", n, expected=(low, high))

# %% [markdown]
# <details><summary>The answer</summary>
#
# There are twelve such sentences; `scale = "full"` tries them all. SmolLM2's feedback is faultless for one of them when
# it writes freely, and for ten when the schema constrains it; in the other two, the reason hit the token limit
# (measured on 27 November 2026). But look at what it says. Both sentences about the experiment get a 3, and even the
# clumsy one is called "clear and exact". The clumsy sentences were rated 2.8 on average, and the well-written ones 2.6.
# A schema guarantees the form, and even the quotation. It can't make the judgment any better.
#
# </details>
#
# ### Then use the library
#
# In `transformers`, `generate()` accepts a `LogitsProcessor`, and your two functions fit into one.
# And `apply_chat_template` takes `tools`. Does every template use them?

# %% tags=["explore"]
from transformers import LogitsProcessor, LogitsProcessorList

from utils import smollm2


class OneOf(LogitsProcessor):
    """Make `generate` write one of the choices after the first `start` tokens, using your two functions."""

    def __init__(self, choices, start):
        self.choices, self.start = choices, start
        self.usable = [
            piece if any(piece in each for each in choices) else "" for piece in assistant.vocabulary
        ]

    def __call__(self, input_ids, scores):
        written = assistant.decode(input_ids[0, self.start :].tolist())
        mask = allowed_tokens(written, self.choices, self.usable, assistant.end)
        return masked_log_probs(scores, mask.to(scores.device))


# %% tags=["explore"]
if answered("allowed_tokens", "masked_log_probs"):
    calls = [called(37, sign, 48) for sign in WORDS]
    text = f"Question: {question(*SHOWN[0])}\nCall: {called(*SHOWN[0])}\n\nQuestion: {question(37, '*', 48)}\nCall: "
    ids = torch.tensor([assistant.encode(text)], device=where)
    theirs, _ = smollm2.load(where)
    rules = LogitsProcessorList([OneOf(calls, ids.shape[1])])
    out = theirs.generate(
        ids, logits_processor=rules, do_sample=False, max_new_tokens=60, eos_token_id=assistant.end
    )
    generated = assistant.decode(out[0, ids.shape[1] : -1].tolist())
    print(generated)
    record("generate() writes what our loop does", generated == constrained(text, calls), expected=(1, 1))
    del theirs

# %% tags=["explore"]
chat = [{"role": "user", "content": question(37, "*", 48)}]
listed = [{"type": "function", "function": {"name": "calculate", "parameters": tools["calculate"]}}]
template = assistant.tokenizer.chat_template
says = "{% if tools %}<|im_start|>system\nTools: {{ tools | tojson }}<|im_end|>\n{% endif %}"
for name, each in {"SmolLM2's own": template, "with a line of ours": says + template}.items():
    without = assistant.tokenizer.apply_chat_template(chat, chat_template=each, tokenize=False)
    prompt = assistant.tokenizer.apply_chat_template(chat, chat_template=each, tools=listed, tokenize=False)
    record(f"characters that tools add, {name}", len(prompt) - len(without))
print(prompt)

# %% [markdown]
# <details><summary>The answer</summary>The library's loop writes the same call, and the call is wrong: SmolLM2 copies the plus sign from its only example. And SmolLM2's template silently drops <code>tools</code>. Print a prompt before you trust it.</details>

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 10 minutes, 5 to 8 sentences). A start-up lets a model answer customers. It may
# call a function that refunds money, and a customer's message is part of its prompt. The engineer says: "We decode with
# a constraint, so every call is valid. We checked all our training records against a schema, so they are right. And if
# a call fails, the program stops, so nothing bad can happen." What is wrong with each of the three claims? Name two
# changes that would make the refunds safer, and explain how you would test them.
#
# ### BEGIN SOLUTION
# **Model answer.** A valid call is one that can be parsed; whether a refund is due is another question, and the
# constraint even forces some call out of a model that ought to make none. A schema sees the form of a record. It can't
# see two user turns in a row, a result without a call, the same answer chosen and rejected, or a polite reply that is
# wrong. Stopping isn't safe either: a call that was carried out before the error stays carried out, and the customer
# gets no answer; the error should go back to the model as the tool's result, with a limit on the number of turns. A
# customer can write instructions into the message (prompt injection), so the model must not decide about money alone.
# Let the schema bound the amount, let a person confirm each refund above some sum, or leave the function off the list
# for chats in which nothing was bought. To test it, plant instructions in messages, let people try to get refunds that
# aren't due, and count refunds that should and shouldn't have been made, before and after, with an interval.
#
# **Rubric.**
#
# - a, 0.5 points: a valid call can still be the wrong call
# - b, 0.5 points: names a fault of a record that no schema shows
# - c, 0.5 points: says what should happen after an error, or that a call may already have acted
# - d, 0.5 points: two sound changes with a test that could show they fail
# ### END SOLUTION

# %% [markdown]
# ## 8 · For a friend
#
# Think of a tool that your friend's phone should have, such as an alarm clock. Write its schema and two examples, and
# let your friend ask for things in their own words. The call that comes out can always be parsed. Is it the one that
# they wanted?

# %% tags=["explore"]
hours, minutes = {"enum": list(range(24))}, {"enum": list(range(60))}
alarm = {"type": "object", "properties": {"hour": hours, "minute": minutes}}
examples = {"Wake me at half past five.": (5, 30), "Wake me at nine.": (9, 0)}
wanted = ["Wake me at seven.", "Wake me at quarter past six.", "Wake me in twenty minutes."]  # theirs
if answered("schema_pattern"):
    form, shots = " " + schema_pattern(alarm), ""
    for asked, (hour, minute) in examples.items():
        shots += f"Ask: {asked}\nCall: {json.dumps({'hour': hour, 'minute': minute})}\n\n"
    for asked in wanted:
        print(f"{asked:<30}", matching(f"{shots}Ask: {asked}\nCall:", form))

# %% [markdown]
# <details><summary>Answer</summary>It always has the right form. <i>Wake me at seven</i> becomes 7:00, but <i>quarter past six</i> becomes 12:12. And <i>in twenty minutes</i>, which becomes 20:15, had no chance: nothing in the prompt tells the model what time it is.</details>
#
# **What you have now.** Data that passes a check, a parser that trusts nothing, a loop that ends, and decoding that
# can't produce a malformed call if you let it finish. What the model writes inside the form is still up to the model.
# In the third sitting the model learns from being told which of two answers is better, and from programs that can tell
# right from wrong.
#
# **Sources.** Ouyang et al. 2022, arXiv 2203.02155. Schick et al. 2023, *Toolformer*, arXiv 2302.04761. Yao et al. 2023,
# *ReAct*, arXiv 2210.03629. Willard and Louf 2023, *Efficient guided generation*, arXiv 2307.09702. JSON Schema, draft
# 2020-12. Texts: Wikipedia, CC BY-SA 4.0.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
