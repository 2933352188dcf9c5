"""``python -m wonders_duel`` is the command line."""

import sys

from wonders_duel.cli import main

if __name__ == "__main__":
    sys.exit(main())
