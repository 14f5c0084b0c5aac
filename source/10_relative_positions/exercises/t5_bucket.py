"""T5's bucket of each relative distance: exact nearby, logarithmic farther away.

Oracle: T5Attention._relative_position_bucket of transformers. Distances at the edge of a bucket,
where the last bit of a logarithm would decide, are left out.
"""

import numpy as np
import torch
from transformers.models.t5.modeling_t5 import T5Attention

from autograder.authoring import exercise, slip

from ._shared import LIBRARY

LOGS = "(far.clamp(min=1) / exact).log() / math.log(max_distance / exact) * (n - exact)"
LAST = "(exact + steps.long()).clamp(max=n - 1)"
FAR = "far = distance.abs() if two_sided else distance.clamp(min=0)"
SIDES = "return bucket + n * (distance < 0) if two_sided else bucket"


def on_an_edge(distance, n_buckets, max_distance, two_sided):
    """Where the logarithm is a whole number of buckets up to rounding, so the last bit would decide."""
    n = n_buckets // 2 if two_sided else n_buckets
    exact = n // 2
    far = np.maximum(np.abs(distance), 1)
    steps = np.log(far / exact) / np.log(max_distance / exact) * (n - exact)
    return (np.abs(steps - np.round(steps)) < 1e-3) & (far > exact) & (far < max_distance)


