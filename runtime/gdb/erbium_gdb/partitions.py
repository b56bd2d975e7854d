# SPDX-License-Identifier: MIT
"""partitions.py - the images of partitions, and their symbols."""
import gdb

from erbium_gdb.state import chain, processes, text, whole


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
            unused = "kept for another image" if whole(image["uses"]) else "idle"
            user = users.get(int(image["program"]), unused)
            print(f"{base:#x}-{base + int(elf['span']):#x} {file} {user}")
            self.read_symbols(file, base)

    def read_symbols(self, file, base):
        if (gdb.selected_inferior().pid, base) in self.read:
            return
        self.read.add((gdb.selected_inferior().pid, base))
        gdb.execute(f"with confirm off -- add-symbol-file {file} -o {base:#x}", to_string=True)
