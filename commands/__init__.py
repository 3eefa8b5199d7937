"""The command line: what ./run and flask --app app offer besides the server."""
