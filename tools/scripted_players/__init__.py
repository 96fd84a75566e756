"""Scripted players with different preferences, to play varied games for the records. A module for each title has:

`PLAYERS`, the preferences of each player by name; `choose`, the next action of such a player; `EACH`, how many records
are kept of every scenario; `STRIDE`, the distance between the option sets of consecutive games; `PLAYTHROUGH`, the
game that is told in full: scenario, players, seed, options.
"""
