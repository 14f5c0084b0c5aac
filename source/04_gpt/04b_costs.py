# %% [markdown]
# # Lesson 04 · GPT
# ## Second sitting: what a model costs
#
# A lecture counts the largest Llama and arrives at 405,855,453,248 parameters. At the end of this sitting a function of
# yours says which of its lines are wrong, and how two million parameters too many came of six slips that nearly cancel.
#
# When you reach the end of this sitting you will have
#
# - a formula for the parameters of a model that is exact from 86,496 to 405,853,388,800, and the errors in a published
#   count,
# - its bytes, in GB and in GiB,
# - its floating-point operations, and a measured reason why people train on GPUs.

# %% [markdown]
# | | |
# |---|---|
# | Uses | GPT from the first sitting (a finished version is imported) |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# B texts in a batch, T tokens in a text, V entries in the vocabulary, D features in a token, L blocks, H heads, F
# features in the hidden layer of a block.
#
# <details><summary>1. Which tables of a GPT have V rows?</summary>The token vectors, and the head; tied, they are one table (first sitting).</details>
# <details><summary>2. Which maps does a block have?</summary>Queries, keys, values and the one behind the heads, D → D each; D → F and F → D in the feed-forward layer (lessons 02 and 03).</details>
# <details><summary>3. What does a gated feed-forward layer have more?</summary>A third map, D → F, whose output multiplies (lesson 03).</details>
# <details><summary>4. How many numbers does LayerNorm learn, and how many RMSNorm?</summary>2D, gain and bias; D, gain only (lesson 03).</details>
# <details><summary>5. Losses of two models with two tokenizers: which unit compares them?</summary>Bits per byte of one text (first sitting).</details>

# %% nbgrader={"grade_id": "imports_b", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

from dataclasses import dataclass
from functools import partial

import torch
import torch.nn.functional as F

from utils import devices
from utils.blocks.gpt import GPT, GPTConfig
from utils.metrics import record
from utils.timing import seconds
from utils.topics.gpt import training_figures as plots

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# All sizes of a model stand in one object, as in the first sitting. The fields below the line are new: they say how other
# models differ from GPT-2.


# %% nbgrader={"grade_id": "Config", "locked": true}
@dataclass
class Config:
    """The sizes of a language model. n_heads must divide d_model, n_kv_heads must divide n_heads."""

    vocab_size: int  # V
    context: int  # longest text, in tokens
    d_model: int  # D
    n_heads: int  # H
    n_layers: int  # L
    d_hidden: int | None = None  # F, 4·D when None
    tied: bool = True  # the scores use the table of token vectors
    # --- how other models differ
    bias: bool = True  # of the linear maps in a block
    qkv_bias: bool | None = None  # of queries, keys and values; as bias when None
    n_kv_heads: int | None = None  # heads of keys and values; n_heads when None
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
# People who work with these models count on the back of an envelope. Write the closed form, part by part, as a function
# of the sizes, without making a single tensor. A linear map from $a$ to $b$ features has $ab$ weights, and $b$ biases
# where it has any.

# %% [markdown]
# | part | GPT-2's way | what other models change |
# |---|---|---|
# | `embeddings` | V·D, and context·D for positions | no table of positions |
# | `attention`, all layers | four maps D → D | keys and values have `n_kv_heads` heads of the same width d = D/H: D → d·n_kv_heads each |
# | `feed_forward`, all layers | D → F → D | gated (SwiGLU, lesson 03): a third map D → F |
# | `norms`, all layers and the final one | 2 a block and 1 at the end, gain and bias | RMSNorm has no bias |
# | `head` | nothing new when tied | V·D |
#
# `bias` applies to all linear maps in the blocks, except that `qkv_bias` decides for queries, keys and values. The head
# has no bias. Grouped keys and values are explained in lesson 05; here you only need their width.


