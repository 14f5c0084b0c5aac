# %% [markdown]
# # Lesson 04 · GPT
# ## Fifth sitting: an optimiser for matrices, and a line through a few runs
#
# AdamW treats a matrix as a heap of numbers. In 2024 somebody took the matrix seriously, and trained a GPT faster than
# anybody before. You write that optimiser, and race it against AdamW.
#
# Then you do what every large lab does before it spends a fortune: train a few small models, draw a line through their
# losses, and say what the next one will reach, before it is trained.
#
# When you reach the end of this sitting you will have
#
# - `newton_schulz`, which makes every direction of a matrix count alike, with products only,
# - a step of Muon that agrees with PyTorch's,
# - Muon and AdamW after equally many steps, each at its best of three rates, three seeds,
# - a prediction with its spread for a model that does not exist yet, and what it then measured.

# %% [markdown]
# | | |
# |---|---|
# | Uses | AdamW and the schedule from the third sitting, GPT from the first (finished versions are imported) |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises; some cells run for a minute or two |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# | step | from | to |
# |---|---|---|
# | `newton_schulz` | a matrix (n, m) | a matrix (n, m), whose singular values are all near 1 |
# | `muon_step` | parameter, gradient, running mean, all (n, m) | new parameter, new mean |
#
# B texts in a batch, T tokens in a text. A byte is a token in this sitting.
#
# <details><summary>1. How far does AdamW move a parameter in its very first step?</summary>By the learning rate, whatever the size of the gradient (third sitting).</details>
# <details><summary>2. On what does weight decay act in AdamW?</summary>On the parameter by itself, not through the gradient (third sitting).</details>
# <details><summary>3. PyTorch's SGD keeps a sum of gradients, the third sitting a mean. What is their ratio, in the long run?</summary>1/(1 − β), ten for β = 0.9 (third sitting).</details>
# <details><summary>4. How many operations does training cost for each weight and each token?</summary>Six: two forward, and twice that backward (second sitting).</details>
# <details><summary>5. How many weights do the maps of a block have, for F = 4D?</summary>12D² (lesson 03).</details>

# %% nbgrader={"grade_id": "imports_e", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

import math

import numpy as np
import torch

from utils import devices
from utils.blocks.gpt import GPT, GPTConfig
from utils.counting import elements_written
from utils.metrics import largest, record
from utils.plots import interactive
from utils.topics.gpt import scaling_figures as plots
from utils.topics.gpt import small_runs

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# ## 1 · All directions alike
#
# *Medium · 15 minutes · without `torch.optim`, `torch.linalg.svd`, `torch.linalg.eigh`, `torch.linalg.qr`*
#
# A matrix stretches some directions and shrinks others. Its singular values say by how much: $G = U\,\mathrm{diag}(s)\,V^\top$.
# In the gradient of a transformer's weight a few of them are large and most are tiny, so that a step along the gradient
# learns a few directions and neglects all others. **Muon** (Jordan et al. 2024) steps along $U V^\top$: the same
# directions, all singular values 1.
#
# Computing singular values is slow. A polynomial does nearly the same. $XX^\top X$ has the directions of $X$ and the cubes
# of its singular values, so that
#
# $$X \leftarrow a X + b\,(XX^\top)X + c\,(XX^\top)^2X, \qquad (a, b, c) = (3.4445,\ -4.7750,\ 2.0315)$$
#
# sends each $s$ to $a s + b s^3 + c s^5$. Small ones grow by 3.4445 in each round; large ones are held near 1.

# %% [markdown]
# First $X = G / \lVert G\rVert$, with the root of the sum of all squares: then no singular value is above 1.
#
# **By hand**: $G$ has the rows (3, 0) and (0, 4). What is $X$, and what does one round make of it? (Length 5; 0.6 and 0.8
# become 1.193 and 0.976. The larger one is the smaller now, and both are nearly 1.)
#
# **Predict**, before you run the cell: after five rounds, between which two numbers do singular values lie that began
# between 0.01 and 1?

# %% tags=["explore"]
interactive.slider(lambda n: plots.rounds(3.4445, -4.7750, 2.0315, [n]), range(1, 8), "rounds", start=0)

# %% [markdown]
# <details><summary>Answer</summary>Between 0.68 and 1.13. It never settles at 1: the three numbers were chosen so that tiny values grow fast, and "near 1" turned out to be good enough.</details>


