"""Static files: joined scripts, one folder for each build."""
