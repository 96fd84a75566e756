"""The map workshop: drafts a hex map from geography, waypoints, estimates and the facts of a rulebook.

    python -m tools.workshop SPEC.toml GEO.json -o DRAFT.toml

A draft is only a start: the maps in the repository are reviewed and edited by hand.
"""
