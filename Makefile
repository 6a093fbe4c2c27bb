# `make play` puts the table up at an address of yours; `make test` runs every test there is.
# Both need Python 3.11 or newer and a C++20 compiler; the rest they install into .venv.

PYTHON ?= python3
PORT ?= 8617
BIN := .venv/bin
# What the system lacks of CMake, Ninja and Node lies there.
export PATH := $(CURDIR)/$(BIN):$(PATH)

CPP := $(wildcard $(foreach dir,core core/* core/search/* bindings,$(dir)/*.cpp $(dir)/*.hpp))
NATIVE := CMakeLists.txt pyproject.toml tools/install.py tools/build_backend.py $(CPP) \
  $(wildcard core/search/*/weights/*.inc)

.PHONY: play test dev bench tune tune-short catalogue clean

play: .venv/play.stamp
	$(BIN)/python tools/build_web.py
	$(BIN)/kungen serve --port $(PORT) --next-free

test: .venv/test.stamp
	$(BIN)/python tools/chromium.py
	$(BIN)/python tools/webkit.py
	$(BIN)/python tools/postgresql.py
	$(BIN)/python tools/build_web.py
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pyright
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	npm --prefix web run check
	npm --prefix web run lint
	npm --prefix web run test
	$(BIN)/pytest -n 2 --dist loadfile

dev: .venv/test.stamp
	$(BIN)/python tools/dev.py --port $(PORT)

bench: .venv/test.stamp
	$(BIN)/python bench/law.py
	$(BIN)/python bench/perft.py
	$(BIN)/python bench/solver.py
	$(BIN)/python bench/short.py
	$(BIN)/python tools/chromium.py
	$(BIN)/python tools/build_web.py
	PYTHONPATH=.:tools $(BIN)/python bench/page.py
	PYTHONPATH=. $(BIN)/python bench/service.py --plays 20000

# Takes half an hour; the weights are part of the sources.
tune: .venv/test.stamp
	$(BIN)/python tools/tune.py

# Takes some minutes, for the search for short lines.
tune-short: .venv/test.stamp
	$(BIN)/python tools/tune_short.py

# Takes an hour or two; stopped, it goes on from where it was.
catalogue: .venv/test.stamp
	$(BIN)/python tools/make_catalogue.py
	$(BIN)/python tools/make_par.py

clean:
	rm -rf build dist src/kungen/web web/node_modules .venv
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests tools bench -name __pycache__ -prune -exec rm -rf {} +

.venv/play.stamp: $(NATIVE)
	$(PYTHON) tools/install.py .venv
	touch $@

.venv/test.stamp: $(NATIVE)
	$(PYTHON) tools/install.py .venv dev bench
	touch .venv/play.stamp $@
