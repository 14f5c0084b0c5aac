# %% [markdown]
# # 00 · How this course works
#
# ```
# letters by frequency:
#   what shall we do with the aa k holhieoe  n iouytts  ysgefruw vdhd aege
#
# one letter of context:
#   what shall we do with the houpin tioum towar basimey seve st in asllou
# ```
#
# The second text was written by the smallest language model that reads anything at all. It looks at a single letter,
# has 756 parameters, and learns in a second. It can't spell, but you can nearly pronounce what it writes. In this
# notebook you'll write its parts and put them together. In lesson 04 your own GPT will continue the same line, and by
# then the model will know words.
#
# That is how this course works: you build transformers yourself, one small piece at a time, and every piece is checked
# the moment you run it. If an answer is wrong, the check tells you what is wrong with it, and in most cases which mistake
# you made.
#
# To run a cell, click into it and press Shift+Enter. Start with the first cell below this table.
#
# | | |
# |---|---|
# | Uses | Python and some basic PyTorch |
# | Time | {{minutes}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% nbgrader={"grade_id": "imports", "locked": true}
try:
    from autograder.checks import answered, backward, check, load_weights
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None
import torch
from torch import nn

from autograder import doctor
from utils import corpora, devices, metrics, own_model
from utils.plots import course_map, interactive
from utils.topics.bigrams import figures as plots
from utils.topics.bigrams import letters

# %% tags=["parameters"]
# every notebook has these two parameters
device = "auto"  # "auto", "cpu", "cuda" or "mps"
scale = "small"  # "small" for a laptop, "full" for a GPU

# %% nbgrader={"grade_id": "where", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% [markdown]
# ## 1 · Is everything installed?
#
# The next cell checks. If something is missing, it tells you what to type.

# %% tags=["explore"]
_ = doctor.environment()

# %% [markdown]
# Your code may import any package that is installed here: besides PyTorch, that includes NumPy, SciPy, `regex` and `einops`
# (`rearrange(x, "b t (h d) -> b h t d", h=8)`, if you like to write shapes as words). The line under an
# exercise's heading lists what you may not use.
#
# Here is a map of the course, by subject; the number in a box tells you when it comes. Each box is a notebook, or a part
# of one, with a list of what you'll write in it.

# %% tags=["explore"]
course_map.show(here="00_welcome")

# %% [markdown]
# ## 2 · Exercises, hints, checks and points
#
# An exercise is a cell with a function or a class whose body is missing. Replace `raise NotImplementedError()` with
# your own code and run the cell. Below it are **hints**, folded away: first a question, then a pointer, then the steps
# in pseudocode. Open one only when you are stuck; each gives away a little more than the one before.
#
# Below the hints is a **check**. When you run it, it calls your code on a few inputs and compares the results with an
# independent reference: PyTorch's own layer, a formula worked out in double precision, or a table from a paper.

# %% [markdown]
# When everything is right, the check prints one green line. When something differs, it opens a panel. Here is one for an
# exercise that we made up: `times_table(a, b)` should return a multiplication table, with one row for each number in `a`
# and one column for each number in `b`, and the total of all its entries.
#
# > **times_table** · 1 of 3 points
# >
# > table · has shape (3, 5), expected (5, 3), for a (5,), b (3,)<br>
# > total · agrees
# >
# > This is what comes out when **the rows and columns are swapped**.<br>
# > *Why it matters* · Code that looks up row i for number i of a gets the wrong products. If a and b had the same
# > length, even the shape would look right.<br>
# > *Look at* · For a = [1, 2] and b = [10, 20, 30], how many rows should the table have?

# %% [markdown]
# Read it from top to bottom. The first line shows your points. Below it is one row per result, which tells you how
# yours differs from the reference, and for which input: here `a` held five numbers and `b` three. Most results earn
# points on their own, so half an answer can earn half the points. The last part appears only if your results are exactly what a common mistake produces: it names the mistake and asks a
# question that leads you to it. If the panel has no name for your mistake, the rows are your clues: a shape, a factor,
# the first index that differs.

