# SPDX-License-Identifier: MIT
"""primitives.py ROOT - holds the headers against ir-spec/primitives.def and calls.def."""
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

# What compiled code calls: declared with the types that the table says.
letters = {"void": "v", "erbium_view *": "V", "erbium_record *": "R", "erbium_process": "P",
           "erbium_index": "n", "int": "i", "bool": "b", "size_t": "s", "uint64_t": "s",
           "void *": "a", "char *": "a"}


def letter(text):
    """Of a declaration of a type, with or without a name."""
    if "(*" in text:
        return "F"
    text = re.sub(r"\bconst\b", "", text).strip()
    found = re.match(r"(\w+ ?\*?)\s*(\w*)$", text)
    if found and found.group(2) in ("narrow", "where", "variable"):
        return {"narrow": "w", "where": "L", "variable": "N"}[found.group(2)]
    return letters.get(found.group(1).strip(), "?") if found else "?"


with open(root + "/ir-spec/calls.def") as file:
    calls = re.findall(r'^CALL \(\w+,\s*(\w+),\s*"(\w+)"', file.read(), re.M)
with open(root + "/runtime/include/erbium/hot.h") as file:
    declared = header + file.read()
for function, signature in calls:
    found = re.search(rf"ERBIUM_API ([^;]*?)\(?\b{function}\)? \(((?:[^()]|\([^()]*\))*)\);", declared)
    if not found:
        errors.append(f"{function} is in calls.def and not declared")
        continue
    arguments = re.split(r",(?![^()]*\))", found.group(2))
    has = letter(found.group(1)) + "".join(letter(a) for a in arguments if a.strip() != "void")
    if has != signature:
        errors.append(f"{function} is {has} in the headers and {signature} in calls.def")
if len(calls) < 15:
    errors.append(f"found only {len(calls)} calls")
if len(table) < 10 or len(macros) < 10:
    errors.append(f"found only {len(table)} primitives and {len(macros)} macros")
sys.exit("\n".join(errors) or 0)
