"""Exact attention over keys and values that arrive in blocks (online softmax).

Oracle: torch's attention over all blocks at once, in float64. Scores near ±200 and −12,288
overflow or underflow without a running maximum; keeping past blocks is noticed.
"""

import numpy as np
import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import FUSED, tensor

# The lines of the solution that edits replace, and an answer that carries the logarithm of the sum along.
SUM, OUTPUT = "total = old * total + weights.sum(dim=-1, keepdim=True)", "output = old * output + weights @ v"
HIGHEST, BLOCK = (
    "new = torch.maximum(highest, scores.amax(dim=-1, keepdim=True))",
    "scores.amax(dim=-1, keepdim=True)",
)
SCORES, RETURNED, LOOP = (
    "scores = q @ k.mT / math.sqrt(q.shape[-1])",
    "return output / total",
    "for k, v in blocks:",
)
START = "total = output = torch.zeros_like(highest)"
BY_LOGARITHM = """
    level, output = torch.tensor(-torch.inf), torch.tensor(0.0)
    for k, v in blocks:
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        grown = torch.logaddexp(level, scores.logsumexp(dim=-1, keepdim=True))
        output = {output}
        level = grown
    return output
"""
AVERAGED = """
    output, count = 0, 0
    for k, v in blocks:
        output = output + {weight} * ((q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v)
        count = count + {weight}
    return output{divided}
"""
# {first} and {later}: the sum and the output after the first block and after each further one.
FIRST_APART = """
    highest = None
    for k, v in blocks:
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        if highest is None:
            highest = scores.amax(dim=-1, keepdim=True)
            weights = (scores - highest).exp()
            total, output = weights.sum(dim=-1, keepdim=True), weights @ v
            continue
        new = torch.maximum(highest, scores.amax(dim=-1, keepdim=True))
        old, weights = ({old}).exp(), (scores - {top}).exp()
        total, output = {total}, {output}
        highest = new
    return output / total
"""


def first_apart(
    old="highest - new",
    top="new",
    total="old * total + weights.sum(-1, keepdim=True)",
    output="old * output + weights @ v",
):
    """An answer that begins with the first block instead of with −∞ and zeros."""
    return FIRST_APART.format(old=old, top=top, total=total, output=output)


TWO_PASSES = """
    highest = torch.full_like(q[..., :1], -torch.inf)
    for k, v in blocks:
        highest = torch.maximum(highest, (q @ k.mT / math.sqrt(q.shape[-1])).amax(dim=-1, keepdim=True))
    total = output = torch.zeros_like(highest)
    for k, v in blocks:
        weights = (q @ k.mT / math.sqrt(q.shape[-1]) - highest).exp()
        total, output = total + weights.sum(dim=-1, keepdim=True), output + weights @ v
    return output / total
"""