# %% [markdown]
# - A check never stops the notebook. Run all cells as often as you like; a cell without an answer is shown as not answered.
# - Your work is graded later, on inputs other than the ones used here. Correct code also passes on those; memorized
#   numbers don't.
# - A cell that begins with `if answered("…")` builds on your answer and waits for it. If your answer makes such a cell
#   fail, one line tells you which answer to fix first (click on it to see the whole error), and the cells after it
#   still run.
# - A line such as *Easy · 8 minutes · without `layer_norm`* tells you how long an exercise takes and which functions
#   you may not call. Close relatives are also excluded (if `nn.Linear` is, so is `F.linear`), and so are functions in
#   `utils` that solve the exercise.
#
# Comments at the end of a line give shapes: `# (B, T, D)` is a batch of B sequences of T vectors of width D.

# %% [markdown]
# ## 3 · Shapes, and an axis to work along
#
# A tensor is a grid of numbers, and its axes have no names except the ones you keep in your head. The next cell loads a
# table with one row for each of Shakespeare's plays and one column for each letter; each entry is that letter's share
# of the play's letters. Its shape is `(38, 26)`.
#
# Nearly every line of a transformer works *along* one axis and leaves the others alone, so the question to ask of each
# line is "along which axis?". `x.mean(dim=0)` runs down the columns: one mean per letter, over all plays.
# `x.mean(dim=1)` runs along the rows: one mean per play. With `keepdim=True` the axis stays, with length 1, and
# **broadcasting** stretches it again when you subtract: `(38, 26) − (1, 26)` subtracts each letter's mean from that
# letter's column.

# %% tags=["explore"]
plays, shares = letters.shares_by_play()  # 38 titles, (38, 26) share of each letter in each play
shares = shares.to(where)
print(
    f"shares {tuple(shares.shape)}   along dim 0 {tuple(shares.mean(dim=0, keepdim=True).shape)}   "
    f"along dim 1 {tuple(shares.mean(dim=1, keepdim=True).shape)}"
)

# %% [markdown]
# ### Exercise 1 · `standardize`
#
# *Easy · 8 minutes · without `layer_norm`, `batch_norm`, `instance_norm`*
#
# Which letters does *King Lear* use more than the average play? Raw shares can't tell you, because *e* comes first in
# every play. What you can compare is each letter's distance from its mean, in standard deviations:
#
# $$z = \frac{x - \mu}{\sigma}, \qquad \mu = \frac1n \sum_i x_i, \qquad \sigma^2 = \frac1n \sum_i (x_i - \mu)^2,$$
#
# with $\mu$ and $\sigma$ taken along one axis. **Layer normalization**, a part of every transformer block, is this
# formula along the feature axis. It divides by $n$ and not by $n - 1$, because these $n$ numbers are all there are, not
# a sample. The check uses inputs whose standard deviations range from a
# millionth to a million.


# %% nbgrader={"grade_id": "standardize", "solution": true}
def standardize(x, dim):
    """Shift and scale x so that along `dim` it has mean 0 and standard deviation 1.

    x: a float tensor of any shape, with large or tiny values, not modified; no slice
    along `dim` is constant.
    dim: the axis.  Returns a tensor with the shape of x.
    The standard deviation divides by n.
    """
    ### BEGIN SOLUTION
    centred = x - x.mean(dim=dim, keepdim=True)
    variance = centred.square().mean(dim=dim, keepdim=True)
    return centred / variance.sqrt()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "standardize_hints", "locked": true}
