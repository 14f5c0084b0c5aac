# %% [markdown]
# # Lesson 04 · GPT
# ## Fifth sitting: an optimizer for matrices, and a line through a few runs
#
# We trained small models of four sizes and predicted from them the loss of a fifth, larger one. When we then trained
# that model, the better of two predictions was off by less than a tenth of a bit per byte.
#
# Predicting that loss is the second half of this sitting. The predictions come from lines fitted to the losses of small
# models, which is how large labs estimate a loss before they spend a fortune on a training run. You will fit two kinds
# of lines, see how far you can trust each, and find out which one came closer.
#
# The first half is about the optimizer behind those runs. AdamW treats a matrix as a collection of separate numbers. In
# 2024 Keller Jordan and colleagues took the matrix seriously and broke the speed record for training a small GPT. You
# write their optimizer, **Muon**, and race it against AdamW twice.

# %% [markdown]
# | | |
# |---|---|
# | Uses | AdamW and the schedule from the third sitting, GPT from the first (finished versions are imported) |
# | Time | {{minutes, running 2}} minutes, {{exercise_minutes}} of them on exercises; some cells run for a minute or two |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# | step | from | to |
# |---|---|---|
# | `newton_schulz` | a matrix (n, k) | a matrix (n, k) with singular values near 1, apart from very small ones |
# | `muon_step` | parameter, gradient, running mean, all (n, k) | new parameter, new mean |
#
# In this sitting a token is a byte. The small models read 16 windows of 32 bytes in each step.
#
# <details><summary>1. How far does AdamW move a parameter in its very first step?</summary>By the learning rate, whatever the size of the gradient (third sitting).</details>
# <details><summary>2. What does weight decay act on in AdamW?</summary>On the parameter directly, not through the gradient (third sitting).</details>
# <details><summary>3. PyTorch's SGD keeps a running sum of gradients, and the version in the third sitting keeps a running mean. What does the ratio of sum to mean approach?</summary>1/(1 − β), so ten for β = 0.9 (third sitting).</details>
# <details><summary>4. How many operations does training cost for each weight and each token?</summary>Six: two forward, and twice that backward (second sitting).</details>
# <details><summary>5. How many weights do the linear layers (maps) of a block have, for F = 4D?</summary>12D² (lesson 03).</details>

# %% nbgrader={"grade_id": "imports_e", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
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
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · Orthogonalizing a matrix: `newton_schulz`
#
# *Medium · 15 minutes · without `torch.optim`, `torch.linalg.svd`, `torch.linalg.eigh`, `torch.linalg.qr`*
#
# A matrix stretches some directions and shrinks others. Its **singular values** $s$ tell you by how much. They are the
# diagonal of $S$ in the **singular value decomposition** $G = U S V^\top$. Jordan et al. (2024) observed that the
# updates that SGD and Adam make to a transformer's matrices have a few large singular values and many tiny ones; below
# you will look at one gradient yourself. Such an update changes a few directions and hardly touches the rest. **Muon**
# steps along $U V^\top$ instead, which has the same directions with all singular values set to 1: it **orthogonalizes**
# the gradient.
#
# Your task is to do that without computing a decomposition. The check doesn't accept any function that computes one.

# %% [markdown]
# Computing singular values is slow, but a polynomial gets close to $UV^\top$ without them. Write $X = U S V^\top$ and
# look at $XX^\top X = U S V^\top\, V S\, U^\top\, U S V^\top$. Both $V^\top V$ and $U^\top U$ are the identity, so
# $U S^3 V^\top$ remains: the same directions, with the cubes of the singular values. In the same way, the
# **Newton–Schulz iteration**
#
# $$X \leftarrow a X + b\,(XX^\top)X + c\,(XX^\top)^2X, \qquad (a, b, c) = (3.4445,\ -4.7750,\ 2.0315)$$
#
# maps each $s$ to $a s + b s^3 + c s^5$. Small values grow by a factor of 3.4445 in each round, while large ones stay
# near 1.

# %% [markdown]
# The iteration starts from $X = G / \lVert G\rVert$, where $\lVert G\rVert$ is the **Frobenius norm**, the square root
# of the sum of the squared entries. After this division, no singular value is above 1.
#
# **By hand**: $G$ has the rows (3, 0) and (0, 4). What is $X$, and what does one round turn it into? (The norm is 5, so
# $X$ has 0.6 and 0.8 on its diagonal. One round turns them into 1.193 and 0.976. The larger value has become the
# smaller one, and both are close to 1.)
#
# **Predict**, before you run the cell: how many rounds does it take until a singular value of 0.01 is near 1? (As long as
# it is small, it grows by a factor of 3.4445 in each round.)

