# %% [markdown]
# # Lesson 11 · Llama
# ## Third sitting: what the modern block is worth, and how large it gets
#
# Two models learned Shakespeare's plays letter by letter. Their blocks differ, and so does the compute they were given:
#
# | block | floating-point operations | loss, nats per letter (mean of three seeds) |
# |---|---|---|
# | that of 2017, four layers, width 64 | 10¹² | 1.958 |
# | Llama's, two layers, width 32 | 10¹¹ | 1.948 |
#
# With a tenth of the compute, today's block has caught up. Is it "ten times more efficient", then, as a lecture slide
# claims? Here you race the blocks, find out what such a number means, and put the new parts into your own GPT one by
# one. Before that you count how large a model of such blocks gets: 405 billion parameters, on several machines.

# %% [markdown]
# | | |
# |---|---|
# | Uses | parameters and operations counted in lesson 04, your GPT from there, Llama's block from the first sitting (all given) |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# D is the width of a model, L its number of layers, H its query heads of width d = D/H, V its vocabulary, T the number
# of tokens in a text.
#
# <details><summary>1. How many weights does a SwiGLU layer with hidden width F have?</summary>3 · D · F: gate, up and down (lesson 03).</details>
# <details><summary>2. Four bits per weight, and a 16-bit scale and a 16-bit minimum for every 32 weights. How many bits per weight is that?</summary>Five: 32/32 = 1 bit more (first sitting).</details>
# <details><summary>3. How many forward passes does a training step cost?</summary>Three: the backward pass needs two products for each one in the forward pass (lesson 04).</details>
# <details><summary>4. Two methods are compared with the same learning rate. What is wrong with that?</summary>Each has its own best rate, so the comparison measures how well the rate suits them (lesson 04).</details>
# <details><summary>5. Where is RMSNorm in Llama's block?</summary>Before each branch. The residual stream itself is normalized only once, at the end (first sitting).</details>

# %% nbgrader={"grade_id": "imports_c", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math

import torch

from utils import devices, own_model
from utils.metrics import largest, record
from utils.plots import interactive
from utils.topics.llama import expert_figures as plots
from utils.topics.llama import llama_figures

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_c", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · From 2017 to Llama 2
#
# Fill in this table on paper. You have built every entry, in this lesson or an earlier one.
#
# | | Vaswani et al. 2017 | Llama | Llama 2 (70B) |
# |---|---|---|---|
# | position of the norms | | | |
# | kind of norm | | | |
# | feed-forward | | | |
# | positions | | | |
# | KV heads | | | |
# | biases | | | |
#
# <details><summary>Answer</summary><table><tr><th></th><th>2017</th><th>Llama</th><th>Llama 2 (70B)</th></tr><tr><td>norms</td><td>after the addition (post)</td><td>before the branch (pre)</td><td>pre</td></tr><tr><td>kind</td><td>LayerNorm</td><td>RMSNorm</td><td>RMSNorm</td></tr><tr><td>feed-forward</td><td>ReLU, 2 matrices</td><td>SwiGLU, 3 matrices</td><td>SwiGLU</td></tr><tr><td>positions</td><td>sinusoids, added</td><td>RoPE</td><td>RoPE</td></tr><tr><td>KV heads</td><td>one per query head</td><td>one per query head</td><td>8 for 64</td></tr><tr><td>biases</td><td>in the feed-forward layers and norms</td><td>none</td><td>none</td></tr></table></details>
#
# Among Llama 2's models only 34B and 70B have grouped queries; 7B and 13B don't (arXiv 2307.09288, table 1). Section 4
# measures what most of these changes are worth.

# %% [markdown]
# ## 2 · Parameters and bytes: `model_size`
#
# *Easy · 6 minutes · without `transformers`*
#
# The same architecture goes from 135 million to 405 billion parameters. Count them from the sizes: token tables, and
# for each layer four attention matrices, three of SwiGLU and two gains. Then count the bytes. A format with blocks
# needs `scale_bits` extra bits for each block of weights. (Count them over all parameters here; real files keep the few
# gains in 32 bits.)


