# %% [markdown]
# # Lesson 04 · GPT
# ## Third sitting: optimisers, a training step, a run, and six broken models
#
# The model of the first sitting can learn one page. This sitting teaches it to read: you write everything between the
# gradient and the trained model, and then let it run on Shakespeare until it writes scenes of its own.
#
# When you reach the end of this sitting you will have
#
# - RMSprop and AdamW equal to PyTorch's over twenty steps, momentum equal up to a factor that you can name, and two errors
#   found in lecture formulas,
# - a schedule with warmup, clipping, and a training step that splits large batches,
# - a GPT that you trained, which predicts better than a table of all pairs of tokens, with a stated margin,
# - post-LN with and without warmup, three seeds each, and what that proves,
# - a diagnosis for each of six models that somebody has broken.

# %% [markdown]
# | | |
# |---|---|
# | Uses | GPT from the first sitting (a finished version is imported), blocks from lesson 03, a tokenizer as in lesson 01 |
# | Time | {{minutes, running 1}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |
#
# | step | from | to |
# |---|---|---|
# | `cut_segments` | a long text (N,) | inputs and targets, (segments, T) each |
# | `document_mask` | windows (B, T) | who may look at whom (B, T, T), positions (B, T) |
# | GPT | ids (B, T) | scores (B, T, V) |
# | loss, backward | scores, targets | a gradient for each parameter, of its shape |
# | `clip_grad_norm` | all gradients | the same, not too long |
# | `warmup_cosine` | number of the step | learning rate |
# | `AdamW.step` | gradients, two running means | new parameters |
#
# B texts in a batch, T tokens in a text, V entries in the vocabulary. Logarithms are natural.
#
# <details><summary>1. What should the first loss of a model be?</summary>ln V: it knows nothing yet (first sitting).</details>
# <details><summary>2. A text of T tokens without BOS: how many terms does its loss have?</summary>T − 1 (first sitting).</details>
# <details><summary>3. A loss of 3 nats a token. Which perplexity is that?</summary>e³ = 20.1: as hard as guessing among twenty tokens (first sitting).</details>
# <details><summary>4. How many operations does training cost for each weight and each token?</summary>Six: two forward, and twice that backward (second sitting).</details>
# <details><summary>5. Which two uses does a tied table have?</summary>It gives the token vectors, and its rows make the scores (first sitting).</details>

# %% nbgrader={"grade_id": "imports_c", "locked": true}
try:
    from autograder.checks import answered, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages: type `pip install -r requirements.txt` in the course folder, then restart the kernel."
    ) from None

import math
import time

import torch
import torch.nn.functional as F
from torch import nn

from utils import corpora, devices, tokenizers
from utils.blocks.gpt import GPT, GPTConfig
from utils.metrics import record
from utils.plots.losses import LiveLosses
from utils.topics.gpt import broken_runs
from utils.topics.gpt import training_figures as plots
from utils.training.data import draw_windows

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here, "cpu" or "cuda"

# %% [markdown]
# ## 1 · Momentum
#
# *Easy · 8 minutes · without `torch.optim`*
#
# Plain gradient descent, $\theta \leftarrow \theta - \eta\,g$, has one learning rate for all directions. In a narrow
# valley the gradient points across it far more than along it: with a rate that is large enough to move along it, the
# steps across jump from wall to wall. **Momentum** walks along a running mean of the gradients. What changes sign from
# step to step cancels; what stays adds up.
#
# $$m_t = \beta\, m_{t-1} + (1-\beta)\, g_t \qquad \theta_t = \theta_{t-1} - \eta\, m_t$$
#
# By hand: $\beta = 0.9$, $m_0 = 0$, gradients 1, 1, −1. What are $m_1, m_2, m_3$? (0.1, 0.19, 0.071.)
#
# `torch.optim.SGD(momentum=β)` leaves the factor $1-\beta$ out: its buffer is a *sum*, up to ten times as large at
# $\beta = 0.9$, so the same learning rate means steps ten times as long. Write the formula above.


# %% nbgrader={"grade_id": "sgd_momentum", "solution": true}
def sgd_momentum(parameter, gradient, m, lr, beta=0.9):
    """One step of gradient descent with momentum.

    parameter, gradient, m: tensors of one shape; m is the running mean so far.  Returns the new parameter and m.
    """
    ### BEGIN SOLUTION
    m = beta * m + (1 - beta) * gradient
    return parameter - lr * m, m
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "sgd_momentum_hints", "locked": true}
# <details><summary>A question to start from</summary>Which m moves the parameter, the one before this gradient or the one after?</details>
# <details><summary>A pointer</summary>Make new tensors. <code>m *= beta</code> would write into the caller's.</details>


# %% nbgrader={"grade_id": "check_sgd_momentum", "grade": true, "locked": true, "points": 2}
@check("sgd_momentum")
def _(parameter, gradients, rates, beta):
    m, path, given = torch.zeros_like(parameter), [], []
    for gradient, lr in zip(gradients, rates.tolist()):
        given.append(m)
        parameter, m = sgd_momentum(parameter, gradient, m, lr, beta)
        path.append(parameter)
    path = torch.stack(path)
    return {"path": path, "m unchanged": {"path": path, "m": torch.stack(given)}}


