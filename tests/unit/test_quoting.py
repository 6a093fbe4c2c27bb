"""Quoting: a faulty value in an error sentence."""

from fractions import Fraction

import pytest

from kungen.quoting import LONGEST, quoted, quoted_json, shortened

DEEP: list[object] = []
for _ in range(100_000):
    DEEP = [DEEP]


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("58", "'58'"),
        (None, "None"),
        (True, "True"),
        (1.5, "1.5"),
        ([1, "a", (2,), (3, 4), {"b": None}], "[1, 'a', (2,), (3, 4), {'b': None}]"),
        (10**40, "1" + 40 * "0"),
        (-(10**5000), "a number of about 5000 digits"),
        ([10**5000], "[a number of about 5000 digits]"),
        ("\ud800\n", "'\\ud800\\n'"),
        ("a" * 58, "'" + "a" * 58 + "'"),
        ("a" * 59, "'" + "a" * 58 + "…"),
        (b"a" * 10**6, "b'" + "a" * 57 + "…"),
        (DEEP, "[" * 59 + "…"),
        (Unspeakable(), "<Unspeakable>"),
        (Fraction(10**5000, 3), "<Fraction>"),
    ],
    ids=quoted,
)
def test_a_value_is_quoted_on_one_short_line(value: object, text: str) -> None:
    assert quoted(value) == text
    assert len(text) <= LONGEST


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([None, True, False, 1, 1.5], "[null, true, false, 1, 1.5]"),
        ({"Ä": 'a"b'}, '{"Ä": "a\\"b"}'),
        ("\ud800", '"\\ud800"'),
        (float("nan"), "NaN"),
        (DEEP, "[" * 59 + "…"),
        (10**5000, "a number of about 5000 digits"),
        (b"x", "b'x'"),
    ],
    ids=quoted,
)
def test_a_value_of_json_is_quoted_in_its_words(value: object, text: str) -> None:
    assert quoted_json(value) == text


def test_a_plain_name_stands_without_quotes() -> None:
    assert shortened("empty-column") == "empty-column"
    assert shortened("a\nb") == "'a\\nb'"
    assert shortened("") == "''"
    assert shortened("a" * 61) == "'" + "a" * 58 + "…"