# %% nbgrader={"grade_id": "model_size", "solution": true}
def model_size(config, bits, block=None, scale_bits=0):
    """How many parameters a Llama has, and how many bytes they take.

    config: a dictionary with vocab_size, d_model, n_layers, n_heads, n_kv_heads,
    d_hidden, and tied (whether the head is the token table). A head has D/H features.
    bits: per parameter, an int; block: how many parameters share scale_bits (int) extra
    bits, or None for no such bits. A last block that is only partly filled needs its
    scale_bits in full.
    Returns the number of parameters and of bytes (rounded up), two ints.
    """
    ### BEGIN SOLUTION
    D = config["d_model"]
    narrow = D // config["n_heads"] * config["n_kv_heads"]  # width of all heads of keys
    layers = config["n_layers"] * (2 * D * D + 2 * D * narrow + 3 * D * config["d_hidden"] + 2 * D)
    n = (1 if config["tied"] else 2) * config["vocab_size"] * D + layers + D  # the last norm
    blocks = -(-n // block) if block else 0
    return n, -(-(n * bits + blocks * scale_bits) // 8)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "model_size_hints", "locked": true}
# <details><summary>A question to start from</summary>What are the shapes of the parameters in your own <code>LlamaAttention</code>, <code>LlamaBlock</code> and <code>Llama</code>?</details>
# <details><summary>A pointer</summary><code>-(-a // b)</code> divides integers and rounds up.</details>
# <details><summary>In pseudocode</summary>One layer times the number of layers, plus the norm after them, plus one or two tables. Add up the bits of all parameters and of all blocks, then convert to bytes.</details>


# %% nbgrader={"grade_id": "check_model_size", "grade": true, "locked": true, "points": 1}
@check("model_size")
def _(config, bits, block, scale_bits):
    n, size = model_size(config, bits, block, scale_bits)
    whole = {"parameters": n, "types": [type(n).__name__, type(size).__name__]}
    return {"parameters": n, "bytes": size, "whole numbers": whole}


# %% [markdown]
# Here is Llama 3.1 in its three sizes (arXiv 2407.21783, table 3): in 16 bits, in 8 bits with a scale for every 32
# weights (Q8_0), and in Q4_1. **Predict** which of the nine fit on one GPU with 80 GB.

# %% tags=["explore"]
family = {"8B": (4096, 32, 32, 14336), "70B": (8192, 80, 64, 28672), "405B": (16384, 126, 128, 53248)}
configs = {
    name: dict(
        vocab_size=128_256, d_model=D, n_layers=L, n_heads=H, n_kv_heads=8, d_hidden=hidden, tied=False
    )
    for name, (D, L, H, hidden) in family.items()
}
if answered("model_size"):
    formats = {"16 bits": (16,), "8 bits": (8, 32, 16), "4 bits": (4, 32, 32)}
    table = {name: {f: model_size(c, *how) for f, how in formats.items()} for name, c in configs.items()}
    for name, row in table.items():
        sizes = [f"{f}: {size / 1e9:6.1f} GB = {size / 2**30:6.1f} GiB" for f, (_, size) in row.items()]
        print(f"{name:>4}: {row['16 bits'][0]:>15,} parameters", *sizes, sep="   ")
    llama_figures.sizes({name: {f: size for f, (_, size) in row.items()} for name, row in table.items()})

# %% tags=["explore"]
if answered("model_size"):
    exact = {"8B": 8_030_261_248, "70B": 70_553_706_496, "405B": 405_853_388_800}
    for name, n in exact.items():
        record(f"{name} as published", table[name]["16 bits"][0] == n, expected=(1, 1))
    record("405B in 16 bits, GB", table["405B"]["16 bits"][1] / 1e9, expected=(811.7, 811.8))
    record("405B in 16 bits, GiB", table["405B"]["16 bits"][1] / 2**30, expected=(755.9, 756.0))
    record("405B in 4 bits, GB", table["405B"]["4 bits"][1] / 1e9, expected=(253.6, 253.7))

# %% [markdown]
# <details><summary>The answer</summary>
#
# Five of nine: 8B in all three formats, 70B in 8 bits (75 GB, which leaves 5 for the cache and everything else) and 70B
# in 4 bits (44 GB). 405B doesn't fit in any format: even in 4 bits it takes 254 GB.
#
# </details>
#
# **Find the errors.** A lecture counts 405,855,453,248 parameters for Llama 3.1 405B, from 128,256 · 16,384 =
# 2,102,231,552 for each table, 3 · 16,384 · 53,248 = 2,618,499,072 for SwiGLU, and norms of 3 · 16,384 = 49,152 in each
# of 126 layers. It goes on: 756.0 GiB in 16 bits, "actual file size: 812 GiB".
#
# <details><summary>Answer</summary>Both products are wrong: they should be 2,101,346,304 and 2,617,245,696. A layer has two norms, not three. With the right products and three norms the sum is 405,855,453,184, so the lecture's total wasn't computed from the numbers above it, and even then it is 64 too high. The model has 405,853,388,800. And 812 is GB, 10⁹ bytes: 811.7 GB and 756.0 GiB are the same file.</details>

# %% [markdown]
# ## 3 · Pipeline parallelism: `split_layers`
#
# *Hard · 14 minutes · without `transformers`*
#
# Few people have a single machine that holds 405B. But a model is a sequence of parts: the token table, the layers, the
# head. Cut it into runs of consecutive parts and give each machine one. A token's vector then travels from machine to
# machine: D numbers, 2 bytes each. This is **pipeline parallelism**.
#
# Where should the cuts be? A machine that is nearly full has no room for caches, so make the largest *share* of used
# memory as small as possible. The parts differ in size, and so do the machines.
#
# Think of the first machine. Whatever parts it gets, the machines after it face the same question with the rest. A
# function that calls itself expresses exactly that.


# %% nbgrader={"grade_id": "split_layers", "solution": true}
def split_layers(parts, memory):
    """Cut a list of parts into one run per machine, so the fullest machine uses as
    small a share of its memory as possible.

    parts: bytes of the token table, of each layer and of the head, in this order;
    memory: bytes of each machine, more than 0.
    Returns a list of (start, end), one per machine in the given order. The machine
    holds parts[start:end], which may be empty. Of several best cuts, return any.
    Raises ValueError if no cut fits; a machine may be exactly full.
    """
    ### BEGIN SOLUTION
    best = {}

    def cut(start, machine):
        """The share of the fullest machine from this one on, and the runs."""
        if machine == len(memory):
            return (0, []) if start == len(parts) else (math.inf, [])
        if (start, machine) not in best:
            ways = []
            for end in range(start, len(parts) + 1):
                rest, runs = cut(end, machine + 1)
                share = max(sum(parts[start:end]) / memory[machine], rest)
                ways.append((share, [(start, end), *runs]))
            best[start, machine] = min(ways)
        return best[start, machine]

    share, split = cut(0, 0)
    if share > 1:
        raise ValueError(f"The model does not fit: the fullest machine would need {share:.2f} of its memory.")
    return split
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "split_layers_hints", "locked": true}
# <details><summary>A question to start from</summary>The first machine takes the first three parts. What remains to be decided?</details>
# <details><summary>A pointer</summary>Write a function of two numbers, the first part that remains and the first machine that is free. It is asked the same thing again and again, so keep its results in a dictionary or use <code>functools.cache</code> (<b>dynamic programming</b>).</details>
# <details><summary>In pseudocode</summary>For each possible end of this machine's run: its own share, and the best that the machines after it can do with the rest. The larger of the two counts. Take the end for which that is smallest. When there are no machines left, there may be no parts left either.</details>


# %% nbgrader={"grade_id": "check_split_layers", "grade": true, "locked": true, "points": 2}
@check("split_layers")
def _(parts, memory, tight):
    split = split_layers(parts, memory)
    pairs = [run for run in split if isinstance(run, (tuple, list)) and len(run) == 2]
    share = max((sum(parts[start:end]) / room for (start, end), room in zip(pairs, memory)), default=0)
    try:
        split_layers(parts, tight)
        said = "nothing"
    except ValueError:
        said = "ValueError"
    return {
        "the fullest machine": share,
        "parts in their order": {
            "share": share,
            "parts": [part for start, end in pairs for part in range(start, end)],
            "pairs": len(pairs),
        },
        "a model that is too large": {"share": share, "said": said},
    }


# %% [markdown]
# Now put 405B in Q4_1 on four machines of unequal memory: two with 96 GB, a laptop with 64, one with 48. **Predict**
# where the cuts fall, and how long it takes to send a token's vector over a cable that carries one gigabit per second.

# %% tags=["explore"]
if answered("model_size", "split_layers"):
    big, memory = configs["405B"], [96e9, 96e9, 64e9, 48e9]
    D, one = big["d_model"], dict(big, n_layers=1)
    in_table = big["vocab_size"] * D
    in_layer = model_size(one, 1)[0] - 2 * in_table - D

    def divided(bits):
        parts = [n * bits / 8 for n in (in_table, *[in_layer] * big["n_layers"], in_table)]
        return parts, split_layers(parts, memory)

    interactive.slider(
        lambda bits: llama_figures.machines(*divided(bits), memory), [2, 3, 4, 5, 5.5], "bits", start=3
    )

# %% tags=["explore"]
if answered("model_size", "split_layers"):
    parts, split = divided(5)
    fullest = max(sum(parts[a:b]) / m for (a, b), m in zip(split, memory))
    record("share of the fullest machine", fullest, expected=(0.83, 0.86))
    record("bytes that cross a boundary for each token", 2 * D, expected=(32_768, 32_768))
    record("milliseconds for that at 1 Gbit/s", 2 * D * 8 / 1e9 * 1e3, expected=(0.26, 0.27))

# %% [markdown]
# <details><summary>The answer</summary>
#
# The cuts are in the picture: each machine gets layers in proportion to its memory. A token's vector takes a quarter of
# a millisecond. That counts bandwidth alone; each of the three hops adds its latency, which can be as long again, or
# longer. For a single text both are small next to reading tens of gigabytes of weights. But a prompt of 1,000 tokens
# sends 1,000 vectors at once, and machines that split the layers themselves (**tensor parallelism**) exchange vectors
# within every layer. There, a fast connection does matter.
#
# </details>
#
# Another lecture slide says that a model cut into layers over several machines "necessitates fast connectivity". For
# one text, as you see, it doesn't. But are four machines faster than one machine with enough memory?
#
# <details><summary>Answer</summary>Not for a single text. Each machine reads its run of weights for every token while the other three wait, so all the weights are read once per token, as before. Four machines give you room. They give you speed only with several texts at a time, one on each machine.</details>

# %% [markdown]
# ## 4 · A race at equal compute: `compute_per_token`
#
# *Medium · 6 minutes · without `torch.utils.flop_counter`*
#
# Every row of the table in section 1 was meant to improve the block of 2017. To test
# whether the new block is "ten times more efficient", both have to run the same race, with the same *compute* rather
# than the same number of steps.
#
# Count **floating-point operations** (FLOPs). A product with a matrix of $m$ weights costs $2m$ per token, one
# multiplication and one addition for each weight. In each layer, a token's scores with T keys cost $2 T H d$, and so
# does the weighted sum of values. (The mask hides half of the scores, but they are computed.) The head is a product
# with $V D$ weights; looking up a token costs nothing. The backward pass costs twice the forward pass. Norms and
# activations are left out, as usual (Kaplan et al. 2020, arXiv 2001.08361).


# %% nbgrader={"grade_id": "compute_per_token", "solution": true}
def compute_per_token(V, D, L, H, H_kv, F, T, gated):
    """Floating-point operations per token in one training step, forward and backward,
    on a text of T tokens.

    V: vocabulary; D: width; L: layers; H: heads of D/H features; H_kv: KV heads; F:
    hidden width of the feed-forward layer, which has a third matrix if gated.
    Returns an int.
    """
    ### BEGIN SOLUTION
    attention = 2 * D * D + 2 * D * D * H_kv // H  # weights: queries and output, keys and values
    feed_forward = (3 if gated else 2) * D * F
    forward = 2 * (L * (attention + feed_forward) + V * D) + L * 4 * T * D
    return 3 * forward
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "compute_per_token_hints", "locked": true}
# <details><summary>A question to start from</summary>Which products does one token go through in one layer, and how many weights does each have?</details>
# <details><summary>A pointer</summary>Two products have no weights: queries with keys, and attention weights with values. Do they get cheaper when heads share keys?</details>
# <details><summary>In pseudocode</summary>weights of a layer: queries, output, keys, values, two or three matrices; forward = 2 · (layers + head) + scores and weighted sums of all layers; three times that.</details>


