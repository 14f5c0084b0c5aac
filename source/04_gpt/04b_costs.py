# %% [markdown]
# # Lesson 04 · GPT
# ## Second sitting: what a model costs
#
# A published lecture counts the parameters of the largest Llama 3.1 and arrives at 405,855,453,248. The right number is
# 405,853,388,800. A difference of two million out of 405 billion looks like a rounding error, but
# several lines of the count are wrong, and their errors nearly cancel. In this sitting you write a function that finds
# every one of them.
#
# To get there you count what a model costs in the three usual units: parameters, bytes and floating-point operations.
# Your first formula will be exact for every model from a toy with 86,496 parameters to the largest Llama, and your last
# will tell you how many years your own machine would need to train GPT-2.

# %% [markdown]
# | | |
# |---|---|
# | Uses | GPT from the first sitting (a finished version is imported) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# We write B for the number of sequences in a batch, T for tokens in a sequence, V for entries in the vocabulary, D for
# features per token vector, L for blocks, H for heads and F for features in the hidden layer of a block.
#
# <details><summary>1. Which tables of a GPT have V rows?</summary>The token vectors, and the head. If the weights are tied, the two are one table (first sitting).</details>
# <details><summary>2. Which linear maps does a block have?</summary>Attention has four maps D → D: one each for queries, keys and values, and the output projection after the heads. The feed-forward layer has a map D → F and a map F → D (lessons 02 and 03).</details>
# <details><summary>3. Which extra map does a gated feed-forward layer have?</summary>A third map, D → F, whose output is multiplied by the output of the first (lesson 03).</details>
# <details><summary>4. How many parameters does LayerNorm have, and how many does RMSNorm have?</summary>LayerNorm has 2D, a gain and a bias for each feature. RMSNorm has D, the gains only (lesson 03).</details>
# <details><summary>5. Two models use different tokenizers. In which unit can you compare their losses?</summary>In bits per byte, on the same text (first sitting).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, check, own_numbers
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

from dataclasses import dataclass
from functools import partial

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from utils import devices
from utils.blocks.gpt import GPT, GPTConfig
from utils.metrics import record
from utils.timing import seconds
from utils.topics.gpt import training_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# The configuration is the one from the first sitting, with a few new fields below the comment line. They describe how
# other models differ from GPT-2.


# %% nbgrader={"grade_id": "Config", "locked": true}
@dataclass
class Config:
    """The sizes of a language model. n_heads must divide d_model, and n_kv_heads must divide n_heads."""

    vocab_size: int  # V
    context: int  # length of the longest sequence, in tokens
    d_model: int  # D
    n_heads: int  # H
    n_layers: int  # L
    d_hidden: int | None = None  # F; 4·D if None
    tied: bool = True  # the scores use the table of token vectors
    bias: bool = True  # of the linear maps in a block
    qkv_bias: bool | None = None  # of queries, keys and values; same as bias if None
    # --- how other models differ
    n_kv_heads: int | None = None  # key/value heads; n_heads if None
    gated: bool = False  # SwiGLU: three maps in the feed-forward layer
    norm: str = "layer"  # "layer": gain and bias; "rms": gain only
    learned_positions: bool = True  # a table of position vectors

    def __post_init__(self):
        self.d_hidden = 4 * self.d_model if self.d_hidden is None else self.d_hidden
        self.qkv_bias = self.bias if self.qkv_bias is None else self.qkv_bias
        self.n_kv_heads = self.n_heads if self.n_kv_heads is None else self.n_kv_heads


# %% [markdown]
# ## 1 · Counting parameters
#
# *Medium · 15 minutes*
#
# People who work with these models do this calculation on the back of an envelope all the time. Write it in closed
# form, part by part, as a function of the sizes, without building the model. A linear map from $a$ to $b$ features has
# $ab$ weights, and $b$ biases if it has biases at all.

# %% [markdown]
# | part | in GPT-2 | in other models |
# |---|---|---|
# | `embeddings` | V·D, and context·D for positions | no position table |
# | `attention`, all layers | four maps D → D | keys and values have `n_kv_heads` heads of the same width d = D/H: D → d·n_kv_heads each |
# | `feed_forward`, all layers | D → F → D | gated (SwiGLU, lesson 03): a third map D → F |
# | `norms`, all layers and the final one | 2 per block and 1 at the end, each with a gain and a bias | RMSNorm has no bias |
# | `head` | nothing new when tied | V·D |
#
# `bias` applies to all linear maps in the blocks except those to queries, keys and values, which have `qkv_bias`. The
# head has no bias. Lesson 05 explains grouped keys and values (**grouped-query attention**); here you only need their
# width.


