"""Taking it along: circles as JSON Lines, out of a scorebook and into one, and for other programs.

The format is described in docs/exchange.md.
"""