# %% nbgrader={"grade_id": "count_parameters", "solution": true}
def count_parameters(config):
    """The number of parameters of each part of a model, in closed form.

    Returns a dict of integers: embeddings, attention, feed_forward, norms, head, and total, their sum.
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
# <details><summary>A question to start from</summary>D = 48, 3 heads, biases everywhere: how many numbers are in the three maps to queries, keys and values, and in the one back? (6,912 + 144, and 2,352.)</details>
# <details><summary>A pointer</summary>True and False count as 1 and 0: <code>config.bias * D</code>. All fields of the config have values; none is None.</details>
# <details><summary>My total for 86,496 is off by 1,296</summary>That is V·D = 27·48. Tied means that the table is there once.</details>
# <details><summary>The gated layer has one bias too many, or too few</summary>Each map has as many biases as it has outputs: F, F and D.</details>


# %% nbgrader={"grade_id": "check_count_parameters", "grade": true, "locked": true, "points": 5}
@check("count_parameters")
def _(config):
    return count_parameters(Config(**config))


# %% [markdown]
# Six models, from a lecture's toy to the largest Llama, by your formula and by counting tensors. The tensors are made on
# torch's device "meta": they have shapes and no memory, so a model of 405 billion parameters fits on a laptop.

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
    """The parameters of the real model, made without memory."""
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
        print(f"{name:34s} formula {by_formula:18,d}   tensors {by_counting:18,d}")
        record(f"formula minus tensors, {name}", by_formula - by_counting, expected=(0, 0))
    plots.parameters_by_part({name: count_parameters(config) for name, config in models.items()})

# %% [markdown]
# You can read off three things. In the toy almost everything is in the blocks; in GPT-2 small nearly a third is the
# table of words; in the large ones the feed-forward layers hold 70 to 81 %. Where would you look first to make each of
# them smaller?

# %% [markdown]
# ## 2 · Bytes
#
# *Easy · 6 minutes · uses exercise count_parameters*
#
# A parameter with b bits takes b/8 bytes. What people then do with the number goes wrong surprisingly often: **GB** are
# $10^9$ bytes, **GiB** are $2^{30}$, and they differ by 7 %.


# %% nbgrader={"grade_id": "memory_bytes", "solution": true}
def memory_bytes(config, bits):
    """The memory that the parameters of a model take.

    bits: of one parameter (32, 16, 8, 4).  Returns a dict: bytes, GB, GiB.
    """
    ### BEGIN SOLUTION
    n_bytes = count_parameters(config)["total"] * bits / 8
    return {"bytes": n_bytes, "GB": n_bytes / 10**9, "GiB": n_bytes / 2**30}
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "memory_bytes_hints", "locked": true}
# <details><summary>A question to start from</summary>8 billion parameters of 4 bits each: how many bytes?</details>
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
# To *run* a model one needs this much and the cache of lesson 05. To *train* it with AdamW one needs four times as much
# in the same precision: weights, gradients, and two running means (third sitting), before a single activation is stored.

# %% [markdown]
# ## 3 · Find the errors: 405,855,453,248
#
# *Medium · 12 minutes*
#
# A published lecture counts the largest Llama and arrives at 405,855,453,248. Your formula says 405,853,388,800. The
# difference is two million, and nobody would notice. Here is its whole table; the sizes are the right ones
# (V = 128,256, D = 16,384, L = 126, H = 128, 8 heads of keys and values, F = 53,248, no biases, RMSNorm, untied).
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
# Write the tool that audits such a table: **each line is judged by itself**. A line that is computed from other lines
# (`layer`, `layers`, `total`) is right when it follows from the *claimed* values of those lines; otherwise one early slip
# would make everything after it look wrong, and hide the later ones.


# %% nbgrader={"grade_id": "find_slips", "solution": true}
def find_slips(config, claimed):
    """For each line of a published count: claimed minus right, 0 where the line is right by itself.

    config: of a Llama (gated, RMSNorm, no biases, untied, no table of positions).
    claimed: dict of integers with the nine lines of the table.  Returns a dict with the same names.
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
# <details><summary>A pointer</summary>Build a dict <code>right</code> with the same names; then subtract name by name.</details>
# <details><summary>How many norms does a block have?</summary>Pre-LN: one in front of attention, one in front of the feed-forward layer. The third one of the claim is the final norm, once for the whole model.</details>


# %% nbgrader={"grade_id": "check_find_slips", "grade": true, "locked": true, "points": 4}
@check("find_slips")
def _(config, claimed):
    found = find_slips(Config(**config), claimed)
    sums = ["layer", "layers", "total"]
    return {
        "lines from sizes": {name: value for name, value in found.items() if name not in sums},
        "lines from other lines": {name: found.get(name) for name in sums},
    }


# %% tags=["explore"]
if answered("find_slips"):
    lecture = {
        "embedding": 2_102_231_552, "attention": 570_425_344, "feed_forward": 2_618_499_072, "norms": 49_152,
        "layer": 3_188_973_568, "layers": 401_811_667_488, "final_norm": 16_384, "output": 2_102_231_552,
        "total": 405_855_453_248,
    }  # fmt: skip
    for line, difference in find_slips(models["Llama 3.1 405B"], lecture).items():
        print(f"{line:14s} {difference:+14,d}")
    n_bytes = 405_855_453_248 * 2
    print(f"\n16 bits each: {n_bytes / 10**9:.0f} GB = {n_bytes / 2**30:.0f} GiB")

# %% [markdown]
# <details><summary>What the tool finds</summary>Six of the nine lines are wrong by themselves. V·D is 2,101,346,304 (885,248 too many, twice). The feed-forward product is 2,617,245,696 (1,253,376 too many). There are two norms in a layer, not three (16,384 too many). 126 · 3,188,973,568 is 401,810,669,568 (997,920 too many). And the printed parts sum to 406,016,146,976, so the printed total is 160,693,728 too small. The slips nearly cancel, which is why the total looks so good: it is 2,064,448 too large, 0.0005 %.</details>
#
# The lecture ends with the file: 811,710,906,496 bytes, "756 GiB", and then "actual file size: 812 GiB", with reasons
# for the overhead: metadata, padding, mixed precision. There is no overhead to explain. The file's listing says 812
# **GB**, and 812 GB *are* 756 GiB.

