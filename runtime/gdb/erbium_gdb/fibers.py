# SPDX-License-Identifier: MIT
"""fibers.py - the calls of a process that is on no thread.

A process that waits and is a fiber has its registers on its stack, where the switch has left them.
An unwinder gives them to gdb as those of the caller of the innermost frame, so nothing of the
program is changed.  A core that gdb's gcore has written lacks the stacks of fibers, whose guards it
cannot read.
"""
import re

import gdb
import gdb.unwinder

from erbium_gdb.processes import is_parked_fiber, thread_of
from erbium_gdb.state import processes, run_at, text

# The registers that a switch of Boost.Context saves last, in the order of their addresses.  The
# address where the fiber goes on follows them, and then the red zone (fiber_jump.h).
SAVED = {"i386:x86-64": (["r12", "r13", "r14", "r15", "rbx", "rbp"], "rsp", "rip", 128)}


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


class Backtrace(gdb.Command):
    """The calls of an Erbium process: erbium backtrace NUMBER"""
    def __init__(self):
        super().__init__("erbium backtrace", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        found = [p for p in processes() if argument.strip() == str(int(p["id"]))]
        if not found:
            raise gdb.GdbError(f"there is no process {argument or '(which?)'}; "
                               "`erbium processes' lists them")
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
            raise gdb.GdbError("it runs on one of the workers' threads: "
                               "`thread apply all backtrace'")
        gdb.execute(f"thread apply {thread.num} backtrace")

    @staticmethod
    def of_fiber(process):
        architecture = gdb.newest_frame().architecture().name()
        if architecture not in SAVED:
            raise gdb.GdbError(f"where {architecture} keeps the registers of a fiber is not known"
                               " here")
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
