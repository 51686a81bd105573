"""Measure everything and print a table each."""

from bench import lighthouse, pages, rules, scorebook, statistics

if __name__ == "__main__":
    rules.main()
    scorebook.main()
    pages.main()
    statistics.main()
    lighthouse.main()
