"""Cards: their bytes, and the letters of three languages."""

import pytest

from kungen.cards import CardError, card_text, make_card, parse_card, rank_of, suit_of

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
