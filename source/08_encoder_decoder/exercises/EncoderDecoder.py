"""An encoder–decoder transformer with pre-LN blocks and one shared embedding table.

Oracle: nn.Transformer in float64 with copied weights, with embeddings and logits written out.
"""

import warnings

import numpy as np
import torch
from torch import nn

from autograder.authoring import exercise, slip

from ._shared import TORCH, block_weights, leaf, norm_weights, tensor, torch_name, torch_weights

SCALED = "self.tokens(ids) * math.sqrt(self.tokens.embedding_dim)"
PLACED = " + self.positions[: ids.shape[1]]"
ENCODE_LOOP = (
    "for block in self.encoder:\n            x = block(x, keep)\n        return self.encoder_norm(x)"
)
DECODE_LOOP = (
    "for block in self.decoder:\n            x = block(x, memory, keep)\n        x = self.decoder_norm(x)"
)
SCORES = "F.linear(x, self.tokens.weight)"


def quietly(make, *sizes, **options):
    """A PyTorch module, without its warning that pre-LN layers have no fast path."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return make(*sizes, **options)


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
        ),  # S = T: anything swapped by mistake still fits
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
            why="The table also makes the output scores, so its entries are small. Next to sines and cosines, the tokens would hardly count.",
            look="What is done to token vectors in section 3.4 of the paper, before positions are added?",
        ),
        slip(
            "positions are multiplied by √D as well",
            edit=(SCALED + PLACED, "(self.tokens(ids)" + PLACED + ") * math.sqrt(self.tokens.embedding_dim)"),
            why="Only the token vectors are multiplied. The sinusoids keep their size of 1.",
            look="Where does your bracket close?",
        ),
        slip(
            "token vectors are divided by √D, or multiplied by D",
            edit=(SCALED, "self.tokens(ids) / math.sqrt(self.tokens.embedding_dim)"),
            also=[(SCALED, "self.tokens(ids) * self.tokens.embedding_dim")],
            why="The factor should bring the small entries up to a size of about 1.",
            look="With D = 100, what does your code multiply by?",
        ),
        slip(
            "positions are missing",
            edit=(PLACED, ""),
            why="Attention alone doesn't know the order of its inputs, so a word would be a bag of letters.",
            look="Which buffer does your code never use?",
        ),
        slip(
            "positions start at 1",
            edit=(PLACED, " + self.positions[1 : ids.shape[1] + 1]"),
            why="Positions count from 0, so the first token is at position 0.",
            look="Which row of the table does the first token get?",
        ),
        slip(
            "every token gets the position of the last",
            edit=(PLACED, " + self.positions[ids.shape[1] - 1]"),
            also=[(PLACED, " + self.positions[0]")],
            why="Then all positions are the same, which is no better than having none.",
            look="What is the shape of the positions you add?",
        ),
        slip(
            "the padding of the source is not hidden from the encoder",
            edit=(ENCODE_LOOP, ENCODE_LOOP.replace("block(x, keep)", "block(x)")),
            why="Real letters then attend to padding, and to more of it the longer the longest word in the batch is.",
            look="What are the two arguments of an encoder block?",
        ),
        slip(
            "padding is set to zero, not hidden",
            edit=(ENCODE_LOOP, ENCODE_LOOP.replace("block(x, keep)", "block(x * keep.unsqueeze(-1))")),
            why="Because of the bias, a vector of zeros still has a key, and it still gets some weight.",
            look="What weight does a key of zeros get?",
        ),
        slip(
            "the mask is inverted",
            edit=(ENCODE_LOOP, ENCODE_LOOP.replace("block(x, keep)", "block(x, ~keep)")),
            also=[(DECODE_LOOP, DECODE_LOOP.replace("memory, keep)", "memory, ~keep)"))],
            why="Then only padding can be read. PyTorch's own modules expect their padding masks this way round.",
            look="What does True mean in `keep`?",
        ),
        slip(
            "the decoder does not hide the padding of the memory",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("memory, keep)", "memory)")),
            why="The decoder would then attend to letters that aren't in the word.",
            look="What are the three arguments of a decoder block?",
        ),
        slip(
            "the norm after the encoder is missing",
            edit=(ENCODE_LOOP, ENCODE_LOOP.replace("self.encoder_norm(x)", "x")),
            why="In pre-LN blocks the residual stream is never normalized, so it grows with every block, and decoder blocks use the memory as it is.",
            look="Which parameter of the model does your code never use?",
        ),
        slip(
            "the norm after the decoder is missing",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("x = self.decoder_norm(x)", "pass")),
            why="In pre-LN blocks the residual stream is never normalized, so the scores would grow with depth.",
            look="Which parameter of the model does your code never use?",
        ),
        slip(
            "the two norms are swapped, or one is used for both",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("self.decoder_norm", "self.encoder_norm")),
            also=[
                (ENCODE_LOOP, ENCODE_LOOP.replace("self.encoder_norm", "self.decoder_norm")),
                [(ENCODE_LOOP, ENCODE_LOOP.replace("self.encoder_norm", "self.decoder_norm")), (DECODE_LOOP, DECODE_LOOP.replace("self.decoder_norm", "self.encoder_norm"))],
            ],
            why="Fresh norms are identical, so nothing shows before training, but trained norms differ.",
            look="Which norm belongs to which stack?",
        ),
        slip(
            "the final norm is applied after every block",
            edit=(ENCODE_LOOP, "for block in self.encoder:\n            x = self.encoder_norm(block(x, keep))\n        return x"),
            also=[(DECODE_LOOP, "for block in self.decoder:\n            x = self.decoder_norm(block(x, memory, keep))")],
            why="Each block already has its own norms. The final norm is applied once, after the last block.",
            look="How often is the final norm called in your loop?",
        ),
        slip(
            "the memory is normalised a second time",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("x, memory, keep", "x, self.encoder_norm(memory), keep")),
            why="The encoder has already done that, once for all decoder blocks.",
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
            why="The blocks run in sequence: each one reads the output of the block before it.",
            look="What is the input of the second block in your loop?",
        ),
        slip(
            "blocks are run in the wrong order",
            edit=(ENCODE_LOOP, ENCODE_LOOP.replace("in self.encoder", "in reversed(self.encoder)")),
            also=[(DECODE_LOOP, DECODE_LOOP.replace("in self.decoder", "in reversed(self.decoder)"))],
            why="Each block was trained on the output of the blocks before it.",
            look="Which block gets the embedded tokens?",
        ),
        slip(
            "the decoder's blocks read one another's output instead of the memory",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("x = block(x, memory, keep)", "x = memory = block(x, memory, keep)")),
            why="After the first block the source would be forgotten.",
            look="What is the memory of the second decoder block?",
        ),
        slip(
            "vectors are returned instead of scores",
            edit=("return " + SCORES, "return x"),
            why="The decoder's vectors become scores only when they are multiplied by the vector of each token.",
            look="What is the shape of your result, and what should it be?",
        ),
        slip(
            "the scores are scaled by √D as well",
            edit=(SCORES, "F.linear(x, self.tokens.weight * math.sqrt(self.tokens.embedding_dim))"),
            also=[(SCORES, "F.linear(x, self.tokens.weight) / math.sqrt(self.tokens.embedding_dim)")],
            why="The factor belongs only to the input side of the table.",
            look="By which matrix is the decoder's output multiplied?",
        ),
        slip(
            "scores become probabilities",
            edit=("return " + SCORES, "return " + SCORES + ".softmax(dim=-1)"),
            also=[("return " + SCORES, "return " + SCORES + ".log_softmax(dim=-1)")],
            why="The loss already applies softmax. A second one makes the gradients small.",
            look="According to the docstring, what does `decode` return?",
        ),
        slip(
            "only the last position gets scores",
            edit=("return " + SCORES, "return " + SCORES.replace("(x,", "(x[:, -1:],")),
            why="In training, all positions predict at once.",
            look="How many positions does your result have?",
        ),
        slip(
            "the table is cut off from one of its two gradients",
            edit=(SCORES, "F.linear(x, self.tokens.weight.detach())"),
            also=[(SCALED, "self.tokens(ids).detach() * math.sqrt(self.tokens.embedding_dim)")],
            why="A shared table learns both as input and as output.",
            look="Which operation leaves the trail that backward() follows?",
        ),
        slip(
            "the encoder gets no gradient",
            edit=(DECODE_LOOP, DECODE_LOOP.replace("x, memory, keep", "x, memory.detach(), keep")),
            why="The encoder's only gradient comes from the decoder, through the memory.",
            look="How does the gradient get from the scores to the encoder?",
        ),
        slip(
            "the decoder has no positions",
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
            why="What it wrote would be a bag of phonemes.",
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
            why="The number of blocks is an argument of the model.",
            look="How many blocks run in a model of three?",
        ),
        slip(
            "positions run along the batch axis",
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
            why="All symbols of a row get the same position: the row's number.",
            look="Which axis of ids is time?",
        ),
        slip(
            "the factor is fixed to the width of one model",
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
            why="96 is the width in the notebook, but the model must work for any width.",
            look="What do you multiply by when D is 6?",
        ),
    ]  # fmt: skip
    promises = {
        "source and target differ in length": dict(S=5, T=4),
        "padding is hidden from both stacks": dict(lengths=(5, 3)),
        "stacks of different depth": dict(layers=(1, 2)),
        "a target of one symbol": dict(T=1),
        "a target longer than the source": dict(S=3, T=6),
        "one table, √D on the way in": "embedded",
        "the memory is normalised": "memory",
        "every weight learns, the table from both ends": "size of each gradient",
        "ids are not modified": "ids unchanged",
    }
