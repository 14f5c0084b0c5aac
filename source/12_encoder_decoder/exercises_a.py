"""What decides the exercises of sitting a: a model that reads one text and writes another.

Oracles: torch's cross-entropy with label smoothing, nn.Transformer and nn.TransformerDecoderLayer with copied weights,
torch's own projection of a memory, a recursion over all ways to edit, all texts up to a length, double loops, and span
corruption read off a marked text as in figure 2 of its paper.
"""

import functools
import itertools
import warnings

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from autograder.authoring import exercise, slip

TORCH = ["torch.nn.Transformer", "torch.nn.TransformerEncoder", "torch.nn.TransformerDecoder",
         "torch.nn.TransformerEncoderLayer", "torch.nn.TransformerDecoderLayer"]  # fmt: skip
LOSSES = ["cross_entropy", "nll_loss", "nn.CrossEntropyLoss", "nn.NLLLoss"]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


def leaf(array):
    return tensor(array).requires_grad_()


# --- what the decoder reads ------------------------------------------------------------------------------------------

BEGIN = "torch.full_like(targets[:, :1], start)"
SHIFTED = "torch.cat([begin, targets[:, :-1]], dim=1)"


@exercise("shift_right", points=1)
class _:
    cases = [dict(B=3, T=5), dict(B=4, T=4, marks=True), dict(B=2, T=1), dict(B=1, T=6, padded=3)]
    weights = {"inputs": 4, "int64": 1, "targets unchanged": 1}

    def inputs(rng, B, T, padded=0, marks=False):
        """marks: small ids, which mean something elsewhere, stand among the others."""
        targets = rng.integers(10, 90, (B, T))
        if marks:
            targets[0, :3] = rng.permutation(3)
        if padded:
            targets[:, -padded - 1 :] = [2] + [0] * padded  # END, then PAD, of utils.corpora.pronunciations
        return {"targets": targets, "start": int(rng.integers(1, 9))}

    def oracle(targets, start):
        shifted = np.array([[start, *row[:-1].tolist()] for row in targets])
        return {
            "inputs": shifted,
            "int64": {"first row": shifted[0], "type": "torch.int64"},
            "targets unchanged": {"inputs": shifted[0], "targets": targets},
        }

    alternatives = {
        "rolled, then overwritten": """
            rolled = targets.roll(1, dims=1)
            rolled[:, 0] = start
            return rolled
        """,
        "filled row by row": """
            shifted = torch.empty_like(targets)
            for b in range(len(targets)):
                shifted[b, 0] = start
                shifted[b, 1:] = targets[b, :-1]
            return shifted
        """,
        "padded": "return F.pad(targets, (1, 0), value=start)[:, :-1]",
    }
    slips = [
        slip(
            "targets are shifted to the left",
            edit=(SHIFTED, "torch.cat([targets[:, 1:], begin], dim=1)"),
            why="Position t would read the symbol that comes after the one it has to write.",
            look="What may position 0 have read before it writes the first symbol?",
        ),
        slip(
            "the last symbol stays, so the row is longer",
            edit=(SHIFTED, "torch.cat([begin, targets], dim=1)"),
            why="Inputs and targets then have different lengths, and the loss cannot be computed.",
            look="How long is each row of your result, and how long is it to be?",
        ),
        slip(
            "nothing is shifted, and the first symbol is lost",
            edit=(SHIFTED, "torch.cat([begin, targets[:, 1:]], dim=1)"),
            why="From position 1 on, each position reads the very symbol that it has to write. The loss falls to nothing, and the model has learned to copy.",
            look="What does position 2 of your result hold, and what does position 2 of the targets?",
        ),
        slip(
            "the last symbol comes round to the front",
            edit=(SHIFTED, "targets.roll(1, dims=1)"),
            why="Every text begins alike. The last symbol would tell the first position how the text ends.",
            look="What stands at position 0 of your result?",
        ),
        slip(
            "batch and time are mixed up",
            edit=(SHIFTED, "torch.cat([torch.full_like(targets[:1], start), targets[:-1]], dim=0)"),
            why="Each text would read another text of the batch.",
            look="Along which axis does time run?",
        ),
        slip(
            "the targets themselves are changed",
            edit=(
                "    " + "begin = " + BEGIN + "  # (B, 1)\n    return " + SHIFTED,
                "    targets[:, 1:] = targets[:, :-1].clone()\n    targets[:, 0] = start\n    return targets",
            ),
            why="The loss would compare the model's scores with what it has read.",
            look="What do the targets hold after the call?",
        ),
        slip(
            "ids become fractions",
            edit=(BEGIN, "torch.full((len(targets), 1), float(start), device=targets.device)"),
            why="An embedding looks up whole numbers only.",
            look="Which dtype has your result?",
        ),
        slip(
            "start is a fixed id",
            edit=(BEGIN, "torch.ones_like(targets[:, :1])"),
            also=[(BEGIN, "torch.zeros_like(targets[:, :1])")],
            why="Each vocabulary has a start of its own.",
            look="Which argument does your code never use?",
        ),
        slip(
            "rows run into one another",
            edit="""
            def shift_right(targets, start):
                out = targets.roll(1)
                out[0, 0] = start
                return out
            """,
            why="The last symbol of one text becomes the first of the next.",
            look="What stands at the beginning of the second row?",
        ),
        slip(
            "padding is written over the shifted text",
            edit="""
            def shift_right(targets, start):
                out = torch.cat([torch.full_like(targets[:, :1], start), targets[:, :-1]], dim=1)
                return torch.where(targets == PAD, targets, out)
            """,
            why="A target of padding is no reason to hide what was written before it.",
            look="Which symbol does the first padded position read?",
        ),
        slip(
            "the first symbol is copied through the row",
            edit="""
            def shift_right(targets, start):
                out = targets.clone()
                for t in range(1, out.shape[1]):
                    out[:, t] = out[:, t - 1]
                out[:, 0] = start
                return out
            """,
            why="Each symbol is overwritten before it is moved on.",
            look="In which order does your loop run?",
        ),
        slip(
            "the end mark becomes padding",
            edit="""
            def shift_right(targets, start):
                out = torch.cat([torch.full_like(targets[:, :1], start), targets[:, :-1]], dim=1)
                return out.masked_fill(out == END, PAD)
            """,
            why="It is a symbol like any other, and the loss behind it does not count anyway.",
            look="Which symbols of the targets does your result not have?",
        ),
    ]
    promises = {
        "start stands first": dict(B=3),
        "rows of one symbol": dict(T=1),
        "as many texts as symbols": dict(B=4, T=4),
        "every id is a symbol": dict(marks=True),
        "padding moves along": dict(padded=3),
        "the type stays": "int64",
        "targets are left as they are": "targets unchanged",
    }


# --- the loss --------------------------------------------------------------------------------------------------------

LOG_P = "logits.log_softmax(dim=-1)"
COUNTS = "counts = targets != ignore"
SAFE = "targets.masked_fill(~counts, 0)"
MIXED = "(1 - epsilon) * of_target + epsilon * log_p.mean(dim=-1)"
MEAN = "-smoothed[counts].mean()"


@exercise("label_smoothed_loss", points=3, forbid=LOSSES)
class _:
    cases = [
        dict(B=3, T=4, V=5, ignored=(0, 0, 2)),
        dict(B=2, T=3, V=7, ignored=(1, 2), ignore=-100),
        dict(B=4, T=4, V=4, ignored=(0, 1, 3, 2)),  # every axis fits in every place
        dict(B=2, T=3, V=6, ignored=(0, 1), epsilon=0.0),
        dict(B=1, T=2, V=3, ignored=(0,), size=300.0),
        dict(B=2, T=5, V=9, ignored=(5, 1), ignore=8),  # a text that is padding alone
    ]
    weights = {"loss": 4, "gradient": 2, "arguments unchanged": 1}

    def inputs(rng, B, T, V, ignored, ignore=0, epsilon=None, size=2.0):
        inside = [v for v in range(V) if v != ignore]
        targets = rng.choice(inside, (B, T))
        for row, n in enumerate(ignored):
            targets[row, T - n :] = ignore
        return {
            "logits": size * rng.standard_normal((B, T, V)),
            "targets": targets,
            "epsilon": float(rng.uniform(0.05, 0.4)) if epsilon is None else epsilon,
            "ignore": ignore,
        }

    def oracle(logits, targets, epsilon, ignore):
        scores, aims = leaf(logits), torch.as_tensor(targets)
        loss = F.cross_entropy(
            scores.flatten(0, 1), aims.flatten(), label_smoothing=epsilon, ignore_index=ignore
        )
        loss.backward()
        return {
            "loss": {"loss": loss.detach()},
            "gradient": scores.grad,
            "arguments unchanged": {"loss": loss.detach(), "targets": targets, "logits": logits},
        }

    alternatives = {
        "the smoothed distribution itself": """
            V = logits.shape[-1]
            counts = (targets != ignore).float()
            q = F.one_hot(torch.where(targets == ignore, 0, targets), V) * (1 - epsilon) + epsilon / V
            each = -(q * F.log_softmax(logits, dim=-1)).sum(dim=-1)
            return (each * counts).sum() / counts.sum()
        """,
        "only the positions that count": """
            where = targets.flatten() != ignore
            x, y = logits.flatten(0, 1)[where], targets.flatten()[where]
            log_p = x - x.logsumexp(dim=1, keepdim=True)
            right = log_p[torch.arange(len(y)), y]
            return ((epsilon - 1) * right - epsilon * log_p.mean(1)).mean()
        """,
        "from the divergence": """
            V = logits.shape[-1]
            where = targets != ignore
            x, y = logits[where], targets[where]
            q = torch.full_like(x, epsilon / V).scatter(1, y[:, None], 1 - epsilon + epsilon / V)
            entropy = -torch.special.xlogy(q, q).sum(1).mean()
            return F.kl_div(x.log_softmax(1), q, reduction="batchmean") + entropy
        """,
    }
    slips = [
        slip(
            "labels are not smoothed",
            edit=(MIXED, "of_target"),
            why="Without it the model is driven to a probability of 1, which no finite score reaches.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the share goes to the wrong symbols alone",
            edit=(
                MIXED,
                "(1 - epsilon) * of_target + epsilon * (log_p.sum(dim=-1) - of_target) / (logits.shape[-1] - 1)",
            ),
            why="The paper's uniform distribution is over all symbols, the right one among them, and so is torch's.",
            look="What is q at the target for ε = 0.1 and V = 10, by the formula and by your code?",
        ),
        slip(
            "the target keeps its whole weight",
            edit=(MIXED, "of_target + epsilon * log_p.mean(dim=-1)"),
            why="Then q sums to 1 + ε and is no distribution.",
            look="What is the sum of q over the vocabulary?",
        ),
        slip(
            "ε and 1 − ε are exchanged",
            edit=(MIXED, "epsilon * of_target + (1 - epsilon) * log_p.mean(dim=-1)"),
            why="With ε = 0.1, nine tenths of the aim would be to know nothing.",
            look="What should come out for ε = 0?",
        ),
        slip(
            "the uniform part is a sum",
            edit=("log_p.mean(dim=-1)", "log_p.sum(dim=-1)"),
            why="Each symbol gets ε then, and not ε divided by V.",
            look="How large is q at a symbol that is not the target?",
        ),
        slip(
            "the uniform part is left out",
            edit=(MIXED, "(1 - epsilon) * of_target"),
            why="That only makes the gradient smaller. Nothing holds the other symbols up.",
            look="Which terms has the sum over all symbols besides the target's?",
        ),
        slip(
            "padding counts as text",
            edit=(MEAN, "-smoothed.mean()"),
            also=[(COUNTS, "counts = torch.ones_like(targets, dtype=torch.bool)")],
            why="The model is rewarded for writing padding, more the longer the longest text of a batch is.",
            look="How many positions does your mean run over?",
        ),
        slip(
            "padding is set to zero and still counted",
            edit=(MEAN, "-(smoothed * counts).mean()"),
            why="The sum is right and the divisor is not: a batch with much padding gets a small loss.",
            look="By what do you divide?",
        ),
        slip(
            "each text has its own mean",
            edit=(MEAN, "-((smoothed * counts).sum(dim=1) / counts.sum(dim=1)).mean()"),
            also=[(MEAN, "-((smoothed * counts).sum(dim=1) / counts.sum(dim=1).clamp(min=1)).mean()")],
            why="A symbol of a short text would count more than one of a long text.",
            look="How many positions are there in all, and does each of them weigh the same?",
        ),
        slip(
            "the loss is summed",
            edit=(MEAN, "-smoothed[counts].sum()"),
            why="The learning rate would then depend on how much text a batch holds.",
            look="What does the docstring say: a sum or a mean?",
        ),
        slip(
            "the sign is missing",
            edit=(MEAN, "smoothed[counts].mean()"),
            why="Log-probabilities are below zero. Descent would make the text less likely.",
            look="Which sign has a cross-entropy?",
        ),
        slip(
            "the softmax runs along another axis",
            edit=(LOG_P, "logits.log_softmax(dim=1)"),
            also=[(LOG_P, "logits.log_softmax(dim=0)")],
            why="Probabilities are shared out among the symbols of one position.",
            look="Over which axis do the probabilities have to sum to 1?",
        ),
        slip(
            "the logarithm is taken of a finished softmax",
            edit=(LOG_P, "logits.softmax(dim=-1).log()"),
            also=[(LOG_P, "(logits.softmax(dim=-1) + 1e-9).log()")],
            why="For large scores a probability is 0 in float32, and its logarithm is infinite.",
            look="What comes out for scores of several hundred?",
        ),
        slip(
            "the ignored id is fixed",
            edit=(COUNTS, "counts = targets != 0"),
            also=[
                (COUNTS, "counts = targets != -100"),
                (COUNTS, "counts = targets > 0"),
                (COUNTS, "counts = targets >= 0"),
            ],
            why="Which id is padding is for the caller to say.",
            look="Which argument does your code never use?",
        ),
        slip(
            "an ignored id is looked up",
            edit=(SAFE, "targets"),
            why="-100 is in no vocabulary. A position that does not count still needs an id that exists, or must not be looked up.",
            look="What does gather do with -100?",
        ),
        slip(
            "symbols in padding's place count, and the ignored symbol gets no share",
            edit=(
                "log_p.mean(dim=-1)",
                "log_p[..., [v for v in range(logits.shape[-1]) if v != ignore]].mean(dim=-1)",
            ),
            why="ignore says which positions are left out. In the positions that count, the uniform part is over the whole vocabulary.",
            look="What is q at the id `ignore`, in a position that counts?",
        ),
        slip(
            "the loss is in bits",
            edit="""
            def label_smoothed_loss(logits, targets, epsilon, ignore):
                keep = targets != ignore
                x, t = logits[keep], targets[keep]
                logp = x.log_softmax(-1) / math.log(2)
                hit = logp.gather(1, t[:, None])[:, 0]
                return -((1 - epsilon) * hit + epsilon * logp.mean(-1)).mean()
            """,
            why="Training in this course is in nats. The gradient would be larger by 1.44.",
            look="Which logarithm do you take?",
        ),
        slip(
            "the uniform part has no gradient",
            edit="""
            def label_smoothed_loss(logits, targets, epsilon, ignore):
                keep = targets != ignore
                x, t = logits[keep], targets[keep]
                logp = x.log_softmax(-1)
                hit = logp.gather(1, t[:, None])[:, 0]
                return -((1 - epsilon) * hit + epsilon * logp.detach().mean(-1)).mean()
            """,
            why="Then the smoothing shows in the number and never in the weights.",
            look="Where do you leave the trail that backward() follows?",
        ),
        slip(
            "the entropy of q is taken away",
            edit="""
            def label_smoothed_loss(logits, targets, epsilon, ignore):
                keep = targets != ignore
                x, t = logits[keep], targets[keep]
                V = x.shape[-1]
                q = torch.full_like(x, epsilon / V)
                q = q.scatter_add(1, t[:, None], torch.full_like(x[:, :1], 1 - epsilon))
                return F.kl_div(x.log_softmax(-1), q, reduction="batchmean")
            """,
            why="That is the divergence. It falls to 0, and differs from the loss by a constant.",
            look="What is the least value that your loss can have?",
        ),
        slip(
            "the exponentials overflow",
            edit="""
            def label_smoothed_loss(logits, targets, epsilon, ignore):
                keep = targets != ignore
                x, t = logits[keep], targets[keep]
                logp = x - x.exp().sum(-1, keepdim=True).log()
                hit = logp.gather(1, t[:, None])[:, 0]
                return -((1 - epsilon) * hit + epsilon * logp.mean(-1)).mean()
            """,
            why="For scores of several hundred exp is infinite in float32.",
            look="What comes out for scores of several hundred?",
        ),
    ]
    equivalent = {
        "safe = targets.masked_fill(~counts, 1)": "a position that does not count may look up any symbol",
    }
    promises = {
        "positions that are ignored count for nothing": dict(ignored=(0, 0, 2)),
        "ignore may lie outside of the vocabulary": dict(ignore=-100),
        "every position that counts weighs the same": dict(ignored=(5, 1)),
        "without smoothing it is the cross-entropy": dict(epsilon=0.0),
        "large scores": dict(size=300.0),
        "the gradient is right": "gradient",
        "the arguments are left as they are": "arguments unchanged",
    }


