"""The host of this server: who may begin, which circles there are, health."""