# %% [markdown]
# ## 4 · Operations
#
# *Medium · 12 minutes*
#
# How long does a step take? Count the floating-point operations (FLOPs) of one token in a text of T tokens. A product of
# (m, n) and (n, p) takes $2mnp$: a multiplication and an addition for each term. So
#
# - each weight of a linear map costs 2 for each token; with the head (tied or not, its product is computed) that is
#   $2\cdot(\text{weights of the maps in the blocks} + V D)$,
# - the scores of one query with T keys cost $2TD$ over all heads, the weighted sum of T values the same, in each layer,
# - looking rows up costs nothing, and norms, biases and activations so little that everybody leaves them out.

# %% [markdown]
# The backward pass needs two products for each one forward (for the gradient of its input, and of its weight), so a step
# of training is three times a forward pass. Count for models built as GPT-2 (no gate, no grouped heads), with T scores
# for each query, although the mask throws half of them away: that is what is computed, and the convention.


# %% nbgrader={"grade_id": "flops_per_token", "solution": true}
def flops_per_token(config, T, training=True):
    """Floating-point operations for one token in a text of T tokens.

    training: forward and backward; otherwise forward only.  Returns an integer.
    """
    ### BEGIN SOLUTION
    D, L = config.d_model, config.n_layers
    weights = L * (4 * D * D + 2 * D * config.d_hidden) + config.vocab_size * D
    forward = 2 * weights + 4 * T * D * L
    return 3 * forward if training else forward
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "flops_per_token_hints", "locked": true}
# <details><summary>A question to start from</summary>Through which matrices does one token's vector go on its way from the embedding to the scores?</details>
# <details><summary>A pointer</summary>Four maps D → D and two maps with F in every block, then V·D once. Each weight counts 2. Then attention, which has no weights but costs 4·T·D a layer.</details>


# %% nbgrader={"grade_id": "check_flops_per_token", "grade": true, "locked": true, "points": 4}
@check("flops_per_token")
def _(config, T):
    config = Config(**config)
    return {"training": flops_per_token(config, T), "forward": flops_per_token(config, T, training=False)}


# %% [markdown]
# Now you can say how much of the work is attention's T², and how long GPT-2 small would take on your machine. The
# second picture measures what your processor does with one product of two square matrices. Small ones wait for memory
# and for Python; from some size on the arithmetic is the limit, and that plateau is the number to divide by.
# **Predict** the plateau, and then look up a GPU: an A100 is listed with 312,000 GFLOP/s (bf16).

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
# <details><summary>Answer</summary>Yours is in the last lines above. One core of the machine on which we measured gave 101
# GFLOP/s, three thousand times less than the GPU is listed with.</details>
#
# A processor has a few units that do one thing after another very fast; a GPU has thousands that do the same thing at
# once. A transformer suits it because nearly all of its work is large products, and because all T places are worked on
# at the same time. A lookup is *not* such a product: taking row $i$ of a table gives the same vector as multiplying a
# one-hot vector of length V by it, and lectures often draw it that way. Compare:

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

# %% [markdown] nbgrader={"grade_id": "written_b", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 4 to 6 sentences). A model report says: "Our tokenizer has 100,000 entries, theirs
# has 32,000; our loss is 2.9 nats per token, theirs 2.4, so theirs is better. Our model also has 20 % more parameters,
# almost all of the difference in the larger embedding, and therefore costs 20 % more to train." Judge both conclusions.
# What would you measure or compute instead? Assume tied weights.
#
# ### BEGIN SOLUTION
# **Model answer.** Losses per token under different tokenizers cannot be compared: a larger vocabulary has longer
# tokens, so fewer guesses for the same text, each of them harder. One compares bits per byte on the same text: total
# negative log-probability divided by ln 2 and by the number of UTF-8 bytes. If their tokens are on average less than
# 2.4/2.9 = 83 % as long as ours (3.3 bytes against 4, say), our model is the better one. Parameters are not operations:
# looking up a row costs nothing whatever the size of the table. The tied table also makes the scores, though, and that
# product is 2·V·D forward for each token and grows with V; so there is a cost, to be computed with flops_per_token, and
# it is offset by the smaller number of tokens in the same text. One would compute operations for a fixed amount of text.
#
# **Rubric.** 1 point: losses per token are not comparable, bits per byte (or any total over the same text) is. 1 point:
# the lookup is free but the output product grows with V, or the cost must be taken per text rather than per token; half
# a point if only one side is seen.
# ### END SOLUTION

# %% [markdown]
# **What you have now.** A GPT that you can account for to the last parameter, and the habit of counting before believing.
# The third sitting teaches it to read.
