"""What came of one evening: its matches, its result, who pays whom."""
