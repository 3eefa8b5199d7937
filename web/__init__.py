"""The pages: a package a subject, and the plumbing of the web (http, auth, i18n, assets, forms)."""
