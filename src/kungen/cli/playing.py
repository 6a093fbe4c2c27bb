"""`play`: a game in the terminal, or of moves that are piped in."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Final

from cyclopts import App, Parameter

from kungen import Game, load_game, parse_move, save_game
from kungen.autoplay import Autoplay
from kungen.cli.dealing import FRESH, move_text
from kungen.cli.errors import Failure, UsageError
from kungen.cli.files import label, read_text, write_text
from kungen.cli.source import FILE, Number, Source, find_layout
from kungen.cli.wording import counted, examples

HELP: Final = """\
26        move from column 2 to column 6 as many cards as may move
26v4      move four cards into an empty column
3a a3     column 3 to cell a, and back
3h ah     column 3 or cell a to the foundations (home)
moves     list the legal moves
tip       show one sensible move
undo      take back a move; redo plays it again, restart takes back all
finish    play the cards up to the foundations when that wins
save FILE save the game; `kungen play --load FILE` goes on with it
quit      leave"""


def add_commands(app: App) -> None:
    """Add the command of this module."""
    app.command(
        play,
        name="play",
        help_epilogue=examples(
            "kungen play 617 < /dev/null",
            "echo 'tip' | kungen play 617",
            "printf '3a\\nsave game.json\\n' | kungen play 617",
            "printf 'undo\\nquit\\n' | kungen play --load game.json",
        ),
    )


def play(
    number: Number = None,
    /,
    *,
    source: Source = FRESH,
    load: Annotated[
        str | None, FILE, Parameter(help="Go on with the game saved in this file.")
    ] = None,
    autoplay: Annotated[
        Autoplay, Parameter(help="Which cards go to the foundations by themselves.")
    ] = "safe",
) -> None:
    """Play a game: moves in standard notation, or help, one line after the other."""
    game = _open(number, source, load, autoplay)
    print(_show(game), flush=True)
    for line in _lines():
        words = line.split()
        if words == ["quit"]:
            return
        if words:
            print(_answer(game, words), flush=True)


def _open(number: str | None, source: Source, load: str | None, autoplay: Autoplay) -> Game:
    if load is None:
        return Game(find_layout(number, source), autoplay)
    if number is not None or source.board is not None:
        raise UsageError("give --load FILE alone, without a number or --board")
    try:
        game = load_game(read_text(load))
    except ValueError as error:
        raise Failure(f"{label(load)}: {error}") from error
    game.autoplay = autoplay
    return game


def _lines() -> Iterator[str]:
    """The lines of standard input, with a prompt when a person types them."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield from (line.decode("utf-8", "replace") for line in sys.stdin.buffer)
        return
    import readline  # noqa: F401, PLC0415 - gives input() its editing keys

    while True:
        try:
            yield input("> ")
        except EOFError:
            print()
            return


def _answer(game: Game, words: list[str]) -> str:
    """Do what a line says, and tell what came of it."""
    command, *arguments = words
    try:
        if command == "save":
            return _save(game, arguments)
        if command in COMMANDS:
            return COMMANDS[command](game)
        return _play_moves(game, words)
    except (ValueError, Failure) as error:
        return str(error)


def _play_moves(game: Game, words: Iterable[str]) -> str:
    for place, word in enumerate(words, 1):
        try:
            game.push(parse_move(word, game.layout))
        except ValueError as error:
            before = f"\nThe {place - 1} before it stand.\n{_show(game)}" if place > 1 else ""
            return f"{error}{before}"
    return _show(game)


def _save(game: Game, arguments: list[str]) -> str:
    if len(arguments) != 1:
        raise ValueError("save takes one file name: save game.json")
    write_text(arguments[0], save_game(game))
    return f"saved in {arguments[0]}"


def _undo(game: Game) -> str:
    if not game.can_undo():
        raise ValueError("there is no move to undo")
    game.pop()
    return _show(game)


def _redo(game: Game) -> str:
    if not game.can_redo():
        raise ValueError("there is no move to redo")
    game.redo()
    return _show(game)


def _restart(game: Game) -> str:
    game.restart()
    return _show(game)


def _tip(game: Game) -> str:
    move = game.tip()
    if move is None:
        return _status(game)
    return f"{move_text(move, game.layout)} is possible; nobody has proven it best"


def _finish(game: Game) -> str:
    if not game.can_finish():
        raise ValueError("playing the cards up does not win from here")
    game.finish()
    return _show(game)


def _moves(game: Game) -> str:
    return " ".join(move_text(move, game.layout) for move in game.layout.legal_moves) or "none"


def _help(_game: Game) -> str:
    return HELP


def _show(game: Game) -> str:
    return f"{game.layout.text().rstrip()}\n{_status(game)}"


def _status(game: Game) -> str:
    moves = counted(game.move_count, "move")
    if game.is_won():
        return f"won in {moves}"
    if game.is_stuck():
        return f"stuck after {moves}: no card can move; undo some moves, or restart"
    if game.can_finish():
        return f"{moves}; `finish` plays the rest"
    return moves


COMMANDS: Final[Mapping[str, Callable[[Game], str]]] = MappingProxyType(
    {
        "undo": _undo,
        "redo": _redo,
        "restart": _restart,
        "tip": _tip,
        "finish": _finish,
        "moves": _moves,
        "help": _help,
    }
)
