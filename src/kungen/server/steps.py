"""The steps of a game as the API has them: a history record, in base64url."""

import base64
import re
from typing import Final

from kungen.moves import Move, MoveError

MOST_MOVES: Final = 2000
MOVE_BYTES: Final = 3
BASE64URL: Final = re.compile(r"[A-Za-z0-9_-]*")
ALONE: Final = 1
"""So many characters beyond a multiple of four no bytes have."""


class StepsError(ValueError):
    """A text or bytes that are no steps of moves; the message says where and why."""


def decode_steps(text: str) -> bytes:
    """Read base64url without padding, of which each text of bytes has one form alone.

    Raises `StepsError`.

    >>> decode_steps("AQIzAQ").hex(" ")
    '01 02 33 01'
    """
    if not BASE64URL.fullmatch(text) or len(text) % 4 == ALONE:
        raise StepsError("the steps are no base64url without padding")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode_steps(data) != text:
        raise StepsError("the last character of the steps has bits that say nothing")
    return data


def encode_steps(data: bytes) -> str:
    """Write base64url without padding.

    >>> encode_steps(bytes((1, 2, 51, 1)))
    'AQIzAQ'
    """
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpack_steps(data: bytes) -> list[list[Move]]:
    """Read a history record: for each step the number of its moves, then three bytes for each.

    Raises `StepsError`.

    >>> unpack_steps(bytes((1, 2, 51, 1)))
    [[Move('column3', 'foundationS')]]
    """
    steps: list[list[Move]] = []
    place = moves = 0
    while place < len(data):
        count, place = data[place], place + 1
        moves += count
        if count == 0:
            raise StepsError(f"step {len(steps) + 1} has no move")
        if place + count * MOVE_BYTES > len(data):
            raise StepsError(f"step {len(steps) + 1} is cut off")
        if moves > MOST_MOVES:
            raise StepsError(f"there are more than {MOST_MOVES} moves")
        steps.append(
            [_move_at(data, place + MOVE_BYTES * index, len(steps)) for index in range(count)]
        )
        place += count * MOVE_BYTES
    return steps


def _move_at(data: bytes, place: int, steps: int) -> Move:
    try:
        return Move.unpack(data[place : place + MOVE_BYTES])
    except MoveError as error:
        raise StepsError(f"step {steps + 1}: {error}") from None
