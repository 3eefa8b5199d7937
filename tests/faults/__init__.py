"""Faults: disks that are full, databases that are locked or restarted, answers that are lost, power that is cut."""
