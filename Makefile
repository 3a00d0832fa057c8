# Guandan Eye. On a fresh Debian or Ubuntu: `make run` or `make test`; everything else follows by itself.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
DEALS := $(shell seq 1001 1020)

.PHONY: setup run test lint check screenshots bench soak data train eval eval-deals demo-video clean
.DELETE_ON_ERROR:

setup: $(VENV)/.ready

run: setup
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then $(BIN)/guandan-eye; \
	else $(BIN)/guandan-eye demo --headless --speed max; fi

# Files side by side, one a core, the long ones (a whole match by camera) first.
test: $(VENV)/.ready-dev
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/mypy

check: test lint

screenshots: $(VENV)/.ready-dev
	$(BIN)/python -m tests.gui.gallery build/screenshots

bench: $(VENV)/.ready-dev
	$(BIN)/python -m tests.bench.bench_engine
	$(BIN)/python -m tests.bench.bench_fold
	$(BIN)/python -m tests.bench.bench_window

# Two minutes; `make soak LENGTH=medium` twenty, `LENGTH=long` eight hours.
LENGTH ?= short
soak: $(VENV)/.ready-dev
	$(BIN)/python -m tests.soak.soak --length $(LENGTH)

data: setup
	$(BIN)/python -m datasets.build

# Each step goes on where it stopped; all settings stand in datasets/train.toml.
train: $(VENV)/.ready-train data
	$(BIN)/python -m datasets.train detector
	$(BIN)/python -m datasets.export detector
	$(BIN)/python -m datasets.train reader
	$(BIN)/python -m datasets.export reader

eval: setup
	$(BIN)/python -m datasets.evaluate

# Twenty simulated deals on tables that training has not seen: filmed once (about an hour), then read.
eval-deals: setup
	$(BIN)/python -m datasets.deals $(DEALS) --out datasets/out
	$(BIN)/python -m datasets.evaluate_videos $(DEALS:%=datasets/out/deal-%.mp4) --json datasets/out/deals.json

demo-video: setup
	$(BIN)/python -m datasets.demo

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .ruff_cache .mypy_cache

# Stamps: a second call has nothing to do until pyproject.toml changes.
$(VENV)/bin/python:
	@sh .ci/system-libraries.sh
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Guandan Eye needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)." \
	       "Install a newer one (Debian 12 and Ubuntu 24.04 bring it) and run: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 3; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) has no venv module. Run: apt-get install $(notdir $(PYTHON))-venv (as root, or with sudo)" >&2; exit 3; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	@sh .ci/system-libraries.sh
	@echo "Installing what the program needs into $(VENV): some 250 MB, a few minutes the first time."
	$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/.ready-dev: pyproject.toml | $(VENV)/.ready
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@

$(VENV)/.ready-train: pyproject.toml | $(VENV)/.ready
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[train]'
	@touch $@
