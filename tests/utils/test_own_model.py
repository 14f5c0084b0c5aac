"""The student's own model: what is saved comes back, and no file, whatever is in it, stops a notebook."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
import safetensors.torch
import torch
from torch import nn

from utils import own_model, tokenizers
from utils.blocks.gpt import GPT, GPTConfig
from utils.own_model import __main__ as command
from utils.own_model import opening, own_files, own_folder

SIZES = GPTConfig(vocab_size=300, context=16, d_model=8, n_heads=2, n_layers=1)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(own_folder.VARIABLE, str(tmp_path / "own"))
    return tmp_path / "own"


def trained(seed: int = 0, config: GPTConfig = SIZES) -> GPT:
    torch.manual_seed(seed)
    return GPT(config)


def tokenizer():
    return tokenizers.trained("what shall we do with the drunken sailor, early in the morning " * 20, 290)


def save(model: nn.Module | None = None, **facts) -> Path | None:
    given = dict(trained_on="a shanty", bits_per_byte=2.5, lesson="04c") | facts
    return own_model.save_own_model(model or trained(), tokenizer(), **given)


def facts_of(folder: Path) -> dict:
    return json.loads((folder / "model.json").read_text())


def weights_file(folder: Path) -> Path:
    (found,) = folder.glob("weights-*.safetensors")
    return found


def replace_weights(folder: Path, weights: dict[str, torch.Tensor] | bytes) -> None:
    """Put other weights in the place of the saved ones, under the right hash, as somebody with a purpose would."""
    data = weights if isinstance(weights, bytes) else safetensors.torch.save(weights)
    sha256 = hashlib.sha256(data).hexdigest()
    weights_file(folder).unlink()
    (folder / f"weights-{sha256[:12]}.safetensors").write_bytes(data)
    (folder / "model.json").write_text(json.dumps(facts_of(folder) | {"sha256": sha256}))


def loaded_instead(capsys: pytest.CaptureFixture[str]) -> str:
    """Load, make sure that it is the course's model and that one line says why; returns the line."""
    capsys.readouterr()
    model, _, facts = own_model.load_own_model()
    assert not facts.yours and model.config.vocab_size == 1024
    said = capsys.readouterr().out
    assert said.count("\n") == 1 and said.count("the course's own") == 1
    return said


# --- saving and loading -------------------------------------------------------------------------------------------


def test_what_was_saved_comes_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = trained().train()
    assert save(model) == folder and model.training
    found, its_tokenizer, facts = own_model.load_own_model()
    ids = torch.arange(16).unsqueeze(0)
    assert torch.equal(found(ids), model.eval()(ids)) and not found.training
    assert its_tokenizer.encode("with the sailor") == tokenizer().encode("with the sailor")
    assert its_tokenizer.eot_token == tokenizer().eot_token
    assert (facts.yours, facts.lesson, facts.trained_on, facts.bits_per_byte) == (
        True,
        "04c",
        "a shanty",
        2.5,
    )
    said = capsys.readouterr().out.splitlines()
    assert said[1] == "This is your model from lesson 04c: a GPT trained on a shanty, 2.50 bits per byte."


@pytest.mark.parametrize(
    "changes",
    [dict(tied=False), dict(norm="post"), dict(norm="peri", norm_kind="rms"), dict(d_hidden=12, bias=False)],
)
def test_every_form_of_the_gpt_comes_back(changes: dict) -> None:
    model = trained(config=GPTConfig(300, 16, 8, 2, 2, **changes))
    save(model)
    found = own_model.load_own_model(quiet=True).model
    assert own_model.load_own_model(quiet=True).facts.yours and found.config == model.config
    assert all(torch.equal(a, b) for a, b in zip(found.parameters(), model.parameters()))


def test_the_newest_model_is_the_only_one_kept(folder: Path) -> None:
    save(trained(0))
    save(trained(1))
    assert len(list(folder.iterdir())) == 2
    assert torch.equal(own_model.load_own_model(quiet=True).model.tokens.weight, trained(1).tokens.weight)