# %% tags=["explore"]
interactive.slider(lambda n: plots.rounds(3.4445, -4.7750, 2.0315, [n]), range(1, 8), "rounds", start=0)

# %% [markdown]
# <details><summary>Answer</summary>Four: 0.03, 0.12, 0.40, 1.09. After five rounds, all values that started between 0.01 and 1 are between 0.68 and 1.13. The iteration never settles at 1: the three coefficients were chosen so that tiny values grow fast, and "near 1" turned out to be good enough.</details>


# %% nbgrader={"grade_id": "newton_schulz", "solution": true}
def newton_schulz(G, steps=5, eps=1e-7):
    """Orthogonalize G approximately: keep its singular vectors and bring its singular
    values near 1 (tiny ones need more steps).

    G: (n, k), not modified. First divide it by its Frobenius norm or by eps,
    whichever is larger; then do `steps` rounds, without rounding to a dtype less
    precise than that of G.
    The work may grow with the long side but not with its square, so a tall matrix
    (n > k) needs different products from a wide one (one way is to work on its
    transpose). To test this, the check counts the numbers that torch computes.
    Returns (n, k) in the dtype of G.
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
# <details><summary>A question to start from</summary>X is (3, 5). What are the shapes of XXᵀ and XᵀX, and which of the two do you want?</details>
# <details><summary>A pointer</summary>Compute XXᵀ once in each round and give it a name; (XXᵀ)² is its matrix product with itself. The norm must not be 0: <code>clamp(min=…)</code>.</details>
# <details><summary>In pseudocode</summary>divide by the norm → transpose if tall → loop: XXᵀ, then the three terms → transpose back</details>
# <details><summary>The check says that the work grows too fast</summary>The check counts how many numbers your code computes for one matrix and for another that is twice as long. The ratio should be 2. It is 4 if the sides of your XXᵀ are as long as the long side of G.</details>


# %% nbgrader={"grade_id": "check_newton_schulz", "grade": true, "locked": true, "points": 3}
@check("newton_schulz")
def _(G, steps, eps):
    shapes = {"twice as tall": [(64, 2), (128, 2)], "twice as wide": [(2, 64), (2, 128)]}
    work = {
        name: [elements_written(newton_schulz, torch.ones(shape), 3) for shape in two]
        for name, two in shapes.items()
    }
    found = newton_schulz(G, steps, eps)
    precise = newton_schulz(torch.arange(1.0, 7.0, dtype=torch.float64).view(2, 3), 1)
    return {
        "orthogonal": found,
        "work": {"orthogonal": found} | {name: long / max(1, short) for name, (short, long) in work.items()},
        "dtype": {
            "orthogonal": found,
            "of": [str(newton_schulz(G.to(t), 1, eps).dtype) for t in (torch.float64, torch.bfloat16)],
            "float64 is rounded": torch.equal(precise, precise.float().to(precise.dtype)),
        },
        "G unchanged": {"orthogonal": found, "G": G},
    }


# %% [markdown]
# Here is a real gradient, taken from a small GPT in its first training step: the gradient of the first block's
# projection to queries, keys and values. **Predict**: is the largest singular value closest to 5, 50 or 500 times the
# median?

# %% tags=["explore"]
ids, held_out = small_runs.plays()


def small_gpt(width, seed, std=0.02):
    """Two blocks that read bytes, 32 at a time.  std: standard deviation of the initial weights."""
    torch.manual_seed(seed)
    model = GPT(GPTConfig(small_runs.VOCABULARY, 32, width, n_heads=2, n_layers=2))  # initialized with 0.02
    if std != 0.02:
        model.reset_parameters(std)
    return model.to(where)


if answered("newton_schulz"):
    model = small_gpt(64, seed=0)
    small_runs.train(model, [], ids, steps=1)  # one batch and no optimizer: gradients only
    gradient = model.blocks[0].attention.qkv_proj.weight.grad  # (3D, D)
    before, after = (torch.linalg.svdvals(m.cpu()) for m in (gradient, newton_schulz(gradient)))  # (D,) each
    plots.singular_values(before, after)
    record(
        "largest over median singular value, gradient",
        before[0].item() / before.median().item(),
        expected=(5, 1e4),
    )
    record(
        "largest over median singular value, after five rounds",
        after[0].item() / after.median().item(),
        expected=(1, 3),
    )

# %% [markdown]
# <details><summary>Answer</summary>It is closest to 500 times the median: about 480. After five rounds it is only 1.7 times the median. The smallest third of the singular values, which started below a thousandth of the norm, has come up only part of the way.</details>
#
# ## 2 · A step of Muon: `muon_step`
#
# *Medium · 10 minutes · without `torch.optim`, `torch.linalg.svd`, `torch.linalg.eigh`, `torch.linalg.qr` · uses exercise newton_schulz*
#
# Muon is momentum plus one line of code. The name stands for **M**oment**u**m, **o**rthogonalized by **N**ewton–Schulz.
# For a matrix with $n$ rows and $k$ columns, and writing $O$ for `newton_schulz`,
#
# $$M_t = \mu M_{t-1} + (1-\mu)\,g_t, \qquad A_t = \mu M_t + (1-\mu)\,g_t, \qquad \theta_t = \theta_{t-1} - \eta\,\lambda\,\theta_{t-1} - \eta\,\sqrt{\max(1, n/k)}\;O(A_t)$$
#
# $A_t$ is the look-ahead of **Nesterov momentum**: the newest gradient counts a second time. With `nesterov=False`,
# $A_t = M_t$. The factor $\sqrt{\max(1, n/k)}$ compensates for the shape of the matrix. A tall $O(A)$ hardly changes
# the length of a vector but spreads it over $n$ outputs instead of $k$, so each output changes only $\sqrt{k/n}$ times
# as much as with a square matrix.
#
# **Find the error.** PyTorch's page on Muon gives $B_t = \mu B_{t-1} + g_t$ and $g_t + \mu B_t$, which are sums. The
# code computes means, as above. Would the printed formula give different parameters? (The answer is below the check.)

# %% [markdown]
# Muon is for the matrices *inside* the blocks. The table of token vectors, the head, gains and biases stay with AdamW.
# Jordan et al. (2024) report that this works better than using Muon for everything. One reason may be that each row of
# a table belongs to one token. Orthogonalizing mixes the gradients of the rows, so the step for one token would also
# depend on which other tokens happened to be in the batch.


# %% nbgrader={"grade_id": "muon_step", "solution": true}
def muon_step(parameter, gradient, m, lr, momentum=0.95, weight_decay=0.1, nesterov=True):
    """One step of Muon, with the default five rounds of newton_schulz.

    parameter, gradient, m: (n, k), not modified; m is the running mean of the gradients
    so far.
    Returns the new parameter and the new mean, as new tensors.
    """
    ### BEGIN SOLUTION
    m = momentum * m + (1 - momentum) * gradient
    ahead = momentum * m + (1 - momentum) * gradient if nesterov else m
    rows, columns = parameter.shape
    scale = math.sqrt(max(1, rows / columns))
    return parameter * (1 - lr * weight_decay) - lr * scale * newton_schulz(ahead), m
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "muon_step_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the two, M or A, goes into <code>newton_schulz</code>, and which do you return to the caller?</details>
# <details><summary>A pointer</summary>Create new tensors. Multiply the decay by the learning rate, but not by the factor √max(1, n/k).</details>
# <details><summary>In pseudocode</summary>new mean → look-ahead, if asked for → square root of rows over columns, at least 1 → shrink the parameter, subtract the scaled step</details>
# <details><summary>The running mean changes its shape or turns into a number</summary>The argument <code>m</code> is the mean. If your code unpacks a shape into <code>n, m</code>, it overwrites the mean.</details>


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
        path.append(parameter.clone())
        means.append(m.clone())
    path = torch.stack(path)
    kept = {name: torch.stack(tensors) for name, tensors in given.items()}
    return {
        "path": path,
        "means": {"path": path, "m": torch.stack(means)},
        "arguments unchanged": {"path": path, **kept, "gradient": torch.stack(gradients_after)},
    }


# %% [markdown]
# <details><summary>A sum or a mean</summary>The printed formula gives the same parameters. At every step the sum is 1/(1 − μ) times the mean, so the matrix that goes into newton_schulz is larger by the same factor. But newton_schulz starts by dividing by the norm, and the factor cancels. (In SGD the same mistake would make the steps 1/(1 − μ) times as long, which means ten times as long for μ = 0.9.)</details>
#
# Now the library: we compare your step with `torch.optim.Muon`, for three shapes, with twenty steps each. PyTorch's
# version rounds to bfloat16, which keeps two to three digits, so don't expect closer agreement than that.

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
    record("largest difference from torch.optim.Muon", largest(differences), expected=(0, 0.005))

# %% [markdown]
# ## 3 · Muon against AdamW
#
# Is Muon better than AdamW? Let's race them: the same GPT with two blocks, the same plays, the same 120 batches, and
# the same AdamW for everything that isn't a matrix in a block. Those matrices go to AdamW in one run and to your Muon
# in the other. With a single learning rate for both, you would only be comparing rates. So we tried five rates for
# AdamW and three for Muon, each with three seeds, and in both cases the best rate lies between two that are worse. Each
# optimizer runs with its best rate. (AdamW's rate for everything else is 0.008 in all runs.)
#
# As always in our GPT, the initial weights have GPT-2's standard deviation, 0.02. **Predict**: which optimizer wins,
# and is its lead larger than the differences between seeds?


# %% nbgrader={"grade_id": "Muon", "locked": true}
class Muon(torch.optim.Optimizer):
    """Your muon_step for a list of matrices, without weight decay."""

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
    """The optimizer of that name for the matrices of the blocks, and AdamW for everything else."""
    matrices = [p for p in model.blocks.parameters() if p.ndim == 2]
    rest = [p for p in model.parameters() if all(p is not matrix for matrix in matrices)]
    adamw = dict(betas=(0.9, 0.95), weight_decay=0.0)
    inside = Muon(matrices, lr) if name == "Muon" else torch.optim.AdamW(matrices, lr, **adamw)
    return [inside, torch.optim.AdamW(rest, 8e-3, **adamw)]


# %% nbgrader={"grade_id": "race", "locked": true}
def race(std, rates):
    """Held-out bits per byte after 120 steps: optimizer → one row per rate, with one number per seed."""
    found = {name: [] for name in rates}
    for name, lr in [(name, lr) for name, tried in rates.items() for lr in tried]:
        models = [small_gpt(48, seed, std) for seed in range(3)]
        for seed, model in enumerate(models):
            small_runs.train(model, optimizers(model, name, lr), ids, steps=120, seed=seed)
        found[name].append([small_runs.bits_per_byte(model, held_out) for model in models])
        print(f"initial std {std}, {name}, rate {lr}:", *(f"{bits:.2f}" for bits in found[name][-1]))
    return found


def lead(found):
    """AdamW minus Muon, each at its best rate, for each seed.  Returns (seeds,)."""
    adamw, muon = (min(found[name], key=np.mean) for name in ("AdamW", "Muon"))
    return np.array(adamw) - np.array(muon)


# %% tags=["explore"]
if answered("newton_schulz", "muon_step"):
    found = race(0.02, {"AdamW": [0.002], "Muon": [0.04]})
    record("lead of Muon at an initial std of 0.02, bits per byte", lead(found).mean(), expected=(0.35, 0.75))
    record("the same, the seed with the smallest lead", lead(found).min(), expected=(0.2, 0.75))

# %% [markdown]
# <details><summary>Answer</summary>Muon wins by about half a bit: 3.58 bits per byte with Muon, 4.11 with AdamW, each at its best rate. The lead is larger than the differences between seeds, but not by much: AdamW's three seeds differ by up to 0.40, Muon's by 0.03.</details>
#
# Half a bit is a lot. Before you believe it, ask what else differs. Where does 0.02 come from? GPT-2 has 768 features,
# and a linear layer with 768 inputs and weights of this standard deviation turns inputs of size 1 into outputs of size
# $0.02\sqrt{768} = 0.55$. Our model has 48 features, and the same 0.02 gives outputs of size 0.14. To get to the same
# range, the weights need a standard deviation near 0.1 ($0.1\sqrt{48} = 0.69$). So both optimizers started from weights
# that were too small, and perhaps that hurts one of them more. **Predict**: does Muon's lead grow, shrink or vanish if
# the initial standard deviation is 0.1 for both, and we try three rates for each?

# %% tags=["explore"]
if answered("newton_schulz", "muon_step"):
    rates = {"AdamW": [0.004, 0.008, 0.016], "Muon": [0.02, 0.04, 0.08]}
    fair = race(0.1, rates)
    plots.race(rates, fair)
    record("lead of Muon at an initial std of 0.1, bits per byte", lead(fair).mean(), expected=(0.06, 0.22))
    record("the seed with the smallest lead", lead(fair).min(), expected=(0.02, 0.22))
    record("how much the lead shrinks", lead(found).mean() - lead(fair).mean(), expected=(0.2, 0.65))

# %% [markdown]
# <details><summary>Answer</summary>It shrinks to 0.13 bits: 3.50 with Muon, 3.63 with AdamW. AdamW's best rate is now four times as high (0.008 instead of 0.002), its seeds agree to within 0.02, and three quarters of Muon's lead is gone.</details>
#
# Muon is still ahead with every seed, so the lead is real. But its size depends on the initialization:
#
# | initial standard deviation | AdamW, best rate | Muon, best rate | lead |
# |---|---|---|---|
# | 0.02 | 4.11 (0.002) | 3.58 (0.04) | 0.53 |
# | 0.05 | 3.68 (0.004) | 3.50 (0.04) | 0.18 |
# | 0.1 | 3.63 (0.008) | 3.50 (0.04) | 0.13 |
#
# An optimizer's lead is a property of the whole recipe: initialization, rates, model size and length of the run.
# Compare two methods only after you have tuned both equally well, and distrust a comparison in which the loser uses
# default settings. All of this also holds for published numbers. GPT-2 small reached a given loss 1.35 times as fast
# with Muon as with AdamW (Jordan et al. 2024), and Liu et al. (2025, arXiv 2502.16982) needed about half of AdamW's
# operations for the same loss.

# %% [markdown]
# ## 4 · Scaling laws: a line through a few runs
#
# A large model is trained only once, and finding out afterwards that it wasn't worth training is too expensive. So
# people predict its loss from small models. Kaplan et al. (2020, arXiv 2001.08361) plotted loss against compute with
# both axes logarithmic, and found a straight line over seven orders of magnitude: a **scaling law**,
# $\mathcal L = a\,C^{-b}$. Hoffmann et al. (2022, arXiv 2203.15556) added a floor, $\mathcal L = E + a\,C^{-b}$. The
# **irreducible loss** $E$ is the part of the loss that no model can get rid of, however large it is.

# %% [markdown]
# We count compute as in the second sitting: six operations for each weight in the blocks and each byte read. Wider
# models are trained for more steps, in proportion to their width: from 100 steps at width 16 to 300 steps at width 48.
# All other settings stay the same, including the initial standard deviation of 0.02, although the outputs of a layer
# then grow with the width. So the initialization is part of the recipe. After the result you will see what changes if
# the initial standard deviation is 0.1. Three seeds per size show how far you can trust a point.

# %% tags=["explore"]
if answered("newton_schulz", "muon_step"):

    def law_run(width, seed):
        """Compute and bits per byte of a model; the number of steps is proportional to its width."""
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
# For both laws we fit a straight line: to $\ln \mathcal L$ for the first, and to $\ln(\mathcal L - E)$ for the second.
# We try sixty values of $E$ and keep the one whose curve has the smallest errors, measured in bits per byte rather than
# in logarithms, because close to $E$ a tiny error becomes a large error in the logarithm. The **spread** of the
# prediction comes from the seeds: take one run of each size, which gives 81 combinations, and fit a line to each
# combination.
#
# The model whose loss we want to predict has width 64 and is trained for 400 steps, with more than twice the compute of
# the largest one so far.


# %% nbgrader={"grade_id": "predicted", "locked": true}
def predicted(compute, bits, at, floors):
    """Bits per byte that the fitted line predicts for a different amount of compute.  compute, bits: (sizes,)."""
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
    forecast = {
        name: np.array([predicted(compute, way, at, floors) for way in ways]) for name, floors in laws.items()
    }
    for name, values in forecast.items():
        print(
            f"{name:13s} {np.median(values):.2f} bits per byte, from {values.min():.2f} to {values.max():.2f}"
        )

# %% [markdown]
# The two laws have made their predictions, and they disagree. **Predict** which prediction the measurement will be
# closer to, and whether the other one is too high or too low.

# %% tags=["explore"]
if answered("newton_schulz", "muon_step"):
    measured = law_run(64, seed=0)[1]
    plots.law(compute, bits, at, forecast, measured)
    off = {name: measured - np.median(values) for name, values in forecast.items()}
    record("measured minus predicted, no floor", off["no floor"], expected=(0.06, 0.26))
    record("measured minus predicted, with a floor", off["with a floor"], expected=(-0.1, 0.1))
    record(
        "how much closer the law with a floor comes",
        abs(off["no floor"]) - abs(off["with a floor"]),
        expected=(0.02, 0.25),
    )

# %% [markdown]
# <details><summary>Answer</summary>Without a floor: 2.93 to 3.02 bits per byte. With a floor: 3.05 to 3.20. Measured: 3.12. The law without a floor is too optimistic: it keeps falling where the real loss levels off, so the farther you extend it, the worse it gets.</details>

# %% [markdown]
# There are three reasons for caution that the figure doesn't show. First, other curves fit four points just as well,
# and it was our choice to compare just these two. Second, the spread covers only the seed-to-seed variation of the four
# small sizes, and the fifth model varies from seed to seed as well. When we repeated everything with an initial
# standard deviation of 0.1, the law with a floor predicted 3.02 to 3.13, and the fifth model reached 3.08, 3.12 and
# 3.16 with three seeds. One of the three lies outside the predicted range.

# %% [markdown]
# Third, the line describes *this recipe*, with its learning rates, its 32 bytes of context and its ratio of bytes to
# weights. Change one of them, and you get a different line. Hoffmann et al. showed how much this matters. They matched
# the learning-rate schedule to the length of each run, which Kaplan et al. had not done, and got a different law.
# According to that law, Gopher, the same lab's model with 280 billion parameters, should have been a quarter of its
# size and should have read four times as much text, for the same compute. They trained such a model, **Chinchilla**,
# and it was better than Gopher on nearly every task they tried.

# %% [markdown] nbgrader={"grade_id": "written_e", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 4 to 6 sentences). A start-up has trained four models, with 1 to 30 million
# parameters, on the same 200 million words: one run each, all for 10,000 steps with the same learning rate. On
# logarithmic axes the losses lie on a line. The founders ask investors for the money to train a model with 10 billion
# parameters, and promise its loss to two decimals. Name three reasons to doubt the number, and one cheap experiment
# that would make it more believable.
#
# ### BEGIN SOLUTION
# **Model answer.** (1) It is an extrapolation by a factor of 300 from a range of 30, and a line without a floor must
# break somewhere: the loss cannot fall below what the text leaves open. (2) Data and steps stay fixed while the model
# grows; 200 million words will limit a model of 10 billion parameters long before its size does (it would memorize
# them). (3) One learning rate for all sizes: the best rate for 1 million parameters is too large for 10 billion, or
# else the small models were held back, so the slope reflects the rate. (4) One seed each gives no spread, but two
# decimals claim to know it. An experiment: hide the largest of the four, fit the other three, and see whether the
# prediction with its spread holds it; or train one more model of 100 million after writing down the prediction; or
# repeat the small runs with other seeds and rates.
#
# **Rubric.**
#
# - a, 0.5 points: at least two separate reasons (range, floor, data, rate or schedule, seeds)
# - b, 0.5 points: a third separate reason
# - c, 0.5 points: an experiment that bears on the promised number, even if it only adds points to the fit
# - d, 0.5 points: the experiment could prove the line wrong, and its prediction is made first
# ### END SOLUTION

# %% [markdown]
# **What you have now.** An optimizer that treats a matrix as a matrix, a race in which both optimizers were tuned, and
# the habit of writing a prediction down before the measurement. If you want to show a friend one thing, show the last
# figure, and tell them which point was predicted before it was measured. Lesson 05 makes the model write faster.
#
# **Sources.** Jordan et al. 2024, *Muon: An optimizer for hidden layers in neural networks*,
# kellerjordan.github.io/posts/muon. PyTorch 2.13, documentation of `torch.optim.Muon`. Kaplan et al. 2020, *Scaling laws
# for neural language models*. Hoffmann et al. 2022, *Training compute-optimal large language models*. Liu et al. 2025,
# *Muon is scalable for LLM training*.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
