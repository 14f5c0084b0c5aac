# %% [markdown]
# # Lesson 04 · GPT
# ## Third sitting: from gradients to a model that writes plays
#
# By the end of this sitting you will have trained a GPT with half a million parameters on 32 of Shakespeare's plays,
# which takes a minute or two on a laptop. Given `KING:`, one such model went on like this:
#
# > Thy true and pardon loss, thou suck?
# >
# > King Edward:
# > Ah; Lear me that you place the cury's service of Caesar
#
# This isn't Shakespeare, but the model has learned the form of a play, and even how to invent words that sound right.
# Three runs with different seeds reached 2.30 to 2.32 bits per byte on plays they hadn't seen. A bigram table reaches
# 2.52.
#
# You write most of the training code: an optimizer, the learning rate schedule, gradient clipping and the training
# step. The matrices inside the blocks are trained with Muon, another optimizer. Here you use PyTorch's version; in the
# fifth sitting you write your own.

# %% [markdown]
# | | |
# |---|---|
# | Uses | GPT from the first sitting (a finished version is imported) and blocks from lesson 03, a tokenizer as in lesson 01 |
# | Time | {{minutes, running 3}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}; the written question is in the next sitting |
#
# | step | from | to |
# |---|---|---|
# | GPT | ids (B, T) | logits (B, T, V) |
# | loss, backward | logits, targets | a gradient for each parameter, of the same shape |
# | `clip_grad_norm` | all gradients | the same direction, norm at most `max_norm` |
# | `warmup_cosine` | step number | learning rate |
# | `AdamW.step` | gradients, two running means | new parameters |
#
# We write B for the number of sequences in a batch, T for tokens in a sequence and V for entries in the vocabulary.
# Logarithms are natural.
#
# <details><summary>1. What should the first loss of a model be?</summary>ln V, because it knows nothing yet (first sitting).</details>
# <details><summary>2. If the loss is 3 nats per token, what is the perplexity?</summary>e³ = 20.1. The model is as uncertain as if it were choosing among twenty equally likely tokens (first sitting).</details>
# <details><summary>3. How many operations does training cost per weight and token?</summary>Six: two for the forward pass, and twice that for the backward pass (second sitting).</details>
# <details><summary>4. What are the two uses of a tied embedding table?</summary>It supplies the token vectors, and its rows produce the logits (first sitting).</details>
# <details><summary>5. Which positions may position t of a GPT look at?</summary>Itself and everything before it (first sitting).</details>

# %% nbgrader={"grade_id": "imports_c", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math
import time
from types import SimpleNamespace

import torch
import torch.nn.functional as F
from torch import nn

from utils import devices, own_model
from utils.blocks.gpt import GPT, GPTConfig
from utils.metrics import largest, record
from utils.plots.losses import LiveLosses
from utils.topics.gpt import plays_texts, valley_walks
from utils.topics.gpt import training_figures as plots
from utils.training.data import draw_windows, evaluation_windows

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · Momentum
#
# *Easy · 8 minutes · without `torch.optim`*
#
# Plain gradient descent, $\theta \leftarrow \theta - \eta\,g$, uses the same learning rate $\eta$ in every direction.
# Picture the loss as a narrow valley. The gradient across the valley is much larger than the gradient along it, so a
# rate that makes progress along the floor throws you from wall to wall. **Momentum** steps along a running mean of the
# gradients instead. Components that change sign from step to step cancel, while those that keep their sign add up:
#
# $$m_t = \beta\, m_{t-1} + (1-\beta)\, g_t \qquad \theta_t = \theta_{t-1} - \eta\, m_t$$
#
# Try it by hand with $\beta = 0.9$, $m_0 = 0$ and the gradients 1, 1, −1: what are $m_1, m_2, m_3$? (0.1, 0.19, 0.071.)
#
# `torch.optim.SGD(momentum=β)` leaves out the factor $1-\beta$. Its buffer is a *sum* of gradients, up to ten times as
# large at $\beta = 0.9$, so with the same learning rate, its steps are up to ten times as long. Implement the formula
# above, not PyTorch's version.


