# %% [markdown]
# # Other right answers to the exercises of the second sitting
#
# The audit runs each of them through the check of its exercise: all must earn everything.

# %% exercise="split_heads" name="chunks stacked"
def split_heads(x, n_heads):
    return torch.stack(x.chunk(n_heads, dim=-1), dim=1)


# %% exercise="split_heads" name="unflatten and permute"
def split_heads(x, n_heads):
    return x.unflatten(2, (n_heads, -1)).permute(0, 2, 1, 3)


# %% exercise="merge_heads" name="concatenate"
def merge_heads(heads):
    return torch.cat(list(heads.unbind(dim=1)), dim=-1)


# %% exercise="merge_heads" name="contiguous, then view"
def merge_heads(heads):
    B, H, T, d = heads.shape
    return heads.permute(0, 2, 1, 3).contiguous().view(B, T, -1)


# %% exercise="MultiHeadAttention" name="scores and softmax written out"
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, x, mask=None):
        B, T, D = x.shape
        q, k, v = (
            f(x).view(B, T, self.n_heads, D // self.n_heads).transpose(1, 2)
            for f in (self.q_proj, self.k_proj, self.v_proj)
        )
        scores = q @ k.transpose(-2, -1) / math.sqrt(D / self.n_heads)
        if mask is not None:
            scores = scores.masked_fill(~mask.unsqueeze(-3), -torch.inf)
        context = scores.softmax(-1) @ v
        return self.out_proj(context.transpose(1, 2).contiguous().view(B, T, D))


# %% exercise="MultiHeadAttention" name="one head after another, outputs summed"
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, x, mask=None):
        d = x.shape[-1] // self.n_heads
        output = self.out_proj.bias
        for h in range(self.n_heads):
            own = slice(h * d, (h + 1) * d)
            q, k, v = self.q_proj(x)[..., own], self.k_proj(x)[..., own], self.v_proj(x)[..., own]
            # a block of columns of W_O belongs to each head: to lay heads side by side and project is to add projections
            output = (
                output
                + F.scaled_dot_product_attention(q, k, v, attn_mask=mask) @ self.out_proj.weight[:, own].T
            )
        return output


# %% exercise="MultiHeadAttention" name="einsum"
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, x, mask=None):
        B, T, _ = x.shape
        q, k, v = (f(x).reshape(B, T, self.n_heads, -1) for f in (self.q_proj, self.k_proj, self.v_proj))
        scores = torch.einsum("bthd,bshd->bhts", q, k) / q.shape[-1] ** 0.5
        if mask is not None:
            scores = torch.where(mask if mask.dim() < 3 else mask[:, None], scores, -torch.inf)
        return self.out_proj(torch.einsum("bhts,bshd->bthd", scores.softmax(-1), v).reshape(B, T, -1))


# %% exercise="CrossAttention" name="heads as part of the batch"
class CrossAttention(nn.Module):
    def __init__(self, d_model, d_memory, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_memory, d_model)
        self.v_proj = nn.Linear(d_memory, d_model)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, x, memory, mask=None):
        H = self.n_heads
        q, k, v = (
            torch.cat(y.chunk(H, -1)) for y in (self.q_proj(x), self.k_proj(memory), self.v_proj(memory))
        )
        if mask is not None:
            mask = mask.expand(x.shape[0], x.shape[1], memory.shape[1]).repeat(H, 1, 1)
        context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)  # (H·B, T, d)
        return self.out_proj(torch.cat(context.chunk(H), dim=-1))


# %% exercise="CrossAttention" name="scores and softmax written out"
class CrossAttention(nn.Module):
    def __init__(self, d_model, d_memory, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_memory, d_model)
        self.v_proj = nn.Linear(d_memory, d_model)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, x, memory, mask=None):
        (B, T, D), S = x.shape, memory.shape[1]
        d = D // self.n_heads
        q = self.q_proj(x).reshape(B, T, self.n_heads, d)
        k = self.k_proj(memory).reshape(B, S, self.n_heads, d)
        v = self.v_proj(memory).reshape(B, S, self.n_heads, d)
        scores = torch.einsum("bthd,bshd->bhts", q, k) / math.sqrt(d)
        if mask is not None:
            scores = scores + torch.where(mask, 0.0, -torch.inf).unsqueeze(-3)
        return self.out_proj(torch.einsum("bhts,bshd->bthd", scores.softmax(-1), v).flatten(2))


# %% exercise="LearnedPositions" name="rows picked by their numbers"
class LearnedPositions(nn.Module):
    def __init__(self, max_length, d_model):
        super().__init__()
        self.table = nn.Parameter(0.02 * torch.randn(max_length, d_model))

    def forward(self, x, start=0):
        return x + F.embedding(torch.arange(x.size(1)) + start, self.table)


# %% exercise="LearnedPositions" name="one position at a time"
class LearnedPositions(nn.Module):
    def __init__(self, max_length, d_model):
        super().__init__()
        self.table = nn.Parameter(0.02 * torch.randn(max_length, d_model))

    def forward(self, x, start=0):
        return torch.stack([x[:, t] + self.table[start + t] for t in range(x.shape[1])], dim=1)


# %% exercise="sinusoidal_positions" name="columns filled in turn"
def sinusoidal_positions(length, d_model, base=10000.0):
    table = torch.zeros(length, d_model)
    position = torch.arange(length, dtype=torch.float32)[:, None]
    frequency = torch.exp(torch.arange(0, d_model, 2) * (-math.log(base) / d_model))
    table[:, 0::2] = torch.sin(position * frequency)
    table[:, 1::2] = torch.cos(position * frequency[: d_model // 2])
    return table


# %% exercise="sinusoidal_positions" name="a cosine is a sine a quarter turn later"
def sinusoidal_positions(length, d_model, base=10000.0):
    rows = []
    for t in range(length):
        rows.append(
            [math.sin(t / base ** (i // 2 * 2 / d_model) + (i % 2) * math.pi / 2) for i in range(d_model)]
        )
    return torch.tensor(rows)


# %% exercise="shift_matrix" name="blocks along the diagonal"
def shift_matrix(k, d_model):
    blocks = []
    for pair in range(d_model // 2):
        a = k / 10000 ** (2 * pair / d_model)
        blocks.append(torch.tensor([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]]))
    return torch.block_diag(*blocks)


# %% exercise="shift_matrix" name="solved from the table"
def shift_matrix(k, d_model):
    t = torch.arange(4000, dtype=torch.float64)[:, None]
    i = torch.arange(0, d_model, 2, dtype=torch.float64)
    waves = lambda t: torch.stack(
        [(t * 10000 ** (-i / d_model)).sin(), (t * 10000 ** (-i / d_model)).cos()], -1
    ).flatten(1)
    return torch.linalg.lstsq(waves(t), waves(t + k)).solution.T.float()
