# SPDX-License-Identifier: MIT
"""gdb.py - the processes of an Erbium program in gdb, running or waiting.

    (gdb) source /usr/local/share/erbium/gdb.py    gdb does so by itself: docs/howto/debug.md
    (gdb) info erbium             all processes: number, name, what each does or waits for
    (gdb) info erbium partitions  images of partitions; reads their symbols
    (gdb) erbium backtrace 3      the calls of process 3

A process that waits and is a fiber is on no thread: its registers are on its stack, where the
switch has left them.  An unwinder gives them to gdb as those of the caller of the innermost frame, so
nothing of the program is changed.  A core that gdb's gcore has written lacks the stacks of fibers,
whose guards it cannot read.
"""
import re

import gdb
import gdb.unwinder

# The registers that a switch of Boost.Context saves last, in the order of their addresses.  The
# address where the fiber goes on follows them, and then the red zone (fiber_jump.h).
SAVED = {"i386:x86-64": (["r12", "r13", "r14", "r15", "rbx", "rbp"], "rsp", "rip", 128)}


def whole(number):
    """What an erbium_atomic holds."""
    return int(number["raw"]) if number.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT else int(number)


def chain(first, link="next"):
    while first:
        yield first
        first = first[link]


def processes():
    try:
        programs = gdb.parse_and_eval("'programs.c'::programs")
        programs.fetch_lazy()
    except gdb.error as error:
        raise gdb.GdbError(f"no program with Erbium, and its debug information, is loaded: {error}") from None
    for program in chain(programs):
        yield from sorted(chain(program["processes"]), key=lambda p: int(p["id"]))


def text(pointer):
    return pointer.string() if pointer else "?"


def run_at(process):
    return f", run at {text(process['where'])}" if process["where"] else ""


def record_text(record):
    name = whole(record["name"])
    if not name:
        return f"record {int(record['id'])}"
    found = gdb.Value(name).cast(gdb.lookup_type("struct erb_name").pointer())
    return f"record '{found['text'].address.cast(gdb.lookup_type('char').pointer()).string()}'"


def is_parked_fiber(process):
    return bool(process["fiber"]) and bool(process["fiber"]["context"]) and bool(process["parked"])


def thread_of(process):
    """The thread that it is, or None."""
    for thread in gdb.selected_inferior().threads():
        if not process["fiber"] and int(process["thread"]) == int.from_bytes(thread.handle(), "little"):
            return thread
    return None


def doing(process):
    wait = whole(process["wait"])
    if wait:
        w = gdb.Value(wait).cast(gdb.lookup_type("struct erb_wait").pointer())
        verb = str(w["primitive"]).replace("ERB_", "")
        if not w["view"]:
            return f"waits in {verb} for process {int(w['end_of']) or 'all'}, {text(w['where'])}"
        return (f"waits in {verb} of view {int(w['view']['id'])} of {record_text(w['record'])}"
                f" for index {int(w['need'])}, {text(w['where'])}")
    if is_parked_fiber(process):
        return "waits, or is ready"
    return "runs"


class Info(gdb.Command):
    """Lists the processes of all Erbium programs: info erbium"""
    def __init__(self):
        super().__init__("info erbium", gdb.COMMAND_STATUS, prefix=True)

    def invoke(self, argument, from_tty):
        for p in processes():
            thread = thread_of(p)
            home = "fiber" if p["fiber"] else f"thread {thread.num}" if thread else "thread"
            print(f"{int(p['id']):6} {text(p['name']):20} {home:10} {doing(p)}{run_at(p)}")


def images():
    """Images of partitions, in the order in which they were made."""
    first = whole(gdb.parse_and_eval("'image.c'::all"))
    kind = gdb.lookup_type("struct erb_image").pointer()
    return reversed(list(chain(gdb.Value(first).cast(kind))))


def guests():
    table = gdb.parse_and_eval("'guest_start.c'::guest")
    first, last = table.type.range()
    return (table[n] for n in range(first, last + 1))


