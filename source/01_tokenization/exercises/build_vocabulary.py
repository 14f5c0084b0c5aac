"""List the bytes that each token id stands for, given the BPE merges.

Oracle: every token is taken apart down to single bytes, following the merges backwards.
The merges contain two tokens with the same bytes, so the position in the list matters.
"""

from autograder.authoring import exercise, slip

from ._shared import token_bytes


@exercise("build_vocabulary", points=2)
class _:
    cases = [dict(n=30), dict(n=0), dict(n=4)]
    weights = {"vocabulary": 3, "types": 1}

    def inputs(rng, n):
        merges, lengths = {}, [1] * 256
        if n:  # two ways to spell one word: position is id for both
            x, y, z = (int(i) for i in rng.permutation(256)[:3])
            merges = {(x, y): 256, (256, z): 257, (y, z): 258, (x, 258): 259}
            lengths += [2, 3, 2, 3]
        while len(merges) < n:
            pair = tuple(int(i) for i in rng.integers(0, len(lengths), size=2))
            if merges and rng.random() < 0.7:  # build on earlier merges, so that tokens of many bytes arise
                pair = (256 + int(rng.integers(len(merges))), pair[1])
            if pair in merges or pair[0] == pair[1] or lengths[pair[0]] + lengths[pair[1]] > 12:
                continue
            merges[pair] = len(lengths)
            lengths.append(lengths[pair[0]] + lengths[pair[1]])
        return {"merges": merges}

    def oracle(merges):
        tokens = token_bytes(merges)
        # of the right type and with the wrong bytes is worth nothing
        return {"vocabulary": tokens, "types": {"vocabulary": tokens, "all_bytes": True, "a_list": True}}

    alternatives = {
        "dictionary first": """
            spelled = {i: i.to_bytes(1, "big") for i in range(256)}
            for (left, right), new_id in merges.items():
                spelled[new_id] = spelled[left] + spelled[right]
            return [spelled[i] for i in range(len(spelled))]
        """,
        "recursion": """
            halves = {new_id: pair for pair, new_id in merges.items()}

            def spelled(i):
                return bytes([i]) if i < 256 else spelled(halves[i][0]) + spelled(halves[i][1])

            return [spelled(i) for i in range(256 + len(merges))]
        """,
    }
    slips = [
        slip(
            "token i starts out as i zero bytes",
            edit=("bytes([i])", "bytes(i)"),
            why="`bytes(5)` makes five zero bytes; `bytes([5])` makes the one byte with value 5.",
            look="Print bytes(3) and bytes([3]).",
        ),
        slip(
            "each byte from 128 on becomes several bytes",
            edit=("bytes([i])", "chr(i).encode()", 'bytes([i]).decode("utf-8", errors="replace").encode()'),
            why="Character 228, ä, is two bytes in UTF-8, and neither of them is 228. Half of the 256 entries would be wrong, and "
            "plain English would never show it.",
            look="How many bytes does your entry 200 have?",
        ),
        slip(
            "the right half comes first",
            edit=("vocabulary[left] + vocabulary[right]", "vocabulary[right] + vocabulary[left]"),
            why="The pair (t, h) stands for `th`. Text decoded this way has its letters in the wrong order.",
            look="Which half of a pair was read first?",
        ),
        slip(
            "the merged tokens hold single bytes only",
            edit=("vocabulary[left] + vocabulary[right]", "bytes([left % 256, right % 256])"),
            why="A half can be a merged token itself. Its id isn't a byte, but the bytes it stands for are already in your list.",
            look="What does a half with id 300 stand for, and where could you look it up?",
        ),
        slip(
            "the 256 bytes are missing",
            edit=("    return vocabulary", "    return vocabulary[256:]"),
            why="A token's position in the list is its id. Without the 256 bytes at the beginning, every id points at the wrong token.",
            look="What should vocabulary[97] be?",
        ),
        slip(
            "the tokens are not of type bytes",
            edit=[("bytes([i])", "[i]")],
            why="Bytes can be joined, decoded, and looked up in a dictionary. Strings, lists and bytearrays allow only some of that, and "
            "a string can't hold half a character at all.",
            look="What is type(vocabulary[97])?",
            also=[
                ("bytes([i])", "chr(i)"),
                ("bytes([i])", "bytearray([i])"),
                ("bytes([i])", 'bytes([i]).decode("utf-8", errors="replace")'),
            ],
        ),
        slip(
            "a dictionary comes back instead of a list",
            edit=(
                "    return vocabulary",
                "    return dict(enumerate(vocabulary))",
                "    return {token: i for i, token in enumerate(vocabulary)}",
            ),
            why="The ids are 0, 1, 2, … without a gap, so a position in a list gives the id just as well, and a list keeps its order.",
            look="According to the docstring, what is returned?",
        ),
        slip(
            "the merges are sorted before they are followed",
            edit=("in merges:", "in sorted(merges):"),
            why="Merges are in the order in which they were learned, and the n-th of them has the id 255 + n. If they are sorted by their pairs, "
            "the ids stand for the wrong bytes.",
            look="In which order does a dictionary give its keys, and which order do the ids need?",
        ),
        slip(
            "one of the 256 bytes is missing",
            edit=("range(256)", "range(255)", "range(1, 256)"),
            why="A byte can have 256 values, including 0 and 255. Without one of them, every later id is off by one.",
            look="What is the last number in range(n)?",
        ),
        slip(
            "tokens from an earlier call are still there",
            edit=[
                (
                    "def build_vocabulary(merges):",
                    "def build_vocabulary(merges, vocabulary=[bytes([i]) for i in range(256)]):",
                ),
                ("    vocabulary = [bytes([i]) for i in range(256)]\n", ""),
            ],
            why="A list that is created once, as a global or a default argument, grows with every call, so a second vocabulary starts "
            "where the first one ended.",
            look="When is your list created, and how often?",
        ),
        slip(
            "a tuple comes back instead of a list",
            edit=("    return vocabulary", "    return tuple(vocabulary)"),
            why="The tokens are right, but a tuple can't be extended by a special token, and it isn't equal to a list with the same items.",
            look="What does the docstring say about the result?",
        ),
        slip(
            "only one half of a pair is kept",
            edit=("vocabulary[left] + vocabulary[right]", "vocabulary[left]", "vocabulary[right]"),
            why="A merged token stands for the bytes of both halves. With only one of them, decoding loses part of the text.",
            look="How many bytes should the token of two single bytes have?",
        ),
        slip(
            "something is put between the two halves",
            edit=(
                "vocabulary[left] + vocabulary[right]",
                'vocabulary[left] + b" " + vocabulary[right]',
                'vocabulary[left] + b"," + vocabulary[right]',
            ),
            why="The halves were next to each other in the text, so nothing comes between them.",
            look="How many bytes should the token of two single bytes have?",
        ),
        slip(
            "the two halves are kept as a pair",
            edit=("vocabulary[left] + vocabulary[right]", "(vocabulary[left], vocabulary[right])"),
            why="A token is one piece of bytes. Pairs of pairs would have to be taken apart again before anything can be decoded.",
            look="What is the type of the last item in your list?",
        ),
        slip(
            "a token with the same bytes as an earlier one is left out",
            edit=(
                "        vocabulary.append(vocabulary[left] + vocabulary[right])",
                "        if vocabulary[left] + vocabulary[right] not in vocabulary:\n"
                "            vocabulary.append(vocabulary[left] + vocabulary[right])",
            ),
            why="Two different merges can spell the same bytes, and each has its own id. If one of them is left out, every later id points "
            "at the wrong token.",
            look="How long is your list, and how long should it be?",
        ),
    ]
    promises = {
        "the bytes of the left half followed by those of the right": dict(n=30),
        "256 + len(merges) entries, position is id": "vocabulary",
        "without merges, the bytes": dict(n=0),
        "a list of bytes": "types",
    }
