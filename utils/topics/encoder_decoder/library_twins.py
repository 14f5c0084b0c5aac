"""The lesson's model in the hands of two libraries: as torch's `nn.Transformer`, and with transformers' `generate`.

`torch_transformer` copies the weights of an encoder–decoder, module by module; `for_generate` wraps the model itself.
"""

from __future__ import annotations

import warnings
from typing import Any

import torch
from torch import Tensor, nn

from utils.corpora.pronunciations import END, PAD, START

__all__ = ["for_generate", "torch_transformer"]


def torch_transformer(model: Any) -> nn.Transformer:
    """`nn.Transformer` with the weights of an encoder–decoder of pre-LN blocks, in evaluation mode.

    It takes vectors (B, S, D) and (B, T, D), where the model takes ids, and returns the decoder's last states
    (B, T, D): torch's class has no token table, no positions and no head.
    """
    block = model.decoder[0]
    hidden, width = block.feed_forward.up.weight.shape
    layers = len(model.encoder), len(model.decoder)
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", UserWarning
        )  # its fast path for padding isn't for norms that come first
        twin = nn.Transformer(
            width, block.attention.n_heads, *layers, hidden, dropout=0.0, batch_first=True, norm_first=True
        )
    for side in ("encoder", "decoder"):
        stack = getattr(twin, side)
        for ours, theirs in zip(getattr(model, side), stack.layers, strict=True):
            _copy_block(ours, theirs)
        stack.norm.load_state_dict(getattr(model, f"{side}_norm").state_dict())
    return twin.to(model.tokens.weight.device).eval()


def _copy_block(ours: Any, theirs: Any) -> None:
    _copy_attention(ours.attention, theirs.self_attn)
    pairs = [(ours.feed_forward.up, theirs.linear1), (ours.feed_forward.down, theirs.linear2)]
    norms = ["norm1", "norm2"]
    if hasattr(ours, "cross_attention"):
        _copy_attention(ours.cross_attention, theirs.multihead_attn)
        norms.append("norm3")
    pairs += [(getattr(ours, name), getattr(theirs, name)) for name in norms]
    for source, target in pairs:
        target.load_state_dict(source.state_dict())


def _copy_attention(ours: Any, theirs: nn.MultiheadAttention) -> None:
    """Torch keeps the projections of queries, keys and values in one matrix, whatever the layer reads."""
    parts = [ours.qkv_proj] if hasattr(ours, "qkv_proj") else [ours.q_proj, ours.kv_proj]
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([part.weight for part in parts]))
        theirs.in_proj_bias.copy_(torch.cat([part.bias for part in parts]))
    theirs.out_proj.load_state_dict(ours.out_proj.state_dict())


def for_generate(model: Any) -> Any:
    """The model as transformers wants it: `.generate(ids, attention_mask=…, num_beams=…)` works, without a cache.

    model: encode(source, keep) and decode(written, memory, keep), as in the lesson. Its weights are shared, not copied.
    """
    from transformers import GenerationConfig, GenerationMixin, PretrainedConfig, PreTrainedModel
    from transformers.modeling_outputs import BaseModelOutput, Seq2SeqLMOutput

    class Reader(nn.Module):
        def forward(self, input_ids: Tensor, attention_mask: Tensor, **_: Any) -> Any:
            return BaseModelOutput(last_hidden_state=model.encode(input_ids, attention_mask.bool()))

    class Wrapped(PreTrainedModel, GenerationMixin):
        config_class = PretrainedConfig

        def __init__(self, config: PretrainedConfig) -> None:
            super().__init__(config)
            self.model, self.reader = model, Reader()

        def get_encoder(self, *_: Any, **__: Any) -> nn.Module:
            return self.reader

        def forward(
            self, decoder_input_ids: Tensor, encoder_outputs: Any, attention_mask: Tensor, **_: Any
        ) -> Any:
            scores = model.decode(decoder_input_ids, encoder_outputs[0], attention_mask.bool())
            return Seq2SeqLMOutput(logits=scores)

    special = {"decoder_start_token_id": START, "eos_token_id": END, "pad_token_id": PAD}
    wrapped = Wrapped(
        PretrainedConfig(**{"is_encoder_decoder": True, "vocab_size": len(model.tokens.weight), **special})
    )
    wrapped.generation_config = GenerationConfig(use_cache=False, **special)
    return wrapped.eval()
