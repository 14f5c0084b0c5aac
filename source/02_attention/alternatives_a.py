# %% [markdown]
# # Other right answers to the exercises of the first sitting
#
# The audit runs each of them through the check of its exercise: all must earn everything.

# %% exercise="softmax" name="logits shifted by their log-sum of exponentials"
def softmax(x, dim=-1):
    highest = x.max(dim=dim, keepdim=True).values
    return (x - highest - (x - highest).exp().sum(dim, keepdim=True).log()).exp()


# %% exercise="softmax" name="one row at a time"
def softmax(x, dim=-1):
    rows = x.movedim(dim, -1)
    flat = rows.reshape(-1, rows.shape[-1])
    out = []
    for row in flat:
        e = torch.exp(row - max(row.tolist()))
        out.append(e / e.sum())
    return torch.stack(out).reshape(rows.shape).movedim(-1, dim)


# %% exercise="softmax" name="each weight from the differences to all other scores"
def softmax(x, dim=-1):
    rows = x.movedim(dim, -1)
    return (1 / (rows.unsqueeze(-2) - rows.unsqueeze(-1)).exp().sum(-1)).movedim(-1, dim)


# %% exercise="attention_output" name="einsum"
def attention_output(weights, values):
    return torch.einsum("...ts,...sd->...td", weights, values)


# %% exercise="attention_output" name="a loop over the keys"
def attention_output(weights, values):
    output = torch.zeros(*weights.shape[:-1], values.shape[-1])
    for s in range(weights.shape[-1]):
        output = output + weights[..., s, None] * values[..., s, None, :]
    return output


# %% exercise="attention_output" name="broadcast and sum"
def attention_output(weights, values):
    return (weights.unsqueeze(-1) * values.unsqueeze(-3)).sum(dim=-2)


# %% exercise="dot_score" name="einsum"
def dot_score(q, k):
    return torch.einsum("...td,...sd->...ts", q, k)


# %% exercise="dot_score" name="broadcast and sum"
def dot_score(q, k):
    return (q.unsqueeze(-2) * k.unsqueeze(-3)).sum(-1)


# %% exercise="dot_score" name="keys times queries, then turned"
def dot_score(q, k):
    return torch.matmul(k, q.mT).mT


# %% exercise="scaled_dot_score" name="both scaled by the fourth root first"
def scaled_dot_score(q, k):
    root = q.size(-1) ** 0.25
    return torch.matmul(q / root, (k / root).mT)


# %% exercise="scaled_dot_score" name="einsum, times d to the power −1/2"
def scaled_dot_score(q, k):
    return torch.einsum("...td,...sd->...ts", q, k) * k.shape[-1] ** -0.5


# %% exercise="additive_score" name="nn functional and einsum"
def additive_score(q, k, w_q, w_k, v):
    hidden = F.linear(q, w_q)[..., :, None, :] + F.linear(k, w_k)[..., None, :, :]
    return torch.einsum("...a,a->...", hidden.tanh(), v)


# %% exercise="additive_score" name="one query at a time"
def additive_score(q, k, w_q, w_k, v):
    keys = k @ w_k.mT
    rows = [torch.tanh(keys + (q[..., t, :] @ w_q.mT).unsqueeze(-2)) @ v for t in range(q.shape[-2])]
    return torch.stack(rows, dim=-2)


# %% exercise="causal_mask" name="positions compared"
def causal_mask(n_queries, n_keys):
    query = torch.arange(n_keys - n_queries, n_keys)
    return torch.arange(n_keys)[None, :] <= query[:, None]


# %% exercise="causal_mask" name="the last rows of the square mask"
def causal_mask(n_queries, n_keys):
    return ~torch.ones(n_keys, n_keys).triu(diagonal=1).bool()[n_keys - n_queries :]


# %% exercise="causal_mask" name="lists"
def causal_mask(n_queries, n_keys):
    past = n_keys - n_queries
    return torch.tensor([[j <= past + i for j in range(n_keys)] for i in range(n_queries)])


# %% exercise="padding_mask" name="one row at a time"
def padding_mask(lengths, n_keys):
    mask = torch.zeros(len(lengths), 1, n_keys, dtype=torch.bool)
    for b, length in enumerate(lengths.tolist()):
        mask[b, :, :length] = True
    return mask


# %% exercise="padding_mask" name="three axes from the start"
def padding_mask(lengths, n_keys):
    return lengths[:, None, None] > torch.arange(n_keys)


# %% exercise="additive_mask" name="where"
def additive_mask(mask):
    return torch.where(mask, 0.0, -math.inf)


# %% exercise="additive_mask" name="the logarithm of the mask"
def additive_mask(mask):
    return mask.float().log()


# %% exercise="scaled_dot_product_attention" name="mask after softmax, rows divided by their sums"
def scaled_dot_product_attention(q, k, v, mask=None):
    weights = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(-1, keepdim=True).clamp_min(1e-30)
    return weights @ v