# %% [markdown]
# ## 2 · RMSprop
#
# *Easy · 8 minutes · without `torch.optim`*
#
# The other idea: give every parameter a rate of its own. **RMSprop** divides the step by the typical size of this
# parameter's gradient, the root of a running mean of squares:
#
# $$v_t = \beta\, v_{t-1} + (1-\beta)\, g_t^2 \qquad \theta_t = \theta_{t-1} - \frac{\eta}{\sqrt{v_t} + \varepsilon}\, g_t$$
#
# Now every parameter moves about $\eta$ a step, whether its gradients are around 100 or around 0.0001. In a GPT they
# are that different: the vector of a rare token sees a gradient once in a thousand steps.
#
# **Find the error.** A lecture has $\sqrt{v_t+\varepsilon}$ for RMSprop and $\sqrt{\hat v_t}+\varepsilon$ for Adam, and
# the same letter for both, without a value. Take $\varepsilon = 10^{-8}$, as in PyTorch. At which size of gradient does
# the first formula stop adapting, and at which the second? PyTorch has $\varepsilon$ outside the root in both; write
# that one. (Answer: below the check.)


# %% nbgrader={"grade_id": "rmsprop", "solution": true}
def rmsprop(parameter, gradient, v, lr, beta=0.99, eps=1e-8):
    """One step of RMSprop, eps outside the root.

    parameter, gradient, v: tensors of one shape; v is the running mean of squares.  Returns the new parameter and v.
    """
    ### BEGIN SOLUTION
    v = beta * v + (1 - beta) * gradient**2
    return parameter - lr * gradient / (v.sqrt() + eps), v
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "rmsprop_hints", "locked": true}
# <details><summary>A question to start from</summary>If all gradients of a parameter were 5, what would v become after many steps, and how far would the parameter move in one?</details>
# <details><summary>A pointer</summary>Square the gradient, not the mean. The numerator is the gradient itself.</details>


# %% nbgrader={"grade_id": "check_rmsprop", "grade": true, "locked": true, "points": 3}
@check("rmsprop")
def _(parameter, gradients, rates, beta, eps):
    v, path, given = torch.zeros_like(parameter), [], []
    for gradient, lr in zip(gradients, rates.tolist()):
        given.append(v)
        parameter, v = rmsprop(parameter, gradient, v, lr, beta, eps)
        path.append(parameter)
    path = torch.stack(path)
    return {"path": path, "v unchanged": {"path": path, "v": torch.stack(given)}}


# %% [markdown]
# <details><summary>Where they stop adapting</summary>Inside the root, ε matters when v is near 10⁻⁸, so for gradients below √ε = 10⁻⁴. Outside, when √v is near 10⁻⁸. Gradients of single parameters in a large model are often below 10⁻⁴: with the first formula those parameters hardly move. Four orders of magnitude, from a bracket.</details>

# %% [markdown]
# ## 3 · AdamW
#
# *Medium · 15 minutes · without `torch.optim`*
#
# **Adam** (Kingma and Ba 2015) takes both: the running mean of the gradient over the root of the running mean of its
# square. Both start at 0, so the first values are too small; dividing by $1-\beta^t$ repairs that exactly ($t$ counts
# from 1).
#
# $$\hat m_t = \frac{m_t}{1-\beta_1^t} \qquad \hat v_t = \frac{v_t}{1-\beta_2^t} \qquad \theta_t = \theta_{t-1} - \eta\,\frac{\hat m_t}{\sqrt{\hat v_t}+\varepsilon}$$
#
# The **W** (Loshchilov and Hutter 2019) is weight decay, a pull towards 0. It acts on the parameter by itself, *before*
# the step, and not through the gradient:
#
# $$\theta \leftarrow \theta - \eta\,\lambda\,\theta$$
#
# Added to the gradient instead (that is what "L2" in `torch.optim.Adam(weight_decay=…)` does), the pull would be divided
# by $\sqrt{\hat v}$ as well: parameters with large gradients would hardly decay.
#
# **Find the error.** A lecture says that "parameters are updated, e.g. by AdamW" and prints
# $\theta \leftarrow \theta - \eta\,\partial\mathcal L/\partial\theta$. What is that, and which three things does AdamW
# add?


