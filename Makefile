# Tablier. `make play` plays, `make test` checks everything, `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_TO_TEST := $(VENV)/.ready-to-test
BROWSERS := chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Bytecode is kept, whatever the environment says: tests start hundreds of processes, and each would parse all it imports.
unexport PYTHONDONTWRITEBYTECODE
# uv is several times as fast as pip, and used where it is there.
UV := $(shell command -v uv 2>/dev/null)
NEW_VENV := $(if $(UV),uv venv -q --allow-existing --python $(PYTHON) $(VENV),$(PYTHON) -m venv $(VENV))
INSTALL := $(if $(UV),VIRTUAL_ENV=$(VENV) uv pip install -q,$(BIN)/pip install -q --no-compile)
# Two more than there are cores on a small machine, since tests of pages and servers often wait.
WORKERS := 4
UNITS := tests/contract tests/games tests/playthroughs tests/reference/test_reference.py tests/reference/test_knowledge.py \
	tests/house/test_house.py tests/house/test_plan.py tests/house/test_folders.py tests/house/test_rooms.py \
	tests/house/test_cycles.py tests/house/test_records.py tests/house/test_boards.py \
	tests/house/test_match.py tests/house/test_saved.py tests/house/test_words.py \
	tests/server/test_authority.py tests/server/test_leaks.py tests/server/test_messages.py \
	tests/server/test_sealing.py tests/server/test_sight.py tests/server/test_talk.py --ignore-glob=*_bots.py
# All extras but cuda, whose libraries take 500 MB and are of no use without a GPU.
TESTED := server terminal pictures cluster postgres public pettingzoo gymnasium openspiel test
COMPILE_LOCK := uv pip compile -q --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links pyproject.toml

.PHONY: help play setup setup-test check units test test-slow collect browser screenshots lint types types-browser postgres kernels bench bench-server bench-cluster reports declarations contract playthroughs lock clean

help:  ## list what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: setup  ## set up what is needed to play, start the server and open the shelf in the browser
	@echo "Starting the server, which opens the shelf in the browser. Every box can be opened at once; the first time, the rules"
	@echo "of all games are compiled meanwhile, half a minute on two cores, the box that you open first. Ctrl+C stops it."
	@$(BIN)/tablier

setup: $(READY)  ## set up what is needed to play, in .venv

setup-test: $(READY_TO_TEST)  ## set up what is needed to test, in .venv

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Tablier needs Python 3.11 or later; $(PYTHON) is older. Try: make PYTHON=python3.11"; exit 1; }
	@echo "Setting up what Tablier needs in $(VENV), once; nothing is installed anywhere else."
	@echo "1 of 3: an environment of its own, some seconds ..."
	@$(NEW_VENV) || { $(if $(UV),,echo "Python's venv module is missing; on Debian: apt-get install python3-venv";) exit 1; }
	@echo "2 of 3: fetching and unpacking 32 packages, most of it numpy and the compiler numba (90 MB, on disk 320 MB):"
	@echo "        about 20 seconds, and longer where the network is slow ..."
	@$(INSTALL) --require-hashes -r requirements.lock
	@echo "3 of 3: Tablier itself, some seconds ..."
	@$(INSTALL) --no-deps -e .
	@touch $(READY)

$(READY_TO_TEST): $(READY) requirements-test.lock
	@echo "Adding what the tests need, about 20 seconds: type checker, test runner, and a browser's driver (on disk 490 MB) ..."
	@$(INSTALL) --require-hashes -r requirements-test.lock
	@touch $(READY_TO_TEST)

check: setup-test lint  ## for daily work, in a minute: lint, types, and tests of units and of the smallest variants
	@$(MAKE) --no-print-directory --jobs=2 types units

units: setup-test
	$(BIN)/pytest -n 2 --dist worksteal --smallest $(UNITS)

test: setup-test lint browser postgres  ## lint, types and all tests; what fails among many is tried once more by itself
	@$(MAKE) --no-print-directory --jobs=2 kernels types collect
	$(BIN)/pytest -n $(WORKERS) --dist worksteal || { test $$? -eq 1 && echo "Once more, one after the other, what failed:" \
		&& $(BIN)/pytest --last-failed --last-failed-no-failures none; }
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 -m 'bounds and not slow' tests/contract

test-slow: setup-test postgres kernels  ## the tests that take long: whole series of games, kills, fuzzed input
	$(BIN)/pytest -m slow

