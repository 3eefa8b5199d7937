"""Database: engines, transactions, migrations, errors, integrity."""
