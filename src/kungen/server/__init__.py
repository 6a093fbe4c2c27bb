"""The page over HTTP: one small application that serves the built table from memory."""

from kungen.server.app import create_app
from kungen.server.listen import Listener, ServeError, listen, serve
from kungen.server.page import WEB_DIR, PageError

__all__ = ["WEB_DIR", "Listener", "PageError", "ServeError", "create_app", "listen", "serve"]
