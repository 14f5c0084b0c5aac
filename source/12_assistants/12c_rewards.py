# %% [markdown]
# # Lesson 12 · Assistants
# ## Third sitting: preferences and rewards
#
# A small model that adds numbers was rewarded for every right digit it wrote. After 60 steps its reward had risen from a
# half to more than three quarters. Of 300 sums it had never seen, it solved not one.
#
# Nothing was broken. The model had found the cheapest way to be rewarded, and you will watch it do so. In this sitting,
# models learn from being told which of two answers is better, or from a program that can tell right from wrong. The
# last training stage of nearly every chat model works like this, and such a model is at best as good as the judgment it
# was trained on.
#
# | | |
# |---|---|
# | Uses | log-probabilities (lesson 04), sampling (06), adapters (09) and SmolLM2 (11), all given |
# | Time | {{minutes, running 3}} minutes, {{exercise_minutes}} of them on exercises |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the written question |

# %% [markdown]
# Notation: B rows, T tokens, V tokens in the vocabulary; P prompts, G answers to each, so N = P · G answers in all.
#
# <details><summary>1. What is the logarithm of a probability of 1, and of 0?</summary>0, and minus infinity (lesson 00).</details>
# <details><summary>2. Which position of the logits predicts token t?</summary>Position t − 1 (lesson 04).</details>
# <details><summary>3. Why is a sequence of ten tokens less likely than its first five?</summary>Log-probabilities are at most 0, and they add (lesson 04).</details>
# <details><summary>4. The weights of a model stay as they are, and small matrices beside them are trained. What is that called?</summary>LoRA, a low-rank adapter: the change to each matrix is a product of two thin ones (lesson 09).</details>
# <details><summary>5. What is the gradient of a sampled token's log-probability good for?</summary>A step along it makes that token more likely in this context (lesson 04: it is minus the gradient of the loss).</details>

# %% nbgrader={"grade_id": "imports_c", "locked": true}
try:
    from autograder.checks import answered, backward, check
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This notebook needs the course packages, which this Python lacks: stop JupyterLab and start it with `make lab` in the course folder (from a zip file: with the second command in START.md)."
    ) from None

import math  # noqa: F401  (for your answers)

import torch
import torch.nn.functional as F

from utils import devices
from utils.metrics import largest, record
from utils.topics.assistants import reward_figures as reward_plots
from utils.topics.assistants.intervals import counted, difference

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% nbgrader={"grade_id": "where_c", "locked": true}
where = devices.choose(device)  # models and tensors go here: "cpu", "cuda" or "mps"

# %% tags=["explore"]
from utils.topics.assistants.assistant import Assistant

assistant = Assistant(where)

# %% [markdown]
# ## 1 · From rankings to pairs: `ranking_pairs`
#
# *Easy · 6 minutes*
#
# **Supervised fine-tuning** (SFT, lesson 09) needs right answers. There are three well-known ways to go on from there:
#
# | method | signal | how the model learns from it |
# |---|---|---|
# | **RLHF** (Ouyang et al. 2022) | people rank answers | a **reward model** (section 2) learns to predict the rankings, and PPO (section 6) trains the chat model to score high |
# | **DPO** (section 4) | one answer is better than another | directly, through a loss on the pair |
# | **GRPO** (sections 5 to 7) | a reward for each answer, here from a program | answers that beat the average become more likely |
#
# RLHF stands for *reinforcement learning from human feedback*. You will train with DPO and GRPO; for RLHF you build
# only the two losses.
#
# People are better at comparing than at grading, so they are shown several answers and put them in order. An example
# from one lecture stores such a judgment as `"ranking": [3, 1, 2]`. Which answer is the best one?
#
# <details><summary>Answer</summary>You can't know. As an <b>order</b>, the list names the answers from best to worst, and the third one wins. As <b>ranks</b>, it gives the rank of each answer in turn, and the second one wins. A format has to say which of the two it means; in this course's records it is an order.</details>


# %% tags=["explore"]
reward_plots.methods()


# %% nbgrader={"grade_id": "ranking_pairs", "solution": true}
def ranking_pairs(numbers, kind):
    """The pairs of a better and a worse candidate that a ranking contains.

    numbers: a list of K int, K at least 2; not modified.  kind: "order" if they are the
    numbers of all K candidates, from 1 to K, the best first; "ranks" if they are the
    ranks of the candidates in turn, where 1 is the best and equal ranks are ties.
    Returns (M, 2) int64: in each row the index of the better candidate and that of the
    worse one, both counted from 0. Each pair of candidates gives one row, or none if
    the two are tied. The rows may come in any order.
    """
    ### BEGIN SOLUTION
    K = len(numbers)
    if kind == "order":
        ranks = [numbers.index(k + 1) for k in range(K)]
    else:
        ranks = numbers
    pairs = [(i, j) for i in range(K) for j in range(K) if ranks[i] < ranks[j]]
    return torch.tensor(pairs, dtype=torch.int64).reshape(-1, 2)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "ranking_pairs_hints", "locked": true}
# <details><summary>A question to start from</summary>How many pairs do three candidates give if none are tied, and how many if all three are?</details>
# <details><summary>A pointer</summary>If you turn an order into ranks first, the rest is the same for both kinds. Where in the list is candidate k?</details>
# <details><summary>In pseudocode</summary>Find the rank of each candidate. Go through all ordered pairs (i, j) and keep those in which i has the smaller rank. Turn them into a tensor, and make sure that it has two columns even when there isn't a single pair.</details>