# %% nbgrader={"grade_id": "count_parameters", "solution": true}
def count_parameters(config):
    """The number of parameters in each part of a model, in closed form.

    Returns a dict of whole numbers with the keys embeddings, attention, feed_forward,
    norms, head, and total, which is their sum.
    """
    ### BEGIN SOLUTION
    V, D, L, F = config.vocab_size, config.d_model, config.n_layers, config.d_hidden
    kv = D // config.n_heads * config.n_kv_heads  # width of the keys, and of the values
    maps = 3 if config.gated else 2
    attention = 2 * D * D + 2 * D * kv + config.qkv_bias * (D + 2 * kv) + config.bias * D
    feed_forward = maps * D * F + config.bias * ((maps - 1) * F + D)
    norm = 2 * D if config.norm == "layer" else D
    counts = {
        "embeddings": V * D + config.learned_positions * config.context * D,
        "attention": L * attention,
        "feed_forward": L * feed_forward,
        "norms": norm + 2 * L * norm,
        "head": 0 if config.tied else V * D,
    }
    return counts | {"total": sum(counts.values())}
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "count_parameters_hints", "locked": true}
# <details><summary>A question to start from</summary>D = 48, 3 heads, biases everywhere: how many numbers are in the three maps to queries, keys and values, and how many in the output projection? (6,912 + 144, and 2,352.)</details>
# <details><summary>A pointer</summary>True and False count as 1 and 0: <code>config.bias * D</code>. All fields of the config have values; none is None.</details>
# <details><summary>My total differs from 86,496 by 1,296</summary>That is V·D = 27·48. Tied means that the table exists only once.</details>
# <details><summary>My gated layer has too many biases, or too few</summary>There is one bias per output: F, F and D.</details>


# %% nbgrader={"grade_id": "check_count_parameters", "grade": true, "locked": true, "points": 5}
@check("count_parameters")
def _(config):
    return count_parameters(Config(**config))


# %% [markdown]
# Now we build six models, from a lecture's toy to the largest Llama (the Llamas are built by the `transformers`
# library), and compare your formula with the number of parameters in their tensors. The tensors are on torch's device
# "meta", where they have shapes but no memory, so a model with 405 billion parameters fits on a laptop.

# %% tags=["explore"]
llama = dict(
    vocab_size=128_256, context=2**17, bias=False, gated=True, norm="rms", learned_positions=False, tied=False
)
models = {
    "toy": Config(27, 6, 48, 3, 3),
    "GPT-2 small": Config(50_257, 1024, 768, 12, 12),
    "GPT-2 small, untied, no qkv bias": Config(50_257, 1024, 768, 12, 12, tied=False, qkv_bias=False),
    "Llama 3.1 8B": Config(**llama, d_model=4096, n_heads=32, n_kv_heads=8, n_layers=32, d_hidden=14_336),
    "Llama 3.1 70B": Config(**llama, d_model=8192, n_heads=64, n_kv_heads=8, n_layers=80, d_hidden=28_672),
    "Llama 3.1 405B": Config(**llama, d_model=16_384, n_heads=128, n_kv_heads=8, n_layers=126, d_hidden=53_248),
}  # fmt: skip


# %% tags=["explore"]
def count_tensors(config):
    """The number of parameters of the real model, built without allocating memory."""
    with torch.device("meta"):
        if not config.gated:
            sizes = (config.vocab_size, config.context, config.d_model, config.n_heads, config.n_layers)
            model = GPT(GPTConfig(*sizes, bias=config.bias, qkv_bias=config.qkv_bias, tied=config.tied))
        else:
            from transformers import LlamaConfig, LlamaForCausalLM

            model = LlamaForCausalLM(LlamaConfig(
                vocab_size=config.vocab_size, hidden_size=config.d_model, intermediate_size=config.d_hidden,
                num_hidden_layers=config.n_layers, num_attention_heads=config.n_heads,
                num_key_value_heads=config.n_kv_heads, tie_word_embeddings=config.tied,
            ))  # fmt: skip
    return sum(p.numel() for p in model.parameters())


if answered("count_parameters"):
    for name, config in models.items():
        by_formula, by_counting = count_parameters(config)["total"], count_tensors(config)
        print(f"{name:34s} formula {by_formula:18,.0f}   tensors {by_counting:18,d}")
        record(f"formula minus tensors, {name}", by_formula - by_counting, expected=(0, 0))
    plots.parameters_by_part({name: count_parameters(config) for name, config in models.items()})

