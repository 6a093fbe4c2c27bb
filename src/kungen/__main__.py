"""`python -m kungen` is the command line."""

import sys

from kungen.cli import main

if __name__ == "__main__":
    sys.exit(main())
