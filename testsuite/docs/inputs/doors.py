# SPDX-License-Identifier: MIT
"""doors.py ROOT BUILD - compiles the door of each folder, alone in a unit."""
import os
import subprocess
import sys

root, build = sys.argv[1:]
GCC = "gcc-" + os.environ["GCC_RELEASES"].split()[-1]
sys.path.insert(0, os.path.join(root, "docs"))
loader = {"__name__": "check_folders"}
with open(os.path.join(root, "docs", "check-folders")) as file:
    exec(compile(file.read(), "check-folders", "exec"), loader)
folders = loader["read_list"](root, os.path.join(root, "docs", "internals", "folders.list"))


def plugin_headers():
    found = subprocess.run([GCC, "-print-file-name=plugin"], stdout=subprocess.PIPE, text=True)
    return os.path.join(found.stdout.strip(), "include")


def libgccjit():
    found = subprocess.run([GCC, "-print-libgcc-file-name"], stdout=subprocess.PIPE, text=True)
    return os.path.join(os.path.dirname(found.stdout.strip()), "include")


FLAGS = {
    "runtime": ["gcc", "-xc", "-std=gnu11", "-Iruntime", "-Iruntime/include"],
    "plugin": ["g++", "-xc++", "-std=gnu++17", "-fno-rtti", "-Iplugin", "-Iruntime/include",
               "-isystem", plugin_headers()],
    "frontend": ["g++", "-xc++", "-std=gnu++17", "-Ifrontend", "-I" + libgccjit()],
}
wrong = compiled = 0
for folder in folders.values():
    if not os.path.isfile(os.path.join(root, folder.door)):
        continue  # nobody includes anything of it
    part = folder.name.split("/")[0]
    compiled += 1
    done = subprocess.run(FLAGS[part] + ["-Iir-spec", "-fsyntax-only", "-"], cwd=root, text=True,
                          input=f'#include "{os.path.relpath(folder.door, part)}"\n',
                          stderr=subprocess.PIPE)
    if done.returncode:
        print(f"{folder.door}: error: does not compile by itself\n{done.stderr}", file=sys.stderr)
        wrong += 1
if compiled < 30:
    sys.exit(f"error: found only {compiled} doors")
sys.exit(1 if wrong else 0)
