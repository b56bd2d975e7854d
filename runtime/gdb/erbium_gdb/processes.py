# SPDX-License-Identifier: MIT
"""processes.py - which processes there are, and what each does."""
import gdb

from erbium_gdb.state import (index_text, primitive, processes, record_text, run_at, text, wait_of,
                              waits_unseen)


def is_parked_fiber(process):
    return bool(process["fiber"]) and bool(process["fiber"]["context"]) and bool(process["parked"])


def thread_of(process):
    """The thread that it is, or None."""
    if process["fiber"]:
        return None
    for thread in gdb.selected_inferior().threads():
        if int(process["thread"]) == int.from_bytes(thread.handle(), "little"):
            return thread
    return None


def doing(process):
    wait = wait_of(process)
    if waits_unseen(process):
        return "waits; for what is on its stack, which the core file lacks"
    if not wait:
        return "waits, or is ready" if is_parked_fiber(process) else "runs"
    if not wait["view"]:
        awaits = f"for process {int(wait['end_of']) or 'all'}"
    else:
        awaits = (f"of view {int(wait['view']['id'])} of {record_text(wait['record'])}"
                  f" for index {index_text(int(wait['need']))}")
    return f"waits in {primitive(wait)} {awaits}, {text(wait['where'])}"


def list_all():
    found = list(processes())
    if not found:
        print("there are no processes now")
    for p in found:
        thread = thread_of(p)
        home = "fiber" if p["fiber"] else f"thread {thread.num}" if thread else "thread"
        print(f"{int(p['id']):6} {text(p['name']):20} {home:10} {doing(p)}{run_at(p)}")


class Info(gdb.Command):
    """List the processes of all Erbium programs.
Usage: info erbium"""
    def __init__(self):
        super().__init__("info erbium", gdb.COMMAND_STATUS, prefix=True)

    def invoke(self, argument, from_tty):
        list_all()


class Processes(gdb.Command):
    """List the processes of all Erbium programs: number, name, what each does or waits for.
Usage: erbium processes"""
    def __init__(self):
        super().__init__("erbium processes", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        list_all()
