"""Total and active parameters of a mixture-of-experts model.

Oracle: transformers' Mixtral on the meta device, counted with different numbers of experts.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import LIBRARY


@exercise("active_parameters", points=2, forbid=LIBRARY)
class _:
    tolerance = 1e-9  # whole numbers
    cases = [
        dict(groups=4, k=2),
        dict(groups=1, k=1, narrow=True),
        dict(groups=2, k=3, tied=True),
        dict(groups=2, k=4, E=4, tied=False),
    ]

    def inputs(rng, groups, k, E=None, tied=None, narrow=False):
        H_kv = int(rng.integers(1, 9))
        H, d = groups * H_kv, 2 * int(rng.integers(5, 40))
        sizes = {
            "V": int(rng.integers(300, 50_000)),
            "D": H * d if not narrow else 2 * int(rng.integers(20, 900)) + 1,
            "L": int(rng.integers(2, 40)),
            "H": H,
            "H_kv": H_kv,
            "d": d,
            "F": int(rng.integers(100, 9000)),
            "E": int(rng.integers(k + 1, 40)) if E is None else E,
            "k": k,
        }
        return {"sizes": sizes, "tied": tied}

    def oracle(sizes, tied):
        """Counted in transformers' Mixtral with two layers, on the meta device."""
        from transformers import MixtralConfig, MixtralForCausalLM

        s = {name: int(value) for name, value in sizes.items()}

        def count(n_experts, n_layers):
            config = MixtralConfig(
                vocab_size=s["V"],
                hidden_size=s["D"],
                num_hidden_layers=n_layers,
                num_attention_heads=s["H"],
                num_key_value_heads=s["H_kv"],
                head_dim=s["d"],
                intermediate_size=s["F"],
                num_local_experts=n_experts,
                num_experts_per_tok=s["k"],
                tie_word_embeddings=bool(tied),
            )
            with torch.device("meta"):
                return sum(p.numel() for p in MixtralForCausalLM(config).parameters())

        one = count(s["E"], 1)
        layer = count(s["E"], 2) - one
        total = one + (s["L"] - 1) * layer
        expert = count(s["E"] + 1, 1) - one - s["D"]  # one more expert, without its row of the router
        return {"total": total, "active": total - s["L"] * (s["E"] - s["k"]) * expert}

    alternatives = {
        "part by part": """
            per_layer = D * (H + H_kv) * d * 2 + E * D + D + D
            both = []
            for experts in (E, k):
                tables = V * D if tied else V * D + D * V
                both.append(tables + D + L * (per_layer + experts * (D * F + D * F + F * D)))
            return tuple(both)
        """,
        "what rests is taken away": """
            total = V * D * (2 - bool(tied)) + D
            for _ in range(L):
                total += 2 * H * d * D + 2 * H_kv * d * D + E * D + 2 * D + 3 * E * D * F
            return total, total - 3 * (E - k) * D * F * L
        """,
    }
    slips = [
        slip(
            "only the weights of the experts are counted",
            edit=("return shared + L * E * expert, shared + L * k * expert", "return L * E * expert, L * k * expert"),
            why="Attention, norms and tables belong to the model as well.",
            look="Which rows of the table do your numbers include?",
        ),
        slip(
            "everything is multiplied by the number of experts",
            edit=("return shared + L * E * expert, shared + L * k * expert", "return E * (shared + L * expert), k * (shared + L * expert)"),
            why="Attention and tables exist only once. Multiplying them is how 46.7 billion become 56.",
            look="Which part of a block exists E times?",
        ),
        slip(
            "the router is forgotten",
            edit=("attention + D * E + 2 * D", "attention + 2 * D"),
            why="It is small, but without it no token could be assigned to an expert.",
            look="Which row of the table is a D × E matrix?",
        ),
        slip(
            "only the router rows of the chosen experts count as active",
            edit=("shared + L * k * expert", "shared + L * (k * expert + D * k - D * E)"),
            why="To choose among E experts, a token needs all E scores.",
            look="How many scores does the router compute for one token?",
        ),
        slip(
            "an expert has only two matrices",
            edit=("expert = 3 * D * F", "expert = 2 * D * F"),
            why="SwiGLU has three: gate, up and down.",
            look="How many matrices are there in Llama's feed-forward layer?",
        ),
        slip(
            "keys and values are counted with all heads",
            edit=("2 * D * H * d + 2 * D * H_kv * d", "4 * D * H * d"),
            why="With grouped queries there are only H_kv heads of keys and values.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "keys or values are forgotten",
            edit=("2 * D * H * d + 2 * D * H_kv * d", "2 * D * H * d + D * H_kv * d"),
            why="Keys and values have separate projections.",
            look="Which projections are there in an attention layer?",
        ),
        slip(
            "the output projection is forgotten",
            edit=("2 * D * H * d + 2 * D * H_kv * d", "D * H * d + 2 * D * H_kv * d"),
            why="After the heads are joined, they go through one more matrix.",
            look="Which projections are there in an attention layer?",
        ),
        slip(
            "the width of a head is assumed to be D/H",
            edit=("2 * D * H * d + 2 * D * H_kv * d", "2 * D * D + 2 * D * D * H_kv // H"),
            also=[("2 * D * H * d + 2 * D * H_kv * d", "2 * D * D + 2 * D * H_kv * d"), ("2 * D * H * d + 2 * D * H_kv * d", "2 * D * D + 2 * D * H_kv * (D // H)"), ("attention = 2", "d = D // H\n    attention = 2")],
            why="In many models, such as Qwen3, all heads together are wider or narrower than the stream.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the norms are forgotten",
            edit=("attention + D * E + 2 * D) + D", "attention + D * E)"),
            also=[("attention + D * E + 2 * D) + D", "attention + D * E + 2 * D)"), ("attention + D * E + 2 * D) + D", "attention + D * E + D) + D"), ("attention + D * E + 2 * D) + D", "attention + D * E) + D"), ("attention + D * E + 2 * D) + D", "attention + D * E + 3 * D)"), ("attention + D * E + 2 * D) + D", "attention + D * E + 3 * D) + D")],
            why="A block has one before each of its two branches, and there is a final one at the end of the model.",
            look="How many norms are there in L blocks, and how many outside them?",
        ),
        slip(
            "the norms have a bias",
            edit=("attention + D * E + 2 * D) + D", "attention + D * E + 4 * D) + 2 * D"),
            why="RMSNorm has a gain and nothing else.",
            look="How many parameter vectors does RMSNorm have?",
        ),
        slip(
            "a tied head is counted twice, or a separate one not at all",
            edit=("(1 if tied else 2)", "2"),
            also=[("(1 if tied else 2)", "1"), ("(1 if tied else 2)", "(2 if tied else 1)")],
            why="If the head is tied, one table serves both ends of the model.",
            look="How many tables of V · D are there, for each value of `tied`?",
        ),
        slip(
            "the token table isn't counted as active",
            edit=("shared + L * k * expert", "shared + L * k * expert - V * D"),
            why="A token does read only one row. But Mistral's 12.9 billion include the whole table, and this notebook follows Mistral.",
            look="How does the notebook count the token table?",
        ),
        slip(
            "total and active are swapped",
            edit=("return shared + L * E * expert, shared + L * k * expert", "return shared + L * k * expert, shared + L * E * expert"),
            why="Memory depends on the larger number, arithmetic on the smaller one.",
            look="In which order does the docstring name the two results?",
        ),
        slip(
            "experts of a single layer are counted",
            edit=("shared + L * E * expert, shared + L * k * expert", "shared + E * expert, shared + k * expert"),
            why="Each layer has its own experts.",
            look="How many experts are there in the whole model?",
        ),
        slip(
            "the result is in another unit",
            edit=("return shared + L * E * expert, shared + L * k * expert", "return (shared + L * E * expert) / 1e9, (shared + L * k * expert) / 1e9"),
            also=[("return shared + L * E * expert, shared + L * k * expert", "return 2 * (shared + L * E * expert), 2 * (shared + L * k * expert)")],
            why="The question is how many parameters there are, not how many billions or bytes.",
            look="What is the unit of the numbers that you return?",
        ),
        slip(
            "Mixtral's sizes are built in",
            edit=("L * k * expert", "L * 2 * expert"),
            also=[("L * E * expert", "L * 8 * expert"), [("L * k * expert", "L * 2 * expert"), ("L * E * expert", "L * 8 * expert")]],
            why="Other models have different numbers of experts and of choices per token.",
            look="Which numbers in your code belong to one particular model?",
        ),
        slip(
            "the active experts are those that weren't chosen",
            edit=("shared + L * k * expert", "shared + L * (E - k) * expert"),
            why="A token uses the k experts that it chose.",
            look="How many of the E experts does a token use, and how many does it skip?",
        ),
        slip(
            "the router is counted once, not in every layer",
            edit=("attention + D * E + 2 * D) + D", "attention + 2 * D) + D * E + D"),
            why="Each layer makes a new choice, with its own router.",
            look="How many mixtures of experts are there in a model with L layers?",
        ),
        slip(
            "the active parameters are computed as k/E of the total",
            edit=("shared + L * k * expert", "(shared + L * E * expert) * k // E"),
            also=[("shared + L * k * expert", "(shared + L * E * expert) * k / E")],
            why="Every token uses attention, norms and tables, whatever k is.",
            look="Which part of the work for a token shrinks if k does?",
        ),
        slip(
            "parameters that aren't in the table are counted",
            edit=("attention + D * E + 2 * D) + D", "attention + D * E + E + 2 * D) + D"),
            also=[("attention + D * E + 2 * D) + D", "attention + D * E + 2 * D + 2 * d) + D")],
            why="This model has no biases and no other norms.",
            look="Which row of the table has no D in it?",
        ),
    ]  # fmt: skip
    promises = {
        "one choice, and a head width other than D/H": dict(k=1, narrow=True),
        "a tied head": dict(tied=True),
        "a separate head, with tied=False": dict(tied=False),
        "all experts chosen": dict(E=4, k=4),
        "the total": "total",
        "what a token uses": "active",
    }
