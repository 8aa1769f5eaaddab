"""`python -m kreuzspinne` is the command line."""

from .apps.cli import main

if __name__ == "__main__":      # processes of the solver import this once more
    raise SystemExit(main())
