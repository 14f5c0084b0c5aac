#!/usr/bin/env bash
# bash scripts/bootstrap.sh student|everything
# Make .venv with the pinned packages: what a student needs, or also what grading and the tests need. The Makefile calls
# it when .venv is missing or out of date. What is installed already stays, so a student's .venv can grow.
# PYTHON: the interpreter to start from. TORCH_INDEX: a second package index for PyTorch, or empty. EVERY: after so many
# seconds without news, a line says how far it is.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3} every=${EVERY:-20}
# Sizes as measured on Linux with PyTorch's CPU build; docs/not_tried.md has the packages and the date.
case ${1:-} in
  student) wanted=. size="1.9 GB" ;;
  everything) wanted='.[dev]' size="2.6 GB" ;;
  *) echo "Which packages? Type bash scripts/bootstrap.sh student, or everything." >&2; exit 2 ;;
esac

say() { echo "$*" >&2; }

if ! command -v "$python" >/dev/null; then
  say "No $python here: install Python 3.11 or newer, or name one, as in make lab PYTHON=python3.12"
  exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  say "$("$python" --version) is too old: the course needs 3.11 or newer; name one, as in make lab PYTHON=python3.12"
  exit 1
fi
if [ ! -x .venv/bin/python ] && ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  say "$python cannot make virtual environments: on Debian and Ubuntu type sudo apt-get install python3-venv, then make again."
  exit 1
fi

if [ "$("$python" -c 'import platform, sys; print(sys.platform, platform.machine())')" = "darwin x86_64" ]; then
  say "PyTorch ended its builds for Intel Macs with version 2.2, and the course needs 2.11: use Colab (docs/students.md), or on a Mac with Apple's chip a Python built for it."
  exit 1
fi

intro="Adding to .venv what is new. In all it takes"
if ! .venv/bin/python -c '' 2>/dev/null; then
  intro="Installing packages into .venv, which takes some minutes. They take"
  echo "Making .venv with $("$python" --version)"
  rm -rf .venv
  "$python" -m venv .venv
fi
started=$SECONDS
echo "$intro about $size on disk with PyTorch's CPU build, and more with the"
echo "build for NVIDIA cards, which pip takes on Linux unless you name TORCH_INDEX (see README)."
.venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check --constraint constraints.txt --upgrade pip

# pip's own report of each package is too much and --quiet is nothing at all: say where it stands now and then, as pip
# says it (Debian's awk would keep it until the end). pip's warning for each package that a second index lacks is left out.
large='^  Downloading ([^ ]+) (\(([0-9]{3}[0-9.]* MB|[0-9.]+ GB)\))'
progress() {
  local line names found=0
  while IFS= read -r line; do
    if [[ $line =~ ^(Collecting|Processing)\  ]]; then
      found=$((found + 1))
      if ((found % 50 == 0)); then echo "  $found packages resolved"; fi
    elif [[ $line =~ $large ]]; then
      echo "  downloading ${BASH_REMATCH[1]} ${BASH_REMATCH[2]}"
    elif [[ $line == "Installing collected packages: "* ]]; then
      IFS=, read -ra names <<<"${line#*: }"
      if ((found)); then echo "  installing ${#names[@]} packages"; else echo "  installing no new packages"; fi
    fi
  done
}

# pip is silent while it unpacks, for minutes: a line now and then counts what is there already.
present() { { find .venv/lib -maxdepth 3 -name '*.dist-info' 2>/dev/null || true; } | wc -l; }
before=$(present)
tell() {
  local new
  while sleep "$every" >/dev/null 2>&1; do # a sleep that outlives this script keeps no pipe open
    new=$(($(present) - before))
    if ((new > 0)); then
      echo "  $new packages installed after $((SECONDS - started)) s"
    else
      echo "  still resolving and downloading after $((SECONDS - started)) s"
    fi
  done
}
tell &
trap "kill $! 2>/dev/null" EXIT
if ! .venv/bin/python -m pip install --disable-pip-version-check --progress-bar off \
    ${TORCH_INDEX:+--extra-index-url "$TORCH_INDEX"} --constraint constraints.txt --editable "$wanted" \
    2> >(grep -v 'is ignored: it is neither a file nor a directory' >&2) |
    progress; then
  say "The packages could not be installed; pip says why above. What was downloaded is kept, so typing the same command again continues from there."
  exit 1
fi
echo "  done in $((SECONDS - started)) s"
