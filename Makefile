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

# Three runs of pytest: coverage is of rules and scorebook, by their own tests (it
# would make the pages' tests take twice as long), and the browser tests stay out of
# the way of everybody who has no Chromium yet.
test:
	@bash tools/setup.sh dev browser
	@$(MAKE) --no-print-directory lint
	@.venv/bin/python -m compileall -q scorekeeper # the program is started hundreds of times
	.venv/bin/pytest -n auto tests/rules tests/scorebook --cov
	.venv/bin/pytest -n auto --ignore=tests/rules --ignore=tests/scorebook --ignore=tests/ui
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
