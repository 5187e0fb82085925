# Everything below makes .venv and installs into it by itself; it needs Python 3.11 or newer and make.
# Another Python: make play PYTHON=python3.12

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BENCH := build/bench
SECONDS ?= 60
PIP := -m pip --disable-pip-version-check install -qq

.DEFAULT_GOAL := help
.PHONY: help play test soak fuzz demo lint bench clean

help:
	@echo "make play    open Serai"
	@echo "make test    run all tests"
	@echo "make soak    simulated nights full of crashes, and real hosts that are killed, for SECONDS=60"
	@echo "make fuzz    some minutes of frames, messages and requests that nobody would send"
	@echo "make demo    a host and three guests play a whole game over this machine's loopback"
	@echo "make lint    formatting, lint, types, and who may import whom"
	@echo "make bench   how quick a table is, and the rules beside python-chess (installed under build/ for that)"
	@echo "make clean   remove what these made"

play: $(READY)
	@$(BIN)/serai

test: $(READY)
	@$(BIN)/python -m pytest

soak: $(READY)
	@$(BIN)/python -m tests.nights --seconds $$(($(SECONDS) * 2 / 3))
	@$(BIN)/python -m tests.e2e.killing --seconds $$(($(SECONDS) / 3))

fuzz: $(READY)
	@SERAI_FUZZ=20 $(BIN)/python -m pytest tests/net/test_fuzz.py tests/net/test_wire.py tests/net/test_messages.py tests/core/test_engine_fuzz.py

demo: $(READY)
	@$(BIN)/python examples/demo.py

lint: $(READY)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(READY) $(BENCH)/.ready
	@$(BENCH)/bin/python benchmarks/engine.py
	@$(BIN)/python benchmarks/table.py
	@$(BIN)/python benchmarks/surviving.py

clean:
	@rm -rf $(VENV) build dist *.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
	@find core net tui tests examples benchmarks -name __pycache__ -prune -exec rm -rf {} +

define make-venv
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Serai needs Python 3.11 or newer, and '$(PYTHON)' is not that. Name one: make PYTHON=python3.12" >&2; exit 1; }
	@$(1)/bin/python -m pip --version >/dev/null 2>&1 || { echo "Making $(1) ..."; $(PYTHON) -m venv --clear $(1); } || { \
		echo "No virtual environment could be made; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
endef

$(READY): pyproject.toml requirements-dev.txt
	$(call make-venv,$(VENV))
	@echo "Installing into $(VENV) ..."
	@$(BIN)/python $(PIP) -r requirements-dev.txt
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(BENCH)/.ready: pyproject.toml benchmarks/requirements.txt
	$(call make-venv,$(BENCH))
	@echo "Installing into $(BENCH) ..."
	@$(BENCH)/bin/python $(PIP) -r benchmarks/requirements.txt -e .
	@touch $@
