# Other correct answers to the exercises of sitting a. The audit holds that each earns full marks.

# %% exercise="Skeleton" name="slices of the table, nn.Sequential"
class DummyBlock(nn.Module):
    def forward(self, x):
        return x


class Skeleton(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = nn.Embedding(config.context, config.d_model)
        self.blocks = nn.ModuleList(DummyBlock() for _ in range(config.n_layers))
        self.norm = nn.LayerNorm(config.d_model)
        self.head = nn.Linear(config.d_model, config.vocab_size, bias=False)

    def forward(self, ids, start=0):
        x = self.tokens(ids) + self.positions.weight[start : start + ids.size(1)]
        return nn.Sequential(*self.blocks, self.norm, self.head)(x)


# %% exercise="GPT" name="attention without a stored mask, F.linear"
class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = nn.Embedding(config.context, config.d_model)
        self.blocks = nn.ModuleList(
            TransformerBlock(
                config.d_model,
                config.n_heads,
                config.d_hidden,
                act="gelu_tanh",
                bias=config.bias,
                qkv_bias=config.qkv_bias,
            )
            for _ in range(config.n_layers)
        )
        self.norm = nn.LayerNorm(config.d_model)
        self.head = None if config.tied else nn.Linear(config.d_model, config.vocab_size, bias=False)

    def forward(self, ids, start=0):
        x = F.embedding(ids, self.tokens.weight)
        x = x + self.positions.weight[start:][: ids.shape[-1]]
        for i in range(len(self.blocks)):
            x = self.blocks[i](x, is_causal=True)
        table = self.tokens.weight if self.config.tied else self.head.weight
        return F.linear(self.norm(x), table)


# %% exercise="GPT" name="place by place with a lower triangle, einsum"
class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = nn.Embedding(config.context, config.d_model)
        self.blocks = nn.ModuleList(
            TransformerBlock(
                config.d_model,
                config.n_heads,
                config.d_hidden,
                act="gelu_tanh",
                bias=config.bias,
                qkv_bias=config.qkv_bias,
            )
            for _ in range(config.n_layers)
        )
        self.norm = nn.LayerNorm(config.d_model)
        self.head = None if config.tied else nn.Linear(config.d_model, config.vocab_size, bias=False)

    def forward(self, ids, start=0):
        B, T = ids.shape
        x = torch.stack([self.tokens(ids[:, t]) + self.positions.weight[start + t] for t in range(T)], dim=1)
        mask = torch.tril(torch.ones(T, T)).bool()
        for block in self.blocks:
            x = block(x, mask)
        weight = (self.head or self.tokens).weight
        return torch.einsum("btd,vd->btv", self.norm(x), weight)


# %% exercise="next_token_loss" name="log_softmax and fancy indexing"
def next_token_loss(scores, ids):
    B, T, V = scores.shape
    log_p = scores.log_softmax(-1)[:, : T - 1].reshape(-1, V)
    targets = ids[:, 1:].reshape(-1)
    return -log_p[torch.arange(len(targets)), targets].sum() / (B * (T - 1))


# %% exercise="next_token_loss" name="maximum subtracted by hand, one-hot"
def next_token_loss(scores, ids):
    scores = scores[:, :-1]
    shifted = scores - scores.max(-1, keepdim=True).values.detach()
    log_p = shifted - shifted.exp().sum(-1, keepdim=True).log()
    return -(log_p * F.one_hot(ids[:, 1:], scores.shape[-1])).sum(-1).mean()


# %% exercise="perplexity" name="sums and counts"
def perplexity(log_probs):
    total = sum(text.sum().item() for text in log_probs)
    return math.exp(-total / sum(map(len, log_probs)))


# %% exercise="perplexity" name="geometric mean of 1/p in bits"
def perplexity(log_probs):
    bits = torch.cat(log_probs) / math.log(2)
    return 2.0 ** (-bits.mean())


# %% exercise="bits_per_byte" name="base 2 from the start"
def bits_per_byte(log_probs, text):
    return (-log_probs * math.log2(math.e)).sum().item() / len(bytes(text, "utf-8"))


# %% exercise="sequence_log_prob" name="a loop over places"
def sequence_log_prob(model, ids):
    scores = model(ids)
    total = torch.zeros(len(ids))
    for t in range(1, ids.shape[1]):
        before = scores[:, t - 1]
        total += before[torch.arange(len(ids)), ids[:, t]] - before.logsumexp(-1)
    return total


# %% exercise="sequence_log_prob" name="cross_entropy without its mean"
def sequence_log_prob(model, ids):
    scores = model(ids)[:, :-1]
    return -F.cross_entropy(scores.transpose(1, 2), ids[:, 1:], reduction="none").sum(1)


# %% exercise="generate_greedy" name="a list that grows"
def generate_greedy(model, ids, n_new, context):
    columns = list(ids.T)
    while n_new > 0:
        scores = model(torch.stack(columns[-context:], dim=1))
        columns.append(scores[:, -1, :].max(-1).indices)
        n_new -= 1
    return torch.stack(columns, dim=1)


# %% exercise="count_parameters" name="head by head, as the lecture counts"
def count_parameters(config):
    d = config.d_model // config.n_heads
    linear = lambda n_in, n_out, bias: n_in * n_out + (n_out if bias else 0)
    attention = config.n_heads * linear(config.d_model, d, config.qkv_bias)
    attention += 2 * config.n_kv_heads * linear(config.d_model, d, config.qkv_bias)
    attention += linear(config.d_model, config.d_model, config.bias)
    hidden = (1 + config.gated) * linear(config.d_model, config.d_hidden, config.bias)
    hidden += linear(config.d_hidden, config.d_model, config.bias)
    norm = config.d_model * {"layer": 2, "rms": 1}[config.norm]
    table = config.vocab_size * config.d_model
    found = dict(embeddings=table, attention=0, feed_forward=0, norms=norm, head=0)
    if config.learned_positions:
        found["embeddings"] += config.context * config.d_model
    for _ in range(config.n_layers):
        found["attention"] += attention
        found["feed_forward"] += hidden
        found["norms"] += 2 * norm
    if not config.tied:
        found["head"] = table
    found["total"] = sum(found.values())
    return found


# %% exercise="memory_bytes" name="powers of 1000 and 1024"
def memory_bytes(config, bits):
    found = {"bytes": count_parameters(config)["total"] * (bits / 8)}
    found["GB"] = found["bytes"] / 1e3**3
    found["GiB"] = found["bytes"] / 1024 / 1024 / 1024
    return found


# %% exercise="find_slips" name="line by line"
def find_slips(config, claimed):
    table = config.vocab_size * config.d_model
    head = config.d_model // config.n_heads
    queries, keys = config.n_heads * head, config.n_kv_heads * head
    found = dict(claimed)
    for line in ["embedding", "output"]:
        found[line] -= table
    found["attention"] -= config.d_model * (2 * queries + 2 * keys)
    found["feed_forward"] -= config.d_model * config.d_hidden * 3
    found["norms"] -= config.d_model + config.d_model
    found["final_norm"] -= config.d_model
    found["layer"] -= sum(claimed[line] for line in ["attention", "feed_forward", "norms"])
    found["layers"] -= claimed["layer"] * config.n_layers
    found["total"] -= sum(claimed[line] for line in ["embedding", "layers", "final_norm", "output"])
    return found


# %% exercise="flops_per_token" name="product by product"
def flops_per_token(config, T, training=True):
    D = config.d_model
    product = lambda n_in, n_out: 2 * n_in * n_out
    layer = 3 * product(D, D) + product(D, T) + product(T, D) + product(D, D)
    layer += product(D, config.d_hidden) + product(config.d_hidden, D)
    forward = sum(layer for _ in range(config.n_layers)) + product(D, config.vocab_size)
    return forward * (1 + 2 * training)


# %% exercise="load_gpt2" name="part by part, in place"
def load_gpt2(model, tensors):
    def copy(parameter, name, transposed=False):
        with torch.no_grad():
            parameter.copy_(tensors[name].t() if transposed else tensors[name])

    def both(module, name, transposed=False):
        copy(module.weight, f"{name}.weight", transposed)
        copy(module.bias, f"{name}.bias")

    copy(model.tokens.weight, "wte.weight")
    copy(model.positions.weight, "wpe.weight")
    for i, block in enumerate(model.blocks):
        both(block.norm1, f"h.{i}.ln_1")
        both(block.attention.qkv_proj, f"h.{i}.attn.c_attn", True)
        both(block.attention.out_proj, f"h.{i}.attn.c_proj", True)
        both(block.norm2, f"h.{i}.ln_2")
        both(block.feed_forward.up, f"h.{i}.mlp.c_fc", True)
        both(block.feed_forward.down, f"h.{i}.mlp.c_proj", True)
    both(model.norm, "ln_f")
    return model
