# SPDX-License-Identifier: MIT
"""link.py ROOT BUILD TO - checks the commands of docs/howto/link.md for a program in the checkout.

Each must compile the first example to TO, which must run and print something.
"""
import os
import re
import subprocess
import sys

ROOT, BUILD, TO = sys.argv[1:]
with open(os.path.join(ROOT, "docs/howto/link.md")) as file:
    block = re.search(r"^\*\*Without installing\*\*.*?\n\n((?:    .*\n)+)", file.read(), re.M)
releases = [int(name[4:]) for name in os.listdir(os.path.join(BUILD, "plugin"))
            if os.path.exists(os.path.join(BUILD, "plugin", name, "erbium.so"))]
commands = [line.strip() for line in re.sub(r"\\\n\s*", "", block[1]).splitlines()]
assert len(commands) == 2, commands
for command, program in zip(commands, ("examples/plugin/first.c", "examples/first.c")):
    assert " program.c " in command and " build/" in command, command
    command = re.sub(r"gcc-[0-9]+", f"gcc-{max(releases)}", command)  # the newest here
    command = command.replace("program.c", program).replace("build/", BUILD + "/")
    subprocess.run(f"{command} -o {TO}", shell=True, check=True, cwd=ROOT)
    done = subprocess.run([TO], check=True, timeout=60, stdout=subprocess.PIPE)
    assert done.stdout, command
