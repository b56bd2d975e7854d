# SPDX-License-Identifier: MIT
"""doors.py ROOT BUILD - compiles the door of each folder, alone in a unit.

Where a file of the sources has a door as its first include, and nothing before it, the build has
done that already: its object is there.
"""
import glob
import os
import re
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


COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')


def was_built(source):
    """Is there an object of the source?"""
    part, rest = source.split("/", 1)
    between = "gcc-*/" if part == "plugin" else ""
    return bool(glob.glob(os.path.join(build, part, between + os.path.splitext(rest)[0] + ".o")))


def included_first():
    """The headers that a unit of the build begins with."""
    found = set()
    for part in FLAGS:
        for path in glob.glob(os.path.join(root, part, "**", "*.c*"), recursive=True):
            source = os.path.relpath(path, root)
            if not source.endswith((".c", ".cc")) or not was_built(source):
                continue
            with open(path, encoding="utf-8") as file:
                first = INCLUDE.match(COMMENT.sub(" ", file.read()))
            for folder in (os.path.dirname(source), part) if first else ():
                header = os.path.normpath(os.path.join(folder, first[1]))
                if os.path.isfile(os.path.join(root, header)):
                    found.add(header)
                    break
    return found


FLAGS = {
    "runtime": ["gcc", "-xc", "-std=gnu11", "-Iruntime", "-Iruntime/include"],
    "plugin": ["g++", "-xc++", "-std=gnu++17", "-fno-rtti", "-Iplugin", "-Iruntime/include",
               "-isystem", plugin_headers()],
    "frontend": ["g++", "-xc++", "-std=gnu++17", "-Ifrontend", "-I" + libgccjit()],
}
built = included_first()
wrong = checked = 0
for folder in folders.values():
    if not os.path.isfile(os.path.join(root, folder.door)):
        continue  # nobody includes anything of it
    part = folder.name.split("/")[0]
    checked += 1
    if folder.door in built:
        continue
    done = subprocess.run(FLAGS[part] + ["-Iir-spec", "-fsyntax-only", "-"], cwd=root, text=True,
                          input=f'#include "{os.path.relpath(folder.door, part)}"\n',
                          stderr=subprocess.PIPE)
    if done.returncode:
        print(f"{folder.door}: error: does not compile by itself\n{done.stderr}", file=sys.stderr)
        wrong += 1
if checked < 30:
    sys.exit(f"error: found only {checked} doors")
sys.exit(1 if wrong else 0)