# %% nbgrader={"grade_id": "check_compute_per_token", "grade": true, "locked": true, "points": 2}
@check("compute_per_token")
def _(sizes):
    return {"operations": compute_per_token(**sizes)}


# %% [markdown]
# Now the race. Six small models of Shakespeare's letters are identical except for their blocks, which go from 2017's to
# today's one change at a time:
#
# | block | what changes |
# |---|---|
# | original | norm after the addition, LayerNorm, ReLU with 4·D, sinusoids, biases (Vaswani et al. 2017) |
# | pre-norm | the norm comes before the branch |
# | RMSNorm | no mean, no bias in the norm |
# | SwiGLU | a gate; the hidden width becomes 8/3·D, which keeps the number of weights the same |
# | RoPE | rotations instead of sinusoids |
# | modern | no biases: Llama's block |
#
# First, does your count of operations agree with the race's?

# %% tags=["explore"]
if answered("compute_per_token"):
    from utils.topics.llama import race

    n_letters = race.text()[2]
    differences = []
    for block in race.BLOCKS.values():
        for size in race.SIZES.values():
            D, L, H = size.d_model, size.n_layers, size.n_heads
            hidden = 8 * D // 3 if block.gated else 4 * D
            ours = compute_per_token(n_letters, D, L, H, H, hidden, race.CONTEXT, block.gated)
            differences.append(abs(ours - race.Racer(block, size, n_letters).operations()))
    record("largest difference in operations per token", largest(differences), expected=(0, 0))

