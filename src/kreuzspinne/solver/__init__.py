"""The compiled side of the law: the same rules, handed to Numba."""
