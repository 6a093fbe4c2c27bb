"""`play`: a game in the terminal, or of moves that are piped in."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final

from cyclopts import App, Parameter

from kungen import Game, Layout, Rules, load_game, move_notation, parse_move, save_game
from kungen.autoplay import Autoplay
from kungen.cards import RANKS
from kungen.cli.dealing import FRESH
from kungen.cli.errors import Failure, UsageError
from kungen.cli.files import STANDARD, label, read_text, write_text
from kungen.cli.source import FILE, Number, Source, find_start
from kungen.cli.streams import complain, read_lines, say
from kungen.cli.wording import examples, usage
from kungen.legality import tells_base
from kungen.moves import is_of_stock
from kungen.notation import MOVE_WORD, has_notation
from kungen.quoting import counted, quoted

HELP: Final = (
    ("moves", "list the legal moves; each can be typed as it is listed"),
    ("tip", "show one sensible move"),
    ("undo", "take back a move; redo plays it again, restart takes back all"),
    ("finish", "play the cards up to the foundations when that wins"),
    ("save FILE", "save the game; `kungen play --load FILE` goes on with it"),
    ("help ?", "show this"),
    ("quit q", "leave; so does exit"),
)
"""What can be typed in every game beside its moves, and what it does."""
LEAVING: Final = frozenset({"quit", "exit", "q"})
GONE_ROUND: Final = "the stock has gone round with no card played: these cards were there before"


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
            "printf 'draw\\ntip\\n' | kungen play 617 --game klondike",
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
    """Play a game, line by line: moves, or `help`, which lists all that can be typed.

    Exit status: 0, or 1 if a line that no person typed was refused.
    """
    game = _open(number, source, load, autoplay)
    say(f"{_heading(game)}\n{_show(game)}")
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
    if load is None and number is None and source.board is None:
        raise UsageError(
            "give the number of a deal, a board text with --board FILE, or a saved game with --load"
            " FILE"
        )
    if load is None:
        return find_start(number, source, autoplay)
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
    command, said = first.lower(), " ".join(line.lower().split())
    if said in COMMANDS:
        say(COMMANDS[said](game))
    elif command == "save":
        _save(game, line.strip()[len(command) :].strip())
    elif command in LEAVING or command in COMMANDS:
        if others:
            raise ValueError(f"{command} stands alone, without {quoted(' '.join(others))}")
        return False
    else:
        _play_moves(game, MOVE_WORD.findall(line))
    return True


def _play_moves(game: Game, words: Sequence[str]) -> None:
    useless = game.is_useless_pass()
    for played, word in enumerate(words):
        try:
            game.push(parse_move(word, game.layout))
        except ValueError as error:
            if played:
                say(f"{_show(game)}, {played} of this line")
            raise ValueError(f"move {played + 1}: {error}" if played else str(error)) from error
    say(_show(game, told=useless))


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
        return _status(game) if game.is_won() or game.is_stuck() else _back_and_forth(game)
    return f"{move_notation(move, game.layout)} is possible; nobody has proven it best"


def _back_and_forth(game: Game) -> str:
    down = ", or taking cards down" if game.start.rules.foundation_return else ""
    return f"only moves back and forth are left{down}; undo some to look for another way"


def _finish(game: Game) -> str:
    if not game.can_finish():
        raise ValueError("playing the cards up does not win from here")
    game.finish()
    return _show(game)


def _moves(game: Game) -> str:
    between = " " if has_notation(game.start.rules) else "\n"
    return between.join(move_notation(move, game.layout) for move in game.legal_moves) or "none"


def _help(game: Game) -> str:
    rules = game.start.rules
    moves = _notation_help(rules) if has_notation(rules) else _piles_help(rules)
    lines = [*moves, *_other_moves_help(rules), *HELP]
    width = max(len(typed) for typed, _ in lines)
    return "\n".join(
        [*_limits(game.layout), *(f"{typed:{width}}  {does}" for typed, does in lines)]
    )


def _limits(layout: Layout) -> Iterator[str]:
    """What the table does not show of the rules."""
    if tells_base(layout):
        yield f"the foundations begin with {RANKS[layout.base - 1]}; after the king comes the ace"
    if layout.rules.passes is not None:
        yield f"the stock is gone through {counted(layout.rules.passes, 'time')} at most"


def _notation_help(rules: Rules) -> Iterator[tuple[str, str]]:
    yield "26", f"move from column 2 to column 6 {_most(rules)}"
    if rules.moving != "single":
        yield "26v4", "move four cards into an empty column"
    if rules.cells:
        yield "3a a3", "column 3 to cell a, and back"
        yield "3h ah", "column 3 or cell a to the foundations (home)"
    else:
        yield "3h", "column 3 to the foundations (home)"


def _piles_help(rules: Rules) -> Iterator[tuple[str, str]]:
    yield "column2 column6", f"move from column 2 to column 6 {_most(rules)}"
    if rules.moving != "single":
        yield "column2 column6 4", "move four cards"
    there = {"cell1": rules.cells, "reserve1": rules.reserve, "waste": rules.has_stock}
    others = ", ".join(pile for pile, is_there in there.items() if is_there)
    yield "column3 home", f"column 3 to the foundations; other piles are {others}"
    if rules.has_stock:
        yield "draw", f"draw {counted(rules.draw, 'card')} from the stock"
        yield "turn over", "turn the waste over, when the stock is empty"


def _most(rules: Rules) -> str:
    return "one card" if rules.moving == "single" else "as many cards as may move"


def _other_moves_help(rules: Rules) -> Iterator[tuple[str, str]]:
    if rules.foundation_return:
        yield "foundationS column3", "the foundation's card of spades down to column 3"
    yield '["column2", "column6", 1]', "a move as files have it, JSON"


def _heading(game: Game) -> str:
    """The game with its options, and the deal where it has a number."""
    rules = game.start.rules
    options = rules.key.partition(":")[2]
    words = [f"{rules.names.en} ({options})" if options else rules.names.en]
    if game.number is not None:
        words.append(f"deal {game.number}")
    if rules.has_stock:
        words.append(f"{counted(rules.draw, 'card')} drawn at a time")
    return ", ".join(words)


def _show(game: Game, *, told: bool = True) -> str:
    """What the player sees, and how the game stands; a useless pass if it was not told before."""
    lines = [game.layout.view().text().rstrip(), _status(game)]
    if game.is_useless_pass() and not told:
        lines.insert(1, GONE_ROUND)
    return "\n".join(lines)


def _status(game: Game) -> str:
    moves = counted(game.move_count, "move")
    if game.score is not None:
        moves = f"{moves}, score {game.score}"
    passes = game.start.rules.passes
    if passes is not None:
        moves = f"{moves}, pass {game.layout.turned_over + 1} of {passes}"
    if game.is_won():
        return f"won in {moves}"
    if game.is_stuck():
        return _stuck(game, moves)
    if game.can_finish():
        return f"{moves}; `finish` plays the rest"
    return moves


def _stuck(game: Game, moves: str) -> str:
    """A kind word for a player who can do nothing, and what there is to do."""
    drawing = any(map(is_of_stock, game.legal_moves))
    cards = "no card can move now, nor whatever the stock brings" if drawing else "no card can move"
    if game.move_count == 0:
        return f"stuck from the start: {cards}, and nobody is to blame; try another deal"
    return f"stuck after {moves}: {cards}; undo some moves, or restart"


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