# %% [markdown]
# The smallest size runs here, with a quarter of its compute. To keep it fair, learning rate and warm-up were tuned
# separately for each block, from one grid, with a seed that isn't raced.

# %% tags=["explore"]
if answered("compute_per_token"):
    live = race.small(device=where)
    plots.curves({name: run["curve"] for name, run in live.items()})
    for (name, run), expected in zip(live.items(), [(2.45, 2.65), (2.23, 2.43)]):  # original, modern
        record(f"{name}, nats per letter", run["loss"], expected=expected)

# %% [markdown]
# The modern block leads by a fifth of a nat: 2.33 against 2.54 nats per letter where this was written.
#
# The whole race takes more than twenty minutes: three sizes, three seeds, six blocks. Its results are kept in
# `utils/topics/llama/race.json`, and `python -m utils.topics.llama.race` runs it again. **Predict** which of the five
# changes brings the most at the largest size, and which bring nothing.

# %% tags=["explore"]
if answered("compute_per_token"):
    figures = race.kept()
    print(race.table(figures["runs"]))
    plots.race(figures["runs"])

# %% [markdown]
# <details><summary>The answer</summary>
#
# Read the right picture from left to right, at the largest size. Pre-norm brings .045 nats, the gate .060 and RoPE
# .077; at the smallest size, RoPE alone brings .149. RMSNorm and leaving out biases bring nothing that three seeds can
# show there, and RMSNorm saves no time: with it, the three runs took 70 s instead of 67 s. (At the middle size, leaving
# out biases costs .047, although the modern block was tuned as thoroughly as the others.) So "the modern block" isn't
# one thing: most of the gain here is RoPE and the gate.
#
# </details>
#
# Equal operations aren't equal time: at the largest size the modern block took 88 s for its three runs, 28 % more than
# the 69 s of the original. All of that came with the gate (70 s before it, 89 s after), whose three narrow products
# replace two wide ones. And the order of the changes matters: each was measured on top of those before it.
#
# The tuning shows something that the losses don't. The original's best learning rate falls from .016 to .008 to .004 as
# the model grows. For the five blocks with pre-norm it changes less: .016 or .032 at the two smaller sizes, .016 at the
# largest, on a grid of factors of two. In a race with one rate for all, the choice of that rate
# would have decided who wins.

