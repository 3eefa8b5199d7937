// Names of this port's own: none.
