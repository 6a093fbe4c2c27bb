"""What the page's files tell search engines, and those to whom a link is passed on."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from language import Language

    from kungen.rules import Rules

LOCALES: Final = {"sv": "sv_SE", "da": "da_DK", "en": "en_GB"}


def shared_link(title: str, description: str, language: str) -> str:
    """Return what is shown where a link to the page is passed on, by the Open Graph protocol."""
    told = {
        "og:title": title,
        "og:description": description,
        "og:type": "website",
        "og:site_name": "Kungen",
        "og:locale": LOCALES[language],
    }
    return "\n".join(
        f'<meta property="{name}" content="{escape(value)}">' for name, value in told.items()
    )


def described_game(rules: Rules, language: Language, description: str) -> str:
    """Return a game as schema.org describes one, in the form that search engines read."""
    name = getattr(rules.names, language.code)
    others = sorted({rules.names.sv, rules.names.da, rules.names.en} - {name})
    told: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": ["VideoGame", "WebApplication"],
        "name": name,
        **({"alternateName": others} if others else {}),
        "description": description,
        "inLanguage": language.code,
        "genre": language.string("genre"),
        "applicationCategory": "GameApplication",
        "gamePlatform": language.string("platform"),
        "operatingSystem": language.string("systems"),
        "isAccessibleForFree": True,
        "offers": {"@type": "Offer", "price": 0, "priceCurrency": "EUR"},
        "playMode": "SinglePlayer",
        "numberOfPlayers": {"@type": "QuantitativeValue", "value": 1},
    }
    # No text may end the element in which it stands.
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>'
