# Other correct answers to the exercises of sitting b. The audit holds that each earns full marks.

# %% exercise="repeat_kv" name="a new axis, expanded and joined"
def repeat_kv(x, n):
    B, H_kv, T, d = x.shape
    return x[:, :, None].expand(B, H_kv, n, T, d).reshape(B, H_kv * n, T, d)


# %% exercise="repeat_kv" name="looked up by index"
def repeat_kv(x, n):
    return x[:, torch.arange(x.shape[1] * n) // n]


# %% exercise="repeat_kv" name="a list of heads"
def repeat_kv(x, n):
    return torch.stack([head for head in x.unbind(1) for _ in range(n)], dim=1)


# %% exercise="GroupedQueryAttention" name="queries get an axis of groups, nothing is copied"
class GroupedQueryAttention(nn.Module):
    def __init__(self, d_model, n_heads, n_kv_heads):
        super().__init__()
        self.n_heads, self.n_kv_heads = n_heads, n_kv_heads
        d = d_model // n_heads
        self.q_proj = nn.Linear(d_model, n_heads * d, bias=False)
        self.k_proj = nn.Linear(d_model, n_kv_heads * d, bias=False)
        self.v_proj = nn.Linear(d_model, n_kv_heads * d, bias=False)
        self.out_proj = nn.Linear(n_heads * d, d_model, bias=False)

    def forward(self, x):
        B, T, D = x.shape
        q = self.q_proj(x).view(
            B, T, self.n_kv_heads, self.n_heads // self.n_kv_heads, -1
        )  # (B, T, H_kv, n, d)
        k = self.k_proj(x).view(B, T, self.n_kv_heads, -1)
        v = self.v_proj(x).view(B, T, self.n_kv_heads, -1)
        scores = torch.einsum("btgnd,bsgd->bgnts", q, k) * q.shape[-1] ** -0.5
        future = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
        weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
        return self.out_proj(torch.einsum("bgnts,bsgd->btgnd", weights, v).reshape(B, T, D))


# %% exercise="GroupedQueryAttention" name="one query head after the other"
class GroupedQueryAttention(nn.Module):
    def __init__(self, d_model, n_heads, n_kv_heads):
        super().__init__()
        self.n_heads, self.n_kv_heads = n_heads, n_kv_heads
        d = d_model // n_heads
        self.q_proj = nn.Linear(d_model, n_heads * d, bias=False)
        self.k_proj = nn.Linear(d_model, n_kv_heads * d, bias=False)
        self.v_proj = nn.Linear(d_model, n_kv_heads * d, bias=False)
        self.out_proj = nn.Linear(n_heads * d, d_model, bias=False)

    def forward(self, x):
        queries = self.q_proj(x).chunk(self.n_heads, dim=-1)
        keys, values = (
            self.k_proj(x).chunk(self.n_kv_heads, dim=-1),
            self.v_proj(x).chunk(self.n_kv_heads, dim=-1),
        )
        past = causal_mask(x.shape[1], device=x.device)
        found = []
        for h, q in enumerate(queries):
            g = h * self.n_kv_heads // self.n_heads
            scores = (q @ keys[g].mT / math.sqrt(q.shape[-1])).where(past, -torch.inf)
            found.append(scores.softmax(-1) @ values[g])
        return self.out_proj(torch.cat(found, dim=-1))


# %% exercise="GroupedQueryAttention" name="by repeat_kv"
class GroupedQueryAttention(nn.Module):
    def __init__(self, d_model, n_heads, n_kv_heads):
        super().__init__()
        self.n_heads, self.n_kv_heads = n_heads, n_kv_heads
        d = d_model // n_heads
        self.q_proj = nn.Linear(d_model, n_heads * d, bias=False)
        self.k_proj = nn.Linear(d_model, n_kv_heads * d, bias=False)
        self.v_proj = nn.Linear(d_model, n_kv_heads * d, bias=False)
        self.out_proj = nn.Linear(n_heads * d, d_model, bias=False)

    def forward(self, x):
        q = split_heads(self.q_proj(x), self.n_heads)
        k, v = (split_heads(projected(x), self.n_kv_heads) for projected in (self.k_proj, self.v_proj))
        k, v = (repeat_kv(part, self.n_heads // self.n_kv_heads) for part in (k, v))
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        scores = scores.masked_fill(causal_mask(x.shape[1], device=x.device).logical_not(), -1e30)
        return self.out_proj(merge_heads(scores.softmax(-1) @ v))


# %% exercise="StaticKVCache" name="all rows at once, by index"
class StaticKVCache:
    def __init__(self, batch, n_kv_heads, max_length, d_head, device=None):
        self.keys = torch.zeros(batch, n_kv_heads, max_length, d_head, device=device)
        self.values = torch.zeros_like(self.keys)
        self.lengths = torch.zeros(batch, dtype=torch.long, device=device)

    def append(self, k, v, counts):
        rows, t = (torch.arange(k.shape[2], device=k.device) < counts[:, None]).nonzero(as_tuple=True)
        positions = self.lengths[rows] + t
        self.keys[rows, :, positions] = k[rows, :, t]
        self.values[rows, :, positions] = v[rows, :, t]
        self.lengths = self.lengths + counts
        S = self.lengths.max().item()
        keep = torch.arange(S, device=k.device).expand(len(counts), S) < self.lengths.unsqueeze(1)
        return self.keys[:, :, :S], self.values[:, :, :S], keep


# %% exercise="StaticKVCache" name="token by token"
class StaticKVCache:
    def __init__(self, batch, n_kv_heads, max_length, d_head, device=None):
        self.keys = torch.zeros(batch, n_kv_heads, max_length, d_head, device=device)
        self.values = torch.zeros_like(self.keys)
        self.lengths = torch.zeros(batch, dtype=torch.long, device=device)

    def append(self, k, v, counts):
        for b in range(len(counts)):
            for t in range(int(counts[b])):
                place = int(self.lengths[b])
                self.keys[b, :, place].copy_(k[b, :, t])
                self.values[b, :, place].copy_(v[b, :, t])
                self.lengths[b] += 1
        longest = max(self.lengths.tolist())
        keep = torch.zeros(len(counts), longest, dtype=torch.bool)
        for row, n in zip(keep, self.lengths.tolist()):
            row[:n] = True
        return self.keys.narrow(2, 0, longest), self.values.narrow(2, 0, longest), keep


# %% exercise="SlidingWindowCache" name="rolled into order"
class SlidingWindowCache:
    def __init__(self, batch, n_kv_heads, window, d_head, device=None):
        self.window = window
        self.keys = torch.zeros(batch, n_kv_heads, window, d_head, device=device)
        self.values = torch.zeros_like(self.keys)
        self.length = 0

    def append(self, k, v):
        for key, value in zip(k.unbind(2), v.unbind(2)):
            self.keys[:, :, self.length % self.window] = key
            self.values[:, :, self.length % self.window] = value
            self.length += 1
        if self.length <= self.window:
            return self.keys[:, :, : self.length], self.values[:, :, : self.length], list(range(self.length))
        oldest = self.length % self.window
        keys, values = (part.roll(-oldest, dims=2) for part in (self.keys, self.values))
        return keys, values, list(range(self.length - self.window, self.length))


# %% exercise="SlidingWindowCache" name="the last W of a chunk at once, by index"
class SlidingWindowCache:
    def __init__(self, batch, n_kv_heads, window, d_head, device=None):
        self.window = window
        self.keys = torch.zeros(batch, n_kv_heads, window, d_head, device=device)
        self.values = torch.zeros_like(self.keys)
        self.length = 0

    def append(self, k, v):
        end = self.length + k.shape[2]
        new = torch.arange(self.length, end)[-self.window :]
        self.keys[:, :, new % self.window] = k[:, :, -self.window :]
        self.values[:, :, new % self.window] = v[:, :, -self.window :]
        self.length = end
        positions = torch.arange(end)[-self.window :]
        order = positions.remainder(self.window)
        return self.keys.index_select(2, order), self.values.index_select(2, order), positions


# %% exercise="online_softmax" name="the logarithm of the sum is carried along"
def online_softmax(q, blocks):
    level, output = torch.tensor(-torch.inf), torch.tensor(0.0)
    for k, v in blocks:
        scores = torch.einsum("bhtd,bhsd->bhts", q, k) * q.shape[-1] ** -0.5
        grown = torch.logaddexp(level, scores.logsumexp(dim=-1, keepdim=True))
        output = output * (level - grown).exp() + (scores - grown).exp() @ v
        level = grown
    return output


# %% exercise="online_softmax" name="a result for each block, joined at the end"
def online_softmax(q, blocks):
    levels, outputs = [], []
    for k, v in blocks:
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        levels.append(scores.logsumexp(dim=-1))
        outputs.append(scores.softmax(dim=-1) @ v)
    shares = torch.stack(levels).softmax(dim=0)
    return (shares.unsqueeze(-1) * torch.stack(outputs)).sum(dim=0)


# %% exercise="online_softmax" name="begins with the first block"
def online_softmax(q, blocks):
    running = None
    for block in blocks:
        scores = q @ block[0].mT / q.shape[-1] ** 0.5
        top = scores.max(dim=-1, keepdim=True).values
        if running is None:
            m = top
            running = ((scores - m).exp().sum(-1, keepdim=True), (scores - m).exp() @ block[1])
            continue
        higher = torch.where(top > m, top, m)
        fade, p = torch.exp(m - higher), torch.exp(scores - higher)
        running = (running[0] * fade + p.sum(-1, keepdim=True), running[1] * fade + p @ block[1])
        m = higher
    return running[1] / running[0]
