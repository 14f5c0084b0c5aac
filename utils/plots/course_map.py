"""The map of the course: everything that is built in it, as boxes that lead to their notebooks.

`show()` is HTML with its styles in place: it keeps both themes of JupyterLab, reads as nested lists where styles are
removed or a screen reader speaks, and as plain text in a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any


@dataclass(frozen=True)
class Box:
    """One notebook's share of the map. notebook: folder/name, without its ending; built: names of exercises in it."""

    title: str
    notebook: str
    built: tuple[str, ...] = ()

    @property
    def lesson(self) -> str:
        """Number and letter of the sitting, as its notebook begins."""
        return self.notebook.split("/")[1].split("_")[0]

    @property
    def link(self) -> str:
        """From any notebook of the course."""
        return f"../{self.notebook}.ipynb"


@dataclass(frozen=True)
class Band:
    """A row of the map: what its boxes have in common, in a few words, and why they stand here."""

    title: str
    about: str
    boxes: tuple[Box, ...]


def _box(title: str, notebook: str, built: str = "") -> Box:
    return Box(title, notebook, tuple(built.split()))


BANDS = (
    Band(
        "Begin",
        "How the course works, and the smallest language model.",
        (_box("Welcome", "00_welcome/00_welcome", "standardize Affine sample_letters"),),
    ),
    Band(
        "Text becomes numbers",
        "A model reads ids, in windows and minibatches.",
        (
            _box(
                "Tokenizer",
                "01_tokenization/01_tokenization",
                "split_text train_bpe encode decode NextTokenDataset make_batches",
            ),
            _box("Pieces of words", "07_bert/07a_encoder", "wordpiece encode_pair"),
            _box("Chat format", "09_lora/09a_adapters", "format_chat loss_weights"),
        ),
    ),
    Band(
        "Tokens look at one another",
        "Attention is the only place where they meet.",
        (
            _box(
                "Scores and masks",
                "02_attention/02a_scores",
                "softmax causal_mask padding_mask scaled_dot_product_attention",
            ),
            _box("One head", "02_attention/02b_one_head", "SelfAttention banded_attention"),
            _box("Many heads", "02_attention/02c_heads", "MultiHeadAttention CrossAttention"),
            _box("What heads do", "07_bert/07d_heads", "extended_mask attention_to_offset head_importance"),
            _box("Fewer key heads", "05_kv_cache/05b_smaller", "GroupedQueryAttention"),
            _box("Latents", "11_llama/11b_experts", "qk_norm latent_cache latent_attention"),
        ),
    ),
    Band(
        "They know where they stand",
        "Attention alone sees a bag of tokens.",
        (
            _box("Tables and waves", "02_attention/02c_heads", "LearnedPositions sinusoidal_positions"),
            _box("Distances", "10_relative_positions/10a_distances", "ShawAttention T5Bias"),
            _box("Rotations and slopes", "10_relative_positions/10b_rotations", "rope RotaryAttention alibi"),
            _box("Longer texts", "10_relative_positions/10c_longer_texts", "scaled_frequencies yarn"),
        ),
    ),
    Band(
        "Layers become a block",
        "Each branch is added to the main path, and a norm goes in the right place.",
        (
            _box("Norms and feed-forward", "03_blocks/03a_layers", "LayerNorm RMSNorm SwiGLU dropout"),
            _box("Blocks", "03_blocks/03b_blocks", "TransformerBlock EncoderBlock DecoderBlock"),
            _box("Experts", "11_llama/11b_experts", "top_k_router moe_forward load_balancing_loss"),
        ),
    ),
    Band(
        "Blocks become a model",
        "Four models built from the same parts.",
        (
            _box("GPT writes", "04_gpt/04a_model", "GPT next_token_loss load_gpt2"),
            _box("BERT reads", "07_bert/07a_encoder", "BertEmbeddings BertEncoder"),
            _box("Llama talks", "11_llama/11a_llama", "LlamaAttention LlamaBlock Llama load_gguf Chat"),
            _box(
                "Encoder–decoder transcribes",
                "08_encoder_decoder/08_encoder_decoder",
                "shift_right EncoderDecoder cross_cache prefix_lm_mask span_corrupt",
            ),
        ),
    ),
    Band(
        "The model learns",
        "From nothing, from a task, from a few numbers, from what people prefer.",
        (
            _box("What it costs", "04_gpt/04b_costs", "count_parameters memory_bytes flops_per_token"),
            _box("Training", "04_gpt/04c_training", "AdamW warmup_cosine clip_grad_norm train_step"),
            _box("Diagnosis", "04_gpt/04d_diagnosis", "cut_segments document_mask dependence"),
            _box("Muon, and predicting a loss", "04_gpt/04e_scaling", "newton_schulz muon_step"),
            _box(
                "Racing the blocks",
                "11_llama/11c_race",
                "model_size split_layers compute_per_token times_compute",
            ),
            _box("Cloze", "07_bert/07a_encoder", "mask_tokens mlm_loss"),
            _box("Fine-tuning", "07_bert/07b_finetuning", "ClassificationHead task_loss learning_rates"),
            _box("Adapters", "09_lora/09a_adapters", "LoRALinear inject_lora merge"),
            _box("Four bits", "09_lora/09b_four_bits", "quantize_nf4 QLoRALinear DoRALinear"),
            _box(
                "Preferences and rewards", "12_assistants/12c_rewards", "dpo_loss clipped_policy_loss kl_k3"
            ),
        ),
    ),
    Band(
        "The model writes",
        "One token at a time: choosing it well, and quickly.",
        (
            _box("KV cache", "05_kv_cache/05a_cache", "KVCache CachedAttention generate_cached"),
            _box("Smaller caches", "05_kv_cache/05b_smaller", "quantize_kv"),
            _box(
                "Windows and blocks",
                "05_kv_cache/05c_windows",
                "StaticKVCache SlidingWindowCache online_softmax",
            ),
            _box("Choosing a token", "06_sampling/06a_choosing", "with_temperature top_k top_p min_p"),
            _box("Whole texts", "06_sampling/06b_generating", "generate beam_search"),
            _box(
                "Drafts",
                "06_sampling/06c_speculation",
                "residual_distribution speculative_accept prompt_lookup",
            ),
            _box(
                "Judging",
                "06_sampling/06d_judging",
                "choose_by_log_likelihood bootstrap_interval pass_at_k expected_calibration_error",
            ),
        ),
    ),
    Band(
        "The model becomes useful",
        "It answers, looks things up and calls tools.",
        (
            _box("Spans", "07_bert/07c_spans", "SpanHead best_span fit_threshold"),
            _box(
                "Prompts and retrieval",
                "12_assistants/12a_prompts",
                "select_instruction cosine_retrieve build_rag_prompt",
            ),
            _box(
                "Tools", "12_assistants/12b_tools", "validate_record parse_tool_call tool_loop allowed_tokens"
            ),
            _box(
                "Looking inside", "10_relative_positions/10d_inside", "induction_score logit_lens patched_run"
            ),
        ),
    ),
    Band(
        "Yours",
        "A model of your own design, within a budget.",
        (_box("Capstone", "13_capstone/13_capstone", "steps_within worth saved_per_byte submission"),),
    ),
)
"""The map from above to below: text goes in at the top."""