# %% nbgrader={"grade_id": "sgd_momentum", "solution": true}
def sgd_momentum(parameter, gradient, m, lr, beta=0.9):
    """One step of gradient descent with momentum.

    parameter, gradient, m: tensors of the same shape; m is the running mean so far.
    None of them is modified.
    Returns the new parameter and the new m.
    """
    ### BEGIN SOLUTION
    m = beta * m + (1 - beta) * gradient
    return parameter - lr * m, m
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "sgd_momentum_hints", "locked": true}
# <details><summary>A question to start from</summary>Which m moves the parameter: the one from before this gradient, or the updated one?</details>
# <details><summary>A pointer</summary>Make new tensors. <code>m *= beta</code> would overwrite the caller's mean.</details>


# %% nbgrader={"grade_id": "check_sgd_momentum", "grade": true, "locked": true, "points": 2}
@check("sgd_momentum")
def _(parameter, gradients, rates, beta):
    m, path, means, unchanged = torch.zeros_like(parameter), [], [], []
    for gradient, lr in zip(gradients.clone(), rates.tolist()):
        passed = {"parameter": parameter, "gradient": gradient, "m": m}
        before = {name: value.clone() for name, value in passed.items()}
        parameter, m = sgd_momentum(parameter, gradient, m, lr, beta)
        unchanged.append({name: torch.equal(value, before[name]) for name, value in passed.items()})
        path.append(parameter.clone())
        means.append(m.clone())
    path, m = torch.stack(path), torch.stack(means)
    return {"path": path, "m": m, "arguments unchanged": {"path": path, "unchanged": unchanged}}


# %% [markdown]
# ## 2 · RMSprop
#
# *Easy · 8 minutes · without `torch.optim`*
#
# The second idea is to give every parameter a learning rate of its own, an **adaptive learning rate**. **RMSprop**
# divides each step by the typical size of that parameter's gradient, estimated as the square root of a running mean of
# its squares:
#
# $$v_t = \beta\, v_{t-1} + (1-\beta)\, g_t^2 \qquad \theta_t = \theta_{t-1} - \frac{\eta}{\sqrt{v_t} + \varepsilon}\, g_t$$
#
# After many steps, every parameter moves by about $\eta$ per step, whether its gradients are around 100 or around
# 0.0001. (The first step is ten times as long for $\beta = 0.99$, because $v$ starts at 0. The next section fixes
# that.) Gradient sizes in a GPT do vary a lot. The cell after the check measures them in a small model.

# %% [markdown]
# **Find the difference.** A lecture writes $\sqrt{v_t+\varepsilon}$ for RMSprop and $\sqrt{\hat v_t}+\varepsilon$ for
# Adam, and doesn't tell you how large $\varepsilon$ is. Take $\varepsilon = 10^{-8}$, PyTorch's default. For which
# gradient sizes does the first formula stop adapting, and for which does the second? PyTorch puts $\varepsilon$ outside
# the root in both, and so should you. (The answer is below the check.)


# %% nbgrader={"grade_id": "rmsprop", "solution": true}
def rmsprop(parameter, gradient, v, lr, beta=0.99, eps=1e-8):
    """One step of RMSprop, with eps outside the root.

    parameter, gradient, v: tensors of the same shape; v is the running mean of squares
    so far. None of them is modified.  Returns the new parameter and the new v.
    """
    ### BEGIN SOLUTION
    v = beta * v + (1 - beta) * gradient**2
    return parameter - lr * gradient / (v.sqrt() + eps), v
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "rmsprop_hints", "locked": true}
# <details><summary>A question to start from</summary>If every gradient of a parameter were 5, what would v become after many steps, and how far would the parameter move in one step?</details>
# <details><summary>A pointer</summary>Square the gradient, not the mean. The numerator is the gradient itself.</details>


# %% nbgrader={"grade_id": "check_rmsprop", "grade": true, "locked": true, "points": 3}
@check("rmsprop")
def _(parameter, gradients, rates, beta, eps):
    v, path, means, unchanged = torch.zeros_like(parameter), [], [], []
    for gradient, lr in zip(gradients.clone(), rates.tolist()):
        passed = {"parameter": parameter, "gradient": gradient, "v": v}
        before = {name: value.clone() for name, value in passed.items()}
        parameter, v = rmsprop(parameter, gradient, v, lr, beta, eps)
        unchanged.append({name: torch.equal(value, before[name]) for name, value in passed.items()})
        path.append(parameter.clone())
        means.append(v.clone())
    path, v = torch.stack(path), torch.stack(means)
    return {"path": path, "v": v, "arguments unchanged": {"path": path, "unchanged": unchanged}}