@exercise("online_softmax", points=6, forbid=FUSED)
class _:
    cases = [  # the second block is as long as the last, which keeps the memory in use after both the same
        dict(B=2, H=2, T=3, d=4, dv=3, blocks=[3, 4, 2, 4], levels=[0, 0, 0, 0]),
        dict(B=1, H=1, T=4, d=4, dv=2, blocks=[3, 4, 1, 3, 4], levels=[200] * 5),  # exp(200) is more than float32 holds
        dict(B=1, H=2, T=2, d=4, dv=4, blocks=[3, 3, 3, 3], levels=[-200] * 4),  # and exp(−200) is 0
        dict(B=1, H=1, T=3, d=4, dv=2, blocks=[3, 4], levels=[-120, 120]),
        dict(B=1, H=1, T=3, d=4, dv=2, blocks=[4, 3], levels=[120, -120]),
        dict(B=1, H=1, T=2, d=4, dv=2, blocks=[2, 3, 2, 3], levels=[200] * 4, mixed=True),  # one query high, one low
        dict(B=2, H=2, T=1, d=4, dv=2, blocks=[2, 3], levels=[200] * 2, mixed_heads=True),  # and one head
        dict(B=2, H=1, T=1, d=3, dv=5, blocks=[5], levels=[0]),
        dict(B=1, H=1, T=2, d=4, dv=2, blocks=[3, 2], levels=[0, 0], deep=True),  # scores of −12,288, exactly
        dict(B=1, H=1, T=2, d=4, dv=2, blocks=[24] * 5, levels=[0] * 5),  # long blocks: what is kept is seen
        dict(B=1, H=1, T=2, d=4, dv=2, blocks=[4, 5], levels=[0, 0], peaks=200),  # one score far above the others
    ]  # fmt: skip
    weights = {"output": 1, "one_by_one": 2}  # an ordinary softmax over all blocks earns little
    tolerance = 1e-3  # a score of 200 is rounded to 1e-5

    def inputs(rng, B, H, T, d, dv, blocks, levels, mixed=False, mixed_heads=False, deep=False, peaks=0):
        # A common direction puts the scores of a block at its level, or at minus that; the rest is noise.
        sign = (-1.0) ** np.arange(T)[:, None] if mixed else 1.0
        if mixed_heads:
            sign = (-1.0) ** (np.arange(B)[:, None] + np.arange(H))[:, :, None, None]
        q = rng.standard_normal((B, H, T, d)) + sign * 10 / np.sqrt(d)
        place = np.repeat(np.array(levels, dtype=float), blocks)  # (S,)
        if peaks:  # one key of each block, not its first and not its last
            place[np.cumsum(blocks) - 1 - rng.integers(1, min(blocks) - 1, len(blocks))] = peaks
        place = place * np.sqrt(d) / 10
        k = rng.standard_normal((B, H, sum(blocks), d)) * 1.5 + place[:, None] / np.sqrt(d)
        v = rng.standard_normal((B, H, sum(blocks), dv))
        if deep:  # eighths, which float32 sums exactly
            q, k, v = np.round(8 * q) / 8, np.round(8 * k) / 8, v / 2
            q[..., 0], k[..., 0] = 128, -192
        return {"q": q, "k": k, "v": v, "sizes": blocks}

    def oracle(q, k, v, sizes):
        output = F.scaled_dot_product_attention(tensor(q), tensor(k), tensor(v))
        return {"output": output, "one_by_one": {"output": output, "kept": False}}

    alternatives = {
        "the logarithm of the sum is carried along": """
            level, output = torch.tensor(-torch.inf), torch.tensor(0.0)
            for k, v in blocks:
                scores = torch.einsum("bhtd,bhsd->bhts", q, k) * q.shape[-1] ** -0.5
                grown = torch.logaddexp(level, scores.logsumexp(dim=-1, keepdim=True))
                output = output * (level - grown).exp() + (scores - grown).exp() @ v
                level = grown
            return output
        """,
        "a result for each block, joined at the end": """
            levels, outputs = [], []
            for k, v in blocks:
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                levels.append(scores.logsumexp(dim=-1))
                outputs.append(scores.softmax(dim=-1) @ v)
            shares = torch.stack(levels).softmax(dim=0)
            return (shares.unsqueeze(-1) * torch.stack(outputs)).sum(dim=0)
        """,
        "begins with the first block": """
            running = None
            for block in blocks:
                scores = q @ block[0].mT / q.shape[-1] ** 0.5
                top = scores.max(dim=-1, keepdim=True).values
                if running is None:
                    m = top
                    running = ((scores - m).exp().sum(-1, keepdim=True), (scores - m).exp() @ block[1])
                    continue
                higher = torch.where(top > m, top, m)
                fade, p = torch.exp(m - higher), torch.exp(scores - higher)
                running = (running[0] * fade + p.sum(-1, keepdim=True), running[1] * fade + p @ block[1])
                m = higher
            return running[1] / running[0]
        """,
    }
    slips = [
        slip(
            "the old sums are not rescaled",
            edit=[(SUM, SUM.replace("old * ", "")), (OUTPUT, OUTPUT.replace("old * ", ""))],
            also=[first_apart(old="new - new"), [(HIGHEST, HIGHEST.replace("torch.maximum(highest, ", "(")), (SUM, SUM.replace("old * ", "")), (OUTPUT, OUTPUT.replace("old * ", ""))]],
            why="Their terms were computed relative to a different maximum than the new ones, so the two can't be added as they are.",
            look="In the second row of the table, where does the factor 0.135 come from? What is it in your code?",
        ),
        slip(
            "the running sum is not rescaled",
            edit=("total = old * total +", "total = total +"),
            why="Its terms were computed relative to a smaller maximum, so the first blocks count too much in the denominator.",
            look="In the example worked by hand, what happens to 1.135 when the 5 arrives?",
        ),
        slip(
            "the running output is not rescaled",
            edit=("output = old * output +", "output = output +"),
            also=[BY_LOGARITHM.format(output="output + (scores - grown).exp() @ v")],
            why="The values of the first blocks were weighted relative to a smaller maximum, so they count too much in the output.",
            look="Which of the running numbers were computed with the old maximum?",
        ),
        slip(
            "no maximum is subtracted before the exponential",
            edit=("new = torch.maximum(highest, scores.amax(dim=-1, keepdim=True))", "new = torch.zeros_like(highest)"),
            also=[(OUTPUT, OUTPUT.replace("weights @", "scores.exp() @")), (SUM, SUM.replace("weights.sum", "scores.exp().sum")), ("weights = (scores - new).exp()", "weights = scores.exp()")],
            why="For small scores, that is right. But above 88 the exponential overflows float32, and below −104 every weight is 0.",
            look="What is torch.tensor(200.).exp()?",
        ),
        slip(
            "the maximum of the last block is used for all blocks",
            edit=("torch.maximum(highest, scores.amax(dim=-1, keepdim=True))", "scores.amax(dim=-1, keepdim=True)"),
            why="On paper that cancels. But when the last block is far below an earlier one, the old sums are multiplied by a huge exponential and overflow.",
            look="What is the running maximum after the blocks (1, 3) and (0, 2)?",
        ),
        slip(
            "several queries share one maximum",
            edit=("scores.amax(dim=-1, keepdim=True)", "scores.max()"),
            also=[(BLOCK, "scores.amax(dim=(1, 3), keepdim=True)"), (BLOCK, "scores.amax(dim=(0, 3), keepdim=True)"), (BLOCK, "scores.amax(dim=(2, 3), keepdim=True)"), (BLOCK, "scores.amax(dim=(1, 2, 3), keepdim=True)"), first_apart(top="new.max()", old="highest.max() - new.max()")],
            why="If the scores of one query are far below those of another, all its weights are 0, and the result is 0/0.",
            look="For T queries, how many numbers should the running maximum hold?",
        ),
        slip(
            "the weights of a block are relative to its own maximum",
            edit=("weights = (scores - new).exp()", "weights = (scores - scores.amax(dim=-1, keepdim=True)).exp()"),
            why="They are added to sums that are relative to the maximum so far, so a block of low scores counts as much as one of high scores.",
            look="In the third block of the example worked by hand, which number is subtracted from 4 and 0?",
        ),
        slip(
            "only the last block is left in the result",
            edit=("        highest = new\n", ""),
            also=[
                [(SUM, SUM.replace("old * total + ", "")), (OUTPUT, OUTPUT.replace("old * output + ", ""))],
                "for k, v in blocks:\n    pass\nreturn (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v",
            ],
            why="Every block has to count. Either your sums start over with each block, or the running maximum is never updated and the factor stays 0.",
            look="After your second block, what has become of the 1.135 of the first block?",
        ),
        slip(
            "only the first block counts",
            edit=(LOOP, "for k, v in [next(blocks)]:"),
            also=["for k, v in blocks:\n    return (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v"],
            why="The blocks after it hold keys as well, and the softmax runs over all of them.",
            look="How often does your loop ask for a block?",
        ),
        slip(
            "a running sum is overwritten by each block",
            edit=(SUM, SUM.replace("old * total + ", "")),
            also=[(OUTPUT, OUTPUT.replace("old * output + ", ""))],
            why="ℓ and o both run over all keys so far, so a new block adds to what is already there.",
            look="In the formulas for ℓ′ and o′, which term comes from the earlier blocks, and where is it in your code?",
        ),
        slip(
            "all queries share one sum",
            edit=(SUM, SUM.replace("weights.sum(dim=-1, keepdim=True)", "weights.sum()")),
            also=[(SUM, SUM.replace("dim=-1", "dim=(-2, -1)")), (SUM, SUM.replace("dim=-1", "dim=(1, 2, 3)"))],
            why="The weights of each query have to sum to 1, so each query needs its own ℓ.",
            look="For T queries, how many numbers should the running sum hold?",
        ),
        slip(
            "the sum doesn't run over the keys of the block",
            edit=(SUM, SUM.replace("dim=-1", "dim=-2")),
            why="The scores are (B, H, queries, keys), and the weights of a query are summed over the keys.",
            look="Along which axis of the scores does one query meet all keys of the block?",
        ),
        slip(
            "the axis of the keys is lost when the maximum is taken",
            edit=(BLOCK, "scores.amax(dim=-1)"),
            also=[[(BLOCK, "scores.amax(dim=-1)"), (SUM, SUM.replace(", keepdim=True", ""))]],
            why="PyTorch lines up (B, H, T) and (B, H, T, s) from the right, so T meets s. Either they don't match, or the wrong numbers are combined.",
            look="What is the shape of your maximum? What should it be so that it can be subtracted from the scores?",
        ),
        slip(
            "the number that is subtracted is not the highest score so far",
            edit=(BLOCK, "scores.mean(dim=-1, keepdim=True)"),
            also=[(BLOCK, "scores.median(dim=-1, keepdim=True).values"), (BLOCK, "scores[..., :1]"), (BLOCK, "scores[..., -1:]"), (BLOCK, "scores.sum(dim=-1, keepdim=True)"), first_apart(old="highest - highest.mean()", top="highest.mean()")],
            why="On paper any number cancels. But the exponential of a score 88 above it overflows float32, and if all scores are 104 below it, every weight is 0.",
            look="Which number makes the largest exponential of a row exactly 1?",
        ),
        slip(
            "the output is divided in every block, then rescaled as if it were not",
            edit=[("output = old * output + weights @ v", "output = (old * output + weights @ v) / total"), ("return output / total", "return output")],
            also=[
                ("output = old * output + weights @ v", "output = (old * output + weights @ v) / total"),
                [(OUTPUT, "output = old * output + weights @ v / total"), (RETURNED, "return output")],
                (OUTPUT, "output = old * output + weights @ v / total"),
                [(OUTPUT, "output = old * output + weights / total @ v"), (RETURNED, "return output")],
            ],
            why="Once the output is divided by its sum, it can no longer be added to terms that are not divided yet.",
            look="In the formula for o′, is the old o divided by ℓ?",
        ),
        slip(
            "the running maximum starts at a number, not at −∞",
            edit=("torch.full_like(q[..., :1], -torch.inf)", "torch.zeros_like(q[..., :1])"),
            also=[("-torch.inf", "-100.0"), ("-torch.inf", "-1e4")],
            why="If all scores are far below that number, every exponential is 0, and the result is 0/0.",
            look="What is the maximum of no numbers at all?",
        ),
        slip(
            "an exponent is +∞ or undefined, and every result is nan",
            edit=("(highest - new).exp()", "(new - highest).exp()"),
            also=[("-torch.inf", "torch.inf"), ("(scores - new).exp()", "(scores - highest).exp()"), (HIGHEST, HIGHEST.replace("maximum", "minimum"))],
            why="exp(∞) is ∞, and both ∞ − ∞ and 0 · ∞ are nan, which spoils every number after it.",
            look="With m = −∞ before the first block, what is the sign of each of your exponents? And if m goes from 3 to 5, should the old sum grow or shrink?",
        ),
        slip(
            "the factor for the old sums is inverted",
            edit=first_apart(old="new - highest"),
            also=[first_apart(output="output / old + weights @ v"), first_apart(total="total / old + weights.sum(-1, keepdim=True)"), ("(highest - new).exp()", "(new - highest).exp().nan_to_num(0, posinf=0)")],
            why="When a larger maximum arrives, the old terms must become smaller.",
            look="The old maximum is 3, the new one is 5. Should the old sum become larger or smaller?",
        ),
        slip(
            "the factor is computed with the maximum of the block, not with the new one",
            edit=("(highest - new).exp()", f"(highest - {BLOCK}).exp()"),
            also=[first_apart(old="highest - scores.amax(dim=-1, keepdim=True)")],
            why="If the block is lower than what came before, the maximum stays, and the old sums must stay as they are.",
            look="In the third row of the table, what is the factor, and what is it in your code?",
        ),
        slip(
            "the output is divided by something other than the running sum",
            edit=(RETURNED, "return output / k.shape[2]", "return output / total.sum()"),
            why="The weights of a query add up to 1 only if they are divided by their own sum.",
            look="Which number does the formula divide o by after the last block?",
        ),
        slip(
            "the weights are relative to the maximum before the block",
            edit=first_apart(top="highest"),
            also=[first_apart(top="highest", old="new - new")],
            why="The exponential of a score far above that maximum overflows, and the new terms can't be added to sums that are relative to the new one.",
            look="In the second row of the table, which number is subtracted from 2 and 5?",
        ),
        slip(
            "each block is divided by its own sum",
            edit=[
                ("output = old * output + weights @ v", "output = output + scores.softmax(dim=-1) @ v"),
                ("total = old * total + weights.sum(dim=-1, keepdim=True)", "total = total + 1"),
            ],
            also=[
                AVERAGED.format(weight="k.shape[2]", divided=" / count"),
                AVERAGED.format(weight="1", divided=""),
                (OUTPUT, OUTPUT.replace("weights @", "scores.softmax(dim=-1) @")),
                BY_LOGARITHM.format(output="output * (level - grown).exp() + scores.softmax(dim=-1) @ v"),
                BY_LOGARITHM.format(output="output + scores.softmax(dim=-1) @ v"),
                [(OUTPUT, OUTPUT.replace("weights @", "scores.softmax(dim=-1) @")), (RETURNED, "return output")],
            ],
            why="That combines separate attentions, so a block where nothing matches counts as much as the one with the answer.",
            look="If all scores of the second block are far below those of the first, what should it add?",
        ),
        slip(
            "the output is never divided by the sum",
            edit=("return output / total", "return output"),
            why="The weights do not sum to 1, so the output is too large, by a different factor for each query.",
            look="What is the running sum for, and where do you use it?",
        ),
        slip(
            "the scores are not divided by the square root of d, but by another number",
            edit=("math.sqrt(q.shape[-1])", "q.shape[-1]", "math.sqrt(k.shape[2])", "math.sqrt(q.shape[2])", "math.sqrt(q.shape[1])", "math.sqrt(q.shape[1] * q.shape[-1])", "q.shape[-1] ** -0.5", "math.sqrt(math.sqrt(q.shape[-1]))", "k.shape[2]"),
            why="A score is a sum of d products, so its spread grows with the square root of d, and that is what it is divided by.",
            look="How does your line for the scores differ from that of lesson 02?",
        ),
        slip(
            "the scores are not divided by the square root of d",
            edit=(" / math.sqrt(q.shape[-1])", ""),
            why="This is the attention of lesson 02, computed in a different order, so its scores are scaled the same way.",
            look="What did the scores of lesson 02 contain that yours do not?",
        ),
        slip(
            "the blocks are read a second time",
            edit=TWO_PASSES,
            also=[(LOOP, "count = len(list(blocks))\n    " + LOOP)],
            why="An iterator gives each block once, and keeping the blocks for a second pass would cost the memory that they are meant to save.",
            look="Which of your lines read from `blocks`? Do you know the maximum over all keys before the last block has arrived?",
        ),
        slip(
            "earlier blocks, or their scores, are kept",
            edit=("for k, v in blocks:", "for k, v in [tuple(torch.cat(part, dim=-2) for part in zip(*blocks, strict=True))]:"),
            why="The result is right, but the memory grows with the sequence, which is exactly what the blocks were meant to avoid.",
            look="When your code asks for the next block, which tensors from earlier blocks does it still hold?",
        ),
        slip(
            "the maximum of the first block is kept to the end",
            edit=("torch.maximum(highest, scores.amax(dim=-1, keepdim=True))", "highest.where(highest.isfinite(), scores.amax(dim=-1, keepdim=True))"),
            why="On paper that cancels. But when a later block is far above the first, its exponentials overflow float32.",
            look="What is the running maximum after the blocks (1, 3) and (2, 5)?",
        ),
        slip(
            "the scores are divided by the square root of the width of the values",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(v.shape[-1])"),
            why="A score is a sum over the features of q and k. Values may have a different width.",
            look="Which two tensors are multiplied to get a score, and along which axis?",
        ),
        slip(
            "scores are clamped to keep exp from overflowing",
            edit=("scores = q @ k.mT / math.sqrt(q.shape[-1])", "scores = (q @ k.mT / math.sqrt(q.shape[-1])).clamp(-80, 80)", "scores = (q @ k.mT / math.sqrt(q.shape[-1])).clamp(max=80)",),
            also=[(SCORES, SCORES.replace("= q", "= (q") + ").clamp(min=-80)")],
            why="All scores beyond the limit become equal, so their keys get equal weights.",
            look="Which weights should scores of 200 and 210 get, and which does your code give them?",
        ),
        slip(
            "the output is as wide as the queries",
            edit=("total = output = torch.zeros_like(highest)", "total, output = torch.zeros_like(highest), torch.zeros_like(q)"),
            why="The output is a sum of values, and values may be wider or narrower than queries.",
            look="Which argument does the width of the output come from?",
        ),
        slip(
            "the new block is rescaled as well",
            edit=[("total = old * total + weights.sum(dim=-1, keepdim=True)", "total = old * (total + weights.sum(dim=-1, keepdim=True))"), ("output = old * output + weights @ v", "output = old * (output + weights @ v)")],
            also=[
                (SUM, "total = old * (total + weights.sum(dim=-1, keepdim=True))"),
                (OUTPUT, "output = old * (output + weights @ v)"),
                first_apart(total="old * (total + weights.sum(-1, keepdim=True))", output="old * (output + weights @ v)"),
                first_apart(total="old * (total + weights.sum(-1, keepdim=True))"),
                first_apart(output="old * (output + weights @ v)"),
                [(START, "total, output = torch.zeros_like(highest), None"), (SUM, "total = old * (total + weights.sum(dim=-1, keepdim=True))"), (OUTPUT, "output = weights @ v if output is None else old * (output + weights @ v)")],
            ],
            why="The new terms are already relative to the new maximum. Only the old ones have to be rescaled.",
            look="Which terms were computed with the old maximum?",
        ),
        slip(
            "the first block is not used",
            edit=("for k, v in blocks:", "next(blocks)\n    for k, v in blocks:"),
            also=[
                [(START, "total, output = torch.zeros_like(highest), q.new_zeros(*q.shape[:-1], next(blocks)[1].shape[-1])")],
                [(START, "total, output = 0.0, 0.0"), (LOOP, "next(blocks)\n    " + LOOP)],
                [(START, "total, output = torch.zeros_like(highest), None"), (LOOP, "next(blocks)\n    " + LOOP), (OUTPUT, "output = weights @ v if output is None else old * output + weights @ v")],
            ],
            why="An iterator can be read only once. A block that was fetched to look at its shape does not come back.",
            look="Which of your lines takes a block from the iterator, and what happens to that block?",
        ),
        slip(
            "the last block is left out",
            edit=("for k, v in blocks:", "pairs = list(blocks)[:-1]\n    for k, v in pairs:"),
            why="Every key counts, including those of the last block.",
            look="How many blocks does your loop process?",
        ),
        slip(
            "keys are hidden as if by a causal mask",
            edit=(SCORES, SCORES + "\n        scores = scores.masked_fill(torch.ones_like(scores).triu(1) > 0, -torch.inf)"),
            why="All of these keys are in the past, so every query may see all of them.",
            look="Which keys of a block may query 0 look at?",
        ),
        slip(
            "the running numbers are returned as well",
            edit=(RETURNED, "return output / total, highest, total", "return output / total, total, highest", "return output, total", "return output, total, highest", "return output, highest, total", "return output / total, total", "return output / total, highest"),
            why="The caller expects a single tensor, the output of attention.",
            look="What does the docstring list after Returns?",
        ),
        slip(
            "a number is added to the sum",
            edit=("return output / total", "return output / (total + 1)", "return output / (total + 0.1)", "return output / (total + 0.01)"),
            why="The weights of a query then sum to less than 1.",
            look="What is the running sum when there is a single key?",
        ),
    ]  # fmt: skip
    promises = {
        "blocks may differ in length": dict(blocks=[3, 4, 1, 3, 4]),
        "scores whose exponential float32 cannot hold": dict(levels=[200] * 5),
        "scores whose exponential is 0": dict(levels=[-200] * 4),
        "a block far above the one before": dict(levels=[-120, 120]),
        "a block far below the one before": dict(levels=[120, -120]),
        "each query has its own maximum": dict(mixed=True),
        "each head has its own maximum": dict(mixed_heads=True),
        "one block": dict(blocks=[5]),
        "the maximum starts at −∞": dict(deep=True),
        "one block at a time, even if parts of it are copied": dict(blocks=[24] * 5),
        "the iterator is read once": "one_by_one",
        "what is subtracted is the maximum": dict(peaks=200),
    }