# %% nbgrader={"grade_id": "check_ranking_pairs", "grade": true, "locked": true, "points": 2}
@check("ranking_pairs")
def _(numbers, kind):
    pairs = ranking_pairs(numbers, kind)
    if isinstance(pairs, torch.Tensor) and pairs.ndim == 2 and pairs.shape[1] == 2:
        pairs = pairs[(pairs[:, 0] * len(numbers) + pairs[:, 1]).argsort()]  # the rows may come in any order
    return {"pairs": pairs, "numbers unchanged": {"pairs": pairs, "numbers": numbers}}


# %% [markdown]
# ## 2 · A reward model: `reward_model_loss`
#
# *Medium · 9 minutes*
#
# A reward model reads a prompt and an answer and returns one number, the reward. How can it be trained if all you have is
# "this one is better"? Bradley and Terry (1952) connected comparisons with ratings: an answer with reward $r_1$ beats one
# with reward $r_2$ with probability
#
# $$P(1 \text{ beats } 2) = \sigma(r_1 - r_2)$$
#
# So the loss of a pair is $-\log \sigma(r_{\text{better}} - r_{\text{worse}})$: how surprising people's choice is. It is
# the loss of a classifier whose logit is a difference. Only differences matter, so adding 5 to all rewards changes
# nothing.
#
# A ranking of nine answers contains 36 pairs, but a ranking of two contains only one. So Ouyang et al. (2022, equation
# 1) average over the pairs of each prompt first, and then over the prompts.


# %% nbgrader={"grade_id": "reward_model_loss", "solution": true}
def reward_model_loss(rewards, pairs, prompts):
    """The Bradley–Terry loss of a reward model (Ouyang et al. 2022, equation 1).

    rewards: (N,) float32, one for each answer.
    pairs: (M, 2) int64, M at least 1: indices of the better and of the worse answer.
    prompts: (M,) int64, the index of each pair's prompt. Indices may be skipped, and a
    prompt's pairs need not be adjacent.
    Returns a scalar: average −log σ(better − worse) over the pairs of each prompt, then
    average these means over all prompts that occur. It is finite for differences of up
    to 1e30.
    """
    ### BEGIN SOLUTION
    margins = rewards[pairs[:, 0]] - rewards[pairs[:, 1]]  # (M,)
    losses = -F.logsigmoid(margins)  # (M,)
    _, which = prompts.unique(return_inverse=True)  # (M,) numbers without gaps
    times = which.bincount()  # pairs of each prompt
    return (losses / times[which]).sum() / len(times)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "reward_model_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>One prompt has three pairs and another one has one. How much should each of the four pairs weigh?</details>
# <details><summary>A pointer</summary>The logarithm of a sigmoid that has been rounded to 0 is lost; the library computes both in one step. <code>unique(return_inverse=True)</code> numbers the prompts without gaps.</details>
# <details><summary>In pseudocode</summary>Look up both rewards of each pair and subtract. Turn the differences into losses. Divide each loss by the number of pairs of its prompt, sum, and divide by the number of prompts.</details>


# %% nbgrader={"grade_id": "check_reward_model_loss", "grade": true, "locked": true, "points": 3}
@check("reward_model_loss")
def _(rewards, pairs, prompts):
    rewards.requires_grad_()
    loss = reward_model_loss(rewards, pairs, prompts)
    backward(loss, torch.ones_like(loss))
    return {"loss": loss, "grad_rewards": rewards.grad}


# %% [markdown]
# Now train a reward model. The prompt is the first sentence of an article, and the task is to describe the article in a
# few words. The three candidates were all written by people: the article's own description, the sentence repeated, and
# the description of another article. A rule of ours ranks them in this order, so this is a model of *our* preference;
# no one was asked. The reward model is a linear layer on MiniLM's embeddings (lesson 07): 769 parameters, trained on
# 400 rankings.
#
# The plain cosine between prompt and answer is the baseline. It measures whether an answer is on topic. **Predict** the
# share of held-out pairs that the cosine ranks correctly (its **pairwise accuracy**), and whether the reward model does
# better.

# %% tags=["explore"]
from utils.topics.assistants import reward_model