# %% tags=["explore"]
torch.manual_seed(0)
untrained = GPT(GPTConfig(1000, 64, d_model=64, n_heads=4, n_layers=2))
ids = torch.multinomial(1 / torch.arange(1, 1001), 16 * 65, replacement=True).view(
    16, 65
)  # a few tokens are frequent
F.cross_entropy(untrained(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten()).backward()
gradients = torch.cat([p.grad.abs().flatten() for p in untrained.parameters()]).sort().values
for share in (0.01, 0.25, 0.5, 0.99):
    print(
        f"{share:4.0%} of all gradients are smaller than {gradients[int(share * len(gradients))].item():.1e}"
    )

# %% [markdown]
# <details><summary>Where they stop adapting</summary>Inside the root, ε starts to matter when v is near 10⁻⁸, that is, when gradients are below √ε = 10⁻⁴. Outside the root, it
# starts to matter when √v is near 10⁻⁸. With the first formula, a parameter whose gradients are far below 10⁻⁴ hardly moves; in the model above, about a quarter of all gradients are smaller than that. Moving ε into the root shifts the limit by
# four orders of magnitude.</details>

# %% [markdown]
# ## 3 · AdamW
#
# *Medium · 15 minutes · without `torch.optim`*
#
# **Adam** (Kingma and Ba 2015, algorithm 1) combines the two: it divides the running mean of the gradient by the square
# root of the running mean of its square. Both means start at 0, so the first values are too small: after $t$ steps, the
# coefficients of the gradients add up to only $1-\beta^t$. **Bias correction** divides by that sum. Here $t$ is the
# number of calls to `step` so far, the current one included, and all parameters share the same $t$:
#
# $$\hat m_t = \frac{m_t}{1-\beta_1^t} \qquad \hat v_t = \frac{v_t}{1-\beta_2^t} \qquad \theta_t = \theta_{t-1} - \eta\,\frac{\hat m_t}{\sqrt{\hat v_t}+\varepsilon}$$
#
# The **W** (Loshchilov and Hutter 2019) stands for **decoupled weight decay**, a pull toward 0 that acts on the parameter directly, *before*
# the step:
#
# $$\theta \leftarrow \theta - \eta\,\lambda\,\theta$$
#
# If you add the pull to the gradient instead, as `torch.optim.Adam(weight_decay=…)` does, it is divided by $\sqrt{\hat v}$ like everything else, so
# parameters with large gradients hardly decay.

# %% [markdown]
# **Find the error.** A lecture says that "parameters are updated, e.g. by AdamW", and gives the formula
# $\theta \leftarrow \theta - \eta\,\partial\mathcal L/\partial\theta$. What algorithm is that, and which three things does AdamW
# add? (The answer is below the check.)


# %% nbgrader={"grade_id": "AdamW", "solution": true}
class AdamW:
    """Adam with decoupled weight decay, for a list of trainable parameters."""

    def __init__(self, parameters, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.parameters = list(parameters)
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay
        self.t = 0
        self.m = [torch.zeros_like(p) for p in self.parameters]
        self.v = [torch.zeros_like(p) for p in self.parameters]

    def zero_grad(self, set_to_none=True):  # torch's optimizers take this argument; here it has no effect
        for p in self.parameters:
            p.grad = None

    @torch.no_grad()
    def step(self):
        """Update each parameter in place. A parameter without a gradient stays as it
        is, and so do its m and v.
        """
        ### BEGIN SOLUTION
        self.t += 1
        beta1, beta2 = self.betas
        for p, m, v in zip(self.parameters, self.m, self.v):
            if p.grad is None:
                continue
            m.mul_(beta1).add_((1 - beta1) * p.grad)
            v.mul_(beta2).add_((1 - beta2) * p.grad**2)
            m_hat = m / (1 - beta1**self.t)
            v_hat = v / (1 - beta2**self.t)
            p.mul_(1 - self.lr * self.weight_decay)
            p.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "AdamW_hints", "locked": true}
# <details><summary>A question to start from</summary>With λ = 0, how far does the very first step go, in units of lr, if the gradient is 0.3? And if it is −4000? (By one lr each time: down for 0.3, up for −4000.)</details>
# <details><summary>A pointer</summary>The parameters must change in place: <code>p.sub_(…)</code>, <code>p.mul_(…)</code>. The lists <code>self.m</code> and <code>self.v</code> must keep their values between steps.</details>
# <details><summary>In pseudocode</summary>Increase t once. For each parameter: update m and v, correct both for their bias, shrink the parameter by lr·λ, subtract lr·m̂/(√v̂ + eps).</details>
# <details><summary>My parameters don't move</summary><code>p = p - …</code> makes a new tensor and names it p. The model keeps the old one.</details>


# %% nbgrader={"grade_id": "check_AdamW", "grade": true, "locked": true, "points": 6}
@check("AdamW")
def _(start, gradients, missing, paused, rates, betas, eps, weight_decay):
    parameters = [nn.Parameter(p.clone()) for p in start]
    optimizer = AdamW(parameters, 1.0, tuple(betas), eps, weight_decay)
    paths = [[] for _ in parameters]
    for step, lr in enumerate(rates.tolist()):
        optimizer.zero_grad()
        optimizer.lr = lr  # as a schedule does
        for i, (p, given) in enumerate(zip(parameters, gradients)):
            # now and then the middle parameter is idle, or all of them are
            idle = step in paused or (i == 1 and step in missing)
            p.grad = None if idle else given[step].clone()
        optimizer.step()
        for p, path in zip(parameters, paths):
            path.append(p.detach().clone())
    return {f"{name} parameter": torch.stack(path) for name, path in zip(["first", "idle", "second"], paths)}


# %% [markdown]
# <details><summary>The lecture's AdamW</summary>The formula is plain gradient descent. AdamW adds a running mean of the gradient (momentum), a step size for each parameter (it divides by the root of the
# mean square, with bias correction for both means), and weight decay, which acts on the parameter directly and so
# bypasses both means.</details>
#
# Now let four optimizers walk through the same valley, which is twenty-five times as steep across its floor as along
# it. Each takes forty steps from the same point, with the best of nine learning rates. **Predict** which of them
# zigzag, and which are unaffected by the steepness.

# %% tags=["explore"]
if answered("sgd_momentum", "rmsprop", "AdamW"):
    steepness = torch.tensor([1.0, 25.0], device=where)
    plots.valley(steepness.cpu(), valley_walks.best_walks(steepness, sgd_momentum, rmsprop, AdamW))

# %% [markdown]
# <details><summary>Answer</summary>Gradient descent jumps from wall to wall and creeps along the floor. Momentum swings back and forth
# across the valley in long waves. The first steps of RMSprop and AdamW go at 45°, equally far in both directions, because the steepness has been
# divided out.</details>
#
# RMSprop ends lowest in this valley, but the valley is a toy: its gradients are exact. In training, the gradient is an
# estimate from a small batch, and the running mean in AdamW averages out the noise.

# %% [markdown]
# ## 4 · The learning rate schedule
#
# *Medium · 10 minutes · without `torch.optim`*
#
# In the first steps Adam's running means are based on very few gradients, so the direction of the step is unreliable. A full step along such a direction can do lasting
# damage, as the next sitting will show. So the learning rate starts small (**warmup**), and toward the end it shrinks again, which lets the parameters settle (**cosine decay**):
#
# $$\eta(s) = \begin{cases}\eta_{\max}\,\dfrac{s+1}{w} & s < w\\[2mm] \eta_{\min} + \tfrac12(\eta_{\max}-\eta_{\min})\Big(1+\cos\pi\,\dfrac{s-w}{S-w}\Big) & s \ge w\end{cases}$$
#
# Steps are numbered $s = 0, \dots, S-1$. The first step has rate $\eta_{\max}/w$, and step $w-1$ has the full rate.


# %% nbgrader={"grade_id": "warmup_cosine", "solution": true}
def warmup_cosine(step, steps, warmup, lr, final=0.0):
    """The learning rate of a step: a linear warmup, then half a cosine wave.

    step: 0 … steps − 1; warmup: w < steps, may be 0; lr: η_max; final: η_min.
    Returns a number.
    """
    ### BEGIN SOLUTION
    if step < warmup:
        return lr * (step + 1) / warmup
    progress = (step - warmup) / (steps - warmup)
    return final + (lr - final) * (1 + math.cos(math.pi * progress)) / 2
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "warmup_cosine_hints", "locked": true}
# <details><summary>A question to start from</summary>For w = 4, what are the rates of steps 0, 1, 2, 3 and 4?</details>
# <details><summary>A pointer</summary>After the warmup, the fraction (s − w)/(S − w) goes from 0 to nearly 1. The cosine goes from 1 to nearly −1, so (1 + cos)/2 goes from 1 to nearly 0.</details>


