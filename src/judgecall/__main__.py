"""`python -m judgecall`: the same as the command of that name."""

import sys

from judgecall.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
