# %% [markdown]
# # Lesson 09 · LoRA
# ## Notebook a: instructions and adapters
#
# A library wants a card for every article: one line about who or what it is. Asked for a few words,
# SmolLM2-135M-Instruct gives a lecture. **Instruction tuning** has taught it to follow instructions, but not our style.
# Another 134,515,008 weights are a lot to store for that, so we train an **adapter**.
#
# By the end you will have
#
# - a loss that learns from answers and not from questions,
# - **LoRA**, a fortieth the size of the layers it adapts, matching the library `peft`,
# - SmolLM2 tuned on human-written cards, before and after,
# - a reason why so small a change is enough,
# - a one-megabyte file that turns any SmolLM2-135M-Instruct into yours.
#
# | | |
# |---|---|
# | Uses | the loss and AdamW of lesson 04, greedy decoding of 06, fine-tuning of 07 (all given) |
# | Time | two sittings of {{minutes_to_the_stop}} and {{minutes_from_the_stop, running 4}} minutes; a good place to stop is after section 6 |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# B is the number of sequences in a batch, T the number of tokens per sequence, V the size of the vocabulary. A linear
# layer maps n features to m, y = x Wᵀ, with W of shape (m, n); r is the rank.
#
# <details><summary>1. Which token is the target of the logits at position t?</summary>The token at position t + 1 (lesson 04). Logits and targets are shifted by one.</details>
# <details><summary>2. What is the shape of the weight of <code>nn.Linear(3, 5)</code>?</summary>(5, 3): outputs come first, so y = x Wᵀ.</details>
# <details><summary>3. How many numbers does AdamW keep for each weight it trains?</summary>Two: a running mean of the gradients and one of their squares (lesson 04). The gradient itself is a third.</details>
# <details><summary>4. A column times a row, b aᵀ, gives a whole matrix. What is its rank?</summary>1, because every row is a multiple of aᵀ.</details>
# <details><summary>5. When does a loop that generates text stop?</summary>When the model writes a stop token, or when the budget is spent (lesson 06). A model that never learned to write the stop token keeps going.</details>

# %% nbgrader={"grade_id": "imports_a", "locked": true}
try:
    from autograder.checks import answered, backward, check, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import copy
import math
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices
from utils.metrics import record
from utils.plots import interactive
from utils.topics.lora import adapter_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · Chat templates: `format_chat`
#
# *Easy · 8 minutes · without `jinja2`, `transformers`, `.apply_chat_template`*
#
# A language model continues text, and a chat is no exception: it is one long text in which markers show who is
# speaking. The format of those markers is called a **chat template**. SmolLM2 was trained on this one, where
# `<|im_start|>` and `<|im_end|>` are single tokens:
#
# ```
# <|im_start|>system
# Answer in a few words.<|im_end|>
# <|im_start|>user
# What is a lake?<|im_end|>
# <|im_start|>assistant
# A body of water<|im_end|>
# ```
#
# Every message ends with `<|im_end|>` and a newline, including the last one. A chat begins with a **system prompt**,
# which sets the tone; if the first message isn't from the system, insert a default one before it. To get an answer, end
# the text with `<|im_start|>assistant` and a newline. This is the **generation prompt**, and the model continues from
# there. Nothing else tells the model that it's its turn to speak.


# %% nbgrader={"grade_id": "format_chat", "solution": true}
def format_chat(messages, system, generation_prompt=False):
    """The text of a chat in SmolLM2's chat template.

    messages: at least one {"role": …, "content": …}; not modified. Insert roles and
    contents unchanged, even if they are empty or contain spaces or markers.
    system: the content of the system message to insert before the first message if
    that one isn't from the system; it may be empty.
    generation_prompt: whether to end with the opening of an assistant message, no
    matter which role spoke last.
    Returns a str.
    """
    ### BEGIN SOLUTION
    if messages[0]["role"] != "system":
        messages = [{"role": "system", "content": system}, *messages]
    text = "".join(f"<|im_start|>{m['role']}\n{m['content']}<|im_end|>\n" for m in messages)
    return text + ("<|im_start|>assistant\n" if generation_prompt else "")
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "format_chat_hints", "locked": true}
# <details><summary>A question to start from</summary>Which characters come between the role and the content, and which between one message and the next?</details>
# <details><summary>A pointer</summary>Write each message as an f-string, then join the messages.</details>
# <details><summary>A system message is missing</summary>Look at the first message only: is it there, and who sent it? Its content doesn't matter, and neither does the content of the default.</details>
# <details><summary>The messages were changed</summary><code>insert</code> puts the default into the caller's own list. Make a new list instead.</details>


# %% nbgrader={"grade_id": "check_format_chat", "grade": true, "locked": true, "points": 2}
@check("format_chat")
def _(messages, system):
    before = copy.deepcopy(messages)
    text = format_chat(messages, system)
    asked = format_chat(messages, system, generation_prompt=True)
    return {
        "text": text,
        "with a prompt": asked,
        "messages unchanged": {"text": text, "same": messages == before},
    }


# %% [markdown]
# Now the model and its data. The records come from Wikipedia, and each has three parts: an instruction ("Describe" and
# an article's title), the content it is about (the article's first sentence), and a reply, the short description that
# people wrote for the article. `python -m utils.instructions` prints a page of records and lists what is wrong with
# them. **Predict** before you run: what does the model answer if it gets the question as bare text, without the
# template?

# %% tags=["explore"]
from utils import instructions, smollm2
from utils.topics.lora import adapting

smollm, tokenizer = smollm2.load(where)
cards = instructions.load(["describe"])
if answered("format_chat"):
    for row in cards["test"].select(range(2)):
        asked = instructions.prompt(row["messages"])
        texts = [asked[-1]["content"] + "\n", format_chat(asked, "", generation_prompt=True)]
        bare, chat = adapting.reply(smollm, None, tokenizer, texts, n_new=20, progress=False)
        print(f"{asked[-1]['content']}\n   bare:   {bare!r}\n   chat:   {chat!r}")
        print(f"   person: {instructions.reply(row['messages'])!r}\n")
    theirs = tokenizer.apply_chat_template(row["messages"], tokenize=False)
    record(
        "texts that differ from the library's", format_chat(row["messages"], "") != theirs, expected=(0, 0)
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# A bare question is something to continue, not something to answer: the model carries on like a textbook, or goes round
# in circles. With the template you do get an answer, but it is a full sentence that repeats half of the question. The
# system prompt asked for a few words.
#
# </details>

# %% [markdown]
# ## 2 · Masking the prompt: `loss_weights`
#
# *Hard · 19 minutes*
#
# With the loss of lesson 04, such chats would mostly teach the model to predict *questions*, which it will never have
# to write. So every token gets a weight for its loss: 1 in an answer, less in the prompt. The usual choice is 0 (**loss
# masking**); some people keep a small weight, since the prompt also shows the task.
#
# Where does an answer begin and end? Ask what the model itself will have to write. The header `<|im_start|>assistant`
# and its newline are given, so they belong to the prompt. The model must write `<|im_end|>` itself, or it will never
# stop; the newline after it is never needed. `<|im_end|>` also closes other people's messages, and there it counts as
# prompt.
#
# One more trap: batches are filled up with *padding*, and the padding token of SmolLM2 *is* `<|im_end|>`. So
# recognize padding by the length of the sequence, not by the token.


# %% nbgrader={"grade_id": "loss_weights", "solution": true}
def loss_weights(ids, lengths, header, end, prompt_weight=0.0):
    """The weight of each token in the loss.

    ids: (B, T) int64, one chat per row; its end may be cut off.
    lengths: (B,) int64, from 1 to T: how many tokens of each row belong to the chat.
    Everything after them is padding, whatever the token.
    header: list of one or more ids that open an answer; some may be equal, none is end.
    end: the id that closes every message. Inside an answer only `end` matters; a header
    there is text like any other.
    Returns (B, T) float32 on the device of ids: 1 for the tokens of each answer, from
    the first one after its header up to and including `end` (or up to the row's length
    if the answer is cut off); prompt_weight for all other tokens of the chat; 0 for
    padding. The arguments are not modified.
    """
    ### BEGIN SOLUTION
    weights = torch.zeros(ids.shape, device=ids.device)  # (B, T)
    for row, length in enumerate(lengths.tolist()):
        tokens, answering = ids[row, :length].tolist(), False
        for t, token in enumerate(tokens):
            weights[row, t] = 1.0 if answering else prompt_weight
            if answering:
                answering = token != end
            else:
                answering = tokens[max(0, t + 1 - len(header)) : t + 1] == header
    return weights
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "loss_weights_hints", "locked": true}
# <details><summary>A question to start from</summary>Read a row from left to right. What do you have to remember, and which two events change it?</details>
# <details><summary>A pointer</summary>At each token you are either inside an answer or outside. Inside, only the end token matters; outside, only whether the last few tokens are the header. Each row begins outside.</details>
# <details><summary>In pseudocode</summary>all weights 0; for each row: start outside; for each of its own tokens: write down the weight that applies here; then decide whether the next token is inside or outside.</details>
# <details><summary>An answer begins where a user wrote the word "assistant"</summary>How many tokens does the header have, and how many of them did you compare?</details>