# %% nbgrader={"grade_id": "check_warmup_cosine", "grade": true, "locked": true, "points": 3}
@check("warmup_cosine")
def _(steps, warmup, lr, final):
    return {
        "rates": torch.tensor([float(warmup_cosine(s, steps, warmup, lr, final)) for s in range(steps)]) / lr
    }


# %% [markdown]
# ## 5 · Gradient clipping
#
# *Medium · 10 minutes · without `nn.utils.clip_grad_norm_`, `nn.utils.clip_grads_with_norm_`*
#
# Once in a while a batch produces a gradient that is a hundred times as long as usual, and a single step along it can
# undo a lot of training. **Gradient clipping** limits the gradient's length but keeps its direction. The length is the
# Euclidean norm of all gradients taken together, as if they were one long vector. If this norm exceeds a threshold $c$,
# scale all gradients so that it becomes $c$; otherwise change nothing. (PyTorch adds $10^{-6}$ to the norm before it
# divides, which is fine here as well.)
#
# Change the gradient tensors in place. Other code may hold references to the same tensors (multi-GPU training keeps
# them in communication buffers), and it must see the clipped values.


# %% nbgrader={"grade_id": "clip_grad_norm", "solution": true}
@torch.no_grad()
def clip_grad_norm(parameters, max_norm):
    """Scale all gradients in place so that their joint norm is at most max_norm.

    parameters: a list; some of them, but not all, may have no gradient (None).
    Returns the norm before clipping.
    """
    ### BEGIN SOLUTION
    gradients = [p.grad for p in parameters if p.grad is not None]
    norm = torch.sqrt(sum(g.pow(2).sum() for g in gradients))
    if norm > max_norm:
        for g in gradients:
            g.mul_(max_norm / norm)
    return norm
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "clip_grad_norm_hints", "locked": true}
# <details><summary>A question to start from</summary>Two parameters have gradients (3, 0) and (0, 4), and the threshold is 1. What should come out? (The norm is 5, and the gradients become (0.6, 0) and (0, 0.8).)</details>
# <details><summary>A pointer</summary>Sum the squares over all parameters first, then take a single root. Change <code>p.grad</code> in place with <code>mul_</code>.</details>