if answered("ranking_pairs", "reward_model_loss"):
    shares = []
    for seed in range(3):
        ranked, judged = reward_model.rankings(where, seed=seed)
        judge = reward_model.fit(ranked, ranking_pairs, reward_model_loss, seed=seed)
        pairs, _ = reward_model.pairs_of(judged, ranking_pairs)
        cosines = (judged.prompts[:, None] * judged.answers).sum(2).flatten()  # (3 P,)
        with torch.no_grad():
            rewards = judge(judged.prompts, judged.answers).flatten()  # (3 P,)
        shares.append((reward_model.share_won(cosines, pairs), reward_model.share_won(rewards, pairs)))
        print(f"seed {seed}: cosine {shares[-1][0]:.3f}, reward model {shares[-1][1]:.3f}")
    record(
        "share of held-out pairs that cosine ranks correctly, best of three seeds",
        largest(s for s, _ in shares),
        expected=(0.64, 0.69),
    )
    record(
        "share of held-out pairs that rewards rank correctly, worst of three seeds",
        min(s for _, s in shares),
        expected=(0.8, 0.9),
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# The cosine ranks two thirds of the pairs correctly and always fails in the same way: nothing is closer to a sentence
# than the sentence itself, so it puts the copy first. Over three seeds, the reward model ranks 84 to 87 % of the pairs
# correctly. It had to learn from pairs alone that an answer should be about the right thing, and shorter than the copy.
# It can't know more than its training data: it has never seen an answer that is brief, on topic and false.
#
# </details>

# %% [markdown]
# ## 3 · Scoring an answer: `completion_logprob`
#
# *Medium · 10 minutes*
#
# Now for the model that writes the answers. The model that learns from preferences or rewards is called the **policy**,
# $\pi$. DPO needs to know how likely the policy is to write a whole answer (PPO and GRPO use the same terms, token by
# token):
#
# $$\log \pi(y \mid x) = \sum_t \log \pi(y_t \mid x, y_{<t})$$
#
# The sum runs over the tokens of the *answer* $y$ only, not over the prompt or the padding.


# %% nbgrader={"grade_id": "completion_logprob", "solution": true}
def completion_logprob(logits, ids, prompt_lengths, lengths):
    """The log-probability of each completion, summed over its tokens.

    ids: (B, T) int64, each row a prompt, its completion and padding (any valid ids).
    logits: (B, T, V) float32, what a causal model returns for ids.
    prompt_lengths: (B,) int64, the number of tokens of each prompt, 1 or more.
    lengths: (B,) int64, the number of tokens of prompt and completion together.
    Nothing is modified.
    Returns (B,) float32. For each position t of a row from prompt_lengths to
    lengths − 1, both included, take the log-probability that logits[t − 1] give to
    ids[t], and sum them; 0 for an empty completion. Gradients reach the logits.
    """
    ### BEGIN SOLUTION
    scores = logits[:, :-1].log_softmax(dim=-1).gather(2, ids[:, 1:, None])[..., 0]  # (B, T−1)
    place = torch.arange(1, ids.shape[1], device=ids.device)  # (T−1,)
    counts = (place >= prompt_lengths[:, None]) & (place < lengths[:, None])  # (B, T−1)
    return (scores * counts).sum(dim=1)  # (B,)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "completion_logprob_hints", "locked": true}
# <details><summary>A question to start from</summary>Which logits predict the first token of the answer?</details>
# <details><summary>A pointer</summary>Leave out the last logits and the first token: both then have T − 1 positions, and these line up. <code>gather</code> picks one of V for each position.</details>
# <details><summary>In pseudocode</summary>Log-probabilities over V, without the last position. Pick those of the tokens from the second on. Which of these positions lie within the answer of their row? Sum those.</details>


# %% nbgrader={"grade_id": "check_completion_logprob", "grade": true, "locked": true, "points": 3}
@check("completion_logprob")
def _(logits, ids, prompt_lengths, lengths, gradient):
    given = [logits.clone(), ids.clone(), prompt_lengths.clone(), lengths.clone()]
    logits.requires_grad_()
    sums = completion_logprob(logits, ids, prompt_lengths, lengths)
    backward(sums, gradient)
    same = [torch.equal(a, b) for a, b in zip(given, (logits, ids, prompt_lengths, lengths))]
    return {"sums": sums, "grad_logits": logits.grad, "arguments unchanged": {"sums": sums, "same": same}}


# %% [markdown]
# ## 4 · Learning from preferences: `dpo_loss`
#
# *Medium · 8 minutes*
#
# RLHF trains a reward model and then a policy that pleases it. Rafailov et al. (2023) found that you can do without the
# reward model, because a policy
# $\pi$ *is* one, if you compare it with the **reference** $\pi_{\mathrm{ref}}$ that it started from. This is **direct
# preference optimization** (DPO, equations 5 to 7):
#
# $$\hat r(x, y) = \beta \log \frac{\pi(y \mid x)}{\pi_{\mathrm{ref}}(y \mid x)}, \qquad
# \mathcal L = -\frac{1}{B} \sum \log \sigma\big(\hat r(x, y_w) - \hat r(x, y_l)\big)$$
#
# $y_w$ was chosen, $y_l$ rejected. Only the *change* from the reference counts, so at the start a long or unusual
# answer is at no disadvantage. The larger β is, the smaller the change needed to win the comparison, so the policy
# stays closer to the reference.
#
# What is the loss before the first step, when the policy is still the reference?
#
# <details><summary>Answer</summary>Both rewards are 0, σ(0) is one half, and −log 0.5 is 0.693, whatever β is.</details>


# %% nbgrader={"grade_id": "dpo_loss", "solution": true}
def dpo_loss(policy_chosen, policy_rejected, reference_chosen, reference_rejected, beta):
    """The loss of direct preference optimization (Rafailov et al. 2023, equation 7),
    and the margin of each pair.

    policy_chosen, policy_rejected, reference_chosen, reference_rejected: (B,) float32,
    log-probabilities of the chosen and the rejected answers under the policy being
    trained and under the reference.  beta: a float above 0.
    Returns the loss, a scalar: the mean over the pairs; finite however large the
    differences are. And the margins (B,), with or without a gradient: the implicit
    reward of the chosen answer minus that of the rejected one, β included.
    """
    ### BEGIN SOLUTION
    chosen = beta * (policy_chosen - reference_chosen)  # (B,)
    rejected = beta * (policy_rejected - reference_rejected)  # (B,)
    margins = chosen - rejected
    return -F.logsigmoid(margins).mean(), margins
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "dpo_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>What does the logarithm of a quotient become when you already know both logarithms?</details>
# <details><summary>A pointer</summary>Compute two rewards and subtract them; the loss is a function of the difference. If a sigmoid is rounded to 0, its logarithm is lost; the library computes both in one step.</details>


# %% nbgrader={"grade_id": "check_dpo_loss", "grade": true, "locked": true, "points": 3}
@check("dpo_loss")
def _(policy_chosen, policy_rejected, reference_chosen, reference_rejected, beta):
    policy_chosen.requires_grad_()
    policy_rejected.requires_grad_()
    loss, margins = dpo_loss(policy_chosen, policy_rejected, reference_chosen, reference_rejected, beta)
    backward(loss, torch.ones_like(loss))
    return {
        "loss": {"margins": margins, "loss": loss},
        "margins": margins,
        "grad_policy_chosen": policy_chosen.grad,
        "grad_policy_rejected": policy_rejected.grad,
    }


# %% [markdown]
# Now use real pairs of answers. SmolLM2 gets the first sentence of an article and is asked to describe the article in a
# few words. Before training, repeating that sentence is by far the likelier answer. *Chosen* is the description that
# people wrote, *rejected* is the sentence. All of this is human text, but the preference is a rule of ours; no one
# compared anything. You train on 48 pairs and hold out 24 from other articles. Only LoRA adapters (lesson 09) in the
# upper blocks are trained.
#
# **Predict** whether each of three curves rises or falls: the share of held-out pairs in which the chosen answer gets
# the higher reward; the log-probability of rejected answers; that of chosen ones.

# %% tags=["explore"]
from utils.topics.assistants import preferences

if answered("completion_logprob", "dpo_loss"):
    learned, held_out = preferences.pairs()
    run = preferences.Run(assistant, learned, held_out)
    history = preferences.dpo(run, completion_logprob, dpo_loss)
    reward_plots.preference_curve(history)
    first, last = ([row for row in history if "accuracy" in row][i] for i in (0, -1))
    record("share of held-out pairs ranked correctly", last["accuracy"], expected=(0.9, 1))
    record("nats that chosen answers gained", last["chosen"] - first["chosen"], expected=(-10, 15))
    record("nats that rejected answers gained", last["rejected"] - first["rejected"], expected=(-60, -3))

# %% tags=["explore"]
if answered("completion_logprob", "dpo_loss"):
    few = held_out[:6]
    before, after = run.answers(few, tuned=False, limit=24), run.answers(few, limit=24)
    for pair, *said in zip(few, before, after):
        print(f"{pair.about}\n    before  {said[0]}\n    after   {said[1]}\n    people  {pair.chosen}")
    words = [sum(len(text.split()) for text in texts) / len(texts) for texts in (before, after)]
    reward_plots.before_after({"words per answer": tuple(words)})
    record("words per answer before", words[0], expected=(14, 30))
    record("words per answer after", words[1], expected=(1, 13))

# %% tags=["explore"]
# The reward model of section 2, which has seen none of these articles, scores the answers.
if answered("ranking_pairs", "reward_model_loss", "completion_logprob", "dpo_loss"):
    asked = [pair.rejected for pair in few]  # the sentence that is quoted in the question
    written = {"before": before, "after": after, "people": [pair.chosen for pair in few]}
    means = {name: judge.score(asked, said).mean().item() for name, said in written.items()}
    print(*[f"mean reward, {name}: {mean:.1f}" for name, mean in means.items()], sep="\n")
    record("reward gained by training", means["after"] - means["before"], expected=(0.5, 7))
    record("reward gap to the answers people wrote", means["people"] - means["after"], expected=(0.5, 7))

# %% [markdown]
# <details><summary>The answer</summary>
#
# After a few steps all 24 held-out pairs are ranked correctly: their chosen answers get the higher reward. (With 24 of
# 24, the interval starts at 88 %.) Rejected answers fall from −9.6 to about −30 nats. Chosen ones rise at first, from
# −32 to −25, and then fall again, to −29: the loss asks only for a difference, not for a higher probability of the
# chosen answer (**likelihood displacement**, Razin et al. 2024). With a higher learning rate and more steps both fell
# by dozens of nats. Every pair was still ranked correctly, but the answers were no longer language. And correct
# rankings aren't the same as good answers. Those above became shorter, and some of them say nothing: all these pairs
# can teach is to be brief and not to copy. The reward model is pleased all the same: its mean reward rises from 3.3 to
# 6.4, and the answers that people wrote get 9.4. It was trained on the same preference, so it has the same blind spot.
#
# </details>


# %% [markdown]
# ## 5 · Comparing answers within a group: `group_advantages`
#
# *Easy · 7 minutes*
#
# When a program can check an answer, you don't need pairs. The model writes, the program gives a **verifiable reward**
# of 1 or 0, and a **policy gradient** method makes rewarded answers likelier.
#
# But if the model gets a prompt right every time, a 1 teaches it nothing. What counts is whether an answer earns more
# than this prompt's answers usually do; that usual reward is the **baseline**. In PPO a second network predicts it. **GRPO** (group relative policy optimization; Shao et al. 2024, section 4.1) samples G answers *to the
# same prompt* and compares each with the average of its group, which gives its **advantage**:
#
# $$A_i = \frac{r_i - \bar r}{s + 10^{-4}}, \qquad s^2 = \frac{1}{G - 1} \sum_j (r_j - \bar r)^2$$
#
# $\bar r$ and $s$ are the group's mean and standard deviation, so if all answers are right, or all wrong, every
# advantage is 0. (The $10^{-4}$ and the $G - 1$ come from the TRL library, not from the paper.)


# %% nbgrader={"grade_id": "group_advantages", "solution": true}
def group_advantages(rewards):
    """How much better each answer is than the average answer to its prompt.

    rewards: (P, G) float32, G answers to each of P prompts, G at least 2; not modified.
    Returns (P, G): the reward minus the mean of its group, divided by the sum of 1e-4
    and the standard deviation of its group (the one that divides by G − 1). So a group
    gets zeros if its rewards are all 0 or all 1.
    """
    ### BEGIN SOLUTION
    mean = rewards.mean(dim=1, keepdim=True)  # (P, 1)
    deviation = rewards.std(dim=1, keepdim=True)  # (P, 1)
    return (rewards - mean) / (deviation + 1e-4)
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "group_advantages_hints", "locked": true}
# <details><summary>A question to start from</summary>Along which axis of (P, G) do you find the answers to one prompt?</details>
# <details><summary>A pointer</summary>LayerNorm standardizes a row the same way. Here there is no gain and no shift, the divisor is G − 1 rather than G, and the small constant is a different one, added after the square root.</details>