# --- the model -------------------------------------------------------------------------------------------------------

SCALED = "self.tokens(ids) * math.sqrt(self.tokens.embedding_dim)"
PLACED = " + self.positions[: ids.shape[1]]"
ENCODE_LOOP = (
    "for block in self.encoder:\n            x = block(x, keep)\n        return self.encoder_norm(x)"
)
DECODE_LOOP = (
    "for block in self.decoder:\n            x = block(x, memory, keep)\n        x = self.decoder_norm(x)"
)
SCORES = "F.linear(x, self.tokens.weight)"


def linear_weights(rng, name, d_in, d_out, gain=1.0):
    return {
        f"{name}.weight": gain * rng.standard_normal((d_out, d_in)) / np.sqrt(d_in),
        f"{name}.bias": rng.standard_normal(d_out) * 0.5,
    }


def norm_weights(rng, name, D):
    return {f"{name}.weight": rng.uniform(0.5, 1.5, D), f"{name}.bias": rng.standard_normal(D) * 0.5}


def block_weights(rng, name, D, hidden, cross):
    """All weights of a block of utils.blocks, those of queries and keys larger, so that a wrong mask shows."""
    found = linear_weights(rng, f"{name}.attention.qkv_proj", D, 3 * D, 1.5)
    found |= linear_weights(rng, f"{name}.attention.out_proj", D, D)
    if cross:
        found |= linear_weights(rng, f"{name}.cross_attention.q_proj", D, D, 1.5)
        found |= linear_weights(rng, f"{name}.cross_attention.kv_proj", D, 2 * D, 1.5)
        found |= linear_weights(rng, f"{name}.cross_attention.out_proj", D, D)
    found |= linear_weights(rng, f"{name}.feed_forward.up", D, hidden)
    found |= linear_weights(rng, f"{name}.feed_forward.down", hidden, D)
    for number in range(1, 4 if cross else 3):
        found |= norm_weights(rng, f"{name}.norm{number}", D)
    return found


def quietly(make, *sizes, **options):
    """A module of torch, without its warning that pre-LN layers have no fast path."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return make(*sizes, **options)


def torch_name(name):
    """What nn.Transformer calls a parameter; cross-attention's projections are joined by `torch_weights`."""
    for ours, theirs in {
        "encoder_norm": "encoder.norm",
        "decoder_norm": "decoder.norm",
        "cross_attention.out_proj": "multihead_attn.out_proj",
        "attention.qkv_proj.weight": "self_attn.in_proj_weight",
        "attention.qkv_proj.bias": "self_attn.in_proj_bias",
        "attention.out_proj": "self_attn.out_proj",
        "feed_forward.up": "linear1",
        "feed_forward.down": "linear2",
    }.items():
        if ours in name:
            name = name.replace(ours, theirs)
            break
    for side in ("encoder", "decoder"):
        if name.startswith(side) and name.split(".")[1].isdigit():
            name = name.replace(side, f"{side}.layers", 1)
    return name


def torch_weights(weights):
    """The weights of an EncoderDecoder, or of blocks called decoder.0, …, under the names of nn.Transformer."""
    found = {}
    for name, value in weights.items():
        if name.endswith(("cross_attention.q_proj.weight", "cross_attention.q_proj.bias")):
            other = weights[name.replace("q_proj", "kv_proj")]
            base = torch_name(name.split(".cross_attention")[0] + ".x").removesuffix(".x")
            kind = name.rsplit(".", 1)[1]
            found[f"{base}.multihead_attn.in_proj_{kind}"] = tensor(np.concatenate([value, other]))
        elif "kv_proj" not in name or "cross" not in name:
            found[torch_name(name)] = tensor(value)
    return found


def sizes_of_gradients(model, table, weights):
    """The length of every parameter's gradient, under our names; torch joins three projections of cross-attention."""
    theirs = {name: p.grad for name, p in model.named_parameters()}
    found = {"tokens.weight": float(table.grad.norm())}
    for name in weights:
        if name == "tokens.weight":
            continue
        if ".cross_attention." in name and "out_proj" not in name:
            base = torch_name(name.split(".cross_attention")[0] + ".x").removesuffix(".x")
            joined = theirs[f"{base}.multihead_attn.in_proj_{name.rsplit('.', 1)[1]}"]
            D = len(joined) // 3
            found[name] = float((joined[:D] if ".q_proj" in name else joined[D:]).norm())
        else:
            found[name] = float(theirs[torch_name(name)].norm())
    return found


