"""The browser: a server that keeps games, and a page to play them on.

`store` keeps events, `room` is one game under way, `lobby` finds rooms and people, `sight` is what
a viewer is shown, `app` and the modules beside it speak HTTP and WebSocket. Nothing here decides a
rule, and nothing reaches a viewer but through `core.view`.
"""
