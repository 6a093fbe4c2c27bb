"""The body of a request, read up to a limit and decoded strictly."""

import re
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from kungen.server.problems import ProblemError

MOST_BYTES: Final = 16 * 1024
# A client that is still sending does not read: what is not too much is taken in, and thrown away.
MOST_THROWN_AWAY: Final = 4 * 1024 * 1024
PLACE: Final = re.compile(r"^(?P<fault>.*?) - at `(?P<key>key in )?\$(?P<place>.*)`$", re.DOTALL)

Model = TypeVar("Model")


async def read_body(request: Request, model: type[Model]) -> Model:
    """Read what a request's body says; raises `ProblemError`."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await _read(request)
    if kind != "application/json":
        raise ProblemError("media-type", "the body must be of the type application/json")
    try:
        return msgspec.json.decode(body, type=model)
    except msgspec.ValidationError as error:
        raise _problem("body", error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError("json", str(error) or "the body is no JSON") from None


def read_address(text: str, model: Any, name: str) -> Any:
    """Read a part of the address; raises `ProblemError`."""
    try:
        return msgspec.convert(text, model, strict=False)
    except msgspec.ValidationError as error:
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


def _problem(kind: str, error: msgspec.ValidationError) -> ProblemError:
    found = PLACE.match(str(error))
    if found is None:
        return ProblemError(kind, str(error), pointer="")
    pointer = found["place"].replace(".", "/").replace("[", "/").replace("]", "")
    return ProblemError(kind, found["fault"], pointer=pointer)