# %% nbgrader={"grade_id": "check_group_advantages", "grade": true, "locked": true, "points": 2}
@check("group_advantages")
def _(rewards):
    given = rewards.clone()
    advantages = group_advantages(rewards)
    return {
        "advantages": advantages,
        "rewards unchanged": {"first": advantages[:1], "rewards": given - rewards},
    }


# %% [markdown]
# The division matters more than it seems. Take two groups of eight answers: in one of them four are right, in the other
# only one. **Predict** the advantage of a right answer in each.

# %% tags=["explore"]
if answered("group_advantages"):
    rewards = torch.tensor([[1.0] * 4 + [0.0] * 4, [1.0] + [0.0] * 7, [1.0] * 8])
    print(group_advantages(rewards))
    record(
        "advantage of a right answer, four of eight right",
        group_advantages(rewards)[0, 0].item(),
        expected=(0.9, 0.95),
    )
    record(
        "advantage of a right answer, one of eight right",
        group_advantages(rewards)[1, 0].item(),
        expected=(2.4, 2.5),
    )

# %% [markdown]
# <details><summary>The answer</summary>0.94 and 2.47: a rare success counts more. By symmetry a rare failure, one among eight, gets −2.47. Without the division the advantages would be 0.5 and 0.875, so dividing multiplies them by 1.9 when four of eight are right, and by 2.8 when one or seven are. Prompts that are almost always or almost never answered correctly thus gain weight over those of medium difficulty, which is why Liu et al. (2025) leave the division out.</details>


