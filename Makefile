# Every target sets up what it needs: bare python3 (3.11 or newer) and make are enough.
#   make demo                         the whole course once, on a made-up class
#   make release LESSONS=02_attention
#   make solutions DEVICE=cuda SCALE=full

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
# A second index for PyTorch, for machines on which the build with CUDA is too big to want.
TORCH_INDEX ?=
LESSONS ?=
DEVICE ?= auto
SCALE ?= small
WORKERS ?= 2
SECRETS ?= 50
PYTEST_ARGS ?=
# how many processes run the quick tests, each a file at a time; many tests wait for kernels, so three suit two cores;
# 0: pytest's own, for a machine that is busy or small
TEST_WORKERS ?= 3
# in a container one is root, and Jupyter wants to be told that this is meant
LAB_ARGS ?= $(if $(filter 0,$(shell id -u)),--allow-root)

BIN := .venv/bin
READY := .venv/.ready

.PHONY: help demo test test-attacks test-browser test-flows test-all check format lab release solutions audit grade bench site constraints clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

$(READY): pyproject.toml constraints.txt scripts/bootstrap.sh
	@PYTHON='$(PYTHON)' TORCH_INDEX='$(TORCH_INDEX)' bash scripts/bootstrap.sh
	@touch $@

demo: $(READY)  ## fetch, build, solve and grade a lesson for a made-up class
	@$(BIN)/autograder demo

check: $(READY)  ## format, lint and types
	$(BIN)/ruff format --check --output-format concise .
	$(BIN)/ruff check --output-format concise .
	$(BIN)/pyright

format: $(READY)  ## format, and mend what lint can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: $(if $(LESSONS),$(READY),check)  ## check, then the tests that need no network, no browser and no patience (LESSONS=02: that lesson's)
	$(BIN)/python -m pytest -q -n $(TEST_WORKERS) --dist loadfile --no-loadscope-reorder \
		--ignore=tests/attacks $(foreach lesson,$(LESSONS),$(or $(wildcard tests/lessons/$(lesson)*),tests/lessons/$(lesson))) $(PYTEST_ARGS)

test-attacks: $(READY)  ## what hostile submissions earn, graded as a class is; the sandbox as an ordinary user and at the light level
	$(BIN)/python -m pytest -q -n $(TEST_WORKERS) --dist loadfile --no-loadscope-reorder tests/attacks $(PYTEST_ARGS)

test-browser: $(READY)  ## JupyterLab in Chromium: sliders, panels, and the button that runs all cells
	$(BIN)/python -m pytest -q -m browser tests/browser/test_slider.py tests/browser/test_run_all.py tests/browser/test_panel.py $(PYTEST_ARGS)

test-flows: $(READY)  ## what people meet: JupyterLab in Chromium, a JupyterHub, lists and archives, the bundle, the guide
	$(BIN)/python -m pytest -q --everything -n 2 --dist loadfile --no-loadscope-reorder \
		tests/release/test_bundle.py tests/browser tests/hub tests/grading/test_enrolled.py tests/grading/test_cluster.py \
		tests/grading/test_gradebooks.py tests/authoring/test_authors_guide.py tests/house/test_torchrun.py $(PYTEST_ARGS)

test-all: check  ## every test: slow, network and browser ones too
	$(BIN)/python -m pytest -q --everything $(PYTEST_ARGS)

lab: $(READY)  ## JupyterLab for authors: source notebooks are built from their texts, saving goes back
	@$(BIN)/python -m autograder.lesson.text source
	$(BIN)/jupyter lab $(LAB_ARGS)

release: $(READY)  ## build course/ from source/ (LESSONS=...)
	@$(BIN)/autograder release $(LESSONS)

solutions: $(READY)  ## execute the reference notebooks (LESSONS=... DEVICE=auto|cpu|cuda SCALE=small|full)
	@$(BIN)/autograder solutions $(LESSONS) --device $(DEVICE) --scale $(SCALE)

audit: $(READY)  ## test the tests of each exercise (LESSONS=... SECRETS=50)
	@$(BIN)/autograder audit $(LESSONS) --secrets $(SECRETS)

grade: $(READY)  ## grade submitted/ (LESSONS=one lesson, WORKERS=2)
	@$(if $(LESSONS),,echo "Which lesson? For example: make grade LESSONS=00_welcome" >&2; exit 2;) \
	$(BIN)/autograder grade $(LESSONS) --workers $(WORKERS)

bench: $(READY)  ## compare with stock tools; writes build/bench.json
	@$(BIN)/python -m benchmarks

site: $(READY) .venv-site/.ready  ## the course as a web site, in build/site/html; after make solutions with what lessons draw
	@$(BIN)/python scripts/site.py build/site/pages
	@.venv-site/bin/jupyter-book build -q build/site/pages --path-output build/site
	@rm -rf build/site/html && mv build/site/_build/html build/site/html
	@echo "Open build/site/html/index.html"

.venv-site/.ready: docs/site/requirements.txt
	@'$(PYTHON)' -m venv .venv-site
	@.venv-site/bin/python -m pip install --quiet --disable-pip-version-check --requirement docs/site/requirements.txt
	@touch $@

constraints: $(READY)  ## write constraints.txt and environment.yml from .venv
	@$(BIN)/python scripts/pin.py

clean:  ## remove build/ and caches; .venv, submissions, grades and the gradebook stay
	rm -rf build .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
