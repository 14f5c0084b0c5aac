"""Pipeline parallelism: assign consecutive layers to machines, minimizing the peak memory share.

Oracle: all ways to cut the list. Most inputs are drawn until simple rules miss the best cut.
"""

import math
from itertools import combinations_with_replacement

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY

BEST = "share = max(sum(parts[start:end]) / memory[machine], rest)"
CHECKED = "if share > 1:"


def best_share(parts, memory):
    """The smallest possible share of its memory that the fullest machine needs, over all ways to cut the row."""
    n, best = len(parts), math.inf
    for cuts in combinations_with_replacement(range(n + 1), len(memory) - 1):
        edges = [0, *cuts, n]
        best = min(best, max(sum(parts[a:b]) / m for a, b, m in zip(edges, edges[1:], memory)))
    return best


def share_of(edges, parts, memory):
    return max(sum(parts[a:b]) / m for a, b, m in zip(edges, edges[1:], memory))


def same_number(parts, memory):
    n, k = len(parts), len(memory)
    even, full = [round(i * n / k) for i in range(k + 1)], [min(i * -(-n // k), n) for i in range(k + 1)]
    return min(share_of(even, parts, memory), share_of(full, parts, memory))


def up_to_the_mean(parts, memory):
    found, mean = [], sum(parts) / sum(memory)
    for middle in (False, True):
        edges, room = [0], 0.0
        for m in memory[:-1]:
            end, room = edges[-1], room + mean * m
            while end < len(parts):
                held = (
                    sum(parts[: end + 1]) - parts[end] / 2 <= room
                    if middle
                    else sum(parts[edges[-1] : end + 1]) <= mean * m
                )
                if not held:
                    break
                end += 1
            edges.append(end)
        found.append(share_of([*edges, len(parts)], parts, memory))
    return min(found)


RULES = [same_number, up_to_the_mean]


@exercise("split_layers", points=2, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(n=12, machines=3, memory=(1.0, 1.0), slack=1.6),
        dict(n=14, machines=4, memory=(0.4, 2.0), slack=2.0),
        dict(n=9, machines=3, memory=(1.0, 1.0), slack=1.8, tables=4),
        dict(n=5, machines=1, memory=(1.0, 1.0), slack=1.0),
        dict(n=3, machines=5, memory=(0.6, 1.4), slack=9.0),
        dict(n=10, machines=4, memory=(0.1, 3.0), slack=2.5),
    ]
    weights = {"the fullest machine": 3, "parts in their order": 1, "a model that is too large": 1}

    def inputs(rng, n, machines, memory, slack, tables=1):
        while True:
            parts = rng.integers(40, 160, n)
            parts[0], parts[-1] = tables * rng.integers(60, 200), tables * rng.integers(60, 200)
            sizes = rng.uniform(*memory, machines)
            sizes *= slack * parts.sum() / sizes.sum()
            row, rooms = [int(p) for p in parts], [round(m) for m in sizes]
            best = best_share(row, rooms)
            if n <= 5 or all(rule(row, rooms) > 1.001 * best for rule in RULES):
                break  # no rule of thumb finds the best cut
        return {"parts": row, "memory": rooms, "tight": [int(0.98 * best * m) for m in rooms]}

    def oracle(parts, memory, tight):
        n, best = len(parts), best_share(parts, memory)
        return {
            "the fullest machine": best,
            "parts in their order": {"share": best, "parts": list(range(n)), "pairs": len(memory)},
            "a model that is too large": {"share": best, "said": "ValueError"},
        }

    equivalent = {
        "for end in range(start, len(parts) << 1):": "an end beyond the last part leaves no solution for later machines",
        "for end in range(start, len(parts) + 2):": "the same",
        "if machine >= len(memory):": "machines are counted one by one",
        "if machine is len(memory):": "small numbers are one object in CPython",
        "return (0, []) if start >= len(parts) else (math.inf, [])": "a run ends at the last part at the latest",
        "return (0, []) if start is len(parts) else (math.inf, [])": "small numbers are one object in CPython",
        "return ( -1, []) if start == len(parts) else (math.inf, [])": "shares are not negative, and the largest counts",
    }
    alternatives = {
        "guess the share, then fill": """
            def fill(share):
                cuts, start = [], 0
                for m in memory:
                    end, held = start, 0
                    while end < len(parts) and held + parts[end] <= share * m * (1 + 1e-12):
                        held += parts[end]
                        end += 1
                    cuts.append((start, end))
                    start = end
                return cuts if start == len(parts) else None
            n = len(parts)
            shares = sorted({sum(parts[i:j]) / m for i in range(n) for j in range(i + 1, n + 1) for m in memory})
            for share in shares:
                found = fill(share)
                if found:
                    if share > 1:
                        raise ValueError(f"the fullest machine would need {share:.2f} of its memory")
                    return found
        """,
        "all ways": """
            from itertools import combinations_with_replacement
            best = None
            for cuts in combinations_with_replacement(range(len(parts) + 1), len(memory) - 1):
                edges = [0, *cuts, len(parts)]
                split = list(zip(edges[:-1], edges[1:]))
                share = max(sum(parts[a:b]) / m for (a, b), m in zip(split, memory))
                if best is None or share < best[0]:
                    best = share, split
            if best[0] > 1:
                raise ValueError("the model does not fit")
            return [list(pair) for pair in best[1]]
        """,
    }
    slips = [
        slip(
            "all machines get the same number of parts",
            edit="""
                n, k = len(parts), len(memory)
                edges = [round(i * n / k) for i in range(k + 1)]
                split = list(zip(edges, edges[1:]))
                if max(sum(parts[a:b]) / m for (a, b), m in zip(split, memory)) > 1 and sum(parts) > sum(memory):
                    raise ValueError("too large")
                return split
            """,
            also=["""
                n, k = len(parts), len(memory)
                return [(i * n // k, (i + 1) * n // k) for i in range(k)]
            """, """
                n, k = len(parts), len(memory)
                size = -(-n // k)
                if sum(parts) > sum(memory):
                    raise ValueError("too large")
                return [(min(i * size, n), min((i + 1) * size, n)) for i in range(k)]
            """],
            why="The token tables are larger than a layer, and machines have different amounts of memory.",
            look="What does your code do with the numbers in `parts` and in `memory`?",
        ),
        slip(
            "machines are filled one after the other",
            edit="""
                split, start = [], 0
                for m in memory:
                    end = start
                    while end < len(parts) and sum(parts[start : end + 1]) <= m:
                        end += 1
                    split.append((start, end))
                    start = end
                if start < len(parts):
                    raise ValueError("too large")
                return split
            """,
            why="The model fits, but the first machines are completely full while the last one has space to spare, so the first ones have no room for a cache.",
            look="How full are your first and your last machine?",
        ),
        slip(
            "each machine is filled up to the average",
            edit="""
                share, split, start = sum(parts) / sum(memory), [], 0
                for i, m in enumerate(memory):
                    end = start
                    while end < len(parts) and sum(parts[start : end + 1]) <= share * m:
                        end += 1
                    end = len(parts) if i == len(memory) - 1 else end
                    split.append((start, end))
                    start = end
                if max(sum(parts[a:b]) / m for (a, b), m in zip(split, memory)) > 1:
                    raise ValueError("too large")
                return split
            """,
            also=["""
                total, split, start, seen, room = sum(parts), [], 0, 0, 0
                for i, m in enumerate(memory):
                    room += m
                    end = start
                    while end < len(parts) and (seen + parts[end] / 2) / total <= room / sum(memory):
                        seen += parts[end]
                        end += 1
                    end = len(parts) if i == len(memory) - 1 else end
                    split.append((start, end))
                    start = end
                if max(sum(parts[a:b]) / m for (a, b), m in zip(split, memory)) > 1:
                    raise ValueError("too large")
                return split
            """],
            why="Parts can't be divided, so no machine hits the average exactly, and the rest piles up on the last machine.",
            look="Which machine is the fullest in your result, and could it give away a part?",
        ),
        slip(
            "memory is ignored",
            edit=(BEST, "share = max(sum(parts[start:end]) / (sum(memory) / len(memory)), rest)"),
            why="A machine with twice the memory can hold twice as much.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the token tables are not counted",
            edit=(BEST, "share = max(sum(parts[max(start, 1) : min(end, len(parts) - 1)]) / memory[machine], rest)"),
            why="The first and the last machine hold them, and in a small model they are as large as several layers.",
            look="Which entries of `parts` does your sum leave out?",
        ),
        slip(
            "free bytes are balanced, not shares",
            edit=(BEST, "share = max(1 + (sum(parts[start:end]) - memory[machine]) / sum(memory), rest)"),
            why="What matters is the share of its own memory that each machine uses.",
            look="What do you divide a machine's bytes by?",
        ),
        slip(
            "the sum of all shares is minimized, not the largest share",
            edit=(BEST, "share = sum(parts[start:end]) / memory[machine] + rest"),
            why="A single machine that is too full stops the whole pipeline.",
            look="Whose share decides whether the model fits?",
        ),
        slip(
            "the emptiest machine decides",
            edit=(BEST, "share = min(sum(parts[start:end]) / memory[machine], rest)"),
            why="An idle machine tells you nothing about the full one.",
            look="Whose share decides whether the model fits?",
        ),
        slip(
            "a model that doesn't fit raises no error",
            edit=(CHECKED, "if False:"),

            why="The error would come later, when one of the machines runs out of memory.",
            look="What should happen when the fullest machine would need more than it has?",
        ),
        slip(
            "only the sum is compared with the memory",
            edit=(CHECKED, "if sum(parts) > sum(memory):"),
            why="Even if there is enough memory in total, there may be no cut that fits, because parts can't be divided.",
            look="Do two parts of 6 bytes fit on two machines of 8 and 4 bytes?",
        ),
        slip(
            "the last parts are forgotten",
            edit=("return split", "return [*split[:-1], (split[-1][0], max(split[-1][0], len(parts) - 1))]"),
            why="A model without one of its parts computes something different.",
            look="Is each part from the first to the last in one of your ranges?",
        ),
        slip(
            "the end of a range is included",
            edit=("return split", "return [(a, b - 1) for a, b in split]"),
            why="In the docstring, the end is the first part of the next machine, as in Python's slices.",
            look="Which parts does (0, 4) stand for?",
        ),
        slip(
            "machines that get no parts are left out",
            edit=("return split", "return [(a, b) for a, b in split if b > a]"),
            why="The calling code goes through the list machine by machine.",
            look="How many pairs should there be for five machines?",
        ),
        slip(
            "machines are sorted by their memory",
            edit=("def split_layers(parts, memory):", "def split_layers(parts, memory):\n    memory = sorted(memory)"),
            also=[("def split_layers(parts, memory):", "def split_layers(parts, memory):\n    memory = sorted(memory, reverse=True)")],
            why="The pairs belong to the machines in the given order.",
            look="Which machine does your first pair belong to?",
        ),
        slip(
            "numbers of parts are returned instead of ranges",
            edit=("return split", "return [b - a for a, b in split]"),
            also=[("return split", "return [list(range(a, b)) for a, b in split]")],
            why="Each machine has to know where its run begins and ends.",
            look="What does the docstring promise for each machine?",
        ),
        slip(
            'the largest number of bytes decides, not the largest share',
            edit=[(BEST, "share = max(sum(parts[start:end]), rest)"), (CHECKED, "if max(sum(parts[a:b]) / m for (a, b), m in zip(split, memory)) > 1:")],
            why='A machine with twice the memory can hold twice as much.',
            look="What do you divide a machine's bytes by?",
        ),
    ]  # fmt: skip
    promises = {
        "one machine": dict(machines=1),
        "machines of any size": dict(memory=(0.4, 2.0)),
        "tables larger than a layer": dict(tables=4),
        "more machines than parts, so some runs are empty": dict(n=3, machines=5),
        "a machine that is full to the last byte": dict(machines=1, slack=1.0),
        "a ValueError": "a model that is too large",
        "each part once, in order": "parts in their order",
    }