# %% nbgrader={"grade_id": "check_loss_weights", "grade": true, "locked": true, "points": 4}
@check("loss_weights")
def _(ids, lengths, header, end, prompt_weight):
    given = ids.clone(), list(header)
    questions = loss_weights(torch.full_like(ids, end), lengths, list(header), end, prompt_weight)
    weights = loss_weights(given[0], lengths, given[1], end, prompt_weight)
    return {
        "weights": weights,
        "without a prompt weight": loss_weights(ids.clone(), lengths, list(header), end),
        "of other texts": {"weights": weights, "without an answer": questions},
        "ids unchanged": {
            "weights": weights,
            "changed": (given[0] != ids).sum(),
            "header": given[1] == header,
        },
    }


# %% [markdown]
# Below is a chat with two answers, one token per box, as your weights see it. Fewer than one token in five is a target
# the model learns to write.

# %% tags=["explore"]
header, end = tokenizer.encode("<|im_start|>assistant\n"), tokenizer.convert_tokens_to_ids("<|im_end|>")
if answered("format_chat", "loss_weights"):
    from IPython.display import display

    two = instructions.load(["chat"], quiet=True)["train"][0]  # two questions, two answers
    ids = torch.tensor([tokenizer.encode(format_chat(two["messages"], ""))], device=where)  # (1, T)
    weights = loss_weights(ids, torch.tensor([ids.shape[1]], device=where), header, end, prompt_weight=0.1)
    display(plots.chat_tokens(tokenizer.batch_decode(ids[0, :, None]), weights[0].tolist()))
    record("share of tokens in answers", (weights == 1).cpu().double().mean().item(), expected=(0.17, 0.19))

# %% [markdown]
# ## 3 · The weighted mean: `weighted_loss`
#
# *Medium · 10 minutes*
#
# The loss is the weighted mean of the token losses, over the whole batch at once:
#
# $$\ell = \frac{\sum_{b,t} w_{bt}\, \bigl(-\ln p(x_{bt} \mid x_{b1} \dots x_{b,t-1})\bigr)}{\sum_{b,t} w_{bt}}$$
#
# Both sums run over the tokens that are predicted, so neither includes the first token of a row. Divide by the sum of
# the weights. If you divided by the number of tokens, a batch of 480 tokens with 48 in answers would have a loss ten
# times too small, and the size of that error would depend on how long the *questions* happen to be.
#
# A batch may contain no answer at all, because all of them were cut off. Then there is nothing to learn, and the loss
# is 0, not 0/0.


# %% nbgrader={"grade_id": "weighted_loss", "solution": true}
def weighted_loss(logits, ids, weights):
    """The weighted mean of the token losses of a batch, in nats.

    logits: (B, T, V), finite, possibly in the hundreds; those at position t predict
    the token at t + 1.
    ids: (B, T) int64.
    weights: (B, T) float32, 0 or more, from about 1e-3 to 1e3 where not 0; the weight
    of each token as a target, so the first column doesn't matter. Not modified.
    Returns a scalar. If no target has a weight, for example if T is 1, it is 0 and
    gives gradients of 0.
    """
    ### BEGIN SOLUTION
    losses = F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")  # (B, T − 1)
    counted = weights[:, 1:]  # (B, T − 1)
    return (counted * losses).sum() / counted.sum().clamp(min=1e-9)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "weighted_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>Which logits predict the token ids[b, 5], and which weight does its loss get?</details>
# <details><summary>A pointer</summary><code>F.cross_entropy</code> with <code>reduction="none"</code> gives the loss of every token; it expects the classes on axis 1.</details>
# <details><summary>The loss is nan in one case</summary>What do you divide by when all weights are 0? Whatever you do about it, a sum of 0.1 is perfectly good and must not be changed.</details>
# <details><summary>The loss is 0 where nothing counts, but its gradients are nan</summary>The gradient still runs through your division. Which number must never appear there, not even for a moment?</details>


# %% nbgrader={"grade_id": "check_weighted_loss", "grade": true, "locked": true, "points": 3}
@check("weighted_loss")
def _(logits, ids, weights):
    logits.requires_grad_()
    given = weights.clone()
    loss = weighted_loss(logits, ids, given)
    backward(loss, torch.ones(()))
    return {
        "loss": loss.item(),
        "grad_logits": logits.grad,
        "weights unchanged": {"loss": loss.item(), "changed": (given != weights).sum()},
    }


# %% [markdown]
# How well does the untuned model already predict the answers, and how well the questions? It has very probably read
# Wikipedia. **Predict** which of the two surprises it more, in nats per token.

# %% tags=["explore"]
if answered("format_chat", "loss_weights", "weighted_loss"):
    texts = [format_chat(row["messages"], "") for row in cards["test"].select(range(8))]
    ids, lengths = (found.to(where) for found in adapting.encode(tokenizer, texts))  # (B, T), (B,)
    answers = loss_weights(ids, lengths, header, end)  # (B, T)
    questions = loss_weights(ids, lengths, header, end, prompt_weight=1.0) - answers
    with torch.no_grad():
        logits = smollm(ids).logits  # (B, T, V)
    record("answers, nats per token", weighted_loss(logits, ids, answers).item(), expected=(3.2, 3.5))
    record("questions, nats per token", weighted_loss(logits, ids, questions).item(), expected=(2.35, 2.65))
    tokens = answers[:, 1:].numel() / answers[:, 1:].sum().item()
    record("how many times too small over all tokens", tokens, expected=(9, 11))

# %% [markdown]
# <details><summary>The answer</summary>
#
# The answers surprise it more, 3.4 nats per token against 2.5, although the questions are encyclopedia prose full of
# names. Most of the content of the answer is already in the prompt. What the model doesn't expect is the form: it would
# have begun with "The".
#
# </details>