# %% [markdown]
# ## 6 · PPO's clipped objective: `clipped_policy_loss`
#
# *Hard · 14 minutes*
#
# Sampling is expensive, so each batch of answers is used for several steps. But after the first, the policy is no
# longer the one that wrote them: the samples are **off-policy**. The **importance ratio**
# $\rho = \pi_{\mathrm{new}} / \pi_{\mathrm{old}}$ of a token's probabilities corrects for that. PPO (Schulman et al.
# 2017, equation 7) also clips it, which caps what a token can gain from one batch:
#
# $$g_{i,t} = \min\big(\rho_{i,t} A_i,\ \mathrm{clip}(\rho_{i,t},\, 1 - \epsilon_{\mathrm{low}},\, 1 + \epsilon_{\mathrm{high}})\, A_i\big), \qquad
# \mathcal L = -\frac{1}{N} \sum_i \frac{1}{|y_i|} \sum_t g_{i,t}$$
#
# The minimum is the more cautious of the two. When a bad token ($A < 0$) has become too likely, the clipped term has no
# gradient, but the minimum is the other term, and the token is still pulled back.
#
# Average over each answer's tokens first, then over the answers (Shao et al. 2024, equation 3). Liu et al. (2025) also
# object to this division by $|y_i|$. The separate bounds are DAPO's (Yu et al. 2025).


# %% nbgrader={"grade_id": "clipped_policy_loss", "solution": true}
def clipped_policy_loss(new, old, advantages, mask, low, high):
    """PPO's clipped objective per token, with one advantage for each answer, as GRPO
    uses it.

    new, old: (N, T) float32, log-probabilities of the tokens of N answers under the
    model being trained and under the one that wrote them.  advantages: (N,).
    mask: (N, T) bool, True for tokens that belong to the answer. For them new − old is
    below 80, so its exponential is finite. Other entries of new and old may be any
    finite numbers, and affect neither the loss nor its gradient.
    low, high: a ratio is clipped to the range from 1 − low to 1 + high.
    Returns a scalar: minus the mean over the answers of the mean over their tokens. An
    answer with no tokens counts as 0.
    """
    ### BEGIN SOLUTION
    ratio = (new - old).masked_fill(~mask, 0).exp()  # (N, T) masked first: infinity times 0 is NaN
    clipped = ratio.clamp(1 - low, 1 + high)  # (N, T)
    gain = torch.minimum(ratio * advantages[:, None], clipped * advantages[:, None])  # (N, T)
    tokens = mask.sum(dim=1).clamp(min=1)  # (N,)
    return -((gain * mask).sum(dim=1) / tokens).mean()
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "clipped_policy_loss_hints", "locked": true}
# <details><summary>A question to start from</summary>How do you get the quotient of two probabilities from their logarithms?</details>
# <details><summary>A pointer</summary>The ratio and the clipped ratio are both multiplied by the advantage before you take the smaller; which one that is depends on the sign. Values outside the mask may overflow in an exponential, and they must not reach the gradient either.</details>
# <details><summary>In pseudocode</summary>Ratios, harmless outside the mask. The same ratios, clipped. Multiply both by A and take the smaller. Sum over the answer's tokens, divide by their number (at least 1). Take the mean over answers, with a minus sign.</details>


# %% nbgrader={"grade_id": "check_clipped_policy_loss", "grade": true, "locked": true, "points": 4}
@check("clipped_policy_loss")
def _(new, old, advantages, mask, low, high):
    new.requires_grad_()
    loss = clipped_policy_loss(new, old, advantages, mask, low, high)
    backward(loss, torch.ones_like(loss))
    by_one = [
        clipped_policy_loss(new[i : i + 1], old[i : i + 1], advantages[i : i + 1], mask[i : i + 1], low, high)
        for i in range(len(new))
    ]
    return {"loss": {"answer by answer": by_one, "loss": loss}, "grad_new": new.grad}