def sinusoids(length, D):
    """Section 3.5 of Vaswani et al. 2017, entry by entry."""
    table = np.zeros((length, D))
    for position in range(length):
        for j in range(D):
            angle = position / 10000 ** (2 * (j // 2) / D)
            table[position, j] = np.sin(angle) if j % 2 == 0 else np.cos(angle)
    return tensor(table)


@exercise("EncoderDecoder", points=5, forbid=TORCH)
class _:
    cases = [
        dict(B=2, S=5, T=4, lengths=(5, 3)),
        dict(
            B=3, S=3, T=3, lengths=(1, 3, 2), layers=(1, 2)
        ),  # S = T: what is exchanged by mistake still fits
        dict(B=1, S=4, T=1, lengths=(3,), layers=(2, 1)),
        dict(B=2, S=3, T=6, lengths=(3, 2), layers=(3, 3), D=4),
    ]
    weights = {"embedded": 1, "memory": 3, "scores": 4, "size of each gradient": 2, "ids unchanged": 1}
    tolerance = 5e-4

    def inputs(rng, B, S, T, lengths, layers=(2, 2), D=6, H=2, hidden=10, V=11):
        weights = {"tokens.weight": rng.standard_normal((V, D))}
        for side, number in zip(("encoder", "decoder"), layers):
            for i in range(number):
                weights |= block_weights(rng, f"{side}.{i}", D, hidden, cross=side == "decoder")
            weights |= norm_weights(rng, f"{side}_norm", D)
        return {
            "source": rng.integers(0, V, (B, S)),
            "keep": np.arange(S) < np.array(lengths)[:, None],
            "written": rng.integers(0, V, (B, T)),
            "gradient": rng.standard_normal((B, T, V)),
            "weights": weights,
            "sizes": [V, D, H, hidden],
            "layers": list(layers),
        }

    def oracle(source, keep, written, gradient, weights, sizes, layers):
        V, D, H, hidden = sizes
        model = quietly(
            nn.Transformer, D, H, *layers, hidden, dropout=0.0, activation="relu", batch_first=True, norm_first=True
        ).double()  # fmt: skip
        model.load_state_dict({k: v for k, v in torch_weights(weights).items() if k != "tokens.weight"})
        table = leaf(weights["tokens.weight"])
        place = sinusoids(8, D)
        x, y = (D**0.5 * table[torch.as_tensor(ids)] + place[: ids.shape[1]] for ids in (source, written))
        hidden_places = ~torch.as_tensor(keep)
        memory = model.encoder(x, src_key_padding_mask=hidden_places)
        future = torch.ones(y.shape[1], y.shape[1], dtype=torch.bool).triu(1)
        out = model(
            x, y, tgt_mask=future, src_key_padding_mask=hidden_places, memory_key_padding_mask=hidden_places
        )  # fmt: skip
        scores = out @ table.T
        scores.backward(tensor(gradient))
        memory = memory.detach() * tensor(keep)[..., None]
        return {
            "embedded": y.detach(),
            "memory": memory,
            "scores": scores.detach(),
            "size of each gradient": sizes_of_gradients(model, table, weights),
            "ids unchanged": {"scores": scores.detach()[:, 0], "source": source, "written": written},
        }

    alternatives = {
        "by index, the table as a matrix": [
            (SCALED + PLACED, "self.tokens.weight[ids] * self.tokens.weight.shape[1] ** 0.5 + self.positions[torch.arange(ids.shape[1], device=ids.device)]"),
            (ENCODE_LOOP, "for i in range(len(self.encoder)):\n            x = self.encoder[i](x, keep=keep)\n        return self.encoder_norm(x)"),
            ("return " + SCORES, "return x @ self.tokens.weight.T"),
        ],
        "in one line each": [
            (DECODE_LOOP, "from functools import reduce\n        x = self.decoder_norm(reduce(lambda x, block: block(x, memory, keep), self.decoder, x))"),
            ("return " + SCORES, "return torch.einsum('btd,vd->btv', x, self.tokens.weight)"),
        ],
    }  # fmt: skip
    slips = [
        slip(
            "token vectors are not multiplied by √D",
            edit=(SCALED, "self.tokens(ids)"),
            why="The table serves as output too, so its entries are small. Beside sines and cosines the tokens would be a whisper.",
            look="What is done to token vectors in section 3.4 of the paper, before positions are added?",
        ),
        slip(
            "positions are multiplied by √D as well",
            edit=(SCALED + PLACED, "(self.tokens(ids)" + PLACED + ") * math.sqrt(self.tokens.embedding_dim)"),
            why="Only the token vectors are. The sinusoids keep their size of 1.",
            look="Where does your bracket close?",
        ),
        slip(
            "token vectors are divided by √D, or multiplied by D",
            edit=(SCALED, "self.tokens(ids) / math.sqrt(self.tokens.embedding_dim)"),
            also=[(SCALED, "self.tokens(ids) * self.tokens.embedding_dim")],
            why="Small entries are to be brought up to a size of about 1.",
            look="With D = 100, by what does your code multiply?",
        ),
        slip(
            "positions are missing",
            edit=(PLACED, ""),
            why="Attention alone does not know what stands where: a word would be a bag of letters.",
            look="Which buffer does your code never use?",
        ),
        slip(
            "positions start at 1",
            edit=(PLACED, " + self.positions[1 : ids.shape[1] + 1]"),
            why="The first token stands at position 0.",
            look="Which row of the table does the first token get?",
        ),
        slip(
            "every token gets the position of the last",
            edit=(PLACED, " + self.positions[ids.shape[1] - 1]"),
            also=[(PLACED, " + self.positions[0]")],
            why="Then all positions are the same one, which is as good as none.",
            look="Which shape has what you add?",
        ),
        slip(
            "the padding of the source is not hidden from the encoder",
            edit=(ENCODE_LOOP, ENCODE_LOOP.replace("block(x, keep)", "block(x)")),
            why="Real letters then read padding, more of it the longer the longest word of the batch is.",
            look="What are the two arguments of an encoder block?",
        ),
        slip(
            "padding is set to zero, not hidden",
            edit=(ENCODE_LOOP, ENCODE_LOOP.replace("block(x, keep)", "block(x * keep.unsqueeze(-1))")),
            why="A vector of zeros still has a key, by the bias, and still gets a share.",
            look="What weight does a key of zeros get?",
        ),
        slip(
            "the mask is inverted",
            edit=(ENCODE_LOOP, ENCODE_LOOP.replace("block(x, keep)", "block(x, ~keep)")),
            also=[(DECODE_LOOP, DECODE_LOOP.replace("memory, keep)", "memory, ~keep)"))],
            why="Only padding can be read then. torch's own modules read masks this way round.",
            look="What does True mean in `keep`?",
        ),
        slip(
            "the decoder does not hide the padding of the memory",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("memory, keep)", "memory)")),
            why="It would read letters that nobody wrote.",
            look="What are the three arguments of a decoder block?",
        ),
        slip(
            "the norm behind the encoder is missing",
            edit=(ENCODE_LOOP, ENCODE_LOOP.replace("self.encoder_norm(x)", "x")),
            why="In pre-LN blocks the main path is never normalised, and it grows with every block. Decoder blocks take the memory as it is.",
            look="Which parameter of the model does your code never use?",
        ),
        slip(
            "the norm behind the decoder is missing",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("x = self.decoder_norm(x)", "pass")),
            why="In pre-LN blocks the main path is never normalised, so scores would grow with depth.",
            look="Which parameter of the model does your code never use?",
        ),
        slip(
            "the two norms are exchanged, or one serves both",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("self.decoder_norm", "self.encoder_norm")),
            also=[
                (ENCODE_LOOP, ENCODE_LOOP.replace("self.encoder_norm", "self.decoder_norm")),
                [(ENCODE_LOOP, ENCODE_LOOP.replace("self.encoder_norm", "self.decoder_norm")), (DECODE_LOOP, DECODE_LOOP.replace("self.decoder_norm", "self.encoder_norm"))],
            ],
            why="Fresh norms are equal, so nothing shows before training; trained ones are not.",
            look="Which norm belongs to which stack?",
        ),
        slip(
            "a norm stands behind every block",
            edit=(ENCODE_LOOP, "for block in self.encoder:\n            x = self.encoder_norm(block(x, keep))\n        return x"),
            also=[(DECODE_LOOP, "for block in self.decoder:\n            x = self.decoder_norm(block(x, memory, keep))")],
            why="Each block has norms of its own. This one comes once, behind the last.",
            look="How often is the final norm called in your loop?",
        ),
        slip(
            "the memory is normalised a second time",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("x, memory, keep", "x, self.encoder_norm(memory), keep")),
            why="The encoder has done so already, once for all decoder blocks.",
            look="What does `encode` return?",
        ),
        slip(
            "only one block is run",
            edit=(ENCODE_LOOP, "x = self.encoder[0](x, keep)\n        return self.encoder_norm(x)"),
            also=[
                (DECODE_LOOP, "x = self.decoder[0](x, memory, keep)\n        x = self.decoder_norm(x)"),
                (DECODE_LOOP, "h = x\n        for block in self.decoder:\n            x = block(h, memory, keep)\n        x = self.decoder_norm(x)"),
                (ENCODE_LOOP, "h = x\n        for block in self.encoder:\n            x = block(h, keep)\n        return self.encoder_norm(x)"),
            ],
            why="Blocks follow one another: each reads what the one before it has made.",
            look="What does the second block of your loop get?",
        ),
        slip(
            "blocks are run in another order",
            edit=(ENCODE_LOOP, ENCODE_LOOP.replace("in self.encoder", "in reversed(self.encoder)")),
            also=[(DECODE_LOOP, DECODE_LOOP.replace("in self.decoder", "in reversed(self.decoder)"))],
            why="Each block was trained with what all blocks before it have made.",
            look="Which block gets the embedded tokens?",
        ),
        slip(
            "the decoder's blocks read one another's output in place of the memory",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("x = block(x, memory, keep)", "x = memory = block(x, memory, keep)")),
            why="After the first block the source would be forgotten.",
            look="What is the memory of the second decoder block?",
        ),
        slip(
            "the output has no scores",
            edit=("return " + SCORES, "return x"),
            why="Vectors say nothing until they are compared with the vector of each token.",
            look="Which shape has your result, and which should it have?",
        ),
        slip(
            "the scores are scaled by √D as well",
            edit=(SCORES, "F.linear(x, self.tokens.weight * math.sqrt(self.tokens.embedding_dim))"),
            also=[(SCORES, "F.linear(x, self.tokens.weight) / math.sqrt(self.tokens.embedding_dim)")],
            why="The factor belongs to the input side of the table alone.",
            look="By which matrix is the decoder's output multiplied?",
        ),
        slip(
            "scores become probabilities",
            edit=("return " + SCORES, "return " + SCORES + ".softmax(dim=-1)"),
            also=[("return " + SCORES, "return " + SCORES + ".log_softmax(dim=-1)")],
            why="The loss applies softmax itself; twice makes gradients small.",
            look="What does the docstring of `decode` return?",
        ),
        slip(
            "scores for the last position alone",
            edit=("return " + SCORES, "return " + SCORES.replace("(x,", "(x[:, -1:],")),
            why="In training every position writes at once.",
            look="How many positions has your result?",
        ),
        slip(
            "the table is cut off from one of its two gradients",
            edit=(SCORES, "F.linear(x, self.tokens.weight.detach())"),
            also=[(SCALED, "self.tokens(ids).detach() * math.sqrt(self.tokens.embedding_dim)"), (SCORES, "F.linear(x, self.tokens.weight.data)")],
            why="A shared table learns as input and as output.",
            look="Where do you leave the trail that backward() follows?",
        ),
        slip(
            "the memory learns nothing",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("x, memory, keep", "x, memory.detach(), keep")),
            why="The encoder is trained by what the decoder needs. There is no other teacher.",
            look="How does the gradient get from the scores to the encoder?",
        ),
        slip(
            "the decoder knows no positions",
            edit="""
            class EncoderDecoder(nn.Module):
                def __init__(self, vocab, d_model, n_heads, d_hidden, n_encoder, n_decoder, longest=64):
                    super().__init__()
                    self.tokens = nn.Embedding(vocab, d_model)
                    nn.init.normal_(self.tokens.weight, std=d_model**-0.5)
                    sizes = (d_model, n_heads, d_hidden)
                    self.encoder = nn.ModuleList(EncoderBlock(*sizes, norm="pre", act="relu") for _ in range(n_encoder))
                    self.decoder = nn.ModuleList(DecoderBlock(*sizes, act="relu") for _ in range(n_decoder))
                    self.encoder_norm, self.decoder_norm = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
                    self.register_buffer("positions", sinusoidal_positions(longest, d_model), persistent=False)

                def embed(self, ids):
                    return self.tokens(ids) * math.sqrt(self.tokens.embedding_dim) + self.positions[: ids.shape[1]]

                def encode(self, source, keep):
                    x = self.embed(source)
                    for block in self.encoder:
                        x = block(x, keep)
                    return self.encoder_norm(x)

                def decode(self, written, memory, keep):
                    x = self.tokens(written) * math.sqrt(self.tokens.embedding_dim)
                    for block in self.decoder:
                        x = block(x, memory, keep)
                    return F.linear(self.decoder_norm(x), self.tokens.weight)

                def forward(self, source, keep, written):
                    return self.decode(written, self.encode(source, keep), keep)
            """,
            why="Its text would be a bag of phonemes.",
            look="What does `decode` do with ids before the first block?",
        ),
        slip(
            "later decoder blocks do not read the encoder's memory",
            edit="""
            class EncoderDecoder(nn.Module):
                def __init__(self, vocab, d_model, n_heads, d_hidden, n_encoder, n_decoder, longest=64):
                    super().__init__()
                    self.tokens = nn.Embedding(vocab, d_model)
                    nn.init.normal_(self.tokens.weight, std=d_model**-0.5)
                    sizes = (d_model, n_heads, d_hidden)
                    self.encoder = nn.ModuleList(EncoderBlock(*sizes, norm="pre", act="relu") for _ in range(n_encoder))
                    self.decoder = nn.ModuleList(DecoderBlock(*sizes, act="relu") for _ in range(n_decoder))
                    self.encoder_norm, self.decoder_norm = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
                    self.register_buffer("positions", sinusoidal_positions(longest, d_model), persistent=False)

                def embed(self, ids):
                    return self.tokens(ids) * math.sqrt(self.tokens.embedding_dim) + self.positions[: ids.shape[1]]

                def encode(self, source, keep):
                    x = self.embed(source)
                    for block in self.encoder:
                        x = block(x, keep)
                    return self.encoder_norm(x)

                def decode(self, written, memory, keep):
                    x = self.embed(written)
                    for block in self.decoder:
                        x = memory_x = block(x, memory, keep)
                        memory = self.encoder_norm(memory)
                    return F.linear(self.decoder_norm(x), self.tokens.weight)

                def forward(self, source, keep, written):
                    return self.decode(written, self.encode(source, keep), keep)
            """,
            why="Every block reads the same memory.",
            look="What is the memory of the second decoder block?",
        ),
        slip(
            "only the first two blocks are run",
            edit="""
            class EncoderDecoder(nn.Module):
                def __init__(self, vocab, d_model, n_heads, d_hidden, n_encoder, n_decoder, longest=64):
                    super().__init__()
                    self.tokens = nn.Embedding(vocab, d_model)
                    nn.init.normal_(self.tokens.weight, std=d_model**-0.5)
                    sizes = (d_model, n_heads, d_hidden)
                    self.encoder = nn.ModuleList(EncoderBlock(*sizes, norm="pre", act="relu") for _ in range(n_encoder))
                    self.decoder = nn.ModuleList(DecoderBlock(*sizes, act="relu") for _ in range(n_decoder))
                    self.encoder_norm, self.decoder_norm = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
                    self.register_buffer("positions", sinusoidal_positions(longest, d_model), persistent=False)

                def embed(self, ids):
                    return self.tokens(ids) * math.sqrt(self.tokens.embedding_dim) + self.positions[: ids.shape[1]]

                def encode(self, source, keep):
                    x = self.embed(source)
                    for block in self.encoder[:2]:
                        x = block(x, keep)
                    return self.encoder_norm(x)

                def decode(self, written, memory, keep):
                    x = self.embed(written)
                    for block in self.decoder:
                        x = block(x, memory, keep)
                    return F.linear(self.decoder_norm(x), self.tokens.weight)

                def forward(self, source, keep, written):
                    return self.decode(written, self.encode(source, keep), keep)
            """,
            why="How many there are, is decided when the model is made.",
            look="How many blocks run in a model of three?",
        ),
        slip(
            "positions follow the batch",
            edit="""
            class EncoderDecoder(nn.Module):
                def __init__(self, vocab, d_model, n_heads, d_hidden, n_encoder, n_decoder, longest=64):
                    super().__init__()
                    self.tokens = nn.Embedding(vocab, d_model)
                    nn.init.normal_(self.tokens.weight, std=d_model**-0.5)
                    sizes = (d_model, n_heads, d_hidden)
                    self.encoder = nn.ModuleList(EncoderBlock(*sizes, norm="pre", act="relu") for _ in range(n_encoder))
                    self.decoder = nn.ModuleList(DecoderBlock(*sizes, act="relu") for _ in range(n_decoder))
                    self.encoder_norm, self.decoder_norm = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
                    self.register_buffer("positions", sinusoidal_positions(longest, d_model), persistent=False)

                def embed(self, ids):
                    return self.tokens(ids) * math.sqrt(self.tokens.embedding_dim) + self.positions[: ids.shape[0]].unsqueeze(1)

                def encode(self, source, keep):
                    x = self.embed(source)
                    for block in self.encoder:
                        x = block(x, keep)
                    return self.encoder_norm(x)

                def decode(self, written, memory, keep):
                    x = self.embed(written)
                    for block in self.decoder:
                        x = block(x, memory, keep)
                    return F.linear(self.decoder_norm(x), self.tokens.weight)

                def forward(self, source, keep, written):
                    return self.decode(written, self.encode(source, keep), keep)
            """,
            why="Every symbol of a text gets the position of its row.",
            look="Which axis of ids is time?",
        ),
        slip(
            "the width is that of one model",
            edit="""
            class EncoderDecoder(nn.Module):
                def __init__(self, vocab, d_model, n_heads, d_hidden, n_encoder, n_decoder, longest=64):
                    super().__init__()
                    self.tokens = nn.Embedding(vocab, d_model)
                    nn.init.normal_(self.tokens.weight, std=d_model**-0.5)
                    sizes = (d_model, n_heads, d_hidden)
                    self.encoder = nn.ModuleList(EncoderBlock(*sizes, norm="pre", act="relu") for _ in range(n_encoder))
                    self.decoder = nn.ModuleList(DecoderBlock(*sizes, act="relu") for _ in range(n_decoder))
                    self.encoder_norm, self.decoder_norm = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
                    self.register_buffer("positions", sinusoidal_positions(longest, d_model), persistent=False)

                def embed(self, ids):
                    return self.tokens(ids) * math.sqrt(96) + self.positions[: ids.shape[1]]

                def encode(self, source, keep):
                    x = self.embed(source)
                    for block in self.encoder:
                        x = block(x, keep)
                    return self.encoder_norm(x)

                def decode(self, written, memory, keep):
                    x = self.embed(written)
                    for block in self.decoder:
                        x = block(x, memory, keep)
                    return F.linear(self.decoder_norm(x), self.tokens.weight)

                def forward(self, source, keep, written):
                    return self.decode(written, self.encode(source, keep), keep)
            """,
            why="A width of 96 is that of the notebook.",
            look="By what do you multiply when D is 6?",
        ),
    ]  # fmt: skip
    promises = {
        "the source has another length than the target": dict(S=5, T=4),
        "padding is hidden from both stacks": dict(lengths=(5, 3)),
        "stacks of different depth": dict(layers=(1, 2)),
        "a target of one symbol": dict(T=1),
        "a target longer than the source": dict(S=3, T=6),
        "one table, √D on the way in": "embedded",
        "the memory is normalised": "memory",
        "every weight learns, the table from both ends": "size of each gradient",
        "ids are left as they are": "ids unchanged",
    }


# --- errors ----------------------------------------------------------------------------------------------------------


def all_edits(a, b):
    """The recursion itself: what remains to be done from each pair of places."""

    @functools.cache
    def rest(i, j):
        if i == len(a) or j == len(b):
            return len(a) - i + len(b) - j
        if a[i] == b[j]:
            return rest(i + 1, j + 1)
        return 1 + min(rest(i + 1, j), rest(i, j + 1), rest(i + 1, j + 1))

    return rest(0, 0)


SYMBOLS = ["AA", "B", "CH", "D", "EH", "F"]
FIRST_ROW = "row = list(range(len(b) + 1))"
COST = "row[j - 1] + (x != y)"
CHOICE = "min(row[j] + 1, new[-1] + 1, row[j - 1] + (x != y))"