# %% [markdown]
# The figure shows three things. In the toy, almost all parameters are in the blocks. In GPT-2 small, nearly a third are
# in the token table. In the large models, 70 to 81 % are in the feed-forward layers. Where would you look first to make
# each of them smaller, and what stands out in GPT-2 small?
#
# <details><summary>Answer</summary>At the feed-forward layers, which are the largest part of every one of these models. What stands out in GPT-2 small is the vocabulary: halving it would save nearly a sixth of all parameters, while in the largest Llama that would save next to nothing.</details>

# %% [markdown]
# ## 2 · Bytes
#
# *Easy · 6 minutes · uses exercise count_parameters*
#
# A parameter stored in b bits takes b/8 bytes. The formula is simple, but the units are easy to mix up: a **GB** is
# $10^9$ bytes, a **GiB** is $2^{30}$ bytes, and the two differ by 7 %.


# %% nbgrader={"grade_id": "memory_bytes", "solution": true}
def memory_bytes(config, bits):
    """The memory that the parameters of a model take up.

    bits: the number of bits per parameter (32, 16, 8 or 4).
    Returns a dict of numbers with the keys bytes, GB and GiB.
    """
    ### BEGIN SOLUTION
    n_bytes = count_parameters(config)["total"] * bits / 8
    return {"bytes": n_bytes, "GB": n_bytes / 10**9, "GiB": n_bytes / 2**30}
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "memory_bytes_hints", "locked": true}
# <details><summary>A question to start from</summary>How many bytes do 8 billion parameters take at 4 bits each?</details>
# <details><summary>A pointer</summary>2³⁰ is <code>2**30</code> in Python, or <code>1024**3</code>. (<code>^</code> means something else.)</details>


# %% nbgrader={"grade_id": "check_memory_bytes", "grade": true, "locked": true, "points": 2}
@check("memory_bytes")
def _(config, bits):
    return memory_bytes(Config(**config), bits)


# %% tags=["explore"]
if answered("count_parameters", "memory_bytes"):
    print(f"{'':16s}" + "".join(f"{bits:>6d} bits" for bits in [32, 16, 8, 4]) + "      (GiB)")
    for name in ["GPT-2 small", "Llama 3.1 8B", "Llama 3.1 70B", "Llama 3.1 405B"]:
        print(
            f"{name:16s}"
            + "".join(f"{memory_bytes(models[name], bits)['GiB']:11,.2f}" for bits in [32, 16, 8, 4])
        )

# %% [markdown]
# To *run* a model you need this much memory, plus the cache of lesson 05. To *train* it with AdamW you need four times
# as much in the same precision, for weights, gradients and two running means (third sitting), and that is before a
# single activation is stored.

# %% [markdown]
# ## 3 · Find the errors: 405,855,453,248
#
# *Medium · 12 minutes*
#
# Back to the lecture that arrives at 405,855,453,248 parameters. Your formula gives 405,853,388,800. The difference is
# two million, and hardly anyone would notice. Here is the lecture's whole table. The sizes it uses are correct (V =
# 128,256, D = 16,384, L = 126, H = 128, 8 key/value heads, F = 53,248, no biases, RMSNorm, untied).
#
# | line | claimed |
# |---|---|
# | `embedding`: V·D | 2,102,231,552 |
# | `attention`, one layer | 570,425,344 |
# | `feed_forward`, one layer (three maps) | 2,618,499,072 |
# | `norms`, one layer: 3·D | 49,152 |
# | `layer`: the sum of the three lines above | 3,188,973,568 |
# | `layers`: 126 · the line above | 401,811,667,488 |
# | `final_norm`: D | 16,384 |
# | `output`: V·D | 2,102,231,552 |
# | `total`: embedding + layers + final_norm + output | 405,855,453,248 |

# %% [markdown]
# Write a tool that audits such a table and **judges each line separately**. A line that is computed from other lines
# (`layer`, `layers`, `total`) is right if it follows from the *claimed* values of those lines. Otherwise one early
# mistake would make everything after it look wrong, and hide the later mistakes. Compute the other lines from the sizes;
# you may call your `count_parameters`, but you don't have to.


