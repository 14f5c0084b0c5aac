"""What a transformer has to beat: word counts, weighted by how rare a word is, and a straight line through them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import torch
from torch import Tensor


def tfidf_classifier(texts: Sequence[str], labels: Sequence[int], new: Sequence[str]) -> Tensor:
    """TF-IDF and logistic regression, fitted on texts with labels; the classes that it gives new texts, (N,).

    Words and pairs of neighbouring words, logarithmic counts.
    """
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression

    vectors = TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2))
    line = LogisticRegression(C=10, max_iter=2000)
    line.fit(vectors.fit_transform(texts), labels)
    return torch.as_tensor(line.predict(vectors.transform(new))).long()


def tfidf_cosine(fit_on: Iterable[str], first: Sequence[str], second: Sequence[str]) -> Tensor:
    """How alike two columns of texts are, row by row, (N,) from 0 to 1.  fit_on: texts that say how rare a word is."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectors = TfidfVectorizer(sublinear_tf=True).fit(fit_on)
    left: Any = vectors.transform(first)  # a sparse matrix
    products = left.multiply(vectors.transform(second))
    return torch.as_tensor(products.sum(axis=1)).flatten().float()
