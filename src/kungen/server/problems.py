"""What is wrong with a request, told as a problem document."""

from collections.abc import Mapping
from typing import Final

import msgspec
from starlette.responses import Response

from kungen.server.schemas import Problem

CONTENT_TYPE: Final = "application/problem+json"

KINDS: Final[Mapping[str, tuple[int, str]]] = {
    "json": (400, "The body is no JSON"),
    "unknown-address": (404, "There is nothing here"),
    "unknown-game": (404, "There is no such game"),
    "unknown-play": (404, "There is no such play"),
    "method": (405, "This is not done here"),
    "used": (409, "The UUID is used for something else"),
    "too-large": (413, "The body is too large"),
    "media-type": (415, "The body must be JSON"),
    "body": (422, "The body is not what is expected"),
    "address": (422, "The address is not what is expected"),
    "game": (422, "There is no such game"),
    "future": (422, "This day has not come"),
    "daily": (422, "This is not the deal of that day"),
    "steps": (422, "The steps cannot be read"),
    "illegal": (422, "A move is not legal"),
    "not-won": (422, "The line does not win"),
    "rate": (429, "Too many requests"),
    "server": (500, "Something is wrong here"),
    "busy": (503, "This cannot be done now"),
}
"""The status and the title of each kind."""


class ProblemError(Exception):
    """A request that is not answered as it wishes."""

    def __init__(
        self, kind: str, detail: str, *, pointer: str | None = None, retry: int | None = None
    ) -> None:
        """Keep the kind, what was wrong, where, and after how many seconds to try again."""
        super().__init__(detail)
        self.kind = kind
        self.pointer = pointer
        self.retry = retry

    @property
    def status(self) -> int:
        """The status of the answer."""
        return KINDS[self.kind][0]

    def response(self) -> Response:
        """Return the problem document as an answer."""
        status, title = KINDS[self.kind]
        document = Problem(
            type=f"urn:kungen:problem:{self.kind}",
            title=title,
            status=status,
            detail=str(self),
            pointer=msgspec.UNSET if self.pointer is None else self.pointer,
        )
        headers = {"cache-control": "no-store"}
        if self.retry is not None:
            headers["retry-after"] = str(self.retry)
        return Response(msgspec.json.encode(document), status, headers, CONTENT_TYPE)
