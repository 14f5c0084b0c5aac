"""`python -m benchmarks [NAME…]`: run benchmarks, print a table, write build/bench.json.

A ratio above 1 means that ours is better. Numbers hold for the machine and the day; ratios travel better.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
import traceback
from pathlib import Path

from rich.table import Table

from autograder.commands.common import console

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "build" / "bench.json"


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all; a benchmark that fails does not stop the others."""
    known = [module.name for module in pkgutil.iter_modules([str(HERE)]) if not module.name.startswith("_")]
    unknown = set(names) - set(known)
    if unknown:
        print(
            f"no benchmark is called {', '.join(sorted(unknown))}; there are {', '.join(known)}",
            file=sys.stderr,
        )
        return 2
    results = json.loads(OUT.read_text(encoding="utf-8")) if names and OUT.exists() else {}
    failed = []
    for name in names or known:
        print(f"{name} …", file=sys.stderr)
        try:
            results[name] = importlib.import_module(f"benchmarks.{name}").run()
        except Exception:
            traceback.print_exc()
            failed.append(name)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    console().print(_table(results))
    return 1 if failed else 0


def _table(results: dict[str, dict[str, object]]) -> Table:
    table = Table(title="Benchmarks", title_justify="left")
    for column in ("benchmark", "ratio", "ours", "peer", "unit", "detail"):
        table.add_column(
            column, justify="right" if column in ("ratio", "ours", "peer") else "left", overflow="fold"
        )
    for name, row in results.items():
        detail = (
            row["detail"] if isinstance(row["detail"], str) else json.dumps(row["detail"], ensure_ascii=False)
        )
        table.add_row(
            name, *(_number(row[key]) for key in ("ratio", "ours", "peer")), str(row["unit"]), detail
        )
    return table


def _number(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, int | float) else str(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