# %% nbgrader={"grade_id": "AdamW", "solution": true}
class AdamW:
    """Adam with decoupled weight decay, for a list of parameters that carry gradients."""

    def __init__(self, parameters, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.parameters = list(parameters)
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay
        self.t = 0
        self.m = [torch.zeros_like(p) for p in self.parameters]
        self.v = [torch.zeros_like(p) for p in self.parameters]

    def zero_grad(self):
        for p in self.parameters:
            p.grad = None

    @torch.no_grad()
    def step(self):
        """Change each parameter in place by its gradient; one without a gradient stays as it is."""
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
# <details><summary>A question to start from</summary>What is the very first step with λ = 0, in units of lr, if the gradient is 0.3? And if it is −4000? (1 and −1, with the minus of the formula.)</details>
# <details><summary>A pointer</summary>The parameters must change in place: <code>p.sub_(…)</code>, <code>p.mul_(…)</code>. The lists <code>self.m</code> and <code>self.v</code> must remember.</details>
# <details><summary>In pseudocode</summary>count t up once → for each parameter: update m and v → correct both → shrink the parameter by lr·λ → subtract lr·m̂/(√v̂ + eps).</details>
# <details><summary>My parameters do not move</summary><code>p = p - …</code> makes a new tensor and gives it the name p. The model keeps the old one.</details>


# %% nbgrader={"grade_id": "check_AdamW", "grade": true, "locked": true, "points": 6}
@check("AdamW")
def _(start, gradients, rates, betas, eps, weight_decay):
    parameters = [nn.Parameter(p.clone()) for p in start]
    optimizer = AdamW(parameters, 1.0, tuple(betas), eps, weight_decay)
    paths = [[] for _ in parameters]
    for step, lr in enumerate(rates.tolist()):
        optimizer.zero_grad()
        optimizer.lr = lr  # as a schedule does
        for p, given in zip(parameters, gradients):  # the one in the middle soon has no gradient any more
            p.grad = given[step].clone() if step < len(given) else None
        optimizer.step()
        for p, path in zip(parameters, paths):
            path.append(p.detach().clone())
    return {f"{name} parameter": torch.stack(path) for name, path in zip(["first", "idle", "second"], paths)}


# %% [markdown]
# <details><summary>The lecture's AdamW</summary>It is plain gradient descent. AdamW adds a running mean of the gradient (momentum), a step size of its own for each parameter (the root of the mean square, both with bias correction), and weight decay that does not pass through either.</details>
#
# A valley that is twenty-five times as steep across as along, and forty steps of four optimisers from the same place,
# each with the best of nine learning rates. **Predict** which of them zigzag, and which do not care about the
# steepness.

# %% tags=["explore"]
if answered("sgd_momentum", "rmsprop", "AdamW"):
    steepness = torch.tensor([1.0, 25.0], device=where)

    def walk(name, lr, steps=40):
        """The path of one optimiser through the valley, (steps + 1, 2)."""
        theta, state = torch.tensor([-4.0, 1.5], device=where), torch.zeros(2, device=where)
        leaf = nn.Parameter(theta.clone())
        adam = AdamW([leaf], lr=lr, betas=(0.9, 0.99), weight_decay=0.0)
        path = [theta]
        for _ in range(steps):
            gradient = steepness * theta
            if name == "gradient descent":
                theta = theta - lr * gradient
            elif name == "momentum":
                theta, state = sgd_momentum(theta, gradient, state, lr)
            elif name == "RMSprop":
                theta, state = rmsprop(theta, gradient, state, lr, beta=0.9)
            else:
                leaf.grad = gradient
                adam.step()
                theta = leaf.detach().clone()
            path.append(theta)
        return torch.stack(path)

    def best_walk(name):
        """Among nine rates, the one that ends lowest."""
        walks = {lr: walk(name, lr) for lr in [0.01, 0.02, 0.04, 0.07, 0.1, 0.2, 0.4, 0.7, 1.0]}
        height = {lr: (steepness * path[-1] ** 2).sum().nan_to_num(math.inf) for lr, path in walks.items()}
        lr = min(height, key=height.get)
        return f"{name}, lr {lr:g}", walks[lr]

    walks = map(best_walk, ["gradient descent", "momentum", "RMSprop", "AdamW"])
    plots.valley(steepness.cpu(), {name: path.cpu() for name, path in walks})

# %% [markdown]
# <details><summary>Answer</summary>Gradient descent jumps from wall to wall and creeps along the floor. Momentum swings
# through in long waves. RMSprop and AdamW take first steps at 45°, equally long in both directions: the steepness is
# divided out.</details>
#
# In a valley this simple,
# RMSprop wins; AdamW still works when the gradient is noise from a batch of 32 texts.

# %% [markdown]
# ## 4 · The learning rate over time
#
# *Medium · 10 minutes · without `torch.optim`*
#
# In the first steps Adam's means have seen little, the gradients are large and point in all directions, and a full step
# does harm that is hard to repair. So the rate starts small (**warmup**), and it ends small, to settle:
#
# $$\eta(s) = \begin{cases}\eta_{\max}\,\dfrac{s+1}{w} & s < w\\[2mm] \eta_{\min} + \tfrac12(\eta_{\max}-\eta_{\min})\Big(1+\cos\pi\,\dfrac{s-w}{S-w}\Big) & s \ge w\end{cases}$$
#
# Steps $s$ count from 0 to $S-1$. The first step has rate $\eta_{\max}/w$, not 0, which would waste it; step $w-1$ has
# the full rate.


# %% nbgrader={"grade_id": "warmup_cosine", "solution": true}
def warmup_cosine(step, steps, warmup, lr, final=0.0):
    """The learning rate of a step: up in a straight line, down along half a cosine.

    step: 0 … steps − 1; warmup: w < steps, may be 0; lr: η_max; final: η_min.  Returns a float.
    """
    ### BEGIN SOLUTION
    if step < warmup:
        return lr * (step + 1) / warmup
    progress = (step - warmup) / (steps - warmup)
    return final + (lr - final) * (1 + math.cos(math.pi * progress)) / 2
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "warmup_cosine_hints", "locked": true}
# <details><summary>A question to start from</summary>w = 4: which rates do the steps 0, 1, 2, 3 and 4 have?</details>
# <details><summary>A pointer</summary>After the warmup, progress goes from 0 to nearly 1. The cosine goes from 1 to −1, so (1 + cos)/2 from 1 to 0.</details>


# %% nbgrader={"grade_id": "check_warmup_cosine", "grade": true, "locked": true, "points": 3}
@check("warmup_cosine")
def _(steps, warmup, lr, final):
    return {
        "rates": torch.tensor([float(warmup_cosine(s, steps, warmup, lr, final)) for s in range(steps)]) / lr
    }


# %% [markdown]
# ## 5 · Clipping
#
# *Medium · 10 minutes · without `nn.utils.clip_grad_norm_`, `nn.utils.clip_grads_with_norm_`*
#
# Once in a while a batch has a gradient a hundred times as long as usual. **Clipping** shortens it, and keeps its
# direction: take the norm over *all* parameters together, and if it is larger than a threshold $c$, scale all gradients
# by the same factor $c/\lVert g\rVert$. If it is smaller, nothing happens.


