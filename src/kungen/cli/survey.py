"""Surveys: which deals are searched, how far, and what a file says of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final, TypeAlias, TypeGuard

from kungen import Limits, Rules, Verdict
from kungen.cli.errors import Failure
from kungen.cli.files import label
from kungen.game_file import known_key, rules_file
from kungen.quoting import quoted_json

if TYPE_CHECKING:
    from kungen.bulk import DealResult

FORMAT: Final = 1
KIND: Final = "survey"
FIELDS: Final[Mapping[str, type]] = {
    "game": str,
    "deal": int,
    "verdict": str,
    "reason": str,
    "moves": int,
    "nodes": int,
    "states": int,
    "bytes": int,
    "replayed": str,
}
"""What a record says of a deal."""
COUNTS: Final = ("moves", "nodes", "states", "bytes")
MOST: Final = 2**63 - 1
SAYING: Final = ("reason", "replayed")
SAID: Final = {
    Verdict.SOLVED.value: (False, True),
    Verdict.UNSOLVABLE.value: (False, False),
    Verdict.UNDECIDED.value: (True, False),
}
"""Which of these a record of each verdict says something in."""

Record: TypeAlias = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Survey:
    """A search of all deals of a range, the last one among them, with limits for each."""

    rules: Rules
    first: int
    last: int
    limits: Limits

    @property
    def deals(self) -> int:
        """How many there are."""
        return self.last - self.first + 1

    def heading(self) -> str:
        """What made a file of this survey, as JSON on one line."""
        facts: dict[str, object] = {
            "format": FORMAT,
            "kungen": KIND,
            "version": _version(),
            "game": self.rules.key,
            "first": self.first,
            "last": self.last,
            "nodes": self.limits.nodes,
            "bytes": self.limits.bytes,
        }
        if known_key(self.rules) is None:
            facts["rules"] = rules_file(self.rules)
        return json.dumps(facts)

    def record(self, result: "DealResult") -> Record:
        """What is kept of a deal."""
        return {"game": self.rules.key, **result.facts()}

    def is_record(self, found: object, number: int) -> TypeGuard[Record]:
        """Whether a value that was read is the record of a deal."""
        return (
            isinstance(found, dict)
            and {name: type(value) for name, value in found.items()} == FIELDS
            and (found["game"], found["deal"]) == (self.rules.key, number)
            and number <= self.last
            and all(0 <= found[name] <= MOST for name in COUNTS)
            and tuple(bool(found[name]) for name in SAYING) == SAID.get(found["verdict"])
        )

    def check_heading(self, name: str, text: bytes) -> None:
        """Raise `Failure` where the heading of a file is not that of this survey."""
        found = read_json(text)
        if not isinstance(found, dict) or found.get("kungen") != KIND:
            raise Failure(f"{label(name)}: this is no survey; another file is needed")
        wanted = json.loads(self.heading())
        for key in {**wanted, **found}:
            there, asked = found.get(key), wanted.get(key)
            if there != asked:
                told = f"in it is {quoted_json(there)}, not {quoted_json(asked)}"
                if quoted_json(there) == quoted_json(asked):
                    told = "is not the same"  # where both are too long to be told
                raise Failure(
                    f"{label(name)}: this is another survey: {quoted_json(key)} {told};"
                    " another file is needed"
                )


def read_json(text: bytes) -> object:
    """Read a line of JSON, None when it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _version() -> str:
    """The version of the program, `unknown` in a source tree that is not installed."""
    try:
        return version("kungen")
    except PackageNotFoundError:
        return "unknown"