# %% [markdown]
# ## 5 · Compute for the same loss: `times_compute`
#
# *Medium · 8 minutes*
#
# "Ten times more efficient" is a statement about two curves: the old block needs ten times the compute for the *same
# loss*. So the plot has to be read sideways. Over a short range, loss falls along a straight line against the logarithm
# of compute:
#
# $$\ell(C) = a + b \log_{10} C, \qquad b < 0$$
#
# Fit one line to each block by least squares. Take the modern line's loss at some compute, and follow the original's
# line to the point where it has the same loss. The ratio of the two computes is the factor.


# %% nbgrader={"grade_id": "times_compute", "solution": true}
def times_compute(compute, original, modern, at):
    """The factor by which the original needs more compute than the modern block for the
    loss that the modern block has at a given compute.

    compute: (n,) operations of n runs, ascending; several runs may share a value.
    original, modern: (n,) losses of the two blocks, which fall as compute grows.
    at: operations, at which the modern line is read.
    Both lines are least-squares fits of loss on log₁₀ of compute.
    Returns a Python float.
    """
    ### BEGIN SOLUTION
    x = compute.double().log10()  # (n,)
    x = x - math.log10(at)  # 0 where the question is asked

    def line(losses):
        deviation = x - x.mean()
        slope = (deviation * losses).sum() / deviation.square().sum()
        return losses.mean() - slope * x.mean(), slope

    (start, slope), (reached, _) = line(original.double()), line(modern.double())
    return (10 ** ((reached - start) / slope)).item()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "times_compute_hints", "locked": true}
