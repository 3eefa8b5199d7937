"""The service worker, the shell, the manifest and installing, as the server answers them."""
