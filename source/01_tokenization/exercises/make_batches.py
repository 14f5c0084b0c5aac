"""Yield minibatches from a dataset, in order or shuffled by a generator.

Oracle: torch's DataLoader, whose sampler is the order drawn by torch.randperm.
"""

import torch
from torch.utils.data import DataLoader, SequentialSampler, TensorDataset

from autograder.authoring import exercise, slip


@exercise("make_batches", points=3, forbid=["torch.utils.data.DataLoader"])
class _:
    cases = [dict(n=7, T=3, batch_size=3), dict(n=12, T=1, batch_size=2), dict(n=6, T=1, batch_size=10)]
    weights = {"inputs": 1, "targets": 1, "shuffled_inputs": 1, "shuffled_targets": 1, "next_epoch": 1}

    def inputs(rng, n, T, batch_size):
        ids = rng.permutation(900)[: n * (T + 1)].reshape(n, T + 1)
        return {"x": ids[:, :-1], "y": ids[:, 1:], "batch_size": batch_size, "seed": int(rng.integers(2**31))}

    def oracle(x, y, batch_size, seed):
        dataset = TensorDataset(torch.as_tensor(x), torch.as_tensor(y))
        generator = torch.Generator().manual_seed(seed)
        epochs = [torch.randperm(len(x), generator=generator).tolist() for _ in range(2)]
        in_order = list(DataLoader(dataset, batch_size, sampler=SequentialSampler(dataset)))
        shuffled, once_more = (list(DataLoader(dataset, batch_size, sampler=order)) for order in epochs)
        return {
            "inputs": [inputs for inputs, _ in in_order],
            "targets": [targets for _, targets in in_order],
            "shuffled_inputs": [inputs for inputs, _ in shuffled],
            "shuffled_targets": [targets for _, targets in shuffled],
            "next_epoch": [inputs for inputs, _ in once_more],
        }

    alternatives = {
        "collect, then return an iterator": """
            n = len(dataset)
            order = list(range(n)) if generator is None else torch.randperm(n, generator=generator).tolist()
            batches = []
            while order:
                chosen, order = order[:batch_size], order[batch_size:]
                inputs, targets = zip(*(dataset[i] for i in chosen))
                batches.append((torch.stack(inputs), torch.stack(targets)))
            return iter(batches)
        """,
        "split and index all at once": """
            inputs = torch.stack([dataset[i][0] for i in range(len(dataset))])
            targets = torch.stack([dataset[i][1] for i in range(len(dataset))])
            order = (
                torch.arange(len(dataset)) if generator is None else torch.randperm(len(dataset), generator=generator)
            )
            for chosen in order.split(batch_size):
                yield inputs[chosen], targets[chosen]
        """,
    }
    slips = [
        slip(
            "the last batch is dropped when it is not full",
            edit=("range(0, n, batch_size)", "range(0, n - batch_size + 1, batch_size)"),
            why="Windows at the end are then never seen, and a dataset smaller than a batch gives nothing at all.",
            look="Seven windows in batches of three: how many batches, and how large is the last?",
        ),
        slip(
            "the windows are not shuffled",
            edit=("torch.randperm(n, generator=generator)", "torch.arange(n)"),
            why="Neighbouring windows come from one document. A batch of them is far less varied than one drawn from everywhere, "
            "and every epoch repeats the same order.",
            look="What happens in your code when a generator is given?",
        ),
        slip(
            "the windows are shuffled even when no generator is given",
            edit=("torch.arange(n) if generator is None else torch.randperm", "torch.randperm"),
            why="Evaluation wants the same order every time, and gets it by leaving the generator out.",
            look="What does your function do when `generator` is None?",
        ),
        slip(
            "the generator is ignored",
            edit=(", generator=generator)", ")"),
            why="The order is random, but you can't repeat it: it doesn't come from the generator that you were given.",
            look="Which of the functions that you call should get the generator?",
        ),
        slip(
            "inputs and targets are shuffled independently of each other",
            edit=[
                (
                    "    for start in range(0, n, batch_size):",
                    "    other = torch.arange(n) if generator is None else torch.randperm(n, generator=generator)\n"
                    "    for start in range(0, n, batch_size):",
                ),
                (
                    "torch.stack([y for _, y in windows])",
                    "torch.stack([dataset[int(i)][1] for i in other[start : start + batch_size]])",
                ),
            ],
            why="Each input then has the targets of another window. Nothing fails, and the loss never falls.",
            look="How many permutations do you draw?",
        ),
        slip(
            "windows are drawn with replacement",
            edit=("torch.randperm(n, generator=generator)", "torch.randint(n, (n,), generator=generator)"),
            why="In one pass some windows then come up twice and about a third (1/e) never do.",
            look="Collect the first token of every window in one pass. Does each window occur exactly once?",
        ),
        slip(
            "whole batches are shuffled, and windows stay together",
            edit=(
                "torch.randperm(n, generator=generator)",
                "torch.cat([torch.arange(n).split(batch_size)[b] for b in "
                "torch.randperm(-(-n // batch_size), generator=generator).tolist()])",
            ),
            why="Neighbours still share a batch, and separating them is the purpose of shuffling.",
            look="Do you permute the windows, or the positions at which batches start?",
        ),
        slip(
            "every pass takes the windows in the same order",
            edit=(
                "generator=generator)",
                "generator=torch.Generator().manual_seed(generator.initial_seed()))",
                "generator=generator.manual_seed(0))",
            ),
            why="A generator is a stream: what was drawn is gone, and the next pass draws new numbers. If it starts over, each epoch has the "
            "same batches, and gradients are averaged over the same neighbours again and again.",
            look="Does anything in your code reset the generator, or copy it?",
        ),
        slip(
            "the windows of a batch are joined end to end",
            edit=(
                "yield torch.stack([x for x, _ in windows]), torch.stack([y for _, y in windows])",
                "yield torch.cat([x for x, _ in windows]), torch.cat([y for _, y in windows])",
            ),
            why="A batch is a table with one row for each window. In one long row, there is no telling where a window ends.",
            look="What should the shape of a batch of three windows of length 4 be?",
        ),
        slip(
            "the windows are the columns of a batch",
            edit=(
                "yield torch.stack([x for x, _ in windows]), torch.stack([y for _, y in windows])",
                "yield torch.stack([x for x, _ in windows], 1), torch.stack([y for _, y in windows], 1)",
            ),
            why="In this course the batch is the first axis: row b is window b, and column t is position t.",
            look="Along which axis does torch.stack put what it joins?",
        ),
        slip(
            "a batch is a list of windows",
            edit=(
                "yield torch.stack([x for x, _ in windows]), torch.stack([y for _, y in windows])",
                "yield [x for x, _ in windows], [y for _, y in windows]",
                "yield [x.tolist() for x, _ in windows], [y.tolist() for _, y in windows]",
            ),
            why="The windows of a batch are processed together, as one tensor (B, T). A model can't compute with a list of windows.",
            look="Which function turns several tensors of the same shape into one?",
        ),
        slip(
            "the dataset is asked for several windows at once",
            edit=(
                "        windows = [dataset[int(i)] for i in order[start : start + batch_size]]\n",
                "        windows = [dataset[order[start : start + batch_size].tolist()]]\n",
                "        windows = [dataset[start : start + batch_size]]\n",
            ),
            why="A dataset promises an item for one index. Some also take a list of indices, but yours from exercise 10 doesn't.",
            look="What is an index in your code, a single number or several?",
        ),
        slip(
            "the permutation is read as where each window goes, not as which one comes next",
            edit=("generator=generator)", "generator=generator).argsort()"),
            why="Both are random orders, but they aren't the same order. When you repeat a run with the same seed, you expect window "
            "order[0] to come first.",
            look="With the order 2, 0, 1: which window should come first?",
        ),
        slip(
            "something else is drawn from the generator before the order",
            edit=(
                "    n = len(dataset)\n",
                "    n = len(dataset)\n    generator and torch.rand(1, generator=generator)\n",
                "    n = len(dataset)\n    generator and torch.randperm(n, generator=generator)\n",
            ),
            why="Each draw moves the generator on. After one extra draw, the same seed gives a different order.",
            look="How many draws does one pass take, and from which function?",
        ),
        slip(
            "a batch is not a pair of inputs and targets",
            edit=(
                "yield torch.stack([x for x, _ in windows]), torch.stack([y for _, y in windows])",
                "yield torch.stack([x for x, _ in windows])",
                "yield torch.stack([torch.stack(window) for window in windows])",
                "return torch.stack([x for x, _ in windows]), torch.stack([y for _, y in windows])",
            ),
            why="The training loop reads `for inputs, targets in make_batches(…)`: one pair for each batch, and as many pairs as there are "
            "batches.",
            look="What do you yield, and how often? A `return` ends the function after the first batch.",
        ),
        slip(
            "inputs and targets are swapped",
            edit=(
                "yield torch.stack([x for x, _ in windows]), torch.stack([y for _, y in windows])",
                "yield torch.stack([y for _, y in windows]), torch.stack([x for x, _ in windows])",
            ),
            why="The model would see the next token and be asked for the one before it.",
            look="Which of the two comes first in the docstring?",
        ),
        slip(
            "the windows of a batch are sorted",
            edit=(
                "in order[start : start + batch_size]]",
                "in sorted(order[start : start + batch_size].tolist())]",
            ),
            why="The gradient doesn't mind, but the order is part of the promise: the same seed gives the same batches, row by row.",
            look="Print the order, and the indices that you ask the dataset for.",
        ),
        slip(
            "the last batch is filled up with windows from the start",
            edit=(
                "    for start in",
                "    order = torch.cat([order, order[: -n % batch_size]])\n    for start in",
            ),
            why="Those windows then count twice in every epoch. The last batch may simply be smaller.",
            look="Seven windows in batches of three: how large is the last batch?",
        ),
        slip(
            "windows are shuffled only within their batch",
            edit=(
                "torch.randperm(n, generator=generator)",
                "torch.cat([c[torch.randperm(len(c), generator=generator)] for c in torch.arange(n).split(batch_size)])",
            ),
            why="Then neighbours always share a batch, and separating them is the purpose of shuffling.",
            look="Can window 0 and the last window be in the same batch?",
        ),
        slip(
            "a new permutation is drawn for each batch",
            edit=(
                "    for start in range(0, n, batch_size):\n",
                "    for start in range(0, n, batch_size):\n"
                "        order = torch.randperm(n, generator=generator) if start and generator is not None else order\n",
            ),
            why="A slice of one permutation and a slice of the next can hold the same window, while other windows are never drawn.",
            look="How many permutations do you draw in one pass?",
        ),
        slip(
            "there is one batch too many",
            edit=(
                "range(0, n, batch_size)",
                "range(0, n + 1, batch_size)",
                "range(0, n + batch_size, batch_size)",
            ),
            why="The batch after the last one has no windows, and an empty list can't be stacked.",
            look="Twelve windows in batches of two: at which index does your last batch start?",
        ),
    ]
    promises = {
        "without a generator the order is 0, 1, 2, …": "inputs",
        "with one it is torch.randperm(len(dataset), generator=generator)": "shuffled_inputs",
        "targets stay with their inputs": "shuffled_targets",
        "a fresh order in each pass": "next_epoch",
        "the last batch may be smaller": dict(n=7, batch_size=3),
        "the last batch may be full": dict(n=12, batch_size=2),
        "fewer windows than a batch holds": dict(n=6, batch_size=10),
    }