# <details><summary>A question to start from</summary>If x is (38, 26) and you work along dim 0, how many means are
# there, and what shape must they have so you can subtract them from x?</details>
# <details><summary>A pointer</summary>Two steps: subtract the mean, then take the mean of the squares of the result.
# Take both means along the same axis, and keep that axis.</details>
# <details><summary>In pseudocode</summary>Subtract the mean along dim. Square, take the mean along dim, take the square
# root: that is the standard deviation. Divide by it.</details>
# <details><summary>I get "The size of tensor a must match the size of tensor b"</summary>Print the shape of your mean.
# Without keepdim=True the axis is gone, and broadcasting lines up the wrong axes.</details>


# %% nbgrader={"grade_id": "check_standardize", "grade": true, "locked": true, "points": 3}
@check("standardize")
def _(x, dim):
    z = standardize(x, dim)
    return {
        "standardized": z,
        "x unchanged": {"standardized": z, "x": x, "a tensor": isinstance(z, torch.Tensor)},
    }


# %% [markdown]
# **Predict, then run.** Compared with the average play, which letter will *King Lear* overuse most: a frequent one such
# as *e*, or a rare one?

# %% tags=["explore"]
if answered("standardize"):
    plots.standout_letters(plays, shares.cpu(), standardize(shares, dim=0).cpu())

# %% [markdown]
# <details><summary>Answer</summary>A rare one, <i>k</i>: 1.4 standard deviations above the mean of all plays, though
# only one letter in a hundred is a <i>k</i>. The letter farthest below its mean is <i>b</i>, by 1.5 standard
# deviations.</details>

# %% [markdown]
# ## 4 · Modules and gradients
#
# An `nn.Module` keeps parameters and knows how to use them. Assigning an `nn.Parameter` in `__init__` registers it under its
# name; `forward` defines what the module computes. `loss.backward()` then walks back through every operation that led to the
# loss (**backpropagation**) and fills each parameter's `.grad` with the derivative of the loss with respect to it. The
# record of these operations is the **computation graph**. An operation that steps outside it (`.detach()`, `.item()`, a tensor
# rebuilt from numbers) silently cuts the gradient off.

# %% [markdown]
# ### Exercise 2 · `Affine`
#
# *Easy · 10 minutes · without `nn.Linear`, `F.linear`*
#
# The most common layer of all maps a vector of width *in* to one of width *out*: $y = x W^\top + b$. As in PyTorch, the
# weight has one **row for each output**, so $W$ has the shape (out, in), and you transpose it before you multiply the
# rows of $x$ by it. In a transformer, this layer computes the queries, the keys and the values, and two of these layers
# make up the feed-forward part. The parameters are already there. Keep their names and shapes, because the check copies
# weights into them.


# %% nbgrader={"grade_id": "Affine", "solution": true}
class Affine(nn.Module):
    """y = x Wᵀ + b along the last axis.

    weight: (n_out, n_in).  bias: (n_out,).  forward: (..., n_in) → (..., n_out).
    """

    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in) / n_in**0.5)  # (n_out, n_in)
        self.bias = nn.Parameter(torch.zeros(n_out))  # (n_out,)

    def forward(self, x):
        ### BEGIN SOLUTION
        return x @ self.weight.T + self.bias  # (..., n_out)
        ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "Affine_hints", "locked": true}
# <details><summary>A question to start from</summary>In a matrix product (a, b) @ (b, c) the inner sizes must match. Which axis of the
# weight has to match the last axis of x?</details>
# <details><summary>A pointer</summary>The bias has one number per output. Broadcasting lines up shapes from the right,
# so the bias lands on the last axis by itself.</details>
# <details><summary>In pseudocode</summary>Multiply x by the transposed weight, then add the bias.</details>
# <details><summary>I get "mat1 and mat2 shapes cannot be multiplied"</summary>The two inner sizes are in the message. One of them is
# n_in, and the other should be too.</details>


# %% nbgrader={"grade_id": "check_Affine", "grade": true, "locked": true, "points": 3}
@check("Affine")
def _(x, gradient, weights, n_in, n_out):
    layer = load_weights(Affine(n_in, n_out), weights)
    x.requires_grad_()
    y = layer(x)
    backward(y, gradient)
    return {"output": y, "grad_x": x.grad, "grad_weight": layer.weight.grad, "grad_bias": layer.bias.grad}


