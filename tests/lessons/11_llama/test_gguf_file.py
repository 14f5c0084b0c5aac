"""GGUF files: what is written by the package `gguf` comes back, blocks of bytes row after row."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np
import pytest
import torch

from utils import assets
from utils.topics.llama import gguf_file

RNG = np.random.default_rng(0)
MATRIX = RNG.standard_normal((3, 64)).astype(np.float32)
GAIN = RNG.standard_normal(5).astype(np.float32)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_uint32("llama.block_count", 2)
    writer.add_float32("llama.rope.freq_base", 100000.0)
    writer.add_array("tokenizer.ggml.tokens", ["a", "ß", "水"])
    writer.add_array("numbers", [3, 1, 2])
    writer.add_bool("yes", True)
    for kind in (gguf.GGMLQuantizationType.Q4_1, gguf.GGMLQuantizationType.Q8_0):
        writer.add_tensor(kind.name.lower(), gguf.quantize(MATRIX, kind), raw_dtype=kind)
    writer.add_tensor("gain", GAIN)
    writer.add_tensor("half", MATRIX.astype(np.float16))
    for write in (writer.write_header_to_file, writer.write_kv_data_to_file, writer.write_tensors_to_file):
        write()
    writer.close()
    return path


def test_fields_are_plain_values(file: Path) -> None:
    assert gguf_file.read(file).fields == {
        "general.architecture": "llama",
        "llama.block_count": 2,
        "llama.rope.freq_base": 100000.0,
        "tokenizer.ggml.tokens": ["a", "ß", "水"],
        "numbers": [3, 1, 2],
        "yes": True,
    }


def test_numbers_come_as_they_are(file: Path) -> None:
    tensors = gguf_file.read(file).tensors
    assert list(tensors) == ["q4_1", "q8_0", "gain", "half"]
    gain, half = tensors["gain"], tensors["half"]
    assert (gain.kind, gain.shape, gain.n_bytes, gain.n_weights) == ("F32", (5,), 20, 5)
    assert gain.data.dtype == torch.float32 and torch.equal(gain.data, torch.from_numpy(GAIN))
    assert (half.kind, half.shape, half.data.dtype) == ("F16", (3, 64), torch.float16)
    assert torch.equal(half.data, torch.from_numpy(MATRIX).half())


@pytest.mark.parametrize(("kind", "size"), [("Q4_1", 20), ("Q8_0", 34)])
def test_blocks_stand_row_after_row(file: Path, kind: str, size: int) -> None:
    tensor = gguf_file.read(file).tensors[kind.lower()]
    assert (tensor.kind, tensor.shape, tensor.n_weights) == (kind, (3, 64), 192)
    assert tensor.data.dtype == torch.uint8 and tensor.data.shape == (6, size)
    assert tensor.n_bytes == 6 * size
    expected = gguf.quantize(MATRIX[1:2], gguf.GGMLQuantizationType[kind]).reshape(2, size)
    assert np.array_equal(tensor.data[2:4].numpy(), expected)


def test_what_was_read_may_be_written_to_and_the_file_stays(file: Path) -> None:
    before = file.read_bytes()
    gguf_file.read(file).tensors["gain"].data.zero_()
    assert file.read_bytes() == before


def test_what_is_no_gguf_file_is_said_in_one_sentence(file: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"There is no file .*nothing"):
        gguf_file.read(tmp_path / "nothing.gguf")
    (tmp_path / "text").write_text("a letter")
    with pytest.raises(ValueError, match="no GGUF file: it does not begin"):
        gguf_file.read(tmp_path / "text")
    content = file.read_bytes()
    for length in (6, 30, 200, len(content) - 64):
        (tmp_path / "cut").write_bytes(content[:length])
        with pytest.raises(ValueError, match="cut short; fetch it again"):
            gguf_file.read(tmp_path / "cut")


@pytest.mark.network
def test_smollm2() -> None:
    found = gguf_file.smollm2()
    path = Path(assets.path("smollm2"))
    assert found.fields["llama.attention.head_count_kv"] == 3
    assert len(found.fields["tokenizer.ggml.tokens"]) == 49_152
    assert len(found.tensors) == 272
    assert sum(t.n_weights for t in found.tensors.values()) == 134_515_008
    held = sum(t.n_bytes for t in found.tensors.values())
    assert 0 < path.stat().st_size - held < 3e6, "besides the weights only the vocabulary"
    down = found.tensors["blk.7.ffn_down.weight"]
    assert (down.kind, down.shape, tuple(down.data.shape)) == ("Q4_1", (576, 1536), (27_648, 20))
