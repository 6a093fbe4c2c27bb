"""The body of a request, read up to a limit and decoded strictly."""

from typing import Any, Final, TypeVar

from starlette.requests import ClientDisconnect, Request

from kungen.server.problems import ProblemError
from kungen.server.reading import ReadError, read_json, read_text

MOST_BYTES: Final = 16 * 1024
# A client that is still sending does not read: what is not too much is taken in, and thrown away.
MOST_THROWN_AWAY: Final = 64 * 1024 * 1024

Model = TypeVar("Model")


async def read_body(request: Request, model: type[Model]) -> Model:
    """Read what a request's body says; raises `ProblemError`."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await _read(request)
    if kind != "application/json":
        raise ProblemError("media-type", "the body must be of the type application/json")
    try:
        return read_json(body, model)
    except ReadError as error:
        if error.place is None:
            raise ProblemError("json", str(error)) from None
        pointer = "".join(f"/{name}" for name in error.place)
        raise ProblemError("body", str(error), pointer=pointer) from None


def read_address(text: str, model: Any, name: str) -> Any:
    """Read a part of the address; raises `ProblemError`."""
    try:
        return read_text(text, model)
    except ReadError as error:
        raise ProblemError("address", f"{name}: {error}") from None


async def _read(request: Request) -> bytes:
    parts: list[bytes] = []
    length = 0
    try:
        async for part in request.stream():
            length += len(part)
            if length <= MOST_BYTES:
                parts.append(part)
            elif length > MOST_THROWN_AWAY:
                break
    except ClientDisconnect:
        raise ProblemError("json", "the body was cut off") from None
    if length > MOST_BYTES:
        raise ProblemError("too-large", f"a body has at most {MOST_BYTES} bytes")
    return b"".join(parts)
