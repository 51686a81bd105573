# The only commands anyone needs. Each installs what it lacks (tools/setup.sh).

PYTHON ?= python3
HOST = 127.0.0.1
PORT = 8000

export PYTHON

.PHONY: help run test lint bench

help:
	@echo 'make run [HOST=127.0.0.1] [PORT=8000]  start the scorekeeper, and say where'
	@echo 'make test                              lint, then every test, as CI does'
	@echo 'make lint                              style, types, imports and templates'
	@echo 'make bench                             measure its speed'
	@echo
	@echo 'Python 3.11 or newer is looked for as $(PYTHON); name another with PYTHON=...'

run:
	@bash tools/setup.sh run
	@.venv/bin/scorekeeper serve --host '$(HOST)' --port '$(PORT)'

# Two runs of pytest: coverage is measured without a browser's slowness, and
# the browser tests stay out of the way of everybody who has no Chromium yet.
test:
	@bash tools/setup.sh dev browser
	@$(MAKE) --no-print-directory lint
	.venv/bin/pytest -n auto --ignore=tests/ui --cov
	.venv/bin/pytest -n auto tests/ui --screenshot=only-on-failure

lint:
	@bash tools/setup.sh dev
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo
	.venv/bin/djlint templates --check --lint

bench:
	@bash tools/setup.sh dev
	.venv/bin/python -m bench
