"""Languages: locale, catalogs, dates, messages."""