# %% [markdown]
# ## 4 · Low-rank adaptation: `LoRALinear`
#
# *Hard · 20 minutes · without `peft`*
#
# Training changes a layer's weights from $W$ to $W + \Delta W$. In full fine-tuning $\Delta W$ has as many numbers as
# $W$, AdamW keeps two more for each, and you store a whole model for every task. **Parameter-efficient fine-tuning**
# (PEFT) trains far fewer. **LoRA** (low-rank adaptation), its best-known method, *freezes* $W$ and writes the change
# as a product of two thin matrices (Hu et al. 2021, arXiv 2106.09685):
#
# $$y = x\,(W + s\,BA)^\top = x W^\top + s\,(x A^\top) B^\top$$
#
# with $A$ of shape (r, n) and $B$ of shape (m, r).
#
# By hand: $W$ is 1000 × 1000 and $r = 50$. How many numbers are trained?
#
# <details><summary>Answer</summary>50 · 1000 + 1000 · 50 = 100,000 of 1,000,000. At r = 500 nothing is saved any more.</details>
#
# $A$ starts small enough to keep the features of $x A^\top$ no larger than those of $x$; libraries draw it uniformly
# from $\pm 1/\sqrt n$, with a standard deviation of $0.58/\sqrt n$.
#
# The factor is $s = \alpha / r$, and $\alpha = 2r$ is a common first try. A variant uses $s = \alpha / \sqrt r$
# (section 5).

# %% [markdown]
# **Find the error.** A lecture starts with $W_{ft} = W + AB$ and doesn't mention how $A$ and $B$ are initialized. Both
# random? Both zero? Work out the gradient of $B$: it contains the factor $A$, and the gradient of $A$ contains $B$.
#
# <details><summary>Answer</summary>Both random: the model is damaged before the first step. Both zero: both gradients are zero, and nothing ever moves. One random and one zero: the model starts out untouched, and the zero matrix learns at once. So $A$ is random and $B$ zero. (The lecture also leaves out the factor $\alpha/r$. That $A$ and $B$ have swapped names is no error: with the lecture's shapes the product is the same.)</details>


# %% nbgrader={"grade_id": "LoRALinear", "solution": true}
class LoRALinear(nn.Module):
    """A frozen linear layer with a trained low-rank update next to it.

    base: the linear layer, n → m, with or without a bias. Keep the layer itself, not a
    copy, and freeze all its parameters.
    A: (r, n), random at the start: any distribution with mean 0 and a standard
    deviation between 0.5/√n and 1/√n.
    B: (m, r), zero at the start. Both have the dtype and device of the base's weight,
    as created below.
    scale: a number, alpha / r, or alpha / √r if rank_stabilized.
    merged: whether the base's weight already contains the update; forward then adds
    nothing. False at the start.
    forward: (..., n) → (..., m), the same in training and evaluation mode (no dropout);
    x is not modified.
    """

    def __init__(self, base, r, alpha, rank_stabilized=False):
        super().__init__()
        self.base, self.r, self.alpha, self.merged = base, r, alpha, False
        self.A = nn.Parameter(base.weight.new_full((r, base.in_features), math.nan))  # to be filled below
        self.B = nn.Parameter(base.weight.new_full((base.out_features, r), math.nan))  # this one, too
        ### BEGIN SOLUTION
        base.requires_grad_(False)
        nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))
        nn.init.zeros_(self.B)
        self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)
        ### END SOLUTION

    def forward(self, x):
        ### BEGIN SOLUTION
        y = self.base(x)  # (..., m)
        if self.merged:
            return y
        return y + self.scale * (x @ self.A.T) @ self.B.T
        ### END SOLUTION

    def merge(self):
        merge(self)  # the function that you write in section 6

    def unmerge(self):
        unmerge(self)


# %% [markdown] nbgrader={"grade_id": "LoRALinear_hints", "locked": true}
# <details><summary>A question to start from</summary>Four things must be set at the start: what is trained, what A holds, what B holds, and the factor. Which of them have you set?</details>
# <details><summary>A pointer</summary><code>nn.init</code> fills parameters in place: <code>uniform_</code>, <code>normal_</code>, <code>zeros_</code>. <code>requires_grad_(False)</code> works on a whole module.</details>
# <details><summary>In pseudocode</summary>The output of the base, plus the scale times the output of two thin layers, first A, then B. Between them x has only r features.</details>
# <details><summary>I get "a leaf Variable that requires grad is being used in an in-place operation"</summary>Fill a parameter through <code>nn.init</code>, or under <code>torch.no_grad()</code>.</details>


