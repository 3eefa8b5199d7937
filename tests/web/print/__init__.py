"""Score sheets and spreadsheets."""
