# %% [markdown]
# # Lesson 11 · Assistants
# ## First sitting: ask, and look it up
#
# SmolLM2 answers, and much of what it says is wrong. It was given no book to look into, and nobody has measured how it
# is asked best. Both can be had without training anything: a prompt is text that you write, and so is a page that you
# put in front of a question. This sitting does both, and measures both.
#
# When you reach the end of it you will have
#
# - prompts that show how it is done, and a number for what each example was worth,
# - a search over 10,033 pages, held against two that need no model,
# - answers that cite a page, and the share of them that is right with and without it,
# - a chat that never outgrows its window,
# - a program that finds what is wrong with a record before anybody trains on it.
#
# | | |
# |---|---|
# | Uses | tokens of lesson 01, the encoder of 07, chats of 08, Llama of 10 (all given) |
# | Time | two hours, of which 90 minutes are yours |
# | Points | 24 from checks, 2 graded by a person |

# %% [markdown]
# Q questions, N pages, D the width of an embedding, k pages that are shown, P paraphrases of one instruction.
#
# <details><summary>1. The text " Paris" and the text "Paris": how many tokens do they share?</summary>None, as a rule. A token carries the space in front of it (lesson 01).</details>
# <details><summary>2. What may a page of the web that says <code>&lt;|im_end|&gt;</code> do to a chat?</summary>End the turn in which it stands, where special names in ordinary text are let in (lesson 01).</details>
# <details><summary>3. How likely is a completion of three tokens, when the log-probabilities of the tokens are −1, −2 and −0.5?</summary>They add: e to the power of −3.5, three in a hundred (lesson 04).</details>
# <details><summary>4. How does an encoder make one vector of many?</summary>It takes the mean over the tokens, without those that only fill up the batch (lesson 07).</details>
# <details><summary>5. Where may one look for the best setting, and where is it measured?</summary>On the development set, and once on the test set (lesson 07).</details>

# %% nbgrader={"grade_id": "imports_a", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

import copy
import math
import time

import torch
import torch.nn.functional as F

from utils import devices
from utils.metrics import record
from utils.plots import assistants as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_a", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# ## 1 · Show how it is done: `few_shot_prompt`
#
# *Easy · 6 minutes*
#
# A language model continues. Where the text before shows a task three times, solved, the most likely continuation is to
# solve it a fourth time (Brown et al. 2020, section 2). Nothing is trained: the examples stand in the window.
#
# ```
# Name the topic.
#
# Question: Mercury is the closest planet to the Sun.
# Answer: Astronomy
#
# Question: Gold is a soft, yellow metal.
# Answer:
# ```
#
# The prompt ends *before* the space that comes next. **Predict** why.
#
# <details><summary>Answer</summary>The space belongs to the first token of the answer, " Chemistry". A prompt that ends with a space leaves the model to choose among tokens without one, which it has seldom seen behind a space.</details>


# %% nbgrader={"grade_id": "few_shot_prompt", "solution": true}
def few_shot_prompt(instruction, examples, question):
    """A prompt that shows solved examples, and ends where the next answer belongs.

    instruction: a str, the first paragraph, or "" for none.  examples: pairs (question, answer) of str in the order in
    which they are shown, perhaps none; left as they are.  question: a str.
    Returns a str of paragraphs with an empty line between them: the instruction, one paragraph for each example, and
    the question. A paragraph is "Question: …" on one line and "Answer: …" on the next; the last ends with "Answer:" and
    nothing behind it. Texts go in as they stand, whatever is in them, spaces at their ends included.
    """
    ### BEGIN SOLUTION
    paragraphs = [instruction] if instruction else []
    for asked, answer in examples:
        paragraphs.append(f"Question: {asked}\nAnswer: {answer}")
    paragraphs.append(f"Question: {question}\nAnswer:")
    return "\n\n".join(paragraphs)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "few_shot_prompt_hints", "locked": true}
# <details><summary>A question to start from</summary>How many paragraphs are there, and what stands between two of them?</details>
# <details><summary>A pointer</summary><code>join</code> puts a text between others, and not behind the last.</details>
# <details><summary>In pseudocode</summary>Begin a list with the instruction, if it says anything. Add a paragraph for each pair. Add the open one. Join them.</details>


