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
    ]
    weights = {"stream": 2, "documents unchanged": 1}

    def inputs(rng, lengths, has_bos=False):
        documents = [rng.integers(0, 900, size=n).tolist() for n in lengths]
        bos_id = int(rng.integers(1000, 1100))
        if has_bos:  # the id of BOS may stand in a document, which gets one of its own all the same
            documents[0][0] = documents[1][-1] = bos_id
        return {"documents": documents, "bos_id": bos_id}

    def oracle(documents, bos_id):
        stream = np.full(sum(map(len, documents)) + len(documents), bos_id, dtype=np.int64)
        end = 0
        for n, document in enumerate(documents, start=1):
            start, end = end + 1, end + 1 + len(document)
            stream[start:end] = document
            assert end == n + sum(map(len, documents[:n]))
        # documents left alone are worth nothing by themselves: they count together with the right stream
        return {"stream": stream, "documents unchanged": {"stream": stream, "documents": documents}}

    alternatives = {
        "torch.cat": """
            parts = [torch.tensor([bos_id, *document], dtype=torch.long) for document in documents]
            return torch.cat(parts)
        """,
        "a comprehension": "return torch.tensor([i for document in documents for i in [bos_id] + list(document)], dtype=torch.int64)",
    }
    slips = [
        slip(
            "BOS stands between the documents only",
            edit=("torch.tensor(stream, dtype=torch.int64)", "torch.tensor(stream[1:])"),
            why="The first document then has no beginning: its first token is never predicted from anything.",
            look="How many documents are there, and how many times does your stream hold BOS?",
        ),
        slip(
            "BOS stands behind each document",
            edit=("[bos_id, *document]", "[*document, bos_id]"),
            why="A token behind a document marks its end. In this course every sequence starts with one, so that the first "
            "real token has something to be predicted from.",
            look="What is the first number of your stream?",
        ),
        slip(
            "there is one BOS for everything",
            edit=[("    stream = []\n", "    stream = [bos_id]\n"), ("[bos_id, *document]", "document")],
            why="Without a mark between them, the end of one document seems to lead to the beginning of the next.",
            look="How many times should BOS be there for three documents?",
        ),
        slip(
            "a document goes into the stream as one item",
            edit=("[bos_id, *document]", "[bos_id, document]"),
            why="A tensor holds numbers. A list among them has no place in it.",
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
            "the stream is no int64 tensor",
            edit=(
                "torch.tensor(stream, dtype=torch.int64)",
                "torch.tensor(stream, dtype=torch.int32)",
                "stream",
                "torch.tensor(stream, dtype=torch.float32)",
                "torch.tensor(stream, dtype=torch.int16)",
            ),
            why="PyTorch takes class numbers in int64: the loss of lesson 04 refuses other targets, and a list has neither shape nor "
            "slices that stack.",
            look="What are the type and the dtype of your result?",
        ),
        slip(
            "an empty document gets no BOS",
            edit=(
                "        stream += [bos_id, *document]",
                "        stream += [bos_id, *document] if document else []",
            ),
            why="An empty document is one, too: it begins, and then the next one does. The length of the stream would no longer be "
            "the number of tokens plus the number of documents.",
            look="How long should the stream of [[5], [], [7]] be?",
        ),
        slip(
            "one more BOS stands at the end",
            edit=("torch.tensor(stream, dtype=torch.int64)", "torch.tensor([*stream, bos_id])"),
            why="A BOS with nothing behind it begins a document that does not exist.",
            look="How many documents are there, and how many BOS?",
        ),
        slip(
            "the id of BOS is built in",
            edit=(
                "[bos_id, *document]",
                "[0, *document]",
                "[256, *document]",
                "[50256, *document]",
                "[1, *document]",
            ),
            why="Which id BOS has depends on the vocabulary; 0 is a byte there.",
            look="Do you use both arguments?",
        ),
        slip(
            "BOS is written into the documents themselves",
            edit=(
                "        stream += [bos_id, *document]",
                "        document.insert(0, bos_id)\n        stream += document",
            ),
            why="The documents belong to the caller. The second time they are joined they start with two BOS.",
            look="What do the documents hold after a call?",
        ),
        slip(
            "a document that starts with the id of BOS gets none of its own",
            edit=(
                "        stream += [bos_id, *document]",
                "        stream += document if document[:1] == [bos_id] else [bos_id, *document]",
            ),
            why="Each document gets one of its own, whatever it holds. Then the stream has a known length, and no document can pass "
            "for the rest of another.",
            look="How long is your stream, and how long should it be?",
        ),
    ]
    promises = {
        "each behind a BOS of its own": dict(lengths=(4, 2, 5)),
        "a document may be empty": dict(lengths=(1, 0, 6, 2)),
        "and may hold the id of BOS": dict(has_bos=True),
        "an int64 tensor": "stream",
        "the documents are left as they are": "documents unchanged",
    }
