"""What the places of the guide's texts take, in the words of docs/writing-the-guide.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import jinja2
from guide_lines import unmarked
from language import file_card

from kungen.quoting import counted, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_DECIMALS: Final = 6


class FormError(ValueError):
    """A place that is called with what it does not take."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What an argument must be."""

    name: str
    holds: Callable[[Any], bool]


def _is_card(value: Any) -> bool:
    try:
        file_card(value)
    except (ValueError, TypeError):
        return False
    return True


def _is_list_of_cards(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(map(_is_card, value))


def _is_share(value: Any) -> bool:
    return type(value) in {int, float} and 0 <= value <= 1


WHOLE: Final = Kind("a whole number", lambda value: type(value) is int)
SHARE: Final = Kind("a share of 0 to 1", _is_share)
DECIMALS: Final = Kind(
    f"a number of decimals, 0 to {MOST_DECIMALS}",
    lambda value: type(value) is int and 0 <= value <= MOST_DECIMALS,
)
TEXT: Final = Kind("a text", lambda value: isinstance(value, str) and bool(value.strip()))
CAPTION: Final = Kind("a caption", TEXT.holds)
CARD: Final = Kind("a card, a rank of A23456789TJQK and a suit of CDHS", _is_card)
CARDS: Final = Kind("a list of cards", _is_list_of_cards)
RUN: Final = Kind(
    "a list of two cards or more", lambda value: _is_list_of_cards(value) and len(value) > 1
)


@dataclass(frozen=True, slots=True)
class Form:
    """How a place is written, as its document shows it, and what its arguments are."""

    use: str
    kinds: tuple[Kind, ...] = ()
    optional: int = 0
    """How many of the last arguments may be left out."""

    def check(self, name: str, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> None:
        """Refuse arguments that the place does not take; `FormError` says what it takes."""
        for argument in (*arguments, *named.values()):
            if isinstance(argument, jinja2.Undefined):
                str(argument)  # which raises the engine's own error: what there is not
        if named:
            raise FormError(f"{name} takes no arguments by name; write {self.use}")
        least, most = len(self.kinds) - self.optional, len(self.kinds)
        if not least <= len(arguments) <= most:
            wanted = f"{least} or {counted(most, 'argument')}"
            wanted = counted(most, "argument") if least == most else wanted
            raise FormError(f"{name} takes {wanted}, not {len(arguments)}; write {self.use}")
        for argument, kind in zip(arguments, self.kinds, strict=False):
            if not kind.holds(argument):
                raise FormError(f"{name}: {quoted(argument)} is not {kind.name}; write {self.use}")


FORMS: Final[Mapping[str, Form]] = {
    "n": Form("n(32000)", (WHOLE,)),
    "words": Form("words(4)", (WHOLE,)),
    "Words": Form("Words(4)", (WHOLE,)),
    "count": Form('count(n, "{n} kort", "{n} kort")', (WHOLE, TEXT, TEXT)),
    "percent": Form("percent(x, 1)", (SHARE, DECIMALS)),
    "capacity": Form("capacity(cells, columns)", (WHOLE, WHOLE)),
    "capacity_empty": Form("capacity_empty(cells, columns)", (WHOLE, WHOLE)),
    "lost_to": Form("catalogue.lost_to(32000)", (WHOLE,)),
    "catalogue_of": Form('catalogue_of("klondike:draw=3").share', (TEXT,)),
    "states": Form("states(11982)", (WHOLE,)),
    "minutes": Form("minutes()"),
    "card": Form('card("6H")', (CARD,)),
    "name": Form('name("6H")', (CARD,)),
    "link": Form('link("klondike", "text")', (TEXT, TEXT), 1),
    "deal_link": Form('deal_link(617, "text")', (WHOLE, TEXT), 1),
    "lesson": Form('lesson("ace", "text")', (TEXT, TEXT), 1),
    "lessons_link": Form('lessons_link("text")', (TEXT,)),
    "games_link": Form('games_link("text")', (TEXT,)),
    "to": Form('to("strategy", "text")', (TEXT, TEXT)),
    "in_short": Form("in_short()"),
    "picture_move": Form('picture_move("6H", "7S", "caption")', (CARD, CARD, CAPTION)),
    "picture_refused": Form('picture_refused("6H", "7D", "caption")', (CARD, CARD, CAPTION)),
    "picture_empty": Form('picture_empty("QC", "caption")', (CARD, CAPTION)),
    "picture_cell": Form('picture_cell("JC", ["6D"], "caption")', (CARD, CARDS, CAPTION)),
    "picture_up": Form('picture_up("AH", "caption")', (CARD, CAPTION)),
    "picture_run": Form('picture_run(["8H", "7S", "6D", "5C"], "caption")', (RUN, CAPTION)),
    "picture_deal": Form('picture_deal(1, "caption")', (WHOLE, CAPTION)),
    "picture_stock": Form('picture_stock("caption")', (CAPTION,)),
    "capacity_table": Form("capacity_table()"),
    "results_table": Form("results_table()"),
}
"""Every place that is called but `pictures`, which takes as many as it is given."""


def checked(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    """Return a place that refuses what it does not take.

    >>> checked("n", str)(32000)
    '32000'
    """
    form = FORMS[name]

    def checked_call(*arguments: Any, **named: Any) -> Any:
        form.check(name, arguments, named)
        return call(*(unmarked(it) if isinstance(it, str) else it for it in arguments))

    checked_call.__name__ = checked_call.__qualname__ = name
    return checked_call
