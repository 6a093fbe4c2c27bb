"""The page over HTTP, and the service that measures how all players fare."""

from kungen.server.app import create_app
from kungen.server.checking import Finding, Plan, check
from kungen.server.database import (
    CopyError,
    DatabaseError,
    back_up,
    check_there,
    open_database,
    own_files,
    upgrade,
)
from kungen.server.importing import Brought, check_key, check_lines, check_plays, import_lines
from kungen.server.listen import Listener, ServeError, listen, serve
from kungen.server.page import WEB_DIR, PageError
from kungen.server.service import fingerprint
from kungen.server.settings import (
    PlaceError,
    Settings,
    SettingsError,
    database_text,
    read_database,
    read_settings,
)
from kungen.server.store import Store
from kungen.server.transfer import Heading, TransferError, export_lines

__all__ = [
    "WEB_DIR",
    "Brought",
    "CopyError",
    "DatabaseError",
    "Finding",
    "Heading",
    "Listener",
    "PageError",
    "PlaceError",
    "Plan",
    "ServeError",
    "Settings",
    "SettingsError",
    "Store",
    "TransferError",
    "back_up",
    "check",
    "check_key",
    "check_lines",
    "check_plays",
    "check_there",
    "create_app",
    "database_text",
    "export_lines",
    "fingerprint",
    "import_lines",
    "listen",
    "open_database",
    "own_files",
    "read_database",
    "read_settings",
    "serve",
    "upgrade",
]
