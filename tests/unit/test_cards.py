"""Cards: their bytes, and the letters of three languages."""

import pytest

from kungen.cards import CardError, card_text, make_card, parse_card, rank_of, suit_of
from kungen.quoting import quoted

DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def test_card_bytes_follow_the_order_of_the_deck() -> None:
    assert [parse_card(text) for text in DECK] == list(range(52))
    assert [card_text(make_card(rank, suit)) for rank in range(1, 14) for suit in range(4)] == DECK


def test_rank_and_suit_of_a_card() -> None:
    card = parse_card("QH")
    assert (rank_of(card), suit_of(card)) == (12, 2)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10H", "TH"),
        ("th", "TH"),
        ("1S", "AS"),
        ("es", "AS"),
        ("ES", "AS"),
        ("ÄH", "AH"),
        ("ess", "AS"),
        ("EsR", "AD"),
        ("KnK", "JC"),
        ("knh", "JH"),
        ("BS", "JS"),
        ("DD", "QD"),
        ("DR", "QD"),
        ("QR", "QD"),
        ("KK", "KC"),
        ("kc", "KC"),
        ("K♠", "KS"),
        ("Q♥️", "QH"),
        ("7♦", "7D"),
        ("2♣", "2C"),
        (" 9d ", "9D"),
    ],
)
def test_cards_are_read_in_english_swedish_and_danish_letters(text: str, card: str) -> None:
    assert card_text(parse_card(text)) == card


@pytest.mark.parametrize("text", ["", "S", "11H", "0C", "QX", "HQ", "Q H S", "NN", "KnKn", "10"])
def test_a_text_that_is_no_card_is_named(text: str) -> None:
    with pytest.raises(CardError) as error:
        parse_card(text)
    assert str(error.value).startswith(f"{text!r} is no card: a card is a rank")


@pytest.mark.parametrize("number", [-1, 52, 10**5000, 1.0, None, "AC"], ids=quoted)
def test_a_number_that_is_no_card_has_no_text(number: object) -> None:
    with pytest.raises(CardError) as error:
        card_text(number)  # type: ignore[arg-type]
    assert str(error.value) == f"a card is a number from 0 to 51, not {quoted(number)}"


@pytest.mark.parametrize("text", [None, 7, b"AC", "A" * 10**6], ids=quoted)
def test_what_is_no_text_of_a_card_is_named_shortly(text: object) -> None:
    with pytest.raises(CardError) as error:
        parse_card(text)  # type: ignore[arg-type]
    assert str(error.value).startswith(f"{quoted(text)} is no card")