# %% nbgrader={"grade_id": "check_clip_grad_norm", "grade": true, "locked": true, "points": 4}
@check("clip_grad_norm")
def _(gradients, max_norm):
    parameters = [nn.Parameter(torch.zeros_like(g)) for g in gradients]
    for p, g in zip(parameters, gradients):
        p.grad = g.clone()
    held = [p.grad for p in parameters]  # as an optimizer or a plot might hold them
    parameters.insert(1, nn.Parameter(torch.zeros(2)))  # no gradient
    norm = clip_grad_norm(parameters, max_norm)
    return {"gradients": [p.grad for p in parameters if p.grad is not None], "in place": held, "norm": norm}


# %% [markdown]
# ## 6 · A training step
#
# *Medium · 15 minutes*
#
# Now put the pieces together. One more piece is needed if a batch is too large for memory. **Gradient accumulation**
# splits the batch, passes the **micro-batches** through the model one after another, and takes a single optimizer step
# at the end. This works because `backward` *adds* to `p.grad`. The result should match one pass over the whole batch.
# The batch loss is a mean, so with four equal micro-batches it's the mean of their four losses.
#
# The caller may have left gradients from an earlier backward pass. All you know about the optimizer is that it has `zero_grad()` and `step()`; your AdamW has
# no `param_groups`, for example. For clipping, use your own function with `list(model.parameters())`, or torch's
# `nn.utils.clip_grad_norm_(parameters, max_norm)`.


# %% nbgrader={"grade_id": "train_step", "solution": true}
def train_step(model, optimizer, micro_batches, max_norm):
    """One optimizer step on the mean loss over all micro-batches.

    model: a function from ids (B, T) to logits (B, T, V); micro_batches: a list of
    (inputs, targets), each (B, T), all the same size.
    Returns the mean loss and the gradient norm before clipping, each a number or a
    tensor with one number.
    """
    ### BEGIN SOLUTION
    optimizer.zero_grad()
    total = 0.0
    for inputs, targets in micro_batches:
        scores = model(inputs)  # (B, T, V)
        loss = F.cross_entropy(scores.flatten(0, 1), targets.flatten()) / len(micro_batches)
        loss.backward()
        total += loss.item()
    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return total, norm
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "train_step_hints", "locked": true}
# <details><summary>A question to start from</summary>What is in <code>p.grad</code> after two calls of <code>backward</code> with nothing in between?</details>
# <details><summary>A pointer</summary>F.cross_entropy expects (N, V) and (N,), so flatten the first two axes. It returns a mean.</details>
# <details><summary>In pseudocode</summary>zero_grad once; for each micro-batch: loss divided by the number of micro-batches, backward, add the divided loss (<code>.item()</code>) to the total; clip once; step once.</details>