def boxes() -> Iterator[Box]:
    """All boxes, in order."""
    for band in BANDS:
        yield from band.boxes


def find(title: str) -> Box:
    """The box of this title."""
    return next(each for each in boxes() if each.title == title)


class CourseMap:
    """The map as something that a notebook shows."""

    def __init__(self, here: str = "") -> None:
        self.here = here

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.text()}

    def text(self) -> str:
        """For a terminal: a line for each box."""
        lines = []
        for band in BANDS:
            lines += [f"{band.title}. {band.about}"]
            for box in band.boxes:
                mark = "   (you are here)" if self._is_here(box) else ""
                built = f": {', '.join(box.built)}" if box.built else ""
                lines.append(f"  {box.lesson:<4} {box.title}{built}{mark}")
        return "\n".join(lines)

    def html(self) -> str:
        """The map as one element, without style sheets or scripts."""
        rows = "".join(self._band(band, last=band is BANDS[-1]) for band in BANDS)
        return (
            '<nav aria-label="Map of the course: what is built in which lesson" '
            f'style="font-family: var(--jp-content-font-family, system-ui, sans-serif); max-width: 62em">'
            f'<ul style="list-style: none; margin: 0; padding: 0">{rows}</ul></nav>'
        )

    def _band(self, band: Band, last: bool) -> str:
        cells = "".join(self._cell(box) for box in band.boxes)
        arrow = (
            ""
            if last
            else '<div aria-hidden="true" style="text-align: center; opacity: .7; line-height: 1.4">↓</div>'
        )
        return (
            '<li style="margin: 0; padding: 0">'
            '<div style="padding: .6em .8em .8em; border-radius: 8px; '
            'background: rgba(128, 128, 128, .1)">'
            f"<div><strong>{escape(band.title)}.</strong> {escape(band.about)}</div>"
            '<ul style="list-style: none; margin: .5em 0 0; padding: 0; display: grid; gap: .5em; '
            f'grid-template-columns: repeat(auto-fill, minmax(13em, 1fr))">{cells}</ul>'
            f"</div>{arrow}</li>"
        )

    def _cell(self, box: Box) -> str:
        here = self._is_here(box)
        edge = "3px solid #D55E00" if here else "1px solid rgba(128, 128, 128, .8)"
        mark = " · <strong>you are here</strong>" if here else ""
        built = ", ".join(
            f'<code style="padding: 0">{escape(name).replace("_", "_<wbr>")}</code>' for name in box.built
        )
        parts = f'<div style="font-size: .85em; overflow-wrap: anywhere">{built}</div>' if built else ""
        current = ' aria-current="page"' if here else ""
        return (
            f'<li style="margin: 0; padding: .4em .6em; border: {edge}; border-radius: 6px">'
            f"<div><span>{box.lesson}</span> · "
            f'<a href="{escape(box.link)}"{current} style="color: inherit; text-decoration: underline">'
            f"{escape(box.title)}</a>{mark}</div>{parts}</li>"
        )

    def _is_here(self, box: Box) -> bool:
        return bool(self.here) and box.notebook.split("/")[1] == self.here


def show(here: str = "") -> CourseMap:
    """The map of the whole course; each box is a link to its notebook.

    here: name of the notebook that shows it, "13_capstone", whose boxes are marked. Raises ValueError when it is not
    on the map. For the last line of a cell.
    """
    names = list(dict.fromkeys(box.notebook.split("/")[1] for box in boxes()))
    if here and here not in names:
        raise ValueError(f"There is no notebook {here!r} on the map: choose one of {', '.join(names)}.")
    return CourseMap(here)
