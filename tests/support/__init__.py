"""What several tests need: databases, servers, circles, random matches, readers of pages."""
