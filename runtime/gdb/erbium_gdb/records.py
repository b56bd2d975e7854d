# SPDX-License-Identifier: MIT
"""records.py - which records there are, and how far their views are."""
import gdb

from erbium_gdb.processes import doing
from erbium_gdb.state import (NEVER, READ, WRITE, chain, index_text, owner, pointer, process_text,
                              programs, record_at, record_text, records, slots, text, whole)

SIDES = ((WRITE, "producer", "commit"), (READ, "consumer", "release"))


def window_text(record):
    address = whole(record["window"])
    if not address:
        return "no window yet"
    window = pointer(address, "erb_window")
    return f"a window of {int(window['bytes'])} bytes at {int(window['base']):#x}"


def lowest_text(record, side):
    return index_text(min((whole(slot["index"]) for _, slot in slots(record, side)), default=NEVER))


def id_text(record, side, number, slot):
    state = str(record["id_state"][side][number - 1]["state"]).replace("ERB_", "").lower()
    holder = owner(slot)
    if holder:
        return f"{process_text(holder)} {doing(holder)}"
    who = text(record["id_state"][side][number - 1]["who"])
    return {"empty": "no view has registered", "vacant": f"handed over by '{who}', not taken yet",
            "ended": f"ended by '{who}'"}.get(state, "held by a view without a process")


def show(record):
    print(f"{record_text(record)}, made at {text(record['where'])}: "
          f"elements of {int(record['size'])} bytes, {window_text(record)}")
    for side, role, index in SIDES:
        for number, slot in slots(record, side):
            reached = index_text(whole(slot["index"]))
            print(f"  {role} {number}: {index} index {reached}; "
                  f"{id_text(record, side, number, slot)}")
            if side == WRITE and whole(slot["end"]) != NEVER:
                print(f"    its stream ends at {index_text(whole(slot['end']))}")
    for program in programs():
        for process in chain(program["processes"]):
            for view in chain(process["views"]):
                if not view["registered"] and int(view["record"]) == int(record):
                    print(f"  view {int(view['id'])} of {process_text(process)} is not registered")


def found(argument):
    """The record of a number, a name, or an expression of the program."""
    word = argument.strip()
    for record in records():
        name = record_text(record).partition("'")[2][:-1]
        if word in (str(int(record["id"])), name):
            return record
    try:
        value = gdb.parse_and_eval(word)
        record = record_at(int(value.cast(gdb.lookup_type("unsigned long"))))
    except gdb.error as error:
        raise gdb.GdbError(f"{word} is neither a record nor an expression: {error}") from None
    if not record:
        raise gdb.GdbError(f"{word} is not a record; `erbium records' lists them")
    return record


class Records(gdb.Command):
    """List the records of all Erbium programs.
Usage: erbium records"""
    def __init__(self):
        super().__init__("erbium records", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        found = list(records())
        if not found:
            print("there are no records now")
        for record in found:
            print(f"{int(record['id']):6} {record_text(record):24} "
                  f"committed {lowest_text(record, WRITE)}, "
                  f"released {lowest_text(record, READ)}, {window_text(record)}, "
                  f"{text(record['where'])}")


class Record(gdb.Command):
    """Show a record: its window, its ids, how far each is, who holds it and what that process does.
Usage: erbium record NUMBER|NAME|EXPRESSION"""
    def __init__(self):
        super().__init__("erbium record", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        if not argument.strip():
            raise gdb.GdbError("which record? `erbium records' lists them")
        show(found(argument))
