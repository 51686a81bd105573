"""What docs/performance.md promises, measured: ``make bench``."""