# %% [markdown]
# ## 5 · Random draws that you can repeat
#
# A language model gives probabilities. To generate text, you draw from these probabilities, which is called
# **sampling**. All randomness in this course comes from a `torch.Generator` that is passed to the code that needs it. A
# generator is a stream of numbers with a current position: the same seed gives the same stream, and every draw advances
# the position. If a function ignores its generator, its results can't be reproduced; if it sets the seed again on every
# call, it repeats itself forever.
#
# ### Exercise 3 · `sample_letters`
#
# *Medium · 10 minutes*
#
# Draw *n* indices independently (with replacement), index $i$ with probability $p_i$. PyTorch has a function for that,
# and it takes a generator. The call is easy once you have read the function's documentation. The check only compares
# how often each index comes up, so your code may use the generator in its own way.


# %% nbgrader={"grade_id": "sample_letters", "solution": true}
def sample_letters(probs, n, generator):
    """Draw n indices independently, index i with probability probs[i].

    probs: (V,) probabilities.  n: how many draws, at least 1, perhaps more than V.
    generator: the torch.Generator to draw from.  Returns (n,) int64.
    """
    ### BEGIN SOLUTION
    return torch.multinomial(probs, n, replacement=True, generator=generator)  # (n,)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "sample_letters_hints", "locked": true}
# <details><summary>A question to start from</summary>Can the same letter come up twice? What does PyTorch's function do by default?</details>
# <details><summary>A pointer</summary>Read the signature in the documentation: <code>torch.multinomial</code> has two
# arguments besides the probabilities and the number of draws, and both matter here.</details>
# <details><summary>In pseudocode</summary>Either make one call that passes the generator and allows repeats, or draw n
# uniform numbers from the generator and find the position of each in the cumulative sums of the
# probabilities.</details>
# <details><summary>I get "cannot sample n_sample > prob_dist.size(-1)"</summary>Without replacement there are only V indices to
# draw.</details>


# %% nbgrader={"grade_id": "check_sample_letters", "grade": true, "locked": true, "points": 3}
@check("sample_letters")
def _(probs, n, calls, seed):
    def draws(generator):  # n letters from each call, end to end
        return torch.cat([sample_letters(probs, n, generator) for _ in range(calls)])

    generator = torch.Generator().manual_seed(seed)
    first = draws(generator)
    second = draws(generator)  # the stream goes on, so these are new
    again = draws(torch.Generator().manual_seed(seed))
    return {"letters": first, "pairs": first * len(probs) + second, "again": again}


# %% [markdown]
# ## 6 · The smallest language model
#
# A language model gives the probability of the next symbol, given what came before. The smallest useful one looks at only
# the previous symbol and is called a **bigram model**. Ours is an `Affine` from 27 inputs (26 letters and the space,
# which we count as a letter here; one input is 1 and the rest are 0) to 27 scores, one for each letter that could follow.
# Softmax turns scores into probabilities, the loss is the average of $-\log p$ of the letter that actually came next
# (**cross-entropy**), and gradient descent does the rest. You will write each of these steps yourself in later lessons.
#
# **Predict, then run.** With 27 equally likely symbols the loss is $\ln 27 \approx 3.30$. Will the loss of a model that
# sees only one letter end up closest to 3, 2 or 1?

