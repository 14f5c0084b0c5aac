"""Lesson 06, second sitting: every number that its text quotes, its oracles against other people's, and its figures."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from references import reference, text_of
from scipy import stats

from autograder.authoring import load_exercises
from autograder.checks.compare import follows
from autograder.checks.forbidden import forbidden_uses
from utils.blocks import sampling
from utils.topics.sampling import generation_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "06_sampling"


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """The names that the notebook's reference solution defines."""
    return reference("06b_generating")


@pytest.fixture(scope="module")
def exercises() -> dict[str, Any]:
    return load_exercises(LESSON)


def inputs_of(exercise: Any, case: int, seed: int = 0) -> dict[str, Any]:
    return exercise.inputs(np.random.default_rng([seed, case]), **exercise.cases[case])


def seeded(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


# --- numbers in the text ------------------------------------------------------------------------------------


def test_what_is_reckoned_by_hand(lesson: dict[str, Any]) -> None:
    texts = ["abab", "abcd"]
    assert lesson["distinct"](texts) == 4 / 6
    assert lesson["self_overlap"](texts) == pytest.approx((2 / 3 + 1 / 3) / 2) == 0.5
    scores = [(-2 / 2, -2), (-4 / 5, -4)]  # two texts: for alpha = 1, for alpha = 0
    assert scores == [(-1, -2), (-0.8, -4)]
    p, q = torch.tensor([0.45, 0.30, 0.15, 0.10]), torch.tensor([0.20, 0.55, 0.20, 0.05])
    assert torch.minimum(p, q).sum().item() == pytest.approx(0.70)
    residual = lesson["residual_distribution"](p, q).tolist()
    assert residual == pytest.approx([0.25 / 0.3, 0, 0, 0.05 / 0.3], abs=1e-6)
    assert [round(x, 2) for x in residual] == [0.83, 0, 0, 0.17]
    assert lesson["pass_at_k"]([1], 4, 2) == 0.5 and round(1 - 0.75**2, 2) == 0.44
    assert lesson["prompt_lookup"]("to be or not to be".split(), 2, 2) == ["or", "not"]
    assert lesson["prompt_lookup"]([7, 7, 7], 2, 3) == [7]
    assert (len("ü".encode()), len("東".encode())) == (2, 3)


def test_what_the_written_question_reckons() -> None:
    assert math.sqrt(0.62 * 0.38 / 50) == pytest.approx(0.07, abs=0.002)
    assert pytest.approx(2) == (0.66 - 0.62) * 50


def test_what_a_draft_of_26_layers_can_gain() -> None:
    cost = 26 / 30
    assert round(cost, 2) == 0.87
    assert 3 * cost + 1 == pytest.approx(3.6)


def test_tokens_a_pass_for_the_shares_that_were_measured() -> None:
    """The notebook records 0.321 for 26 layers and 0.190 for the word pairs; n = 3."""
    assert [round((1 - a**4) / (1 - a), 2) for a in (0.321, 0.19)] == [1.46, 1.23]


def test_the_loop_by_hand(lesson: dict[str, Any]) -> None:
    """The table of section 1: two calls, and the stop tokens belong to the texts."""
    said, calls = [[7, 0], [0, 0]], []

    def model(chunk: torch.Tensor, start: int, cache: list[int]) -> torch.Tensor:
        calls.append(chunk.shape[1])
        scores = torch.zeros(2, chunk.shape[1], 9)
        for row in range(2):
            scores[row, -1, said[row][len(calls) - 1]] = 100
        return scores

    texts = lesson["generate"](model, list, torch.tensor([[5, 8], [5, 2]]), 9, [], [0, 1], [0])
    assert texts == [[7, 0], [0]] and calls == [2, 1]


def test_passes_of_the_target(lesson: dict[str, Any]) -> None:
    """Equation 1 of Leviathan et al.: (1 − aⁿ⁺¹)/(1 − a) tokens a pass."""
    p = torch.tensor([0.45, 0.30, 0.15, 0.10])
    q = torch.tensor([0.20, 0.55, 0.20, 0.05])
    generator, n, a = seeded(1), 3, 0.70
    drafts = sampling.sample_multinomial(q, 4000 * n, generator).view(4000, n)
    accept = lesson["speculative_accept"]
    lengths = [len(accept(draft, p.expand(n + 1, -1), q.expand(n, -1), generator)) for draft in drafts]
    assert np.mean(lengths) == pytest.approx((1 - a ** (n + 1)) / (1 - a), abs=0.08)


def test_the_other_formula_for_pass_at_k_is_too_low(lesson: dict[str, Any]) -> None:
    n, k, share = 10, 5, 0.3
    chances = [math.comb(n, c) * share**c * (1 - share) ** (n - c) for c in range(n + 1)]
    counted = sum(chance * lesson["pass_at_k"]([c], n, k) for c, chance in enumerate(chances))
    other = sum(chance * (1 - (1 - c / n) ** k) for c, chance in enumerate(chances))
    assert counted == pytest.approx(1 - (1 - share) ** k)
    assert other < counted - 0.02


def test_more_bins_more_error(lesson: dict[str, Any]) -> None:
    """A model that is calibrated exactly, 300 predictions: the error that is measured grows with the bins."""
    rng = np.random.default_rng(0)
    found = []
    for n_bins in (5, 20, 80):
        errors = []
        for _ in range(20):
            sure = torch.tensor(rng.uniform(size=300))
            came = torch.tensor(rng.uniform(size=300)) < sure
            errors.append(lesson["expected_calibration_error"](sure, came, n_bins))
        found.append(np.mean(errors))
    assert found[0] < found[1] < found[2]


# --- oracles and other people's ---------------------------------------------------------------------------------


@pytest.mark.parametrize("case", range(4))
def test_the_target_is_kept_in_many_draws(
    lesson: dict[str, Any], exercises: dict[str, Any], case: int
) -> None:
    """Speculative sampling, 20,000 draws: first tokens follow p, and whole texts what the oracle says."""
    exercise = exercises["speculative_accept"]
    inputs = inputs_of(exercise, case) | {"trials": 20_000}
    p, q = (torch.as_tensor(inputs[name]).float() for name in "pq")
    generator, (n, V) = seeded(case), q.shape
    drafts = torch.zeros(20_000, n, dtype=torch.int64)
    for i, row in enumerate(q):
        drafts[:, i] = sampling.sample_multinomial(row, 20_000, generator)
    texts = [lesson["speculative_accept"](draft, p, q, generator) for draft in drafts]
    counts = np.bincount([text[0] for text in texts], minlength=V)
    assert stats.chisquare(counts, 20_000 * inputs["p"][0]).pvalue > 1e-4
    codes = [sum((t + 1) * (V + 1) ** (n - i) for i, t in enumerate(text)) for text in texts]
    assert follows(torch.tensor(codes), exercise.oracle(**inputs)["texts"])


def test_what_comes_out_is_what_transformers_draws(exercises: dict[str, Any]) -> None:
    from transformers.generation.utils import _speculative_sampling

    exercise = exercises["speculative_accept"]
    inputs = inputs_of(exercise, 0)
    p, q = (torch.as_tensor(inputs[name]) for name in "pq")
    (n, V), codes = q.shape, []
    torch.manual_seed(0)
    for _ in range(3000):
        draft = torch.stack([row.multinomial(1) for row in q], dim=1)  # (1, n)
        text, _ = _speculative_sampling(draft, q.log()[None], n, p.log()[None])
        codes.append(sum((int(t) + 1) * (V + 1) ** (n - i) for i, t in enumerate(text[0])))
    assert follows(torch.tensor(codes), exercise.oracle(**inputs)["texts"])


@pytest.mark.parametrize(
    ("name", "names"), [("generate", ["draws"]), ("speculative_accept", ["first token", "texts"])]
)
def test_right_draws_are_refused_less_than_once_in_a_thousand_gradings(
    exercises: dict[str, Any], name: str, names: list[str]
) -> None:
    """Each test refuses at 1e-6, a grading holds fewer than ten of them; here 500 gradings, none of which refuses."""
    exercise, rng = exercises[name], np.random.default_rng(0)
    for case in range(len(exercise.cases)):
        inputs = inputs_of(exercise, case)
        n = inputs.get("rows") or inputs["trials"]
        for criterion in names:
            want = exercise.oracle(**inputs)[criterion]
            p = want.p / want.p.sum()
            for _ in range(500):
                assert follows(torch.as_tensor(rng.choice(len(p), n, p=p)), want), (case, criterion)


@pytest.mark.parametrize("seen", [slice(0, 1), slice(-1, None)], ids=["the first token", "the last token"])
def test_a_penalty_that_sees_too_little_is_told_apart(exercises: dict[str, Any], seen: slice) -> None:
    """The inputs are such that its texts share less than 0.7 of their probability with the right ones."""
    exercise = exercises["generate"]
    names = exercise.oracle.__globals__
    for seed in range(5):
        inputs = inputs_of(exercise, 2, seed)
        parts = inputs["table"], inputs["places"], inputs["head"]
        asked = inputs["ids"][0].tolist(), parts, inputs["stop"], inputs["order"]
        right, wrong = names["chances"](*asked), names["chances"](*asked, lambda text: text[seen])
        assert sum(right.values()) == pytest.approx(1)
        assert sum(min(chance, wrong.get(text, 0.0)) for text, chance in right.items()) < 0.7


@pytest.mark.parametrize("case", range(4))
def test_what_inputs_are_chosen_by_is_what_the_oracle_says(exercises: dict[str, Any], case: int) -> None:
    """The quick enumeration of texts, and the one that is written out."""
    exercise = exercises["generate"]
    names, inputs = exercise.oracle.__globals__, inputs_of(exercise, case)
    parts, ids = (inputs["table"], inputs["places"], inputs["head"]), inputs["ids"][0].tolist()

    def weigh(z: np.ndarray, tokens: np.ndarray) -> np.ndarray:
        return np.exp(names["log_softmax"](names["filtered_at_once"](z, inputs["order"], tokens)))

    quick = np.sort(names["chances_at_once"](ids, parts, inputs["stop"], weigh))
    slow = sorted(names["chances"](ids, parts, inputs["stop"], inputs["order"]).values())
    assert quick[quick > 0] == pytest.approx(slow)


@pytest.mark.parametrize("case", [0, 2])
def test_a_mistake_in_accepting_is_told_apart(exercises: dict[str, Any], case: int) -> None:
    """What inputs are chosen by agrees with the oracle; and the draft of three tells the mistakes apart."""
    exercise = exercises["speculative_accept"]
    names, inputs = exercise.oracle.__globals__, inputs_of(exercise, case)
    p, q = inputs["p"], inputs["q"]
    rest = np.maximum(p[:-1] - q, 0)
    rest = np.repeat((rest / rest.sum(-1, keepdims=True))[:, None], q.shape[1], axis=1)
    found = np.sort(names["texts_by"](p, q, np.minimum(1, p[:-1] / q), rest))
    want = np.sort(exercise.oracle(**inputs)["texts"].p)
    assert found[found > 1e-12] == pytest.approx(want[want > 1e-12])
    if case == 2:
        assert names["mistakes_show"](p, q, inputs["trials"])


def test_an_interval_falls_into_no_gap(exercises: dict[str, Any]) -> None:
    """Six values, of which one lies far out: an end may fall between two lumps of means."""
    names = exercises["bootstrap_interval"].oracle.__globals__
    times, chance = names["resamples"](6)
    assert chance.sum() == pytest.approx(1) and (times.sum(1) == 6).all() and len(times) == math.comb(11, 5)
    values = np.array([0.0, 0.01, 0.02, 0.03, 0.04, 9.0])
    below = [chance[times[:, 5] <= k].sum() for k in range(3)]  # at most k of the one far out
    level = 2 * below[1] - 1  # its upper end lies where the means with one of it end
    assert not names["is_steady"](values, level, 20_000)
    for case in range(3):
        inputs = inputs_of(exercises["bootstrap_interval"], case)
        assert names["is_steady"](inputs["values"], inputs["level"], inputs["n_resamples"])


def test_no_two_scores_give_one_order_of_beams(exercises: dict[str, Any]) -> None:
    """Where nothing is thrown away, the right score and seven mistakes order the texts in eight ways."""
    exercise = exercises["beam_search"]
    names = exercise.oracle.__globals__
    for seed in range(5):
        inputs = inputs_of(exercise, 1, seed)
        parts = inputs["table"], inputs["places"], inputs["head"]
        asked = inputs["prompt"], inputs["width"], inputs["n_new"], inputs["stop"], inputs["alpha"]
        found, _, _ = names["naive_beams"](parts, *asked)
        by, _ = names["orders"](found, inputs["alpha"], len(inputs["prompt"]), inputs["stop"])
        assert len({tuple(order) for order in by.values()}) == len(by) == 8
        assert by["right"] == sorted(by["right"])  # they come best first


def test_drawing_again_from_p_is_told_apart(lesson: dict[str, Any], exercises: dict[str, Any]) -> None:
    """The smallest typical slip of a sampler is refused on every one of 20 inputs, the right one on none."""
    exercise = exercises["speculative_accept"]
    for seed in range(20):
        inputs = inputs_of(exercise, 0, seed)
        p, q = (torch.as_tensor(inputs[name]).float() for name in "pq")
        want, (n, V) = exercise.oracle(**inputs)["texts"], q.shape
        for wrong in (False, True):
            generator, codes = seeded(seed), []
            for _ in range(inputs["trials"]):
                draft = torch.cat([sampling.sample_multinomial(row, 1, generator) for row in q])
                text = lesson["speculative_accept"](draft, p, q, generator)
                if wrong and len(text) <= n:
                    text[-1] = int(sampling.sample_multinomial(p[len(text) - 1], 1, generator))
                codes.append(sum((t + 1) * (V + 1) ** (n - i) for i, t in enumerate(text)))
            assert follows(torch.tensor(codes), want) != wrong, seed


def test_beams_are_all_texts_where_nothing_is_thrown_away(
    lesson: dict[str, Any], exercises: dict[str, Any]
) -> None:
    """The search and the list of every text agree, and the search finds the best for a width of V^(n − 1)."""
    exercise = exercises["beam_search"]
    names = exercise.oracle.__globals__
    inputs = inputs_of(exercise, 1)
    parts = inputs["table"], inputs["places"], inputs["head"]
    asked = inputs["prompt"], inputs["n_new"], inputs["stop"]
    every = names["every_text"](parts, *asked, 0.7)
    found, calls, _ = names["naive_beams"](parts, asked[0], 27, *asked[1:], 0.7)
    assert [text for text, _ in found] == [text for text, _ in every] and calls == [1, 2, 4]
    table, places, head = (torch.as_tensor(part) for part in parts)

    def log_probs(ids: torch.Tensor) -> torch.Tensor:
        return (((table[ids] * places[: ids.shape[1]]).sum(dim=1)).tanh() @ head).log_softmax(dim=-1)

    mine = lesson["beam_search"](log_probs, asked[0], 27, *asked[1:], 0.7)
    assert [tuple(text) for text, _ in mine] == [text for text, _ in every]
    assert [total for _, total in mine] == pytest.approx([total for _, total in every])
    narrow, _, _ = names["naive_beams"](parts, asked[0], 3 ** (asked[1] - 1), *asked[1:], 0.0)
    assert narrow[0][0] == names["every_text"](parts, *asked, 0.0)[0][0]


def test_the_search_finds_what_transformers_finds(lesson: dict[str, Any]) -> None:
    """Without a stop token both are the same search, over a GPT-2 with random weights."""
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    sizes = dict(vocab_size=30, n_positions=32, n_embd=32, n_head=2, n_layer=2, initializer_range=0.5)
    model = GPT2LMHeadModel(GPT2Config(**sizes, bos_token_id=None, eos_token_id=None, pad_token_id=0)).eval()
    prompt = [3, 7, 1]

    @torch.no_grad()
    def log_probs(ids: torch.Tensor) -> torch.Tensor:
        return model(ids).logits[:, -1].log_softmax(-1)

    found = lesson["beam_search"](log_probs, prompt, 4, 5, -1, 1.0)
    ids = torch.tensor([prompt])
    options = dict(num_beams=4, num_return_sequences=4, max_new_tokens=5, do_sample=False, length_penalty=1.0)
    theirs = model.generate(ids, attention_mask=torch.ones_like(ids), **options)  # type: ignore[operator]
    assert [text for text, _ in found] == theirs[:, 3:].tolist()


def test_the_loop_writes_what_transformers_writes(lesson: dict[str, Any]) -> None:
    """Greedy, with a stop token and a repetition penalty, with that library's cache."""
    from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel

    torch.manual_seed(1)
    sizes = dict(vocab_size=12, n_positions=64, n_embd=32, n_head=2, n_layer=2, initializer_range=0.5)
    model = GPT2LMHeadModel(GPT2Config(**sizes, bos_token_id=None, eos_token_id=None, pad_token_id=0)).eval()
    ids = torch.randint(12, (4, 5))

    @torch.no_grad()
    def drive(chunk: torch.Tensor, start: int, cache: Any) -> torch.Tensor:
        return model(chunk, past_key_values=cache, use_cache=True).logits

    filters = [
        lambda z, seen: sampling.repetition_penalty(z, seen, 1.3),
        lambda z, seen: sampling.top_k(z, 1),
    ]
    whole = dict(
        attention_mask=torch.ones_like(ids), max_new_tokens=12, do_sample=False, repetition_penalty=1.3
    )
    for stop in (3, 5, 8):
        mine = lesson["generate"](drive, DynamicCache, ids, 12, filters, range(4), [stop])
        theirs = model.generate(ids, eos_token_id=stop, **whole)[:, 5:].tolist()  # type: ignore[operator]
        cut = [row[: row.index(stop) + 1] if stop in row else row for row in theirs]
        assert mine == cut


def test_filters_are_those_of_transformers() -> None:
    from transformers import (
        MinPLogitsWarper,
        RepetitionPenaltyLogitsProcessor,
        TemperatureLogitsWarper,
        TopKLogitsWarper,
        TopPLogitsWarper,
    )

    for seed in range(30):
        z = torch.randn(4, 25, generator=seeded(seed)) * 3
        ids = torch.randint(25, (4, 9), generator=seeded(seed))
        for mine, theirs in [
            (sampling.top_k(z, 5), TopKLogitsWarper(5)),
            (sampling.top_p(z, 0.7), TopPLogitsWarper(0.7)),
            (sampling.top_p(z, 0.2, k=3), TopPLogitsWarper(0.2, min_tokens_to_keep=3)),
            (sampling.min_p(z, 0.1), MinPLogitsWarper(0.1)),
            (sampling.with_temperature(z, 0.7), TemperatureLogitsWarper(0.7)),
            (sampling.repetition_penalty(z, ids, 1.4), RepetitionPenaltyLogitsProcessor(1.4)),
        ]:
            torch.testing.assert_close(mine, theirs(ids, z))
        assert torch.equal(sampling.greedy(z), z.argmax(-1))
        assert torch.equal(sampling.with_temperature(z, 0).isfinite().sum(-1), torch.ones(4).long())
    with pytest.raises(ValueError, match="0 or more"):
        sampling.with_temperature(z, -1)


def test_draws_follow_their_probabilities() -> None:
    p = torch.tensor([[0.1, 0.0, 0.6, 0.3], [0.25, 0.25, 0.0, 0.5]])
    drawn = torch.stack([sampling.sample_multinomial(row, 20_000, seeded()) for row in p], dim=1)
    for row in range(2):
        counts = drawn[:, row].bincount(minlength=4).numpy()
        assert counts[[1, 2][row]] == 0
        possible = p[row].numpy() > 0
        assert (
            stats.chisquare(
                counts[possible], 20_000 * p[row].double().numpy()[possible] / p[row].double().sum().item()
            ).pvalue
            > 1e-4
        )


def test_pass_at_k_counts_subsets(lesson: dict[str, Any]) -> None:
    for n, k in itertools.product(range(1, 8), range(1, 8)):
        for c in range(n + 1) if k <= n else ():
            choices = list(itertools.combinations([i < c for i in range(n)], k))
            assert lesson["pass_at_k"]([c], n, k) == pytest.approx(sum(map(any, choices)) / len(choices))


def test_the_interval_is_held_well_within_chance(lesson: dict[str, Any], exercises: dict[str, Any]) -> None:
    """Forty inputs: the ends and the width deviate by less than three quarters of what is allowed."""
    exercise = exercises["bootstrap_interval"]
    shares = []
    for seed in range(40):
        inputs = inputs_of(exercise, seed % len(exercise.cases), seed)
        values = torch.as_tensor(inputs["values"]).float()
        found = lesson["bootstrap_interval"](
            values, inputs["level"], inputs["n_resamples"], seeded(inputs["seed"] % 1000)
        )
        error = values.std().item() / math.sqrt(len(values))
        for mine, want in zip(found, exercise.oracle(**inputs)["ends"], strict=True):
            shares.append(abs(10 + mine / error - want) / (0.016 * (1 + abs(want))))
        width, want = (found[1] - found[0]) / error, exercise.oracle(**inputs)["width"]["widths"][0]
        shares.append(abs(width - want) / (0.03 * (1 + want)))
    assert max(shares) < 0.75 and np.mean(shares) < 0.25


def test_what_is_forbidden(exercises: dict[str, Any]) -> None:
    for name, cell in {
        "generate": "from transformers import GenerationMixin as g\ng.generate(model)",
        "bootstrap_interval": "from scipy import stats\nstats.bootstrap((x,), np.mean)",
    }.items():
        assert forbidden_uses(cell, exercises[name].forbid), name


# --- what the figures show ----------------------------------------------------------------------------------


def test_figures_draw() -> None:
    import matplotlib.pyplot as plt

    plots.quality_against_diversity({1.0: (-2.0, 0.8, 0.1), 2.0: (-3.0, 0.9, 0.0)}, -2.5)
    plots.beam_tree([[([1], -1.0), ([2], -2.0)], [([1, 3], -1.5), ([1, 4], -2.5)]], [1, 3], str)
    plots.speculation([0.5, 0.5], [0.2, 0.8])
    p = torch.tensor([0.5, 0.5])
    plots.kept_distribution(p, p, p, p)
    plots.accepted({"a": [1, 2, 3], "b": [1]}, 3)
    plots.interval(torch.tensor([1.0, 2.0, 4.0]), 1.5, 3.0)
    plots.pass_at([0.2, 0.4], [0.2, 0.3])
    plots.reliability(torch.tensor([0.2, 0.9, 1.0]), torch.tensor([False, True, True]), 10, 0.1)
    assert len(plt.get_fignums()) >= 8
    plt.close("all")


def test_the_find_the_error_moment_and_the_written_question_are_there() -> None:
    prose = text_of("06b_generating")
    assert "Find the error" in prose and "Written question" in prose and "friend" in prose
