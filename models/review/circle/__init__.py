"""What a whole circle did."""
