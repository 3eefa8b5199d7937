"""Score sheets to print, tables for a spreadsheet."""
