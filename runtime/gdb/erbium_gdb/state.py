# SPDX-License-Identifier: MIT
"""state.py - the descriptors of the runtime, as gdb sees them.

The names are those of the sources: runtime/program/program.h, task/task.h, record/record.h.
"""
import gdb

NEVER = 2**63 - 1                # ERBIUM_NEVER
READ, WRITE = 0, 1               # enum erb_side


def whole(number):
    """What an erbium_atomic holds."""
    is_atomic = number.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT
    return int(number["raw"] if is_atomic else number)


def chain(first, link="next"):
    while first:
        yield first
        first = first[link]


def pointer(address, structure):
    return gdb.Value(address).cast(gdb.lookup_type(f"struct {structure}").pointer())


def text(characters):
    return characters.string(errors="replace") if characters else "?"


def programs():
    try:
        first = gdb.parse_and_eval("'programs.c'::programs")
        first.fetch_lazy()
    except gdb.error as error:
        raise gdb.GdbError("no program with Erbium, and its debug information, is loaded: "
                           f"{error}") from None
    return chain(first)


def processes():
    for program in programs():
        yield from sorted(chain(program["processes"]), key=lambda p: int(p["id"]))


def records():
    for program in programs():
        yield from sorted(chain(program["records"]), key=lambda r: int(r["id"]))


# ---- In words ----


def process_text(process):
    return f"process {int(process['id'])} '{text(process['name'])}'"


def run_at(process):
    return f", run at {text(process['where'])}" if process["where"] else ""


def record_text(record):
    name = whole(record["name"])
    if not name:
        variable = f" '{text(record['variable'])}'" if record["variable"] else ""
        return f"record {int(record['id'])}{variable}"
    at = pointer(name, "erb_name")["text"].address.cast(gdb.lookup_type("char").pointer())
    return f"record '{text(at)}'"


def side_text(view):
    return "read" if int(view["side"]) == READ else "write"


def index_text(index):
    return "the end" if index == NEVER else str(index)


# ---- Waits ----


def wait_of(process):
    """The struct erb_wait on which the process sleeps, or None.  It is on the stack of the process,
    which a core file may lack: gdb then reads zeros, or nothing."""
    wait = whole(process["wait"])
    if not wait:
        return None
    found = pointer(wait, "erb_wait")
    try:
        return found if int(found["process"]) == int(process) else None
    except gdb.MemoryError:
        return None


def waits_unseen(process):
    return whole(process["wait"]) and not wait_of(process)


def primitive(wait):
    return str(wait["primitive"]).replace("ERB_", "")


def slots(record, side):
    """The number of each id of a side, and its slot."""
    for n in range(int(record["ids"][side])):
        yield n + 1, record["slot"][side][n]


def owner(slot):
    """The process that holds the id, or None."""
    address = whole(slot["owner"])
    return pointer(address, "erb_process") if address else None


# ---- Views ----


def view_at(address):
    """The struct erb_view at an address, or None where there is none: a variable that has no value
    yet, a view that was freed."""
    try:
        view = pointer(address, "erb_view")
        return view if address and whole(view["itself"]) == address and not view["freed"] else None
    except gdb.MemoryError:
        return None


def record_at(address):
    """The struct erbium_record at an address, or None where no program has it."""
    return next((r for r in records() if int(r) == address), None)


def index_of(view):
    """Its commit or release index (erb_index)."""
    own_window = int(view["side"]) == READ and bool(view["record"]["arrivals"])
    return whole(view["slot"]["index"] if view["slot"] and not own_window else view["index"])


def at_hand(view):
    """The first element that the view may access, and the first that it may not: those that were
    found committed and are not released, or those that were granted and are not committed."""
    first, end = index_of(view), int(view["known"])
    if not view["window"]:
        return first, first
    return first, max(first, end)