# %% nbgrader={"grade_id": "find_slips", "solution": true}
def find_slips(config, claimed):
    """For each line of a published count: claimed minus correct, which is 0 if the line
    itself is correct.

    config: the sizes of a Llama (gated, RMSNorm, no biases, untied, no position table).
    claimed: dict of integers, one for each line of the table. Don't modify it.
    Returns a dict with the same keys.
    """
    ### BEGIN SOLUTION
    D, L = config.d_model, config.n_layers
    kv = D // config.n_heads * config.n_kv_heads
    right = {
        "embedding": config.vocab_size * D,
        "attention": 2 * D * D + 2 * D * kv,
        "feed_forward": 3 * D * config.d_hidden,
        "norms": 2 * D,
        "layer": claimed["attention"] + claimed["feed_forward"] + claimed["norms"],
        "layers": L * claimed["layer"],
        "final_norm": D,
        "output": config.vocab_size * D,
        "total": claimed["embedding"] + claimed["layers"] + claimed["final_norm"] + claimed["output"],
    }
    return {line: claimed[line] - right[line] for line in right}
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "find_slips_hints", "locked": true}
# <details><summary>A question to start from</summary>Six lines follow from the sizes alone. Which three follow from other lines?</details>
# <details><summary>A pointer</summary>Build a dict <code>right</code> with the same keys; then subtract key by key.</details>
# <details><summary>Is a line wrong, or is my count?</summary>Try a small Llama whose parts you know from <code>count_parameters</code>. Divide the parameters of its norms by D, and you get 2L + 1, the number of norms. How many of them belong to one layer?</details>


# %% nbgrader={"grade_id": "check_find_slips", "grade": true, "locked": true, "points": 4}
@check("find_slips")
def _(config, claimed):
    found = find_slips(Config(**config), claimed)
    from_others = {name: found.get(name) for name in ["layer", "layers", "total"]}
    return {
        "lines from sizes": {name: value for name, value in found.items() if name not in from_others},
        "lines from other lines": from_others,
        "claimed unchanged": {"lines": from_others, "claimed": claimed},
    }


# %% tags=["explore"]
if answered("find_slips"):
    lecture = {
        "embedding": 2_102_231_552, "attention": 570_425_344, "feed_forward": 2_618_499_072, "norms": 49_152,
        "layer": 3_188_973_568, "layers": 401_811_667_488, "final_norm": 16_384, "output": 2_102_231_552,
        "total": 405_855_453_248,
    }  # fmt: skip
    for line, difference in find_slips(models["Llama 3.1 405B"], lecture).items():
        print(f"{line:14s} {difference:+14,.0f}")
    n_bytes = 405_855_453_248 * 2
    print(f"\n16 bits each: {n_bytes / 10**9:.0f} GB = {n_bytes / 2**30:.0f} GiB")

# %% [markdown]
# <details><summary>What the tool finds</summary>Six of the nine lines are wrong. V·D is 2,101,346,304 (the lecture has 885,248 too many, twice). The feed-forward product is 2,617,245,696 (1,253,376 too many). A layer has two norms, not three (16,384 too many). 126 · 3,188,973,568 is 401,810,669,568 (997,920 too many). And the printed parts add up to 406,016,146,976, so the printed total is 160,693,728 too small. The errors nearly cancel, which is why the total looks so good: it is only 2,064,448 too large, or 0.0005 %.</details>
#
# The lecture ends with the size of the file: 811,710,906,496 bytes, or "756 GiB". Then it gives the "actual file size:
# 812 GiB" and attributes the difference to overhead: metadata, padding and mixed precision. But there is no overhead.
# The download page lists 812 **GB**, and 812 GB *is* 756 GiB.

# %% [markdown]
# ## 4 · Operations
#
# *Medium · 12 minutes*
#
# To estimate how long training takes, count the **FLOPs**, the floating-point operations, per token in a text of T
# tokens. Multiplying matrices of shapes (m, n) and (n, p) takes $2mnp$ of them: one multiplication and one addition for
# each term. So
#
# - each weight of a linear map costs 2 operations per token. The head's product is computed whether or not the weights are tied, so the maps cost
#   $2\cdot(\text{weights of the maps in the blocks} + V D)$,
# - in each layer, the scores of one query with T keys cost $2TD$ over all heads, and the weighted sum of T values costs the same,
# - looking up rows costs nothing, and norms, biases and activations cost so little that they are usually not counted.

# %% [markdown]
# For each product of the forward pass, the backward pass needs two (one for the gradient of each factor), so forward
# and backward together cost three times as much as the forward pass alone. (The optimizer's own work is small, a few
# operations per parameter and step, and isn't counted.) Assume GPT-2's architecture (no gate, no grouped heads) and T
# scores for each query. The mask discards half of the scores, but they are usually computed anyway, so by convention
# they are counted.


