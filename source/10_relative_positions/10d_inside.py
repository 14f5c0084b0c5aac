# %% [markdown]
# # Lesson 10 · Relative positions
# ## Fourth sitting: looking inside
#
# Two sentences, both read by SmolLM2. In each run it predicts the next word:
#
# | the model reads | and predicts |
# |---|---|
# | The Eiffel Tower stands in the city of | Paris |
# | The Colosseum stands in the city of | Rome |
# | the second sentence, with one vector taken from the first | Paris |
#
# One vector out of a few hundred flips the answer. In this sitting you find the heads that copy, read a model's
# predictions layer by layer, and then *change* what is inside to see what depends on it. That is where the field of
# **mechanistic interpretability** begins.
#
# | | |
# |---|---|
# | Uses | attention weights (lesson 02), the residual stream (lesson 03), rotations (second sitting; all given) |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# Notation: B sequences, T tokens, D the width of the model, L layers, V entries in the vocabulary. Positions, layers
# and heads count from 0. Hidden states have one entry more than there are layers: entry 0 holds the embeddings, and
# entry l + 1 is the stream after layer l.
#
# <details><summary>1. Entry (i, j) of the attention weights is .9. Which token looks at which?</summary>The token at position i, the query, gets .9 of what it reads from position j (lesson 02).</details>
# <details><summary>2. What does a layer do to the residual stream?</summary>It adds to it (lesson 03).</details>
# <details><summary>3. What turns the last hidden state into logits?</summary>The final norm, then one product per entry of the vocabulary (lesson 04).</details>
# <details><summary>4. In the game of the third sitting, where is the answer to a key?</summary>One token after the key's earlier occurrence.</details>
# <details><summary>5. A head's weights look right. Does that prove that the model needs the head?</summary>No. It is a correlation; to find out, change the head and watch the output.</details>

# %% nbgrader={"grade_id": "imports_d", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None


import torch
import torch.nn.functional as F
from torch import nn

from utils import devices, own_model
from utils.metrics import record
from utils.topics.relative_positions import inside_figures as plots
from utils.topics.relative_positions import looking_inside, pretended, recall, seven_schemes

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_d", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · Induction heads: `induction_score`
#
# *Medium · 8 minutes*
#
# How can a model step "one token further", as the game of the third sitting asks? With two heads, in two layers. In the
# first, a **previous-token head** lets each value token look one token back and note which key token came before it. In
# the second, an **induction head** (Olsson et al. 2022, arXiv 2209.11895) looks for the token that came right after an
# earlier copy of the current key, and copies that token. Together they form an induction **circuit**.
#
# One layer can't do it: when the key looks around, no other token knows yet what came before it. **Predict** the loss
# of a model with one layer, trained for as long as one with two. (Guessing costs 2.08 nats.)

# %% tags=["explore"]
steps = 450 if scale == "small" else 1000
readers = {}
for name, n_layers in {"one layer": 1, "two layers": 2}.items():
    readers[name] = seven_schemes.learn(
        seven_schemes.schemes(where)["RoPE"](), steps, where, n_layers=n_layers
    )
alone, both = (recall.loss_by_position(model, 64).nanmean().item() for model in readers.values())
record("one layer at 64 tokens, nats", alone, expected=(0.8, 2.1))
record("two layers at 64 tokens, nats", both, expected=(0, 0.1))
ids, _ = recall.draw_texts(1, 24, torch.Generator().manual_seed(24))
maps = {}
for name, model in readers.items():
    weights = []
    model(ids.to(where), weights)
    maps |= {f"{name}, layer {i}": w[0].cpu() for i, w in enumerate(weights)}
plots.attentions(ids[0], maps)

# %% [markdown]
# <details><summary>The answer</summary>
#
# With one layer the loss is still 1.5 nats, of the 2.1 that guessing costs; with two it is next to nothing. Read the
# maps by rows. In layer 0 of the two-layer model, a value looks one token back, at its key. In layer 1, a key looks at
# the framed positions: the values that followed its own earlier occurrences. (A key that is new has none, and looks
# anywhere.) The single layer doesn't find the framed positions: to look there, it would have to know what came *before*
# each token, and that takes a layer of its own.
#
# </details>

# %% [markdown]
# Now let's measure this in any model. Take a block of $n$ random tokens and repeat it. In the repetition, the token at
# position $i$ of the whole sequence also occurred at $i - n$, where it was followed by the token at $i - n + 1$. A
# head's score is the mean weight on that position, over all queries from $i = n$ on. Before that, nothing has been
# repeated.
#
# For example, with n = 3 the tokens are A B C A B C. The query at position 3, the second A, should look at position 1,
# the B.