# <details><summary>A question to start from</summary>At what x does the line a + b x reach the height y?</details>
# <details><summary>A pointer</summary>The least-squares slope is the mean product of both deviations, divided by the mean squared deviation of x. The line goes through the point of both means.</details>
# <details><summary>In pseudocode</summary>fit both lines; y ← modern line at log₁₀(at); x ← where the original's line reaches y; 10 to the power of (x − log₁₀(at)).</details>


# %% nbgrader={"grade_id": "check_times_compute", "grade": true, "locked": true, "points": 2}
@check("times_compute")
def _(compute, original, modern, at):
    return {"factor": times_compute(compute, original, modern, at)}


# %% [markdown]
# Now apply it to the race. One number looks certain. So **bootstrap** it: at each size, draw three seeds out of three,
# with replacement and separately for each block, and fit again, 2,000 times. The spread of the factors is what three
# seeds can tell you.

# %% tags=["explore"]
if answered("times_compute"):
    from utils.topics.llama import race

    compute, original = race.of_block("original")  # (9,) three seeds of each of three sizes
    _, modern = race.of_block("modern")
    at, generator = compute.max().item(), torch.Generator().manual_seed(0)
    factors = []
    for _ in range(2000):
        old, new = torch.arange(9) // 3 * 3 + torch.randint(3, (2, 9), generator=generator)
        factors.append(times_compute(compute, original[old], modern[new], at))
    factors = torch.tensor(factors)
    plots.factors(factors, times_compute(compute, original, modern, at))
    record("so many times the compute", times_compute(compute, original, modern, at), expected=(7, 8.2))
    for share, near in ((0.05, 6.5), (0.95, 8.9)):
        low_high = (near - 0.4, near + 0.4)
        record(f"{share:.0%} of the draws are below", factors.quantile(share).item(), expected=low_high)

# %% [markdown]
# The fitted lines give 7.6 times the compute, and nine draws in ten lie between 6.5 and 8.9. But the best evidence
# needs no fit: the small modern model has 1.948 nats, the large original with ten times the compute 1.958. So "about
# ten" is the right order of magnitude.

# %% [markdown]
# What is *not* shown?
#
# - At the largest size this is an **extrapolation**: no original had that much compute.
# - Three sizes don't lie on a line. The modern block misses its own line by .036 nats in the middle, twice what seeds differ
#   by. Resampling seeds can't see that, so the interval is too narrow. If you follow the original's line from the
#   modern block's own mean at each size, the factor is 11.8, 5.3 and 9.6, so "5 to 12" is the honest answer.
# - The block just before it, RoPE with biases, has a factor of 9.4. Dropping the biases lowered it, perhaps by chance:
#   three seeds can't tell.
# - Two hundred thousand parameters and one text don't speak for a hundred billion. Where sinusoids are the weak part,
#   RoPE may be worth more than elsewhere.
#
# One point can't confirm a curve. A slide with "≈ 10x" and no spread, sizes or loss is a headline, not a measurement.

