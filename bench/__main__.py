"""Measure everything and print a table each."""

from bench import lighthouse, pages, rules, scorebook, size, statistics

if __name__ == "__main__":
    rules.main()
    scorebook.main()
    pages.main()
    size.main()
    statistics.main()
    lighthouse.main()
