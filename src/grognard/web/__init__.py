"""The browser: a server that stores games, and a page to play them.

`storage` stores events, `play/room` is one game in progress, `play/lobby` finds rooms and people, `present` is what
a viewer is shown, `server` and `routes` speak HTTP and WebSocket. Nothing here decides a rule, and nothing reaches a
viewer except through `core.view`.
"""
