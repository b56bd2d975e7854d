# SPDX-License-Identifier: MIT
"""The commands of gdb.py.

state.py          the descriptors of the runtime: programs, processes, records, views, waits
processes.py      erbium processes
fibers.py         erbium backtrace, and the frames of a process that is on no thread
records.py        erbium records, erbium record
wait_graph.py     erbium wait-graph
elements.py       print v[[i]], and views and records as values
partitions.py     info erbium partitions
commands.py       all of them
"""
