# SPDX-License-Identifier: MIT
"""covers.py ROOT - holds the mock runtime and its tests against the tables."""
import glob
import re
import sys

root = sys.argv[1]
here = root + "/testsuite/plugin/mock"


def read(path):
    with open(path) as file:
        return file.read()


calls = re.findall(r"^CALL \((\w+),\s*(\w+),", read(root + "/ir-spec/calls.def"), re.M)
primitives = re.findall(r"^PRIMITIVE \((\w+),", read(root + "/ir-spec/primitives.def"), re.M)
mock = read(here + "/inputs/runtime.c")
tests = "\n".join(read(path) for path in glob.glob(here + "/*.c"))
printed = re.findall(r"^\s*//\s*(?:CHECKED|CHECK)(?:-NEXT|-DAG)?: (?:\{\{\^\}\})?(\w+)", tests, re.M)
code = re.sub(r"//.*", "", tests)
# What a call prints as where that is not its name.
prints = {"new_view": "new_read_view"}
errors = []
for name, function in calls:
    if not re.search(rf"\b{function}\b", mock):
        errors.append(f"{function} is in calls.def and not in the mock runtime")
    if prints.get(name, name) not in printed:
        errors.append(f"no test asks for the call '{name}' of calls.def")
for name in primitives:
    if not re.search(rf"\b{name} ", code):
        errors.append(f"no test uses the primitive '{name}'")
if len(calls) < 15 or len(primitives) < 15 or len(printed) < 30:
    errors.append(f"found only {len(calls)} calls, {len(primitives)} primitives, {len(printed)} lines")
sys.exit("\n".join(errors) or 0)
