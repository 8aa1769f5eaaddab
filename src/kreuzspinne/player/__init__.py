"""Plays and advises without looking at a hidden card."""
