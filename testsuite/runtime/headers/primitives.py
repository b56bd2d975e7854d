# SPDX-License-Identifier: MIT
"""primitives.py ROOT - holds erbium.h against ir-spec/primitives.def."""
import re
import sys

root = sys.argv[1]
with open(root + "/ir-spec/primitives.def") as file:
    table = dict(re.findall(r'^PRIMITIVE \((\w+),\s*"(\w+)"', file.read(), re.M))
with open(root + "/runtime/include/erbium.h") as file:
    header = file.read()
# Macros that take the place of the call: they pass ERBIUM_HERE on.
macros = dict(re.findall(r"^#define erbium_(\w+)\(([^)]*)\)(?=(?:.*\\\n)*.*ERBIUM_HERE)",
                         header, re.M))

# In the table by another name, or for programs that a compiler translates only.
special = {"run": "ERBIUM_RUN"}     # any number of arguments
extra = {
    "give",      # run, for a view that is in no argument
    "join_all",  # join
    "name_record",
    "program_new", "program_enter", "program_free",  # no primitives
}
typed = {"new_record": 1}           # the type is an argument in C
errors = []
for name, signature in table.items():
    if name in special:
        if special[name] not in header:
            errors.append(f"{name} is in the table and not in erbium.h")
    elif name not in macros:
        errors.append(f"{name} is in the table and not in erbium.h")
    else:
        has = len([a for a in macros[name].split(",") if a.strip()])
        wants = len(signature) - 1 + typed.get(name, 0)
        if has != wants:
            errors.append(f"{name} has {has} arguments in erbium.h and {wants} in the table")
for name in macros:
    if name not in table and name not in extra:
        errors.append(f"{name} is in erbium.h and not in the table")
if len(table) < 10 or len(macros) < 10:
    errors.append(f"found only {len(table)} primitives and {len(macros)} macros")
sys.exit("\n".join(errors) or 0)
