"""The scorebook: what was recorded, by whom, and what follows from it."""
