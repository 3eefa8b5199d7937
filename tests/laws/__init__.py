"""What has to hold for every game, tried on random matches, all completions and tables written by hand."""