class Partitions(gdb.Command):
    """Lists the images of partitions, with their users, and reads their symbols, so that
backtraces name functions there, and breakpoints are set in all of them."""
    def __init__(self):
        super().__init__("info erbium partitions", gdb.COMMAND_STATUS)
        self.read = set()

    def invoke(self, argument, from_tty):
        users = {int(p["image"]): f"process {int(p['id'])} {text(p['name'])}" for p in processes()
                 if p["image"]}
        for guest in guests():
            if whole(guest["state"]) == 1:
                users[int(guest["image"])] = f"guest {int(guest['id'])} {text(guest['file'])}"
        for image in images():
            elf = image["elf"]
            file = gdb.current_progspace().filename if elf["is_self"] else text(elf["name"])
            base = int(image["base"])
            user = users.get(int(image["program"]), "kept for another image" if whole(image["uses"]) else "idle")
            print(f"{base:#x}-{base + int(elf['span']):#x} {file} {user}")
            self.read_symbols(file, base)

    def read_symbols(self, file, base):
        if (gdb.selected_inferior().pid, base) in self.read:
            return
        self.read.add((gdb.selected_inferior().pid, base))
        gdb.execute(f"with confirm off -- add-symbol-file {file} -o {base:#x}", to_string=True)


def inlined(frame):
    """How many frames, from this one on, are part of the first that is not inlined."""
    count = 0
    while frame.type() == gdb.INLINE_FRAME:
        frame, count = frame.older(), count + 1
    return count


def saved_at():
    """How far above a saved stack pointer the address is where the fiber goes on.

    This depends on the release of Boost.  A switch begins with lea -N(%rsp), %rsp: it saves all
    other registers in N bytes below that address."""
    code = gdb.parse_and_eval("(unsigned char *) &erb_jump_fcontext")
    lea = [int(code[n]) for n in range(5)]
    if lea[:4] != [0x48, 0x8d, 0x64, 0x24] or lea[4] < 128:
        raise gdb.GdbError("where this release of Boost.Context keeps the registers of a fiber is"
                           " not known here")
    return 256 - lea[4]


class FrameId:
    def __init__(self, sp, pc):
        self.sp, self.pc = sp, pc


class Switched(gdb.unwinder.Unwinder):
    """Behind the innermost frame come those of a fiber, if one is set."""
    def __init__(self):
        super().__init__("erbium fibers")
        self.fiber, self.sp, self.goes_on = None, None, None

    def __call__(self, frame):
        if self.fiber is None:
            return None
        registers, sp, pc, red_zone = SAVED[frame.architecture().name()]
        here = int(frame.read_register(sp))
        if here != self.sp:
            return None
        word = gdb.lookup_type("unsigned long").pointer()
        first = self.fiber + self.goes_on - 8 * len(registers)
        info = frame.create_unwind_info(FrameId(frame.read_register(sp), frame.read_register(pc)))
        for n, register in enumerate(registers + [pc]):
            info.add_saved_register(register, gdb.Value(first + 8 * n).cast(word).dereference())
        info.add_saved_register(sp, gdb.Value(self.fiber + self.goes_on + 8 + red_zone))
        return info


unwinder = Switched()
gdb.unwinder.register_unwinder(None, unwinder, replace=True)


class Erbium(gdb.Command):
    """Commands about Erbium programs: erbium backtrace NUMBER"""
    def __init__(self):
        super().__init__("erbium", gdb.COMMAND_STACK, prefix=True)


class Backtrace(gdb.Command):
    """The calls of an Erbium process: erbium backtrace NUMBER"""
    def __init__(self):
        super().__init__("erbium backtrace", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        found = [p for p in processes() if argument.strip() == str(int(p["id"]))]
        if not found:
            raise gdb.GdbError(f"there is no process {argument or '(which?)'}; `info erbium' lists them")
        for p in found:
            print(f"process {int(p['id'])} '{text(p['name'])}'{run_at(p)}")
            if is_parked_fiber(p):
                self.of_fiber(p)
            else:
                self.of_thread(p)

    @staticmethod
    def of_thread(process):
        thread = thread_of(process)
        if not thread:
            raise gdb.GdbError("it runs on one of the workers' threads: `thread apply all backtrace'")
        gdb.execute(f"thread apply {thread.num} backtrace")

    @staticmethod
    def of_fiber(process):
        architecture = gdb.newest_frame().architecture().name()
        if architecture not in SAVED:
            raise gdb.GdbError(f"where {architecture} keeps the registers of a fiber is not known here")
        unwinder.goes_on = saved_at()
        unwinder.sp = int(gdb.newest_frame().read_register(SAVED[architecture][1]))
        unwinder.fiber = int(process["fiber"]["context"])
        gdb.invalidate_cached_frames()
        try:
            skipped = 1 + inlined(gdb.newest_frame())
            lines = gdb.execute("with width 0 -- backtrace", to_string=True).splitlines()
        finally:
            unwinder.fiber = None
            gdb.invalidate_cached_frames()
        for line in lines[skipped:]:
            print(re.sub(r"^#(\d+) *", lambda m: f"#{int(m.group(1)) - skipped:<3}", line))


Info()
Partitions()
Erbium()
Backtrace()