# %% nbgrader={"grade_id": "clip_grad_norm", "solution": true}
@torch.no_grad()
def clip_grad_norm(parameters, max_norm):
    """Shorten the gradient of all parameters together to length max_norm, in place, where it is longer.

    parameters: a list; some may have no gradient (None).  Returns the norm before.
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
# <details><summary>A question to start from</summary>Two parameters with gradients (3, 0) and (0, 4), and a threshold of 1: what should come out? (Norm 5; (0.6, 0) and (0, 0.8).)</details>
# <details><summary>A pointer</summary>Sum the squares over everything first, then one root. Change <code>p.grad</code> in place, with <code>mul_</code>.</details>


# %% nbgrader={"grade_id": "check_clip_grad_norm", "grade": true, "locked": true, "points": 4}
@check("clip_grad_norm")
def _(gradients, max_norm):
    parameters = [nn.Parameter(torch.zeros_like(g)) for g in gradients]
    for p, g in zip(parameters, gradients):
        p.grad = g.clone()
    parameters.insert(1, nn.Parameter(torch.zeros(2)))  # no gradient
    norm = clip_grad_norm(parameters, max_norm)
    return {"gradients": [p.grad for p in parameters if p.grad is not None], "norm": norm}


# %% [markdown]
# ## 6 · A training step
#
# *Medium · 15 minutes*
#
# Everything together. A batch that does not fit into memory is split: **gradient accumulation** runs micro-batches one
# after another and lets their gradients add up in `p.grad`, where `backward` *adds*, before a single step is taken. The
# loss is a mean, and a mean over four equal parts is the mean of their means: each part's loss is divided by 4.
#
# The order matters: old gradients away → for each micro-batch: scores, loss, backward → clip → step. The optimiser
# (`zero_grad()`, `step()`) is handed in; for clipping use torch's `nn.utils.clip_grad_norm_(parameters, max_norm)`, or
# yours.


# %% nbgrader={"grade_id": "train_step", "solution": true}
def train_step(model, optimizer, micro_batches, max_norm):
    """One step of the optimiser on the mean loss over all micro-batches.

    model: ids (B, T) to scores (B, T, V); micro_batches: a list of (inputs, targets), (B, T) each, all of one size.
    Returns the mean loss and the norm of the gradient before clipping.
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
# <details><summary>A question to start from</summary>What is in <code>p.grad</code> after two calls of <code>backward</code> without anything in between?</details>
# <details><summary>A pointer</summary>F.cross_entropy wants (N, V) and (N,): flatten the first two axes. It returns a mean.</details>
# <details><summary>In pseudocode</summary>zero_grad once → loop: loss / number of parts, backward, add the number up → clip once → step once.</details>


# %% nbgrader={"grade_id": "check_train_step", "grade": true, "locked": true, "points": 5}
@check("train_step")
def _(table, ids, n_micro, max_norm, lr):
    model = nn.Embedding(*table.shape)  # the smallest language model: a table of scores for each token
    with torch.no_grad():
        model.weight.copy_(table)
    model.weight.grad = torch.ones_like(table)  # of some earlier look at the model
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    losses, norms = [], []
    for batch in ids:  # (B, T + 1), one for each step
        micro = [(p[:, :-1].contiguous(), p[:, 1:].contiguous()) for p in batch.chunk(n_micro)]
        loss, norm = train_step(model, optimizer, micro, max_norm)
        losses.append(float(loss))
        norms.append(float(norm))
    return {"table": model.weight.detach(), "losses": losses, "norms": norms}


# %% [markdown]
# ## 7 · Long texts, limited context
#
# *Medium · 15 minutes*
#
# A play has 40,000 tokens, the model reads 64. So the text is cut into segments. In training they are drawn at random
# places (lesson 01). For **measuring**, every token of the text should be judged exactly once, and the first tokens of a
# segment are judged unfairly: they have nothing before them. The remedy is overlap: a segment begins `overlap` tokens
# before the place where the last one ended. Those tokens are read again, as context, but not judged again: their target
# is set to −100, which `F.cross_entropy` ignores.
#
# The text is cut from the front. The last segment would run over the end; it is moved back so that it ends with the
# text, and only what has not been judged yet counts. Example: ids 10, 11, …, 17, context 4, overlap 1:
#
# | inputs | targets |
# |---|---|
# | 10 11 12 13 | 11 12 13 14 |
# | 13 14 15 16 | × 15 16 17, where × is −100 |


# %% nbgrader={"grade_id": "cut_segments", "solution": true}
def cut_segments(ids, context, overlap):
    """Cut a long text into overlapping segments in which every token but the first is judged once.

    ids: (N,) with N > context; 0 ≤ overlap < context.  Returns inputs and targets, (segments, context) each; targets
    that were judged before are −100.
    """
    ### BEGIN SOLUTION
    n_targets, done = len(ids) - 1, 0
    inputs, targets = [], []
    while done < n_targets:
        end = min(max(done - overlap, 0) + context, n_targets)
        begin = end - context
        target = ids[begin + 1 : end + 1].clone()
        target[: done - begin] = -100
        inputs.append(ids[begin:end])
        targets.append(target)
        done = end
    return torch.stack(inputs), torch.stack(targets)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "cut_segments_hints", "locked": true}
# <details><summary>A question to start from</summary>After some segments, <code>done</code> targets have been judged. Where does the next segment begin, and how many of its targets are old?</details>
# <details><summary>A pointer</summary>Text of N ids: N − 1 inputs that have a target. The segment with inputs begin … end − 1 has targets begin + 1 … end.</details>
# <details><summary>In pseudocode</summary>while targets are left: begin at done − overlap (at 0 the first time) → end at begin + context, at most at the end → if it was cut short, move begin back → targets shifted by one, old ones −100 → done = end.</details>
# <details><summary>My input text changed</summary>A slice is a view. Write −100 into a copy: <code>.clone()</code>.</details>