# %% nbgrader={"grade_id": "check_train_step", "grade": true, "locked": true, "points": 5}
@check("train_step")
def _(table, ids, n_micro, max_norm, lr):
    class Bigram(nn.Module):  # the smallest language model: a row of scores for each token, and a bias
        def __init__(self):
            super().__init__()
            self.table = nn.Parameter(table.clone())
            self.bias = nn.Parameter(torch.zeros_like(table[0]))

        def forward(self, ids):
            return self.table[ids] + self.bias

    model = Bigram()
    for p in model.parameters():
        p.grad = torch.ones_like(p)  # left over from an earlier backward pass
    sgd = torch.optim.SGD(model.parameters(), lr=lr)
    optimizer = SimpleNamespace(zero_grad=sgd.zero_grad, step=sgd.step)  # no more than the text promises
    losses, norms = [], []
    for batch in ids:  # (B, T + 1), one for each step
        micro = [(p[:, :-1].contiguous(), p[:, 1:].contiguous()) for p in batch.chunk(n_micro)]
        loss, norm = train_step(model, optimizer, micro, max_norm)
        losses.append(float(loss))
        norms.append(float(norm))
    table, bias = model.table.detach(), model.bias.detach()
    return {"table": table, "bias": bias, "losses": losses, "norms": norms}


# %% [markdown]
# ## 7 · Then use the library
#
# In your next project you won't write these parts again. `torch.optim.AdamW` is the optimizer,
# `nn.utils.clip_grad_norm_` clips, and `get_cosine_schedule_with_warmup` from `transformers` supplies the schedule. The
# next cell trains the same small GPT twice for twenty steps, once with your parts and once with the library's. In the
# library's warmup, step $s$ has the rate $\eta_{\max}\,s/w$. **Predict**: in which steps do the two schedules differ?

# %% tags=["explore"]
if answered("AdamW", "warmup_cosine", "train_step"):
    from transformers import get_cosine_schedule_with_warmup

    torch.manual_seed(0)
    mine, theirs = (GPT(GPTConfig(64, 16, d_model=32, n_heads=2, n_layers=1)).to(where) for _ in range(2))
    theirs.load_state_dict(mine.state_dict())
    by_hand = AdamW(mine.parameters(), lr=1e-2, weight_decay=0.1)
    library = torch.optim.AdamW(theirs.parameters(), lr=1e-2, weight_decay=0.1)
    schedule = get_cosine_schedule_with_warmup(library, num_warmup_steps=5, num_training_steps=20)
    rates = []
    for step in range(20):
        ids = torch.randint(64, (4, 17), generator=torch.Generator().manual_seed(step)).to(where)
        batch = [(ids[:, :-1].contiguous(), ids[:, 1:].contiguous())]
        by_hand.lr = schedule.get_last_lr()[0]  # the same rate for both, so only the optimizers are compared
        rates.append(by_hand.lr / 1e-2)
        train_step(mine, by_hand, batch, max_norm=1.0)
        train_step(theirs, library, batch, max_norm=1.0)
        schedule.step()
    print("library", *(f"{rate:.2f}" for rate in rates[:7]))
    print("yours  ", *(f"{warmup_cosine(step, 20, 5, 1.0):.2f}" for step in range(7)))
    apart = [(a - b).abs().max().item() for a, b in zip(mine.parameters(), theirs.parameters())]
    record("largest difference between your AdamW and the library's", largest(apart), expected=(0, 1e-3))

# %% [markdown]
# <details><summary>Answer</summary>Only in the warmup. The library's first rate is 0, so its first step changes nothing, and its warmup lags yours by one step. From
# step 5 on, the two agree. The parameters also end up nearly the same; the cell prints the largest difference.</details>

# %% [markdown]
# ## 8 · The run
#
# The training text is 32 plays by Shakespeare, including the names of the speakers: 4 million characters in all. A
# byte-pair tokenizer with 1,024 entries is trained on it. Before you train a model, find out what it has to beat. A
# **bigram** model counts, for every token, how often each token follows it; for rare tokens, ours falls back on the
# frequencies of single tokens (**backoff**). Its table has 1,048,576 entries, twice as many as the GPT below has
# parameters, and its counts come from the whole training text.
#
# Why a single author? The budget is a minute or two on two cores. An earlier version of this notebook split that budget
# between plays and an encyclopedia, and the kings in that model's plays said *"Asus is ving hath or part of besty
# drace"*. So the whole budget now goes to plays.

