"""Fine-tuning: features against the library's own pass, the loop on tasks that are learnt in a second."""

from __future__ import annotations

import math
from functools import cache

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tests import tiny_bert
from utils import finetuning
from utils.finetuning import Examples, Settings, SpanExamples, UpperLayers, fine_tune, lower_features, predict
from utils.finetuning.features import AT_ONCE, reading_batches
from utils.finetuning.loop import epoch_batches

TEXTS = ["the cat sat on the mat .", "good film", "a very very bad film , it was not good .", "who ?"]
PAIRS = [("who sat ?", "the cat sat ."), ("where is it ?", "a dog ran on the red mat .")]


@cache
def encoder():
    return tiny_bert.encoder()


def whole(rows: list, layer: int) -> list[Tensor]:
    """Hidden states of each row alone from the library, after so many layers: (T, D)."""
    found = []
    for row in rows:
        texts = [row] if isinstance(row, str) else row
        ids = encoder().tokenizer(*texts, return_tensors="pt", return_token_type_ids=True)
        with torch.no_grad():
            found.append(encoder().model(**ids, output_hidden_states=True).hidden_states[layer][0])
    return found


@pytest.mark.parametrize("rows", [TEXTS, PAIRS])
@pytest.mark.parametrize("layers", [0, 2, 3])
def test_features_are_the_library_s_hidden_states(rows: list, layers: int) -> None:
    features = lower_features(encoder(), rows, layers, batch_size=3, progress=False)
    for row, expected in enumerate(whole(rows, layers)):
        assert features[row].shape == expected.shape
        assert (features[row] - expected).abs().max() < 2e-3, "half precision"


@pytest.mark.parametrize("first", [0, 1, 3])
def test_lower_and_upper_layers_together_are_the_encoder(first: int) -> None:
    features = lower_features(encoder(), TEXTS, first, progress=False)
    hidden, mask = features.batch([2, 0, 3])
    out = UpperLayers(encoder(), first).eval()(hidden, mask)
    assert mask.sum(1).tolist() == [features.lengths[row] for row in (2, 0, 3)]
    for i, expected in enumerate(whole([TEXTS[2], TEXTS[0], TEXTS[3]], 3)):
        assert (out[i, : len(expected)] - expected).abs().max() < 5e-3


def test_a_last_layer_that_computes_cls_alone_gives_the_same_vector() -> None:
    hidden, mask = lower_features(encoder(), TEXTS, 1, progress=False).batch(range(4))
    full, short = (UpperLayers(encoder(), 1, only_cls).eval() for only_cls in (False, True))
    cls = short(hidden, mask)
    assert cls.shape == (4, 1, 16)
    assert torch.allclose(cls, full(hidden, mask)[:, :1], atol=1e-6)
    gradients = []
    for upper in (full, short):
        upper(hidden, mask)[:, 0].square().sum().backward()
        gradients.append([p.grad for p in upper.parameters()])
    for one, other in zip(*gradients, strict=True):
        assert torch.allclose(one, other, atol=1e-5)


def test_batches_for_reading_hold_every_row_once_and_are_small_on_a_cpu() -> None:
    lengths = [5, 300, 20, 900, 7, 3000, 300, 300, 300, 300, 300, 300]
    for device, batch_size in (("cpu", 4), ("cuda", 4), ("cpu", 64)):
        batches = reading_batches(lengths, batch_size, torch.device(device))
        assert sorted(row for batch in batches for row in batch) == list(range(len(lengths)))
        assert all(len(batch) <= batch_size for batch in batches)
        if device == "cuda":
            assert len(batches) == 3
        else:
            assert all(len(b) == 1 or len(b) * max(lengths[row] for row in b) <= AT_ONCE for b in batches)


def test_upper_layers_have_bert_s_names_and_are_a_copy() -> None:
    upper = UpperLayers(encoder(), 1)
    theirs = {
        name for name, _ in encoder().model.encoder.named_parameters() if not name.startswith("layer.0.")
    }
    assert {name for name, _ in upper.named_parameters()} == theirs
    before = encoder().model.encoder.layer[1].output.dense.weight.clone()
    with torch.no_grad():
        upper.get_parameter("layer.1.output.dense.weight").zero_()
    assert torch.equal(encoder().model.encoder.layer[1].output.dense.weight, before)