# %% nbgrader={"grade_id": "check_few_shot_prompt", "grade": true, "locked": true, "points": 2}
@check("few_shot_prompt")
def _(instruction, examples, question):
    prompt = few_shot_prompt(instruction, examples, question)
    return {"prompt": prompt, "examples unchanged": {"prompt": prompt, "examples": examples}}


# %% [markdown]
# ## 2 · Show the way there: `chain_of_thought_prompt`
#
# *Easy · 7 minutes*
#
# A model spends the same work on each token. A question that needs three steps gets no more of it than one that needs
# none, unless the steps are *written*: then each is a token that the next ones can read (Wei et al. 2022). So examples
# show their steps. The steps stand in front of the answer, and the answer stands behind a **marker**, so that a program
# finds it:
#
# ```
# Question: Tom has 3 boxes of 4 pens and gives 2 pens away. How many are left?
# Steps: 3 boxes of 4 pens are 12 pens. 12 less 2 is 10.
# Answer: 10
#
# Question: …
# Steps:
# ```


# %% nbgrader={"grade_id": "chain_of_thought_prompt", "solution": true}
def chain_of_thought_prompt(examples, question, marker="Answer:"):
    """A prompt whose examples are worked out, and which ends where the steps of the next begin.

    examples: triples (question, steps, answer) in the order in which they are shown, perhaps none; left as they are.
    steps: at least one str, joined by one space.  question: a str.  marker: what stands in front of an answer.
    Returns a str. Each example is a paragraph of three lines, "Question: …", "Steps: …" and the marker, a space and the
    answer; an empty line comes behind it. At the end stand the question and "Steps:", with nothing behind it. Texts go
    in as they stand, spaces at their ends included.
    """
    ### BEGIN SOLUTION
    paragraphs = []
    for asked, steps, answer in examples:
        paragraphs.append(f"Question: {asked}\nSteps: {' '.join(steps)}\n{marker} {answer}")
    paragraphs.append(f"Question: {question}\nSteps:")
    return "\n\n".join(paragraphs)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "chain_of_thought_prompt_hints", "locked": true}
# <details><summary>A question to start from</summary>What should the model have written by the time at which it writes its answer?</details>
# <details><summary>A pointer</summary>It is your <code>few_shot_prompt</code> with one more line in each example. The marker is an argument.</details>
# <details><summary>In pseudocode</summary>For each triple: one line with the question, one with all steps, one with marker and answer. Then the open paragraph of two lines. Join with empty lines.</details>


# %% nbgrader={"grade_id": "check_chain_of_thought_prompt", "grade": true, "locked": true, "points": 2}
@check("chain_of_thought_prompt")
def _(examples, question, marker):
    options = {} if marker is None else {"marker": marker}
    prompt = chain_of_thought_prompt(examples, question, **options)
    return {"prompt": prompt, "examples unchanged": {"prompt": prompt, "examples": examples}}


# %% [markdown]
# ## 3 · Which words? `select_instruction`
#
# *Medium · 9 minutes*
#
# *Name the topic*, *Which topic is it, please?*, *Topic:* ask for the same and are answered differently well. So one
# writes several, tries each, and takes the best. Two traps lie here, and both are old.
#
# The best of P on some questions owes a part of its lead to luck with these questions. So it is chosen on development
# questions and **measured on others**, the test questions, once. And a single number hides how much depends on the
# words: report the mean and the standard deviation **over the paraphrases** next to it.
#
# $$s = \sqrt{\frac{1}{P - 1} \sum_{i=1}^{P} (\bar x_i - \bar x)^2}$$
#
# $\bar x_i$ is the mean of paraphrase i over the test questions, $\bar x$ the mean of these P means.


