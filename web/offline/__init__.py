"""What the phone keeps so that it starts without a network: the service worker, the shell, the manifest, installing."""
