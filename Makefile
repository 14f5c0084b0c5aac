# Every target sets up what it needs: bare python3 (3.11 or newer) and make are enough.
#   make lab                          the student's lab, at lesson 00
#   make lab LESSONS=05               the same, at lesson 05
#   make solutions DEVICE=cuda SCALE=full

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
# Which build of PyTorch is installed: cpu, or default, which is PyPI's and on Linux brings NVIDIA's libraries (6 GB instead
# of 2). Empty: the CPU build on Linux without an NVIDIA driver, and PyPI's elsewhere. TORCH_INDEX names another index.
TORCH ?=
TORCH_INDEX ?=
LESSONS ?=
DEVICE ?= auto
SCALE ?= small
WORKERS ?= 2
SECRETS ?= 50
# The audit tries a few wrong answers on the cells below them, others each day; a date always gives the same ones.
AUDIT_DAY ?=
PYTEST_ARGS ?=
# How many processes run the quick tests, one file at a time each. Many tests wait for kernels, so three suit two cores.
# 0 means pytest's own process, for a busy or a small machine.
TEST_WORKERS ?= 3
# Options for JupyterLab: make lab LAB_ARGS=--no-browser
LAB_ARGS ?=
# In a container you are root, and Jupyter wants to be told that this is intended.
override LAB_ARGS += $(if $(filter 0,$(shell id -u)),--allow-root)

