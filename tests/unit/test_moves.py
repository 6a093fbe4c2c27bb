"""Moves: as values, as JSON and as bytes."""

import pytest

from kungen.layout import Move
from kungen.moves import MoveError
from kungen.quoting import quoted


@pytest.mark.parametrize(
    ("move", "text", "json", "packed"),
    [
        (
            Move("column3", "column5", 2),
            "Move('column3', 'column5', 2)",
            ["column3", "column5", 2],
            b"\x02\x04\x02",
        ),
        (
            Move("cell10", "foundationS"),
            "Move('cell10', 'foundationS')",
            ["cell10", "foundationS", 1],
            b"\x19\x33\x01",
        ),
        (
            Move("column10", "cell1"),
            "Move('column10', 'cell1')",
            ["column10", "cell1", 1],
            b"\x09\x10\x01",
        ),
        (
            Move("reserve16", "column1"),
            "Move('reserve16', 'column1')",
            ["reserve16", "column1", 1],
            b"\x2f\x00\x01",
        ),
        (
            Move("stock", "waste", 3),
            "Move('stock', 'waste', 3)",
            ["stock", "waste", 3],
            b"\x40\x41\x03",
        ),
        (
            Move("waste", "stock", 24),
            "Move('waste', 'stock', 24)",
            ["waste", "stock", 24],
            b"\x41\x40\x18",
        ),
        (
            Move("foundationC", "column1"),
            "Move('foundationC', 'column1')",
            ["foundationC", "column1", 1],
            b"\x30\x00\x01",
        ),
    ],
)
def test_a_move_has_three_forms(
    move: Move, text: str, json: list[str | int], packed: bytes
) -> None:
    assert repr(move) == text
    assert move.json() == json
    assert move.pack() == packed
    assert Move.from_json(json) == Move.unpack(packed) == move
    assert len({Move.from_json(json), Move.unpack(packed), move}) == 1


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (["column3", "column5"], 'a move is [source, target, number of cards], not ["column3", '),
        (["column3", "column5", 1, 1], "a move is [source, target, number of cards], not"),
        (["column3", "column5", True], "a move is [source, target, number of cards], not"),
        (["column3", "column5", 1.0], "a move is [source, target, number of cards], not"),
        ([3, 5, 1], "a move is [source, target, number of cards], not [3, 5, 1]"),
        ("column3", 'a move is [source, target, number of cards], not "column3"'),
        (None, "a move is [source, target, number of cards], not null"),
        (["column3", "col5", 1], "there is no pile 'col5'"),
        (["talon", "column5", 1], "there is no pile 'talon'"),
        (["a" * 10**6, "column5", 1], "there is no pile 'aaaa"),
        (["column3", "column5", 256], "a move takes 1 to 255 cards, not 256"),
        (["column3", "column5", 10**5000], "a move takes 1 to 255 cards, not a number of about 5"),
        ([10**5000, None, True], "a move is [source, target, number of cards], not [a number of"),
        (["column3", "column5", 0], "a move takes 1 to 255 cards, not 0"),
    ],
    ids=quoted,
)
def test_json_that_is_no_move_is_named(value: object, sentence: str) -> None:
    with pytest.raises(MoveError) as error:
        Move.from_json(value)
    assert str(error.value).startswith(sentence)
    assert len(str(error.value)) < 120


@pytest.mark.parametrize(
    "move",
    [
        Move("x", "cell1"),
        Move("column1", None),  # type: ignore[arg-type]
        Move("column1", "cell1", 0),
        Move("column1", "cell1", -1),
        Move("column1", "cell1", 256),
        Move("column1", "cell1", 1.0),  # type: ignore[arg-type]
        Move("column1", "cell1", True),  # noqa: FBT003 - it is misuse
    ],
)
def test_a_move_that_has_no_bytes_is_not_packed(move: Move) -> None:
    with pytest.raises(MoveError, match=r"there is no pile|a move takes|a move is"):
        move.pack()


def test_a_move_of_255_cards_has_bytes() -> None:
    assert Move("column1", "column2", 255).pack() == b"\x00\x01\xff"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "a move has 3 bytes, not 0"),
        (b"\x00\x01\x01\x01", "a move has 3 bytes, not 4"),
        (b"\x00\x0a\x01", "there is no pile with the byte 10"),
        (b"\x42\x01\x01", "there is no pile with the byte 66"),
        (b"\x00\x30\x01\x01", "a move has 3 bytes, not 4"),
        (b"\x34\x01\x01", "there is no pile with the byte 52"),
        (b"\x00\x01\x00", "a move takes 1 to 255 cards, not 0"),
    ],
)
def test_bytes_that_are_no_move_are_named(data: bytes, sentence: str) -> None:
    with pytest.raises(MoveError) as error:
        Move.unpack(data)
    assert str(error.value) == sentence