# %% nbgrader={"grade_id": "flops_per_token", "solution": true}
def flops_per_token(config, T, training=True):
    """Floating-point operations per token, in a text of T tokens.

    training: if True, count forward and backward; otherwise only forward.
    Returns a whole number.
    """
    ### BEGIN SOLUTION
    D, L = config.d_model, config.n_layers
    weights = L * (4 * D * D + 2 * D * config.d_hidden) + config.vocab_size * D
    forward = 2 * weights + 4 * T * D * L
    return 3 * forward if training else forward
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "flops_per_token_hints", "locked": true}
# <details><summary>A question to start from</summary>Which matrices does a token's vector pass through on its way from the embedding to the scores?</details>
# <details><summary>A pointer</summary>Write down the shape of every matrix in one block, then the head's. Attention's two products have no weights, so add them separately, once for each layer.</details>


# %% nbgrader={"grade_id": "check_flops_per_token", "grade": true, "locked": true, "points": 4}
@check("flops_per_token")
def _(config, T):
    config = Config(**config)
    return {"training": flops_per_token(config, T), "forward": flops_per_token(config, T, training=False)}


# %% [markdown]
# PyTorch has a tool for this: `FlopCounterMode` counts the operations of all matrix products while a model runs. We
# turn fused attention off here, because the counter doesn't recognize the fused CPU kernel and would count it as 0.
# **Predict**: how large is the difference between your formula and the counter?

# %% tags=["explore"]
if answered("flops_per_token"):
    sizes = dict(vocab_size=1000, context=64, d_model=96, n_heads=4, n_layers=3)
    model, ids = GPT(GPTConfig(**sizes)).to(where), torch.randint(1000, (2, 65)).to(where)
    with sdpa_kernel(SDPBackend.MATH), FlopCounterMode(display=False) as counter:
        scores = model(ids[:, :-1])
        F.cross_entropy(scores.flatten(0, 1), ids[:, 1:].flatten()).backward()
    counted = counter.get_total_flops() / (2 * 64)  # 2 texts of 64 tokens
    formula = flops_per_token(Config(**sizes), 64)
    print(f"one training step, per token: formula {formula:,}, counter {counted:,.0f}")
    record("FLOPs by formula minus FLOPs by counter", formula - counted, expected=(0, 0))

# %% [markdown]
# <details><summary>Answer</summary>There is none: both count the same products, 2,787,840 operations per token, and leave out biases, norms and activations.</details>
#
# Now you can tell how much of the work is due to the T² in attention, and how long it would take to train GPT-2 small
# on your machine. The second figure shows how fast your machine multiplies two square matrices. Small products wait for
# memory and for Python. Above some size, arithmetic is the limit and the curve levels off. To get the training time,
# divide the number of operations by the speed at that plateau. A CPU core with AVX2 can multiply and add 16 numbers per
# cycle, which is 32 operations, at about three billion cycles per second. **Predict** the plateau of a single core.
# Your machine may use several cores, or a GPU: an A100 has a listed peak of 312,000 GFLOP/s (bf16).

# %% tags=["explore"]
if answered("flops_per_token"):
    small = models["GPT-2 small"]
    lengths = [2**n for n in range(6, 16)]
    share = [1 - flops_per_token(small, 0) / flops_per_token(small, T) for T in lengths]
    speeds = {}
    for n in [16, 32, 64, 128, 256, 512, 1024]:
        a, b = torch.randn(n, n).to(where), torch.randn(n, n).to(where)
        repeats = max(3, int(2e8 / n**3) if n > 64 else 300)
        speeds[n] = 2 * n**3 / seconds(partial(torch.matmul, a, b), repeats) / 1e9
    plots.operations(lengths, share, speeds)
    tokens, plateau = 9e9, speeds[1024] * 1e9
    work = flops_per_token(small, 1024) * tokens
    print(f"GPT-2 small, 9 billion tokens: {work:.1e} operations")
    print(f"at this machine's {plateau / 1e9:.0f} GFLOP/s: {work / plateau / 86400 / 365:.1f} years")
    print(
        f"at an A100's listed peak: {work / 312e12 / 3600:.0f} hours; at 40 % of it: {work / 312e12 / 0.4 / 3600:.0f} hours"
    )

