# SPDX-License-Identifier: MIT
"""manuals.py ROOT BUILD - checks that each tool has a manual page with the options of --help, and
that groff accepts the page."""
import glob
import os
import re
import subprocess
import sys

ROOT, BUILD = sys.argv[1:]
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*|-[A-Za-z]\w*)")
SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION"]
OTHERS = {"-fplugin", "-fplugin-arg-erbium-network"}  # of gcc


def options(text):
    """The options in a text; those that begin alike with one - are one, such as -O0 and -O3."""
    return {re.sub(r"^(-[A-Zfm]).*", r"\1", o) for o in set(OPTION.findall(text)) - OTHERS}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True)


wrong = []
programs = {os.path.basename(path)[:-3]: os.path.join(BUILD, "frontend", os.path.basename(path)[:-3])
            for path in glob.glob(os.path.join(ROOT, "frontend", "tools", "*.cc"))}
assert len(programs) >= 7, programs
for command in ("erbium-replay", "erbium-top"):
    programs[command] = os.path.join(BUILD, command)
for command in ("ercc", "erbium", "erbium-doctor"):
    programs[command] = os.path.join(BUILD, "commands", command)
for command in ("detmpicc", "detmpiexec"):
    programs[command] = os.path.join(BUILD, "mpi", "bin", command)
for tool, program in programs.items():
    page = os.path.join(ROOT, "docs", "reference", tool + ".md")
    manual = os.path.join(BUILD, "man", tool + ".1")
    with open(page, encoding="utf-8") as file:
        lines = list(file)
    called = next(line for line in lines if line.startswith("    " + tool + " "))
    table = called + "".join(line for line in lines if line.startswith("| `-"))
    shown = run(program, "--help").stdout
    usage = "\n".join(line for line in shown.splitlines() if re.match(r"usage:|  -", line))
    if options(usage) != options(table):
        wrong.append(f"{tool}: --help has {sorted(options(usage))}, the page {sorted(options(table))}")
    rendered = run("groff", "-k", "-t", "-man", "-Tutf8", "-ww", "-P-cbou", manual)
    if rendered.stderr:
        wrong.append(f"{manual}: {rendered.stderr}")
    text = rendered.stdout.replace("\u2010", "-")
    if re.search("^ *---", text, re.M):
        wrong.append(f"{manual}: the lines of a table of Markdown are shown")
    headings = [line for line in text.splitlines() if line in SECTIONS]
    if headings != SECTIONS or f"{tool} - " not in " ".join(text.split()):
        wrong.append(f"{manual}: sections {headings}")
sys.exit("\n".join(wrong) or 0)
