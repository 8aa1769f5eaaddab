"""Plays and advises on what can be seen: moves chosen from a view, by what is known and what was learned from play."""