@exercise("t5_bucket", points=4, forbid=LIBRARY)
class _:
    cases = [
        dict(n=32, m=128, sided=True, shape=(9, 11), reach=200),
        dict(n=32, m=128, sided=False, shape=(9, 11), reach=200),
        dict(n=8, m=21, sided=False, shape=(30,), reach=30),
        dict(n=10, m=40, sided=True, shape=(2, 3, 8), reach=60),
        dict(n=12, m=50, sided=True, shape=(5, 9), reach=70),
        dict(n=16, m=5000, sided=True, shape=(40,), reach=20000),
        dict(n=32, m=12, sided=True, shape=(6, 8), reach=60),
    ]

    def inputs(rng, n, m, sided, shape, reach):
        far = np.exp(rng.uniform(0, np.log(reach), 5000)).astype(np.int64) * rng.choice([-1, 1], 5000)
        far = np.concatenate([far[~on_an_edge(far, n, m, sided)][: int(np.prod(shape)) - 4], [0, 1, -1, 2]])
        return {
            "distance": rng.permutation(far).reshape(shape),
            "n_buckets": n,
            "max_distance": m,
            "two_sided": sided,
        }

    def oracle(distance, n_buckets, max_distance, two_sided):
        towards = -torch.as_tensor(distance)  # key minus query
        bucket = T5Attention._relative_position_bucket(towards, two_sided, n_buckets, max_distance)
        return {"bucket": bucket, "distance unchanged": {"bucket": bucket, "changed": 0}}

    weights = {"bucket": 3, "distance unchanged": 1}
    promises = {
        "two-sided, as in T5's encoder": dict(n=32, sided=True),
        "one-sided, as in T5's decoder": dict(n=32, sided=False),
        "any shape": dict(shape=(2, 3, 8)),
        "an odd number of buckets for one direction": dict(n=10),
        "few buckets": dict(n=8),
        "other largest distances": dict(m=5000),
        "more buckets than distances": dict(m=12),
        "the distances stay as they are": "distance unchanged",
    }
    equivalent = {
        "bucket = torch.where(far <= exact, far, (exact + steps.long()).clamp(max=n - 1))": "at e both give e",
        "steps = (far.clamp(min= 2) / exact).log() / math.log(max_distance / exact) * (n - exact)": "not chosen below e",
        "steps = (far.clamp(min= 0) / exact).log() / math.log(max_distance / exact) * (n - exact)": "not chosen below e",
    }
    alternatives = {
        "a loop over numbers": """
            n = n_buckets // 2 if two_sided else n_buckets
            half = n // 2

            def one(d):
                x = abs(d) if two_sided else max(d, 0)
                if x >= half:
                    x = min(n - 1, half + int(math.log(x / half) / math.log(max_distance / half) * (n - half)))
                return x + n if two_sided and d < 0 else x

            return torch.tensor([one(int(d)) for d in distance.reshape(-1)]).reshape(distance.shape)
        """,
        "where each bucket begins, counted": """
            n = n_buckets // 2 if two_sided else n_buckets
            e = n // 2
            starts = [*range(1, e + 1)]  # of the buckets 1, 2, …
            starts += [e * (max_distance / e) ** (s / (n - e)) for s in range(1, n - e)]
            x = distance.abs() if two_sided else torch.relu(distance)
            bucket = (x.unsqueeze(-1) >= torch.tensor(starts, dtype=torch.float64)).sum(-1)
            return torch.where(distance < 0, bucket + n, bucket) if two_sided else bucket
        """,
        "logarithms to the base 2, and marks": """
            n = n_buckets
            result = torch.zeros_like(distance)
            if two_sided:
                n = n // 2
                result = (distance < 0).long() * n
                x = torch.abs(distance)
            else:
                x = torch.where(distance > 0, distance, 0)
            e = n // 2
            near = x < e
            log = torch.log2(x.double().clamp(min=e) / e) / math.log2(max_distance / e)
            large = torch.floor(e + log * (n - e)).to(torch.int64)
            large[large > n - 1] = n - 1
            return result + near * x + ~near * large
        """,
    }
    slips = [
        slip(
            "the buckets are two-sided even where one side is asked for",
            edit=[("n_buckets // 2 if two_sided else n_buckets", "n_buckets // 2"), ("distance.abs() if two_sided else distance.clamp(min=0)", "distance.abs()"), (SIDES, "return bucket + n * (distance < 0)")],
            why="A decoder never looks ahead, so half of its table would go unused, and the other half would be twice as coarse.",
            look="Where in your code does two_sided occur?",
        ),
        slip(
            "the buckets are one-sided even where two sides are asked for",
            edit=[("n_buckets // 2 if two_sided else n_buckets", "n_buckets"), ("distance.abs() if two_sided else distance.clamp(min=0)", "distance.clamp(min=0)"), (SIDES, "return bucket")],
            why="All keys after the query fall into bucket 0, with the query itself.",
            look="Where in your code does two_sided occur?",
        ),
        slip(
            "one-sided buckets still use only half of the table",
            edit=("n_buckets // 2 if two_sided else n_buckets", "n_buckets // 2"),
            why="With only one direction, all buckets should serve it.",
            look="With one side and distances up to 1,000, how many different numbers come out?",
        ),
        slip(
            "each of the two directions gets all buckets, not half of them",
            edit=("n_buckets // 2 if two_sided else n_buckets", "n_buckets"),
            why="Keys after the query then ask for rows beyond the end of the table.",
            look="How many different numbers may come out in an encoder, and how many do?",
        ),
        slip(
            "the sign is that of key minus query",
            edit=[("distance.clamp(min=0)", "(-distance).clamp(min=0)"), ("(distance < 0)", "(distance > 0)")],
            why="T5's own code has this sign, but here a distance is query minus key, so the past is positive.",
            look="What is the sign of the distance to the token just before the query?",
        ),
        slip(
            "keys before the query get the upper half of the buckets",
            edit=("(distance < 0)", "(distance > 0)"),
            also=[("(distance < 0)", "(distance >= 0)")],
            why="In T5's table the first half is the past. With the halves swapped, its weights mean the opposite of what they learned.",
            look="Which bucket does a distance of 1 get in an encoder?",
        ),
        slip(
            "one-sided, keys after the query are treated like those before it",
            edit=("distance.abs() if two_sided else distance.clamp(min=0)", "distance.abs()"),
            why="The docstring gives them bucket 0. A mask hides them anyway, but you were asked for T5's buckets.",
            look="Which bucket does the distance −5 get in a decoder?",
        ),
        slip(
            "one-sided, the keys after the query get the buckets, and those before it none",
            edit=("distance.clamp(min=0)", "(-distance).clamp(min=0)"),
            why="A decoder only looks back, so everything that it may see would fall into bucket 0.",
            look="What is the sign of the distance to the token just before the query?",
        ),
        slip(
            "the query's own position is counted among the keys after it",
            edit=("(distance < 0)", "(distance <= 0)"),
            why="A distance of 0 belongs in bucket 0. With n added it gets a bucket of its own, and bucket 0 goes unused.",
            look="Which bucket does a distance of 0 get in an encoder?",
        ),
        slip(
            "buckets are rounded to the nearest, not down",
            edit=("steps.long()", "steps.round().long()"),
            also=[("steps.long()", "steps.ceil().long()")],
            why="Each bucket then begins somewhere else than in T5, so the weights don't fit.",
            look="What do the brackets ⌊ ⌋ in the formula mean?",
        ),
        slip(
            "far distances run beyond the last bucket",
            edit=(LAST, "exact + steps.long()"),
            also=[(LAST, "(exact + steps.long()).clamp(max=n_buckets - 1)"), (LAST, "(exact + steps.long()).clamp(max=n)")],
            why="Everything beyond max_distance belongs in the last bucket of its own direction.",
            look="Which bucket comes out for a distance of a million?",
        ),
        slip(
            "the last bucket of a direction is never used",
            edit=("clamp(max=n - 1)", "clamp(max=n - 2)"),
            why="n buckets are numbered from 0 to n − 1.",
            look="What is the largest bucket that comes out?",
        ),
        slip(
            "the buckets for keys after the query begin at the wrong number",
            edit=("n * (distance < 0)", "(n - 1) * (distance < 0)", "(n + 1) * (distance < 0)", "n_buckets * (distance < 0)"),
            why="The two directions share the table without overlap: n buckets for one, n for the other.",
            look="What is the bucket of the distance −1 when there are 32?",
        ),
        slip(
            "the wrong number of buckets is exact",
            edit=("exact = n // 2", "exact = n // 2 + 1", "exact = n // 2 - 1", "exact = (n + 1) // 2", "exact = n_buckets // 2"),
            why="The two formulas meet at e. With a different e, all buckets after it move.",
            look="How large are n and e for 32 buckets in two directions?",
        ),
        slip(
            "the logarithm has the wrong denominator",
            edit=("math.log(max_distance / exact)", "math.log(max_distance)"),
            also=[("math.log(max_distance / exact)", "math.log(max_distance - exact)"), (" / math.log(max_distance / exact)", "")],
            why="The fraction has to run from 0 at x = e to 1 at the largest distance, whatever the base.",
            look="What should the fraction be at x = max distance, and what is yours?",
        ),
        slip(
            "logarithms of two different bases are mixed",
            edit=("math.log(max_distance / exact)", "math.log2(max_distance / exact)", "math.log10(max_distance / exact)"),
            why="A ratio of logarithms doesn't depend on the base, as long as both have the same one.",
            look="What should the fraction be at x = max distance, and what is yours?",
        ),
        slip(
            "the distance is not divided by e",
            edit=("(far.clamp(min=1) / exact)", "far.clamp(min=1)"),
            also=[("(far.clamp(min=1) / exact)", "(far - exact).clamp(min=1)"), ("(far.clamp(min=1) / exact)", "(far - exact + 1).clamp(min=1)")],
            why="The logarithmic part begins at e, so it has to be 0 there.",
            look="What is the value of your logarithm at x = e?",
        ),
        slip(
            "the division by e drops the remainder",
            edit=("(far.clamp(min=1) / exact)", "(far // exact).clamp(min=1)"),
            why="All distances from e to 2e − 1 then have the logarithm 0, so they share one bucket.",
            look="Which operator divides integers, and what does it make of 15 and 8?",
        ),
        slip(
            "the logarithm begins one position too late",
            edit=[("(far.clamp(min=1) / exact)", "(far.clamp(min=1) / (exact + 1))"), ("far < exact", "far <= exact")],
            also=[("(far.clamp(min=1) / exact)", "(far.clamp(min=1) / (exact + 1))")],
            why="The e distances from 0 to e − 1 are exact. The logarithmic part begins at e, so it has to be 0 there.",
            look="What is the value of your logarithm at x = e?",
        ),
        slip(
            "the fraction is rounded down before it is multiplied",
            edit=(LOGS, f"({LOGS.removesuffix(' * (n - exact)')}).long() * (n - exact)"),
            why="The fraction lies between 0 and 1 up to the largest distance, so all of that becomes one bucket.",
            look="What is between the brackets ⌊ ⌋ of the formula?",
        ),
        slip(
            "the largest distance is T5's, not the one given",
            edit=("math.log(max_distance / exact)", "math.log(128 / exact)"),
            why="The default of an argument is used instead of what the caller asks for.",
            look="Where in your code does max_distance occur?",
        ),
        slip(
            "distances are first clipped to one below the largest",
            edit=(FAR, f"{FAR}\n    far = far.clamp(max=max_distance - 1)"),
            why="If buckets are narrower than one position, the last bucket is never reached.",
            look="With 32 buckets in two directions and distances up to 12, which bucket does the formula give for 11, and which for 12?",
        ),
        slip(
            "only matrices are accepted",
            edit="""
            n = n_buckets // 2 if two_sided else n_buckets
            e, found = n // 2, torch.zeros_like(distance)
            for i in range(distance.shape[0]):
                for j in range(distance.shape[1]):
                    apart = distance[i, j].item()
                    x = abs(apart) if two_sided else max(apart, 0)
                    x = x if x < e else min(n - 1, e + int(math.log(x / e) / math.log(max_distance / e) * (n - e)))
                    found[i, j] = x + n * (two_sided and apart < 0)
            return found
            """,
            also=[("n = n_buckets // 2 if two_sided else n_buckets", "T, S = distance.shape\n    n = n_buckets // 2 if two_sided else n_buckets")],
            why="A list of distances, or a matrix for each sequence, is just as common.",
            look="What does the docstring say about the shape of distance?",
        ),
        slip(
            "the steps are spread over the wrong number of buckets",
            edit=("* (n - exact)", "* n"),
            also=[("* (n - exact)", "* exact"), ("* (n - exact)", "* (n - exact - 1)")],
            why="The exact distances use up e buckets, so n − e remain for the rest.",
            look="Which bucket should a distance just below the largest one get?",
        ),
        slip(
            "all buckets are equally wide, without a logarithm",
            edit=(LOGS, "(far - exact) / (max_distance - exact) * (n - exact)"),
            why="Buckets of equal width are as coarse at 10 positions as at 100.",
            look="How wide is your first bucket after the exact ones, and your last?",
        ),
        slip(
            "all distances are simply clipped",
            edit=(f"torch.where(far < exact, far, {LAST})", "far.clamp(max=n - 1)"),
            why="One row for each small distance and nothing beyond: that is Shaw's table. T5's buckets reach farther with fewer rows.",
            look="From which distance on does your function give the same number for all?",
        ),
        slip(
            "the buckets are not integers",
            edit=(SIDES, "return (bucket + n * (distance < 0) if two_sided else bucket).float()"),
            also=[(SIDES, "return (bucket + n * (distance < 0) if two_sided else bucket).int()")],
            why="They will be used as row numbers, and PyTorch wants int64 for that.",
            look="Print the dtype of what you return.",
        ),
        slip(
            "the caller's distances are changed",
            edit=("distance.abs() if two_sided else distance.clamp(min=0)", "distance.abs() if two_sided else distance.clamp_(min=0)"),
            also=[[(FAR, f"after = distance < 0\n    {FAR.replace('abs()', 'abs_()').replace('clamp(', 'clamp_(')}"), ("n * (distance < 0)", "n * after")]],
            why="The next layer expects the same matrix, but finds a different one.",
            look="Which of your operations end in an underscore, or write to a slice?",
        ),
    ]  # fmt: skip
