"""Validators and forms that several pages share."""