@exercise("edit_distance", points=2)
class _:
    cases = [
        dict(pairs=[(5, 5), (7, 4), (3, 8)]),
        dict(pairs=[(0, 4), (4, 0), (0, 0), (1, 1)]),
        dict(pairs=[(6, 6), (6, 7)], near=True),
        dict(pairs=[(30, 33)]),  # a recursion without a memory does not end
        dict(pairs=[(5, 5), (4, 6)], text=True),
    ]
    weights = {"distances": 5, "int": 1, "arguments unchanged": 1}

    def inputs(rng, pairs, near=False, text=False):
        symbols = list("abcd") if text else SYMBOLS
        draw = lambda n: [str(s) for s in rng.choice(symbols[: int(rng.integers(2, len(symbols) + 1))], n)]
        found = []
        for n, m in pairs:
            a, b = draw(n), draw(m)
            found.append(["".join(a), "".join(b)] if text else [a, b])
        if near:  # one symbol out, one in, one exchanged, two neighbours in the wrong order
            a = [str(s) for s in rng.permutation(SYMBOLS)]
            k = int(rng.integers(1, 5))
            found += [[a, a[:k] + a[k + 1 :]], [a[:k] + a[k + 1 :], a], [a[:k], [*a[: k - 1], a[5]]]]
            found.append([a, [*a[: k - 1], a[k], a[k - 1], *a[k + 1 :]]])
            four = ["G", "HH", "IH", "JH"]
            found.append([four + a, a + four])  # moved by four
        return {"pairs": found}

    def oracle(pairs):
        distances = [all_edits(a, b) for a, b in pairs]
        return {
            "distances": distances,
            "int": {"distances": distances, "types": ["int"]},
            "arguments unchanged": {"distances": distances, "pairs": pairs},
        }

    alternatives = {
        "the whole table": """
            table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
            for i in range(len(a) + 1):
                for j in range(len(b) + 1):
                    if i == 0 or j == 0:
                        table[i][j] = i + j
                    else:
                        table[i][j] = min(
                            table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1])
                        )
            return table[len(a)][len(b)]
        """,
        "a recursion with a memory": """
            known = {}

            def distance(i, j):
                if (i, j) not in known:
                    if min(i, j) == 0:
                        known[i, j] = max(i, j)
                    elif a[i - 1] == b[j - 1]:
                        known[i, j] = distance(i - 1, j - 1)
                    else:
                        known[i, j] = 1 + min(distance(i - 1, j), distance(i, j - 1), distance(i - 1, j - 1))
                return known[i, j]

            return distance(len(a), len(b))
        """,
        "in numpy": """
            import numpy as np

            table = np.add.outer(np.arange(len(a) + 1), np.arange(len(b) + 1))
            for i in range(1, len(a) + 1):
                for j in range(1, len(b) + 1):
                    table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + int(a[i - 1] != b[j - 1]))
            return int(table[-1, -1])
        """,
    }
    slips = [
        slip(
            "nothing may be exchanged",
            edit=(CHOICE, "row[j - 1] if x == y else min(row[j], new[-1]) + 1"),
            also=[(COST, "row[j - 1] + 2 * (x != y)")],
            why="An exchanged symbol would count twice, as one left out and one put in.",
            look="How far is 'cat' from 'cut'?",
        ),
        slip(
            "positions are compared one by one",
            edit="return sum(x != y for x, y in zip(a, b)) + abs(len(a) - len(b))",
            also=["return sum(x != y for x, y in zip(a, b))"],
            why="One symbol left out at the front would make every later one wrong.",
            look="How far is 'cats' from 'ats'?",
        ),
        slip(
            "symbols are counted, whatever their order",
            edit="from collections import Counter\nreturn max(sum((Counter(a) - Counter(b)).values()), sum((Counter(b) - Counter(a)).values()))",
            also=["return len(set(a) ^ set(b))"],
            why="'tac' would be as good as 'cat'.",
            look="How far is 'tac' from 'cat'?",
        ),
        slip(
            "an exchange is free",
            edit=(COST, "row[j - 1]"),
            also=[(COST, "row[j - 1] + (x == y)")],
            why="Any text would be right that has the right length.",
            look="How far is 'cat' from 'cut'?",
        ),
        slip(
            "an exchange always costs one",
            edit=(COST, "row[j - 1] + 1"),
            why="A symbol that is right costs nothing.",
            look="How far is 'cat' from itself?",
        ),
        slip(
            "the first row is all zeros",
            edit=(FIRST_ROW, "row = [0] * (len(b) + 1)"),
            also=[("new = [i]", "new = [0]")],
            why="To make a text out of nothing takes as many steps as it has symbols.",
            look="How far is '' from 'cat', and how far is 'cat' from ''?",
        ),
        slip(
            "symbols put in cost nothing",
            edit=(CHOICE, "min(row[j] + 1, new[-1], row[j - 1] + (x != y))"),
            also=[(CHOICE, "min(row[j], new[-1] + 1, row[j - 1] + (x != y))")],
            why="A text that goes on and on would be as good as the right one.",
            look="How far is 'cat' from 'cats', and how far is 'cats' from 'cat'?",
        ),
        slip(
            "one of the three edits is missing",
            edit=(CHOICE, "min(row[j] + 1, row[j - 1] + (x != y))"),
            also=[(CHOICE, "min(new[-1] + 1, row[j - 1] + (x != y))")],
            why="A symbol may be left out, put in, or exchanged.",
            look="Which three places of the table does each entry look at?",
        ),
        slip(
            "two neighbours may change places for one",
            edit="""
            table = [[i + j if i * j == 0 else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
            for i in range(1, len(a) + 1):
                for j in range(1, len(b) + 1):
                    table[i][j] = min(table[i-1][j] + 1, table[i][j-1] + 1, table[i-1][j-1] + (a[i-1] != b[j-1]))
                    if i > 1 and j > 1 and a[i-1] == b[j-2] and a[i-2] == b[j-1]:
                        table[i][j] = min(table[i][j], table[i-2][j-2] + 1)
            return table[-1][-1]
            """,
            why="That is Damerau's distance. Here two symbols in the wrong order are two edits.",
            look="How far is 'ab' from 'ba'?",
        ),
        slip(
            "the distance is divided by the length",
            edit=("return row[-1]", "return row[-1] / max(1, len(b))"),
            also=[("return row[-1]", "return row[-1] / max(len(a), len(b), 1)")],
            why="The rate comes later: edits of all words over symbols of all words.",
            look="Which type has your result?",
        ),
        slip(
            "the result is a similarity",
            edit="import difflib\nreturn difflib.SequenceMatcher(None, a, b).ratio()",
            also=[("return row[-1]", "return max(len(a), len(b)) - row[-1]")],
            why="Equal texts have distance 0.",
            look="What comes out for two equal texts?",
        ),
        slip(
            "the last symbol is left out",
            edit=("return row[-1]", "return row[-2] if len(row) > 1 else row[-1]"),
            also=[("enumerate(a, 1)", "enumerate(a[:-1], 1)")],
            why="The last entry of the table is the distance of the whole texts.",
            look="How far is 'cat' from 'car'?",
        ),
        slip(
            "the common subsequence is taken off the longer text",
            edit="""
            def edit_distance(a, b):
                row = [0] * (len(b) + 1)
                for s in a:
                    new = [0]
                    for j, t in enumerate(b, 1):
                        new.append(row[j - 1] + 1 if s == t else max(row[j], new[-1]))
                    row = new
                return max(len(a), len(b)) - row[-1]
            """,
            why="Symbols that are common may not stand where an exchange needs them.",
            look="Write out both texts with what is left of each. How many steps are there really?",
        ),
        slip(
            "the walk decides as it goes",
            edit="""
            def edit_distance(a, b):
                i = j = edits = 0
                while i < len(a) and j < len(b):
                    if a[i] == b[j]:
                        i, j = i + 1, j + 1
                    elif i + 1 < len(a) and a[i + 1] == b[j]:
                        i, edits = i + 1, edits + 1
                    elif j + 1 < len(b) and a[i] == b[j + 1]:
                        j, edits = j + 1, edits + 1
                    else:
                        i, j, edits = i + 1, j + 1, edits + 1
                return edits + len(a) - i + len(b) - j
            """,
            why="What looks best for the next symbol may cost two later.",
            look="How far is 'ab' from 'bab' by your code?",
        ),
        slip(
            "only the middle of the table is filled in",
            edit="""
            def edit_distance(a, b):
                big = len(a) + len(b)
                d = {(0, j): j for j in range(len(b) + 1)} | {(i, 0): i for i in range(len(a) + 1)}
                for i in range(1, len(a) + 1):
                    for j in range(max(1, i - 3), min(len(b), i + 3) + 1):
                        d[i, j] = min(
                            d.get((i - 1, j), big) + 1, d.get((i, j - 1), big) + 1,
                            d.get((i - 1, j - 1), big) + (a[i - 1] != b[j - 1]),
                        )
                return d.get((len(a), len(b)), abs(len(a) - len(b)))
            """,
            why="Texts may be moved against each other by more than that.",
            look="What does your code do with texts whose lengths differ by four?",
        ),
        slip(
            "the steps of difflib are counted",
            edit="""
            def edit_distance(a, b):
                import difflib
                ops = difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
                return sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in ops if tag != "equal")
            """,
            why="It finds long equal parts, not the fewest steps.",
            look="Which of its steps changes more than one symbol?",
        ),
        slip(
            "phonemes are joined to letters",
            edit="""
            def edit_distance(a, b):
                a, b = "".join(map(str, a)), "".join(map(str, b))
                row = list(range(len(b) + 1))
                for i, s in enumerate(a, 1):
                    new = [i]
                    for j, t in enumerate(b, 1):
                        new.append(min(row[j] + 1, new[-1] + 1, row[j - 1] + (s != t)))
                    row = new
                return row[-1]
            """,
            why="AE and EH have two letters each, and one of them may agree.",
            look="What does your code compare: symbols or letters?",
        ),
        slip(
            "the distance is a tensor",
            edit="""
            def edit_distance(a, b):
                d = torch.zeros(len(a) + 1, len(b) + 1)
                d[:, 0], d[0] = torch.arange(len(a) + 1), torch.arange(len(b) + 1)
                for i in range(1, len(a) + 1):
                    for j in range(1, len(b) + 1):
                        d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
                return d[-1, -1]
            """,
            why="It is a count.",
            look="Which type has your result?",
        ),
    ]
    promises = {
        "texts of different lengths": dict(pairs=[(5, 5), (7, 4), (3, 8)]),
        "empty texts": dict(pairs=[(0, 4), (4, 0), (0, 0), (1, 1)]),
        "symbols left out, put in, exchanged": dict(near=True),
        "the work is of the order of the product of both lengths": dict(pairs=[(30, 33)]),
        "lists of symbols or strings": dict(text=True),
        "the arguments are left as they are": "arguments unchanged",
    }


RATE = "sum(edit_distance(w, r) for w, r in zip(written, right)) / sum(len(r) for r in right)"


@exercise("phoneme_error_rate", points=1, uses=["edit_distance"])
class _:
    cases = [
        dict(lengths=[(3, 4), (6, 2), (5, 5)]),
        dict(lengths=[(9, 2), (7, 1)], equal=2),
        dict(lengths=[(0, 3), (4, 4)]),
    ]

    def inputs(rng, lengths, equal=0):
        """equal: the length of one word more, which is right."""
        draw = lambda n: [str(s) for s in rng.choice(SYMBOLS, n)]
        more = [draw(equal)] if equal else []
        return {
            "written": [draw(n) for n, _ in lengths] + more,
            "right": [draw(m) for _, m in lengths] + more,
        }

    def oracle(written, right):
        edits = [all_edits(w, r) for w, r in zip(written, right)]
        return {"rate": {"rate": sum(edits) / sum(map(len, right))}}

    alternatives = {
        "counted along the way": """
            edits = length = 0
            for number in range(len(right)):
                edits += edit_distance(right[number], written[number])
                length += len(right[number])
            return edits / length
        """,
    }
    slips = [
        slip(
            "each word has its own rate, and the rates are averaged",
            edit=(RATE, "sum(edit_distance(w, r) / len(r) for w, r in zip(written, right)) / len(right)"),
            why="A phoneme of a short word would count more than one of a long word.",
            look="How many phonemes are there in all, and does each weigh the same?",
        ),
        slip(
            "it is divided by what was written",
            edit=(RATE, RATE.replace("len(r) for r in right", "len(w) for w in written")),
            also=[
                (
                    RATE,
                    RATE.replace(
                        "sum(len(r) for r in right)",
                        "sum(max(len(w), len(r)) for w, r in zip(written, right))",
                    ),
                )
            ],
            why="Who writes much would look good. The measure is the right text, which nobody can choose.",
            look="Which of the two lengths does the model decide?",
        ),
        slip(
            "wrong words are counted",
            edit=(RATE, "sum(w != r for w, r in zip(written, right)) / len(right)"),
            why="That is the word error rate: a word with one wrong phoneme would be as wrong as one with six.",
            look="What does a word with one wrong phoneme add?",
        ),
        slip(
            "edits per word",
            edit=(RATE, RATE.replace("sum(len(r) for r in right)", "len(right)")),
            why="Long words have more room for errors. A rate is by phoneme.",
            look="By what do you divide?",
        ),
        slip(
            "the rate is held below 1",
            edit=(RATE, "min(1.0, " + RATE + ")"),
            why="Who writes twice as much as there is can be wrong more often than there are phonemes.",
            look="What is the rate of 'K AE T S AE T S', where 'K AE T' is right?",
        ),
        slip(
            "the share that is right",
            edit=(RATE, "1 - " + RATE),
            why="An error rate of 0 is the best there is.",
            look="What comes out when everything is right?",
        ),
        slip(
            "in percent",
            edit=(RATE, "100 * " + RATE),
            why="A share of 1 is all.",
            look="What does the docstring return for one wrong phoneme in four?",
        ),
        slip(
            "all words are joined to one text",
            edit="""
            def phoneme_error_rate(written, right):
                a, b = sum(map(list, written), []), sum(map(list, right), [])
                return edit_distance(a, b) / len(b)
            """,
            why="Edits could run across the end of a word.",
            look="Where does one word end in what you compare?",
        ),
        slip(
            "the edits of a word are held below its length",
            edit="""
            def phoneme_error_rate(written, right):
                edits = sum(min(len(r), edit_distance(w, r)) for w, r in zip(written, right))
                return edits / sum(len(r) for r in right)
            """,
            why="Who writes too much is wrong more often than there are phonemes.",
            look="What does a word of two phonemes cost for which nine were written?",
        ),
        slip(
            "letters are counted in place of phonemes",
            edit="""
            def phoneme_error_rate(written, right):
                join = lambda words: [" ".join(w) for w in words]
                edits = sum(edit_distance(w, r) for w, r in zip(join(written), join(right)))
                return edits / sum(len(r) for r in right)
            """,
            why="AE is one phoneme.",
            look="How long is ['AE', 'B'] by your code?",
        ),
        slip(
            "the rate is rounded down",
            edit="""
            def phoneme_error_rate(written, right):
                return float(sum(map(edit_distance, written, right)) // sum(map(len, right)))
            """,
            why="A rate of 0.3 becomes 0.",
            look="Which kind of division do you use?",
        ),
    ]
    promises = {
        "every phoneme weighs the same": dict(lengths=[(3, 4), (6, 2), (5, 5)]),
        "more than 1 is possible": dict(lengths=[(9, 2), (7, 1)], equal=2),
        "nothing written": dict(lengths=[(0, 3), (4, 4)]),
    }