def test_a_closed_gate_is_a_head_that_says_nothing() -> None:
    hidden, mask = lower_features(encoder(), TEXTS, 2, progress=False).batch(range(4))
    gated, cut = UpperLayers(encoder(), 2).eval(), UpperLayers(encoder(), 2).eval()
    open_gates = torch.ones(1, 2)
    plain = gated(hidden, mask)
    gated.gates = open_gates
    assert torch.equal(gated(hidden, mask), plain)
    gated.gates = torch.tensor([[1.0, 0.0]])
    with torch.no_grad():  # the second head owns columns 8 to 15 of what the layer joins
        cut.get_parameter("layer.2.attention.output.dense.weight")[:, 8:] = 0
    assert torch.allclose(gated(hidden, mask), cut(hidden, mask), atol=1e-6)
    assert not torch.allclose(gated(hidden, mask), plain, atol=1e-3)


def test_features_refuse_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="choose layers from 0 to 3"):
        lower_features(encoder(), TEXTS, 4, progress=False)
    with pytest.raises(ValueError, match="at least one text"):
        lower_features(encoder(), [], 1, progress=False)
    with pytest.raises(ValueError, match="4 rows and 3 targets"):
        Examples(lower_features(encoder(), TEXTS, 1, progress=False), [0, 1, 1])


def test_long_rows_are_cut() -> None:
    features = lower_features(encoder(), ["the cat " * 30], 0, max_length=10, progress=False)
    assert features.lengths == [10] and features.ids[0][-1] == encoder().tokenizer.sep_token_id


# Spans


QUESTIONS = [
    ("who ?", "the cat sat .\na dog ran .", "a dog", 14),
    ("where ?", "the cats sat on it .", "", -1),
    ("who ?", "cats ran", "cats", 0),
]


def spans() -> tuple[SpanExamples, list[str]]:
    rows = [(question, context) for question, context, *_ in QUESTIONS]
    features = lower_features(encoder(), rows, 1, progress=False)
    examples = SpanExamples(features, [q[2] for q in QUESTIONS], [q[3] for q in QUESTIONS])
    return examples, [context for _, context in rows]


def test_answers_become_places_of_tokens_and_back() -> None:
    examples, contexts = spans()
    texts = [
        examples.text(row, contexts[row], *places) for row, places in enumerate(examples.targets.tolist())
    ]
    assert texts == ["a dog", "", "cats"]
    assert examples.targets[1].tolist() == [0, 0]


def test_answers_lie_in_the_context() -> None:
    examples, _ = spans()
    (hidden, mask, may), targets = examples.batch([0, 1, 2])
    assert hidden.shape[:2] == mask.shape == may.shape
    for row in range(3):
        tokens = encoder().tokenizer.convert_ids_to_tokens(examples.features.ids[row])
        allowed = [token for token, ok in zip(tokens, may[row].tolist()) if ok]
        expected = ["[CLS]", *encoder().tokenizer.tokenize(QUESTIONS[row][1])]
        assert allowed == expected
        assert may[row, targets[row]].all()


def test_the_first_rows_are_those_of_the_whole() -> None:
    examples, _ = spans()
    some = examples.first(2)
    assert isinstance(some, SpanExamples) and len(some) == len(some.lengths) == 2
    for mine, whole in zip(
        (*some.batch([1])[0], some.batch([1])[1]), (*examples.batch([1])[0], examples.batch([1])[1])
    ):
        assert torch.equal(mine, whole)
    with pytest.raises(IndexError):
        some.batch([2])
    assert len(examples.first(99)) == len(examples) == len(QUESTIONS)


def test_an_answer_that_was_cut_off_is_none() -> None:
    rows = [("who ?", "the cat sat on the red mat and a dog ran")]
    features = lower_features(encoder(), rows, 0, max_length=10, progress=False)
    assert SpanExamples(features, ["a dog"], [31]).targets.tolist() == [[0, 0]]


