# SPDX-License-Identifier: MIT
"""locked.py LISTING FUNCTION... - fails if one of the functions, or a part that
the compiler has split off, is not in objdump's listing or has a locked
instruction, an exchange with memory or a fence."""
import re
import sys

BAD = re.compile(r"\t(lock\b|xchg\s.*\(|mfence|lfence|sfence|cpuid)")


def functions(path):
    """The lines of each function."""
    found, lines = {}, None
    with open(path) as file:
        for line in file:
            head = re.match(r"[0-9a-f]+ <([^>]+)>:$", line)
            if head:
                lines = found.setdefault(head.group(1), [])
            elif lines is not None:
                lines.append(line.rstrip())
    return found


def main():
    listing, errors = functions(sys.argv[1]), []
    for name in sys.argv[2:]:
        parts = [f for f in listing if f == name or f.startswith(name + ".")]
        if name not in parts or not listing[name]:
            errors.append(f"{name} is not there")
        for part in parts:
            errors += [f"{part}: {line}" for line in listing[part] if BAD.search(line)]
    sys.exit("\n".join(errors) or 0)


main()
