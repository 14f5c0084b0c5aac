"""How alike the answers of two people are, and how alike those of any two people of this class are.

Answers to one exercise are alike because the exercise says what to write. So no number here accuses anybody: a pair is
seen beside all pairs of its class, and an equal answer beside how often it occurs. Names, comments, docstrings, types
and the order of definitions count for nothing.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from rapidfuzz.distance import LCSseq

from autograder.reporting.gather import OWN_CELLS, Handed

LONGEST = 20_000  # characters of one answer that are looked at
ENOUGH = 80  # tokens of each of two people; with less to compare, everybody is alike
FEWEST = 5  # people, for a background that means something
SHOWN = 10  # pairs
RARE = 0.05  # of those who answered: an answer that so few have written is rare
_TOKEN = re.compile(r"\w+|[^\w\s]")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def normalised(source: str) -> list[str]:
    """The tokens of an answer, the same for one whose names or order of definitions are others.

    What Python cannot read is compared as it is written, but for comments.
    """
    source = source[:LONGEST]
    try:
        return _TOKEN.findall(_in_standard_form(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _TOKEN.findall(re.sub(r"#.*", "", source))


def _in_standard_form(tree: ast.Module) -> str:
    """The code with numbers for names, and definitions in the order of their texts."""
    renamed = _Renamed(tree)  # which has read the imports before they go
    for node in ast.walk(tree):
        _bare(node)
    tree.body = renamed.of(tree.body)
    return ast.unparse(tree)


def _bare(node: ast.AST) -> None:
    """Take docstrings, imports and types off one node."""
    if isinstance(node, ast.arg):
        node.annotation = None
    if isinstance(node, _FUNCTIONS):
        node.returns = None
    for name in ("body", "orelse", "finalbody"):
        body = getattr(node, name, None)
        if isinstance(body, list):
            kept = [_without_type(statement) for statement in body if not _says_nothing(statement)]
            setattr(node, name, kept or ([ast.Pass()] if name == "body" else []))


def _says_nothing(node: ast.AST) -> bool:
    """A docstring or another lone constant, an import, a declaration."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    declared = isinstance(node, ast.AnnAssign) and node.value is None
    return text or declared or isinstance(node, ast.Import | ast.ImportFrom | ast.Global | ast.Pass)


def _without_type(node: ast.stmt) -> ast.stmt:
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return ast.copy_location(ast.Assign([node.target], node.value, type_comment=None), node)
    return node