# %% exercise="scaled_dot_product_attention" name="exponentials by hand, masked, one division at the end"
def scaled_dot_product_attention(q, k, v, mask=None):
    scores = torch.einsum("...td,...sd->...ts", q, k) / math.sqrt(k.shape[-1])
    e = (scores - scores.amax(-1, keepdim=True).detach()).exp()
    if mask is not None:
        e = torch.where(mask, e, torch.zeros(()))
    total = e.sum(-1, keepdim=True)
    return (e @ v) / torch.where(total == 0, torch.ones(()), total)


# %% exercise="scaled_dot_product_attention" name="empty rows opened, then closed"
def scaled_dot_product_attention(q, k, v, mask=None):
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    if mask is None:
        return scores.softmax(-1) @ v
    empty = ~mask.any(dim=-1, keepdim=True)
    weights = torch.where(mask | empty, scores, -torch.inf).softmax(dim=-1)
    return torch.where(empty, 0.0, weights @ v)


# %% exercise="scaled_dot_product_attention" name="a large finite number, then zeros"
def scaled_dot_product_attention(q, k, v, mask=None):
    mask = torch.ones((), dtype=torch.bool) if mask is None else mask
    scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
    return (scores.masked_fill(~mask, torch.finfo(scores.dtype).min).softmax(-1) * mask) @ v


# %% exercise="SelfAttention" name="torch's attention"
class SelfAttention(nn.Module):
    def __init__(self, d_in, d_head):
        super().__init__()
        self.q_proj = nn.Linear(d_in, d_head)
        self.k_proj = nn.Linear(d_in, d_head)
        self.v_proj = nn.Linear(d_in, d_head)

    def forward(self, x, mask=None):
        return F.scaled_dot_product_attention(self.q_proj(x), self.k_proj(x), self.v_proj(x), attn_mask=mask)


# %% exercise="SelfAttention" name="weights by hand"
class SelfAttention(nn.Module):
    def __init__(self, d_in, d_head):
        super().__init__()
        self.q_proj = nn.Linear(d_in, d_head)
        self.k_proj = nn.Linear(d_in, d_head)
        self.v_proj = nn.Linear(d_in, d_head)

    def forward(self, x, mask=None):
        q = x @ self.q_proj.weight.T + self.q_proj.bias
        k = x @ self.k_proj.weight.T + self.k_proj.bias
        scores = torch.einsum("btd,bsd->bts", q, k) / self.q_proj.out_features**0.5
        if mask is not None:
            scores = scores.masked_fill(mask.logical_not(), float("-inf"))
        weights = scores.softmax(dim=2).nan_to_num(0.0)
        # the average of projected tokens is the projection of the average; the bias counts as often as weights sum to one
        return weights @ x @ self.v_proj.weight.T + weights.sum(dim=2, keepdim=True) * self.v_proj.bias


# %% exercise="local_mask" name="a band of triangles"
def local_mask(length, radius):
    ones = torch.ones(length, length, dtype=torch.bool)
    return ones.tril(radius) & ones.triu(-radius)


# %% exercise="local_mask" name="lists"
def local_mask(length, radius):
    return torch.tensor([[-radius <= i - j <= radius for j in range(length)] for i in range(length)])


# %% exercise="banded_attention" name="a loop over the columns of the band"
def banded_attention(q, k, v, radius):
    T = q.shape[1]
    pad = (0, 0, radius, radius)
    keys, values = F.pad(k, pad), F.pad(v, pad)
    real = F.pad(torch.ones(T, dtype=torch.bool), (radius, radius))
    columns = [
        (q * keys[:, w : w + T]).sum(-1).masked_fill(~real[w : w + T], -torch.inf)
        for w in range(2 * radius + 1)
    ]
    weights = (torch.stack(columns, dim=-1) / q.shape[-1] ** 0.5).softmax(-1)
    return sum(weights[..., w, None] * values[:, w : w + T] for w in range(2 * radius + 1))


# %% exercise="banded_attention" name="one token at a time"
def banded_attention(q, k, v, radius):
    rows = []
    for t in range(q.shape[1]):
        near = slice(max(0, t - radius), t + radius + 1)
        weights = (q[:, t, None] @ k[:, near].transpose(1, 2) / math.sqrt(q.shape[2])).softmax(-1)
        rows.append(weights @ v[:, near])
    return torch.cat(rows, dim=1)


# %% exercise="banded_attention" name="a table of positions"
def banded_attention(q, k, v, radius):
    T = q.shape[1]
    position = torch.arange(T)[:, None] + torch.arange(-radius, radius + 1)
    exists = (position >= 0) & (position < T)
    near = position.clamp(0, T - 1)
    scores = torch.einsum("btd,btwd->btw", q, k[:, near]) / q.shape[-1] ** 0.5
    return torch.einsum("btw,btwd->btd", torch.where(exists, scores, -torch.inf).softmax(-1), v[:, near])