# %% nbgrader={"grade_id": "induction_score", "solution": true}
def induction_score(weights, n):
    """The mean weight on the token after the earlier occurrence, in a repeated block.

    weights: (..., T, T) attention weights, the axis of queries before that of keys.
    n: tokens in the block, 2 or more (with 1, a query would look at itself). T > n, but
    T needn't be 2n.
    Returns the mean over the queries from n to T − 1, (...).
    """
    ### BEGIN SOLUTION
    queries = torch.arange(n, weights.shape[-1], device=weights.device)
    return weights[..., queries, queries - n + 1].mean(dim=-1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "induction_score_hints", "locked": true}
# <details><summary>A question to start from</summary>A B C A B C: write down the pairs of query and key that count.</details>
# <details><summary>A pointer</summary>They lie on a line parallel to the diagonal. How far from it, and where does the line begin? Indexing with two tensors of the same length picks one entry for each pair.</details>
# <details><summary>One value too many</summary>Your line begins at query n − 1, the last token of the first block, which has no earlier occurrence.</details>


# %% nbgrader={"grade_id": "check_induction_score", "grade": true, "locked": true, "points": 2}
@check("induction_score")
def _(weights, n):
    return {"score": induction_score(weights, n)}


# %% [markdown]
# SmolLM2 has 30 layers with 9 heads each, and no one designed an induction head into it. **Predict** how many of the
# 270 heads have a score above one half.

# %% tags=["explore"]
from utils import smollm2

smollm, tokenizer = smollm2.load(where)
n = 30
twice = pretended.block_twice(n, where)  # (1, 2n + 1), after the beginning-of-text token
if answered("induction_score"):
    smollm.set_attn_implementation("eager")  # the other ways of computing attention keep no weights
    with torch.no_grad():
        out = smollm(twice[:, 1:], output_attentions=True)  # without the beginning-of-text token
    weights = torch.stack([layer[0] for layer in out.attentions])  # (layers, H, T, T)
    table = induction_score(weights, n).cpu()  # (layers, H)
    nats = F.cross_entropy(out.logits[0, :-1], twice[0, 2:], reduction="none").cpu()
    layer, head = divmod(int(table.argmax()), table.shape[1])
    plots.heads(table, weights[layer, head].cpu(), nats, n)
    copying = (table > 0.5).nonzero().tolist()  # [layer, head] of each
    print(f"The best is head {head} of layer {layer}; {len(copying)} heads are above 1/2: {copying}")
    record("heads above 1/2", len(copying), expected=(6, 6))
    record("its score", table.max().item(), expected=(0.8, 0.95))
    record("first time, nats per token", nats[: n - 1].mean().item(), expected=(12, 15))
    record("second time, nats per token", nats[n:].mean().item(), expected=(2.5, 4.2))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Six of 270, nearly all in layers 17 and 18. The best puts .9 of its weight on the one right position among up to
# sixty. Before the repetition there is nothing to find, so it rests on the first token, as idle heads do: an
# **attention sink**. The loss falls from 14 nats to about 3, on tokens that mean nothing, so knowledge of English is no
# help; these heads are. (In the third sitting it fell to 1.5: there the sequence began with the beginning-of-text
# token.) A model trained on prose has built the same circuit that your small model built for a game.
#
# </details>

# %% [markdown]
# ## 2 · The logit lens: `logit_lens`
#
# *Medium · 6 minutes*
#
# The **residual stream** is one vector per token, and each layer adds to it. After the last layer, the final norm and a
# table of output vectors (the **unembedding**) turn it into logits. Nothing stops us from reading the stream after any
# other layer in the same way, to see what the model would predict at that point: the **logit lens** (nostalgebraist
# 2020, *interpreting GPT: the logit lens*).
#
# There is a trap. With `output_hidden_states=True`, `transformers` returns a tuple: the embeddings, then the stream
# after each layer. But the *last* entry has already been through the final norm, and applying its gain twice would be
# wrong.


# %% nbgrader={"grade_id": "logit_lens", "solution": true}
def logit_lens(states, norm, head):
    """The logits that each hidden state would give.

    states: list or tuple of L + 1 tensors (B, T, D), not modified. The last one has
    already been through the final norm, the rest have not.
    norm: the final norm, a function (..., D) → (..., D).
    head: (V, D), the unembedding (not an attention head).
    Returns (L + 1, B, T, V).
    """
    ### BEGIN SOLUTION
    normed = [norm(state) for state in states[:-1]] + [states[-1]]
    return torch.stack(normed) @ head.T
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "logit_lens_hints", "locked": true}
# <details><summary>A question to start from</summary>What does the last stream pass through on its way to the logits?</details>
# <details><summary>A pointer</summary>The unembedding computes y = x Wᵀ, like all weights in this course. <code>torch.stack</code> makes one tensor from a list.</details>


