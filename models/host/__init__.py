"""For the host of a server: the list of circles, and the server's health."""