# %% nbgrader={"grade_id": "select_instruction", "solution": true}
def select_instruction(dev, test):
    """Choose a paraphrase on development questions, and measure it on test questions.

    dev: (P, n), test: (P, m), what each of P paraphrases reaches on each question: a log-likelihood, or a hit as a bool
    or a whole number. More is better.
    Returns four numbers: the place of the paraphrase with the highest mean on dev, the first of equals; its mean on
    test; the mean over all P of their means on test; the standard deviation of these P means, divided by P − 1, and 0
    for P = 1.
    """
    ### BEGIN SOLUTION
    on_dev, on_test = dev.float().mean(dim=1), test.float().mean(dim=1)  # (P,) each
    chosen = int(on_dev.argmax())
    spread = on_test.std().item() if len(on_test) > 1 else 0.0
    return chosen, on_test[chosen].item(), on_test.mean().item(), spread
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "select_instruction_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the two tables may decide, and which numbers are made of the other?</details>
# <details><summary>A pointer</summary><code>mean(dim=1)</code> leaves one number a paraphrase; bools and whole numbers have to become floats first. <code>std()</code> divides by P − 1 unless told otherwise.</details>
# <details><summary>In pseudocode</summary>One mean a row, for both tables. The place of the largest on dev. Read the test means there; average and spread all of them.</details>


# %% nbgrader={"grade_id": "check_select_instruction", "grade": true, "locked": true, "points": 3}
@check("select_instruction")
def _(dev, test):
    chosen, own, mean, spread = select_instruction(dev, test)
    return {"chosen": chosen, "on test": own, "mean": mean, "spread": spread}


# %% [markdown]
# ## 4 · Find the page: `cosine_retrieve`
#
# *Medium · 12 minutes · without `sklearn`, `scipy`, `utils.knowledge`*
#
# A model of 135 million parameters has not read Wikipedia well enough to know it. But it can read a page that is put in
# front of it, if the right one is found. An encoder makes a vector of each page, once, and of each question. Near in
# direction means near in meaning:
#
# $$\cos(q, p) = \frac{q \cdot p}{\lVert q \rVert\, \lVert p \rVert}$$
#
# One trap is common. Where questions are made of pages, or pages are compared with one another, the page that the query
# *is* comes first, and every measure looks splendid. So a query may name one page that does not count: `own`.


# %% nbgrader={"grade_id": "cosine_retrieve", "solution": true}
def cosine_retrieve(queries, pages, k, own=None):
    """The k pages whose direction is nearest to that of each query.

    queries: (Q, D), pages: (N, D), both float and left as they are; their lengths do not matter. A zero vector has the
    cosine 0 with everything.  own: (Q,) int64, the place of a page that this query may not find, −1 for none; or None.
    k: at most the number of pages that each query may find.
    Returns two tensors: the cosines (Q, k) with the highest first, and places (Q, k) int64 among all N pages.
    """
    ### BEGIN SOLUTION
    scores = F.normalize(queries, dim=1) @ F.normalize(pages, dim=1).T  # (Q, N)
    if own is not None:
        hidden = own[:, None] == torch.arange(len(pages), device=pages.device)  # (Q, N)
        scores = scores.masked_fill(hidden, -math.inf)
    scores, places = scores.topk(k, dim=1)
    return scores, places
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "cosine_retrieve_hints", "locked": true}
# <details><summary>A question to start from</summary>When all vectors have length 1, what is left of the formula?</details>
# <details><summary>A pointer</summary><code>F.normalize(x, dim=…)</code> divides by lengths and leaves zeros alone; <code>topk</code> gives values and places. A score that can never be among the best hides a page without moving the others.</details>
# <details><summary>In pseudocode</summary>Lengths to 1, one product for the table of all cosines. In the row of each query that has an own page, make that entry hopeless. The best k of each row.</details>
# <details><summary>The last page is never found</summary>What does the index −1 mean in Python?</details>


# %% nbgrader={"grade_id": "check_cosine_retrieve", "grade": true, "locked": true, "points": 4}
@check("cosine_retrieve")
def _(queries, pages, k, own):
    scores, places = (
        cosine_retrieve(queries, pages, k) if own is None else cosine_retrieve(queries, pages, k, own)
    )
    return {
        "scores": scores,
        "places": places,
        "queries unchanged": {"scores": scores, "queries": queries},
        "pages unchanged": {"scores": scores, "pages": pages},
    }


