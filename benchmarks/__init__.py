"""How fast the project is: `python3 run.py bench [name…]`; the figures stand in docs/performance.md."""
