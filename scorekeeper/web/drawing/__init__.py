"""How pictures are drawn; ``scorekeeper.web.charts`` is the way in."""