# %% nbgrader={"grade_id": "newton_schulz", "solution": true}
def newton_schulz(G, steps=5, eps=1e-7):
    """A matrix with the singular vectors of G, whose singular values come near 1, tiny ones after more steps.

    G: (n, m), left as it is; it is divided by its length, or by eps where that is larger. Then `steps` rounds, in the
    dtype of G. The work grows with the long side, not with its square: a tall matrix (n > m) is worked on as its transpose.
    Returns (n, m).
    """
    ### BEGIN SOLUTION
    a, B, C = 3.4445, -4.7750, 2.0315
    tall = G.shape[0] > G.shape[1]
    X = G / G.norm().clamp(min=eps)
    X = X.T if tall else X  # (short, long)
    for _ in range(steps):
        A = X @ X.T
        X = a * X + (B * A + C * A @ A) @ X
    return X.T if tall else X
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "newton_schulz_hints", "locked": true}
# <details><summary>A question to start from</summary>X is (3, 5). Which shapes do XXᵀ and XᵀX have, and which of the two do you want?</details>
# <details><summary>A pointer</summary>Name the table XXᵀ once in each round; (XXᵀ)² is its product with itself, by <code>@</code>. The length must not be 0: <code>clamp(min=…)</code>.</details>
# <details><summary>In pseudocode</summary>divide by the length → turn if tall → loop: table of products, three terms → turn back if tall</details>
# <details><summary>My work is too large</summary>The check counts the numbers that a matrix takes, and one that is twice as long. The ratio should be 2; it is 4 when the table of products has the long side.</details>


# %% nbgrader={"grade_id": "check_newton_schulz", "grade": true, "locked": true, "points": 3}
@check("newton_schulz")
def _(G, steps, eps):
    shapes = {"twice as tall": [(64, 2), (128, 2)], "twice as wide": [(2, 64), (2, 128)]}
    work = {
        name: [elements_written(newton_schulz, torch.ones(shape), 3) for shape in two]
        for name, two in shapes.items()
    }
    found = newton_schulz(G, steps, eps)
    return {
        "orthogonal": found,
        "work": {"orthogonal": found} | {name: long / max(1, short) for name, (short, long) in work.items()},
        "dtype": {
            "orthogonal": found,
            "of": [str(newton_schulz(G.to(t), 1, eps).dtype) for t in (torch.float64, torch.bfloat16)],
        },
        "G unchanged": {"orthogonal": found, "G": G},
    }


# %% [markdown]
# Here is a real gradient: that of the map to queries, keys and values in a small GPT's first block, at its first step.
# **Predict**: how many times as large as the middle one is its largest singular value?

# %% tags=["explore"]
ids, held_out = small_runs.plays()


def small_gpt(width, seed, heads=2):
    """Two blocks that read bytes, 32 at a time."""
    torch.manual_seed(seed)
    return GPT(GPTConfig(small_runs.VOCABULARY, 32, width, heads, n_layers=2)).to(where)


if answered("newton_schulz"):
    model = small_gpt(64, seed=0)
    small_runs.train(model, [], ids, steps=1)  # one batch, no optimiser: only gradients
    gradient = model.blocks[0].attention.qkv_proj.weight.grad  # (3D, D)
    before, after = (torch.linalg.svdvals(m).cpu() for m in (gradient, newton_schulz(gradient)))  # (D,) each
    plots.singular_values(before, after)
    record(
        "largest over middle singular value, gradient",
        before[0].item() / before.median().item(),
        expected=(5, 1e4),
    )
    record(
        "largest over middle singular value, after five rounds",
        after[0].item() / after.median().item(),
        expected=(1, 3),
    )

# %% [markdown]
# <details><summary>Answer</summary>About 480 times. After the rounds it is 1.7 times; the last third of the directions, which were a thousand times smaller than the length and less, has come up only part of the way.</details>
#
# ## 2 · A step of Muon
#
# *Medium · 15 minutes · without `torch.optim`, `torch.linalg.svd`, `torch.linalg.eigh`, `torch.linalg.qr` · uses exercise newton_schulz*
#
# Muon is momentum with one line more: **M**oment**u**m, **o**rthogonalised by **N**ewton–Schulz. For a matrix of $n$ rows
# and $m$ columns, with $O$ for `newton_schulz`,
#
# $$M_t = \mu M_{t-1} + (1-\mu)\,g_t, \qquad A_t = \mu M_t + (1-\mu)\,g_t, \qquad \theta_t = \theta_{t-1} - \eta\,\lambda\,\theta_{t-1} - \eta\,\sqrt{\max(1, n/m)}\;O(A_t)$$
#
# $A_t$ is Nesterov's look ahead: the newest gradient counts once more. Without it, $A_t = M_t$. The root is there because
# $O(A)$ moves each output of a tall matrix by less than that of a square one.
#
# **Find the error.** PyTorch's page on Muon prints $B_t = \mu B_{t-1} + g_t$ and $g_t + \mu B_t$. Its code computes
# means, as above. Which difference does that make to the parameters? (Answer: below the check.)

