"""Run a stack of blocks and record the RMS of the residual stream before and after each.

Oracle: the same stack in float64 (each block adds tanh of a linear map), RMS by NumPy.
"""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import CUT, FINISHED, norm_weights, size, tensor


@exercise("run_blocks", points=3, forbid=FINISHED)
class _:
    cases = [dict(shape=(2, 3, 6), depth=4), dict(shape=(1, 1, 5), depth=1), dict(shape=(2, 4, 4), depth=2)]

    def inputs(rng, shape, depth):
        D = shape[-1]
        norm = norm_weights(rng, "norm", D)
        return {
            "x": rng.standard_normal(shape) + 0.5,
            "gradient": rng.standard_normal(shape),
            "matrices": [rng.standard_normal((D, D)) * 2 / np.sqrt(D) for _ in range(depth)],
            "norm_weights": {name.removeprefix("norm."): value for name, value in norm.items()},
        }

    def oracle(x, gradient, matrices, norm_weights):
        leaf = tensor(x, grad=True)
        stream = [leaf]
        for matrix in matrices:
            stream.append(stream[-1] + torch.tanh(stream[-1] @ tensor(matrix).T))
        gain, bias = tensor(norm_weights["weight"]), tensor(norm_weights["bias"])
        output = F.layer_norm(stream[-1], gain.shape, gain, bias, eps=1e-5)
        output.backward(tensor(gradient))
        sizes = np.sqrt([np.mean(h.detach().numpy() ** 2) for h in stream])
        return {"output": output, "sizes": sizes, "grad_x": leaf.grad}

    weights = {"output": 1, "sizes": 1, "grad_x": 1}
    equivalent = {
        "sizes.append((x.detach() if x.requires_grad else 1 / 0).pow(2).mean() ** 0.5)": "sizes are measured; nothing learns from them",
        "sizes = [(x.detach() if x.requires_grad else 1 / 0).pow(2).mean() ** 0.5]": "sizes are measured; nothing learns from them",
    }
    promises = {
        "the output is normalized at the very end": "output",
        "a size before the first block and after each": "sizes",
        "one block is enough": dict(depth=1),
        "a stack can be trained": "grad_x",
    }

    alternatives = {
        "all states first, a list of numbers": """
            states = [x]
            for block in blocks:
                states.append(block(states[-1]))
            sizes = [math.sqrt(state.square().mean().item()) for state in states]
            return final_norm(states[-1]), sizes
        """,
        "by the length of the whole tensor": """
            sizes = torch.zeros(len(blocks) + 1)
            for i, block in enumerate(blocks):
                sizes[i] = x.norm() / x.numel() ** 0.5
                x = block(x)
            sizes[-1] = x.norm() / x.numel() ** 0.5
            return final_norm(x), sizes
        """,
    }
    slips = [
        slip(
            "the final norm is missing",
            edit=("return final_norm(x),", "return x,"),
            why="The stream grows with every block, and so do the logits, so the first loss of a deep model is far above ln V.",
            look="What did the published model leave out?",
        ),
        slip(
            "the norm acts after every block",
            edit=("x = block(x)", "x = final_norm(block(x))"),
            also=[
                [("x = block(x)", "x = final_norm(block(x))"), ("return final_norm(x),", "return x,")],
                ("x = block(x)", "x = block(final_norm(x))"),
            ],
            why="That puts one norm, shared by all blocks, on the main path: the stream can't grow, and the free path is gone.",
            look="How often should final_norm be called?",
        ),
        slip(
            "the norm comes first, not last",
            edit=[
                ("sizes = [x.pow(2)", "x = final_norm(x)\n    sizes = [x.pow(2)"),
                ("return final_norm(x),", "return x,"),
            ],
            why="Normalizing the input doesn't help, because it is the output that has grown.",
            look="Which two parts of the model does a final norm come between?",
        ),
        slip(
            "every block reads the input of the stack",
            edit=[
                ("sizes = [x.pow(2)", "start = x\n    sizes = [x.pow(2)"),
                ("x = block(x)", "x = block(start)"),
            ],
            why="Then only the last block has an effect, whatever the depth.",
            look="What should the second block get?",
        ),
        slip(
            "the size before the first block is missing",
            edit=("sizes = [x.pow(2).mean() ** 0.5]", "sizes = []"),
            why="Without the starting value you can't tell how much the stack has added.",
            look="How many sizes does a stack of three blocks have?",
        ),
        slip(
            "the sizes are standard deviations",
            edit=[
                ("[x.pow(2).mean() ** 0.5]", "[x.std()]"),
                ("append(x.pow(2).mean() ** 0.5)", "append(x.std())"),
            ],
            also=[
                [
                    ("[x.pow(2).mean() ** 0.5]", "[x.std(unbiased=False)]"),
                    ("append(x.pow(2).mean() ** 0.5)", "append(x.std(unbiased=False))"),
                ]
            ],
            why="A standard deviation leaves out the mean, and a stream may well drift away from 0.",
            look="Does the formula subtract anything before it squares?",
        ),
        slip(
            "the root is missing",
            edit=[
                ("[x.pow(2).mean() ** 0.5]", "[x.pow(2).mean()]"),
                ("append(x.pow(2).mean() ** 0.5)", "append(x.pow(2).mean())"),
            ],
            why="The mean square grows with the depth and its root with the square root of the depth. Only the root is in the units of the features.",
            look="What does the R in RMS stand for?",
        ),
        slip(
            "the last size is taken after the norm",
            edit=(
                "return final_norm(x), torch.stack(sizes)",
                "x = final_norm(x)\n    sizes[-1] = x.pow(2).mean() ** 0.5\n    return x, torch.stack(sizes)",
                "x = final_norm(x)\n    sizes.append(x.pow(2).mean() ** 0.5)\n    return x, torch.stack(sizes)",
            ),
            why="The sizes should show how the stream grows, but once tokens are normalized, they all have the same size.",
            look="Which tensor does final_norm get, and is that the one that you measured?",
        ),
        slip(
            "the size after the last block is missing",
            edit=("torch.stack(sizes)", "torch.stack(sizes[:-1])"),
            why="Only the last size shows what the whole stack has added.",
            look="How many sizes does a stack of three blocks have?",
        ),
        slip(
            "the size is a mean of the sizes of single tokens",
            edit=size("x.pow(2).mean(-1).sqrt().mean()"),
            why="The root of a mean is not the mean of the roots, so large tokens count less.",
            look="Over which numbers does the formula take its mean, and how often?",
            also=[size("x.pow(2).mean((1, 2)).sqrt().mean()"), size("x.pow(2).mean((0, 1)).sqrt().mean()")],
        ),
        slip(
            "the size is a length",
            edit=size("x.norm()"),
            why="A length grows with the number of entries in the tensor. The root mean square can be compared between tensors.",
            look="What does the M in RMS stand for?",
            also=[size("x.norm(dim=-1).mean()")],
        ),
        slip(
            "the size is the mean of the absolute values",
            edit=size("x.abs().mean()"),
            why="This measures size in a different way: for normal numbers it is 0.8 of the root mean square.",
            look="Read the name backwards: root of the mean of the squares.",
            also=[size("x.mean().abs()")],
        ),
        slip(
            "every block is run twice",
            edit=("x = block(x)", "x = block(block(x))"),
            why="The output is then that of another, deeper stack.",
            look="How often do you call each block?",
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=("return final_norm(x),", "return final_norm(x).detach(),"),
            also=[("x = block(x)", "x = block(x).detach()")],
            **CUT,
        ),
        slip(
            "the blocks run in reverse order",
            edit=("for block in blocks:", "for block in reversed(blocks):"),
            why="Each block was trained to read what the ones before it have written.",
            look="Which block gets x itself?",
        ),
        slip(
            "the caller's list of blocks is emptied",
            edit=[
                ("for block in blocks:", "while blocks:"),
                ("x = block(x)", "x = blocks.pop(0)(x)"),
            ],
            why="The caller still needs the blocks: the next call with this list would run none of them.",
            look="How many blocks are in the caller's list after your function has returned?",
        ),
        slip(
            "there is one more residual connection around each block",
            edit=("x = block(x)", "x = x + block(x)"),
            why="The blocks have their residual connections inside, so the stream is counted twice.",
            look="Where do the additions of a block take place?",
        ),
        slip(
            "the sizes measure what the blocks add, not the stream",
            edit=(
                "x = block(x)\n        sizes.append(x.pow(2)",
                "x, before = block(x), x\n        sizes.append((x - before).pow(2)",
            ),
            why="The stream is the sum of everything that was added so far, and its size is what grows with depth.",
            look="Which tensor does the next block read?",
        ),
        slip(
            "the size is that of the first text only",
            edit=size("x[0].pow(2).mean() ** 0.5"),
            why="The mean runs over all numbers of the tensor.",
            look="Does your function take anything from only one element of the batch?",
        ),
        slip(
            "the size is the largest number",
            edit=size("x.abs().max()"),
            why="A single outlier decides it. The root mean square takes all numbers into account.",
            look="Read the name backwards: root of the mean of the squares.",
        ),
    ]
