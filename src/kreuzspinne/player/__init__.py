"""Plays on what can be seen: moves chosen from a view, by what is known, and by what was learned from play."""
