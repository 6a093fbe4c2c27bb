"""Limits: what a search may be told."""

import pytest

from kungen import reference
from kungen.deals import deal
from kungen.quoting import quoted
from kungen.solver import Solver, solve
from kungen.verdict import Limits

NO_COUNTS = ["5", [], 1.5, True, 0, -1, 2**63, 10**30, 10**5000, float("inf"), float("nan")]
NO_TIMES = ["5", [], True, 0, 0.0, -1, 10**400, float("inf"), float("-inf"), float("nan")]


@pytest.mark.parametrize("name", ["nodes", "bytes"])
@pytest.mark.parametrize("value", NO_COUNTS, ids=quoted)
def test_a_limit_that_is_no_number_of_things_is_refused(name: str, value: object) -> None:
    with pytest.raises(ValueError, match="it must be a whole number from 1 to 9") as error:
        Limits(**{name: value})  # type: ignore[arg-type]
    assert str(error.value).startswith(f"the limit of {name} is {quoted(value)};")


@pytest.mark.parametrize("value", NO_TIMES, ids=quoted)
def test_a_limit_that_is_no_time_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="it must be a finite number above 0") as error:
        Limits(seconds=value)  # type: ignore[arg-type]
    assert str(error.value).startswith(f"the limit of seconds is {quoted(value)};")


@pytest.mark.parametrize(
    "limits",
    [
        Limits(nodes=2**63 - 1),
        Limits(bytes=2**63 - 1),
        Limits(seconds=1e308),
        Limits(seconds=10**300),
        Limits(bytes=None),
    ],
)
def test_the_largest_limits_are_taken(limits: Limits) -> None:
    assert solve(deal(617), limits).line


@pytest.mark.parametrize("nodes", NO_COUNTS, ids=quoted)
def test_a_step_of_no_number_of_layouts_is_refused(nodes: int) -> None:
    solver = Solver(deal(617))
    with pytest.raises(ValueError, match="it must be a whole number from 1 to 9") as error:
        solver.step(nodes)
    assert str(error.value).startswith(f"the number of layouts is {quoted(nodes)};")
    assert solver.progress.nodes == 0


def test_the_largest_step_is_the_whole_search() -> None:
    solver = Solver(deal(617))
    solver.step(2**63 - 1)
    assert solver.result is not None


@pytest.mark.parametrize("search", [solve, reference.solve, Solver])
def test_a_search_starts_from_a_layout(search: object) -> None:
    with pytest.raises(TypeError, match="a search starts from a Layout, not from 617"):
        search(617)  # type: ignore[operator]
