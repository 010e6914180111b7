# Everything Hob needs on a fresh machine with Python 3.11 or newer and make.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: play test run bench lint format screenshots lock clean

play: $(READY)            ## Hob in the browser, no Discord account needed
	$(BIN)/python -m playground

test: $(READY) lint       ## everything that is checked
	$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=term
	$(BIN)/python -m tests.coverage_floor

run: $(READY)             ## Hob on Discord; the token comes from HOB_TOKEN or .env
	$(BIN)/python -m bot run

bench: $(READY)           ## the speed table
	$(BIN)/python -m benchmarks

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

screenshots: $(READY)     ## the pictures of README.md and docs/
	$(BIN)/python -m playground.screenshots

LOCK := uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
lock:                     ## write the pinned versions anew from pyproject.toml (needs uv)
	$(LOCK) --extra dev pyproject.toml -o constraints.txt
	$(LOCK) -c constraints.txt pyproject.toml -o constraints-runtime.txt

$(READY): pyproject.toml constraints.txt
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --allow-existing --python $(PYTHON) .venv && \
		uv pip install --quiet --python $(BIN)/python --require-hashes -r constraints.txt && \
		uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e . ; \
	else \
		$(PYTHON) -m venv .venv && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . ; \
	fi
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .coverage htmlcov
