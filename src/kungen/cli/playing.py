"""`play`: a game in the terminal, or of moves that are piped in."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final

from cyclopts import App, Parameter

from kungen import Game, Layout, Move, load_game, move_notation, parse_move, save_game
from kungen.autoplay import Autoplay
from kungen.cli.dealing import FRESH
from kungen.cli.errors import Failure, UsageError
from kungen.cli.files import STANDARD, label, read_text, write_text
from kungen.cli.numerals import DIGITS
from kungen.cli.source import FILE, Number, Source, find_layout
from kungen.cli.streams import complain, read_lines, say
from kungen.cli.wording import counted, examples, usage
from kungen.moves import FOUNDATIONS, PILE_BYTES, STOCK, WASTE, pile_label
from kungen.notation import MOVE_WORD, has_notation
from kungen.quoting import quoted

NOTATION_HELP: Final = (
    ("26", "move from column 2 to column 6 as many cards as may move"),
    ("26v4", "move four cards into an empty column"),
    ("3a a3", "column 3 to cell a, and back"),
    ("3h ah", "column 3 or cell a to the foundations (home)"),
)
PILES_HELP: Final = (
    ("column2 column6", "move from column 2 to column 6 as many cards as may move"),
    ("column2 column6 4", "move four cards"),
    ("column3 home", "column 3 to the foundations; other piles are cell1, reserve1, waste"),
)
STOCK_HELP: Final = (
    ("draw", "draw from the stock"),
    ("turn over", "turn the waste over, when the stock is empty"),
)
HELP: Final = (
    ("moves", "list the legal moves; each can be typed as it is listed"),
    ("tip", "show one sensible move"),
    ("undo", "take back a move; redo plays it again, restart takes back all"),
    ("finish", "play the cards up to the foundations when that wins"),
    ("save FILE", "save the game; `kungen play --load FILE` goes on with it"),
    ("help ?", "show this"),
    ("quit q", "leave; so does exit"),
)
"""What can be typed, and what it does."""
LEAVING: Final = frozenset({"quit", "exit", "q"})
HOME: Final = "home"
PILES: Final = MappingProxyType({pile.lower(): pile for pile in PILE_BYTES})
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
    command, said = first.lower(), " ".join(line.lower().split())
    if said in COMMANDS:
        say(COMMANDS[said](game))
    elif command == "save":
        _save(game, line.strip()[len(command) :].strip())
    elif command in LEAVING or command in COMMANDS:
        if others:
            raise ValueError(f"{command} stands alone, without {quoted(' '.join(others))}")
        return False
    elif command in PILES:
        say(_play(game, _move_of_piles(said.split(), game.layout)))
    elif not (has_notation(game.start.rules) or first.startswith("[")):
        raise ValueError(f"{quoted(first)} is no pile and no command; `help` lists what there is")
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


def _play(game: Game, move: Move) -> str:
    useless = game.is_useless_pass()
    game.push(move)
    return _show(game, told=useless)


def _move_of_piles(words: Sequence[str], layout: Layout) -> Move:
    """The move between two piles that are named, of the most cards unless a number is given."""
    match words:
        case [source, target]:
            count = None
        case [source, target, number] if DIGITS.fullmatch(number):
            count = int(number)
        case _:
            raise ValueError(
                f"{quoted(' '.join(words))} is no move: it is two piles, such as column2 column6, "
                "and a number of cards where several could move"
            )
    if target not in PILES and target != HOME:
        raise ValueError(f"there is no pile {quoted(target)}")
    targets = FOUNDATIONS if target == HOME else (PILES[target],)
    fitting = [
        move
        for move in layout.legal_moves
        if (move.source, count or move.count) == (PILES[source], move.count)
        and move.target in targets
    ]
    if not fitting and target == HOME:
        raise ValueError(f"no card of {pile_label(PILES[source])} goes home")
    return fitting[-1] if fitting else Move(PILES[source], PILES[target], count or 1)


def _draw(game: Game) -> str:
    layout = game.layout
    if Move(WASTE, STOCK, len(layout.waste)) in layout.legal_moves:
        raise ValueError("the stock is empty; `turn over` turns the waste over")
    return _play(game, Move(STOCK, WASTE, max(1, min(layout.rules.draw, len(layout.stock)))))


def _turn_over(game: Game) -> str:
    return _play(game, Move(WASTE, STOCK, max(1, len(game.layout.waste))))


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
    moves = NOTATION_HELP if has_notation(rules) else PILES_HELP
    lines = [*moves, *(STOCK_HELP if rules.has_stock else ()), *HELP]
    width = max(len(typed) for typed, _ in lines)
    return "\n".join(f"{typed:{width}}  {does}" for typed, does in lines)


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
    if game.is_won():
        return f"won in {moves}"
    if game.is_stuck():
        return _stuck(game, moves)
    if game.can_finish():
        return f"{moves}; `finish` plays the rest"
    return moves


def _stuck(game: Game, moves: str) -> str:
    """A kind word for a player who can do nothing, and what there is to do."""
    if game.move_count == 0:
        return "stuck from the start: no card can move, and nobody is to blame; try another deal"
    drawn = ", whatever is drawn" if game.start.rules.has_stock else ""
    return f"stuck after {moves}: no card can move{drawn}; undo some moves, or restart"


COMMANDS: Final[Mapping[str, Callable[[Game], str]]] = MappingProxyType(
    {
        "undo": _undo,
        "redo": _redo,
        "restart": _restart,
        "tip": _tip,
        "finish": _finish,
        "draw": _draw,
        "turn over": _turn_over,
        "moves": _moves,
        "help": _help,
        "?": _help,
    }
)