# %% [markdown]
# Muon is for the matrices *inside* the blocks. Tables of token vectors, the head, gains and biases stay with AdamW: a row
# of a table belongs to one token, and most rows have a gradient of 0 in most steps, so nothing is gained by making rows
# alike (Jordan et al. 2024).


# %% nbgrader={"grade_id": "muon_step", "solution": true}
def muon_step(parameter, gradient, m, lr, momentum=0.95, weight_decay=0.1, nesterov=True):
    """One step of Muon, as torch.optim.Muon with five rounds and the scale that it calls "original".

    parameter, gradient, m: (n, m), left as they are; m is the running mean of the gradients so far.
    Returns the new parameter and the new mean.
    """
    ### BEGIN SOLUTION
    m = momentum * m + (1 - momentum) * gradient
    ahead = momentum * m + (1 - momentum) * gradient if nesterov else m
    rows, columns = parameter.shape
    scale = math.sqrt(max(1, rows / columns))
    return parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead), m
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "muon_step_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the two, M or A, goes into <code>newton_schulz</code>, and which comes back to the caller?</details>
# <details><summary>A pointer</summary>Make new tensors. The decay is multiplied by the learning rate, and not by the scale.</details>
# <details><summary>In pseudocode</summary>new mean → look ahead, if asked → root of rows over columns, at least 1 → shrink the parameter, subtract the scaled step</details>


# %% nbgrader={"grade_id": "check_muon_step", "grade": true, "locked": true, "points": 4}
@check("muon_step")
def _(parameter, gradients, rates, options):
    m = torch.zeros_like(parameter)
    path, means, given, gradients_after = [], [], {"parameter": [], "m": []}, []
    for step, lr in enumerate(rates.tolist()):
        gradient = gradients[step].clone()
        new, new_m = muon_step(parameter, gradient, m, lr, **options)
        gradients_after.append(gradient)
        if step:
            given["parameter"].append(parameter)
            given["m"].append(m)
        parameter, m = new, new_m
        path.append(parameter)
        means.append(m)
    path = torch.stack(path)
    kept = {name: torch.stack(tensors) for name, tensors in given.items()}
    return {
        "path": path,
        "means": {"path": path, "m": torch.stack(means)},
        "arguments unchanged": {"path": path, **kept, "gradient": torch.stack(gradients_after)},
    }


# %% [markdown]
# <details><summary>A sum or a mean</summary>None. The sum is 1/(1 − μ) times the mean, at every step, and so is what goes into newton_schulz, which divides by its length first. (For SGD the same slip makes steps ten times as long.)</details>
#
# Against PyTorch, for three shapes and twenty steps each. PyTorch's Muon rounds to bfloat16, which keeps three digits; do
# not expect more.

# %% tags=["explore"]
if answered("newton_schulz", "muon_step"):
    differences = []
    for shape in [(24, 8), (8, 24), (16, 16)]:
        draw = torch.Generator().manual_seed(0)
        leaf = torch.nn.Parameter(torch.randn(shape, generator=draw))
        mine, m = leaf.detach().clone(), torch.zeros(shape)
        theirs = torch.optim.Muon([leaf], lr=0.02)
        for _ in range(20):
            leaf.grad = torch.randn(shape, generator=draw)
            mine, m = muon_step(mine, leaf.grad, m, lr=0.02)
            theirs.step()
        differences.append((mine - leaf).abs().max().item())
        print(f"{shape}: largest difference {differences[-1]:.4f}")
    record("largest difference to torch.optim.Muon", largest(differences), expected=(0, 0.02))

# %% [markdown]
# ## 3 · A race over 120 steps
#
# The same GPT of two blocks, the same plays, the same batches, and the same AdamW for everything that is not a matrix in
# a block. Those matrices are given to AdamW in one run and to your Muon in the other, at three rates and with three
# seeds each: a race at one rate is a race between rates. **Predict** the margin, in bits per byte.


