# SPDX-License-Identifier: MIT
"""functions.py FOLDER SCRIPT - checks that the folder has exactly the pages that SCRIPT lists, that
groff accepts each, and that those that include another one include one that is there."""
import os
import re
import subprocess
import sys

FOLDER, SCRIPT = sys.argv[1:]
SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "SEE ALSO"]

listed = subprocess.run([SCRIPT, "--list"], capture_output=True, text=True, check=True).stdout
names = set(listed.split())
wrong = [f"{name}: not made" for name in names - set(os.listdir(FOLDER))]
wrong += [f"{name}: not listed" for name in set(os.listdir(FOLDER)) - names - {"made"}]
assert len(names) > 150, len(names)
for name in sorted(names & set(os.listdir(FOLDER))):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        text = file.read()
    other = re.fullmatch(r"\.so man3/(.*)\n", text)
    if other:
        if other[1] not in names:
            wrong.append(f"{name}: includes {other[1]}")
        continue
    rendered = subprocess.run(["groff", "-k", "-man", "-Tutf8", "-ww", "-P-cbou"], input=text,
                              capture_output=True, text=True, check=True)
    if rendered.stderr:
        wrong.append(f"{name}: {rendered.stderr}")
    headings = [line for line in rendered.stdout.splitlines() if line in SECTIONS]
    if headings != SECTIONS:
        wrong.append(f"{name}: sections {headings}")
sys.exit("\n".join(wrong) or 0)
