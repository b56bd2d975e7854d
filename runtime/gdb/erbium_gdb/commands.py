# SPDX-License-Identifier: MIT
"""commands.py - all commands of gdb.py."""
import gdb

from erbium_gdb import elements
from erbium_gdb.fibers import Backtrace
from erbium_gdb.partitions import Partitions
from erbium_gdb.processes import Info, Processes
from erbium_gdb.records import Record, Records
from erbium_gdb.wait_graph import WaitGraph


class Erbium(gdb.Command):
    """Commands about the processes and records of Erbium programs."""
    def __init__(self):
        super().__init__("erbium", gdb.COMMAND_STACK, prefix=True)


def add():
    for command in (Erbium, Info, Partitions, Processes, Backtrace, Records, Record, WaitGraph):
        command()
    elements.add()