# %% [markdown]
# **Find the error.** The same slide names its two curves "Transformer", which is said to be that of Vaswani et al., and
# "Transformer++", said to be Llama 2. Curves with these names are in a figure of the Mamba paper (Gu and Dao 2023,
# section 4.2.1), very likely the slide's source. What would you check there before you credit the block with the whole
# distance?
#
# <details><summary>Answer</summary>What was compared. There, "Transformer" is the architecture of GPT-3, which already has pre-norm and learned positions, not the post-norm block of 2017. And "Transformer++" is not only another block (rotary embedding, SwiGLU, RMSNorm, no biases): its recipe also includes higher learning rates. So part of the distance belongs to the training, and our race, which begins with the block of 2017 and tunes both sides, asks another question.</details>

# %% [markdown]
# ## 6 · Your own GPT, part by part
#
# Are the same parts worth as much in the GPT that you trained in lesson 04? It already has pre-norm, so four changes
# are left: RMSNorm, SwiGLU instead of GELU, RoPE instead of the table of positions, and no biases in attention. (SwiGLU
# has none anyway.)
#
# Every version has your model's sizes and tokenizer, starts from random weights, and trains on the plays with AdamW
# until it has used 4 · 10¹¹ operations. That makes 117 steps; lesson 04 took 1,000. As in the race, the learning rate
# was tuned for each version, with a seed that isn't compared. The next cell shows what was recorded with the course's
# GPT, three seeds for each version, and `python -m utils.topics.llama.own_parts` runs the comparison again.
#
# **Predict** which of the four changes helps most, and which won't be visible.

# %% tags=["explore"]
from utils.topics.llama import own_parts

recorded = own_parts.kept()
print(own_parts.table(recorded["runs"]))
plots.own_parts(recorded["runs"])

# %% [markdown]
# <details><summary>The answer</summary>
#
# RoPE helps most again: .166 bits per byte. RMSNorm (.008) and leaving out biases (.003) change nothing that three
# seeds can show, as at the race's largest size.
#
# SwiGLU is the surprise. In the race it brought .060 nats, or .087 bits. Here it *costs* .089 bits, and its best seed is
# worse than the worst one before it. The two experiments aren't the same: in the race it replaced ReLU rather than
# GELU, and the models trained for 465 to 698 steps. One pair of runs with four times the compute of ours shows no such
# cost: 2.553 with the gate, 2.568 without. So the short training may be the reason.
#
# Together the four changes bring your GPT from 3.027 to 2.961. Without the gate it might have done better; no version
# tests that. What a part is worth may depend on what it replaces and on how long you train.
#
# </details>
#
# Now train the last version yourself, with your own model's sizes and tokenizer; on one core that takes about ten
# seconds. It then continues the opening line, next to what the first version wrote when the figures were recorded. Both
# have trained for seconds, so expect the layout of a play and a few short words.

# %% tags=["explore"]
gpt, tokenizer, _ = own_model.load_own_model()
newest, row = own_parts.train_version(
    "no biases",
    gpt.config,
    own_parts.plays(tokenizer),
    compute=own_parts.COMPUTE if scale == "small" else 100 * own_parts.COMPUTE,
    lr=recorded["chosen"]["no biases"],
    device=where,
)
record("no biases, bits per byte", row["bits_per_byte"], expected=(2.88, 3.01) if scale == "small" else None)
continued = own_model.continue_opening(newest, tokenizer)
print(f"\nThe first version, recorded: {recorded['runs'][0]['opening']}")
print(f"\nThe last version, yours: {continued}")
own_model.note_opening("11c", continued, f"a GPT with the parts of Llama's block, after {row['steps']} steps")