# %% [markdown]
# ## 5 · How often is it found? `recall_at_k`
#
# *Medium · 11 minutes · without `sklearn`, `utils.knowledge`*
#
# A reader has time for k pages. **Recall at k** of a question is the share of its relevant pages that are among the first
# k, and the recall of a search is the mean over questions:
#
# $$R_k = \frac{1}{|A|} \sum_{q \in A} \frac{|\,\mathrm{found}_k(q) \cap \mathrm{relevant}(q)\,|}{|\,\mathrm{relevant}(q)\,|}$$
#
# A are the questions that have a relevant page at all. For the others there is nothing to find.
#
# **Predict**: a question has four relevant pages. What is the best that recall at 1 can be?
#
# <details><summary>Answer</summary>A quarter: one page of four.</details>


# %% nbgrader={"grade_id": "recall_at_k", "solution": true}
def recall_at_k(places, relevant, ks):
    """The share of the relevant pages among the first k found, averaged over questions.

    places: (Q, K) int64, the pages found for each question, best first. A page may stand several times and is found
    once; −1 stands where nothing was found.  relevant: Q sets of int, empty for a question that no page answers.
    ks: several k in any order; one that is larger than K looks at all K.
    Returns a dict k → float. Questions without a relevant page are left out.
    Raises ValueError when that is all of them.
    """
    ### BEGIN SOLUTION
    if not any(relevant):
        raise ValueError("None of the questions has a relevant page, so there is nothing to find.")
    found = {k: [] for k in ks}
    for row, right in zip(places.tolist(), relevant):
        for k in ks:
            if right:
                found[k].append(len(right.intersection(row[:k])) / len(right))
    return {k: sum(shares) / len(shares) for k, shares in found.items()}
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "recall_at_k_hints", "locked": true}
# <details><summary>A question to start from</summary>Two of three relevant pages are among the first five. What does this question give, and by what is the sum over questions divided?</details>
# <details><summary>A pointer</summary><code>places.tolist()</code> gives rows of numbers; the elements of a tensor are tensors, which no set of numbers contains. <code>a.intersection(b)</code> takes any b.</details>
# <details><summary>In pseudocode</summary>For each k, and each question with relevant pages: how many of them are among the first k, as a share of them. Then the mean over those questions.</details>


# %% nbgrader={"grade_id": "check_recall_at_k", "grade": true, "locked": true, "points": 3}
@check("recall_at_k")
def _(places, relevant, ks):
    sets = [set(pages) for pages in relevant]
    recall = recall_at_k(places, sets, ks)
    try:
        recall_at_k(places, [set() for _ in sets], ks)
        said = "nothing"
    except Exception as error:
        said = type(error).__name__
    return {"recall": recall, "no relevant page at all": {"recall": recall, "said": said}}


# %% [markdown]
# ## 6 · Put it in front: `build_rag_prompt`
#
# *Medium · 14 minutes*
#
# Retrieval-augmented generation is a long name for: find pages, put them into the prompt, ask (Lewis et al. 2020).
#
# ```
# Answer from the sources and name the number of the one you used.
#
# [1] Mercury (planet)
# Mercury is the first planet from the Sun …
#
# [2] Venus
# Venus is the second planet …
#
# Question: Which planet is the closest to the Sun?
# Answer:
# ```
#
# The window is finite, so sources go in by rank while the *whole* prompt stays within a budget of tokens. And a page is
# **data**. Somebody else wrote it, perhaps to be found by you. The template's special strings begin with `<|`
# (`<|im_end|>` ends a turn). So in all that strangers wrote, a space goes between the two characters, and no such string
# is left.