# %% [markdown]
# Does this loss pull in the right direction? With a vocabulary of five tokens and answers of two tokens, you can list
# all 25 answers and compute the gradient of the expected reward exactly. (The factor 2 in `estimated` undoes the mean
# over an answer's two tokens.) **Predict** how far off the estimate is with 200 answers, and with 20,000.


# %% tags=["explore"]
def enumerated(weights, worth):
    """The exact gradient of the expected reward for two independent tokens, (2, V)."""
    weights = weights.clone().requires_grad_()
    chances = weights.softmax(1)  # (2, V)
    (chances[0][:, None] * chances[1] * worth).sum().backward()
    return weights.grad


def estimated(weights, worth, n, generator):
    """The same gradient, estimated from n sampled answers with your loss, at a ratio of 1; the advantage is the reward minus its mean."""
    weights = weights.clone().requires_grad_()
    drawn = torch.multinomial(weights.softmax(1).detach(), n, True, generator=generator).T  # (n, 2)
    new = weights.log_softmax(1)[torch.arange(2), drawn]  # (n, 2)
    rewards = worth[drawn[:, 0], drawn[:, 1]]
    all_tokens = torch.ones_like(new, dtype=torch.bool)
    (2 * clipped_policy_loss(new, new.detach(), rewards - rewards.mean(), all_tokens, 0.2, 0.2)).backward()
    return -weights.grad


# %% tags=["explore"]
if answered("clipped_policy_loss"):
    generator = torch.Generator().manual_seed(0)
    weights, worth = (
        torch.randn(2, 5, generator=generator),
        (torch.rand(5, 5, generator=generator) < 0.3).float(),
    )
    exact = enumerated(weights, worth)
    for n in (200, 2_000, 20_000):
        off = (estimated(weights, worth, n, generator) - exact).norm() / exact.norm()
        print(f"{n:6} answers: relative error {off:.3f}")
    record("error of the gradient from 20,000 answers", off.item(), expected=(0, 0.06))

# %% [markdown]
# <details><summary>The answer</summary>The relative error is 24 % with 200 answers, 10 % with 2,000, and 2 % with 20,000. The estimate points the right way, and its noise falls as one over the square root of the number of answers. That is why learning from rewards takes so many answers.</details>


# %% [markdown]
# ## 7 · Staying close to the reference: `kl_k3`
#
# *Easy · 5 minutes*
#
# A reward pulls a model as far as it can, and other things suffer: grammar, other tasks, manners. So the loss also
# penalizes the distance from the reference. The **KL divergence** $\mathrm{KL}(\pi \| \pi_{\mathrm{ref}})$ is a mean
# over everything that the policy might write, but we only have what it did write. Schulman (2020) compared estimates
# from a single sample. With $d = \log \pi_{\mathrm{ref}}(y) - \log \pi(y)$:
#
# $$k_1 = -d, \qquad k_3 = e^d - d - 1$$
#
# Both are *unbiased*: their mean is the divergence. $k_1$ is often negative; $k_3$ never is, and while the two models
# are close, it varies less. So much for the value. What a model learns from is the *gradient*, and that is another
# question. After the exercise you can answer it.
#
# $k_1$ and $k_3$ differ by $e^d - 1$. What is the mean of that?
#
# <details><summary>Answer</summary>0. The mean of π_ref / π under the policy is the sum of π_ref over everything that π can write, which is 1. If you add a term whose mean is 0, the mean stays the same, but the variance can fall: such a term is called a <b>control variate</b>.</details>


# %% nbgrader={"grade_id": "kl_k3", "solution": true}
def kl_k3(new, reference):
    """An estimate of KL(policy ‖ reference) for each token that the policy drew
    (Schulman 2020, k3).

    new, reference: (N, T) float32 log-probabilities of these tokens under policy and
    reference, perhaps as low as −500; reference − new stays below 80.
    Returns (N, T), never below 0, apart from rounding. Gradients reach new.
    """
    ### BEGIN SOLUTION
    d = reference - new  # (N, T)
    return d.exp() - d - 1
    ### END SOLUTION


# %% [markdown] nbgrader={"grade_id": "kl_k3_hints", "locked": true}
# <details><summary>A question to start from</summary>Which of the two models wrote the tokens, and so belongs in the denominator?</details>
# <details><summary>A pointer</summary>Try two numbers: reference −1, policy −2. The estimate is e − 2.</details>


# %% nbgrader={"grade_id": "check_kl_k3", "grade": true, "locked": true, "points": 2}
@check("kl_k3")
def _(new, reference, gradient, weights):
    # `weights`: probabilities of all tokens under the policy, so that the weighted sum is the exact divergence
    exact = (weights * kl_k3(new, reference)).sum(dim=1)
    new.requires_grad_()
    estimate = kl_k3(new, reference)
    backward(estimate, gradient)
    return {"k3": estimate, "mean over all tokens": {"k3": estimate[:1], "mean": exact}, "grad_new": new.grad}


