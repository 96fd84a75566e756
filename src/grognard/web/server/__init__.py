"""The HTTP server: settings, security, accounts, notifications."""