def test_each_line_is_held_against_the_question_alone() -> None:
    pages = [q[1] for q in QUESTIONS]
    found = finetuning.line_likeness(encoder(), [q[0] for q in QUESTIONS], pages)
    assert [len(numbers) for numbers in found] == [2, 1, 1]
    question, first, second = (
        whole([text], 3)[0].mean(dim=0) for text in ("who ?", "the cat sat .", "a dog ran .")
    )
    expected = torch.stack([F.cosine_similarity(question, line, dim=0) for line in (first, second)])
    assert torch.allclose(found[0], expected, atol=1e-3), "half precision"


def test_numbers_of_lines_stand_at_their_tokens() -> None:
    examples, pages = spans()
    values = [torch.tensor([2.0, 3.0]), torch.tensor([5.0]), torch.tensor([7.0])]
    spread = finetuning.at_tokens(examples.features, pages, values)
    # [CLS] who ? [SEP] the cat sat . | a dog ran . [SEP]
    assert spread[0].tolist() == [0] * 4 + [2] * 4 + [3] * 4 + [0]
    rows = [0, 2]
    with_numbers = SpanExamples(
        examples.features, [q[2] for q in QUESTIONS], [q[3] for q in QUESTIONS], spread
    )
    (_, _, may, numbers), _ = with_numbers.batch(rows)
    assert numbers.shape == may.shape and (numbers != 0).equal(may & (torch.arange(may.shape[1]) > 0))
    assert numbers[1].max() == 7


# The loop


class Classifier(nn.Module):
    def __init__(self, first: int = 2, classes: int = 2) -> None:
        super().__init__()
        torch.manual_seed(1)
        self.encoder, self.head = UpperLayers(encoder(), first), nn.Linear(16, classes)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        return self.head(self.encoder(hidden, mask)[:, 0])


@cache
def task() -> tuple[Examples, Examples]:
    """Is the film good? 48 rows to learn from, 24 others."""
    generator = torch.Generator().manual_seed(0)
    texts, labels = [], []
    for label in [0, 1] * 36:
        filler = [
            "the a cat dog sat on mat it was".split()[i] for i in torch.randint(9, (4,), generator=generator)
        ]
        texts.append(" ".join([*filler[:2], "film", "good" if label else "bad", *filler[2:]]))
        labels.append(label)
    features = [lower_features(encoder(), part, 2, progress=False) for part in (texts[:48], texts[48:])]
    return Examples(features[0], labels[:48]), Examples(features[1], labels[48:])


def accuracy(outputs: Tensor, targets: Tensor) -> float:
    return (outputs.argmax(1) == targets).float().mean().item()


def tuned(model: nn.Module, settings: Settings, **options):
    return fine_tune(model, *task(), F.cross_entropy, accuracy, settings, progress=False, **options)


def test_it_learns() -> None:
    model = Classifier()
    before = accuracy(predict(model, task()[1]), task()[1].targets)
    run = tuned(model, Settings(epochs=12, batch_size=8, lr=5e-3, patience=0))
    assert before < 0.8 and run.best["val_score"] == 1.0
    assert accuracy(predict(model, task()[1]), task()[1].targets) == 1.0
    assert len(run.history) == 12 * 6 and not run.stopped and not model.training


def test_the_same_seed_gives_the_same_run_and_leaves_torch_s_generator() -> None:
    settings = Settings(epochs=2, batch_size=8)
    torch.manual_seed(5)
    state = torch.get_rng_state()
    histories = []
    for _ in range(2):
        model = Classifier()
        torch.set_rng_state(state)
        histories.append([row["loss"] for row in tuned(model, settings).history])
        assert torch.equal(torch.get_rng_state(), state)
    other = [row["loss"] for row in tuned(Classifier(), Settings(epochs=2, batch_size=8, seed=1)).history]
    assert histories[0] == histories[1] != other


def test_it_stops_early_and_keeps_the_best_weights() -> None:
    """The score falls from the second evaluation on, so the weights of the first are kept and two more are tried."""
    scores = iter([0.9, 0.8, 0.7, 0.6])
    seen: list[Tensor] = []

    def falling(outputs: Tensor, targets: Tensor) -> float:
        seen.append(outputs)
        return next(scores)

    model = Classifier()
    run = fine_tune(
        model, *task(), F.cross_entropy, falling, Settings(epochs=9, batch_size=8, lr=1e-2), progress=False
    )
    assert run.stopped and len(seen) == 3 and len(run.history) == 18 and run.best["step"] == 6
    assert torch.allclose(predict(model, task()[1]), seen[0], atol=1e-6)
    assert not torch.allclose(seen[0], seen[2], atol=1e-3)