# --- the memory, once ------------------------------------------------------------------------------------------------

PROJECTED = "attention.kv_proj(memory).chunk(2, dim=-1)"


def in_heads(x, n_heads):
    """(B, S, D) to (B, H, S, d), entry by entry."""
    B, S, D = x.shape
    d = D // n_heads
    found = torch.zeros(B, n_heads, S, d, dtype=x.dtype)
    for h in range(n_heads):
        found[:, h] = x[:, :, h * d : (h + 1) * d]
    return found


@exercise("cross_cache", points=2, forbid=TORCH)
class _:
    cases = [
        dict(B=2, S=5, H=2, d=3, layers=2),
        dict(B=1, S=4, H=4, d=1, layers=3),
        dict(B=3, S=1, H=1, d=4, layers=1, d_memory=6),
        dict(B=2, S=3, H=3, d=2, layers=2, d_memory=4),
    ]
    weights = {"keys": 2, "values": 2, "gradient of the memory": 1, "memory unchanged": 1}

    def inputs(rng, B, S, H, d, layers, d_memory=None):
        D = H * d
        width = d_memory or D
        weights = {}
        for i in range(layers):
            weights |= linear_weights(rng, f"{i}.kv_proj", width, 2 * D)
            weights |= linear_weights(rng, f"{i}.q_proj", D, D) | linear_weights(rng, f"{i}.out_proj", D, D)
        return {
            "memory": rng.standard_normal((B, S, width)),
            "weights": weights,
            "sizes": [D, H, width, layers],
        }

    def oracle(memory, weights, sizes):
        D, H, _, layers = sizes
        m = leaf(memory)
        keys, values = [], []
        for i in range(layers):
            both = torch.einsum("bsm,jm->bsj", m, tensor(weights[f"{i}.kv_proj.weight"])) + tensor(
                weights[f"{i}.kv_proj.bias"]
            )
            keys.append(in_heads(both[..., :D], H))
            values.append(in_heads(both[..., D:], H))
        (sum((k * 2).sum() for k in keys) + sum(v.sum() for v in values)).backward()
        keys, values = torch.stack(keys).detach(), torch.stack(values).detach()
        return {
            "keys": keys,
            "values": values,
            "gradient of the memory": m.grad,
            "memory unchanged": {"keys": keys[0, :, :, 0], "memory": memory},
        }

    alternatives = {
        "views": """
            found = []
            for block in blocks:
                layer = block.cross_attention
                B, S, _ = memory.shape
                both = layer.kv_proj(memory).view(B, S, 2, layer.n_heads, -1)
                found.append((both[:, :, 0].transpose(1, 2), both[:, :, 1].transpose(1, 2)))
            return found
        """,
        "two products": """
            def heads(x, H):
                return torch.stack(x.chunk(H, dim=-1), dim=1)

            layers = [block.cross_attention for block in blocks]
            return [
                tuple(
                    heads(F.linear(memory, W, b), layer.n_heads)
                    for W, b in zip(layer.kv_proj.weight.chunk(2), layer.kv_proj.bias.chunk(2))
                )
                for layer in layers
            ]
        """,
    }
    slips = [
        slip(
            "keys and values are exchanged",
            edit=("found.append((k, v))", "found.append((v, k))"),
            why="Queries would be compared with values, and keys would be read out.",
            look="Which half of `kv_proj` comes first?",
        ),
        slip(
            "all blocks get the first block's keys",
            edit=(
                "for block in blocks:\n        attention = block.cross_attention",
                "for block in blocks:\n        attention = blocks[0].cross_attention",
            ),
            also=[
                (
                    "for block in blocks:\n        attention = block.cross_attention",
                    "for block in blocks:\n        attention = blocks[-1].cross_attention",
                )
            ],
            why="Each block asks the memory in a language of its own.",
            look="Whose `kv_proj` does your loop call for the second block?",
        ),
        slip(
            "heads are not split",
            edit=("split_heads(part, attention.n_heads)", "part"),
            also=[("split_heads(part, attention.n_heads)", "part.unsqueeze(1)")],
            why="Attention runs within each head, on d features of the D.",
            look="Which shape has a key of yours, and where is the axis of heads?",
        ),
        slip(
            "heads are cut without moving their axis",
            edit=("split_heads(part, attention.n_heads)", "part.unflatten(-1, (attention.n_heads, -1))"),
            also=[
                (
                    "split_heads(part, attention.n_heads)",
                    "part.reshape(part.shape[0], attention.n_heads, part.shape[1], -1)",
                )
            ],
            why="Where S stands in the place of H, positions are taken for heads.",
            look="In (B, H, S, d), which axis follows the batch?",
        ),
        slip(
            "features are dealt out to the heads like cards",
            edit=(
                "split_heads(part, attention.n_heads)",
                "part.unflatten(-1, (-1, attention.n_heads)).permute(0, 3, 1, 2)",
            ),
            why="Head h owns d features that stand side by side.",
            look="Which features does head 0 get?",
        ),
        slip(
            "keys and values are cut apart along the positions",
            edit=(
                PROJECTED,
                "attention.kv_proj(torch.cat([memory, memory], dim=1)).narrow(-1, 0, attention.q_proj.out_features).chunk(2, dim=1)",
            ),
            why="The projection gives 2 · D features: keys first, then values.",
            look="Along which axis do keys and values lie?",
        ),
        slip(
            "the queries' projection is used",
            edit=(PROJECTED, "attention.q_proj(memory).repeat(1, 1, 2).chunk(2, dim=-1)"),
            also=[("block.cross_attention\n", "block.attention\n")],
            why="Queries come from the text that is written, keys and values from the memory.",
            look="Which of the three projections reads the memory?",
        ),
        slip(
            "the bias is forgotten",
            edit=(PROJECTED, "F.linear(memory, attention.kv_proj.weight).chunk(2, dim=-1)"),
            why="A projection is a product and a bias.",
            look="Which parameter does your code never use?",
        ),
        slip(
            "the memory is normalised first",
            edit=(PROJECTED, "attention.kv_proj(F.layer_norm(memory, memory.shape[-1:])).chunk(2, dim=-1)"),
            why="The encoder has done so. Decoder blocks take the memory as it is.",
            look="What does a decoder block do to the memory before it projects it?",
        ),
        slip(
            "the trail of the gradient is cut",
            edit=(PROJECTED, "attention.kv_proj(memory.detach()).chunk(2, dim=-1)"),
            also=[("found.append((k, v))", "found.append((k.detach(), v.detach()))")],
            why="The same cache can serve in training, where the encoder learns through it.",
            look="Where do you leave the trail that backward() follows?",
        ),
        slip(
            "keys are scaled already",
            edit=("found.append((k, v))", "found.append((k / k.shape[-1] ** 0.5, v))"),
            why="Attention divides by √d when scores are made. Here it would happen twice.",
            look="Who divides by √d?",
        ),
        slip(
            "only one pair comes back",
            edit=("return found", "return found[-1:]"),
            also=[("return found", "return found[:1]")],
            why="One pair for each block.",
            look="How many entries has your list?",
        ),
        slip(
            "keys and values are cut apart within the heads",
            edit="""
            def cross_cache(blocks, memory):
                found = []
                for block in blocks:
                    n = block.cross_attention.n_heads
                    k, v = split_heads(block.cross_attention.kv_proj(memory), n).chunk(2, dim=-1)
                    found.append((k, v))
                return found
            """,
            why="First come all keys, then all values, and each half is cut into heads.",
            look="Which features of `kv_proj` are keys?",
        ),
        slip(
            "keys and values alternate",
            edit="""
            def cross_cache(blocks, memory):
                found = []
                for block in blocks:
                    n, both = block.cross_attention.n_heads, block.cross_attention.kv_proj(memory)
                    found.append((split_heads(both[..., ::2], n), split_heads(both[..., 1::2], n)))
                return found
            """,
            why="First come all keys, then all values.",
            look="Which features of `kv_proj` are keys?",
        ),
        slip(
            "the values have no gradient",
            edit="""
            def cross_cache(blocks, memory):
                found = []
                for block in blocks:
                    n = block.cross_attention.n_heads
                    k, v = (split_heads(p, n) for p in block.cross_attention.kv_proj(memory).chunk(2, dim=-1))
                    found.append((k, v.detach()))
                return found
            """,
            why="The encoder learns by keys and by values.",
            look="Where do you leave the trail that backward() follows?",
        ),
    ]
    promises = {
        "one pair for each block": dict(layers=3),
        "a memory of another width": dict(d_memory=4),
        "one head, one letter": dict(S=1, H=1),
        "the encoder learns through it": "gradient of the memory",
        "the memory is left as it is": "memory unchanged",
    }


# --- one symbol at a time --------------------------------------------------------------------------------------------

QKV = "attention.qkv_proj(block.norm1(x)).chunk(3, dim=-1)"
APPEND = "past.append(new_k, new_v)"
SELF = "F.scaled_dot_product_attention(q, keys, values)"
CROSS_Q = "cross.q_proj(block.norm2(x))"
CROSS = "F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None, :])"
LAST = "x + block.feed_forward(block.norm3(x))"


