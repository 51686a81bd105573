"""Measure everything and print a table each."""

from bench import pages, rules, scorebook

if __name__ == "__main__":
    rules.main()
    scorebook.main()
    pages.main()