# %% nbgrader={"grade_id": "build_rag_prompt", "solution": true}
def build_rag_prompt(instruction, question, pages, budget, count):
    """A prompt with numbered sources, within a budget of tokens.

    instruction: a str, written by the program.  pages: pairs (title, text), the best first, perhaps none; left as they
    are.  budget: how many tokens the prompt may have.  count: a function, the number of tokens of a str.
    Returns a str of paragraphs with an empty line between them: the instruction as it stands; the sources, each
    "[1] title" with its number from 1 on, and the text on the next line; "Question: …", and on the next line "Answer:"
    with nothing behind it. In titles, texts and the question every "<|" becomes "< |", and nothing else changes.
    A source is taken whole. The first one that the budget has no room for ends the list.
    Raises ValueError when the prompt is over the budget without any source.
    """
    ### BEGIN SOLUTION

    def harmless(text):
        return text.replace("<|", "< |")

    def prompt(n):
        sources = [
            f"[{i}] {harmless(title)}\n{harmless(text)}" for i, (title, text) in enumerate(pages[:n], start=1)
        ]
        return "\n\n".join([instruction, *sources, f"Question: {harmless(question)}\nAnswer:"])

    if count(prompt(0)) > budget:
        raise ValueError("The instruction and the question alone take more than the budget.")
    n = 0
    while n < len(pages) and count(prompt(n + 1)) <= budget:
        n += 1
    return prompt(n)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "build_rag_prompt_hints", "locked": true}
# <details><summary>A question to start from</summary>Who wrote each of the texts that go into the prompt?</details>
# <details><summary>A pointer</summary>Write a small function that gives the prompt with the first n sources. Then the question is only how large n may be.</details>
# <details><summary>In pseudocode</summary>Without sources: too long already? Say so. Otherwise add one source after the other, as long as the whole text with one more is within the budget.</details>
# <details><summary>It is a few tokens too long, or a page too short</summary>Tokens reach across the places where texts are joined. Which text did you count?</details>


# %% nbgrader={"grade_id": "check_build_rag_prompt", "grade": true, "locked": true, "points": 3}
@check("build_rag_prompt")
def _(instruction, question, pages, budget, tight):
    def count(text):
        return 1 + -(
            -len(text) // 4
        )  # in the place of a tokenizer: one at the beginning, one for four characters

    prompt = build_rag_prompt(instruction, question, pages, budget, count)
    after = copy.deepcopy(pages)
    try:
        build_rag_prompt(instruction, question, pages, tight, count)
        said = "nothing"
    except Exception as error:
        said = type(error).__name__
    return {
        "prompt": prompt,
        "too small a budget": {"prompt": prompt, "said": said},
        "pages unchanged": {"prompt": prompt, "pages": after},
    }


# %% [markdown]
# ## 7 · The window is full: `fit_context`
#
# *Hard · 15 minutes*
#
# A chat grows, and the window of a model does not: 2,048 tokens are the rule at which SmolLM2 begins to fail, and a
# phone has room for fewer. Something has to go. What?
#
# - The **system's** message stays. It says who speaks.
# - The **newest** turns stay, since they are what the question is about. The last question stays in any case.
# - A question, the tools' results that belong to it and its answer go **together**. An answer without its question is
#   worse than none.
# - There are no **holes**: what is kept is one piece, up to the end.
# - The answer needs room in the same window. It is **reserved**.
#
# **Predict** which of these a program breaks that keeps the last 2,000 characters.
#
# <details><summary>Answer</summary>All but the second and the fourth, and it cuts within a word, or within a mark.</details>


# %% nbgrader={"grade_id": "fit_context", "solution": true}
def fit_context(messages, lengths, window, reserve):
    """What of a chat is given to the model, and what is left out.

    messages: {"role": …, "content": …} each, left as they are: perhaps one of the system, then exchanges. An exchange
    begins with a message of the user and goes to before the next one; the last is the question to be answered.
    lengths: tokens of each message, marks included.  window, reserve: tokens in all, and those kept for the answer.
    Returns two lists of messages, each in the order of the chat: those kept, which are the system's and as many of the
    newest exchanges as fit, without a hole; and all others.
    Raises ValueError when the system's message and the last exchange do not fit.
    """
    ### BEGIN SOLUTION
    first = int(messages[0]["role"] == "system")
    starts = [i for i, message in enumerate(messages) if message["role"] == "user"]
    for start in starts:
        if sum(lengths[:first]) + sum(lengths[start:]) <= window - reserve:
            return messages[:first] + messages[start:], messages[first:start]
    raise ValueError("The last question does not fit into the window, even alone.")
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "fit_context_hints", "locked": true}
# <details><summary>A question to start from</summary>At which messages may the kept piece begin?</details>
# <details><summary>A pointer</summary>There are only as many cuts as questions. Try them from the oldest on: the first that fits keeps the most.</details>
# <details><summary>In pseudocode</summary>Is there a system's message? For each question, from the oldest: the tokens of the system and of everything from this question on. If that is within what is left beside the reserve, return both parts. Nothing fitted: an error.</details>