# %% tags=["explore"]
sizes = {
    "small": dict(vocab_size=1024, context=64, d_model=128, n_heads=4, n_layers=2),
    "full": dict(vocab_size=4096, context=512, d_model=512, n_heads=8, n_layers=8, dropout=0.2),  # one GPU
}[scale]
V, T = sizes["vocab_size"], sizes["context"]
text = plays_texts.load(V, characters=60_000 if scale == "small" else None)  # of each held-out text
print(f"{len(text.train_ids):,} tokens to learn from, {len(text.held_out['plays']):,} of other plays")
print(f"ln V {math.log(V):.3f}", *(f"{name} {level:.3f}" for name, level in text.levels.items()), sep="   ")


@torch.no_grad()
def held_out_loss(model, ids):
    """Mean loss in nats per token over a text that is cut into windows of T tokens.  ids: (N,)."""
    model.eval()
    total = 0.0
    for x, y in evaluation_windows(ids, 64, T):
        logits = model(x.to(where)).flatten(0, 1).float()
        total += F.cross_entropy(logits, y.to(where).flatten(), reduction="sum").item()
    model.train()
    return total / (len(ids) - 1)


def sample(model, start, n_new=50, seed=0):
    ids = torch.tensor([text.tokenizer.encode_ordinary(start)], device=where)
    return text.tokenizer.decode(model.generate(ids, n_new, torch.Generator().manual_seed(seed))[0].tolist())


# %% [markdown]
# The loop is short because you have already written its parts. Your AdamW updates the token and position embeddings,
# the norms and the biases. The matrices inside the blocks get **Muon**, a more recent optimizer made for matrices. Here
# you use PyTorch's version; in the fifth sitting you write your own and race it against AdamW. Muon gets a rate of its
# own (0.04 at its peak, where AdamW has 0.006) on the same schedule. `muon.zero_grad()` gets its own line because your
# AdamW's `zero_grad` doesn't clear the gradients of these matrices.
#
# While the loop runs, the figure grows and the model writes four samples. Watch the order in which it learns: first
# which words are common, then which words follow which, then the form of a play: a name, a colon, a speech and an empty
# line.

# %% tags=["explore"]
steps, batch_size, peak, warmup = (1000, 16, 6e-3, 100) if scale == "small" else (6000, 64, 6e-4, 300)