# %% nbgrader={"grade_id": "Muon", "locked": true}
class Muon(torch.optim.Optimizer):
    """Your muon_step for a list of matrices, without decay."""

    def __init__(self, parameters, lr):
        super().__init__(parameters, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                m = state.get("m", torch.zeros_like(p))
                new, state["m"] = muon_step(p.clone(), p.grad, m, group["lr"], weight_decay=0.0)
                p.copy_(new)


def optimizers(model, name, lr):
    """For the matrices of the blocks the optimiser of that name, for the rest AdamW."""
    matrices = [p for p in model.blocks.parameters() if p.ndim == 2]
    rest = [p for p in model.parameters() if all(p is not matrix for matrix in matrices)]
    adamw = dict(betas=(0.9, 0.95), weight_decay=0.0)
    inside = Muon(matrices, lr) if name == "Muon" else torch.optim.AdamW(matrices, lr, **adamw)
    return [inside, torch.optim.AdamW(rest, 8e-3, **adamw)]


# %% tags=["explore"]
if answered("newton_schulz", "muon_step"):
    rates = {"AdamW": [0.001, 0.002, 0.004], "Muon": [0.02, 0.04, 0.08]}
    found = {name: [] for name in rates}  # for each rate: bits per byte of the seeds
    for name, lr in [(name, lr) for name, tried in rates.items() for lr in tried]:
        models = [small_gpt(48, seed) for seed in range(3)]
        for seed, model in enumerate(models):
            small_runs.train(model, optimizers(model, name, lr), ids, steps=120, seed=seed)
        found[name].append([small_runs.bits_per_byte(model, held_out) for model in models])
        print(name, lr, *(f"{bits:.2f}" for bits in found[name][-1]))
    best = {name: min(np.mean(bits) for bits in tried) for name, tried in found.items()}
    plots.race(rates, found)
    record("AdamW minus Muon, bits per byte", best["AdamW"] - best["Muon"], expected=(0.2, 0.9))

# %% [markdown]
# <details><summary>Answer</summary>About half a bit: 3.58 bits per byte with Muon, 4.11 with AdamW at the best of its rates.</details>
#
# AdamW's three seeds differ more than Muon's, too. All of this holds for a small model and a short run. At full scale the
# gain is smaller, and still there: a GPT-2 of the small size reached a given loss 1.35 times as fast (Jordan et al.
# 2024), and Liu et al. (2025, arXiv 2502.16982) needed about half of AdamW's operations for the same loss.

# %% [markdown]
# ## 4 · A line through a few runs
#
# A large model is trained once. Nobody can afford to find out afterwards that it was not worth it, so its loss is
# predicted from small ones. Kaplan et al. (2020, arXiv 2001.08361) plotted loss against compute with both axes
# logarithmic, and saw a straight line over seven orders of magnitude: $\mathcal L = a\,C^{-b}$. Hoffmann et al. (2022,
# arXiv 2203.15556) added a floor, $\mathcal L = E + a\,C^{-b}$: what no model can guess, however large.
#
# Compute is counted as you counted it in the second sitting, six operations for each weight in the blocks and each byte
# that is read. Wider models read more, in proportion to the width, from 100 steps at width 16 to 300 at 48. Everything
# else stays as it is. Three seeds each say how far a point may be trusted.

# %% tags=["explore"]
if answered("newton_schulz", "muon_step"):

    def law_run(width, seed):
        """Compute and bits per byte of a model that is trained for a time in proportion to its width."""
        model, steps = small_gpt(width, seed), 100 * width // 16
        small_runs.train(model, optimizers(model, "Muon", 0.04), ids, steps, seed=seed)
        weights = sum(p.numel() for p in model.blocks.parameters() if p.ndim == 2)  # 24 D²
        return 6 * weights * steps * 16 * 32, small_runs.bits_per_byte(model, held_out)

    runs = np.array(
        [[law_run(width, seed) for seed in range(3)] for width in (16, 24, 32, 48)]
    )  # (sizes, seeds, 2)
    for compute, bits in runs.transpose(0, 2, 1):
        print(f"{compute[0]:.1e} operations:", *(f"{b:.3f}" for b in bits), "bits per byte")

# %% [markdown]
# Both laws are fitted by a straight line: of $\ln \mathcal L$, or of $\ln(\mathcal L - E)$ with that $E$ among sixty
# which leaves the smallest errors. The spread comes from the seeds: take one run of each size, in all 81 ways, and fit
# each of these.
#
# The next model has width 64 and 400 steps, more than twice the compute of the largest so far.


# %% nbgrader={"grade_id": "predicted", "locked": true}
def predicted(compute, bits, at, floors):
    """What the line through the points says at another compute.  compute, bits: (sizes,)."""
    fits = []
    for E in floors:
        line = np.polyfit(np.log(compute), np.log(bits - E), 1)
        error = np.abs(E + np.exp(np.polyval(line, np.log(compute))) - bits).sum()
        fits.append((error, E + np.exp(np.polyval(line, np.log(at)))))
    return min(fits, key=lambda fit: fit[0])[1]


# %% tags=["explore"]
if answered("newton_schulz", "muon_step"):
    compute, bits = runs[:, 0, 0], runs[:, :, 1]  # (sizes,), (sizes, seeds)
    ways = np.stack(np.meshgrid(*bits), -1).reshape(-1, len(bits))  # (81, sizes)
    at = 6 * 24 * 64**2 * 400 * 16 * 32
    laws = {"no floor": [0.0], "with a floor": np.linspace(0, 0.98, 60) * bits.min()}
    said = {
        name: np.array([predicted(compute, way, at, floors) for way in ways]) for name, floors in laws.items()
    }
    for name, values in said.items():
        print(
            f"{name:13s} {np.median(values):.2f} bits per byte, from {values.min():.2f} to {values.max():.2f}"
        )

# %% [markdown]
# Both have spoken, and do not agree. **Predict** which of the two the measurement will be nearer to, and on which side the
# other one misses.

# %% tags=["explore"]
if answered("newton_schulz", "muon_step"):
    measured = law_run(64, seed=0)[1]
    plots.law(compute, bits, at, said, measured)
    for name, values in said.items():
        record(f"measured minus predicted, {name}", measured - np.median(values), expected=(-0.15, 0.3))

# %% [markdown]
# <details><summary>Answer</summary>Without a floor: 2.93 to 3.02 bits per byte. With one: 3.05 to 3.20. Measured: 3.12. A line without a floor promises too much, because it knows no bottom, and the further it is drawn the worse it gets.</details>
#
# Two warnings that the figure does not print. A line of another law fits four points just as well: the choice between the
# two laws was ours. And it describes *this recipe*, with its rates, its 32 bytes of context and its ratio of bytes to
# weights. Change one, and it is another line. Hoffmann et al. fitted the schedule to the length of each run, which
# Kaplan et al. had not; their law then asked for a model four times smaller than the largest of its day, read four times
# as much text with it, for the same compute, and it was better.

# %% [markdown] nbgrader={"grade_id": "written_e", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 4 to 6 sentences). A start-up has trained four models on the same 200 million
# words, from 1 to 30 million parameters, one run each, all for 10,000 steps with the same learning rate. On logarithmic
# axes the losses lie on a line. They ask for money for a model of 10 billion parameters and promise its loss to two
# decimals. Name three reasons to doubt the number, and one cheap experiment that would make it more believable.
#
# ### BEGIN SOLUTION
# **Model answer.** (1) It is an extrapolation by a factor of 300 from a range of 30, and a line without a floor must
# break somewhere: the loss cannot fall below what the text leaves open. (2) Data and steps stay fixed while the model
# grows; 200 million words will limit 10 billion parameters long before their size does (they would be learned by heart).
# (3) One rate for all sizes: what is best for 1 million parameters is too large for 10 billion, or the small ones were
# held back, and the slope is the rate's. (4) One seed each gives no spread, and two decimals claim one. An experiment:
# hide the largest of the four, fit the other three, and see whether the prediction with its spread holds it; or train
# one more model of 100 million after writing down the prediction; or repeat the small runs with other seeds and rates.
#
# **Rubric.** 1 point: at least three separate reasons (range, floor, data, rate or schedule, seeds). 1 point: an
# experiment that could prove the line wrong, with the prediction made first. Half a point for one that only adds
# points to the fit.
# ### END SOLUTION

# %% [markdown]
# **What you have now.** An optimiser that knows what a matrix is, and the habit of writing a prediction down before the
# measurement. Lesson 05 makes the model write faster.
#
# **Sources.** Jordan et al. 2024, *Muon: An optimizer for hidden layers in neural networks*,
# kellerjordan.github.io/posts/muon. PyTorch 2.13, documentation of `torch.optim.Muon`. Kaplan et al. 2020, *Scaling laws
# for neural language models*. Hoffmann et al. 2022, *Training compute-optimal large language models*. Liu et al. 2025,
# *Muon is scalable for LLM training*.
