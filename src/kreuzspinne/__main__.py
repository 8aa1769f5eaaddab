"""`python -m kreuzspinne` is the command line."""

from .apps.cli import main

raise SystemExit(main())
