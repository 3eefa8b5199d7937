"""How requests arrive: gunicorn's threads, of which none waits for a phone that is slow, silent or gone."""
