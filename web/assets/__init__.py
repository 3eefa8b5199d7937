"""Static files: fingerprinted names, joined scripts."""
