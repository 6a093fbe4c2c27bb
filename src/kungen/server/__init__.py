"""The page over HTTP, and the service that measures how all players fare."""

from kungen.server.app import create_app
from kungen.server.database import DatabaseError, open_database, upgrade
from kungen.server.listen import Listener, ServeError, listen, serve
from kungen.server.page import WEB_DIR, PageError
from kungen.server.settings import Settings, SettingsError, read_settings

__all__ = [
    "WEB_DIR",
    "DatabaseError",
    "Listener",
    "PageError",
    "ServeError",
    "Settings",
    "SettingsError",
    "create_app",
    "listen",
    "open_database",
    "read_settings",
    "serve",
    "upgrade",
]