# %% nbgrader={"grade_id": "check_fit_context", "grade": true, "locked": true, "points": 4}
@check("fit_context")
def _(messages, lengths, window, reserve, tight):
    given = copy.deepcopy(messages)
    kept, left_out = fit_context(messages, list(lengths), window, reserve)
    try:
        fit_context(given, list(lengths), tight, reserve)
        said = "nothing"
    except Exception as error:
        said = type(error).__name__
    return {
        "kept": kept,
        "left out": {"kept": kept, "left out": left_out},
        "no room": {"kept": kept, "said": said},
        "messages unchanged": {"kept": kept, "messages": messages},
    }


# %% [markdown]
# ## 8 · Before anybody trains on it: `validate_record`
#
# *Hard · 16 minutes*
#
# Assistants are trained on records: JSON objects of a few kinds. One record that is wrong teaches something wrong, and
# nobody will see it in the loss. **JSON Schema** is a language for the form of such objects: which fields, of which
# type. `SCHEMAS` has one for each kind; the package `jsonschema` holds a record against it and lists what does not fit.
#
# Look at the kinds first. **Predict**: what may be wrong with such records that no form shows?
#
# <details><summary>Answer</summary>How their parts go together: two turns of the user in a row, a tool's result that nobody asked for, two answers of which none is better, a candidate that the ranking forgets.</details>

# %% nbgrader={"grade_id": "schemas", "locked": true}
import json
import re

import jsonschema

from utils.records import EXAMPLES, SCHEMAS

# %% tags=["explore"]
for kind, example in EXAMPLES.items():
    print(f"{kind:<12} {json.dumps(example, ensure_ascii=False)[:150]} …")

# %% [markdown]
# The rules that a schema cannot say:
#
# | kind | rule |
# |---|---|
# | chat, tool | perhaps one message of the system, in front; then one or more exchanges |
# | | an exchange: the user, then any number of calls, each with its result directly behind it, then the assistant's answer |
# | preference | the chosen and the rejected answer differ in more than spaces at their ends |
# | ranking | the numbers of all candidates, from 1 on, each once |
#
# A call is a message of the assistant that has a `tool_call` in place of a `content`; a result is a message of the role
# `tool`.


# %% nbgrader={"grade_id": "validate_record", "solution": true}
def validate_record(record, kind):
    """What is wrong with a record, in sentences.

    record: what JSON gives, left as it is.  kind: one of SCHEMAS.
    Returns a list of str, empty for a sound record. If its form is wrong, one sentence for each error that
    `jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)` finds, and nothing else. If its form is right,
    at least one sentence when it breaks a rule of the table above. Their words are up to you.
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
# <details><summary>A question to start from</summary>Which of the rules can be asked of a record that has no <code>messages</code>?</details>
# <details><summary>A pointer</summary>An error of <code>jsonschema</code> has a <code>message</code> and a <code>json_path</code>, which says where. For the order of turns, write one letter for each message and look at the word that comes out, or remember who spoke last.</details>
# <details><summary>In pseudocode</summary>All errors of form, as sentences. Any? That is the answer. Otherwise look at the rule of this kind, if it has one, and say what is broken.</details>


# %% nbgrader={"grade_id": "check_validate_record", "grade": true, "locked": true, "points": 3}
@check("validate_record")
def _(kind, records, misformed):
    found = [validate_record(record, kind) for record in records]
    verdicts = ["sound" if faults == [] else "faulty" for faults in found]
    lists = [faults if isinstance(faults, list) else [] for faults in found]
    return {
        "which are sound": verdicts,
        "one sentence for each fault of form": {
            "verdicts": verdicts,
            "sentences": [len(lists[i]) for i in misformed],
            "text": all(isinstance(one, str) and one.strip() != "" for faults in lists for one in faults),
        },
        "records unchanged": {"verdicts": verdicts, "records": records},
    }
