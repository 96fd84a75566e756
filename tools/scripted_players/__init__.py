"""Players with leanings for each title, to play games worth recording. A module for each title has:

`PLAYERS`, the leanings of each player by name; `choose`, what a player of a leaning does next; `EACH`, how many records
are kept of every scenario; `STRIDE`, how far apart the sets of switches of two games in a row are; `PLAYTHROUGH`, the
game that is told at length: scenario, players, seed, switches.
"""