# %% [markdown] nbgrader={"grade_id": "written_c", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 10 minutes, 5 to 8 sentences). A start-up presents a new block that is "ten
# times more efficient than Llama's". Its evidence is one pair of runs: both models have 100 million parameters, both
# ran for the same number of steps with the learning rate of the new block, and the new block ends with the lower loss.
# Explain why this doesn't support the claim, and design the experiment that would. What would the result have to look
# like, and what could it still not tell you about a model of 70 billion parameters?
#
# ### BEGIN SOLUTION
# **Model answer.** Equal steps are not equal compute: a gate, a wider layer or longer sequences make a step more
# expensive. A learning rate that was tuned for one block alone favours that block; in our race the best rates differed
# by a factor of four. One pair of runs has no error, and a lower loss is not a factor of compute: for that you need
# the compute at which the old block reaches the same loss, so you need several sizes of both blocks, each with its own
# tuning, and at least three seeds. Then fit loss against the logarithm of compute, or better, run the old block until
# it has caught up, and read the distance sideways, with an interval. The claim would need a factor of about ten with an
# interval that excludes, say, five, at more than one size. Operations are not seconds either, so the time per step has
# to be shown as well. It would still be an extrapolation to 70 billion parameters: our own factor went from 11.8 to 5.3
# to 9.6 over three sizes, so a factor measured at a small scale need not hold at a large one.
#
# **Rubric.**
#
# - a, 0.5 points: equal steps are not equal compute, or one tuned rate favours one block
# - b, 0.5 points: one pair of runs has no error, and a difference in loss is not a factor of compute
# - c, 0.5 points: a fair design: several sizes, several seeds, both tuned, read at equal loss
# - d, 0.5 points: a limit that remains: extrapolation, time per step, or another task
# ### END SOLUTION

# %% [markdown]
# ## For a friend: Llama 3.1 at home
#
# Write down the memory of the machines that you and your friends own. Your own code finds out which Llama 3.1
# they could hold together, at how many bits per weight, and how full the fullest machine would be.

# %% tags=["explore"]
if answered("model_size", "split_layers"):
    ours = [16e9, 16e9, 32e9, 24e9]  # bytes, in the order in which the machines are connected
    for name, config in configs.items():
        table_size = config["vocab_size"] * config["d_model"]
        layer = model_size(dict(config, n_layers=1), 1)[0] - 2 * table_size - config["d_model"]
        for bits in (16, 8.5, 5, 3):
            counts = [table_size, *[layer] * config["n_layers"], table_size]
            parts = [count * bits / 8 for count in counts]
            try:
                split = split_layers(parts, ours)
            except ValueError:
                print(f"{name:>4} at {bits:4.1f} bits: no")
                continue
            shares = [sum(parts[a:b]) / room for (a, b), room in zip(split, ours)]
            print(f"{name:>4} at {bits:4.1f} bits: yes, and the fullest machine is {max(shares):.0%} full")

# %% [markdown]
# **What you have now.** Llama's block, counted, spread over machines, and raced.
#
# | part | what it brought in the race | what it costs |
# |---|---|---|
# | pre-norm | .045 nats, and a best learning rate that depends less on size | no time that could be measured |
# | RMSNorm | nothing that three seeds can show | 70 s instead of 67 s for three runs, perhaps by chance |
# | SwiGLU | .060 nats | 27 % more time, for the same counted operations |
# | RoPE | .077 nats at the largest size, .149 at the smallest | no time that could be measured |
# | no biases | nothing, or a higher loss at the middle size | no time that could be measured |
#
# (Nats at the largest size, means of three seeds.) In your own GPT, trained for 117 steps, only RoPE paid off. Lesson 12
# takes the model as it is and turns it into an assistant.
#
# **Sources.** Vaswani et al. 2017, *Attention is all you need*, arXiv 1706.03762. Touvron et al. 2023, *LLaMA*, arXiv
# 2302.13971, and *Llama 2*, arXiv 2307.09288. Grattafiori et al. 2024, *The Llama 3 herd of models*, arXiv 2407.21783.
# Gu and Dao 2023, *Mamba*, arXiv 2312.00752. Kaplan et al. 2020, *Scaling laws for neural language models*, arXiv
# 2001.08361.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
