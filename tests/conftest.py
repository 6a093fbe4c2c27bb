"""Settings of all tests."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# A slow machine is no fault of the code.
settings.register_profile("kungen", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kungen")


@pytest.fixture(scope="session", autouse=True)
def _no_data_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let what the tests serve lie elsewhere than what the user does."""
    before = {name: os.environ.pop(name) for name in [*os.environ] if name.startswith("KUNGEN_")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield
    os.environ.update(before)
