"""``python -m wonders_duel`` is the command line."""

import sys

from _wonders_duel_command import main

if __name__ == "__main__":
    sys.exit(main())
