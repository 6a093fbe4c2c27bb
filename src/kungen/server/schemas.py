"""What the API reads and writes, as JSON."""

from datetime import date
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from kungen.deals import LAST_DEAL
from kungen.game_file import GAMES
from kungen.server.measure import HIGHEST_HELP, Reason

MOST_SECONDS = 3_600_000
LONGEST_LINE = 11_000
"""Characters of base64url: more than 2000 moves, each a step of its own, take."""

Game = Annotated[
    str,
    Meta(
        max_length=100,
        description="The key of a game, with the options that are not its own values.",
        examples=["freecell", "klondike:draw=3"],
        # Told and not checked: what is no key is refused with a better sentence.
        extra_json_schema={"pattern": f"^({'|'.join(GAMES)})(:[a-z0-9=,-]+)?$"},
    ),
]
Deal = Annotated[int, Meta(ge=1, le=LAST_DEAL, description="The number of a deal.")]
Counted = Literal["completed", "with_help"]
Count = Annotated[int, Meta(ge=0)]


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """The first move on a freshly dealt deal."""

    uuid: Annotated[UUID, Meta(description="Of this play, made by the client.")]
    installation: Annotated[UUID, Meta(description="Of the client; only a hash of it is kept.")]
    game: Game
    deal: Deal
    measure: Annotated[int, Meta(ge=1, le=999, description="The version that the client knows.")]
    daily: Annotated[
        date | None,
        Meta(description="The player's date, where the deal is that of the day."),
    ] = None


class Started(Struct, frozen=True):
    """What became of a start."""

    uuid: UUID
    qualified: bool
    reason: Annotated[
        Reason | None,
        Meta(
            description="Why it is not qualified: options, another version, or this installation "
            "has started the deal before."
        ),
    ]


class Win(Struct, frozen=True, forbid_unknown_fields=True):
    """The line that won a play."""

    steps: Annotated[
        str,
        Meta(
            max_length=LONGEST_LINE,
            pattern="^[A-Za-z0-9_-]*$",
            description="The history record, in base64url without padding: for each step the "
            "number of its moves, then source, target and number of cards of each. Moves after "
            "the first of a step are automatic.",
        ),
    ]
    help: Annotated[
        int, Meta(ge=0, le=HIGHEST_HELP, description="The highest level of the coach used.")
    ]
    seconds: Annotated[int, Meta(ge=0, le=MOST_SECONDS, description="The time of play.")]


class Verified(Struct, frozen=True):
    """What the rules say of a win, and as what it was counted."""

    uuid: UUID
    moves: Count
    counted: Annotated[
        Counted | None,
        Meta(description="None where the start was not qualified."),
    ]


class Range(Struct, frozen=True):
    """What complete searches have found about a range of deals."""

    first: int
    last: int
    winnable: Count
    lost: Count
    undecided: Count
    solver: Annotated[str, Meta(description="The solver's signature.")]


class GameResults(Struct, frozen=True):
    """How the players of a game fare."""

    starts: Count
    completed: Count
    with_help: Count
    share: Annotated[float, Meta(ge=0, le=1)] | None
    interval: Annotated[
        tuple[float, float] | None, Meta(description="95 %, by E. B. Wilson's score.")
    ]
    first_day: date | None
    last_day: date | None
    catalogue: list[Range]


class Results(Struct, frozen=True):
    """How all players fare, by the ids of the games."""

    measure: int
    cohort: Annotated[str, Meta(description="What the numbers do not mean.")]
    games: dict[str, GameResults]


class DealFigures(Struct, frozen=True):
    """How the players of a deal fare."""

    deal: int
    starts: Count
    completed: Count
    with_help: Count
    fewest_moves: Annotated[int | None, Meta(description="Of the wins without help.")]


class DealResults(DealFigures, frozen=True):
    """How the players of a deal fare, and what is known of it."""

    measure: int
    game: str
    verdict: Annotated[
        Literal["winnable", "lost", "undecided"] | None,
        Meta(description="Of a complete search; null where the catalogue has no such deal."),
    ]
    par: Annotated[int | None, Meta(description="The fewest moves that a search has found.")]


class DailyResults(Struct, frozen=True):
    """The daily deals of a date, by the ids of the games, and how their players fare."""

    measure: int
    date: date
    games: dict[str, DealFigures]


class Problem(Struct, frozen=True):
    """A problem document, RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    pointer: Annotated[
        str | UnsetType, Meta(description="Where in the request, as a JSON pointer.")
    ] = UNSET


MODELS = (Start, Started, Win, Verified, Results, DealResults, DailyResults, Problem)


def components() -> dict[str, Any]:
    """Return the JSON schemas of all that is read and written, by name."""
    _, schemas = msgspec.json.schema_components(MODELS, ref_template="#/components/schemas/{name}")
    return dict(sorted(schemas.items()))