# %% nbgrader={"grade_id": "check_cut_segments", "grade": true, "locked": true, "points": 5}
@check("cut_segments")
def _(ids, context, overlap):
    inputs, targets = cut_segments(ids, context, overlap)
    return {"inputs": inputs, "targets": targets, "ids unchanged": {"targets": targets, "ids": ids}}


# %% [markdown]
# ## 8 · Several documents in one window
#
# *Medium · 8 minutes*
#
# Training texts are joined into one stream, each document behind a BOS token, and windows are drawn at any place
# (lesson 01). So a window often holds the end of one document and the beginning of the next, and an article on whales
# is read as if a football club had led up to it. **Predict**: in windows of 1,024 bytes over our articles, a byte a
# token, which share of all pairs of a query and an earlier key joins two documents?

# %% [markdown]
# Two repairs belong together. A mask lets a query look at earlier keys of its *own* document only, as Llama 3 was trained
# (Grattafiori et al. 2024, arXiv 2407.21783, section 3.2). And positions start anew with each document, so that all
# documents begin alike. For a window of nine tokens whose first document began before it:
#
# ```
#   token         a  b  BOS c  d  BOS BOS e  f
#   document      0  0   1  1  1   2   3  3  3
#   position      0  1   0  1  2   0   0  1  2
# ```


# %% nbgrader={"grade_id": "document_mask", "solution": true}
def document_mask(ids, bos_id):
    """Which keys a query may see when each document keeps to itself, and where each token stands in its document.

    ids: (B, T) windows of a stream in which each document begins with bos_id; the first document of a window may have
    begun before it, and is counted from the window's first token. Left as it is.
    Returns mask (B, T, T) bool, True where query i may look at key j of its own window: j ≤ i, in the same document; and
    positions (B, T) int64, from 0 in each document.
    """
    ### BEGIN SOLUTION
    begins = ids == bos_id  # (B, T)
    document = begins.cumsum(dim=1)
    same = document[:, :, None] == document[:, None, :]  # (B, T, T)
    places = torch.arange(ids.shape[1], device=ids.device).expand_as(ids)
    first = torch.where(begins, places, 0).cummax(dim=1).values  # where the document of each token begins
    return same.tril(), places - first
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "document_mask_hints", "locked": true}
# <details><summary>A question to start from</summary>How many BOS tokens stand up to and including a token, and for which other tokens is that number the same?</details>
# <details><summary>A pointer</summary><code>cumsum</code> numbers the documents, and <code>cummax</code> carries the place of the latest BOS along.</details>
# <details><summary>In pseudocode</summary>number of each token's document → table of equal numbers, lower triangle; place of the latest BOS (0 before the first) → own place less that.</details>


# %% nbgrader={"grade_id": "check_document_mask", "grade": true, "locked": true, "points": 3}
@check("document_mask")
def _(ids, bos_id, q, k, v):
    mask, positions = document_mask(ids, bos_id)
    context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask.bool())
    return {
        "mask": mask,
        "positions": positions,
        "attention": {"mask": mask, "context": context},
        "ids unchanged": {"positions": positions, "ids": ids},
    }