# %% tags=["explore"]
if answered("Affine"):
    text = letters.letters_only(corpora.joined(corpora.shakespeare()["train"], characters=200_000))
    symbols = letters.SYMBOLS  # a space and a to z
    ids = letters.as_indices(text)  # (N,)
    followed_by = torch.zeros(27, 27).index_put_(
        (ids[:-1], ids[1:]), torch.tensor(1.0), accumulate=True
    )  # (27, 27)
    followed_by, one_hot = followed_by.to(where), torch.eye(27, device=where)

    torch.manual_seed(0)
    model = Affine(27, 27).to(where)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.3)
    losses = []
    for _ in range(200):
        scores = model(one_hot)  # (27, 27) row i: scores of what follows symbol i
        loss = -(followed_by * scores.log_softmax(dim=-1)).sum() / followed_by.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    plots.training(losses, start=torch.log(torch.tensor(27.0)).item())
    metrics.record("bigram loss, nats per letter", losses[-1], expected=(2.25, 2.45))

# %% [markdown]
# <details><summary>Answer</summary>Closer to 2: about 2.3 nats. The model has learned which letter follows which, and one letter
# has nothing more to teach it.</details>
#
# Now let it write. From here to the last lesson, each model that you build will continue the same line. This is the
# first of these continuations; a page at the end of the course collects them all.

# %% tags=["explore"]
opening = letters.letters_only(own_model.OPENING_LINE)
if answered("Affine", "sample_letters"):
    probabilities = model(one_hot).softmax(dim=-1).detach().cpu()  # (27, 27), on the CPU like the generator
    share = torch.bincount(ids, minlength=27) / len(ids)  # (27,)
    generator = torch.Generator().manual_seed(1)

    one_by_one = "".join(symbols[i] for i in sample_letters(share, 45, generator))
    line = opening
    while len(line) < 70:
        line += symbols[int(sample_letters(probabilities[symbols.index(line[-1])], 1, generator))]
    own_model.note_opening("00", line, "which letter follows which")
    print(f"letters by frequency   {opening}{one_by_one}")
    print(f"one letter of context  {line}")
    print(f"Shakespeare            {text[:70]}")
    plots.letter_counts(symbols, share, sample_letters(share, 5000, generator))

# %% [markdown]
# Letters drawn according to their frequencies appear in the right proportions, but they spell nothing. One letter of
# context gives syllables. So why not count what follows two letters, or five? **Predict**, then move the slider: take
# the last six letters of `what shall we do with th`, spaces included. At how many positions in the text do they occur?

# %% tags=["explore"]
beginning = "what shall we do with th"
if answered("Affine"):

    def following(n):
        ending = beginning[len(beginning) - n :]
        found = [text[i + n] for i in range(len(text) - n) if text.startswith(ending, i)]
        plots.following(ending, torch.bincount(letters.as_indices("".join(found)), minlength=27), symbols)

    interactive.slider(following, range(7), "letters to match", start=1)

# %% [markdown]
# <details><summary>Answer</summary>At 58 of 190,333 positions, and about half the time the next letter is <i>e</i>.
# There are 27⁶, or 387 million, possible sequences of six letters, and nearly all of them never occur in this text, so
# counting can't go much further. A better model has to notice which beginnings resemble each other.</details>
#
# The rest of this course is about getting from syllables to sentences, and from there to answers.

# %% [markdown]
# ## 7 · One question in words
#
# *Easy · 5 minutes*
#
# Each lesson has one question whose answer is read by a person. Two or three sentences are enough.
#
# The model above reached a loss of about 2.3 nats per letter. Explain to a friend why no amount of training on more
# Shakespeare would bring this model's loss down much further, and what would have to change.

# %% [markdown] nbgrader={"grade_id": "written_bigram_limit", "grade": true, "solution": true, "points": 2}
# ### BEGIN SOLUTION
# The model sees one letter, so the best it can do is to know exactly how often any letter follows any other. With
# 200,000 letters those 27 × 27 shares are already measured well; what remains is uncertainty that one letter of context
# cannot remove (the conditional entropy of the next letter given the last). A lower loss needs a model that sees more
# of what came before.
#
# **Rubric.**
#
# - a, 1 point: names one letter of context as the limit, not a lack of data or of training
# - b, 1 point: says that more context is what helps
# ### END SOLUTION

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
