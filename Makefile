# Set up, run and test Hob on a machine with make and Python 3.11 or newer.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
RUNS := $(VENV)/.runs

.DELETE_ON_ERROR:  # otherwise the next run would use an environment that lacks pip, as without Debian's python3-venv

.PHONY: play test test-all compiled quick quick-tests run bench lint format screenshots pins lock clean

play: $(RUNS)             ## Hob in the browser, no Discord account needed
	$(BIN)/python -m playground

unexport PYTHONDONTWRITEBYTECODE  # tests start Hob many times, so keep the bytecode

PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

test: $(READY)            ## lint, types, and the tests without the mark slow, which need only Python
	@$(MAKE) --no-print-directory -j2 lint compiled
	$(PYTEST) -m "not slow"

test-all: export CI = true
test-all: ORDER := $(or $(ORDER),$(shell printf %d 0x0$$(git -c safe.directory='*' rev-parse --short=7 HEAD 2>/dev/null)))
test-all: $(READY)        ## all tests, shuffled by the commit, with coverage; needs Chromium and PostgreSQL; ORDER=… repeats an order
	@$(MAKE) --no-print-directory -j2 lint compiled
	$(PYTEST) -p randomly --randomly-seed=$(ORDER) --cov --cov-report= --durations=15 --durations-min=10
	$(BIN)/coverage report --include="engine/*" --fail-under=100
	for package in db bot cogs playground; do \
		$(BIN)/coverage report --include="$$package/*" --fail-under=90 || exit 1; done

compiled: $(READY)        # compile once instead of in each pytest worker; errors show when the tests run
	-@$(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1

quick: $(READY)           ## lint, types, and the tests of rules and tables, for use while working
	@$(MAKE) --no-print-directory -j2 lint quick-tests

RULES := tests/engine tests/bot/tables
quick-tests: $(READY)
	$(PYTEST) -m "not slow" $(wildcard $(RULES))

run: $(RUNS)              ## Hob on Discord; the token comes from HOB_TOKEN or .env
	$(BIN)/python -m bot run

bench: $(READY)           ## measure Hob's speed
	$(BIN)/python -m benchmarks

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

screenshots: $(READY)     ## retake the pictures in docs/screenshots/
	$(BIN)/python -m playground.screenshots

LOCK := uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

pins:                     ## pins.txt: the pinned versions without hashes, as pipx takes them
	@sed -n 's/^\([a-z].*==[^ ;]*\).*/\1/p' constraints-runtime.txt > pins.txt

lock:                     ## update the pinned versions from pyproject.toml (needs uv)
	$(LOCK) --extra dev pyproject.toml -o constraints.txt
	$(LOCK) --extra postgres -c constraints.txt pyproject.toml -o constraints-runtime.txt
	@sed -i 's/^coverage==/coverage[toml]==/' constraints.txt  # pip before 23.3 overlooks the pin of a package without its extra

PIP := PIP_ROOT_USER_ACTION=ignore $(BIN)/python -m pip install --disable-pip-version-check
UV := uv pip install --python $(BIN)/python
INSTALL = if command -v uv >/dev/null; then $(UV) $(1); else $(PIP) $(1); fi
PINNED = @echo "2 of 3: $$(grep -c == $(1)) packages, as pinned in $(1) (a minute or two with pip, seconds with uv)"; \
	$(call INSTALL,--require-hashes -r $(1))

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Hob needs Python 3.11 or newer, as in: make PYTHON=python3.12"; exit 1; }
	@echo "Hob is set up in $(VENV), once:"
	@echo "1 of 3: an environment with $$($(PYTHON) --version)"
	@if command -v uv >/dev/null; then uv venv --quiet --allow-existing --python $(PYTHON) $(VENV); \
		else $(PYTHON) -m venv $(VENV); fi

$(RUNS): constraints-runtime.txt | $(VENV)/pyvenv.cfg  # only what running needs
	$(call PINNED,constraints-runtime.txt)
	@echo "3 of 3: Hob itself runs from this folder"
	@touch $@

$(READY): pyproject.toml constraints.txt | $(VENV)/pyvenv.cfg  # also what development needs
	$(call PINNED,constraints.txt)
	@echo "3 of 3: Hob itself"
	@$(call INSTALL,--no-deps --no-build-isolation -e .)
	@touch $@ $(RUNS)
	@echo "Ready."

clean:
	rm -rf .venv .venv-3.14 .mypy_cache .ruff_cache .pytest_cache .coverage htmlcov