def test_an_interrupted_save_leaves_the_earlier_model(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(trained(0))

    def only_weights(path: Path, data: bytes) -> None:
        if path.suffix == ".json":
            raise OSError("the disk is full")
        own_folder.write_whole(path, data)

    monkeypatch.setattr(own_files, "write_whole", only_weights)
    assert save(trained(1)) is None
    assert torch.equal(own_model.load_own_model(quiet=True).model.tokens.weight, trained(0).tokens.weight)


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a" / "file"
    own_folder.write_whole(path, b"first")

    def half(self: Path, data: bytes) -> None:
        with self.open("wb") as file:
            file.write(data[:2])
        raise OSError("no space")

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(OSError, match="no space"):
        own_folder.write_whole(path, b"second")
    assert path.read_bytes() == b"first" and list(path.parent.iterdir()) == [path]


def test_a_notebooks_own_class_is_loaded_and_another_one_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    class Mine(GPT):
        pass

    save()
    assert type(own_model.load_own_model(model_class=Mine).model) is Mine
    with pytest.raises(ValueError, match=r"Linear.*|.*other parameters"):
        own_model.load_own_model(model_class=lambda config: nn.Linear(2, 2))


@pytest.mark.parametrize("what", ["nan", "inf"])
def test_a_model_that_diverged_is_not_saved(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    save(trained(0))
    broken = trained(1)
    with torch.no_grad():
        broken.tokens.weight[3, 2] = float(what)
    capsys.readouterr()
    assert save(broken) is None
    assert "could not be saved" in capsys.readouterr().out
    assert torch.equal(own_model.load_own_model(quiet=True).model.tokens.weight, trained(0).tokens.weight)


def test_a_folder_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")  # root may write anywhere, but not below a file
    monkeypatch.setenv(own_folder.VARIABLE, str(tmp_path / "file" / "own"))
    assert save() is None
    own_model.note_opening("04c", "What shall we do with the sailor", "a GPT")
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2 and "could not be saved" in said[0] and "could not be added" in said[1]
    loaded_instead(capsys)


def test_a_model_of_another_kind_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert save(nn.Linear(2, 2)) is None
    assert "no config" in capsys.readouterr().out


# --- the place ----------------------------------------------------------------------------------------------------


def test_students_keep_it_in_their_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    monkeypatch.delenv(own_folder.VARIABLE)
    monkeypatch.chdir(tmp_path)
    assert own_model.own_model_folder() == platformdirs.user_data_path("autograder", False) / "own_model"


def test_reference_notebooks_leave_an_authors_model_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(own_folder.VARIABLE)
    lesson = tmp_path / "source" / "90_noise"
    (lesson / "exercises").mkdir(parents=True)
    (lesson / "exercises" / "one.py").touch()
    monkeypatch.chdir(lesson)
    assert own_model.own_model_folder() == tmp_path / "build" / "own_model"


# --- files that are not as they should be -------------------------------------------------------------------------


def test_without_a_file_the_courses_model_is_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no saved model yet" in loaded_instead(capsys)


def test_a_file_of_another_release_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save()
    (folder / "model.json").write_text(json.dumps(facts_of(folder) | {"format": own_files.FORMAT + 1}))
    assert "another release" in loaded_instead(capsys)


def test_another_releases_config_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save()
    facts = facts_of(folder)
    facts["config"]["rope"] = True
    (folder / "model.json").write_text(json.dumps(facts))
    assert "another release" in loaded_instead(capsys)


JSON_DAMAGE = {
    "no JSON": "{",
    "no UTF-8": b"\xff\xfe\x00",
    "a list": "[]",
    "deep": "[" * 100_000,
    "huge number": '{"format": ' + "9" * 5000 + "}",
    "too large": " " * (own_files.MOST_JSON + 1),
    "empty": "",
}


@pytest.mark.parametrize("name", JSON_DAMAGE)
def test_damaged_json_is_told(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save()
    text = JSON_DAMAGE[name]
    (folder / "model.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    assert "can't be used" in loaded_instead(capsys)


FACTS_DAMAGE = [
    dict(format=True),
    dict(format=None),
    dict(lesson=4),
    dict(lesson="x" * 1000),
    dict(trained_on=["plays"]),
    dict(trained_on="two\nlines"),
    dict(bits_per_byte="2.5"),
    dict(bits_per_byte=float("nan")),
    dict(bits_per_byte=True),
    dict(torch_version=None),
    dict(sha256="../../../etc/passwd"),
    dict(sha256=5),
    dict(sha256="0" * 64),
    dict(config=None),
    dict(tokenizer=None),
]


@pytest.mark.parametrize("changes", FACTS_DAMAGE, ids=str)
def test_wrong_types_are_told(changes: dict, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save()
    (folder / "model.json").write_text(json.dumps(facts_of(folder) | changes))
    assert "can't be used" in loaded_instead(capsys)


CONFIG_DAMAGE = [
    dict(d_model=8.0),
    dict(d_model="8"),
    dict(d_model=0),
    dict(d_model=-8),
    dict(n_layers=10**9),
    dict(vocab_size=65_536, d_model=4_096, n_layers=64, context=8_192),
    dict(d_hidden=16_384, d_model=4_096, n_layers=64),
    dict(n_heads=3),
    dict(tied=1),
    dict(dropout=1.5),
    dict(eps=float("nan")),
    dict(norm="none"),
    dict(act=["gelu"]),
    dict(vocab_size=20),
]


@pytest.mark.parametrize("changes", CONFIG_DAMAGE, ids=str)
def test_sizes_out_of_bounds_are_told_before_anything_is_allocated(
    changes: dict, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save()
    facts = facts_of(folder)
    facts["config"] |= changes
    (folder / "model.json").write_text(json.dumps(facts))
    assert "can't be used" in loaded_instead(capsys)


TOKENIZER_DAMAGE = [
    dict(vocabulary=[1, 2, 3]),
    dict(vocabulary="YQ=="),
    dict(vocabulary=["YQ==", "YQ=="]),
    dict(vocabulary=["not base64 at all"]),
    dict(vocabulary=[]),
    dict(special={"<end>": 3}),
    dict(special={"<end>": True}),
    dict(special={"": 289}),
    dict(special=[1]),
    dict(surplus=1),
]


@pytest.mark.parametrize("changes", TOKENIZER_DAMAGE, ids=str)
def test_a_damaged_tokenizer_is_told(changes: dict, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save()
    facts = facts_of(folder)
    facts["tokenizer"] |= changes
    (folder / "model.json").write_text(json.dumps(facts))
    assert "can't be used" in loaded_instead(capsys)


def test_damaged_weights_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save()
    whole = weights_file(folder).read_bytes()
    for data in (whole[:-100], whole[:4], b"", whole[:-4] + b"\0\0\1\0", whole + bytes(10_000_000)):
        weights_file(folder).write_bytes(data)
        assert "can't be used" in loaded_instead(capsys)
    weights_file(folder).unlink()
    assert "missing" in loaded_instead(capsys)


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save()
    (folder / "model.json").unlink()
    os.mkfifo(folder / "model.json")
    assert "is not a file" in loaded_instead(capsys)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff" * 8,
        (10**12).to_bytes(8, "little") + b"{}",
        (2).to_bytes(8, "little") + b"[]",
        b"PK\x03\x04" + bytes(99),
    ],
)
def test_what_is_no_safetensors_file_is_told(
    data: bytes, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save()
    replace_weights(folder, data)
    assert "no safetensors" in loaded_instead(capsys)


def test_wrong_tensors_under_a_right_hash_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save()
    good = safetensors.torch.load(weights_file(folder).read_bytes())
    name = "tokens.weight"
    for wrong, word in {
        "renamed": "tokens.weight",
        "surplus": "no tensor of a GPT",
        "shape": "should be",
        "integers": "int64",
        "nan": "no numbers",
    }.items():
        weights = dict(good)
        if wrong == "renamed":
            weights["words.weight"] = weights.pop(name)
        elif wrong == "surplus":
            weights["zzz"] = torch.zeros(1)
        elif wrong == "shape":
            weights[name] = weights[name].T.contiguous()
        elif wrong == "integers":
            weights[name] = torch.zeros(300, 4, dtype=torch.int64).repeat(1, 2)[:, :8].contiguous()
        else:
            weights[name] = torch.full_like(weights[name], float("nan"))
        replace_weights(folder, weights)
        said = loaded_instead(capsys)
        assert "can't be used" in said and (word in said or wrong == "integers")


# --- the model that comes with the course -------------------------------------------------------------------------


def test_the_courses_model_is_small_and_writes(capsys: pytest.CaptureFixture[str]) -> None:
    assert (own_files.HERE / "reference.safetensors").stat().st_size < 700_000
    model, its_tokenizer, facts = own_model.load_own_model(quiet=True)
    assert capsys.readouterr().out == ""
    assert facts.bits_per_byte is not None and 1 < facts.bits_per_byte < 3
    assert all(
        parameter.isfinite().all() and parameter.dtype == torch.float32 for parameter in model.parameters()
    )
    text = own_model.continue_opening(model, its_tokenizer, n_new=8)
    assert text.startswith(own_model.OPENING_LINE) and len(text) > len(own_model.OPENING_LINE)


def test_rounding_to_int8_moves_a_weight_by_half_a_step_at_most() -> None:
    weights = {
        "w": torch.randn(5, 40) * torch.tensor([[1e-6], [1.0], [0.0], [50.0], [3.0]]),
        "b": torch.randn(7),
    }
    back = own_files.unpack(own_files.pack(weights))
    assert back.keys() == weights.keys() and torch.equal(back["b"], weights["b"])
    step = weights["w"].abs().amax(1, keepdim=True) / 127
    assert ((back["w"] - weights["w"]).abs() <= step * 0.501 + 1e-12).all()


def test_the_command_makes_what_the_course_ships(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    monkeypatch.setattr(own_files, "HERE", shipped)
    monkeypatch.setattr(opening, "RECORDED", shipped / "openings.json")
    assert command.main() == 1 and not list(shipped.iterdir())
    model = trained()
    save(model)
    own_model.note_opening("04c", "What shall we do with the sailor", "a GPT")
    (own_folder.own_model_folder() / "elsewhere").mkdir()
    assert command.main() == 0
    monkeypatch.setenv(own_folder.VARIABLE, str(tmp_path / "empty"))
    found, _, facts = own_model.load_own_model(quiet=True)
    assert not facts.yours and facts.trained_on == "a shanty"
    assert (found.tokens.weight - model.tokens.weight).abs().max() < 0.001
    assert own_model.recorded_openings()["04c"]["text"] == "What shall we do with the sailor"


# --- the opening line ---------------------------------------------------------------------------------------------


class Echo(nn.Module):
    """Scores that depend on the last token alone: it is followed by the next one, nearly always."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most, self.longest = most, 0

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        self.longest = max(self.longest, ids.shape[1])
        return nn.functional.one_hot((ids + 1) % self.most, self.most) * 9.0


class Letters:
    """A tokenizer without `encode_ordinary`, as `transformers` has them."""

    def encode(self, text: str) -> list[int]:
        return [ord(c) for c in text]

    def decode(self, ids: list[int]) -> str:
        return "".join(map(chr, ids))


def test_the_opening_is_continued_and_repeats_with_its_seed() -> None:
    model = Echo(128).train()
    first = own_model.continue_opening(model, Letters(), n_new=12)
    assert first == own_model.continue_opening(model, Letters(), n_new=12) and model.training
    assert first.startswith(own_model.OPENING_LINE + "f") and len(first) == len(own_model.OPENING_LINE) + 12
    assert first != own_model.continue_opening(model, Letters(), n_new=12, temperature=8.0)


def test_no_more_than_the_context_is_read() -> None:
    model = Echo(128)
    own_model.continue_opening(model, Letters(), n_new=5, context=7)
    assert model.longest == 7
    gpt = trained()
    assert len(own_model.continue_opening(gpt, tokenizer(), n_new=30)) > len(own_model.OPENING_LINE)


def test_scores_may_be_in_an_object() -> None:
    class Wrapped(Echo):
        def forward(self, ids):
            return type("Output", (), {"logits": super().forward(ids)})

    assert own_model.continue_opening(Wrapped(128), Letters()) == own_model.continue_opening(
        Echo(128), Letters()
    )


def test_the_history_has_one_entry_per_lesson_and_the_newest_wins() -> None:
    for text in ("first", "second <b>"):
        own_model.note_opening("04c", f"{own_model.OPENING_LINE} {text}", "a GPT")
    own_model.note_opening("00", "what shall we do with the qx", "letters")
    shown = own_model.show_openings()
    assert list(shown.own) == ["00", "04c"]
    html, text = shown.html(), shown.text()
    assert "first" not in html and "second &lt;b&gt;" in html and "second <b>" in text
    assert html.index("qx") < html.index("second") and "<strong>what shall we do with the</strong> qx" in html
    assert "yours, 20" in html
    assert shown._repr_mimebundle_()["text/html"] == html


def test_recorded_continuations_stand_in_for_missing_ones() -> None:
    recorded = own_model.recorded_openings()
    assert {"00", "04c"} <= recorded.keys()
    own_model.note_opening("00", "what shall we do with the mine", "letters")
    html = own_model.show_openings().html()
    assert "</strong> mine" in html and "the course&#x27;s" in html
    assert "</strong> mine" not in own_model.show_openings(yours=False).html()


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "[]",
        '{"04c": "text"}',
        '{"x": {"date": "2026-01-01", "model": "", "text": ""}}',
        '{"04c": {"date": "today", "model": "", "text": ""}}',
        '{"04c": {"date": "2026-01-01", "model": "", "text": 5}}',
        json.dumps({"04c": {"date": "2026-01-01", "model": "", "text": "x" * 3000}}),
        " " * 1_000_000,
    ],
    ids=lambda text: text[:30],
)
def test_a_damaged_history_is_one_sentence_and_the_next_entry_replaces_it(text: str, folder: Path) -> None:
    folder.mkdir()
    (folder / "openings.json").write_text(text)
    shown = own_model.show_openings()
    assert (
        "can't be used" in shown.told and shown.told in shown.text() and "can&#x27;t be used" in shown.html()
    )
    own_model.note_opening("04c", "again", "a GPT")
    assert own_model.show_openings().own["04c"]["text"] == "again" and not own_model.show_openings().told


def test_a_lesson_is_two_digits_and_perhaps_a_letter() -> None:
    with pytest.raises(ValueError, match="no lesson"):
        own_model.note_opening("../x", "text", "a GPT")
