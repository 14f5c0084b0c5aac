# Other correct answers to the exercises of sitting b. The audit holds that each earns full marks.

# %% exercise="block_shapes" name="read off tensors of zeros"
def block_shapes(B, T, S, D, H, F):
    x, memory = torch.zeros(B, T, D), torch.zeros(B, S, D)
    queries = x.reshape(B, T, H, D // H).transpose(1, 2)
    keys = memory.reshape(B, S, H, -1).transpose(1, 2)
    up = nn.Linear(D, F)
    return {
        "normed": x.shape,
        "queries": queries.shape,
        "scores": (queries @ queries.transpose(-2, -1)).shape,
        "merged": queries.transpose(1, 2).flatten(-2).shape,
        "cross_scores": (queries @ keys.mT).shape,
        "hidden": up(x).shape,
        "qkv_weight": MultiHeadAttention(D, H).qkv_proj.weight.shape,
        "up_weight": up.weight.shape,
    }


# %% exercise="block_shapes" name="lists"
def block_shapes(B, T, S, D, H, F):
    tokens = [B, T, D]
    shapes = dict(normed=tokens, merged=tokens, hidden=[B, T, F], up_weight=[F, D], qkv_weight=[D * 3, D])
    shapes |= dict(queries=[B, H, T, D // H], scores=[B, H, T, T], cross_scores=[B, H, T, S])
    return shapes


# %% exercise="residual" name="branch in a variable"
def residual(x, layer, norm, place):
    branch = layer(norm(x) if place == "pre" else x)
    x = branch + x
    return norm(x) if place == "post" else x


# %% exercise="residual" name="torch.add"
def residual(x, layer, norm, place):
    if place == "post":
        return norm(torch.add(layer(x), x))
    return torch.add(layer(norm(x)), x)


# %% exercise="TransformerBlock" name="one function for a branch"
class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, d_hidden, norm="pre", dropout=0.0):
        super().__init__()
        self.place = norm
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.feed_forward = feed_forward(d_model, d_hidden)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        if norm == "peri":
            self.norm1_out = nn.LayerNorm(d_model)
            self.norm2_out = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def branch(self, x, layer, norm, norm_out):
        y = layer(x if self.place == "post" else norm(x))
        if self.place == "peri":
            y = norm_out(y)
        y = x + self.dropout(y)
        return norm(y) if self.place == "post" else y

    def forward(self, x, mask=None):
        x = self.branch(x, lambda h: self.attention(h, mask), self.norm1, getattr(self, "norm1_out", None))
        return self.branch(x, self.feed_forward, self.norm2, getattr(self, "norm2_out", None))


# %% exercise="TransformerBlock" name="match, step by step, the lecture's shortcut variable"
class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, d_hidden, norm="pre", dropout=0.0):
        super().__init__()
        self.place = norm
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.feed_forward = feed_forward(d_model, d_hidden)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        if norm == "peri":
            self.norm1_out = nn.LayerNorm(d_model)
            self.norm2_out = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        for layer, number in [(self.attention, 1), (self.feed_forward, 2)]:
            norm = {1: self.norm1, 2: self.norm2}[number]
            shortcut = x
            match self.place:
                case "pre" | "peri":
                    h = norm(x)
                case _:
                    h = x
            h = layer(h, mask) if number == 1 else layer(h)
            if self.place == "peri":
                h = (self.norm1_out if number == 1 else self.norm2_out)(h)
            x = self.dropout(h) + shortcut
            if self.place == "post":
                x = norm(x)
        return x


# %% exercise="run_blocks" name="all states first, a list of numbers"
def run_blocks(x, blocks, final_norm):
    states = [x]
    for block in blocks:
        states.append(block(states[-1]))
    sizes = [math.sqrt(state.square().mean().item()) for state in states]
    return final_norm(states[-1]), sizes


# %% exercise="run_blocks" name="by the length of the whole tensor"
def run_blocks(x, blocks, final_norm):
    sizes = torch.zeros(len(blocks) + 1)
    for i, block in enumerate(blocks):
        sizes[i] = x.norm() / x.numel() ** 0.5
        x = block(x)
    sizes[-1] = x.norm() / x.numel() ** 0.5
    return final_norm(x), sizes


# %% exercise="EncoderBlock" name="mask with all four axes"
class EncoderBlock(nn.Module):
    def __init__(self, d_model, n_heads, d_hidden, eps=1e-5, dropout=0.0):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.feed_forward = feed_forward(d_model, d_hidden)
        self.norm1 = nn.LayerNorm(d_model, eps=eps)
        self.norm2 = nn.LayerNorm(d_model, eps=eps)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, keep):
        attended = self.attention(x, keep[:, None, None, :])
        x = self.norm1(self.dropout(attended) + x)
        worked = self.feed_forward(x)
        x = self.norm2(self.dropout(worked) + x)
        return x


# %% exercise="EncoderBlock" name="mask expanded to every query"
class EncoderBlock(nn.Module):
    def __init__(self, d_model, n_heads, d_hidden, eps=1e-5, dropout=0.0):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.feed_forward = feed_forward(d_model, d_hidden)
        self.norm1 = nn.LayerNorm(d_model, eps=eps)
        self.norm2 = nn.LayerNorm(d_model, eps=eps)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, keep):
        B, T, D = x.shape
        mask = keep[:, None, :].expand(B, T, T)
        x = self.norm1(x + self.dropout(self.attention(x, mask=mask)))
        return self.norm2(x + self.dropout(self.feed_forward(x)))


# %% exercise="DecoderBlock" name="is_causal, mask with all four axes"
class DecoderBlock(nn.Module):
    def __init__(self, d_model, n_heads, d_hidden, dropout=0.0):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.cross_attention = CrossAttention(d_model, n_heads)
        self.feed_forward = feed_forward(d_model, d_hidden)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.norm3 = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, memory, keep):
        x = x + self.dropout(self.attention(self.norm1(x), is_causal=True))
        read = self.cross_attention(self.norm2(x), memory, keep[:, None, None, :])
        x = x + self.dropout(read)
        return x + self.dropout(self.feed_forward(self.norm3(x)))


# %% exercise="DecoderBlock" name="own triangle, mask expanded to every query"
class DecoderBlock(nn.Module):
    def __init__(self, d_model, n_heads, d_hidden, dropout=0.0):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.cross_attention = CrossAttention(d_model, n_heads)
        self.feed_forward = feed_forward(d_model, d_hidden)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.norm3 = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, memory, keep):
        T = x.shape[1]
        past = torch.arange(T)[:, None] >= torch.arange(T)
        h = self.norm1(x)
        x = x + self.dropout(self.attention(h, mask=past))
        h = self.norm2(x)
        x = x + self.dropout(self.cross_attention(h, memory, mask=keep[:, None].expand(-1, T, -1)))
        h = self.norm3(x)
        return x + self.dropout(self.feed_forward(h))