# %% nbgrader={"grade_id": "check_logit_lens", "grade": true, "locked": true, "points": 2}
@check("logit_lens")
def _(states, gain, head, in_a_tuple):
    def norm(x):
        return F.rms_norm(x, gain.shape, gain, 1e-6)

    logits = logit_lens(tuple(states) if in_a_tuple else states, norm, head)
    return {"logits": logits, "states unchanged": {"logits": logits, "states": states}}


# %% [markdown]
# Your own GPT goes first: it reads the opening line, and each of its hidden states predicts the next token. (If you have no
# saved model, the course's own is loaded.)

# %% tags=["explore"]
if answered("logit_lens"):
    gpt, own_tokenizer, _ = own_model.load_own_model(where)
    opening = torch.tensor([own_tokenizer.encode_ordinary(own_model.OPENING_LINE)], device=where)  # (1, T)
    streams = looking_inside.own_streams(gpt, opening)
    with torch.no_grad():
        own_lens = logit_lens(streams, gpt.norm, gpt.tokens.weight)[:, 0, -1].softmax(-1)  # (L + 1, V)
        gap = (logit_lens(streams, gpt.norm, gpt.tokens.weight)[-1] - gpt(opening)).abs().max().item()
    for n_layers, row in enumerate(own_lens):
        best = row.topk(4)
        print(
            f"after {n_layers} layers:",
            *(f"{own_tokenizer.decode([i])!r} {p:.2f}" for p, i in zip(*map(torch.Tensor.tolist, best))),
        )
    record("your GPT: largest difference of the last row from its logits", gap, expected=(0, 1e-3))

# %% [markdown]
# Now give SmolLM2 a sentence whose ending you know. **Predict** after how many of its 30 layers the answer reaches the
# top.

# %% tags=["explore"]
if answered("logit_lens"):
    sentence = "The Eiffel Tower stands in the city of"
    with torch.no_grad():
        out = smollm(
            tokenizer(sentence, return_tensors="pt")["input_ids"].to(where), output_hidden_states=True
        )
        lens = logit_lens(out.hidden_states, smollm.model.norm, smollm.lm_head.weight)[:, 0, -1]  # (31, V)
    record(
        "largest difference of the last row from the model",
        (lens[-1] - out.logits[0, -1]).abs().max().item(),
        expected=(0, 1e-3),
    )
    answer = int(out.logits[0, -1].argmax())
    ranks = (lens > lens[:, answer : answer + 1]).sum(dim=-1).cpu()  # (31,) tokens that are above it
    plots.lens(lens.log_softmax(-1).cpu(), answer, tokenizer)
    first = int((ranks > 0).nonzero().max()) + 1
    record("from this hidden state on the answer is on top", first, expected=(25, 30))

# %% [markdown]
# <details><summary>The answer</summary>
#
# In hidden state 0, the embeddings, the answer is "of": the stream holds the last token itself, and SmolLM2 reads it
# with the same table that wrote it (**weight tying**). For most of the way the best guess is a comma. After layer 27,
# with two layers to go, Paris reaches the top, and in the last layer it goes from .3 to .8. Don't take the commas for
# thoughts: the unembedding was trained to read the last layer only, and can't show what earlier layers hold for later
# ones.
#
# </details>

# %% [markdown]
# ## 3 · Activation patching: `patched_run`
#
# *Medium · 12 minutes*
#
# A lens shows what is *there*. It can't show what the model *uses*. For that you need an experiment: run the model, put
# a different vector in one place, and watch the output. **Activation patching** takes that vector from a run on another
# input. If the answer moves toward that input's answer, then what matters for the answer passes through this place.
#
# PyTorch lets you step between the layers of any model with a **forward hook**. After
# `handle = module.register_forward_hook(hook)`, every time the module has computed its output, PyTorch calls
# `hook(module, inputs, output)`. If the hook returns something, that replaces the output. `handle.remove()` takes the
# hook away. Forget that, and the model stays patched, for you and for everyone who shares it.


# %% nbgrader={"grade_id": "Mixing", "locked": true}
class Mixing(nn.Module):
    """The check uses this layer: each position adds something of all positions up to itself.  (B, T, D) → (B, T, D)."""

    def __init__(self, weight):
        super().__init__()
        self.weight = weight  # (D, D)

    def forward(self, x):
        counts = torch.arange(1, x.shape[1] + 1, device=x.device)[:, None]
        return x + torch.tanh(x.cumsum(dim=1) / counts @ self.weight.T)