@exercise(
    "decode_step",
    points=4,
    forbid=[
        *TORCH,
        "utils.blocks.block",
        "utils.blocks.attention.MultiHeadAttention",
        "utils.blocks.attention.CrossAttention",
    ],
)
class _:
    cases = [
        dict(B=2, S=5, T=4, H=2, d=3, lengths=(5, 3)),
        dict(B=3, S=3, T=3, H=3, d=2, lengths=(1, 2, 3)),  # three of everything
        dict(B=1, S=4, T=2, H=1, d=4, lengths=(2,)),
        dict(B=2, S=2, T=5, H=2, d=2, lengths=(2, 2)),
    ]
    weights = {"first symbol": 1, "later symbols": 4, "symbols kept": 1, "arguments unchanged": 1}
    tolerance = 5e-4

    def inputs(rng, B, S, T, H, d, lengths):
        D = H * d
        return {
            "x": rng.standard_normal((B, T, D)) * 2 + 0.5,
            "memory": rng.standard_normal((B, S, D)) * 1.5,
            "keep": np.arange(S) < np.array(lengths)[:, None],
            "weights": {
                name.removeprefix("decoder.0."): w
                for name, w in block_weights(rng, "decoder.0", D, 2 * D, cross=True).items()
            },
            "n_heads": H,
        }

    def oracle(x, memory, keep, weights, n_heads):
        """The whole text at once in torch's own layer."""
        D = x.shape[2]
        layer = nn.TransformerDecoderLayer(
            D, n_heads, 2 * D, dropout=0.0, activation="relu", batch_first=True, norm_first=True
        ).double()
        named = torch_weights({f"decoder.0.{name}": w for name, w in weights.items()})
        layer.load_state_dict({name.removeprefix("decoder.layers.0."): w for name, w in named.items()})
        T = x.shape[1]
        future = torch.ones(T, T, dtype=torch.bool).triu(1)
        with torch.no_grad():
            y = layer(
                tensor(x), tensor(memory), tgt_mask=future, memory_key_padding_mask=~torch.as_tensor(keep)
            )  # fmt: skip
        return {
            "first symbol": y[:, :1],
            "later symbols": y[:, 1:],
            "symbols kept": {"first": y[:, :1], "kept": list(range(1, T + 1))},
            "arguments unchanged": {"first": y[:, :1], "x": x, "keep": keep, "k and v": True},
        }

    alternatives = {
        "attention by hand": """
            def attend(q, k, v, hidden=None):
                scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
                if hidden is not None:
                    scores = scores.masked_fill(hidden, float("-inf"))
                return merge_heads(scores.softmax(dim=-1) @ v)

            own = block.attention
            parts = own.qkv_proj(block.norm1(x)).split(x.shape[-1], dim=-1)
            q, new_k, new_v = [split_heads(part, own.n_heads) for part in parts]
            keys, values = past.append(new_k, new_v)
            x = x + own.out_proj(attend(q, keys, values))
            other = block.cross_attention
            q = split_heads(other.q_proj(block.norm2(x)), other.n_heads)
            x = x + other.out_proj(attend(q, k, v, ~keep[:, None, None]))
            return x + block.feed_forward(block.norm3(x))
        """,
        "einsum, one text at a time for the memory": """
            H = block.attention.n_heads
            B, _, D = x.shape
            q, a, b = block.attention.qkv_proj(block.norm1(x)).view(B, 1, 3, H, D // H).permute(2, 0, 3, 1, 4)
            keys, values = past.append(a, b)
            weights = torch.einsum("bhid,bhjd->bhij", q, keys).div((D // H) ** 0.5).softmax(-1)
            x = x + block.attention.out_proj(torch.einsum("bhij,bhjd->bihd", weights, values).reshape(B, 1, D))
            q = block.cross_attention.q_proj(block.norm2(x)).view(B, 1, H, D // H).transpose(1, 2)
            rows = []
            for i in range(B):
                seen = keep[i].nonzero().flatten()
                rows.append(F.scaled_dot_product_attention(q[i : i + 1], k[i : i + 1, :, seen], v[i : i + 1, :, seen]))
            x = x + block.cross_attention.out_proj(merge_heads(torch.cat(rows)))
            return x + block.feed_forward(block.norm3(x))
        """,
    }
    slips = [
        slip(
            "the new symbol sees itself alone",
            edit=(SELF, "F.scaled_dot_product_attention(q, new_k, new_v)"),
            also=[("keys, values = " + APPEND, "keys, values = new_k, new_v")],
            why="Everything that was written before is forgotten.",
            look="How many keys does the third symbol see?",
        ),
        slip(
            "the causal mask hides what was written before",
            edit=(SELF, "F.scaled_dot_product_attention(q, keys, values, is_causal=True)"),
            why="For one query and many keys, torch lets it see the first key alone. The newest symbol may see all.",
            look="Which of the symbols so far lies in the future of the newest one?",
        ),
        slip(
            "the block's own memory of the past is filled twice",
            edit=("keys, values = " + APPEND, APPEND + "\n    keys, values = " + APPEND),
            why="The newest symbol stands there twice and is read twice.",
            look="How many symbols does the cache hold after the first step?",
        ),
        slip(
            "keys are kept before the norm",
            edit=(QKV, "attention.qkv_proj(x).chunk(3, dim=-1)"),
            why="In pre-LN each branch reads what its norm has made.",
            look="What does self-attention read in the block?",
        ),
        slip(
            "cross-attention has no norm, or the wrong one",
            edit=(CROSS_Q, "cross.q_proj(x)"),
            also=[(CROSS_Q, "cross.q_proj(block.norm1(x))"), (CROSS_Q, "cross.q_proj(block.norm3(x))")],
            why="Three branches, three norms, in the order of their numbers.",
            look="Which norm stands in front of cross-attention?",
        ),
        slip(
            "the feed-forward layer has no norm, or the wrong one",
            edit=(LAST, "x + block.feed_forward(x)"),
            also=[(LAST, "x + block.feed_forward(block.norm2(x))"), (LAST, "x + block.feed_forward(block.norm1(x))")],
            why="Three branches, three norms, in the order of their numbers.",
            look="Which norm stands in front of the feed-forward layer?",
        ),
        slip(
            "a residual connection is missing",
            edit=("x = x + cross.out_proj", "x = cross.out_proj"),
            also=[("x = x + attention.out_proj", "x = attention.out_proj"), (LAST, "block.feed_forward(block.norm3(x))")],
            why="What the branches before have found would be overwritten.",
            look="How many additions does a block with three branches have?",
        ),
        slip(
            "cross-attention is left out",
            edit=("x = x + cross.out_proj(merge_heads(context))\n", "pass\n"),
            why="The symbol would be written without a look at the source.",
            look="Which arguments does your code never use?",
        ),
        slip(
            "the feed-forward layer is left out",
            edit=(LAST, "x"),
            why="A decoder block has three branches.",
            look="Which layers of the block does your code never call?",
        ),
        slip(
            "an output projection is left out",
            edit=("cross.out_proj(merge_heads(context))", "merge_heads(context)"),
            also=[("attention.out_proj(merge_heads(context))", "merge_heads(context)")],
            why="Heads are mixed by it before they join the main path.",
            look="Which parameters of the block does your code never use?",
        ),
        slip(
            "the padding of the memory is not hidden",
            edit=(CROSS, "F.scaled_dot_product_attention(q, k, v)"),
            why="The symbol would read letters that nobody wrote.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the mask is inverted",
            edit=(CROSS, CROSS.replace("keep[", "~keep[")),
            why="Only padding can be read then.",
            look="What does True mean in `keep`?",
        ),
        slip(
            "the mask lies along the wrong axis",
            edit=(CROSS, CROSS.replace("keep[:, None, None, :]", "keep")),
            also=[(CROSS, CROSS.replace("keep[:, None, None, :]", "keep[None, None, :, :]")), (CROSS, CROSS.replace("keep[:, None, None, :]", "keep[None, :, None, :]"))],
            why="A mask is (B, H, queries, keys), with 1 where one serves all.",
            look="Which of the four axes do texts have, and which the letters?",
        ),
        slip(
            "one mask serves all texts",
            edit=(CROSS, CROSS.replace("keep[:, None, None, :]", "keep[:1, None, None, :]")),
            also=[(CROSS, CROSS.replace("keep[:, None, None, :]", "keep.any(0)")), (CROSS, CROSS.replace("keep[:, None, None, :]", "keep.all(0)"))],
            why="Words differ in length: what is padding in one is a letter in another.",
            look="Has your mask a row for each text?",
        ),
        slip(
            "keys and values of the memory are exchanged",
            edit=(CROSS, CROSS.replace("q, k, v", "q, v, k")),
            why="Queries would be compared with values, and keys would be read out.",
            look="In which order does attention take its arguments?",
        ),
        slip(
            "cross-attention reads the cache of the past",
            edit=(CROSS, "F.scaled_dot_product_attention(q, keys, values)"),
            why="That is what was written, for the second time, and not what was to be read.",
            look="Where do the keys of cross-attention come from?",
        ),
        slip(
            "the memory's keys are put into the cache of the past",
            edit=("attention, cross = block.attention, block.cross_attention", "attention, cross = block.attention, block.cross_attention\n    past.append(k, v)"),
            why="The past grows with every symbol, the memory never does. They are two stores.",
            look="How many symbols does the cache hold after the first step?",
        ),
        slip(
            "the heads are cut wrongly",
            edit=("split_heads(" + CROSS_Q + ", cross.n_heads)", CROSS_Q + ".view(x.shape[0], 1, -1, cross.n_heads).permute(0, 3, 1, 2)"),
            why="Head h owns d features that stand side by side.",
            look="Which features of the query does head 0 get?",
        ),
        slip(
            "the branches read the block's input",
            edit=("x = x + attention.out_proj(merge_heads(context))", "read = attention.out_proj(merge_heads(context))"),
            why="The branches follow one another: each reads what the ones before it have added.",
            look="Which x does cross-attention's norm read?",
        ),
        slip(
            "the norms stand on the sums",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                q, new_k, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(x).chunk(3, dim=-1))
                all_k, all_v = past.append(new_k, new_v)
                x = block.norm1(x + own.out_proj(merge_heads(F.scaled_dot_product_attention(q, all_k, all_v))))
                q = split_heads(cross.q_proj(x), cross.n_heads)
                found = F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])
                x = block.norm2(x + cross.out_proj(merge_heads(found)))
                return block.norm3(x + block.feed_forward(x))
            """,
            why="That is the block of 2017. This one is pre-LN.",
            look="What does each branch read?",
        ),
        slip(
            "the branch is added to what was normed",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                h = block.norm1(x)
                q, new_k, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(h).chunk(3, dim=-1))
                all_k, all_v = past.append(new_k, new_v)
                h = h + own.out_proj(merge_heads(F.scaled_dot_product_attention(q, all_k, all_v)))
                h = block.norm2(h)
                q = split_heads(cross.q_proj(h), cross.n_heads)
                h = h + cross.out_proj(merge_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])))
                h = block.norm3(h)
                return h + block.feed_forward(h)
            """,
            why="The main path itself is never normed.",
            look="What is each branch added to?",
        ),
        slip(
            "cross-attention comes first",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                q = split_heads(cross.q_proj(block.norm2(x)), cross.n_heads)
                x = x + cross.out_proj(merge_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])))
                q, new_k, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(block.norm1(x)).chunk(3, dim=-1))
                x = x + own.out_proj(merge_heads(F.scaled_dot_product_attention(q, *past.append(new_k, new_v))))
                return x + block.feed_forward(block.norm3(x))
            """,
            why="The order of the branches is that of the block.",
            look="Which norm has which number?",
        ),
        slip(
            "all branches read the same x",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                q, new_k, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(block.norm1(x)).chunk(3, dim=-1))
                one = own.out_proj(merge_heads(F.scaled_dot_product_attention(q, *past.append(new_k, new_v))))
                q = split_heads(cross.q_proj(block.norm2(x)), cross.n_heads)
                two = cross.out_proj(merge_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])))
                return x + one + two + block.feed_forward(block.norm3(x))
            """,
            why="They follow one another.",
            look="Which x does the second norm read?",
        ),
        slip(
            "scores are divided by √D",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                q, new_k, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(block.norm1(x)).chunk(3, dim=-1))
                all_k, all_v = past.append(new_k, new_v)
                x = x + own.out_proj(merge_heads(F.scaled_dot_product_attention(q, all_k, all_v, scale=x.shape[-1] ** -0.5)))
                q = split_heads(cross.q_proj(block.norm2(x)), cross.n_heads)
                found = F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])
                x = x + cross.out_proj(merge_heads(found))
                return x + block.feed_forward(block.norm3(x))
            """,
            why="Each head compares d features.",
            look="How many products does one score sum up?",
        ),
        slip(
            "queries, keys and values are taken in another order",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                new_k, q, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(block.norm1(x)).chunk(3, dim=-1))
                all_k, all_v = past.append(new_k, new_v)
                x = x + own.out_proj(merge_heads(F.scaled_dot_product_attention(q, all_k, all_v)))
                q = split_heads(cross.q_proj(block.norm2(x)), cross.n_heads)
                found = F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])
                x = x + cross.out_proj(merge_heads(found))
                return x + block.feed_forward(block.norm3(x))
            """,
            why="`qkv_proj` gives queries first.",
            look="Which third of its features are queries?",
        ),
    ]  # fmt: skip
    promises = {
        "the memory has another length": dict(S=5, T=4),
        "padding of the memory is hidden": dict(lengths=(5, 3)),
        "as many texts, letters and heads": dict(B=3, S=3, H=3),
        "one head": dict(H=1),
        "it goes on from the past": "later symbols",
        "each symbol is kept once": "symbols kept",
        "the arguments are left as they are": "arguments unchanged",
    }


# --- beams -----------------------------------------------------------------------------------------------------------


def log_softmax(scores):
    scores = np.asarray(scores, dtype=np.float64)
    return scores - scores.max() - np.log(np.exp(scores - scores.max()).sum())


def scores_after(tables, text):
    """Scores (V,) of what follows a text: they hang on its last two symbols and its length."""
    first, second, by_length = tables
    before = text[-2] if len(text) > 1 else 0
    return first[text[-1]] + second[before] + by_length[len(text)]


def penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def beams(tables, start, end, width, limit, alpha, runs_on=False, best_alone=False, stop=None):
    """The search written out.  Returns the best text, its score, running texts in each call, the closest decision.

    Mistakes: runs_on, an ended text is still extended; best_alone, only the likeliest running text may end; stop, the
    bound is that of the length so far, is not divided at all, or the search ends after `width` steps.
    """
    running, best, asked, closest = [((start,), 0.0)], (None, -np.inf), [], np.inf
    for length in range(1, limit + 1):
        asked.append([list(text) for text, _ in running])
        going = []
        for number, (text, total) in enumerate(running):
            row = log_softmax(scores_after(tables, text))
            score = -np.inf if best_alone and number else (total + row[end]) / penalty(length, alpha)
            closest = min(closest, abs(score - best[1]))
            if score > best[1]:
                best = (text[1:] + (end,), score)
            going += [(text + (v,), total + p) for v, p in enumerate(row) if v != end or runs_on]
        going.sort(key=lambda pair: -pair[1])
        if len(going) > width:
            closest = min(closest, going[width - 1][1] - going[width][1])
        running = going[:width]
        bounds = {
            None: running[0][1] / penalty(limit, alpha),
            "now": running[0][1] / penalty(length, alpha),
            "undivided": running[0][1],
            "width": -np.inf if length >= width else np.inf,
        }
        closest = min(closest, abs(best[1] - bounds[None]))
        if best[1] >= bounds[stop]:
            break
    return best[0], best[1], asked, closest


def every_text(tables, start, end, limit, alpha):
    """The best of all texts of at most `limit` symbols that end with `end`."""
    best = (None, -np.inf)
    others = [v for v in range(len(tables[0])) if v != end]
    for n in range(limit):
        for middle in itertools.product(others, repeat=n):
            text, total = (start,), 0.0
            for v in (*middle, end):
                total += log_softmax(scores_after(tables, text))[v]
                text += (v,)
            score = total / penalty(n + 1, alpha)
            if score > best[1]:
                best = (text[1:], score)
    return best


LOGS = "step(torch.tensor(running)).log_softmax(dim=-1).cpu()"
PENALTY = "penalty = ((5 + length) / 6) ** alpha"
CLOSED = "closed = so_far[:, end] / penalty"
BETTER = "if closed.max() > score:"
STOP = "if score >= total[0] / ((5 + limit) / 6) ** alpha:\n            break"
TOP = "so_far.flatten().topk(min(width, len(running) * (so_far.shape[1] - 1)))"
NO_END = "so_far[:, end] = -torch.inf"


