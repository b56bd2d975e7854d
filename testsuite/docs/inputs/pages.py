# SPDX-License-Identifier: MIT
"""pages.py ROOT BUILD TO [PAGE...] - does what the pages of the documentation tell the reader.

A block that begins with a comment `NAME - what it is' is a file, which is typed in, in TO/typed.
The indented lines between it and the next block marked `output' are commands of the shell, and
must print that block, with processes that are threads and with fibers.  Each file must be used,
and each page of the tutorial must have one.  Commands in NEEDS are left out where a package is
missing; the program beside them must print the same even then.  The pages in FOLDERS work on the
files of an example.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT, BUILD, TO = sys.argv[1:4]
PAGES = sys.argv[4:] or sorted(
    name for folder in ("tutorial", "howto")
    for name in glob.glob(os.path.join(ROOT, "docs", folder, "*.md")))
NEEDS = {"python3 tone.py": "gnuradio"}  # run where this module of Python is
FOLDERS = {"9-a-front-end.md": "examples/toy"}
PART = re.compile(r"^```(?P<kind>\w*)\n(?P<block>.*?)^```$|(?<=\n\n)(?P<commands>(?:    [^\n]*\n)+)",
                  re.M | re.S)
NAME = re.compile(r"(?:#!.*\n)?(?:/\*|//|#) (\S+\.\w+) - ")
MODELS = ("thread", "fiber")
LIMIT = 60


def release():
    """The newest release of GCC that has a plugin."""
    return max(int(name[4:]) for name in os.listdir(os.path.join(BUILD, "plugin"))
               if os.path.exists(os.path.join(BUILD, "plugin", name, "erbium.so")))


def environment(tools):
    """That of a user for whom the library and the tools in the build folder are installed."""
    os.makedirs(tools, exist_ok=True)
    ercc = os.path.join(tools, "ercc")
    with open(ercc, "w") as file:
        file.write(f"#!/bin/sh\nexec gcc-{release()} -fplugin={BUILD}/plugin/gcc-{release()}/"
                   'erbium.so -fstack-clash-protection -pthread "$@" -lerbium\n')
    os.chmod(ercc, 0o755)
    python = os.path.join(tools, "python3")  # that of the system, which has the packages
    if not os.path.lexists(python):
        os.symlink("/usr/bin/python3", python)
    path = [tools, f"{BUILD}/frontend", f"{BUILD}/mpi/bin", os.environ["PATH"]]
    return {**os.environ, "PATH": ":".join(path), "CPATH": f"{ROOT}/runtime/include",
            "LIBRARY_PATH": BUILD, "LD_LIBRARY_PATH": BUILD, "LC_ALL": "C",
            "CC": f"gcc-{release()}"}


def complain(page, text, at, what):
    line = text.count("\n", 0, at) + 1
    print(f"{os.path.relpath(page, ROOT)}:{line}: error: {what}")
    return 1


def missing(commands, env):
    """What the commands need and this machine lacks."""
    for program, module in NEEDS.items():
        if program in commands and run(f"python3 -c 'import {module}'", "/", env).returncode:
            return module
    return None


def run(commands, folder, env):
    return subprocess.run(["sh", "-e", "-c", commands], cwd=folder, env=env, text=True,
                          timeout=LIMIT * int(os.environ.get("TEST_SLOWER", "1")),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def check_output(page, text, at, commands, expected, folder, env):
    absent = missing(commands, env)
    if absent:
        print(f"{os.path.relpath(page, ROOT)}: note: not run without {absent}:\n{commands}")
        return 0
    for model in MODELS:
        done = run(commands, folder, {**env, "ERBIUM_TASK": model})
        if done.returncode:
            return complain(page, text, at, f"status {done.returncode}: {done.stdout}")
        if done.stdout != expected:
            return complain(page, text, at, f"prints as {model}s:\n{done.stdout}")
    return 0


def check_file(page, text, folder, env):
    """Each file of a page is written, and used by commands whose output is shown."""
    wrong, unused, commands = 0, [], ""
    for part in PART.finditer(text):
        kind, block = part["kind"], part["block"]
        named = NAME.match(block) if block else None
        if named:
            with open(os.path.join(folder, named[1]), "w") as file:
                file.write(block)
            unused.append((named[1], part.start()))
        elif part["commands"] and unused:
            commands += "".join(line[4:] for line in part["commands"].splitlines(True))
        elif kind == "output" and commands:
            wrong += check_output(page, text, part.start(), commands, block, folder, env)
            unused = [one for one in unused if one[0] not in commands]
            commands = ""
    for name, at in unused:
        wrong += complain(page, text, at, f"'{name}' is not run, or its output is not shown")
    return wrong


def check_commands(page, text, folder, env):
    """The commands of a page work on the files of an example."""
    wrong = 0
    for part in PART.finditer(text):
        commands = part["commands"] or ""
        if re.match(r" {4}(python3|erbium)", commands):
            done = run(re.sub(r"^    ", "", commands, flags=re.M), folder, env)
            if done.returncode:
                wrong += complain(page, text, part.start(), f"{done.returncode}: {done.stdout}")
    return wrong


def check(page, env):
    folder = os.path.join(TO, "typed", os.path.basename(page))
    shutil.rmtree(folder, ignore_errors=True)
    with open(page) as file:
        text = file.read()
    example = FOLDERS.get(os.path.basename(page))
    if example:
        shutil.copytree(os.path.join(ROOT, example), folder)
        return check_commands(page, text, folder, env)
    os.makedirs(folder)
    if "/tutorial/" in page and not any(
            NAME.match(part["block"] or "") for part in PART.finditer(text)):
        return complain(page, text, 0, "a page of the tutorial needs a whole program")
    return check_file(page, text, folder, env)


def main():
    env = environment(os.path.join(TO, "tools"))
    return 1 if sum(check(page, env) for page in PAGES) else 0


sys.exit(main())
