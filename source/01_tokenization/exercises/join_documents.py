"""Concatenate tokenized documents into one stream, with a BOS token before each document.

Oracle: a NumPy array filled with BOS, into which each document is copied at its offset.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("join_documents", points=2)
class _:
    cases = [
        dict(lengths=(4, 2, 5)),
        dict(lengths=(3,)),
        dict(lengths=(1, 0, 6, 2)),
        dict(lengths=(3, 2), has_bos=True),
        dict(lengths=()),
    ]
    weights = {"stream": 2, "documents unchanged": 1, "type": 1}

    def inputs(rng, lengths, has_bos=False):
        documents = [rng.integers(0, 900, size=n).tolist() for n in lengths]
        bos_id = int(rng.integers(1000, 1100))
        if has_bos:  # the id of BOS may occur in a document, which still gets a BOS of its own
            documents[0][:2] = [bos_id, bos_id]
            documents[1][-1] = bos_id
        return {"documents": documents, "bos_id": bos_id}

    def oracle(documents, bos_id):
        stream = np.full(sum(map(len, documents)) + len(documents), bos_id, dtype=np.int64)
        end = 0
        for n, document in enumerate(documents, start=1):
            start, end = end + 1, end + 1 + len(document)
            stream[start:end] = document
            assert end == n + sum(map(len, documents[:n]))
        # documents left alone, and a type, are worth nothing by themselves: they count together with the right stream
        return {
            "stream": stream,
            "documents unchanged": {"stream": stream, "documents": documents},
            "type": {"stream": stream, "a_tensor": True},
        }

    alternatives = {
        "torch.cat": """
            parts = [torch.tensor([bos_id, *document], dtype=torch.long) for document in documents]
            return torch.cat([torch.empty(0, dtype=torch.long), *parts])
        """,
        "a comprehension": "return torch.tensor([i for document in documents for i in [bos_id] + list(document)], dtype=torch.int64)",
    }
    slips = [
        slip(
            "BOS is only between the documents",
            edit=("torch.tensor(stream, dtype=torch.int64)", "torch.tensor(stream[1:])"),
            why="The first document then has no beginning: its first token is never predicted from anything.",
            look="How many documents are there, and how many times does BOS occur in your stream?",
        ),
        slip(
            "BOS comes after each document",
            edit=("[bos_id, *document]", "[*document, bos_id]"),
            why="A token after a document marks its end. In this course every document starts with BOS, so its first "
            "real token has something to be predicted from.",
            look="What is the first number of your stream?",
        ),
        slip(
            "there is one BOS for all documents",
            edit=[("    stream = []\n", "    stream = [bos_id]\n"), ("[bos_id, *document]", "document")],
            why="Without a separator between them, the end of one document seems to lead to the beginning of the next.",
            look="How many times should BOS occur for three documents?",
        ),
        slip(
            "a document goes into the stream as one item",
            edit=("[bos_id, *document]", "[bos_id, document]"),
            why="A tensor can hold numbers, but it can't hold a list.",
            look="What is the difference between `append` and `extend`?",
        ),
        slip(
            "there is no BOS",
            edit=("[bos_id, *document]", "document"),
            why="The chain rule then has only T − 1 factors: nothing predicts the first token of a document, and documents run "
            "into one another.",
            look="Do you use both arguments?",
        ),
        slip(
            "the stream is not an int64 tensor",
            edit=(
                "torch.tensor(stream, dtype=torch.int64)",
                "torch.tensor(stream, dtype=torch.int32)",
                "torch.tensor(stream)",
                "stream",
                "torch.tensor(stream, dtype=torch.float32)",
                "torch.tensor(stream, dtype=torch.int16)",
                "torch.tensor(stream, dtype=torch.int64).numpy()",
            ),
            why="PyTorch expects class indices in int64: the loss in lesson 04 refuses any other targets, and a list has neither a shape nor "
            "slices that stack.",
            look="What are the type and the dtype of your result? And what are they if there are no documents?",
        ),
        slip(
            "an empty document gets no BOS",
            edit=(
                "        stream += [bos_id, *document]",
                "        stream += [bos_id, *document] if document else []",
            ),
            why="An empty document is still a document: it begins, and then the next one does. Otherwise the length of the stream "
            "would no longer be the number of tokens plus the number of documents.",
            look="How long should the stream of [[5], [], [7]] be?",
        ),
        slip(
            "an empty list of documents raises an error",
            edit="return torch.cat([torch.tensor([bos_id, *document]) for document in documents])",
            also=[
                "return torch.stack([torch.tensor(i) for document in documents for i in [bos_id, *document]])",
            ],
            why="A stream of no documents has length 0. torch can't guess the dtype and the axes of nothing, so it refuses.",
            look="What does your function do with documents = []?",
        ),
        slip(
            "there is one more BOS at the end",
            edit=("torch.tensor(stream, dtype=torch.int64)", "torch.tensor([*stream, bos_id])"),
            also=[("[bos_id, *document]", "[bos_id, *document, bos_id]")],
            why="A BOS with nothing after it begins a document that does not exist.",
            look="How many documents are there, and how many BOS tokens?",
        ),
        slip(
            "the id of BOS is hard-coded",
            edit=(
                "[bos_id, *document]",
                "[0, *document]",
                "[256, *document]",
                "[50256, *document]",
                "[1, *document]",
            ),
            why="The id of BOS depends on the vocabulary, and in ours 0 is a byte.",
            look="Do you use both arguments?",
        ),
        slip(
            "BOS is written into the documents themselves",
            edit=(
                "        stream += [bos_id, *document]",
                "        document.insert(0, bos_id)\n        stream += document",
            ),
            why="The documents belong to the caller. If they are joined a second time, they start with two BOS tokens.",
            look="What do the documents hold after a call?",
        ),
        slip(
            "a document that starts with the id of BOS gets no BOS of its own",
            edit=(
                "        stream += [bos_id, *document]",
                "        stream += document if document[:1] == [bos_id] else [bos_id, *document]",
            ),
            why="Each document gets its own BOS, whatever it contains. Then the stream has a known length, and no document can be "
            "mistaken for the rest of another.",
            look="How long is your stream, and how long should it be?",
        ),
        slip(
            "the stream has two axes",
            edit=(
                "torch.tensor(stream, dtype=torch.int64)",
                "torch.tensor([stream], dtype=torch.int64)",
                "torch.tensor(stream, dtype=torch.int64)[:, None]",
            ),
            why="The stream is one long row of tokens, shape (N,). Windows and batches, which add axes, come later.",
            look="What is the shape of your result, and what shape does the docstring promise?",
        ),
        slip(
            "tokens from an earlier call are still there",
            edit=[
                (
                    "def join_documents(documents, bos_id):",
                    "def join_documents(documents, bos_id, stream=[]):",
                ),
                ("    stream = []\n", ""),
            ],
            why="A default argument is created once, when the function is defined, and every call adds to the same list.",
            look="When is your list created, and how often?",
        ),
        slip(
            "each document has a row of its own",
            edit="""