if scale == "small" and answered("AdamW", "warmup_cosine", "train_step"):
    torch.manual_seed(0)
    model = GPT(GPTConfig(**sizes)).to(where)
    matrices = [p for p in model.blocks.parameters() if p.ndim == 2]
    others = [p for name, p in model.named_parameters() if "blocks" not in name or p.ndim < 2]
    optimizer = AdamW(others, betas=(0.9, 0.95), weight_decay=0.05)
    muon = torch.optim.Muon(matrices, weight_decay=0.05)
    figure, history, began = LiveLosses(steps, text.levels), [], time.perf_counter()
    for step in range(steps):
        optimizer.lr = warmup_cosine(step, steps, warmup, peak, final=peak / 20)
        muon.param_groups[0]["lr"] = optimizer.lr * 20 / 3
        windows = draw_windows(text.train_ids, batch_size, T, seed=0, step=step).to(where)  # (B, T + 1)
        batch = [(windows[:, :-1].contiguous(), windows[:, 1:].contiguous())]
        muon.zero_grad()
        loss, norm = train_step(model, optimizer, batch, max_norm=1.0)
        muon.step()
        history.append({"step": step + 1, "loss": float(loss), "grad_norm": float(norm), "lr": optimizer.lr})
        if (step + 1) % (steps // 8) == 0:
            history[-1]["val_loss"] = held_out_loss(model, text.held_out["plays"][:8000])
            figure.update(history)
        if (step + 1) % (steps // 4) == 0:
            print(f"--- step {step + 1}\n{sample(model, 'KING:')}\n")
    seconds = time.perf_counter() - began

# %% [markdown]
# The setting `scale = "full"` needs a GPU. It trains 28 million parameters in bfloat16 with fused attention and
# `torch.compile`, and uses the finished loop in `utils.training`, which also saves checkpoints, resumes with
# bit-identical results, accumulates gradients and runs on several GPUs under `torchrun`.

# %% tags=["explore"]
if scale == "full":
    from utils.training import Settings, Trainer

    torch.manual_seed(0)
    model = GPT(GPTConfig(**sizes))
    settings = Settings(
        steps=steps, batch_size=batch_size, context=T, lr=peak, warmup=warmup, final_lr=0.05, evaluate_every=steps // 12,
        precision="bfloat16" if where == "cuda" else "float32", compile=where == "cuda",
    )  # fmt: skip
    plays, size = text.held_out["plays"], text.bytes_per_token["plays"]
    trainer = Trainer(model, text.train_ids, settings, plays, size, device=where)
    history = trainer.run(live=True, on_evaluation=lambda trainer: print(sample(trainer.model, "KING:\n")))
    seconds = sum(row["seconds"] for row in history)
    utilization = trainer.utilisation(model.flops_per_token(T))
    if utilization is not None:
        record("model FLOPs utilization", utilization, expected=(0, 1))

# %% [markdown]
# Next, the trained model reads an encyclopedia. It has never read anything but plays. **Predict**: does a byte of the
# encyclopedia cost the model more than a byte of a play, or less?

# %% tags=["explore"]
if answered("AdamW", "warmup_cosine", "train_step"):
    plots.run_with_levels(history, {**text.levels, "ln V": math.log(V)})
    record("first loss minus ln V", history[0]["loss"] - math.log(V), expected=(-0.1, 0.1))
    last = sum(row["loss"] for row in history[-100:]) / len(history[-100:])
    record("training loss, last 100 steps", last, expected=(1, text.levels["bigram"]))
    losses = {name: held_out_loss(model, ids) for name, ids in text.held_out.items()}
    bits = {name: loss / math.log(2) / text.bytes_per_token[name] for name, loss in losses.items()}
    record(
        "below the bigram model, nats per token", text.levels["bigram"] - losses["plays"], expected=(0.2, 2)
    )
    record("bits per byte, plays", bits["plays"], expected=(1.0, 2.45))
    record("bits per byte, encyclopedia", bits["encyclopedia"], expected=(2.8, 5))
    record("tokens per second", steps * batch_size * T / seconds)

# %% [markdown]
# <details><summary>Answer</summary>Far more: a byte of the encyclopedia costs nearly two thirds more than a byte of a play. The model has only learned how people speak in plays. Losses in nats
# per token would hide part of this: the tokenizer was trained on plays, so its tokens cover fewer bytes of other text.</details>
#
# If your numbers are in the expected ranges, your model beats the bigram table, although the tokens it was trained on
# add up to less than two thirds of the training text. That suggests that the model uses more than one token of context;
# the next sitting measures how much.

# %% [markdown]
# ## 9 · Your model
#
# The cell below writes a scene to show a friend. Change the name or the seed and keep the best scene. The model makes
# everything up token by token, even the characters.
#
# The cell then saves your model and its tokenizer for later lessons. It also lets your model continue one fixed
# **opening line**, the same line that a letter-bigram model continued in the welcome notebook. Every later model will
# continue it as well, and the last page of the course shows all the results.

# %% tags=["explore"]
if answered("AdamW", "warmup_cosine", "train_step"):
    print(sample(model, "JULIET:", n_new=200, seed=1), "\n")
    own_model.save_own_model(
        model, text.tokenizer, trained_on="32 plays by Shakespeare", bits_per_byte=bits["plays"], lesson="04c"
    )
    opening = own_model.continue_opening(model, text.tokenizer)
    own_model.note_opening("04c", opening, "the GPT, just trained")
own_model.show_openings()

# %% [markdown]
# **What you have now.** You have a language model that went from random numbers to scenes of a play, trained by your
# AdamW and PyTorch's Muon with your own schedule, clipping and training step. It is saved in a file that later lessons
# will load. If your numbers are in the expected ranges, the run went well. The next sitting is about runs that go
# wrong: you will get six models, each broken by a single mistake, and find out what is wrong with them.
#
# **Sources.** Kingma and Ba 2015, *Adam: a method for stochastic optimization*, arXiv 1412.6980. Loshchilov and Hutter 2019, *Decoupled weight decay regularization*, arXiv
# 1711.05101. Pascanu et al. 2013, *On the difficulty of training recurrent neural networks*, arXiv 1211.5063 (clipping).

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