# %% tags=["explore"]
if answered("kl_k3"):
    generator = torch.Generator().manual_seed(0)
    policy, reference = torch.randn(2, 50, generator=generator).mul(0.5).log_softmax(1)
    drawn = torch.multinomial(policy.exp(), 4000, True, generator=generator)
    k1, k3 = (policy - reference)[drawn], kl_k3(policy[None], reference[None])[0, drawn]
    exact = F.kl_div(reference, policy, log_target=True, reduction="sum")
    for name, k in ("k1", k1), ("k3", k3):
        print(
            f"{name}: mean {k.mean():.3f} (exact {exact:.3f}), standard deviation {k.std():.3f}, below 0: {(k < 0).double().mean():.0%}"
        )
    record(
        "standard deviation of k3 relative to that of k1", (k3.std() / k1.std()).item(), expected=(0.75, 0.98)
    )

# %% [markdown]
# <details><summary>What was measured</summary>Both means are close to the exact 0.317. k1 is below 0 for 29 % of the tokens and k3 for none, and the standard deviation of k3 is smaller by a tenth.</details>
#
# Now the gradient. With 50 tokens you can list them all: weight the gradient of $k_3$ for each token by how often the
# policy draws it, and compare the sum with the exact gradients of two divergences. Which of them does it match?

# %% tags=["explore"]
if answered("kl_k3"):
    scores = policy.clone().requires_grad_()
    new = scores.log_softmax(0)  # (50,)
    often = new.detach().exp()  # a sampled token is a constant: its frequency has no gradient
    totals = {
        "k3": (often * kl_k3(new[None], reference[None])[0]).sum(),
        "KL(policy ‖ reference)": (new.exp() * (new - reference)).sum(),
        "KL(reference ‖ policy)": (reference.exp() * (reference - new)).sum(),
    }
    slopes = {
        name: torch.autograd.grad(total, scores, retain_graph=True)[0] for name, total in totals.items()
    }
    for name, most in ("KL(policy ‖ reference)", (0.2, 2)), ("KL(reference ‖ policy)", (0, 1e-4)):
        off = (slopes["k3"] - slopes[name]).norm() / slopes[name].norm()
        record(f"gradient of k3 against that of {name}, relative difference", off.item(), expected=most)

# %% [markdown]
# <details><summary>The answer</summary>It matches the gradient of the <i>other</i> divergence, KL(π_ref ‖ π), apart from rounding. The value of k3 estimates KL(π ‖ π_ref), a sum of frequency times log-ratio. Its exact gradient has two parts, because both factors depend on the policy. But once a token has been drawn, its frequency is a constant, so backward() never sees the first part. For one token the gradient of k3 is (1 − π_ref / π) times the gradient of log π. When you weight by π and sum, the 1 contributes nothing. What remains, −π_ref times the gradient of log π, is the gradient of KL(π_ref ‖ π). As a penalty it still pulls the policy back toward the reference.</details>


# %% [markdown]
# ## 8 · Training on rewards, and reward hacking
#
# Now everything comes together. A small GPT has been trained on sums for two seconds, and it adds badly. A program that
# can check answers helps even without further training: sample eight, and keep one that the program accepts. This is
# **best-of-n**. Without such a program you can still let the eight vote (**majority vote**, or self-consistency; Wang
# et al. 2022). How many held-out sums does each method get right?

# %% tags=["explore"]
from collections import Counter

from utils.topics.assistants import rewards as checked

sums = checked.Sums.all()
small = checked.pretrained(sums, where)
texts = checked.sample(small, sums.held_out, 8, torch.Generator().manual_seed(0)).texts
rows = [(asked, texts[8 * i : 8 * i + 8]) for i, asked in enumerate(sums.held_out)]
ways = {
    "one sample": [sum(checked.exact(asked, text) for text in eight) / 8 for asked, eight in rows],
    "majority of 8": [checked.exact(asked, Counter(eight).most_common(1)[0][0]) for asked, eight in rows],
    "best of 8": [max(checked.exact(asked, text) for text in eight) for asked, eight in rows],
}
for way, hits in ways.items():
    print(f"{way:<14} {sum(hits) / len(hits):.0%}, {counted(sum(hits), len(hits))}")
print("majority minus one sample, paired by sum:", difference(ways["majority of 8"], ways["one sample"]))
gained = sum(ways["majority of 8"]) / 300 - sum(ways["one sample"]) / 300
record("share of sums gained by a vote of eight", gained, expected=(0.01, 0.12))
record("share of sums that best of eight gets right", sum(ways["best of 8"]) / 300, expected=(0.5, 0.75))

# %% [markdown]
# <details><summary>The answer</summary>One sample is right for 16 % of the sums (12 to 20 %). A vote of eight filters out unlucky samples and gets 21 % (17 to 26 %). Both answered the same sums, so look at the differences sum by sum: the vote gains 5 percentage points (2 to 9). Best-of-8, at 63 % (57 to 68 %), is far above: for nearly two thirds of the sums a right answer is among the eight samples (the literature calls that share <b>pass@8</b>), though the model would seldom pick it. Training on rewards tries to close that gap.</details>
#
# Now use the checker for training rather than for picking samples. From here on this model is never shown a right
# answer. It writes eight answers to each of 32 prompts, a program compares them with the sum, and your three functions
# do the rest.
#
# **Predict** how many held-out sums it gets right with greedy decoding, before and after.

# %% tags=["explore"]
if answered("group_advantages", "clipped_policy_loss", "kl_k3"):
    rules = checked.Rules(group_advantages, clipped_policy_loss, kl_k3)
    tuned, history = checked.grpo(small, sums, checked.exact, rules)
    reward_plots.reward_curve(history)
    shares = [checked.share_right(model, sums.held_out) for model in (small, tuned)]
    print(*[counted(round(share * len(sums.held_out)), len(sums.held_out)) for share in shares], sep=" → ")
    record("share of held-out sums solved, before", shares[0], expected=(0.1, 0.44))
    record("share of held-out sums solved, after", shares[1], expected=(0.45, 1))