# %% nbgrader={"grade_id": "patched_run", "solution": true}
def patched_run(model, x, module, position, vector):
    """Run a model with the output of one of its modules overwritten at one position.

    model: called as model(x); module: a part of it whose output is a tensor (B, T, D).
    x: the input, not modified, not even if module returns it unchanged.
    position: from 0; vector: (D,) for all sequences or (B, D), not modified.
    Returns what the model returns. Afterwards the model works as it did before, even if
    this run ended with an error (which is passed on).
    """

    ### BEGIN SOLUTION
    def overwrite(module, inputs, output):
        output = output.clone()  # (B, T, D)
        output[:, position] = vector
        return output

    handle = module.register_forward_hook(overwrite)
    try:
        return model(x)
    finally:
        handle.remove()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "patched_run_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the three arguments of a hook do you change, and how does PyTorch learn about the change?</details>
# <details><summary>A pointer</summary>Write the hook as a function inside yours; there it can see <code>position</code> and <code>vector</code>. Python's <code>try</code> … <code>finally</code> runs its last part even after an error.</details>
# <details><summary>In pseudocode</summary>Define a hook that copies the output, overwrites one position and returns the copy; register it on the module; run the model; whatever happens, remove the hook.</details>


# %% nbgrader={"grade_id": "check_patched_run", "grade": true, "locked": true, "points": 3}
@check("patched_run")
def _(x, weights, number, position, vector):
    layers = [nn.Identity(), *(Mixing(weight) for weight in weights)]
    model = nn.Sequential(*layers, nn.Tanh())
    output = patched_run(model, x, layers[number], position, vector)
    later = model(x)
    try:
        patched_run(
            model, x[..., :1], layers[0], position, vector[..., :1]
        )  # the width is wrong for the next layer
        stopped = False
    except RuntimeError:
        stopped = True
    return {
        "output": output,
        "the model afterwards": {"patched": output, "plain": later},
        "after an error": {"patched": output, "error passed on": stopped, "plain": model(x)},
        "unchanged": {"patched": output, "x": x, "vector": vector},
    }


# %% [markdown]
# Now the experiment. SmolLM2 reads the sentence about the Eiffel Tower, and we keep its hidden states. Then it reads
# the one about the Colosseum, 15 · T times: for every second layer and each of the T positions. Each time, one hidden
# state at one position is replaced by that of the first sentence. (Both names have three pieces, so the positions line
# up.) The score compares a difference of logits, Paris minus Rome, with that of the two unpatched runs: 0 means that
# nothing changed, and 1 that it is what it was in the first sentence.
#
# **Predict** the picture: at which positions, and after which layers, will a patch turn Rome into Paris?

# %% tags=["explore"]
if answered("patched_run"):
    there, here = (
        tokenizer(f"The {name} stands in the city of", return_tensors="pt")["input_ids"].to(where)
        for name in ("Eiffel Tower", "Colosseum")
    )  # (1, T) each
    with torch.no_grad():
        donor, plain = smollm(there, output_hidden_states=True), smollm(here)
    paris, rome = (int(out.logits[0, -1].argmax()) for out in (donor, plain))

    def difference(out):
        return (out.logits[0, -1, paris] - out.logits[0, -1, rome]).item()

    layers = range(0, 29, 2)
    share = torch.zeros(len(layers), here.shape[1])  # (layers, T)
    for row, layer in enumerate(layers):
        for position in range(here.shape[1]):
            vector = donor.hidden_states[layer + 1][0, position]
            with torch.no_grad():
                out = patched_run(smollm, here, smollm.model.layers[layer], position, vector)
            share[row, position] = (difference(out) - difference(plain)) / (
                difference(donor) - difference(plain)
            )
    plots.patched(share, list(layers), tokenizer.batch_decode(here[0, :, None]))

# %% tags=["explore"]
if answered("patched_run"):
    early, late = layers.index(12), layers.index(28)
    record("after layer 12, third token of the sentence", share[early, 2].item(), expected=(0.6, 0.95))
    record("after layer 12, last token", share[early, -1].item(), expected=(-0.2, 0.2))
    record("after layer 28, third token", share[late, 2].item(), expected=(-0.1, 0.1))
    record("after layer 28, last token", share[late, -1].item(), expected=(0.7, 1.1))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Two places, one after the other. Up to about layer 21 the answer depends on the *name*: its second piece alone moves
