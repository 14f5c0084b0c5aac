# Other correct answers to the exercises of sitting a. The audit holds that each earns full marks.

# %% exercise="LayerNorm" name="variance as the mean of squared deviations, rsqrt"
class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        variance = (centred**2).mean(dim=-1, keepdim=True)
        return centred * torch.rsqrt(variance + self.eps) * self.weight + self.bias


# %% exercise="LayerNorm" name="var_mean with correction 0"
class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        variance, mean = torch.var_mean(x, dim=-1, correction=0)
        normed = (x - mean[..., None]) / (variance[..., None] + self.eps) ** 0.5
        return torch.addcmul(self.bias, self.weight, normed)


# %% exercise="RMSNorm" name="rsqrt, gain last"
class RMSNorm(nn.Module):
    def __init__(self, d_model, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))

    def forward(self, x):
        return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + self.eps) * self.weight


# %% exercise="RMSNorm" name="from the length of the vector, in float64"
class RMSNorm(nn.Module):
    def __init__(self, d_model, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))

    def forward(self, x):
        wide = x.double()
        mean_square = torch.einsum("...d,...d->...", wide, wide) / x.shape[-1]
        return (wide / (mean_square + self.eps).sqrt()[..., None]).to(x.dtype) * self.weight


# %% exercise="gelu" name="Φ by torch.special, tanh written with sigmoid"
def gelu(x, approximate="none"):
    if approximate == "none":
        return x * torch.special.ndtr(x)
    # ½(1 + tanh u) = σ(2u)
    return x * torch.sigmoid(2 * (2 / math.pi) ** 0.5 * (x + 0.044715 * x.pow(3)))


# %% exercise="gelu" name="Φ by the normal distribution"
def gelu(x, approximate="none"):
    if approximate == "tanh":
        inner = x * (1 + 0.044715 * x * x) * math.sqrt(2 / math.pi)
        return x * (torch.tanh(inner) + 1) / 2
    return x * torch.distributions.Normal(0.0, 1.0).cdf(x)


# %% exercise="silu" name="method, factor last"
def silu(x):
    return x.sigmoid() * x


# %% exercise="silu" name="tanh of half the argument"
def silu(x):
    return 0.5 * x * (1 + torch.tanh(x / 2))


# %% exercise="FeedForward" name="step by step, own gelu"
class FeedForward(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.up = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)

    def forward(self, x):
        hidden = x @ self.up.weight.T + self.up.bias
        hidden = hidden * 0.5 * (1 + torch.erf(hidden / math.sqrt(2)))
        return hidden @ self.down.weight.T + self.down.bias


# %% exercise="FeedForward" name="one token at a time"
class FeedForward(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.up = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)

    def forward(self, x):
        outputs = [self.down(nn.GELU()(self.up(token))) for token in x.unbind(-2)]
        return torch.stack(outputs, dim=-2)


# %% exercise="SwiGLU" name="SiLU by hand"
class SwiGLU(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.gate = nn.Linear(d_model, d_hidden, bias=False)
        self.up = nn.Linear(d_model, d_hidden, bias=False)
        self.down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x):
        gate, value = self.gate(x), self.up(x)
        return self.down(value * gate * torch.sigmoid(gate))


# %% exercise="SwiGLU" name="both branches in one product"
class SwiGLU(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.gate = nn.Linear(d_model, d_hidden, bias=False)
        self.up = nn.Linear(d_model, d_hidden, bias=False)
        self.down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x):
        both = F.linear(x, torch.cat([self.gate.weight, self.up.weight]))
        gate, value = both.chunk(2, dim=-1)
        return F.linear(torch.mul(F.silu(gate), value), self.down.weight)


# %% exercise="dropout" name="bernoulli"
def dropout(x, p, training, generator=None):
    if training:
        keep = torch.bernoulli(torch.full_like(x, 1 - p), generator=generator)
        return x * (keep / (1 - p))
    return x


# %% exercise="dropout" name="masked_fill on a copy"
def dropout(x, p, training, generator=None):
    if not training or p == 0:
        return x.clone()
    dropped = torch.rand(x.shape, generator=generator) < p
    return (x / (1 - p)).masked_fill(dropped, 0)