class _Renamed(ast.NodeTransformer):
    """Names that the answer binds give way to numbers, by first use within a function or method.

    Names outside of functions and of attributes are all called the same, since their order may be any. What the
    answer does not bind (torch, range) keeps its name; what it has imported is called what it is.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.outside, self.members = _bound_outside(tree)
        self.attributes = self.members | {
            n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
        }
        self.imported = _imported(tree)
        self.inside: set[str] | None = None  # bound in the function that is being read
        self.numbers: dict[str, str] = {}

    def of(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Statements outside of functions: definitions first, in the order of their texts, then the rest."""
        new: list[ast.stmt] = [self.visit(statement) for statement in body]
        defined = [node for node in new if isinstance(node, _DEFINITIONS)]
        return sorted(defined, key=ast.unparse) + [n for n in new if not isinstance(n, _DEFINITIONS)]

    def name(self, text: str) -> str:
        if self.inside is not None and text in self.inside:
            return self.numbers.setdefault(text, f"v{len(self.numbers)}")
        return "G" if text in self.outside else self.imported.get(text, text)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.name = self.name(node.name)
        if self.inside is not None:
            return self.generic_visit(node)
        self.inside, self.numbers = _bound_in(node), {}
        self.generic_visit(node)
        self.inside = None
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self.name(node.name)
        if self.inside is not None:
            return self.generic_visit(node)
        node.bases = [self.visit(base) for base in node.bases]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        node.body = self.of(node.body)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self.name(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self.name(node.arg)
        return node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.AST:
        node.names = [self.name(name) for name in node.names]
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        node.name = node.name and self.name(node.name)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        node.attr = "A" if node.attr in self.attributes else node.attr
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Arguments by keyword have the callee's names, which are ours where the callee is."""
        ours = (
            isinstance(node.func, ast.Name) and node.func.id in self.outside | (self.inside or set())
        ) or (isinstance(node.func, ast.Attribute) and node.func.attr in self.members)
        for keyword in node.keywords:
            keyword.arg = keyword.arg and ("K" if ours else keyword.arg)
        return self.generic_visit(node)


def _bound_outside(tree: ast.Module) -> tuple[set[str], set[str]]:
    """What is bound outside of functions, but for names with a meaning in Python; of that, the members of classes."""
    found: set[str] = set()
    members: set[str] = set()
    todo: list[tuple[ast.AST, bool]] = [(tree, False)]
    while todo:
        parent, in_class = todo.pop()
        for node in ast.iter_child_nodes(parent):
            name = ""
            if isinstance(node, _DEFINITIONS):
                name = node.name
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                name = node.id
            elif isinstance(node, ast.arg):
                name = node.arg
            if name and not name.startswith("__"):
                found.add(name)
                members |= {name} if in_class else set()
            if not isinstance(node, _FUNCTIONS):
                todo.append((node, in_class or isinstance(node, ast.ClassDef)))
    return found, members


def _imported(tree: ast.Module) -> dict[str, str]:
    """Name → what was imported by it."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.asname: alias.name for alias in node.names if alias.asname}
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _bound_in(function: ast.AST) -> set[str]:
    """What is bound anywhere in a function: arguments, variables, functions within."""
    found: set[str | None] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            found.add(node.id)
        elif isinstance(node, (ast.ExceptHandler, *_DEFINITIONS)) and node is not function:
            found.add(node.name)
    return {name for name in found if name}


class Alphabet:
    """Tokens as letters: texts are compared faster than lists."""

    def __init__(self) -> None:
        self._letters: dict[str, str] = {}

    def spell(self, tokens: Sequence[str]) -> str:
        return "".join(self._letters.setdefault(token, chr(0x10000 + len(self._letters))) for token in tokens)


def similarity(first: Mapping[str, str], second: Mapping[str, str]) -> float | None:
    """How much of two people's answers is the same, from 0 to 1, in the exercises that both have answered.

    first, second: exercise → answer, as an Alphabet spells it. Twice the longest common subsequence, over the length
    of both. None where there is too little to compare.
    """
    shared = first.keys() & second.keys()
    sizes = [sum(len(answers[name]) for name in shared) for answers in (first, second)]
    if min(sizes) < ENOUGH:
        return None
    common = sum(LCSseq.similarity(first[name], second[name]) for name in shared)
    return 2 * common / sum(sizes)


@dataclass(frozen=True)
class Equal:
    """An exercise in which two people's answers are equal; how many wrote this very answer, of how many.

    is_right: for either of them; the other's may have been stopped by something else. is_known: it has a mistake that
    the course knows by name, so several people write it without each other.
    """

    exercise: str
    is_right: bool
    writers: int
    answered: int
    is_known: bool = False

    @property
    def is_rare(self) -> bool:
        """Whether hardly anybody else has written it, in a class that is large enough to say so."""
        few = 2 if self.is_known else max(2, RARE * self.answered)
        return self.answered >= FEWEST and self.writers <= few


@dataclass(frozen=True)
class Pair:
    """Two people. apart: whether their similarity stands apart from that of the pairs of their class."""

    first: str
    second: str
    similarity: float
    equal: tuple[Equal, ...]
    apart: bool

    @property
    def rare(self) -> int:
        """How many of their answers are equal, and hardly anybody else's."""
        return sum(one.is_rare for one in self.equal)


@dataclass(frozen=True)
class Background:
    """All pairs of a class. fence: above the third quartile by three times the distance between the quartiles."""

    similarities: tuple[float, ...]
    median: float
    ninth: float  # decile
    last: float  # percentile
    fence: float
    # the most alike: those with the most rare answers, then by similarity; then others that stand apart
    pairs: tuple[Pair, ...]
    sharing: Mapping[int, int]  # number of rare answers → how many pairs share so many; without 0

    @property
    def apart(self) -> int:
        return sum(value > self.fence for value in self.similarities)


def background(handed: Sequence[Handed]) -> Background | None:
    """How alike the answers of a class are; None for fewer than FEWEST people with enough to compare."""
    alphabet = Alphabet()
    answers = {
        each.student: {name: alphabet.spell(normalised(source)) for name, source in each.code.items()}
        for each in handed
        if each.is_measured
    }
    found = {
        pair: value
        for pair in combinations(answers, 2)
        if (value := similarity(answers[pair[0]], answers[pair[1]])) is not None
    }
    if len({student for pair in found for student in pair}) < FEWEST:
        return None
    values = np.array(list(found.values()))
    first, median, third, ninth, last = np.quantile(values, [0.25, 0.5, 0.75, 0.9, 0.99]).tolist()
    fence = third + 3 * (third - first)
    writers = _writers(list(answers.values()))
    by_name = {each.student: each for each in handed}
    pairs = []
    for (a, b), value in found.items():
        equal = [name for name in answers[a] if answers[b].get(name) == answers[a][name]]
        told = [
            Equal(
                name,
                _is_right(by_name[a], name) or _is_right(by_name[b], name),
                writers[name][answers[a][name]],
                writers[name].total(),
                any(name in each.answers and each.answers[name].cause for each in (by_name[a], by_name[b])),
            )
            for name in equal
        ]
        pairs.append(Pair(a, b, value, tuple(told), value > fence))
    pairs.sort(key=lambda pair: (-pair.rare, -pair.similarity, pair.first, pair.second))
    sharing = dict(sorted(Counter(pair.rare for pair in pairs if pair.rare).items()))
    shown = [*pairs[:SHOWN], *[pair for pair in pairs[SHOWN:] if pair.apart][:SHOWN]]
    return Background(tuple(values.tolist()), median, ninth, last, fence, tuple(shown), sharing)


def _is_right(each: Handed, exercise: str) -> bool:
    return exercise == OWN_CELLS or each.answers[exercise].is_right


def _writers(answers: Sequence[Mapping[str, str]]) -> dict[str, Counter[str]]:
    """Exercise → answer → how many people wrote it."""
    found: dict[str, Counter[str]] = {}
    for each in answers:
        for name, text in each.items():
            found.setdefault(name, Counter())[text] += 1
    return found