def test_without_a_score_the_loss_decides() -> None:
    run = fine_tune(Classifier(), *task(), F.cross_entropy, settings=Settings(epochs=2), progress=False)
    assert all(row["val_score"] == -row["val_loss"] for row in run.history if "val_loss" in row)


def test_validation_loss_is_the_mean_over_rows() -> None:
    model = Classifier()
    run = tuned(model, Settings(epochs=1, batch_size=8))
    expected = F.cross_entropy(predict(model, task()[1]), task()[1].targets).item()
    assert math.isclose(run.best["val_loss"], expected, rel_tol=1e-5)


def test_the_schedule_gets_step_steps_warmup_and_each_parameter_s_rate() -> None:
    asked: list[tuple] = []

    def schedule(step: int, steps: int, warmup: int, lr: float) -> float:
        asked.append((step, steps, warmup, lr))
        return lr / (step + 1)

    model = Classifier()
    rates = [1e-3 if name.startswith("head") else 1e-4 for name, _ in model.named_parameters()]
    run = tuned(
        model, Settings(epochs=2, batch_size=8, warmup=0.25, patience=0), schedule=schedule, rates=rates
    )
    assert {row[:3] for row in asked} == {(step, 12, 3) for step in range(12)}
    assert {row[3] for row in asked} == {1e-3, 1e-4}
    assert [row["lr"] for row in run.history] == [1e-3 / step for step in range(1, 13)]


def test_rate_0_leaves_a_parameter_as_it_is() -> None:
    model = Classifier()
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    rates = [0.0 if name.startswith("encoder") else 1e-2 for name in before]
    tuned(model, Settings(epochs=1, batch_size=8), rates=rates)
    for name, parameter in model.named_parameters():
        assert torch.equal(parameter, before[name]) == name.startswith("encoder"), name
        assert parameter.requires_grad
    with pytest.raises(ValueError, match=r"1 rates for \d+ parameters"):
        tuned(model, Settings(), rates=[1.0])


def test_every_row_once_an_epoch_in_batches_of_like_length() -> None:
    lengths = torch.randint(3, 60, (1000,), generator=torch.Generator().manual_seed(0)).tolist()
    batches = epoch_batches(lengths, 16, torch.Generator().manual_seed(1))
    assert sorted(row for batch in batches for row in batch) == list(range(1000))
    padded = sum(len(batch) * max(lengths[row] for row in batch) for batch in batches)
    assert padded < 1.15 * sum(lengths)
    assert batches != epoch_batches(lengths, 16, torch.Generator().manual_seed(2))


def test_predictions_stand_in_the_order_of_rows() -> None:
    class Lengths(nn.Linear):
        def forward(self, hidden: Tensor, mask: Tensor):  # type: ignore[override]
            return mask.sum(1) if self.out_features == 1 else (mask, hidden[..., 0])

    examples = task()[0]
    assert predict(Lengths(1, 1), examples, batch_size=5).tolist() == examples.lengths
    for row, (mask, values) in enumerate(predict(Lengths(1, 2), examples, batch_size=5)):
        assert mask.tolist() == [1] * examples.lengths[row] and torch.equal(
            values, examples.features[row][:, 0]
        )


# Baselines


def test_tfidf_classifier_learns_words() -> None:
    texts = ["good film", "bad film", "a good cat", "a bad cat"] * 5
    found = finetuning.tfidf_classifier(texts, [1, 0, 1, 0] * 5, ["good dog", "bad dog"])
    assert found.tolist() == [1, 0]


def test_tfidf_cosine_counts_rare_words_for_more() -> None:
    texts = ["the cat", "the dog", "the film", "the mat"]
    alike = finetuning.tfidf_cosine(texts, ["the cat"] * 3, ["the cat", "cat", "the dog"])
    assert alike[0] == pytest.approx(1) and 1 > alike[1] > alike[2] > 0
