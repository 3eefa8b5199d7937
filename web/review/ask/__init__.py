"""Free questions about the past: addresses, the page; luck, who never played together, another house rule."""