# %% [markdown]
# <details><summary>Answer</summary>32 operations per cycle times 3 billion cycles per second is 96 GFLOP/s per core. Your own plateau is printed above, followed by the number of years that training would take. One core of our machine reached 101 GFLOP/s, a three-thousandth of the GPU's listed peak.</details>
#
# A CPU has a few fast cores, each of which works on a handful of numbers at a time. A GPU has thousands of small
# arithmetic units that do the same thing at the same time. Transformers suit GPUs because nearly all of their work is
# large matrix products, and because all T positions are processed in parallel.
#
# Looking up a row is not a matrix product, although lectures often draw it as one: if a one-hot vector has its 1 at
# index $i$, multiplying it by the table gives row $i$. The costs differ, though. **Predict**: by what factor is the
# product slower, about 10, about 1,000 or about 100,000? Then run the cell.

# %% tags=["explore"]
table, ids = torch.randn(20_000, 128).to(where), torch.randint(20_000, (256,)).to(where)
one_hot = F.one_hot(ids, 20_000).float()  # (256, V), which alone takes 20 MB
timings = {
    "lookup": seconds(lambda: table[ids], 20),
    "one-hot product": seconds(lambda: one_hot @ table, 20),
}
print(f"same vectors: {torch.equal(table[ids], one_hot @ table)}")
print(f"lookup {timings['lookup'] * 1e6:.0f} µs, one-hot product {timings['one-hot product'] * 1e6:.0f} µs")
record(
    "one-hot product over lookup, time", timings["one-hot product"] / timings["lookup"], expected=(10, 1e5)
)

# %% [markdown]
# <details><summary>Answer</summary>Your own factor is in the last line above; in our measurements it was between 350, on a busy machine, and 7,000. For each id, the product multiplies all 20,000 rows of the table, while the lookup copies only one. So you might expect a factor of 20,000. The factor is smaller because a row takes less time in a large product (about 6 ns in one of these measurements) than in a lookup (about 240 ns).</details>

# %% [markdown]
# The written question below uses three numbers of your own. Type your student id (the name you hand in your work under)
# between the quotation marks, then run the cell. If you were given a code for this course, type the code instead. If
# you type nothing, you get the standard numbers.

# %%
mine = own_numbers(
    "written_b",
    student="",
    ours=[2.9, 2.7, 2.8, 3.0, 3.1, 3.2],
    theirs=[2.4, 2.2, 2.3, 2.5, 2.6],
    length=[4.0, 3.7, 4.3, 4.6],
)

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 4 to 6 sentences). In a model report you read: "Our tokenizer has 100,000
# entries, theirs has 32,000. Our loss is *ours* nats per token, theirs is *theirs*, so their model is better. Our model
# also has 20 % more parameters, nearly all of them in the larger embedding, so it costs 20 % more to train." Judge both
# conclusions. What would you measure or compute instead? Assume tied weights. Insert your own numbers for *ours* and
# *theirs*, and compute one more number: our tokens are *length* bytes long on average, so how many bytes long would
# their tokens have to be, on average, for the two models to be equally good?
#
# ### BEGIN SOLUTION
# **Model answer.** Losses per token under different tokenizers cannot be compared: a larger vocabulary has longer
# tokens, so fewer guesses for the same text, each of them harder. Compare bits per byte on the same text instead: total
# negative log-probability divided by ln 2 and by the number of UTF-8 bytes. With the standard numbers (2.9, 2.4 and 4
# bytes) the two are equal if their tokens are 2.4/2.9 = 83 % as long as ours, 3.31 bytes; if they are shorter than
# that, our model is the better one. Parameters are not operations: looking up a row costs nothing whatever the size of
# the table. The tied table also produces the scores, though, and that product takes 2·V·D operations per token in the
# forward pass, so it grows with V. So there is a cost, which flops_per_token computes, and it is offset by the smaller
# number of tokens in the same text. Compute the operations for a fixed amount of text.
#
# **Expected.**
#
# - bytes per token at which the two are equal: length * theirs / ours
#
# **Rubric.**
#
# - a, 0.5 points: losses per token are not comparable, but bits per byte (or any total over the same text) are
# - b, 0.5 points: the length of a token at which the two are equal, computed from the student's own numbers
# - c, 0.5 points: the lookup is free, whatever the size of the table
# - d, 0.5 points: the output product grows with V, or the cost must be taken per text and not per token
# ### END SOLUTION

# %% [markdown]
# **What you have now.** A GPT whose every parameter you can account for, an audit that found six errors in a published
# count, and the habit of counting before believing. Show a friend the audit: the total is only two million too large,
# although one of its lines is off by 160 million. The third sitting teaches the model to read.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
