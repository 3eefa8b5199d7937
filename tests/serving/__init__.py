"""The server as a process: requests that do not arrive whole, starts, commands, daily backups."""
