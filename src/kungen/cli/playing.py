"""`play`: a game in the terminal, or of moves that are piped in."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final

from cyclopts import App, Parameter

from kungen import Game, load_game, parse_move, save_game
from kungen.autoplay import Autoplay
from kungen.cli.dealing import FRESH, move_text
from kungen.cli.errors import Failure, UsageError
from kungen.cli.files import STANDARD, label, read_text, write_text
from kungen.cli.source import FILE, Number, Source, find_layout
from kungen.cli.streams import complain, read_lines, say
from kungen.cli.wording import counted, examples, usage
from kungen.quoting import quoted

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
help ?    show this
quit q    leave; so does exit"""
LEAVING: Final = frozenset({"quit", "exit", "q"})


def add_commands(app: App) -> None:
    """Add the command of this module."""
    app.command(
        play,
        name="play",
        usage=usage(
            "play NUMBER [OPTIONS]", "play --board FILE [OPTIONS]", "play --load FILE [OPTIONS]"
        ),
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
) -> int:
    """Play a game, line by line: moves in standard notation, or `help`.

    Exit status: 0, or 1 if a line that no person typed was refused.
    """
    game = _open(number, source, load, autoplay)
    say(_show(game))
    typed, refused = sys.stdin.isatty(), False
    for place, line in enumerate(_lines(), 1):
        try:
            if line.strip() and not _obey(game, line):
                break
        except (ValueError, Failure) as error:
            refused = True
            complain(str(error) if typed else f"kungen: line {place}: {error}")
    return int(refused and not typed)


def _open(number: str | None, source: Source, load: str | None, autoplay: Autoplay) -> Game:
    if load is None:
        return Game(find_layout(number, source), autoplay)
    if number is not None or source != FRESH:
        raise UsageError("give --load FILE alone, without a number, --board or --game")
    try:
        game = load_game(read_text(load))
    except ValueError as error:
        raise Failure(f"{label(load)}: {error}") from error
    game.autoplay = autoplay
    return game


def _lines() -> Iterator[str]:
    """The lines of standard input, with a prompt when a person types them."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield from read_lines()
        return
    import readline  # noqa: F401, PLC0415 - gives input() its editing keys

    while True:
        try:
            yield input("> ")
        except EOFError:
            say("")
            return


def _obey(game: Game, line: str) -> bool:
    """Do what a line says; False when it ends the game. `ValueError` says what is wrong with it."""
    first, *others = line.split()
    command = first.lower()
    if command == "save":
        _save(game, line.strip()[len(command) :].strip())
    elif command in LEAVING or command in COMMANDS:
        if others:
            raise ValueError(f"{command} stands alone, without {quoted(' '.join(others))}")
        if command in LEAVING:
            return False
        say(COMMANDS[command](game))
    else:
        _play_moves(game, [first, *others])
    return True


def _play_moves(game: Game, words: Sequence[str]) -> None:
    for played, word in enumerate(words):
        try:
            game.push(parse_move(word, game.layout))
        except ValueError as error:
            if played:
                say(f"{_show(game)}, {played} of this line")
            raise ValueError(f"move {played + 1}: {error}" if played else str(error)) from error
    say(_show(game))


def _save(game: Game, name: str) -> None:
    """Save a game in a file whose name may have blanks in it."""
    if not name:
        raise ValueError("save takes the name of a file: save game.json")
    write_text(name, f"{save_game(game)}\n")
    if name != STANDARD:
        say(f"saved in {label(name)}")


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
        "?": _help,
    }
)
