"""Causal mask and positions that keep each document of a packed sequence to itself.

Oracle: loops over the documents of each window; attention under the mask must equal causal
attention within each document alone.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import tensor

SAME = "document[:, :, None] == document[:, None, :]"
FIRST = "torch.where(begins, places, 0).cummax(dim=1).values"


@exercise("document_mask", points=3)
class _:
    cases = [
        dict(T=12, windows=["pair", "start", "end"]),
        dict(T=5, windows=["some", "none", "all", "some", "pair"]),  # as many windows as tokens
        dict(T=1, windows=["none", "all"]),
        dict(T=9, windows=["some", "start"], zero=True),  # BOS is token 0
        dict(T=7, windows=["pair"]),  # a batch of one window
    ]
    weights = {"mask": 4, "positions": 3, "attention": 1, "ids unchanged": 1}

    def inputs(rng, T, windows, zero=False):
        bos = 0 if zero else int(rng.integers(50, 100))
        ids = rng.integers(1, 50, (len(windows), T))
        for row, kind in zip(ids, windows):
            inner = int(rng.integers(1, T - 2)) if T > 3 else 0
            places = {"none": [], "all": range(T), "pair": [inner, inner + 1], "some": [inner]}
            places |= {"start": [0, inner], "end": [inner, T - 1]}
            row[list(places[kind])] = bos
        q, k, v = (rng.standard_normal((len(windows), T, 3)) for _ in range(3))
        return {"ids": ids, "bos_id": bos, "q": q, "k": k, "v": v}

    def oracle(ids, bos_id, q, k, v):
        """Attention for each document by itself, with nothing else in the sequence."""
        B, T = ids.shape
        mask, positions = np.zeros((B, T, T), dtype=bool), np.zeros((B, T), dtype=np.int64)
        context = np.zeros(v.shape)
        for b in range(B):
            edges = sorted({0, T, *np.flatnonzero(ids[b] == bos_id).tolist()})
            for begin, end in zip(edges, edges[1:]):
                own = slice(begin, end)
                alone = (tensor(part[b, own])[None] for part in (q, k, v))
                context[b, own] = torch.nn.functional.scaled_dot_product_attention(*alone, is_causal=True)[0]
                positions[b, own] = range(end - begin)
                for i in range(begin, end):
                    mask[b, i, begin : i + 1] = True
        return {
            "mask": mask,
            "positions": positions,
            "attention": {"mask": mask, "context": context},
            "ids unchanged": {"positions": positions, "ids": ids},
        }

    equivalent = {
        "same = document[:, :, None] <= document[:, None, :]": "numbers never fall, and later keys are cut off",
    }
    alternatives = {
        "token by token": """
            B, T = ids.shape
            mask = torch.zeros(B, T, T, dtype=torch.bool)
            positions = torch.zeros(B, T, dtype=torch.int64)
            for b in range(B):
                begin = 0
                for t in range(T):
                    if ids[b, t] == bos_id:
                        begin = t
                    mask[b, t, begin : t + 1] = True
                    positions[b, t] = t - begin
            return mask.to(ids.device), positions.to(ids.device)
        """,
        "positions counted in the mask": """
            number = (ids == bos_id).long().cumsum(-1)
            order = torch.arange(ids.shape[1], device=ids.device)
            mask = (number.unsqueeze(2) == number.unsqueeze(1)) & (order[:, None] >= order)
            return mask, mask.sum(-1) - 1
        """,
    }
    slips = [
        slip(
            "a query sees what comes later in its document",
            edit=("same.tril(),", "same,"),
            why="The model would read the token it has to predict.",
            look="May query 2 look at key 3 of its document?",
        ),
        slip(
            "a query sees later keys and not earlier ones",
            edit=("same.tril(),", "same.triu(),"),
            also=[("return same.tril(), places - first", "mask = same.triu()\n    return mask, mask.long().sum(2) - 1")],
            why="Row i belongs to query i, column j to key j, and j ≤ i.",
            look="Which entries of row 0 are True?",
        ),
        slip(
            "a query does not see itself",
            edit=("same.tril(),", "same.tril(-1),"),
            why="The first token of a document would have no keys at all, and the softmax of an empty row is nan.",
            look="What is on the diagonal?",
        ),
        slip(
            "documents are not kept apart",
            edit=(SAME, "torch.ones_like(document[:, :, None] == document[:, None, :])"),
            why="That is the mask of lesson 02, where every earlier token is visible, including tokens of other documents.",
            look="May a token after the second BOS look at a token before the first BOS?",
        ),
        slip(
            "a query sees keys of documents before its own",
            edit=(SAME, "document[:, :, None] - document[:, None, :] == 1"),
            also=[(SAME, "document[:, :, None] - document[:, None, :] <= 1"), (SAME, "document[:, :, None] != document[:, None, :]")],
            why="A query looks at the keys of its own document, which are the keys with the same document number.",
            look="Which keys may a token of document 2 see?",
        ),
        slip(
            "BOS is counted as part of the document before it",
            edit=("begins.cumsum(dim=1)", "begins.cumsum(dim=1) - begins.long()"),
            also=[[("begins.cumsum(dim=1)", "begins.cumsum(dim=1) - begins.long()"), ("return same.tril(), places - first", "mask = same.tril()\n    return mask, mask.long().sum(2) - 1")]],
            why="A document begins with its BOS, and every token of the document may look at it.",
            look="In the drawing, which document number does the BOS have?",
        ),
        slip(
            "documents are numbered down the batch",
            edit=("begins.cumsum(dim=1)", "begins.cumsum(dim=0)"),
            why="Windows are independent of each other, so documents are numbered along each window.",
            look="Which axis counts tokens?",
        ),
        slip(
            "one window's mask is used for all of them",
            edit=("return same.tril(),", "return same[:1].tril().expand_as(same),"),
            also=[("return same.tril(),", "return same[0].tril(),"), ("return same.tril(),", "return same.all(dim=0).tril(),")],
            why="Documents begin at different positions in each window.",
            look="What is the shape of the mask for two windows?",
        ),
        slip(
            "True means hidden",
            edit=("return same.tril(),", "return ~same.tril(),"),
            why="True means that a query may look, here and in PyTorch's attention.",
            look="What is on the diagonal?",
        ),
        slip(
            "the mask holds numbers",
            edit=("return same.tril(),", "return same.tril().float(),"),
            also=[("return same.tril(),", "return torch.zeros(same.shape).masked_fill(~same.tril(), -torch.inf),"), ("return same.tril(),", "return same.tril().long(),")],
            why="The docstring asks for True and False.",
            look="What is the dtype of your mask?",
        ),
        slip(
            "positions are counted from the start of the window",
            edit=("places - first", "places.clone()"),
            also=[("places - first", "places % 4")],
            why="A document that begins in the middle of a window would not begin at position 0.",
            look="What is the position of the second BOS?",
        ),
        slip(
            "positions count from 1",
            edit=("places - first", "places - first + 1"),
            why="The docstring counts from 0: BOS is position 0.",
            look="What is the position of a BOS?",
        ),
        slip(
            "positions count from the token after BOS",
            edit=("places - first", "(places - first - 1)"),
            also=[("places - first", "(places - first - 1).clamp(min=0)")],
            why="BOS is the first token of its document.",
            look="What are the positions of a BOS and of the token after it?",
        ),
        slip(
            "positions restart only at the last BOS of a window, or at the first",
            edit=(FIRST, "torch.where(begins, places, 0).amax(dim=1, keepdim=True)"),
            also=["begins = ids == bos_id\ndocument = begins.cumsum(dim=1)\nsame = document[:, :, None] == document[:, None, :]\nplaces = torch.arange(ids.shape[1], device=ids.device).expand_as(ids)\nlast = torch.where(begins, places, 0).amax(dim=1, keepdim=True)\nreturn same.tril(), torch.where(places >= last, places - last, places)", (FIRST, "begins.long().argmax(dim=1, keepdim=True)")],
            why="Each document has its own beginning.",
            look="What are the positions of the tokens before the last BOS?",
        ),
        slip(
            "two BOS in a row are treated as one",
            edit=("begins = ids == bos_id  # (B, T)", "begins = ids == bos_id\n    begins[:, 1:] &= ~begins[:, :-1].clone()"),
            why="A document may be empty. Each BOS begins a new document, even directly after another BOS.",
            look="What should happen to the second of two BOS in a row?",
        ),
        slip(
            "BOS is hidden from the tokens of its document",
            edit=("same.tril(),", "same.tril() & ~(begins[:, None, :] & ~torch.eye(ids.shape[1], dtype=torch.bool)),"),
            also=[("return same.tril(), places - first", "mask = same.tril() & ~(begins[:, None, :] & ~torch.eye(ids.shape[1], dtype=torch.bool))\n    return mask, mask.long().sum(2) - 1")],
            why="BOS is the first token of its document, so all tokens of the document may look at it.",
            look="May the token after a BOS look at the BOS?",
        ),
        slip(
            "only the last BOS of a window separates documents",
            edit="""
            def document_mask(ids, bos_id):
                place = torch.arange(ids.shape[1], device=ids.device)
                last = ((ids == bos_id) * place).amax(1, keepdim=True)
                number = (place >= last).long()
                mask = (number[:, :, None] == number[:, None, :]).tril()
                return mask, torch.where(place >= last, place - last, place)
            """,
            why="A window can hold many documents, and every BOS begins one.",
            look="What does your code do with the first of two BOS in a window?",
        ),
        slip(
            "positions continue from the previous window",
            edit=("return same.tril(), places - first", "flat = torch.arange(ids.numel(), device=ids.device)\n    start = torch.where(begins.flatten(), flat, 0).cummax(0).values\n    return same.tril(), (flat - start).view_as(ids)"),
            why="The rows of a batch are independent windows. The first token of each row has position 0.",
            look="What is the position of the first token in your second row?",
        ),
        slip(
            "the mask compares tokens, or BOS with BOS, not document numbers",
            edit=(SAME, "begins[:, :, None] == begins[:, None, :]", "ids[:, :, None] == ids[:, None, :]"),
            why="Two tokens are in the same document if their document numbers are equal.",
            look="Which two numbers should be equal for a query and its keys?",
        ),
        slip(
            "the document number is subtracted from positions",
            edit=("places - first", "places - document"),
            why="A position counts from the index where the document begins, not from its number.",
            look="At which index of the window does the second document begin?",
        ),
        slip(
            "only the mask is returned",
            edit=("return same.tril(), places - first", "return same.tril()"),
            why="The model needs both: the mask for attention and the positions for its table.",
            look="How many values does the docstring promise?",
        ),
        slip(
            "the latest BOS is not carried forward",
            edit=(".cummax(dim=1).values", ""),
            also=[(".cummax(dim=1).values", ".cumsum(dim=1)")],
            why="Only the BOS itself then has the right start; the tokens after it don't.",
            look="For a token after BOS, what do you subtract from its index in the window?",
        ),
        slip(
            "positions are document numbers",
            edit=("places - first", "document.clone()"),
            why="A position tells how far into its document a token is, not which document it belongs to.",
            look="In the drawing, what are the positions of the tokens c and d?",
        ),
        slip(
            "the positions are returned before the mask",
            edit=("return same.tril(), places - first", "return places - first, same.tril()"),
            why="The docstring names the mask first.",
            look="In which order does the docstring name the two results?",
        ),
        slip(
            "the first token of the window is treated as BOS",
            edit=("ids == bos_id", "ids == ids[:, :1]"),
            also=[("ids == bos_id", "ids == ids[0, 0]")],
            why="A window may begin in the middle of a document. Only `bos_id` marks a beginning.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the BOS tokens are not found by comparing with `bos_id`",
            edit=("ids == bos_id", "ids == 0", "ids == 1", "ids == ids.max()", "ids != bos_id", "ids >= bos_id - 40", "ids == ids.min()"),
            why="The caller decides which id marks the beginning of a document. It may be 0 or any other.",
            look="Which tokens does your code take for BOS if `bos_id` is 73?",
        ),
        slip(
            "the mask has the wrong number of axes, or has them in the wrong order",
            edit=("return same.tril(),", "return same.tril()[:, None],", "return same.tril()[None],", "return same.tril().permute(1, 2, 0),", "return same.tril().flatten(1),", "return same.tril().squeeze(0),"),
            why="The docstring promises one table of queries and keys for each window. An axis for the heads is added where attention needs it, not here.",
            look="Print the shape of your mask. What shape does the docstring promise?",
        ),
        slip(
            "tokens of a document see what comes after them",
            edit="""
            def document_mask(ids, bos_id):
                B, T = ids.shape
                start = (ids == bos_id).long()
                doc = torch.cumsum(start, 1)
                causal = torch.tril(torch.ones(T, T, dtype=torch.bool, device=ids.device))
                mask = doc.unsqueeze(-1).eq(doc.unsqueeze(-2))
                positions = mask.long().sum(2) - 1
                return mask, positions
            """,
            why="Within its document, a token may still only look back.",
            look="What does the first token of a document see?",
        ),
        slip(
            "a document begins at position 1",
            edit="""
            def document_mask(ids, bos_id):
                T = ids.shape[1]
                begins = ids == bos_id
                document = begins.cumsum(1)
                mask = (document[:, :, None] == document[:, None, :]).tril()
                place = torch.arange(T, device=ids.device)
                latest = (begins * place).cummax(1).values
                return mask, place - latest + begins.any(1, keepdim=True)
            """,
            why="A document begins at position 0, with its BOS.",
            look="What is the position of a BOS?",
        ),
        slip(
            "a token sees the document before its own",
            edit="""
            def document_mask(ids, bos_id):
                B, T = ids.shape
                start = (ids == bos_id).long()
                doc = torch.cumsum(start, 1)
                causal = torch.tril(torch.ones(T, T, dtype=torch.bool, device=ids.device))
                mask = (doc.unsqueeze(-1) - doc.unsqueeze(-2)).abs().le(1) & causal
                positions = mask.long().sum(2) - 1
                return mask, positions
            """,
            why="Consecutive documents are independent of each other.",
            look="How many different documents does the last token see?",
        ),
        slip(
            "every BOS is seen by all later tokens",
            edit="""
            def document_mask(ids, bos_id):
                T = ids.shape[1]
                begins = ids == bos_id
                place_ = torch.arange(T, device=ids.device)
                document = begins.cumsum(1)
                mask = (document[:, :, None] == document[:, None, :]).tril() | (begins[:, None, :] & (place_ <= place_[:, None]))
                place = torch.arange(T, device=ids.device)
                latest = (begins * place).cummax(1).values
                return mask, place - latest
            """,
            why="A BOS belongs only to the document it begins.",
            look="Which BOS does the last token see?",
        ),
        slip(
            "positions in a document that was cut off do not start at 0",
            edit="""
            def document_mask(ids, bos_id):
                B, T = ids.shape
                start = (ids == bos_id).long()
                doc = torch.cumsum(start, 1)
                causal = torch.tril(torch.ones(T, T, dtype=torch.bool, device=ids.device))
                mask = doc.unsqueeze(-1).eq(doc.unsqueeze(-2)) & causal
                positions = mask.long().sum(2) - 1
                return mask, torch.where(doc == 0, positions + T, positions)
            """,
            why="Its first token inside the window gets position 0.",
            look="What is the position of the first token of the window?",
        ),
        slip(
            "tokens before the first BOS see nothing",
            also=[("same.tril(),", "same.tril() & (document > 0)[:, :, None],")],
            edit="""
            def document_mask(ids, bos_id):
                B, T = ids.shape
                start = (ids == bos_id).long()
                doc = torch.cumsum(start, 1)
                causal = torch.tril(torch.ones(T, T, dtype=torch.bool, device=ids.device))
                mask = doc.unsqueeze(-1).eq(doc.unsqueeze(-2)) & causal
                mask = mask & (doc > 0).unsqueeze(-1)
                positions = mask.long().sum(2) - 1
                return mask, positions
            """,
            why="These tokens also form a document; only its beginning was cut off.",
            look="What does the first token of the window see?",
        ),
        slip(
            "positions before the first BOS count from 1",
            edit=(FIRST, "torch.where(begins, places, -1).cummax(dim=1).values"),
            why="Each document counts from 0, including the one whose beginning was cut off.",
            look="What is the position of the first token of a window that doesn't begin with BOS?",
        ),
        slip(
            "every query sees the first token of the window",
            edit=("return same.tril(),", "mask = same.tril()\n    mask[:, :, 0] = True\n    return mask,"),
            why="The first token of a window belongs to one document. Tokens of later documents may not see it.",
            look="In column 0 of your mask, which rows are True?",
        ),
        slip(
            "every second document has the same number",
            edit=("begins.cumsum(dim=1)", "begins.cumsum(dim=1) % 2"),
            why="A token then also sees the document two before its own, because both have the same number.",
            look="In a window with three documents, which numbers do you give them?",
        ),
    ]  # fmt: skip
    promises = {
        "a document that began before the window": dict(windows=["pair", "start", "end"]),
        "its own window": dict(T=5),
        "the same document": "attention",
        "bool": "mask",
        "positions from 0": "positions",
        "ids left as they are": "ids unchanged",
        "one token": dict(T=1),
        "one window": dict(T=7),
    }
