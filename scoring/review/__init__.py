"""What a game tells the review of past evenings. Only the server runs it; a phone never has it."""