def join_documents(documents, bos_id):
    rows = [[bos_id, *document] for document in documents]
    longest = max(map(len, rows))
    return torch.tensor([row + [0] * (longest - len(row)) for row in rows])
""",
            also=[
                """
def join_documents(documents, bos_id):
    return [torch.tensor([bos_id, *document]) for document in documents]
"""
            ],
            why="The point of a stream is that windows of one length can be cut from it without padding. So the documents come one after another.",
            look="How many axes should the result have?",
        ),
        slip(
            "the documents are in another order",
            edit=(
                "in documents:",
                "in reversed(documents):",
                "in sorted(documents, key=len):",
                "in sorted(documents):",
                "in documents[::-1]:",
            ),
            why="Shuffling and sorting are for later. This function keeps the order it is given, so a stream can be compared with its source.",
            look="Which document comes first in your stream?",
        ),
    ]
    apart = ["a document may be empty", "there may be no documents"]
    promises = {
        "each after a BOS of its own": dict(lengths=(4, 2, 5)),
        "a document may be empty": dict(lengths=(1, 0, 6, 2)),
        "there may be no documents": dict(lengths=()),
        "and may hold the id of BOS": dict(has_bos=True),
        "an int64 tensor": "type",
        "the documents are not modified": "documents unchanged",
    }