@exercise("beam_decode", points=4, forbid=["transformers"])
class _:
    cases = [
        dict(V=5, width=3, limit=6, alpha=0.8, long=True),
        dict(V=4, width=100, limit=3, alpha=0.6),  # nothing is thrown away: all texts are searched
        dict(V=6, width=1, limit=5, alpha=1.0),
        dict(V=4, width=2, limit=5, alpha=0.0),
        dict(V=5, width=2, limit=7, alpha=0.7, early=True),
        dict(V=4, width=3, limit=1, alpha=0.7),
        dict(V=4, width=3, limit=3, alpha=0.7, size=150.0),  # scores of several hundred
    ]
    weights = {"text": 4, "score": 2, "texts in each call": 2}
    tolerance = 5e-4

    def inputs(rng, V, width, limit, alpha, early=False, long=False, size=2.0):
        """early: the search ends before the limit. long: length and penalty decide, and greedy is wrong."""
        for _ in range(4000):
            tables = (
                size * rng.standard_normal((V, V)),
                rng.standard_normal((V, V)),
                0.5 * rng.standard_normal((limit + 2, V)),
            )
            start, end = (int(v) for v in rng.choice(V, 2, replace=False))
            tables[2][:, end] += (np.arange(limit + 2) - 2.0) if not early else 2.0
            if long:
                tables[2][:3, end] -= 1
            found = beams(tables, start, end, width, limit, alpha)
            text, _, asked, closest = found
            if closest < 2e-3 or (len(asked) < limit) != early:
                continue
            others = ("now", "undivided", "width") if early else ()
            if early and (
                len(asked) < 3
                or any(
                    len(beams(tables, start, end, width, limit, alpha, stop=how)[2]) == len(asked)
                    for how in others
                )
            ):
                continue
            if limit > 3 and not (2 <= len(text) <= limit):
                continue
            if long:
                others = {
                    beams(tables, start, end, w, limit, a)[0] for w, a in ((1, alpha), (3, 0.0), (3, 1.6))
                }
                for mistake in ("runs_on", "best_alone"):
                    others.add(beams(tables, start, end, width, limit, alpha, **{mistake: True})[0])
                if text in others or not 3 <= len(text) < limit:
                    continue
            return {
                "tables": list(tables),
                "start": start,
                "end": end,
                "width": width,
                "limit": limit,
                "alpha": alpha,
            }
        raise AssertionError("no such inputs")

    def oracle(tables, start, end, width, limit, alpha):
        text, score, asked, _ = beams(tables, start, end, width, limit, alpha)
        if width >= (len(tables[0]) - 1) ** limit:
            text, score = every_text(tables, start, end, limit, alpha)
        return {
            "text": list(text),
            "score": {"text": list(text), "score": float(score), "type": "float"},
            "texts in each call": {"text": list(text), "texts": asked},
        }

    alternatives = {
        "in plain Python": """
            def divided(total, length):
                return total / ((5 + length) / (5 + 1)) ** alpha

            beams, best, score = [([start], 0.0)], [], float("-inf")
            for length in range(1, limit + 1):
                table = F.log_softmax(step(torch.tensor([text for text, _ in beams])), dim=1).tolist()
                grown = []
                for (text, total), row in zip(beams, table):
                    for v, p in enumerate(row):
                        if v == end:
                            if divided(total + p, length) > score:
                                best, score = text[1:] + [end], divided(total + p, length)
                        else:
                            grown.append((text + [v], total + p))
                beams = sorted(grown, key=lambda pair: pair[1], reverse=True)[:width]
                if divided(beams[0][1], limit) <= score:
                    break
            return best, score
        """,
        "all finished texts are kept, the best is taken last": """
            rows, totals, done = torch.tensor([[start]]), torch.zeros(1), []
            for n in range(1, limit + 1):
                totals = totals[:, None] + step(rows).cpu().log_softmax(-1)
                for row, total in zip(rows.tolist(), totals[:, end].tolist()):
                    done.append((total / ((5 + n) / 6) ** alpha, row[1:] + [end]))
                totals[:, end] = float("-inf")
                V = totals.shape[1]
                totals, place = totals.flatten().sort(descending=True)
                good = min(width, int(totals.isfinite().sum()))
                totals, place = totals[:good], place[:good]
                rows = torch.cat([rows[place // V], (place % V)[:, None]], dim=1)
                if max(done)[0] >= float(totals[0]) / ((5 + limit) / 6) ** alpha:
                    break
            score, text = max(done)
            return text, score
        """,
    }
    slips = [
        slip(
            "scores are added that are no log-probabilities",
            edit=(LOGS, "step(torch.tensor(running)).cpu()"),
            also=[(LOGS, "step(torch.tensor(running)).softmax(dim=-1).cpu()")],
            why="Scores of one step have no common zero with those of the next. Only log-probabilities add up.",
            look="What does `step` return, and what has to be done before it can be added?",
        ),
        slip(
            "the total of the text so far is lost",
            edit=("so_far = total[:, None] + ", "so_far = "),
            why="Each step would start from nothing, and a bad beginning would be forgiven.",
            look="What is the log-probability of two symbols in a row?",
        ),
        slip(
            "the length is not divided out",
            edit=(CLOSED, "closed = so_far[:, end]"),
            why="Every symbol makes a text less likely, so the shortest would win.",
            look="Which argument does your code never use?",
        ),
        slip(
            "it is divided by the length to the power of α",
            edit=(PENALTY, "penalty = length ** alpha"),
            also=[(PENALTY, "penalty = (length / 6) ** alpha"), (PENALTY, "penalty = (5 + length) ** alpha"), (PENALTY, "penalty = (5 + length) ** alpha / 6")],
            why="Wu et al. divide by ((5 + |Y|) / 6) to the power of α, which is gentle with short texts and 1 for a text of one symbol.",
            look="What is the penalty of a text of one symbol?",
        ),
        slip(
            "the length leaves out the end, or counts the start",
            edit=(PENALTY, "penalty = ((5 + length - 1) / 6) ** alpha"),
            also=[(PENALTY, "penalty = ((5 + length + 1) / 6) ** alpha")],
            why="The length counts what was written: the end, and not the start.",
            look="What is |Y| of a text that ends at once?",
        ),
        slip(
            "it is multiplied by the penalty",
            edit=(CLOSED, "closed = so_far[:, end] * penalty"),
            why="Log-probabilities are below zero. Multiplied, long texts become worse still.",
            look="Does your score favour longer or shorter texts?",
        ),
        slip(
            "a text that has ended runs on",
            edit=(NO_END, "pass"),
            why="It takes the place of a text that is still being written, and symbols follow behind the end.",
            look="What may follow behind the end?",
        ),
        slip(
            "only the best text may end",
            edit=(CLOSED, "closed = so_far[:1, end] / penalty"),
            why="To end is an option of every running text.",
            look="How many running texts can end in each step?",
        ),
        slip(
            "a text ends only where the end is its likeliest symbol",
            edit=(CLOSED, "closed = so_far[:, end].where(so_far.argmax(dim=1) == end, -torch.inf) / penalty"),
            why="The end is a symbol like any other: an unlikely one may still belong to the best text.",
            look="When is a running text set aside?",
        ),
        slip(
            "the first text that ends is taken",
            edit=(BETTER, "if score == -torch.inf:"),
            also=[(STOP, "break")],
            why="A later one may have a better score.",
            look="What do you do with a second text that ends?",
        ),
        slip(
            "the last text that ends is taken",
            edit=(BETTER, "if True:"),
            why="An earlier one may have had a better score.",
            look="What do you compare a newly ended text with?",
        ),
        slip(
            "the search never stops early",
            edit=(STOP, "pass"),
            why="The result is the same, at the price of calls that can change nothing.",
            look="How good can a running text become at best?",
        ),
        slip(
            "the search stops too early",
            edit=(STOP, "if score >= total[0] / penalty:\n            break"),
            also=[(STOP, "if score >= total[0]:\n            break"), (STOP, "if score > -torch.inf and length >= width:\n            break")],
            why="A running text can still gain by its length: its total falls, and the divisor grows.",
            look="By which penalty do you divide the total of a running text, and what is the largest it can meet?",
        ),
        slip(
            "each text keeps its own best symbol",
            edit=(TOP, "so_far.max(dim=1) if len(running) > 1 else so_far.flatten().topk(min(width, so_far.shape[1] - 1))"),
            why="The best of all are kept, whichever text they come from.",
            look="Can two kept texts have the same beginning?",
        ),
        slip(
            "one text more or less than the width is kept",
            edit=(TOP, "so_far.flatten().topk(min(width + 1, len(running) * (so_far.shape[1] - 1)))"),
            also=[(TOP, "so_far.flatten().topk(min(max(width - 1, 1), len(running) * (so_far.shape[1] - 1)))")],
            why="`width` texts run on.",
            look="How many texts does `step` get?",
        ),
        slip(
            "greedy: one text alone is kept",
            edit=(TOP, "so_far.flatten().topk(1)"),
            why="A beginning that is second best is never followed up.",
            look="How many texts does `step` get?",
        ),
        slip(
            "parents and symbols are exchanged",
            edit=("divmod(place, so_far.shape[1])", "divmod(place, len(running))"),
            also=[("parent, symbol = divmod(place, so_far.shape[1])", "symbol, parent = place // so_far.shape[1] % so_far.shape[1], place % so_far.shape[1] % len(running)")],
            why="In the flat list, all symbols of the first text come first.",
            look="In a table of b rows and V columns, in which row is place number n?",
        ),
        slip(
            "one symbol too many",
            edit=("range(1, limit + 1)", "range(1, limit + 2)"),
            also=[("range(1, limit + 1)", "range(1, max(2, limit))")],
            why="`limit` counts everything that is written, the end too.",
            look="How many symbols may a text have at most?",
        ),
        slip(
            "the start is returned as well",
            edit=("running[row][1:] + [end]", "running[row] + [end]"),
            why="Nobody wrote it.",
            look="With which symbol does your text begin?",
        ),
        slip(
            "the end is not returned",
            edit=("running[row][1:] + [end]", "running[row][1:]"),
            why="The text is to be complete, its end too.",
            look="With which symbol does your text end?",
        ),
        slip(
            "the score is the log-probability",
            edit=("return text, score", "return text, score * ((5 + len(text)) / 6) ** alpha"),
            why="The score is what texts are compared by: divided by the penalty.",
            look="What does the docstring return beside the text?",
        ),
        slip(
            "it is divided by the length",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: n ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="That is neither Wu's penalty nor one with α.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the bracket closes too early",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: (5 + n) ** alpha / 6
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="The whole fraction is raised to the power of α.",
            look="What is the penalty of a text of one symbol?",
        ),
        slip(
            "the softmax runs over the texts",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(0)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="Probabilities are shared out among the symbols of one text.",
            look="Over which axis do the probabilities have to sum to 1?",
        ),
        slip(
            "the bound is that of the worst running text",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[-1].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="The best one may still win.",
            look="Which running text can come closest?",
        ),
        slip(
            "closed texts take places of running ones",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    totals, places = table.flatten().topk(min(width, b * V))
                    alive = places % V != end
                    totals, places = totals[alive], places[alive]
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="To end is an option on the side: `width` texts go on all the same.",
            look="How many texts does `step` get after one has ended?",
        ),
        slip(
            "closed texts are compared by their totals",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if table[i, end].item() > getattr(beam_decode, 'top', -math.inf) or n == 1:
                        beam_decode.top = table[i, end].item()
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="Then the shortest wins, whatever α is.",
            look="By what do you compare a new closed text with the best one?",
        ),
        slip(
            "texts come in the order of the table",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    places, order = places.sort()
                    totals = totals[order]
                    if n == limit or len(totals) == 0 or best >= totals.max().item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="`step` gets the likeliest first.",
            look="In which order are your running texts?",
        ),
        slip(
            "the score is a tensor",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i]
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="A float is asked for.",
            look="Which type has your score?",
        ),
        slip(
            "rows and columns are exchanged",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places % b], places[:, None] // b], dim=1)
                return text, best
            """,
            why="In the flat list, all symbols of the first text come first.",
            look="In a table of b rows and V columns, in which row is place number n?",
        ),
    ]  # fmt: skip
    equivalent = {
        "if closed.max() >= score:": "two closed texts with the same score do not occur",
        "if score > total[0] / ((5 + limit) / 6) ** alpha:": "a bound that is met exactly does not occur",
        "so_far = total[:, None] + step(torch.tensor(running)).log_softmax(dim=+1).cpu()": "the last of two axes",
        "so_far = total[:, None] + step(torch.tensor(running)).log_softmax(dim=1).cpu()": "the last of two axes",
    }
    promises = {
        "the best of several finished texts": dict(long=True),
        "all texts are searched where the width allows": dict(width=100),
        "a width of one": dict(width=1),
        "large scores": dict(size=150.0),
        "no penalty": dict(alpha=0.0),
        "no call that can change nothing": dict(early=True),
        "a limit of one symbol": dict(limit=1),
        "one call a step with all running texts": "texts in each call",
        "the score is divided by the penalty": "score",
    }


# --- one stack ------------------------------------------------------------------------------------------------------

CAUSAL = "torch.ones(T, T, dtype=torch.bool, device=prefix.device).tril()"
GIVEN = "torch.arange(T, device=prefix.device) < prefix.unsqueeze(1)"
JOINED = "(causal | given.unsqueeze(1)).unsqueeze(1)"


@exercise("prefix_lm_mask", points=2)
class _:
    cases = [
        dict(B=3, T=6),
        dict(B=4, T=4),
        dict(B=2, T=5, fixed=(0, 5)),
        dict(B=3, T=4, fixed=(1, 4, 7)),
    ]
    weights = {"mask": 6, "prefix unchanged": 1}

    def inputs(rng, B, T, fixed=None):
        prefix = list(fixed or [])
        if not fixed:
            prefix = [int(n) for n in rng.permutation(np.arange(1, T))[: B - 1]]
            prefix += [int(rng.integers(1, T)) for _ in range(B - len(prefix))]
        return {"prefix": np.array(prefix), "T": T, "weight": float(rng.uniform(1, 2))}

    def oracle(prefix, T, weight):
        mask = np.zeros((len(prefix), 1, T, T), dtype=bool)
        for b, n in enumerate(prefix.tolist()):
            for i in range(T):
                for j in range(T):
                    mask[b, 0, i, j] = j <= i or j < n
        return {
            "mask": {"mask": mask, "weighted": weight * mask},
            "prefix unchanged": {"mask": mask, "prefix": prefix},
        }

    alternatives = {
        "a loop over texts": """
            mask = torch.ones(len(prefix), 1, T, T, dtype=torch.bool, device=prefix.device).tril()
            for b, n in enumerate(prefix.tolist()):
                mask[b, :, :, :n] = True
            return mask
        """,
        "positions compared": """
            i = torch.arange(T, device=prefix.device)
            last = torch.maximum(i[None, :], prefix[:, None] - 1)
            return (i[None, None, :] <= last[:, :, None])[:, None]
        """,
        "built by hand": """
            rows = [[[[k <= q or k < n for k in range(T)] for q in range(T)]] for n in prefix.tolist()]
            return torch.tensor(rows, device=prefix.device)
        """,
    }
    slips = [
        slip(
            "the mask is causal throughout",
            edit=(JOINED, "causal.expand(len(prefix), 1, T, T)"),
            why="Then it is a decoder-only model, and the first letter never learns which ones follow.",
            look="Which argument does your code never use?",
        ),
        slip(
            "nothing is causal",
            edit=(JOINED, "torch.ones_like(causal).expand(len(prefix), 1, T, T)"),
            why="The target could copy the symbol that it has to write.",
            look="May the first symbol of the target see the second?",
        ),
        slip(
            "the target does not see itself",
            edit=(JOINED, "given.unsqueeze(1).expand(-1, T, -1).unsqueeze(1)"),
            why="What was written before is hidden from what is written next.",
            look="What does the second symbol of the target see?",
        ),
        slip(
            "both conditions have to hold",
            edit=("causal | given", "causal & given"),
            why="A key may be seen when it stands in the prefix, or when it is past.",
            look="Is it *and* or *or*?",
        ),
        slip(
            "the prefix is one symbol too long",
            edit=("device=prefix.device) < prefix", "device=prefix.device) <= prefix"),
            why="The first symbol of the target would be seen by the source, and at training that is the answer.",
            look="A prefix of 2: which positions belong to it?",
        ),
        slip(
            "the prefix is one symbol too short",
            edit=(GIVEN, "torch.arange(T, device=prefix.device) < prefix.unsqueeze(1) - 1"),
            why="The last symbol of the prefix is given like the others.",
            look="A prefix of 2: which positions belong to it?",
        ),
        slip(
            "queries of the prefix see everything",
            edit=(JOINED, "(causal | given.unsqueeze(2)).unsqueeze(1)"),
            why="The source would see the target, and what it sees it hands on to the position that has to write it.",
            look="Along which axis of (queries, keys) does your prefix run?",
        ),
        slip(
            "queries of the target do not see all of the prefix",
            edit=(JOINED, "(causal & ~given.unsqueeze(2) | given.unsqueeze(2) & given.unsqueeze(1) & (torch.arange(T, device=prefix.device) > 0)).unsqueeze(1)"),
            why="The prefix is given, so everybody may see all of it.",
            look="Which keys does the first query see?",
        ),
        slip(
            "the future is seen and the past is not",
            edit=(".tril()", ".triu()"),
            why="Rows are queries, columns are keys: a key is past where it stands to the left.",
            look="Print your mask without a prefix. What does the first query see?",
        ),
        slip(
            "a symbol does not see itself",
            edit=(".tril()", ".tril(-1)"),
            why="The newest symbol is known, so it may be seen. Without a prefix the first one would see nothing.",
            look="What stands on the diagonal?",
        ),
        slip(
            "True means hidden",
            edit=("return " + JOINED, "return ~" + JOINED),
            why="In this course True means: may be seen.",
            look="What does the docstring say about True?",
        ),
        slip(
            "all texts get the first text's prefix",
            edit=(JOINED, "(causal | given[:1].unsqueeze(1)).unsqueeze(1).expand(len(prefix), 1, T, T)"),
            also=[(JOINED, "(causal | given.any(0)).expand(len(prefix), 1, T, T)")],
            why="Sources differ in length.",
            look="Is there a row of `given` for each text?",
        ),
        slip(
            "the axis of heads is missing",
            edit=(JOINED, "causal | given.unsqueeze(1)"),
            why="Attention reads (B, 1, T, T): one mask a text, for all heads.",
            look="How many axes has your mask?",
        ),
        slip(
            "the mask holds numbers",
            edit=("return " + JOINED, "return " + JOINED + ".float()"),
            also=[("return " + JOINED, "return torch.zeros(len(prefix), 1, T, T, device=prefix.device).masked_fill(~" + JOINED + ", -torch.inf)"), ("return " + JOINED, "return " + JOINED + ".long()")],
            why="A mask of numbers is added to the scores, a mask of truth values hides.",
            look="Which dtype has your mask?",
        ),
        slip(
            "rows and columns are exchanged",
            edit="""
            def prefix_lm_mask(prefix, T):
                j = torch.arange(T, device=prefix.device)
                return ((j <= j[:, None]) | (j < prefix[:, None, None, None])).transpose(-1, -2)
            """,
            why="Rows ask, columns are seen.",
            look="What does the first query see in a row without a prefix?",
        ),
        slip(
            "the target does not see the prefix",
            edit="""
            def prefix_lm_mask(prefix, T):
                j = torch.arange(T, device=prefix.device)
                n = prefix[:, None, None, None]
                inside = (j < n) & (j[:, None] < n)
                return inside | ((j <= j[:, None]) & (j >= n))
            """,
            why="It would be written without having been read.",
            look="What does the first symbol behind the prefix see?",
        ),
    ]  # fmt: skip
    equivalent = {
        "return (causal + given.unsqueeze(1)).unsqueeze(1)": "the sum of two truth values is their or",
    }
    promises = {
        "every text has its own prefix": dict(B=3, T=6),
        "as many texts as symbols": dict(B=4, T=4),
        "no prefix, and nothing but prefix": dict(fixed=(0, 5)),
        "a prefix longer than the row": dict(fixed=(1, 4, 7)),
        "lengths are left as they are": "prefix unchanged",
    }


# --- erased spans ----------------------------------------------------------------------------------------------------


def read_off(ids, spans, sentinel):
    """Inputs and targets as figure 2 of Raffel et al. 2020 shows them, read off a text in which each id is marked."""
    span_of = {}
    for number, (begin, length) in enumerate(spans):
        for place in range(begin, begin + length):
            span_of[place] = number
    marked = [(span_of.get(place), token) for place, token in enumerate(ids)]
    inputs, targets = [], []
    for number, group in itertools.groupby(marked, key=lambda pair: pair[0]):
        tokens = [token for _, token in group]
        if number is None:
            inputs += tokens
        else:
            inputs.append(sentinel - number)
            targets += [sentinel - number, *tokens]
    return inputs, [*targets, sentinel - len(spans)]


INPUTS = "inputs += ids[at:start] + [sentinel - number]"
TARGETS = "targets += [sentinel - number] + ids[start : start + length]"
RESULT = "inputs + ids[at:], targets + [sentinel - len(spans)]"


@exercise("span_corrupt", points=3)
class _:
    cases = [
        dict(n=12, lengths=(3, 1, 2)),
        dict(n=8, lengths=(2, 2), at="edges"),
        dict(n=6, lengths=()),
        dict(n=4, lengths=(4,), at="edges"),
        dict(n=15, lengths=(1, 1, 1, 1), at="close"),
        dict(n=9, lengths=(2, 2), same=True),
    ]
    weights = {"inputs": 3, "targets": 3, "arguments unchanged": 1}

    def inputs(rng, n, lengths, at="", same=False):
        """at: "edges", the first and last id are erased; "close", one id between two spans."""
        free = n - sum(lengths)
        gaps = len(lengths) + 1
        if at == "edges":
            between = [0, *[free // max(1, gaps - 2)] * (gaps - 2), 0]
        elif at == "close":
            between = [int(rng.integers(1, 4)), *[1] * (gaps - 2)]
            between.append(free - sum(between))
        else:
            cuts = sorted(int(c) for c in rng.choice(np.arange(1, free), gaps - 1, replace=False))
            between = [b - a for a, b in zip([0, *cuts], [*cuts, free])]
        spans, place = [], 0
        for gap, length in zip(between, lengths):
            place += gap
            spans.append([place, length])
            place += length
        values = rng.integers(10, 12, n) if same else rng.permutation(np.arange(10, 60))[:n]
        return {"ids": [int(v) for v in values], "spans": spans, "sentinel": int(rng.integers(90, 200))}

    def oracle(ids, spans, sentinel):
        inputs, targets = read_off(ids, spans, sentinel)
        return {
            "inputs": inputs,
            "targets": targets,
            "arguments unchanged": {"inputs": inputs, "targets": targets, "ids": ids, "spans": spans},
        }

    alternatives = {
        "one walk over all places": """
            begins = {start: (number, length) for number, (start, length) in enumerate(spans)}
            inputs, targets, place = [], [], 0
            while place < len(ids):
                if place in begins:
                    number, length = begins[place]
                    inputs.append(sentinel - number)
                    targets.append(sentinel - number)
                    targets.extend(ids[place : place + length])
                    place += length
                else:
                    inputs.append(ids[place])
                    place += 1
            targets.append(sentinel - len(begins))
            return inputs, targets
        """,
        "from the back, by slices": """
            inputs, targets = list(ids), [sentinel - len(spans)]
            for number in range(len(spans) - 1, -1, -1):
                start, length = spans[number]
                targets = [sentinel - number, *ids[start : start + length], *targets]
                inputs[start : start + length] = [sentinel - number]
            return inputs, targets
        """,
    }
    slips = [
        slip(
            "every erased id leaves a sentinel of its own",
            edit=(INPUTS, "inputs += ids[at:start] + [sentinel - number] * length"),
            why="The model would be told how long each gap is, and the inputs would not be shorter.",
            look="How many ids are in your inputs for a span of three?",
        ),
        slip(
            "sentinels count upwards",
            edit=[(INPUTS, INPUTS.replace("sentinel - number", "sentinel + number")), (TARGETS, TARGETS.replace("sentinel - number", "sentinel + number")), (RESULT, RESULT.replace("sentinel - len", "sentinel + len"))],
            why="The first one is the last id of T5's vocabulary, so the next ones stand in front of it.",
            look="Which id has the second sentinel?",
        ),
        slip(
            "all spans share one sentinel",
            edit=[(INPUTS, INPUTS.replace("sentinel - number", "sentinel")), (TARGETS, TARGETS.replace("sentinel - number", "sentinel"))],
            also=[[(INPUTS, INPUTS.replace("sentinel - number", "sentinel")), (TARGETS, TARGETS.replace("sentinel - number", "sentinel")), (RESULT, RESULT.replace("sentinel - len(spans)", "sentinel"))]],
            why="Then nobody can tell which answer belongs to which gap.",
            look="Which sentinel stands in your second gap?",
        ),
        slip(
            "the final sentinel is missing",
            edit=(RESULT, "inputs + ids[at:], targets"),
            why="It tells the model, and its reader, that the last span is over.",
            look="What stands at the end of the targets in the example?",
        ),
        slip(
            "the final sentinel is one of those in use",
            edit=(RESULT, RESULT.replace("sentinel - len(spans)", "sentinel - len(spans) + 1")),
            also=[(RESULT, RESULT.replace("sentinel - len(spans)", "sentinel"))],
            why="The last one is new: it opens a gap that is not there.",
            look="How many different sentinels do your targets hold?",
        ),
        slip(
            "the final sentinel stands in the inputs, too",
            edit=(RESULT, "inputs + ids[at:] + [sentinel - len(spans)], targets + [sentinel - len(spans)]"),
            why="There is no gap at the end of the inputs.",
            look="How many sentinels do your inputs hold?",
        ),
        slip(
            "the text behind the last span is lost",
            edit=(RESULT, RESULT.replace("inputs + ids[at:]", "inputs")),
            why="All that was not erased stays in the inputs.",
            look="With which id do your inputs end?",
        ),
        slip(
            "erased ids stay in the inputs",
            edit=("at = start + length", "at = start"),
            also=[(INPUTS, "inputs += ids[at : start + length] + [sentinel - number]")],
            why="The model could copy the answer.",
            look="Which ids do your inputs hold that your targets hold as well?",
        ),
        slip(
            "the length is taken for an end",
            edit=[(TARGETS, TARGETS.replace("ids[start : start + length]", "ids[start:length]")), ("at = start + length", "at = length")],
            also=[[(TARGETS, TARGETS.replace("start + length]", "start + length + 1]")), ("at = start + length", "at = start + length + 1")]],
            why="A span is a start and a length: (4, 2) erases the ids number 4 and 5.",
            look="How many ids does the span (4, 2) erase?",
        ),
        slip(
            "the targets hold no sentinels",
            edit=(TARGETS, TARGETS.replace("[sentinel - number] + ", "")),
            why="Where one span ends and the next begins could not be read.",
            look="How does a reader know to which gap an id belongs?",
        ),
        slip(
            "the sentinel stands behind its span",
            edit=(TARGETS, "targets += ids[start : start + length] + [sentinel - number]"),
            why="The sentinel says what follows it.",
            look="With what do the targets begin in the example?",
        ),
        slip(
            "the targets are the whole text",
            edit=(RESULT, RESULT.replace("targets + [sentinel - len(spans)]", "list(ids)")),
            why="That is BART's aim. T5 writes the erased spans alone, which is much shorter.",
            look="How long are your targets?",
        ),
        slip(
            "one id is a mask, as in BERT",
            edit=[(INPUTS, "inputs += ids[at:start] + [sentinel] * length"), (RESULT, "inputs + ids[at:], list(ids)")],
            why="BERT keeps the length and guesses each place alone. Here a text is written.",
            look="How many ids are in your inputs for a span of three?",
        ),
        slip(
            "the ids are overwritten",
            edit="inputs, targets = ids, []\nfor number, (start, length) in reversed(list(enumerate(spans))):\n    targets = [sentinel - number] + ids[start : start + length] + targets\n    inputs[start : start + length] = [sentinel - number]\nreturn inputs, targets + [sentinel - len(spans)]",
            why="The caller's text is gone, and next epoch's spans would be cut from what is left.",
            look="What does `ids` hold after the call?",
        ),
        slip(
            "without spans the targets are empty",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                if not spans:
                    return list(ids), []
                inputs, targets, last = [], [], 0
                for n, (start, length) in enumerate(spans):
                    inputs += ids[last:start] + [sentinel - n]
                    targets += [sentinel - n] + ids[start : start + length]
                    last = start + length
                return inputs + ids[last:], targets + [sentinel - len(spans)]
            """,
            why="The closing sentinel stands there all the same.",
            look="What are the targets of a text that stays whole?",
        ),
        slip(
            "the last sentinel closes the targets once more",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                inputs, targets, last, n = [], [], 0, 0
                for n, (start, length) in enumerate(spans):
                    inputs += ids[last:start] + [sentinel - n]
                    targets += [sentinel - n] + ids[start : start + length]
                    last = start + length
                return inputs + ids[last:], targets + [sentinel - n]
            """,
            why="The closing one is new.",
            look="How many different sentinels do your targets hold?",
        ),
        slip(
            "a span at the beginning is skipped",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                inputs, targets, last, n = [], [], 0, 0
                for start, length in spans:
                    if ids[last:start]:
                        inputs += ids[last:start] + [sentinel - n]
                        targets += [sentinel - n] + ids[start : start + length]
                        n += 1
                    last = start + length
                return inputs + ids[last:], targets + [sentinel - n]
            """,
            why="A text may begin with a gap.",
            look="What does your code make of a span that starts at 0?",
        ),
        slip(
            "places are those of the whole text, and the text has become shorter",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                inputs, targets = list(ids), []
                for n, (start, length) in enumerate(spans):
                    targets += [sentinel - n] + inputs[start : start + length]
                    inputs[start : start + length] = [sentinel - n]
                return inputs, targets + [sentinel - len(spans)]
            """,
            why="Each erased span moves what stands behind it.",
            look="Where is the second span after the first was erased?",
        ),
        slip(
            "ids are erased wherever they occur",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                inputs, targets = [], []
                first = {ids[start]: n for n, (start, length) in enumerate(spans)}
                gone = {i for start, length in spans for i in ids[start : start + length]}
                for i in ids:
                    if i in first:
                        inputs.append(sentinel - first[i])
                    elif i not in gone:
                        inputs.append(i)
                for n, (start, length) in enumerate(spans):
                    targets += [sentinel - n] + ids[start : start + length]
                return inputs, targets + [sentinel - len(spans)]
            """,
            why="A span is a place, not a value.",
            look="What stays of a text in which an erased id comes twice?",
        ),
        slip(
            "the caller's spans are used up",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                inputs, targets, last, n = [], [], 0, 0
                while spans:
                    start, length = spans.pop(0)
                    inputs += ids[last:start] + [sentinel - n]
                    targets += [sentinel - n] + ids[start : start + length]
                    last, n = start + length, n + 1
                return inputs + ids[last:], targets + [sentinel - n]
            """,
            why="They are needed again for the next epoch.",
            look="What do the spans hold after the call?",
        ),
    ]  # fmt: skip
    promises = {
        "several spans": dict(lengths=(3, 1, 2)),
        "spans at both ends": dict(n=8, at="edges"),
        "no spans": dict(lengths=()),
        "the whole text": dict(n=4, at="edges"),
        "one id between two spans": dict(at="close"),
        "ids that come again": dict(same=True),
        "the arguments are left as they are": "arguments unchanged",
    }
