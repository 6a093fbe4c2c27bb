"""The builds of the core that are held to the law."""

from collections.abc import Iterator

import pytest

from tests.differential.engines import Engine, Native, Wasm


@pytest.fixture(scope="module", params=[Native, Wasm], ids=["native", "wasm"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    built: Engine = request.param()
    yield built
    if isinstance(built, Wasm):
        built.close()


@pytest.fixture(scope="module")
def wasm() -> Iterator[Wasm]:
    built = Wasm()
    yield built
    built.close()
