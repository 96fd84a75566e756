# Needs make and Python >= 3.11; everything else goes into .venv. Type `make` for the list of targets.

PYTHON          ?= python3
SYSTEM_PACKAGES := python3-venv
TEST_PACKAGES   := chromium-headless-shell fonts-liberation postgresql
TYPESCRIPT      := typescript@5

VENV  := .venv
PY    := $(VENV)/bin/python
HERE  := $(shell pwd | cksum | cut -d' ' -f1)# a tree that was moved or copied installs itself again
DEV   := $(VENV)/dev-$(HERE).stamp
GAME  := $(VENV)/game-$(HERE).stamp
PIP   := $(PY) -m pip install --quiet --disable-pip-version-check
CODE  := src tests tools examples
REF   ?= HEAD

# How to see that a system package is there (where unsaid, dpkg knows).
have.python3-venv = $(PYTHON) -c 'import ensurepip, venv'
have.chromium-headless-shell = command -v chromium-headless-shell
have.postgresql   = command -v initdb || ls /usr/lib/postgresql/*/bin/initdb
missing = $(strip $(foreach p,$(SYSTEM_PACKAGES),\
	$(shell { $(or $(have.$(p)),dpkg -s $(p)); } >/dev/null 2>&1 || echo $(p))))

export PYTHONDONTWRITEBYTECODE :=# the tests start many processes: modules are compiled once, not in each

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play quick test same soak bench fast slow fasttest lint types format system clean .venv

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' Makefile | while IFS='	' read -r target text; do \
		printf '  make %-8s %s\n' "$$target" "$$text"; done

play: $(GAME) ## play in the browser
	@$(VENV)/bin/grognard serve

quick: lint types ## lint, types and the quick suites: under 3 minutes
	$(PY) -m pytest -q -n 2 --dist worksteal -m 'not slow' $(addprefix tests/,core kit titles maps draw tools playthroughs)

test: lint ## lint, types and all tests, each suite within its budget
	$(PY) -m tools.suites

same: $(DEV) ## play the same games as another revision: make same REF=HEAD
	$(PY) -m tools.same --jobs 2 --against $(REF)

soak: $(DEV) ## the long figures: hundreds of games, every rule disabled once
	$(PY) -m tools.soak

bench: $(DEV) ## clicks, actions and games per second, beside other libraries
	$(VENV)/bin/grognard bench

fast: $(GAME) ## compile the hottest functions with a C compiler, if you have one
	$(PY) -m tools.native

slow: $(GAME) ## remove what `make fast` has compiled
	$(PY) -m tools.native --remove

fasttest: $(DEV) ## prove that the compiled functions play the same games
	$(PY) -m tools.native --test

lint: $(DEV) ## ruff, and the rules on who may import whom
	$(PY) -m ruff check $(CODE)
	$(PY) -m ruff format --check $(CODE)
	$(VENV)/bin/lint-imports --no-cache

types: $(DEV) ## mypy --strict
	$(PY) -m mypy

format: $(DEV) ## put imports and layout in order
	$(PY) -m ruff check --fix-only $(CODE)
	$(PY) -m ruff format $(CODE)

system: ## install what is missing of the system packages (as root)
	@missing='$(missing)'; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$missing; \
	else \
		printf 'Missing: %s. Please type:\n  sudo apt-get install %s\n' "$$missing" "$$missing" >&2; exit 1; \
	fi

clean: ## remove the virtual environment and everything generated
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
	find src -name '*.so' -exec rm -f {} +

.venv: $(DEV)

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Grognard needs Python 3.11 or newer; name one: make PYTHON=python3.13 ...' >&2; exit 1; }
	@$(MAKE) --no-print-directory system
	@echo 'Creating $(VENV) ...'
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

$(GAME): pyproject.toml $(PY)
	@echo 'Installing Grognard into $(VENV) ...'
	@$(PIP) --editable .
	@touch $@

$(DEV): pyproject.toml $(PY)
	@echo 'Installing Grognard and its development tools into $(VENV) ...'
	@$(MAKE) --no-print-directory system SYSTEM_PACKAGES='$(TEST_PACKAGES)'
	@$(PIP) --editable '.[dev]'
	@PATH="$(CURDIR)/$(VENV)/bin:$$PATH" npm install --silent --no-fund --no-audit --prefix $(VENV)/node $(TYPESCRIPT)
	@touch $(GAME) $@