# %% nbgrader={"grade_id": "check_LoRALinear", "grade": true, "locked": true, "points": 5}
@check("LoRALinear")
def _(x, gradient, weights, factors, n, m, r, alpha, rank_stabilized, seed):
    torch.manual_seed(seed)
    base = load_weights(nn.Linear(n, m, bias="bias" in weights), weights)
    layer = LoRALinear(base, r, alpha, rank_stabilized)
    wide = [LoRALinear(nn.Linear(width, m), 16_000 // width, alpha).A.detach() for width in (400, 400, 100)]
    spread = [A.std().item() * A.shape[1] ** 0.5 for A in wide]  # in units of 1/√n
    double = LoRALinear(nn.Linear(2, 2).double(), 1, alpha)
    start = {
        "B is zero": "not filled" if layer.B.isnan().any() else bool((layer.B == 0).all()),
        "gives what its base gave": torch.allclose(
            layer(x.clone()), F.linear(x, weights["weight"], weights.get("bias")), 1e-4, 1e-4
        ),
        "A spreads": ["too little" if s < 0.49 else "too much" if s > 1.02 else "well" for s in spread],
        "A is filled": not layer.A.isnan().any(),
        "mean of A is 0": bool(wide[0].mean().abs() < 0.003),
        "rows or columns of A are equal": [len(M.unique(dim=0)) < len(M) for M in (wide[0], wide[0].T)],
        "two A are equal": bool((wide[0] == wide[1]).all()),
        "of the base's type": double.A.dtype == double.B.dtype == torch.float64,
        "learns": [name for name, p in layer.named_parameters() if p.requires_grad],
        "merged": layer.merged,
        "scale": getattr(layer, "scale", "missing"),
        "base is the layer that was given": layer.base is base,
    }
    given = x.clone()
    y = load_weights(layer, factors)(x.requires_grad_())
    backward(y, gradient)
    found = {
        "output": y,
        "grad_x": x.grad.clone(),
        "grad_A": layer.A.grad,
        "grad_B": layer.B.grad,
        "start": start,
    }
    in_use = layer.eval()(x).detach()
    x.grad, layer.merged = None, True
    y = layer(x)
    backward(y, gradient)
    found["when merged"] = {"output": y, "grad_x": x.grad}
    return found | {"in use": {"output": in_use, "changed": (given != x).sum()}}


# %% [markdown]
# Here are the four initializations on a toy problem: a linear layer has to learn a target layer whose weights differ
# from its own by a matrix of rank 2. **Predict** the four curves: where does each begin, and which one never falls?


# %% nbgrader={"grade_id": "learn_toy", "locked": true}
def learn_toy(a, b, steps=60):
    """The losses of a layer of rank 4 that learns a change of rank 2.  a, b: factors of a random A, a random B."""
    generator = torch.Generator().manual_seed(0)
    shapes = [(256, 40), (30, 2), (2, 40), (30, 4)]
    x, u, v, B = (torch.randn(*shape, generator=generator).to(where) for shape in shapes)
    torch.manual_seed(0)
    layer, losses = LoRALinear(nn.Linear(40, 30), r=4, alpha=8).to(where), []
    goal = layer.base(x) + x @ (u @ v).T / 10
    layer.A.data *= a
    layer.B.data += 0.3 * b * B
    for _ in range(steps):
        loss = (layer(x) - goal).square().mean()
        losses.append(loss.item())
        for p, gradient in zip([layer.A, layer.B], torch.autograd.grad(loss, [layer.A, layer.B])):
            p.data -= 0.3 * gradient
    return losses


# %% tags=["explore"]
if answered("LoRALinear"):
    factors = {"B zero": (1, 0), "A zero": (0, 1), "both zero": (0, 0), "both random": (1, 1)}
    curves = {name: learn_toy(*pair) for name, pair in factors.items()}
    plots.starts(curves)
    right = curves["B zero"]
    record("B zero, last loss by first", right[-1] / right[0], expected=(0, 0.02))
    record("both zero, last loss by first", curves["both zero"][-1] / right[0], expected=(1, 1))
    record(
        "both random, first loss by that of B zero", curves["both random"][0] / right[0], expected=(1.5, 2.2)
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# Two zero matrices stay zero forever, and no error message tells you. Two random matrices begin with a loss that the
# model did not have before. A zero and B random learns as well, but comparisons on real models favor B zero (Hayou et
# al. 2024, arXiv 2406.08447).
#
# </details>

# %% [markdown]
# ## 5 · The scaling factor
#
# *Read and predict · 6 minutes*
#
# Why divide by $r$ at all? $BA$ is a sum of r outer products, each a column times a row. The more there are, the larger
# the change, so every rank would need its own learning rate. Dividing by $r$ was meant to prevent that.
#
# Does it? Take one step of plain gradient descent from $B = 0$. The gradient of $B$ contains one factor $s$, the output
# multiplies it by $s$ again, and between the two comes $x A^\top A\, x^\top$, a sum of r squares. So the output moves
# by an amount proportional to $s^2 r$. **Predict** how that depends on $r$, for $s = \alpha / r$ and for
# $s = \alpha / \sqrt r$ (**rsLoRA**, rank-stabilized LoRA; Kalajdzievski 2023, arXiv 2312.03732).
#
# <details><summary>Answer</summary>α²/r and α². With α/r, rank 64 takes steps 64 times shorter than rank 1. With α/√r the steps are equally long at every rank.</details>
#
# That is gradient descent. AdamW divides every gradient by its own size, so one of the two factors $s$ cancels.
# **Predict** which line is flatter then.


# %% nbgrader={"grade_id": "first_step", "locked": true}
def first_steps(r, rank_stabilized, optimizer, steps=1):
    """How far the first steps move the output of a layer of rank r towards its goal, with α = 16."""
    torch.manual_seed(0)
    layer = LoRALinear(nn.Linear(256, 256), r, 16, rank_stabilized).to(where)
    x, goal = torch.randn(2, 64, 256).to(where)
    before, trainer = layer(x).detach(), optimizer([layer.A, layer.B], lr=1e-3)
    for _ in range(steps):
        trainer.zero_grad()
        (layer(x) - goal).square().sum().div(64).backward()
        trainer.step()
    way = goal - before
    return ((layer(x) - before) * way).sum().div(way.norm()).item()


# %% tags=["explore"]
if answered("LoRALinear"):
    ranks, changes = [2**k for k in range(10)], {}
    cases = [("SGD", "α/r", -1.0), ("SGD", "α/√r", 0.0), ("AdamW", "α/r", 0.0), ("AdamW", "α/√r", 0.5)]
    for name, factor, power in cases:
        sizes = [first_steps(r, factor == "α/√r", getattr(torch.optim, name)) for r in ranks]
        changes[f"{name}, {factor}"] = sizes
        slope = math.log2(sizes[-1] / sizes[3]) / (len(ranks) - 4)  # from r = 8 on
        record(f"power of r, {name}, {factor}", slope, expected=(power - 0.1, power + 0.1))
    plots.scales(ranks, changes)
    for stabilized, power in [(False, 0.0), (True, 0.5)]:
        low, high = (first_steps(r, stabilized, torch.optim.AdamW, steps=20) for r in (8, 128))
        slope = math.log2(high / low) / 4
        record(
            f"power of r after 20 steps, AdamW, {'α/√r' if stabilized else 'α/r'}",
            slope,
            expected=(power - 0.15, power + 0.15),
        )

# %% [markdown]
# <details><summary>The answer</summary>
#
# Gradient descent behaves as we worked out: the powers are −1 and 0. With AdamW, $\alpha/r$ gives steps of the
# same size at every rank, while with $\alpha/\sqrt r$ they grow with the square root of the rank, and that is still so
# after 20 steps. So the argument for the root is an argument about gradient descent. Under AdamW the root acts like a
# higher learning rate for high ranks. Runs at high rank may well gain from it, but a comparison at a single learning
# rate can't tell you whether the root helped or the higher rate did.
#
# </details>

# %% [markdown]
# ## 6 · Merging an adapter: `merge` and `unmerge`
#
# *Medium · 12 minutes*
#
# During training the change is kept next to the layer, which costs two extra products per call. Afterwards you can
# *merge* it, $W \leftarrow W + s\,BA$, and the layer is as fast as it ever was. Subtract the change again and the old
# model is back, so one base can serve many tasks.
#
# Both functions must be safe to call twice. Programs merge before saving, and again before serving, and a change that
# is added twice gives a wrong model without raising an error. That is what `merged` is for.
#
# Change the weights *in place*: an optimizer or a tied layer may hold the same parameter, and it has to see the new
# values.


# %% nbgrader={"grade_id": "merge", "solution": true}
def merge(layer):
    """Add the update to the base's weight, unless the weight already contains it.

    layer: has base (a frozen linear layer), A (r, n), B (m, r), scale and merged, like
    LoRALinear, dtypes included. Changes base.weight in place (the same parameter, the
    same dtype, still frozen) and sets merged to True. A, B and scale keep their values,
    and A and B stay trainable. Returns None.
    """
    ### BEGIN SOLUTION
    if not layer.merged:
        with torch.no_grad():
            layer.base.weight += layer.scale * (layer.B @ layer.A)
        layer.merged = True
    ### END SOLUTION


def unmerge(layer):
    """Subtract the update from the base's weight if the weight contains it, and set
    merged to False. Returns None.
    """
    ### BEGIN SOLUTION
    if layer.merged:
        with torch.no_grad():
            layer.base.weight -= layer.scale * (layer.B @ layer.A)
        layer.merged = False
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "merge_hints", "locked": true}
# <details><summary>A question to start from</summary>What is the shape of the base's weight, and which order of A and B gives that shape?</details>
# <details><summary>A pointer</summary>Work under <code>torch.no_grad()</code>, and with an operation that ends in an underscore, or <code>+=</code>.</details>
# <details><summary>"Cannot assign non-leaf Tensor to parameter 'weight'", or "weight learns" is wrong</summary>A and B are trained. When you add them to a tensor while gradients are being recorded, what does that tensor become?</details>


# %% nbgrader={"grade_id": "check_merge", "grade": true, "locked": true, "points": 3}
@check("merge")
def _(weights, A, B, factor):
    m, n = weights["weight"].shape
    base = load_weights(nn.Linear(n, m, bias="bias" in weights), weights).requires_grad_(False)
    layer = SimpleNamespace(base=base, A=nn.Parameter(A), B=nn.Parameter(B), scale=factor, merged=False)
    same, found, returned = base.weight, {}, []
    for name in ["unmerged before", "merged", "merged twice", "unmerged", "unmerged twice", "merged again"]:
        returned.append((unmerge if name.startswith("un") else merge)(layer))
        found[name] = {"weight": base.weight.detach().clone(), "merged": layer.merged}
    found["afterwards"] = {
        "the same parameter": base.weight is same and layer.base is base,
        "of the same type": base.weight.dtype == weights["weight"].dtype,
        "weight learns": base.weight.requires_grad,
        "A and B learn": layer.A.requires_grad and layer.B.requires_grad,
        "scale": layer.scale,
        "nothing came back": returned == [None] * 6,
        "the rest": [value.detach() for value in (layer.A, layer.B, *base.parameters())],
    }
    return found


# %% [markdown]
# Does a merged layer compute the same function? And does the base come back unchanged after a hundred merges and
# unmerges? **Predict**: exactly?

# %% tags=["explore"]
if answered("LoRALinear", "merge"):
    torch.manual_seed(0)
    layer, x = LoRALinear(nn.Linear(576, 1536), r=8, alpha=16).to(where), torch.randn(64, 576).to(where)
    nn.init.normal_(layer.B, std=0.1)
    old, beside = layer.base.weight.clone(), layer(x)
    layer.merge()
    record(
        "merged against beside, largest difference",
        (layer(x) - beside).abs().max().item(),
        expected=(0, 1e-4),
    )
    for _ in range(100):
        layer.unmerge()
        layer.merge()
    layer.unmerge()
    drift = (layer.base.weight - old).abs().max().item()
    record("base after 100 times in and out, largest difference", drift, expected=(1e-10, 1e-6))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Not exactly. Every addition rounds, and (w + d) − d need not be w. Programs that swap adapters all day keep a copy of
# the original weights.
#
# </details>

# %% [markdown]
# **A good place to stop.** You have a loss for answers and a layer with an adapter. When you come back, *Run All Cells*
# takes you here: your answers stay. The second sitting puts adapters into SmolLM2, trains them, and asks why so few
# numbers are enough.
#
# <details><summary>1. Which tokens of a chat get the weight 1?</summary>Those of the assistant's answers, up to and including the end token. Not the header that opens an answer, and not the padding.</details>
# <details><summary>2. Why does one of A and B start at zero, and why not both?</summary>With one at zero the model starts out unchanged, and the zero matrix gets a gradient. With both at zero neither ever gets one.</details>
# <details><summary>3. How many numbers does an adapter of rank r on a layer of n inputs and m outputs train?</summary>r · (n + m).</details>
# <details><summary>4. Under AdamW, which factor keeps the step at the output equal for every rank?</summary>α/r. With α/√r the step grows with the square root of the rank.</details>
# <details><summary>5. Why keep a copy of the base's weights if you merge and unmerge all day?</summary>Each addition and subtraction rounds, so the weights drift.</details>

# %% [markdown]
# ## 7 · Adapting an existing model: `inject_lora`
#
# *Hard · 15 minutes · without `peft`*
#
# SmolLM2's blocks are library code, and we don't have to rewrite it: we replace layers inside the loaded model. We find
# them by name. In `model.layers.29.self_attn.q_proj`, the query projection of the last block, the last part is the
# layer's own name. The rest is the path to the module it belongs to.
#
# Every parameter the model already has is frozen, embeddings and norms included. That is the point: no gradients, no
# optimizer state, nothing extra to store.


# %% nbgrader={"grade_id": "toy_model", "locked": true}
def toy_model(tree):
    """A module made of a description: {"linear": [n, m]}, {"embedding": [V, D]}, {"norm": D}, or name → description."""
    if "linear" in tree:
        return nn.Linear(*tree["linear"])
    if "embedding" in tree:
        return nn.Embedding(*tree["embedding"])
    if "norm" in tree:
        return nn.LayerNorm(tree["norm"])
    return nn.ModuleDict({name: toy_model(part) for name, part in tree.items()})


# %% nbgrader={"grade_id": "inject_lora", "solution": true}
def inject_lora(model, names, r, alpha):
    """Replace linear layers of a model by LoRALinear(layer, r, alpha), in place.

    model: an nn.Module in which no module has two names and none is a LoRALinear.
    names: a list of str, not modified.
    Replace a layer if it is an nn.Linear and its own name, the last part of its full
    name, equals one of `names`. The layer itself becomes the base of the new one. Don't
    replace anything inside a new layer; all other modules stay where they are.
    The model's own parameters keep their values, and all of them are frozen.
    Returns the full names of the replaced layers, list of str, in the order of
    model.named_modules().
    """
    ### BEGIN SOLUTION
    model.requires_grad_(False)
    found = [
        name
        for name, layer in model.named_modules()
        if isinstance(layer, nn.Linear) and name.split(".")[-1] in names
    ]
    for name in found:
        path, _, own = name.rpartition(".")
        setattr(model.get_submodule(path), own, LoRALinear(model.get_submodule(name), r, alpha))
    return found
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "inject_lora_hints", "locked": true}
# <details><summary>A question to start from</summary>Which object has to let go of the old layer and hold the new one: the model, or the module that the layer belongs to?</details>
# <details><summary>A pointer</summary><code>named_modules()</code> gives the full name of each module. Its last part is the attribute; everything before that is the path of the module that owns it, and is "" at the top.</details>
# <details><summary>I get "dictionary changed size during iteration", or it never ends</summary>Collect the names first, then replace the layers.</details>
# <details><summary>Too many layers were replaced</summary>Is <code>o_proj</code> part of the string <code>no_proj</code>? Compare whole names. And a new layer has a linear layer inside, called <code>base</code>: do you come across it on your way?</details>


# %% nbgrader={"grade_id": "check_inject_lora", "grade": true, "locked": true, "points": 4}
@check("inject_lora")
def _(tree, names, r, alpha):
    model = toy_model(tree)
    before, wanted = dict(model.named_parameters()), list(names)
    old = {name: value.detach().clone() for name, value in before.items()}
    modules = dict(model.named_modules())
    returned = inject_lora(model, names, r, alpha)
    new = {name: layer for name, layer in model.named_modules() if isinstance(layer, LoRALinear)}
    after, now = dict(model.named_parameters()), dict(model.named_modules(remove_duplicate=False))
    held = {id(value) for value in after.values()}
    return {
        "returned": returned,
        "exchanged": {
            name: [*layer.A.shape, *layer.B.shape, layer.alpha, layer.scale] for name, layer in new.items()
        },
        "learns": {name: list(value.shape) for name, value in after.items() if value.requires_grad},
        "own modules": {
            "kept": {
                name: (now[name].base if name in new else now.get(name)) is module
                for name, module in modules.items()
            },
            "parameters": {
                name: [id(value) in held, bool((value == old[name]).all()), value.requires_grad]
                for name, value in before.items()
            },
        },
        "names unchanged": {"returned": returned, "same": names == wanted},
    }


# %% [markdown]
# Now take the top six blocks of SmolLM2, with 3,540,096 numbers each, and put adapters with r = 8 on all seven linear
# layers of every block. By hand: how many numbers are trained? The widths: q and o 576 → 576, k and v 576 → 192,
# gate and up 576 → 1536, down 1536 → 576.
#
# <details><summary>Answer</summary>r · (n + m) for each layer: 8 · (2 · 1152 + 2 · 768 + 3 · 2112) = 81,408 per block and 488,448 in six. That is 2.3 % of the 21,240,576 that full fine-tuning would train, norms included.</details>

# %% [markdown]
# Which layers should be adapted? We take all seven linear layers of a block. Notebook b compares the choices.

# %% tags=["explore"]
everywhere = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
if answered("LoRALinear", "inject_lora"):
    upper = adapting.Upper(smollm, first=24)
    full_size = sum(p.numel() for p in upper.layers.parameters())
    layers = inject_lora(upper, everywhere, r=8, alpha=16)
    small = sum(p.numel() for p in upper.parameters() if p.requires_grad)
    print(f"{len(layers)} layers, {small:,} of {full_size:,} numbers learn; the first: {layers[0]}")
    record("numbers that learn", small, expected=(488_448, 488_448))
    record("share of the six blocks, %", 100 * small / full_size, expected=(2.2, 2.4))

# %% [markdown]
# ## 8 · Fine-tuning SmolLM2
#
# The lower 24 blocks run once over all texts, and we keep their outputs. The top six are trained with your layers, your
# weights and your loss; questions get the weight 0. The first cell collects the untuned model's answers on **held-out**
# articles, which it won't be trained on. The second cell trains while you watch. **Predict** what changes first: what
# the model says, or how long it talks?


# %% nbgrader={"grade_id": "prepare", "locked": true}
def prepare(chats):
    """What the lower blocks make of chats, and the weights of their tokens."""
    ids, lengths = adapting.encode(tokenizer, [format_chat(chat, "") for chat in chats])
    weights = loss_weights(ids, lengths, header, end)
    return adapting.lower_states(smollm, ids, lengths, first), weights


# %% tags=["explore"]
if answered("format_chat", "loss_weights"):
    n_train, n_test, steps, first = (160, 32, 45, 24) if scale == "small" else (2800, 300, 1000, 0)
    rows = {"train": cards["train"].select(range(n_train)), "test": cards["test"].select(range(n_test))}
    parts = {name: prepare(chosen["messages"]) for name, chosen in rows.items()}
    asked = [
        format_chat(instructions.prompt(chat), "", generation_prompt=True)
        for chat in rows["test"]["messages"]
    ]
    people = [instructions.reply(chat) for chat in rows["test"]["messages"]]
    before = adapting.reply(smollm, None, tokenizer, asked, n_new=25)
    untuned = adapting.held_out_loss(adapting.Upper(smollm, first), *parts["test"])
    record("untuned, nats per token of the answers", untuned, expected=(3.4, 3.8))


# %% nbgrader={"grade_id": "tune", "locked": true}
def tune(r, steps, lr=2e-3, seed=0, live=False, prompt_weight=0.0):
    """The upper blocks after training with adapters of rank r everywhere; all their weights where r is 0."""
    states, _ = parts["train"]
    weights = loss_weights(states.ids, states.lengths, header, end, prompt_weight)
    torch.manual_seed(seed)
    upper = adapting.Upper(smollm, first)
    if r:
        inject_lora(upper, everywhere, r, alpha=2 * r)
    else:
        upper.layers.requires_grad_(True)
    chosen = adapting.Settings(steps=steps, batch_size=8, lr=lr, seed=seed)
    adapting.train(upper, states, weights, weighted_loss, chosen, progress=not live, live=live)
    return upper


# %% tags=["explore"]
if answered("format_chat", "loss_weights", "weighted_loss", "LoRALinear", "inject_lora"):
    tuned = tune(r=8, steps=steps, live=True)
    loss = adapting.held_out_loss(tuned, *parts["test"])
    record("tuned, nats per token of the answers", loss, expected=(1.6, 2.0))
    after = adapting.reply(smollm, tuned, tokenizer, asked, n_new=25)
    table = list(zip(rows["test"]["about"], people, before, after))
    display(plots.before_after(table[:10]))

# %% [markdown]
# <details><summary>The answer</summary>How long it talks. After a few steps the cards are a few words long and end by themselves. What they claim takes longer to change, and doesn't always get better.</details>
#
# We compare the answers by three measures, over all of the held-out articles: the number of words; **F1**, the overlap
# in words with the human description; and the cosine similarity of the two under MiniLM, the encoder of lesson 07,
# which also sees that different words can mean similar things. **Predict** how each of the three changes.

# %% tags=["explore"]
if answered("format_chat", "loss_weights", "weighted_loss", "LoRALinear", "inject_lora"):
    from utils import minilm

    old, new = (adapting.measures(texts, people, minilm.load(where)) for texts in (before, after))
    words = sum(len(text.split()) for text in people) / len(people)
    plots.measured(old, new, words)
    for name, low, high in [("words", -17, -9), ("f1", 0.08, 0.28), ("cosine", 0.05, 0.22)]:
        gain = adapting.summary(new)[name] - adapting.summary(old)[name]
        record(f"{name}, after less before", gain, expected=(low, high))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Answers are 13 words shorter (they end after 25 tokens at the latest), F1 is .13 higher and the cosine .11. The model
# learned the form first and best: no verb, no period, and then `<|im_end|>`. What it did not learn is knowledge. Look
# for well-formed answers that are false, with a made-up nationality or year of birth, for example (**hallucinations**),
# and for cards that go round in circles. We taught it some of that. Of the human descriptions with a number, three
# quarters have one that the first sentence lacks, so inventing years was the right answer (`utils/instructions.py`
# lists more such faults).
#
# </details>

# %% [markdown]
# ### Then use the library
#
# In two lines, `peft` does for any model what your `inject_lora` does. Copy your trained A and B into its adapter, and
# the logits should agree. (The course doesn't need `peft`; without it this cell does nothing. `pip install peft` gets
# it.)

# %% tags=["explore"]
if find_spec("peft") and answered(
    "format_chat", "loss_weights", "weighted_loss", "LoRALinear", "inject_lora"
):
    peft = import_module("peft")  # as `import peft`, for a package that may not be installed
    config = peft.LoraConfig(r=8, lora_alpha=16, target_modules=everywhere)
    theirs = peft.get_peft_model(adapting.Upper(smollm, first), config).eval()
    theirs.print_trainable_parameters()
    factors = dict(theirs.named_parameters())
    for name, value in tuned.named_parameters():
        if value.requires_grad:
            place, _, factor = name.rpartition(".")
            factors[f"base_model.model.{place}.lora_{factor}.default.weight"].data.copy_(value.data)
    with torch.no_grad():
        hidden, _ = parts["test"][0].batch(range(2), where)
        difference = (theirs(hidden) - tuned(hidden)).abs().max().item()
    record("largest difference of the logits", difference, expected=(0, 1e-2))

# %% [markdown]
# ### Choosing the rank
#
# A higher rank means more numbers to train, and room for a more complicated change. At scale small this cell trains
# rank 16 and all weights, with one seed; ranks 1 and 4 are recorded runs with three seeds (27 November 2026, a CPU).
# **Predict** the curve of the held-out loss for ranks 1, 4 and 16. Where does full fine-tuning of the six blocks end
# up, with 21 million numbers?

# %% tags=["explore"]
if answered("format_chat", "loss_weights", "weighted_loss", "LoRALinear", "inject_lora"):
    seeds, few = ([0], 12) if scale == "small" else ([0, 1, 2], 300)
    kept = {1: [3.050, 3.028, 3.026], 4: [2.716, 2.684, 2.721]}  # rank → recorded losses of seeds 0, 1 and 2
    points = kept if scale == "small" else {}
    recorded = list(points)
    for r in [r for r in (1, 4, 16) if r not in recorded]:
        runs = [tune(r, few, seed=seed) for seed in seeds]
        points[r] = [adapting.held_out_loss(upper, *parts["test"]) for upper in runs]
    swept = runs[0]  # of rank 16
    learn = sum(p.numel() for p in swept.parameters() if p.requires_grad)
    sizes = {r: learn * r // 16 for r in points}
    whole = tune(0, few, lr=3e-4)
    full = adapting.held_out_loss(whole, *parts["test"])
    plots.ranks(points, full, untuned, sizes, recorded)
    low, high = (0.6, 0.9) if scale == "small" else (0, 1)
    record("rank 16, nats below rank 1", points[1][0] - points[16][0], expected=(low, high))
    record("full fine-tuning, nats below rank 16", points[16][0] - full, expected=(0, 0.2))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Rank 16 is 0.77, 0.56 and 0.70 nats below rank 1 with three seeds, and rank 4 is in between each time (the figure has
# rank 16 for the first seed only). Full fine-tuning is 0.06, 0.17 and 0.05 nats better still, with 22 times as many numbers.
#
# </details>
#
# **Find the error** in that comparison, with section 5 in mind. All adapters use α = 2r, the same learning rate, AdamW
# and few steps. What does rank 16 have that rank 1 lacks, besides *capacity*?
#
# <details><summary>Answer</summary>α = 2r keeps the factor at 2 for all ranks. Under AdamW the first step then grows with r: it is 16 times as long at rank 16. After so few steps the curve shows speed as much as capacity. In a fair sweep each rank gets the best of several learning rates; <code>scale = "full"</code>, with more steps, comes closer to that.</details>

# %% [markdown]
# ### A small weight for the prompt
#
# Should the questions count a little? Some people recommend a smaller weight for the prompt, rather than none. The head
# then has to compute logits at every position, which more than doubles the work, so at scale small this cell shows a
# recorded run: rank 8, the top six blocks, 50 steps on 160 cards, the mean of three seeds (27 November 2026, a CPU). **Predict** how
# the held-out loss changes with a weight of 0.1, for the answers and for the questions.

# %% tags=["explore"]
if answered("format_chat", "loss_weights", "weighted_loss", "LoRALinear", "inject_lora"):
    by_weight = {
        0.0: (1.894, 2.803),
        0.1: (1.898, 1.594),
    }  # recorded: nats per token of answers, of questions
    states, answers = parts["test"]
    questions = loss_weights(states.ids, states.lengths, header, end, prompt_weight=1.0) - answers
    for share in [0.0, 0.1, 0.3, 1.0] if scale == "full" else []:
        upper = tune(r=8, steps=few, prompt_weight=share)
        by_weight[share] = tuple(adapting.held_out_loss(upper, states, w) for w in (answers, questions))
    plots.prompt_weights(by_weight)

# %% [markdown]
# <details><summary>The answer</summary>
#
# The questions become much easier to predict, 1.6 nats per token instead of 2.8. The answers don't change: with the
# weight their loss was 0.004 and 0.009 nats higher for two seeds, and 0.002 lower for the third. Without a weight the
# model even forgets how questions go, because it was at 2.6 before the tuning. So a small weight costs the answers
# nothing that can be seen here, and gains them nothing. It matters if the model should stay a good reader of prompts.
# The course's tests repeat the comparison with a weight of 1.
#
# </details>

# %% [markdown]
# ## 9 · Why low rank is enough: `effective_rank`
#
# *Easy · 8 minutes · without `torch.linalg.matrix_rank`*
#
# Let's look for the reason. Every matrix is a sum of outer products, $\Delta W = \sum_i \sigma_i\, u_i v_i^\top$. This
# is its **singular value decomposition** (SVD), and the **singular values** $\sigma_1 \ge \sigma_2 \ge \dots$ are the
# sizes of the pieces. Their squares add up to the sum of all squared entries, so $\sigma_1^2 + \dots + \sigma_k^2$
# measures how much of the matrix its k largest pieces hold. We call the smallest $k$ that holds nine tenths the
# **effective rank** (definitions vary).
#
# By hand: the singular values are 3, 2 and 1. How many hold nine tenths, and how many hold half?
#
# <details><summary>Answer</summary>Squares 9, 4 and 1, together 14. Two hold 13/14 = .93, one holds 9/14 = .64: so two, and one.</details>


# %% nbgrader={"grade_id": "effective_rank", "solution": true}
def effective_rank(delta, share=0.9):
    """The smallest number of singular values, taken from the largest down, that hold at
    least this share of the sum of all squared singular values.

    delta: (m, n) float32, not modified; its entries may be as small as 1e-22 or as
    large as 1e22.
    share: between 0 and 1, both excluded.
    Returns an int: 0 for a matrix of zeros, and only for that.
    """
    ### BEGIN SOLUTION
    squares = torch.linalg.svdvals(delta.double()).square()  # (min(m, n),) the largest first
    held = squares.cumsum(dim=0)
    if held[-1] == 0:
        return 0
    return int((held < share * held[-1]).sum()) + 1
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "effective_rank_hints", "locked": true}
# <details><summary>A question to start from</summary>How much do the first one, the first two, the first three hold? Which of these sums is the first that is large enough?</details>
# <details><summary>A pointer</summary><code>torch.linalg.svdvals</code> gives singular values, the largest first; <code>cumsum</code> gives running sums.</details>
# <details><summary>A tiny change counts as none</summary>What is the square of 1e-22, and what is the smallest number in float32? In float64?</details>


# %% nbgrader={"grade_id": "check_effective_rank", "grade": true, "locked": true, "points": 2}
@check("effective_rank")
def _(delta, shares):
    ranks = [effective_rank(delta.clone(), share) for share in shares]
    default = effective_rank(given := delta.clone())
    return {
        "ranks": ranks,
        "by default": default,
        "delta unchanged": {"rank": default, "changed": (given != delta).sum()},
    }


# %% [markdown]
# The next cell looks at the change that full fine-tuning made to one layer of 1536 × 576 in the rank sweep (12 steps at
# scale small). For comparison it adds a matrix of random numbers, and the change of the adapter of rank 16 from the
# same sweep, after just as many steps; it can't have more than 16 pieces. **Predict** the effective rank of the full
# change: near 8, near 80 or near 400?


# %% nbgrader={"grade_id": "change", "locked": true}
def change(upper, name):
    """What training did to a layer's weights, (m, n): by an adapter, or to all weights."""
    layer = upper.layers.get_submodule(name)
    if isinstance(layer, LoRALinear):
        return layer.scale * (layer.B @ layer.A).detach()
    block, _, rest = name.partition(".")
    old = smollm.model.layers[first + int(block)].get_submodule(rest)
    return (layer.weight - old.weight).detach()


def cut(delta, r):
    """The best matrix of rank r to replace another one: its r largest pieces (Eckart and Young 1936)."""
    u, s, v = torch.linalg.svd(delta, full_matrices=False)
    return u[:, :r] * s[:r] @ v[:r]


# %% tags=["explore"]
if answered("format_chat", "loss_weights", "weighted_loss", "LoRALinear", "inject_lora", "effective_rank"):
    name = f"{len(whole.layers) - 1}.mlp.up_proj"  # in the last block
    deltas = {"full change": change(whole, name), "adapter, r = 16": change(swept, name)}
    deltas["random"] = torch.randn(1536, 576, generator=torch.Generator().manual_seed(0)).to(where)
    plots.spectra({key: torch.linalg.svdvals(delta.cpu()) for key, delta in deltas.items()})
    found = {key: effective_rank(delta.cpu()) for key, delta in deltas.items()}
    for (key, value), (low, high) in zip(found.items(), [(105, 180), (3, 10), (405, 415)]):
        record(f"effective rank, {key}", value, expected=(low, high))

# %% [markdown]
# <details><summary>The answer</summary>
#
# 142 of 576, where random numbers need 410: far from random, and far from 8. (Two more seeds: 151 and 145.) The adapter
# doesn't even use the rank it has: six or seven of its sixteen pieces hold nine tenths.
#
# </details>
#
# So the change is *not* of low rank. Then why is LoRA almost as good? Perhaps most of the change is noise that does
# nothing. We can test that: *truncate* the full change of every layer to its r largest pieces, and see how much of
# the gain survives. **Predict** the rank at which half of the gain is there.

# %% tags=["explore"]
if answered("format_chat", "loss_weights", "weighted_loss", "LoRALinear", "inject_lora"):
    places = [name for name, layer in whole.layers.named_modules() if isinstance(layer, nn.Linear)]
    pieces = {}
    for place in places:
        usv = torch.linalg.svd(change(whole, place).cpu(), full_matrices=False)  # not every GPU has an SVD
        pieces[place] = [piece.to(where) for piece in usv]
    sizes_kept, losses = [1, 4, 16], []
    for r in sizes_kept:
        part = adapting.Upper(smollm, first)
        for place, (u, s, v) in pieces.items():
            part.layers.get_submodule(place).weight += u[:, :r] * s[:r] @ v[:r]
        losses.append(adapting.held_out_loss(part, *parts["test"]))
    plots.kept(sizes_kept, losses, full, untuned)
    for r, loss, low in zip(sizes_kept, losses, [0.65, 0.88, 0.94]):
        record(f"share of the gain at rank {r}", (untuned - loss) / (untuned - full), expected=(low, 1.02))

# %% [markdown]
# <details><summary>The answer</summary>
#
# One piece of every matrix keeps four fifths of the gain, four keep 93 % and sixteen 98 %. The rest of the change isn't
# small, because AdamW moves every weight by about the same amount at each step, whether it matters or not; but it does
# next to nothing. So low rank describes what is *useful* in a change, not the change itself.
#
# </details>
#
# How far does that carry? This was a change of form, learned in a few steps. Nothing here shows that a few directions
# could hold a new language or a thousand new facts.

# %% [markdown]
# ### LoRA's own argument: intrinsic dimension
#
# The authors of LoRA started from another experiment. Take all D weights of a pretrained model, $\theta_0$, and allow
# only changes in a random subspace: $\theta = \theta_0 + P z$, where the (D, d) matrix P is random and fixed, and only
# the d numbers z are trained. The smallest d that reaches 90 % of what full fine-tuning reaches is the **intrinsic
# dimension** of the task (Aghajanyan et al. 2020, arXiv 2012.13255). It is tiny: with some 200 numbers RoBERTa
# reaches that 90 % on MRPC, a task about paraphrases.
#
# P has d times as many entries as the model has weights, so nobody would ship it. LoRA takes the hint and leaves the
# random subspace: it constrains each matrix to a change of low *rank* and learns the directions themselves.
#
# Move the slider to see the change of one layer and how much of it r pieces keep.

# %% tags=["explore"]
if answered("format_chat", "loss_weights", "weighted_loss", "LoRALinear", "inject_lora", "effective_rank"):
    delta = deltas["full change"].cpu()
    interactive.slider(lambda r: plots.rank(delta, cut, r), [1, 2, 4, 8, 16, 32, 64], "r")

# %% [markdown] nbgrader={"grade_id": "written_a", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A friend is tuning a model to answer letters in a company's
# style. She has 300 letters, each with a long question and a short answer, and one GPU that holds the model with little
# room to spare. Her loss falls nicely, but the model replies with more questions and never stops. She has put LoRA into
# all layers, every token has weight 1 except padding, which she recognizes by its token, and the loss is the mean over
# all positions of the padded batch. What is wrong, and how could she see it? Then explain to her why an adapter of rank
# 8 may be enough although the change that full fine-tuning makes is not of rank 8.
#
# ### BEGIN SOLUTION
# **Model answer.** All tokens count equally, so most of the loss comes from the questions, and the model learns to
# write questions. The padding token is also the end token, so every end is masked along with the padding, and the model
# never learns to stop. She should give weight 1 to answers, up to and including their end token, 0 or little to
# questions, and 0 to padding, which she recognizes by length; and she should divide by the sum of the weights. To see
# the problem she prints the tokens of a batch colored by weight, and the loss of answers and of questions separately.
# The falling loss proves nothing, since it is mostly that of questions. A full change has many directions by its
# singular values, since every step pushes all weights a little. Only a few of them lower the held-out loss: truncated
# to a small rank, the change keeps most of its gain. An adapter learns in those few directions, and stores two thin
# matrices instead of a model.
#
# **Rubric.**
#
# - a, 0.5 points: what is wrong: questions (or padding) in the loss, or the end token missing from it
# - b, 0.5 points: a way to see it
# - c, 0.5 points: the gain lies in few directions, although the change has many
# - d, 0.5 points: the evidence of section 9
# ### END SOLUTION

# %% [markdown]
# ## 10 · For a friend: cards of your own
#
# Write cards for things of your own: a title and one sentence about each. Your tuned model has never seen them, and
# neither has Wikipedia. The adapter goes into its own file. A friend who has SmolLM2 and this file has your model.

# %% tags=["explore"]
if answered("format_chat", "loss_weights", "weighted_loss", "LoRALinear", "inject_lora"):
    things = {
        "Aunt Erna": "Aunt Erna is a retired teacher who keeps eleven cats and repairs old radios in her kitchen.",
        "Mount Laundry": "Mount Laundry is a pile of clothes that has been growing beside my bed since September.",
        "Zorbo": "Zorbo is a board game for four players in which everybody has to sell the same goat twice.",
    }
    system = instructions.BRIEFLY
    chats = [[{"role": "user", "content": f"Describe {title}.\n{text}"}] for title, text in things.items()]
    texts = [format_chat(chat, system, generation_prompt=True) for chat in chats]
    own = [
        adapting.reply(smollm, model, tokenizer, texts, n_new=30, progress=False) for model in (None, tuned)
    ]
    display(plots.before_after([(title, text, *pair) for (title, text), *pair in zip(things.items(), *own)]))

# %% tags=["explore"]
if answered("format_chat", "loss_weights", "weighted_loss", "LoRALinear", "inject_lora"):
    from pathlib import Path
    from tempfile import gettempdir

    from safetensors.torch import save_file

    learned = {name: p.detach().half().cpu() for name, p in tuned.named_parameters() if p.requires_grad}
    file = Path(gettempdir()) / "my_adapter.safetensors"
    save_file(learned, file)
    record("the adapter's file, MB", file.stat().st_size / 1e6, expected=(0.9, 1.1) if first else (4, 6))

# %% [markdown]
# **What you have now.**
#
# | part | what it does | what goes wrong |
# |---|---|---|
# | chat template | marks who is speaking | a missing newline makes a different prompt |
# | loss weights | train on answers, not on questions | the end token left out, padding recognized by its token |
# | A random, B zero | starts from the untouched model | two zeros never move |
# | α/r, α/√r | keeps step sizes equal across ranks | which one does so depends on the optimizer |
# | merge | removes the extra cost of inference | added twice |
#
# Notebook b makes the base itself smaller, at 4 bits per weight, splits a change into its length and its direction, and
# counts what all of it costs.
#
# **Sources.** Hu et al. 2021, *LoRA*, arXiv 2106.09685. Kalajdzievski 2023, *A rank stabilization scaling factor for
# fine-tuning with LoRA*, arXiv 2312.03732. Hayou et al. 2024, *The impact of initialization on LoRA finetuning
# dynamics*, arXiv 2406.08447. Dettmers et al. 2023, *QLoRA*, arXiv 2305.14314. Aghajanyan et al. 2020, *Intrinsic
# dimensionality explains the effectiveness of language model fine-tuning*, arXiv 2012.13255. Eckart and Young 1936,
# *The approximation of one matrix by another of lower rank*.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
