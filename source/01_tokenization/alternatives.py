# %% [markdown]
# Other right answers to the exercises of lesson 01. The audit gives each of them full marks.

# %% exercise="split_text" name="one line"
def split_text(text):
    return regex.findall(
        r"'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+", text
    )


# %% exercise="split_text" name="compiled, possessive, by finditer"
PATTERN = regex.compile(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s")


def split_text(text):
    return [match.group() for match in PATTERN.finditer(text)]


# %% exercise="split_text" name="Python's re and str methods"
import re


def split_text(text):
    def kind(c):
        return (
            "space"
            if c.isspace()
            else "letter"
            if regex.match(r"\p{L}", c)
            else "digit"
            if regex.match(r"\p{N}", c)
            else "other"
        )

    pieces, i = [], 0
    while i < len(text):
        ending = re.match("'(s|t|re|ve|m|ll|d)", text[i:])
        if ending:
            j = i + ending.end()
        elif kind(text[i]) == "space" and not (
            text[i] == " " and i + 1 < len(text) and kind(text[i + 1]) != "space"
        ):
            j = i
            while j < len(text) and kind(text[j]) == "space":
                j += 1
            if j < len(text) and j - i > 1:
                j -= 1
        else:
            j = i + 1 if text[i] == " " else i
            k = kind(text[j])
            while j < len(text) and kind(text[j]) == k:
                j += 1
        pieces.append(text[i:j])
        i = j
    return pieces


# %% exercise="count_pairs" name="Counter and an index"
def count_pairs(words, times):
    counts = Counter()
    for w in range(len(words)):
        for i in range(len(words[w]) - 1):
            counts[words[w][i], words[w][i + 1]] += times[w]
    return counts


# %% exercise="count_pairs" name="defaultdict, with zip of both"
def count_pairs(words, times):
    counts = defaultdict(int)
    for n, ids in zip(times, words):
        for left, right in zip(ids[:-1], ids[1:]):
            counts[(left, right)] += n
    return dict(counts)


# %% exercise="merge_pair" name="look back at what is written"
def merge_pair(ids, pair, new_id):
    merged = []
    for token in ids:
        if merged and (merged[-1], token) == pair:
            merged[-1] = new_id
        else:
            merged.append(token)
    return merged


# %% exercise="merge_pair" name="a for loop with a flag"
def merge_pair(ids, pair, new_id):
    merged, used = [], False
    for i, token in enumerate(ids):
        if used:
            used = False
        elif i + 1 < len(ids) and token == pair[0] and ids[i + 1] == pair[1]:
            merged.append(new_id)
            used = True
        else:
            merged.append(token)
    return merged


# %% exercise="merge_pair" name="text replacement"
def merge_pair(ids, pair, new_id):
    text = "".join(map(chr, ids)).replace(chr(pair[0]) + chr(pair[1]), chr(new_id))
    return [ord(c) for c in text]


# %% exercise="train_bpe" name="count again, each different word once"
def train_bpe(text, vocab_size):
    table = Counter(split_text(text))
    words, times = [list(word.encode()) for word in table], list(table.values())
    merges = {}
    while 256 + len(merges) < vocab_size:
        counts = count_pairs(words, times)
        if not counts:
            break
        pair = max(counts, key=counts.get)
        merges[pair] = 256 + len(merges)
        words = [merge_pair(ids, pair, merges[pair]) for ids in words]
    return merges


# %% exercise="train_bpe" name="count again, every piece of the text"
def train_bpe(text, vocab_size):
    pieces = [list(piece.encode("utf-8")) for piece in split_text(text)]
    merges = {}
    for new_id in range(256, vocab_size):
        counts = count_pairs(pieces, [1] * len(pieces))
        if len(counts) == 0:
            return merges
        best = None
        for pair, n in counts.items():
            if best is None or n > counts[best]:
                best = pair
        merges[best] = new_id
        pieces = [merge_pair(ids, best, new_id) for ids in pieces]
    return merges


# %% exercise="train_bpe" name="linked positions in the whole text"
def train_bpe(text, vocab_size):
    pieces = [piece.encode("utf-8") for piece in split_text(text)]
    token = [b for piece in pieces for b in piece]
    before, after = list(range(-1, len(token) - 1)), list(range(1, len(token) + 1))
    start = 0
    for piece in pieces:
        before[start] = -1
        start += len(piece)
        after[start - 1] = -1
    places = {}  # pair -> positions of its left tokens
    for i in range(len(token)):
        if after[i] >= 0:
            places.setdefault((token[i], token[after[i]]), set()).add(i)
    merges = {}
    while 256 + len(merges) < vocab_size and any(places.values()):
        pair = min(places, key=lambda p: (-len(places[p]), min(places[p], default=0)))
        new_id = merges[pair] = 256 + len(merges)
        for i in sorted(places[pair]):
            j = after[i]
            if token[i] != pair[0] or j < 0 or token[j] != pair[1]:
                continue  # an overlapping place that is gone
            for left, right in ((before[i], i), (i, j), (j, after[j])):
                if left >= 0 and right >= 0:
                    places[token[left], token[right]].discard(left)
            token[i], token[j], after[i] = new_id, -1, after[j]
            if after[j] >= 0:
                before[after[j]] = i
            for left, right in ((before[i], i), (i, after[i])):
                if left >= 0 and right >= 0:
                    places.setdefault((token[left], token[right]), set()).add(left)
        del places[pair]
    return merges


# %% exercise="build_vocabulary" name="dictionary first"
def build_vocabulary(merges):
    spelled = {i: i.to_bytes(1, "big") for i in range(256)}
    for (left, right), new_id in merges.items():
        spelled[new_id] = spelled[left] + spelled[right]
    return [spelled[i] for i in range(len(spelled))]


# %% exercise="build_vocabulary" name="recursion"
def build_vocabulary(merges):
    halves = {new_id: pair for pair, new_id in merges.items()}

    def spelled(i):
        return bytes([i]) if i < 256 else spelled(halves[i][0]) + spelled(halves[i][1])

    return [spelled(i) for i in range(256 + len(merges))]


# %% exercise="encode" name="repeat every merge in the order of learning"
def encode(text, merges):
    ids = []
    for piece in split_text(text):
        tokens = list(piece.encode())
        for pair, new_id in merges.items():
            tokens = merge_pair(tokens, pair, new_id)
        ids.extend(tokens)
    return ids


# %% exercise="encode" name="one place at a time, with a memory for pieces"
def encode(text, merges):
    known = {}

    def encode_piece(piece):
        tokens = list(piece.encode("utf-8"))
        while True:
            ranked = [(merges[p], i) for i, p in enumerate(zip(tokens, tokens[1:])) if p in merges]
            if not ranked:
                return tokens
            new_id, i = min(ranked)
            tokens[i : i + 2] = [new_id]

    out = []
    for piece in split_text(text):
        if piece not in known:
            known[piece] = encode_piece(piece)
        out += known[piece]
    return out


# %% exercise="decode" name="a bytearray"
def decode(ids, vocabulary):
    raw = bytearray()
    for i in ids:
        raw += vocabulary[i]
    return str(raw, "utf-8", "replace")


# %% exercise="decode" name="an incremental decoder"
import codecs


def decode(ids, vocabulary):
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    return "".join([decoder.decode(vocabulary[i]) for i in ids]) + decoder.decode(b"", final=True)


# %% exercise="encode_with_special" name="the nearest name, again and again"
def encode_with_special(text, ordinary, special_tokens, allowed):
    ids = []
    while True:
        found = [(text.find(name), name) for name in special_tokens if name in allowed and name in text]
        if not found:
            return ids + ordinary(text)
        start, name = min(found)
        ids += ordinary(text[:start]) + [special_tokens[name]]
        text = text[start + len(name) :]


# %% exercise="encode_with_special" name="finditer"
def encode_with_special(text, ordinary, special_tokens, allowed):
    wanted = {name: i for name, i in special_tokens.items() if name in set(allowed)}
    ids, start = [], 0
    if wanted:
        for match in regex.finditer("|".join(regex.escape(name) for name in wanted), text):
            ids.extend(ordinary(text[start : match.start()]))
            ids.append(wanted[match.group()])
            start = match.end()
    return ids + list(ordinary(text[start:]))


# %% exercise="join_documents" name="torch.cat"
def join_documents(documents, bos_id):
    parts = [torch.tensor([bos_id, *document], dtype=torch.long) for document in documents]
    return torch.cat(parts)


# %% exercise="join_documents" name="a comprehension"
def join_documents(documents, bos_id):
    return torch.tensor([i for document in documents for i in [bos_id] + list(document)], dtype=torch.int64)


# %% exercise="NextTokenDataset" name="the list of starts"
class NextTokenDataset(Dataset):
    def __init__(self, ids, context_length, stride):
        self.ids, self.context_length = ids, context_length
        self.starts = list(range(0, len(ids) - context_length, stride))

    def __len__(self):
        return len(self.starts)

    def __getitem__(self, index):
        window = self.ids[self.starts[index] :][: self.context_length + 1]
        return window[:-1], window[1:]


# %% exercise="NextTokenDataset" name="all windows made at once"
class NextTokenDataset(Dataset):
    def __init__(self, ids, context_length, stride):
        self.inputs, self.targets = [], []
        start = 0
        while start + context_length + 1 <= len(ids):
            self.inputs.append(ids[start : start + context_length])
            self.targets.append(ids[start + 1 : start + 1 + context_length])
            start += stride

    def __len__(self):
        return len(self.inputs)

    def __getitem__(self, index):
        return self.inputs[index], self.targets[index]


# %% exercise="make_batches" name="collect, then return an iterator"
def make_batches(dataset, batch_size, generator=None):
    n = len(dataset)
    order = list(range(n)) if generator is None else torch.randperm(n, generator=generator).tolist()
    batches = []
    while order:
        chosen, order = order[:batch_size], order[batch_size:]
        inputs, targets = zip(*(dataset[i] for i in chosen))
        batches.append((torch.stack(inputs), torch.stack(targets)))
    return iter(batches)


# %% exercise="make_batches" name="split and index all at once"
def make_batches(dataset, batch_size, generator=None):
    inputs = torch.stack([dataset[i][0] for i in range(len(dataset))])
    targets = torch.stack([dataset[i][1] for i in range(len(dataset))])
    order = (
        torch.arange(len(dataset)) if generator is None else torch.randperm(len(dataset), generator=generator)
    )
    for chosen in order.split(batch_size):
        yield inputs[chosen], targets[chosen]