# %% [markdown]
# <details><summary>The answer</summary>
#
# About a quarter before and nearly two thirds after, with intervals far apart. The starting point depends on the seed
# of the short pretraining: with two other seeds the share rose from 65 to 79 % and from 37 to 86 %. The curve of the
# sampled answers is ragged, since each batch has different sums. The held-out curve is steadier.
#
# </details>
#
# Being exactly right is a hard way to earn a reward, and a batch without a single right answer teaches nothing. So
# suppose you reward *partial answers*: the share of the right answer's digits that occur in what was written. If the
# sum is 42, the model gets half a point for 41, and a full one for 42.
#
# **Predict** what it will write after 60 steps.

# %% tags=["explore"]
if answered("group_advantages", "clipped_policy_loss", "kl_k3"):
    gamer, history = checked.grpo(small, sums, checked.digits_found, rules, steps=60)
    reward_plots.gamed(history)
    shown = sums.held_out[:5]
    print(*[f"{asked}{text}" for asked, text in zip(shown, checked.sample(gamer, shown).texts)], sep="\n")
    record("reward at the end of the gamed run", history[-1]["reward"], expected=(0.5, 1))
    record(
        "share of held-out sums solved by the gamed model",
        checked.share_right(gamer, sums.held_out),
        expected=(0, 0.05),
    )

# %% [markdown]
# <details><summary>The answer</summary>
#
# As many different digits as it has room for. The reward climbs from a half to more than three quarters, and not one of
# 300 sums is right. Nothing is broken. The model was rewarded for digits and found the cheapest way to get them, which
# is called **reward hacking**. If you plot the reward together with what you really want, you see it on the first day.
#
# </details>
#
# A reward is a program, and a model searches it for gaps with a patience that no student has. (You have met such
# programs: the checks of this course. Each of them was tried against wrong answers before you saw it.)

# %% [markdown] nbgrader={"grade_id": "written_c", "grade": true, "solution": true, "points": 2}
# **Written question** (graded by hand, 5 to 8 sentences). A start-up tunes an assistant that answers customers'
# questions. The assistant may call a function that refunds money. The reward is 1 when the customer clicks "solved".
# After a week the clicks have doubled, and so have the refunds. What happened? Use what you learned in this sitting.
# Name two changes to the tool and two to the reward, and say how you would find out whether they helped.
#
# ### BEGIN SOLUTION
# **Model answer.** The reward is a proxy: it counts clicks, not solved problems. A refund buys clicks, so answers with
# a refund were better than the rest of their group and became more likely; nothing in the reward made money count. This
# is reward hacking. On the tool's side: take the refund off the list, or let it ask a person; let the schema bound its
# amount and the loop the number of calls; treat everything a customer writes as data, and never run a call in it. On
# the reward's side: subtract what was refunded; let people compare pairs of whole conversations, or check against what
# the customer needed; keep the policy near its reference with a KL term, and stop when the reward and the truth part
# ways. To find out: hold out conversations whose right handling is known, and measure the share that is right and the
# money spent next to the reward, before and after, with several seeds; and have testers try to get refunds that aren't
# due.
#
# **Rubric.**
#
# - a, 0.5 points: sees that the reward was hacked: a proxy rose without the aim
# - b, 0.5 points: proposes a measure of the aim itself on held-out cases
# - c, 0.5 points: two sound changes to the tool, such as a list, a schema, a limit, a person
# - d, 0.5 points: two sound changes to the reward, such as including the cost, preferences, the KL term
# ### END SOLUTION

# %% [markdown]
# ## 9 · For a friend
#
# Ask a friend to make up a reward for sums: any rule that a program can check, such as short answers, even numbers, or
# many sevens. Write it as a function of the prompt and of what was written. Then let your friend bet on what the model
# will write after 60 steps, and on how fast the reward curve will rise.


# %% tags=["explore"]
def theirs(prompt, written):
    """A friend's reward, a number."""
    return written.count("7") - 0.1 * len(written)


if answered("group_advantages", "clipped_policy_loss", "kl_k3"):
    friend, history = checked.grpo(small, sums, theirs, rules, steps=60)
    reward_plots.rewarded(history)
    shown = sums.held_out[:5]
    print(*[f"{asked}{text}" for asked, text in zip(shown, checked.sample(friend, shown).texts)], sep="\n")
    record("final reward under a friend's rule", history[-1]["reward"], expected=(2, 8))

# %% [markdown]
# <details><summary>Answer</summary>With the rule above: nothing but sevens, up to the length limit.</details>
#
# **What you have now.** An assistant that looks things up and calls only the programs it was given, and two ways to
# train it: on preferences, and on what a program can check. One lesson is left, the capstone, and it is yours: a
# budget, a text, and a free hand.
#
# **Sources.** Wang et al. 2022, *Self-consistency*, arXiv 2203.11171. Bradley and Terry 1952. Ouyang et al. 2022, arXiv
# 2203.02155. Rafailov et al. 2023, *Direct preference optimization*, arXiv 2305.18290. Schulman et al. 2017, *PPO*,
# arXiv 1707.06347. Shao et al. 2024, *DeepSeekMath* (GRPO), arXiv 2402.03300. Schulman 2020, *Approximating KL
# divergence*, joschu.net. Liu et al. 2025, arXiv 2503.20783. Razin et al. 2024, arXiv 2410.08847. Yu et al. 2025,
# *DAPO*, arXiv 2503.14476. Texts: Wikipedia, CC BY-SA 4.0.

# %% tags=["explore"]
from autograder import doctor

doctor.memory()
