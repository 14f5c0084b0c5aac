# Other correct answers to the exercises of sitting b. The audit holds that each earns full marks.

# %% exercise="sgd_momentum" name="a correction towards the gradient"
def sgd_momentum(parameter, gradient, m, lr, beta=0.9):
    moved = m + (1 - beta) * (gradient - m)
    return torch.sub(parameter, moved, alpha=lr), moved


# %% exercise="sgd_momentum" name="torch.lerp"
def sgd_momentum(parameter, gradient, m, lr, beta=0.9):
    m = torch.lerp(gradient, m, beta)
    return parameter - m * lr, m


# %% exercise="rmsprop" name="addcmul and addcdiv"
def rmsprop(parameter, gradient, v, lr, beta=0.99, eps=1e-8):
    v = torch.addcmul(v * beta, gradient, gradient, value=1 - beta)
    return torch.addcdiv(parameter, gradient, v**0.5 + eps, value=-lr), v


# %% exercise="AdamW" name="factors collected, new tensors stored"
class AdamW:
    def __init__(self, parameters, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.parameters = list(parameters)
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay
        self.t = 0
        self.m = [torch.zeros_like(p) for p in self.parameters]
        self.v = [torch.zeros_like(p) for p in self.parameters]

    def zero_grad(self):
        for p in self.parameters:
            p.grad = None

    @torch.no_grad()
    def step(self):
        self.t = self.t + 1
        b1, b2 = self.betas
        for i, p in enumerate(self.parameters):
            g = p.grad
            if g is not None:
                self.m[i] = self.m[i].lerp(g, 1 - b1)
                self.v[i] = self.v[i].lerp(g * g, 1 - b2)
                root = (self.v[i] / (1 - b2**self.t)).sqrt() + self.eps
                step = self.lr / (1 - b1**self.t) * self.m[i] / root
                p.copy_(p - self.lr * self.weight_decay * p - step)


# %% exercise="AdamW" name="the parameter's data"
class AdamW:
    def __init__(self, parameters, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.parameters = list(parameters)
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay
        self.t = 0
        self.m = [torch.zeros_like(p) for p in self.parameters]
        self.v = [torch.zeros_like(p) for p in self.parameters]

    def zero_grad(self):
        for p in self.parameters:
            p.grad = None

    def step(self):
        self.t += 1
        lr, (b1, b2) = self.lr, self.betas
        for p, m, v in zip(self.parameters, self.m, self.v):
            if p.grad is None:
                continue
            m.copy_(b1 * m + (1 - b1) * p.grad)
            v.copy_(b2 * v + (1 - b2) * p.grad.square())
            correction = (1 - b2**self.t) ** 0.5
            p.data -= lr * self.weight_decay * p.data
            p.data -= lr * (m / (1 - b1**self.t)) / (v.sqrt() / correction + self.eps)


# %% exercise="warmup_cosine" name="one factor for both parts"
def warmup_cosine(step, steps, warmup, lr, final=0.0):
    if warmup and step + 1 <= warmup:
        return (step + 1) / warmup * lr
    share = math.cos((step - warmup) / (steps - warmup) * math.pi / 2) ** 2
    return share * lr + (1 - share) * final


# %% exercise="clip_grad_norm" name="norm of norms, a factor of at most 1"
@torch.no_grad()
def clip_grad_norm(parameters, max_norm):
    with_gradient = [p for p in parameters if p.grad is not None]
    norm = torch.stack([p.grad.norm() for p in with_gradient]).norm()
    factor = (max_norm / norm).clamp(max=1.0)
    for p in with_gradient:
        p.grad = p.grad * factor
    return norm.item()


# %% exercise="clip_grad_norm" name="one long vector"
def clip_grad_norm(parameters, max_norm):
    flat = torch.cat([p.grad.flatten() for p in parameters if p.grad is not None])
    norm = torch.linalg.vector_norm(flat)
    for p in parameters:
        if p.grad is not None:
            p.grad.data *= min(1.0, max_norm / float(norm))
    return norm


# %% exercise="train_step" name="gradients divided at the end"
def train_step(model, optimizer, micro_batches, max_norm):
    optimizer.zero_grad()
    losses = []
    for inputs, targets in micro_batches:
        loss = F.cross_entropy(model(inputs).transpose(1, 2), targets)
        loss.backward()
        losses.append(loss.detach())
    for p in model.parameters():
        if p.grad is not None:
            p.grad /= len(micro_batches)
    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return torch.stack(losses).mean(), norm


# %% exercise="train_step" name="one backward pass at the end"
def train_step(model, optimizer, micro_batches, max_norm):
    losses = [F.cross_entropy(model(x).flatten(0, 1), y.flatten()) for x, y in micro_batches]
    loss = sum(losses) / len(losses)
    optimizer.zero_grad()
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(list(model.parameters()), max_norm).item()
    optimizer.step()
    return loss.item(), norm


# %% exercise="cut_segments" name="where segments begin, then masks"
def cut_segments(ids, context, overlap):
    last = len(ids) - 1 - context
    begins = list(range(0, last, context - overlap)) + [last]
    begins = torch.tensor(begins)
    places = begins.unsqueeze(1) + torch.arange(context)
    old = torch.cat([torch.zeros(1, dtype=torch.long), begins[:-1] + context])
    targets = ids[places + 1].masked_fill(places < old.unsqueeze(1), -100)
    return ids[places], targets


# %% exercise="dependence" name="all replacements in one batch"
@torch.no_grad()
def dependence(model, ids, vocab_size):
    T = len(ids)
    others = (ids + torch.eye(T, dtype=torch.long)) % vocab_size
    before = model(ids[None])
    after = torch.cat([model(other[None]) for other in others])
    return (after - before).abs().max(-1).values.T