kernels: setup
	@echo "Compiling the rules of all games, once for all processes ..."
	@$(BIN)/python -c 'from tablier.core.registry import keys; print(*keys(), sep="\n")' | xargs -P 2 -I GAME \
		$(BIN)/python -c 'from tablier.bots.rehearsal import rehearse; rehearse("GAME")'

browser:  ## install Chromium for the browser tests where there is none
	@for name in $(BROWSERS); do command -v $$name >/dev/null 2>&1 && exit 0; done; \
	echo "Installing Chromium for the browser tests ..."; \
	as_root=$$(test "$$(id -u)" = 0 || echo sudo); \
	install() { $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$1; }; \
	{ $$as_root apt-get update -qq && { install chromium-headless-shell 2>/dev/null || install chromium; }; } \
		>/dev/null || { echo "Chromium could not be installed, and the browser tests need it." \
		"Please install the package chromium yourself, then run make test again."; exit 1; }

postgres:  ## install PostgreSQL and nginx for the tests of several servers, where they are not there
	@wanted=$$( { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1 || printf 'postgresql '; \
	{ command -v nginx || ls /usr/sbin/nginx; } >/dev/null 2>&1 || printf nginx); \
	test -z "$$wanted" && exit 0; \
	echo "Installing $$wanted for the tests of several servers ..."; \
	as_root=$$(test "$$(id -u)" = 0 || echo sudo); \
	{ $$as_root apt-get update -qq && $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$wanted; } \
		>/dev/null || echo "Not all of it could be installed: the tests that need it will be skipped."

screenshots: setup-test browser  ## take pictures of all pages and games into docs/pictures
	$(BIN)/python -m tests.browser.screenshots

lint: setup-test
	$(BIN)/ruff check src tests docs
	$(BIN)/ruff format --check src tests docs

collect: setup-test
	@echo "Reading all tests, once for all processes ..."
	@$(BIN)/pytest --collect-only -qq > $(VENV)/collected 2>&1 || { cat $(VENV)/collected; exit 1; }

types: setup-test
	$(BIN)/mypy
	@if command -v npm >/dev/null 2>&1; then $(MAKE) --no-print-directory types-browser; \
	else echo "The types of the browser's modules were not checked: there is no npm here (Debian: apt-get install npm)."; fi

types-browser: node_modules/.package-lock.json
	node_modules/.bin/tsc

node_modules/.package-lock.json: package-lock.json
	npm ci --silent --no-audit --no-fund

bench: setup  ## measure the speed of random play, of one game and of many at once, and write docs/benchmarks*.md
	$(BIN)/tablier bench --write docs/benchmarks.md
	$(BIN)/python -m tablier.lab.bench_batch --write docs/benchmarks-batch.md

bench-server: setup-test browser  ## measure the server with many tables, and its pages, and write docs/benchmarks-server.md
	$(BIN)/python -m tablier.lab.bench_server --write docs/benchmarks-server.md
	$(BIN)/python -m tests.browser.measure | tee -a docs/benchmarks-server.md
	$(BIN)/python -m tablier.lab.bench_start | tee -a docs/benchmarks-server.md

bench-cluster: setup-test postgres  ## measure several processes on PostgreSQL, beside boardgame.io, and write docs/benchmarks-cluster.md
	$(BIN)/python -m tablier.lab.bench_cluster --write docs/benchmarks-cluster.md

reports: setup  ## let bots play all games and write docs/reports, within 20 minutes on one core
	$(BIN)/python -m tablier.lab.publish

declarations: setup  ## write what follows from server/declaration: docs/openapi.json and the types of the browser's modules
	$(BIN)/python -m tablier.server.describe docs/openapi.json src/tablier/web/declared.d.ts

contract: setup  ## write docs/contract.md, the reference of the contract and of the kit, and docs/observations.md anew
	$(BIN)/python -m tablier.authors.reference docs/contract.md
	$(BIN)/python -m tablier.authors.planes docs/observations.md

playthroughs: setup  ## record whole games, perft tables and pictures anew, to be reviewed as a diff
	$(BIN)/python -m tests.playthroughs.record

lock:  ## choose the versions of all dependencies anew: those that run Tablier, a server for strangers, and those that test it
	$(COMPILE_LOCK) --extra server --extra terminal --extra pictures -o requirements.lock
	$(COMPILE_LOCK) --extra server --extra postgres --extra public -c requirements.lock -o requirements-public.lock
	$(COMPILE_LOCK) $(TESTED:%=--extra %) -c requirements.lock -c requirements-public.lock -o requirements-test.lock

clean:  ## remove the environment and all caches
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist src/*.egg-info
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
