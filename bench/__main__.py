"""Measure everything and print a table each."""

from bench import lighthouse, pages, rules, scorebook, size

if __name__ == "__main__":
    rules.main()
    scorebook.main()
    pages.main()
    size.main()
    lighthouse.main()
