"""SmolLM2 in the cache: converted once, whole or not at all, with the numbers of its file."""

from __future__ import annotations

import hashlib
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import torch

from utils import assets, smollm2


def tiny() -> tuple[Any, Any]:
    """A Llama of four thousand parameters and a tokenizer of three words, in the place of what the GGUF file holds."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    torch.manual_seed(0)
    sizes = dict(hidden_size=16, intermediate_size=24, num_hidden_layers=2, num_attention_heads=2)
    model = LlamaForCausalLM(LlamaConfig(vocab_size=32, tie_word_embeddings=True, **sizes)).eval()
    words = Tokenizer(models.WordLevel({"a": 0, "b": 1, "?": 2}, unk_token="?"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()  # type: ignore[assignment]
    return model, PreTrainedTokenizerFast(tokenizer_object=words, unk_token="?")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that holds a file for smollm2, which is read as the tiny model; `reads` counts how often."""
    monkeypatch.setenv("AUTOGRADER_CACHE", str(tmp_path))
    member = assets.Member("x.gguf", hashlib.sha256(b"gguf").hexdigest(), 4)
    asset = assets.Asset("smollm2", "a model", "none", "nobody", (member,), ())
    monkeypatch.setitem(assets.ASSETS, "smollm2", asset)
    file = tmp_path / "assets" / f"smollm2-{asset.key}" / "x.gguf"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"gguf")
    reads.clear()
    monkeypatch.setattr(smollm2, "_read_gguf", lambda gguf: reads.append(gguf) or tiny())
    return tmp_path


reads: list[Path] = []


def is_the_tiny_one(loaded: tuple[Any, Any]) -> bool:
    (model, tokenizer), (expected, _) = loaded, tiny()
    ours, theirs = model.state_dict(), expected.state_dict()
    equal = ours.keys() == theirs.keys() and all(torch.equal(ours[name], theirs[name]) for name in ours)
    return equal and not model.training and tokenizer("a b c")["input_ids"] == [0, 1, 2]


def test_it_is_converted_once(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        assert is_the_tiny_one(smollm2.load())
    assert len(reads) == 1
    assert capsys.readouterr().err.count("\n") == 1
    (folder,) = (cache / "converted").iterdir()
    assert {"model.safetensors", "config.json", "tokenizer.json"} <= {file.name for file in folder.iterdir()}
    assert all(file.stat().st_mode & 0o044 == 0o044 for file in folder.iterdir()), "others may read it"


@pytest.mark.parametrize("name", ["model.safetensors", "config.json"])
def test_a_damaged_or_missing_file_is_made_again(cache: Path, name: str) -> None:
    smollm2.load()
    (folder,) = (cache / "converted").iterdir()
    content = bytearray((folder / name).read_bytes())
    content[-3] ^= 1
    (folder / name).write_bytes(content)
    assert is_the_tiny_one(smollm2.load()) and len(reads) == 2
    (folder / name).unlink()
    assert is_the_tiny_one(smollm2.load()) and len(reads) == 3


def test_half_a_conversion_is_none(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = cache / "converted" / "smollm2-new-killed"
    left.mkdir(parents=True)
    with monkeypatch.context() as patch:
        patch.setattr(smollm2, "_write", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            smollm2.load()
    assert list((cache / "converted").iterdir()) == []
    assert is_the_tiny_one(smollm2.load())


def test_of_many_only_one_converts(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = smollm2._write
    monkeypatch.setattr(smollm2, "_write", lambda *arguments: (time.sleep(0.3), slow(*arguments)))
    threads = [
        threading.Thread(target=smollm2._convert_once, args=(Path("x"), smollm2._folder())) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(reads) == 1


def test_a_cache_that_cannot_be_written_only_costs_time(cache: Path) -> None:
    (cache / "converted").write_text("a file where the folder should be")
    assert is_the_tiny_one(smollm2.load()) and is_the_tiny_one(smollm2.load())
    assert len(reads) == 2


@pytest.mark.network
def test_the_real_one_has_the_numbers_of_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    gguf = assets.path("smollm2")
    smollm2.load()

    def refuse(*_: object, **__: object) -> None:
        pytest.fail("somebody reaches for the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    began = time.process_time()
    model, tokenizer = smollm2.load()
    assert time.process_time() - began < 5, "1 to 2 seconds; reading the GGUF file takes 20"
    with smollm2._silent():
        theirs, their_tokenizer = smollm2._read_gguf(gguf)
    ours = model.state_dict()
    assert sum(p.numel() for p in model.parameters()) == 134_515_008
    assert all(torch.equal(ours[name], tensor) for name, tensor in theirs.state_dict().items())
    assert ours.keys() == theirs.state_dict().keys()
    text = "Once upon a time there were 1,234 naïve 水 <|im_start|>user\n"
    ids = tokenizer(text, return_tensors="pt")["input_ids"]
    assert torch.equal(ids, their_tokenizer(text, return_tensors="pt")["input_ids"])
    assert tokenizer.chat_template == their_tokenizer.chat_template
    with torch.no_grad():
        assert torch.equal(model(ids).logits, theirs(ids).logits)
    chat = [{"role": "user", "content": "What is the capital of France?"}]
    ids = tokenizer.apply_chat_template(
        chat, add_generation_prompt=True, return_tensors="pt", return_dict=True
    )
    written = model.generate(**ids, max_new_tokens=8, do_sample=False)[0, ids["input_ids"].shape[1] :]
    assert tokenizer.decode(written, skip_special_tokens=True) == "The capital of France is Paris."