# %% tags=["explore"]
if answered("document_mask"):
    from utils.plots import masks

    articles = corpora.wikipedia()["validation"]["extract"]
    print(f"an article has {sum(len(text.encode()) for text in articles) / len(articles):.0f} bytes")
    # a byte is a token here, and 0 stands for BOS
    stream = torch.tensor([number for text in articles for number in (0, *text.encode())])
    shares = {}
    for T in (16, 64, 256, 1024):
        windows = stream[: len(stream) // T * T].view(-1, T)
        windows = windows[:: -(-len(windows) // 40)]  # forty of them, from the whole stream
        mask, _ = document_mask(windows, 0)
        shares[T] = 1 - mask.count_nonzero().item() / (len(windows) * T * (T + 1) / 2)
        print(f"windows of {T:>5} bytes: {shares[T]:.0%} of the pairs join two documents")
    masks.side_by_side(
        {"one window of the drawing": document_mask(torch.tensor([[1, 1, 0, 1, 1, 0, 0, 1, 1]]), 0)[0][0]}
    )
    record("pairs that join two documents, 1,024 bytes", shares[1024], expected=(0.45, 0.7))

# %% [markdown]
# <details><summary>The answer</summary>More than half, 58 %: an article has 480 bytes on average. In windows of 64 bytes it is 5 %.</details>
#
# GPT-3 was trained without the mask, and learned to look past what does not belong (Brown et al. 2020, appendix B). The
# run below does the same, with windows of 64 tokens.

# %% [markdown]
# ## 9 · Who depends on whom
#
# *Medium · 12 minutes*
#
# The best instrument against broken language models is a table. Entry (t, s): how much do the scores at place t change
# when the token at place s is replaced by another? With a causal mask everything above the diagonal is 0. On the
# diagonal and below it is not, or something is cut off. You will need it in the laboratory below.


# %% nbgrader={"grade_id": "dependence", "solution": true}
@torch.no_grad()
def dependence(model, ids, vocab_size):
    """How much the scores at each place depend on the token at each place.

    model: ids (1, T) to scores (1, T, V); ids: (T,).  Replace token s by (its id + 1) mod vocab_size, one s at a time.
    Returns (T, T): entry (t, s) is the largest absolute change of the scores at place t.
    """
    ### BEGIN SOLUTION
    before = model(ids.unsqueeze(0))[0]  # (T, V)
    columns = []
    for s in range(len(ids)):
        other = ids.clone()
        other[s] = (other[s] + 1) % vocab_size
        after = model(other.unsqueeze(0))[0]
        columns.append((after - before).abs().amax(dim=1))  # (T,)
    return torch.stack(columns, dim=1)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "dependence_hints", "locked": true}
# <details><summary>A question to start from</summary>Replacing token s gives one number for every place t. Is that a row or a column of the table?</details>
# <details><summary>A pointer</summary>Change a copy of ids. <code>amax</code> is the largest value along an axis.</details>


# %% nbgrader={"grade_id": "check_dependence", "grade": true, "locked": true, "points": 3}
@check("dependence")
def _(table, links, ids):
    def model(ids):  # place t reads place s as strongly as links[t, s] says
        return links @ F.embedding(ids, table)

    found = dependence(model, ids, len(table))
    return {"table": found, "ids unchanged": {"table": found, "ids": ids}}


# %% [markdown]
# ## 10 · The run
#
# Now train. The text is 32 plays of Shakespeare's, with the names of the speakers: 4 million characters. The tokenizer is a
# byte-pair one with 1,024 entries, trained here. First the level to beat: a **bigram** model, which knows for every token
# how often each other token followed it, in the same text with the same tokens. It has 1,048,576 numbers, twice as many as
# the GPT below, and it has read the whole text.
#
# Why one author, and not all text there is? The budget is a minute on two cores. The first version of this notebook
# divided it between plays and an encyclopedia, in shorter tokens and a narrower model, and its kings said *"Asus is ving
# hath or part of besty drace"*.

# %% tags=["explore"]
sizes = {
    "small": dict(vocab_size=1024, context=64, d_model=128, n_heads=4, n_layers=2),
    "full": dict(vocab_size=4096, context=512, d_model=512, n_heads=8, n_layers=8, dropout=0.2),  # one GPU
}[scale]
V, T = sizes["vocab_size"], sizes["context"]
plays, articles = corpora.shakespeare(), corpora.wikipedia()
train_text = corpora.joined(plays["train"], speakers=True)
length = 60_000 if scale == "small" else None  # characters of each text that is kept for measuring
held_out_texts = {
    "plays": corpora.joined(plays["validation"], characters=length, speakers=True),
    "encyclopedia": corpora.joined(articles["validation"], characters=length),
}
tokenizer = tokenizers.trained(train_text, V)
train_ids = torch.tensor(tokenizer.encode_ordinary(train_text))
held_out = {name: torch.tensor(tokenizer.encode_ordinary(text)) for name, text in held_out_texts.items()}
bytes_per_token = {name: len(text.encode()) / len(held_out[name]) for name, text in held_out_texts.items()}
print(f"{len(train_ids):,} tokens to learn from, {len(held_out['plays']):,} of other plays")

counts = (
    torch.zeros(V, V).index_put_((train_ids[:-1], train_ids[1:]), torch.ones(()), accumulate=True).to(where)
)
singles = (torch.bincount(train_ids, minlength=V).to(where) + 1.0) / (len(train_ids) + V)


def bigram_loss(ids, strength):
    """strength: how much a rare token trusts the frequencies of single tokens."""
    p = (counts + strength * singles) / (counts.sum(1, keepdim=True) + strength)  # (V, V)
    return -p[ids[:-1], ids[1:]].log().mean().item()


# the best strength for this text: a little help for the other side
bigram = min(bigram_loss(held_out["plays"], strength) for strength in [1, 10, 100, 1000])
levels = {"bigram": bigram, "single tokens": -singles[held_out["plays"]].log().mean().item()}
print(f"ln V {math.log(V):.3f}", *(f"{name} {level:.3f}" for name, level in levels.items()), sep="   ")


# %% tags=["explore"]
@torch.no_grad()
def held_out_loss(model, ids, overlap=0):
    """Mean loss over a text, cut into segments.  ids: (N,)."""
    model.eval()
    inputs, targets = cut_segments(ids, T, overlap)
    total = count = 0
    for x, y in zip(inputs.split(64), targets.split(64)):
        scores = model(x.to(where))
        total += F.cross_entropy(scores.flatten(0, 1).float(), y.to(where).flatten(), reduction="sum").item()
        count += (y != -100).sum().item()
    model.train()
    return total / count


def sample(model, start, n_new=50, seed=0):
    ids = torch.tensor([tokenizer.encode_ordinary(start)], device=where)
    return tokenizer.decode(model.generate(ids, n_new, torch.Generator().manual_seed(seed))[0].tolist())


# %% [markdown]
# The loop is short because you have written its parts. Your AdamW moves the table of tokens, the positions, norms and
# biases. The matrices inside the blocks get a younger optimiser, Muon: a tenth of a bit per byte better in the same time.
# Here it is PyTorch's; the next sitting is about why it works, and you write it.
#
# While it runs, the figure grows and the model is asked to write.
# Watch the order in which it learns: which words are common, which follow which, then the form of a play: a name, a colon,
# a speech, an empty line.

# %% tags=["explore"]
steps, batch_size, peak, warmup = (1000, 16, 6e-3, 100) if scale == "small" else (6000, 64, 6e-4, 300)

if scale == "small" and answered("AdamW", "warmup_cosine", "train_step", "cut_segments"):
    torch.manual_seed(0)
    model = GPT(GPTConfig(**sizes)).to(where)
    matrices = [p for p in model.blocks.parameters() if p.ndim == 2]
    others = [p for name, p in model.named_parameters() if "blocks" not in name or p.ndim < 2]
    optimizer = AdamW(others, betas=(0.9, 0.95), weight_decay=0.05)
    muon = torch.optim.Muon(matrices, weight_decay=0.05)
    figure = LiveLosses(steps, levels)
    history, began = [], time.perf_counter()
    for step in range(steps):
        optimizer.lr = warmup_cosine(step, steps, warmup, peak, final=peak / 20)
        muon.param_groups[0]["lr"] = optimizer.lr * 20 / 3
        windows = draw_windows(train_ids, batch_size, T, seed=0, step=step).to(where)  # (B, T + 1)
        muon.zero_grad()
        loss, norm = train_step(model, optimizer, [(windows[:, :-1], windows[:, 1:])], max_norm=1.0)
        muon.step()
        history.append({"step": step + 1, "loss": float(loss), "grad_norm": float(norm), "lr": optimizer.lr})
        if (step + 1) % (steps // 8) == 0:
            history[-1]["val_loss"] = held_out_loss(model, held_out["plays"][:8000])
            figure.update(history)
        if (step + 1) % (steps // 4) == 0:
            print(f"--- step {step + 1}\n{sample(model, 'KING:')}\n")
    seconds = time.perf_counter() - began

# %% [markdown]
# **Scale full** is for a GPU: 28 million parameters, bfloat16, fused attention, compiled, with the finished
# loop of `utils.training` (it also saves, resumes bit for bit, accumulates, and runs on several GPUs under `torchrun`).
# It has *not been measured yet*: which loss it reaches, and in what time, is not known to this notebook.
#
# The same model then reads an encyclopedia. **Predict**: it has only ever read plays, so does a byte of it cost more than
# one of a play, and by how much?

# %% tags=["explore"]
if scale == "full":
    from utils.training import Settings, Trainer

    torch.manual_seed(0)
    model = GPT(GPTConfig(**sizes))
    settings = Settings(
        steps=steps, batch_size=batch_size, context=T, lr=peak, warmup=warmup, final_lr=0.05, evaluate_every=steps // 12,
        precision="bfloat16" if where == "cuda" else "float32", compile=where == "cuda",
    )  # fmt: skip
    trainer = Trainer(model, train_ids, settings, held_out["plays"], bytes_per_token["plays"], device=where)
    history = trainer.run(live=True, on_evaluation=lambda trainer: print(sample(trainer.model, "KING:\n")))
    seconds = sum(row["seconds"] for row in history)
    utilisation = trainer.utilisation(model.flops_per_token(T))
    if utilisation is not None:
        record("model FLOPs utilisation", utilisation, expected=(0, 1))

# %% tags=["explore"]
if answered("AdamW", "warmup_cosine", "train_step", "cut_segments"):
    plots.run_with_levels(history, {**levels, "ln V": math.log(V)})
    record("first loss minus ln V", history[0]["loss"] - math.log(V), expected=(-0.1, 0.1))
    record(
        "training loss, last 100 steps", sum(row["loss"] for row in history[-100:]) / 100, expected=(1, levels["bigram"])
    )  # fmt: skip
    losses = {name: held_out_loss(model, ids) for name, ids in held_out.items()}
    record("validation loss", losses["plays"], expected=(2, levels["bigram"] - 0.2))
    record("below the bigram model", levels["bigram"] - losses["plays"], expected=(0.2, 2))
    for name, loss in losses.items():
        record(f"bits per byte, {name}", loss / math.log(2) / bytes_per_token[name], expected=(1.0, 5))
    record("tokens per second", steps * batch_size * T / seconds)
    for overlap in [0, T // 2]:
        print(f"overlap {overlap:2d}: validation loss {held_out_loss(model, held_out['plays'], overlap):.3f}")

# %% [markdown]
# <details><summary>Answer</summary>Far more: a byte of an encyclopedia costs it nearly two thirds more. Most words are in both, but what it has learned is how people speak in plays. Bits per byte say so, and nats per token would not: a token that was made of plays holds fewer bytes of another text.</details>
#
# The model is below the bigram although it has read less than two thirds of the text, once: it must be using more than one token
# of context. The last two lines judge *the same model on the same tokens*: with overlap every token has at least half a
# context before it, and the loss is a little lower. A report should say which of the two it gives.
#
# **A scene to show.** Change the name or the seed, and keep the best one. It is all invented: no line is in Shakespeare,
# and some of the names are not either.

# %% tags=["explore"]
if answered("AdamW", "warmup_cosine", "train_step", "cut_segments"):
    print(sample(model, "JULIET:", n_new=200, seed=1))

# %% [markdown]
# How much context does it use? The loss at each place in the segment tells: at place 0 the model has one token, like
# the bigram.

# %% tags=["explore"]
if answered("AdamW", "warmup_cosine", "train_step", "cut_segments"):
    with torch.no_grad():
        inputs, targets = (part.to(where) for part in cut_segments(held_out["plays"], T, 0))
        scores = torch.cat([model(x).float() for x in inputs[:-1].split(64)])  # (segments, T, V)
        by_place = (
            F.cross_entropy(scores.transpose(1, 2), targets[:-1], reduction="none").mean(0).cpu()
        )  # (T,)
    plots.loss_by_place(by_place, levels["bigram"])

# %% [markdown]
# ## 11 · Post-LN, with and without warmup
#
# Lesson 03 measured that post-LN has large gradients in its last blocks before any training, and concluded that it
# needs a warmup. Here is the experiment: four blocks, the same data, the same peak rate, three seeds each. **Predict**
# the three curves. (The band is the spread over the seeds.)

# %% tags=["explore"]
if answered("AdamW", "warmup_cosine", "train_step"):

    def short_run(place, warmup, seed, steps=180, peak=4e-3):
        """Training losses of a short run, (steps,)."""
        torch.manual_seed(seed)
        model = GPT(GPTConfig(V, 32, d_model=64, n_heads=2, n_layers=4, norm=place)).to(where)
        for parameter in model.blocks.parameters():
            if parameter.ndim == 2:
                nn.init.xavier_uniform_(parameter)  # as the first transformer, and as in lesson 03
        optimizer = AdamW(model.parameters(), betas=(0.9, 0.95), weight_decay=0.0)
        losses = []
        for step in range(steps):
            optimizer.lr = warmup_cosine(step, steps, warmup, peak)
            windows = draw_windows(train_ids, 16, 32, seed=seed, step=step).to(where)
            loss, _ = train_step(model, optimizer, [(windows[:, :-1], windows[:, 1:])], max_norm=1e9)
            losses.append(float(loss))
        return torch.tensor(losses)

    runs = {
        name: torch.stack([short_run(place, warmup, seed) for seed in range(3)])
        for name, place, warmup in [
            ("post-LN, no warmup", "post", 0),
            ("post-LN, warmup of 80 steps", "post", 80),
            ("pre-LN, no warmup", "pre", 0),
        ]
    }
    plots.warmup_runs(runs, levels["single tokens"])
    last = {name: losses[:, -20:].mean(1) for name, losses in runs.items()}  # (seeds,) each
    for name, losses in last.items():
        print(
            f"{name:30s} last loss {losses.mean():.2f}, seeds from {losses.min():.2f} to {losses.max():.2f}"
        )
    without, with_warmup = last["post-LN, no warmup"], last["post-LN, warmup of 80 steps"]
    record(
        "post-LN: best seed without warmup minus worst seed with it",
        (without.min() - with_warmup.max()).item(),
        expected=(0.05, 2),
    )

# %% [markdown]
# <details><summary>Answer</summary>Without warmup post-LN falls as fast as pre-LN, to the level of single tokens, and stays
# there: the first full steps have broken the blocks, and what still learns is the table of frequencies. With warmup it
# loses fifty steps and then goes on, and comes near pre-LN. Pre-LN needs none.</details>
#
# The worst seed of post-LN with warmup is better than the best without, which is what "better" should mean with three
# seeds; it is still one small model at one learning rate.

# %% [markdown]
# ## 12 · The laboratory: six broken models
#
# Somebody has made one mistake in each of six training runs, A to F. All are small and ran for 150 steps on the same
# text, A for 400; H, in grey, is healthy. You get what you would have in practice: the loss curve, the length of the
# gradient, and the model, on which you can use `dependence`. **Diagnose each.** (The code is in
# `utils/topics/gpt/broken_runs.py`; looking there first takes the fun out of it.)
#
# Questions that help. Is the first loss ln V = 6.93, above it, or already below? Where does the curve settle: at the level of single tokens, near 0,
# nowhere? Does the gradient grow? Is the table of dependence a triangle?

# %% tags=["explore"]
patients = broken_runs.train_all(train_ids, V, steps=150, device=where)
plots.laboratory(
    {name: patient.history for name, patient in patients.items()}, math.log(V), levels["single tokens"]
)
if answered("dependence"):
    text_ids = held_out["plays"][:12].to(where)
    plots.dependences(
        {name: dependence(patient.model, text_ids, V).cpu() for name, patient in patients.items()}
    )
for name, patient in patients.items():
    ids = torch.tensor([tokenizer.encode_ordinary("KING:\n")], device=where)
    written = tokenizer.decode(patient.model.generate(ids, 16, torch.Generator().manual_seed(0))[0].tolist())
    print(
        f"{name}: first loss {patient.history[0]['loss']:6.2f}, last {patient.history[-1]['loss']:6.2f}   {written!r}"
    )

# %% [markdown] nbgrader={"grade_id": "written_c", "grade": true, "solution": true, "points": 3}
# **Written question** (graded by hand). For each of A to F: what is broken, and which *two* observations (curve, first
# loss, gradient, dependence, sample) told you? One or two sentences each. Then: two of the six have an excellent training
# loss. Which one-line test, run before any training, finds each of them?
#
# ### BEGIN SOLUTION
# **Model answer.** A: no causal mask; the loss is the healthy one for 300 steps, until the model finds out where the answer
# stands, and then falls to almost nothing; the table of dependence is full above the diagonal. B: gradients are never set to zero; their length grows with the steps and the curve does not settle (it
# rises, or moves in waves). C: softmax before cross-entropy; the first loss is ln V, the curve is almost flat there
# and the gradient is tiny. D: the targets are not shifted; the loss goes to 0 within a few dozen steps although the
# dependence is a proper triangle (with a strong diagonal), the first loss is below ln V already, and the sample repeats
# one token. E: token vectors drawn with deviation 1 with tied
# weights; the first loss is far above ln V and comes down slowly. F: inputs and targets are from different windows; the
# curve is healthy at first and then settles at the level of single tokens, because nothing in the input tells anything
# about the target. A and D look excellent. Before training: dependence(...) must be 0 above the diagonal (A); the targets
# of a printed batch must be the inputs one place on, targets[:, :-1] == inputs[:, 1:] (D, and F too).
#
# **Rubric.** 2 points for the six diagnoses (a third of a point each, with at least one right observation), 1 point for
# the two tests.
# ### END SOLUTION

# %% [markdown]
# What was broken comes back with your graded notebook; until then you have only what you observed, as in practice.
#
# **What you have now.** A language model, from bytes to lines in the form of a play, every part of it yours, and a
# first-aid kit. The fourth sitting has a younger optimiser, and a way to know a loss before it is paid for. And the model
# recomputes everything for each new token; lesson 05 puts an end to that.
