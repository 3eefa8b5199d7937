"""What one person did."""