# the difference three quarters of the way, although the sentence goes on for six more tokens. Patching the last
# position in those layers does nothing, because nothing about the city has arrived there yet. From layer 24 on the
# reverse is true. In between, attention has carried the answer from the name to the end.
#
# The lens showed the last position only, so it could not have shown you the first half of this. (One pair of sentences
# is a demonstration, not a result. Meng et al. 2022 found the same two places over 1,000 facts in GPT-2 XL, section 2.)
#
# </details>

# %% [markdown] nbgrader={"grade_id": "written_d", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A classmate claims that layer 27 of SmolLM2 "finds out that
# the Eiffel Tower is in Paris", because that is where the logit lens first shows Paris. What does the lens show, and
# what does it leave open? What does your patching experiment add? What result would prove the classmate right?
#
# ### BEGIN SOLUTION
# **Model answer.** The lens reads the stream at the last position with an unembedding that was trained for the last
# layer only. It shows when the answer has become readable for it at that position, not where or when the model worked
# it out: an earlier layer may hold the same information in another form or at another position. Patching changes one
# hidden state and watches the output, so it shows what the answer depends on. In our run the answer depended on the
# second piece of the name up to about layer 21, and on the last position only from layer 24 on; so the name had already
# been turned into something that decides the city in early layers, long before layer 27. If layer 27 had found out the
# city, patching the last position after any earlier layer would have changed nothing, and patching the position of the
# name should have worked up to layer 27.
#
# **Rubric.**
#
# - a, 0.5 points: the lens shows readability by the last layer's head at one position, not where the answer is computed
# - b, 0.5 points: patching is an intervention; it shows what the output depends on
# - c, 0.5 points: uses the measured picture: name first, last position later, with the layers
# - d, 0.5 points: an outcome that would support the classmate
# ### END SOLUTION

# %% [markdown]
# ## 4 · For a friend: nonsense by heart
#
# Write a line of nonsense. SmolLM2 reads it twice, and each token is coloured by its surprise. The first time the model
# is lost; the second time it knows your nonsense by heart. Which heads did it? You found candidates in section 1. The
# second picture shows the same model with those six heads silenced (an **ablation**), the third with six random heads
# silenced instead. **Predict** the loss of the second reading in both.

# %% tags=["explore"]
if answered("induction_score"):
    from IPython.display import display

    from utils.plots import shaded_text

    nonsense = " Purple ladders argue with Tuesday about the price of marmalade moons."
    line = tokenizer(nonsense)["input_ids"]
    ids = torch.tensor([[0, *line, *line]], device=where)
    words, order = tokenizer.batch_decode(ids[0, 1:, None]), torch.arange(ids.shape[1], device=where)
    draws = torch.randperm(table.numel(), generator=torch.Generator().manual_seed(0)).tolist()
    others = [divmod(k, table.shape[1]) for k in draws if table.flatten()[k] < 0.1][: len(copying)]
    expected = {"all heads": (0.4, 1.6), "without the six": (1.8, 3), "without six others": (0.5, 1.5)}
    for name, heads in zip(expected, ([], copying, others)):
        with looking_inside.silenced(smollm, heads):
            surprise = pretended.losses_at(smollm, ids, order, smollm.model.rotary_emb.inv_freq)
        first, again = surprise[: len(line)].mean().item(), surprise[len(line) :].mean().item()
        record(f"{name}: first reading, nats per token", first, expected=(6, 7.5))
        record(f"{name}: second reading, nats per token", again, expected=expected[name])
        display(shaded_text.surprise(words, surprise, f"{name}; brown: the model did not expect it"))

# %% [markdown]
# <details><summary>The answer</summary>
#
# With all heads the second reading costs .86 nats per token, without the six 2.27, and without six others .91. So the
# model needs these six for copying, although they don't do it alone: silence all 24 heads that score above .1 and the
# loss is 3.62. The first reading, your control, stays at 6.7 throughout, so silencing them breaks the copying and
# little else.
#
# The control matters. In five of six random draws, six other heads changed next to nothing (.75 to 1.01). In the sixth
# draw the second reading rose to 3.63, but so did the first, from 6.7 to 8.0: those heads did something more general.
#
# </details>

# %% [markdown]
# **What you have now.** Four instruments: a score that finds heads by what they look at, a lens that reads what each
# layer would predict, and two that show what an answer depends on, patching and ablation. The first two suggest, the
# last two test.
#
# Lesson 11 builds Llama around `rope`, loads the real weights of SmolLM2 into it, and lets it talk.
#
# **Sources.** Olsson et al. 2022, *In-context learning and induction heads*, arXiv 2209.11895. nostalgebraist 2020,
# *interpreting GPT: the logit lens*. Meng et al. 2022, *Locating and editing factual associations in GPT*, arXiv
# 2202.05262 (section 2: patching of hidden states).

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
