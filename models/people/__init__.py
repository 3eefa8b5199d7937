"""People of a circle: merge two, delete what is empty, remove a name, delete a circle."""
