# SPDX-License-Identifier: MIT
"""gdb.py - the processes, records and views of an Erbium program in gdb, of a core file too.

    (gdb) source /usr/local/share/erbium/gdb.py    gdb does so by itself: docs/howto/debug.md
    (gdb) help erbium                              the commands, which the files of erbium_gdb have

state.py reads the descriptors of the runtime, and the other files make commands of them.  They do
not call functions of the program, and change nothing in it.
"""
import os
import sys

PLACE = os.path.dirname(os.path.realpath(__file__))


def load():
    """Leaves no files of its own beside the sources, which an installation would not remove."""
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.path.insert(0, PLACE)
    try:
        from erbium_gdb import commands
        commands.add()
    finally:
        sys.path.remove(PLACE)
        sys.dont_write_bytecode = writes


load()