BIN := .venv/bin
READY := .venv/.ready
# A student's environment is the smaller one. One that holds everything is good enough for a student, too.
STUDENT := .venv/.student
LAB_READY := $(or $(wildcard $(READY)),$(STUDENT))
# where `make lab` opens, and the address that it prints leads: the first notebook of that lesson, which may be typed 5, 05 or 05_kv
LESSON = $(or $(firstword $(LESSONS)),00)
notebooks_in = $(sort $(wildcard course/$(1)/*.ipynb))
FIRST = $(firstword $(or $(call notebooks_in,$(LESSON)_*),$(call notebooks_in,0$(LESSON)_*),$(call notebooks_in,$(LESSON)*)))

.PHONY: help lab doctor progress demo test test-attacks test-browser test-flows test-all check format author-lab release solutions laptop audit grade bench site constraints clean

help:  ## show this list
	@awk -F ':.*## ' '/^##@ / { printf "\n%s\n", substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' \
		$(firstword $(MAKEFILE_LIST))

$(READY): pyproject.toml constraints.txt scripts/bootstrap.sh
	@PYTHON='$(PYTHON)' TORCH='$(TORCH)' TORCH_INDEX='$(TORCH_INDEX)' bash scripts/bootstrap.sh everything
	@touch $@

$(STUDENT): pyproject.toml constraints.txt scripts/bootstrap.sh
	@PYTHON='$(PYTHON)' TORCH='$(TORCH)' TORCH_INDEX='$(TORCH_INDEX)' bash scripts/bootstrap.sh student
	@touch $@

##@ If you are taking the course

# A terminal in JupyterLab is no login shell, whose profile may set PATH anew and hide `autograder`.
lab: $(LAB_READY)  ## open JupyterLab at lesson 00, or at another lesson: make lab LESSONS=05
	@$(if $(FIRST),,echo "No lesson begins with $(LESSONS). The lessons are: $(notdir $(wildcard course/*))" >&2; exit 2;) \
	echo "Starting JupyterLab, which can take a minute the first time. If no browser opens, open the address that begins with"; \
	echo "http://localhost yourself. To stop JupyterLab, press Ctrl-C twice here."; \
	cd course && PATH="$(abspath $(BIN)):$$PATH" exec $(abspath $(BIN))/jupyter lab $(LAB_ARGS) --notebook-dir=. --LanguageServerManager.autodetect=False \
		--ServerApp.terminado_settings="{'shell_command': ['$${SHELL:-bash}']}" \
		--LabApp.default_url=/lab/tree/$(FIRST:course/%=%) $(FIRST:course/%=%)

doctor: $(LAB_READY)  ## check that everything the notebooks need is installed, and tell you what to type if it isn't
	@$(BIN)/autograder doctor --student

progress: $(LAB_READY)  ## show which exercises you have solved on this machine
	@$(BIN)/autograder progress

##@ If you teach it

demo: $(READY)  ## build, solve and grade one lesson for a made-up class
	@$(BIN)/autograder demo

grade: $(READY)  ## grade the submissions to one lesson: make grade LESSONS=00_welcome WORKERS=2
	@$(if $(LESSONS),,echo "Which lesson? For example: make grade LESSONS=00_welcome" >&2; exit 2;) \
	$(BIN)/autograder grade $(LESSONS) --workers $(WORKERS)

site: $(READY) .venv-site/.ready  ## build the course's web site in build/site/html
	@$(BIN)/python scripts/site.py build/site/pages
	@.venv-site/bin/jupyter-book build -q build/site/pages --path-output build/site >build/site/log.txt || { cat build/site/log.txt; exit 1; }
	@rm -rf build/site/html && mv build/site/_build/html build/site/html
	@echo "Open build/site/html/index.html"

.venv-site/.ready: docs/site/requirements.txt
	@'$(PYTHON)' -m venv .venv-site
	@.venv-site/bin/python -m pip install --quiet --disable-pip-version-check --requirement docs/site/requirements.txt
	@touch $@

##@ If you change it

define FORMAT_AND_LINT
	$(BIN)/ruff format --check --output-format concise .
	$(BIN)/ruff check --output-format concise .
endef

check: $(READY)  ## check format, lint and types
	$(FORMAT_AND_LINT)
	$(BIN)/pyright

format: $(READY)  ## format, and fix what lint can fix
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: $(READY)  ## run make check and the quick tests, or one lesson's tests: make test LESSONS=02
	$(if $(LESSONS),,$(FORMAT_AND_LINT))
	types=""; $(if $(LESSONS),,mkdir -p build; $(BIN)/pyright >build/pyright.txt & types=$$!;) failed=0; \
	$(BIN)/python -m pytest -q -n $(TEST_WORKERS) --dist loadfile --no-loadscope-reorder --ignore=tests/attacks \
		$(foreach lesson,$(LESSONS),$(or $(wildcard tests/lessons/$(lesson)*),tests/lessons/$(lesson))) $(PYTEST_ARGS) || failed=$$?; \
	if [ -n "$$types" ]; then wait "$$types" || failed=1; cat build/pyright.txt; fi; exit $$failed

test-attacks: $(READY)  ## grade hostile submissions, and test the sandbox as an ordinary user
	$(BIN)/python -m pytest -q -n $(TEST_WORKERS) --dist loadfile --no-loadscope-reorder tests/attacks $(PYTEST_ARGS)

test-browser: $(READY)  ## test JupyterLab in Chromium: sliders, panels, and the button that runs all cells
	$(BIN)/python -m pytest -q -m browser tests/browser/test_slider.py tests/browser/test_run_all.py tests/browser/test_panel.py \
		tests/browser/test_narrow.py $(PYTEST_ARGS)

test-flows: $(READY)  ## test what people see and do: JupyterLab in Chromium, a JupyterHub, rosters, the bundle, README's lines, Windows
	$(BIN)/python -m pytest -q --everything -n 2 --dist loadfile --no-loadscope-reorder \
		tests/release/test_bundle.py tests/browser tests/hub tests/grading/test_enrolled.py tests/grading/test_cluster.py \
		tests/grading/test_gradebooks.py tests/week tests/authoring/test_authors_guide.py tests/house/test_torchrun.py \
		tests/house/test_fresh_clone.py tests/house/test_other_systems.py $(PYTEST_ARGS)

test-all: check  ## run every test, including those that are slow or need a network or a browser
	$(BIN)/python -m pytest -q --everything $(PYTEST_ARGS)

author-lab: $(READY)  ## open JupyterLab with the solved notebooks; saving one writes its text
	@$(BIN)/python -m autograder.lesson.text source
	$(BIN)/jupyter lab $(LAB_ARGS)

release: $(READY)  ## build the notebooks in course/ from source/
	@$(BIN)/autograder release $(LESSONS)

solutions: $(READY)  ## run the reference notebooks: make solutions LESSONS=02 DEVICE=auto|cpu|cuda SCALE=small|full
	@$(BIN)/autograder solutions $(LESSONS) --device $(DEVICE) --scale $(SCALE)

laptop: $(READY)  ## write seconds and memory of every notebook, as make solutions recorded them, into docs/laptop.md
	@$(BIN)/python scripts/laptop.py

audit: $(READY)  ## test the checks of each exercise: make audit LESSONS=02 SECRETS=50
	@$(BIN)/autograder audit $(LESSONS) --secrets $(SECRETS) $(if $(AUDIT_DAY),--day $(AUDIT_DAY))

bench: $(READY)  ## compare with other tools, and write build/bench.json
	@$(BIN)/python -m benchmarks

constraints: $(READY)  ## write the exact versions in .venv to constraints.txt and environment.yml
	@$(BIN)/python scripts/pin.py

clean:  ## remove build/ and caches, but not .venv, submissions, grades or the tables in build/grades
	rm -rf .pytest_cache .ruff_cache .hypothesis
	if [ -d build ]; then find build -mindepth 1 -maxdepth 1 ! -name grades -exec rm -rf {} +; fi
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
