#!/usr/bin/env bash
# bash scripts/bootstrap.sh student|everything
# Make .venv with the pinned packages: what a student needs, or also what grading and the tests need. The Makefile calls
# it when .venv is missing or out of date. What is installed already stays, so a student's .venv can grow.
# PYTHON: the interpreter to start from. EVERY: after so many seconds without news, a line says how far it is.
# TORCH: which build of PyTorch, cpu or default (PyPI's, which on Linux brings NVIDIA's libraries). Empty: on Linux without
# an NVIDIA driver cpu, if pip can reach it, and otherwise default.
# TORCH_INDEX: a second package index for PyTorch, which is then used whatever TORCH says.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3} every=${EVERY:-20}
cpu_index=https://download.pytorch.org/whl/cpu
nvidia=(/proc/driver/nvidia /usr/lib/wsl/lib/nvidia-smi) # either is there where NVIDIA's driver is; Windows has the second
# Download and room on disk with PyTorch's CPU build, and with the build for NVIDIA cards: docs/not_tried.md says how
# they were measured, and when.
case ${1:-} in
  student) wanted=. cpu_size="0.4 GB to download, 1.9 GB on disk" nvidia_size="3.0 GB to download, 6.0 GB on disk" ;;
  everything) wanted='.[dev]' cpu_size="0.6 GB to download, 2.6 GB on disk" nvidia_size="3.2 GB to download, 6.7 GB on disk" ;;
  *) echo "Which packages? Type bash scripts/bootstrap.sh student, or everything." >&2; exit 2 ;;
esac
case ${TORCH:-} in
  "" | cpu | default) ;;
  *) echo "TORCH=$TORCH is no build of PyTorch: TORCH is cpu, default or empty." >&2; exit 2 ;;
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

machine=$("$python" -c 'import platform, sys; print(sys.platform, platform.machine())')
if [ "$machine" = "darwin x86_64" ]; then
  say "PyTorch ended its builds for Intel Macs with version 2.2, and the course needs 2.11: use Colab (docs/students.md), or on a Mac with Apple's chip a Python built for it."
  exit 1
fi

intro="Adding to .venv what is new."
if ! .venv/bin/python -c '' 2>/dev/null; then
  intro="Installing packages into .venv, which takes some minutes."
  echo "Making .venv with $("$python" --version)"
  rm -rf .venv
  "$python" -m venv .venv
fi
started=$SECONDS
.venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check --constraint constraints.txt --upgrade pip

# Which build of PyTorch it will be, decided before anything large is downloaded. Version 2.13.0+cpu of the CPU build meets
# the pin torch==2.13.0, and where pip finds both, it takes that one. A build that is installed already stays.
pinned=$(sed -n 's/^torch==//p' constraints.txt)
installed() { [ -n "$(find .venv/lib -maxdepth 3 -name "$1" 2>/dev/null | head -n 1)" ]; }
has_nvidia() { command -v nvidia-smi >/dev/null || [ -e "${nvidia[0]}" ] || [ -e "${nvidia[1]}" ]; }
# finds_cpu [OPTION...]: whether pip finds the CPU build with these options. It gives up soon where a network is closed.
finds_cpu() {
  .venv/bin/python -m pip index versions torch "$@" --retries 1 --timeout 10 --disable-pip-version-check 2>/dev/null |
    grep -F "$pinned+cpu" >/dev/null
}
index=${TORCH_INDEX:-} build=default
if installed "torch-$pinned*.dist-info"; then
  index="" build=installed
elif [ -n "$index" ]; then
  build=other
  if [[ ${index%/} == */cpu ]]; then build=cpu; fi
elif [[ $machine != linux* ]]; then
  build=small # on macOS and Windows PyPI has no NVIDIA libraries
elif [ "${TORCH:-}" = cpu ] || { [ -z "${TORCH:-}" ] && ! has_nvidia; }; then
  if finds_cpu; then # a mirror, or a folder in pip's own settings, has it
    build=cpu
  elif PIP_EXTRA_INDEX_URL='' finds_cpu --index-url "$cpu_index"; then
    build=cpu index=$cpu_index
  elif [ "${TORCH:-}" = cpu ]; then
    say "pip can't reach PyTorch's CPU build at $cpu_index: name a mirror of it with TORCH_INDEX=address, or type TORCH=default for PyPI's build ($nvidia_size)."
    exit 1
  else
    build=unreachable
  fi
fi

both="$cpu_size with PyTorch's CPU build, and $nvidia_size with the build for NVIDIA cards"
case $build in
  installed)
    size=${cpu_size#*, }
    if installed 'nvidia_cudnn*.dist-info'; then size=${nvidia_size#*, }; fi
    echo "$intro In all it takes about $size, with the PyTorch that is there already."
    ;;
  other) printf '%s\n' "$intro In all it takes about $both." "PyTorch comes from $index." ;;
  small) echo "$intro In all it takes about $cpu_size (measured on Linux)." ;;
  cpu)
    echo "$intro In all it takes about $cpu_size, with PyTorch's CPU build."
    if [ -z "${TORCH:-}${TORCH_INDEX:-}" ]; then
      echo "This machine has no NVIDIA driver. For the build for NVIDIA cards ($nvidia_size), stop this and add TORCH=default."
    fi
    ;;
  unreachable)
    echo "$intro In all it takes about $nvidia_size."
    echo "The smaller CPU build of PyTorch ($cpu_size) would be enough here, but pip can't reach it at $cpu_index, so it takes PyPI's. If you know a mirror, stop this and add TORCH_INDEX=address."
    ;;
  default)
    echo "$intro In all it takes about $nvidia_size, because PyPI's PyTorch brings NVIDIA's libraries."
    echo "If you don't want to compute on an NVIDIA card, stop this and add TORCH=cpu: $cpu_size."
    ;;
esac

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
    ${index:+--extra-index-url "$index"} --constraint constraints.txt --editable "$wanted" \
    2> >(grep -v 'is ignored: it is neither a file nor a directory' >&2) |
    progress; then
  say "The packages could not be installed; pip says why above. What was downloaded is kept, so typing the same command again continues from there."
  exit 1
fi
echo "  done in $((SECONDS - started)) s"
