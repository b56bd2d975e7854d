#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutate.py [--count N | --seconds S] [--seed SEED] [--jobs J] [--keep FOLDER]

Compiles mutants of the plugin's test programs: lines, tokens and bytes deleted,
doubled, swapped, words of the language and brackets inserted, the text cut off.
What a mutant means does not matter.  The compiler may complain; it must not
crash, and must end within a minute, GCC's analyzer within 80.  A crash is named by its seed; --keep has the
mutant written.  One that is GCC's own is not counted.  The status is 0 if there is
none.  Needs BUILD from make.
"""
import argparse
import concurrent.futures
import glob
import os
import random
import re
import subprocess
import sys
import tempfile
import time

from programs import ARGUMENT, BUILD, ROOT, releases
from generate import Program

LIMIT = 60
WORDS = """process record view run commit update release stall receive receive_range done missed
    alloc register free_view new_record new_read_view new_write_view join [[ ]] [ ] ( ) { } ; , * &
    int char double struct union typedef static inline return if while for goto break 0 1 -1 i v x
    sizeof __typeof__ = += ++ -- . -> # ## " ' \\ /* */ // const volatile _Complex void long
    __attribute__ ((noinline)) _Alignas (64) _Generic __extension__ __auto_type ... switch case:
    default: ? : ! ~ 99999999999999999999 1e400 'ab' "s" L"w" _Static_assert asm __label__""".split()
OPTIONS = ["", "-g", "-fPIC", "-fsyntax-only", "-E", "-fsanitize=undefined", "-fsanitize=address",
           "-std=c99", "-std=gnu2x", "-pedantic", "-fopenmp", "-fexceptions -fnon-call-exceptions",
           "-fdirectives-only -E", "-Wextra", "-fanalyzer", "-flto",
           "-fpreprocessed", "-save-temps=obj", "-save-temps=obj", "-fno-diagnostics-show-caret",
           "-save-temps=obj -g3", "-ftrack-macro-expansion=0", "-traditional-cpp",
           "-traditional-cpp -E"]
PASSES = ["", "", "", "no-coarsen", "no-hoist", "check", "strip=5", "prefetch=8", "no-inline"]
LEVELS = ["-O0", "-O1", "-O2", "-O2", "-O2", "-O3", "-Os"]
CRASH = re.compile(r"internal compiler error|Segmentation fault|signal terminated|"
                   r"Killed|Aborted|confused by earlier errors|cannot load plugin")
REDECLARED = re.compile(r"conflicting types for|redefinition of|redeclared as|data definition has no type")
TOKEN = re.compile(r'\s+|[A-Za-z_]\w*|\d[\w.]*|"(?:[^"\\\n]|\\.)*"|\[\[|\]\]|->|\+\+|--|[+*/-]=|.', re.S)


def sources():
    found = glob.glob(f"{ROOT}/testsuite/plugin/**/*.c", recursive=True)
    found += glob.glob(f"{ROOT}/examples/**/*.c", recursive=True)
    return sorted(found)


def mutate_lines(chance, text):
    lines = text.split("\n")
    n, m = chance.randrange(len(lines)), chance.randrange(len(lines))
    way = chance.randrange(4)
    if way == 0:
        del lines[n:n + chance.choice([1, 1, 2, 5])]
    elif way == 1:
        lines.insert(m, lines[n])
    elif way == 2:
        lines[n], lines[m] = lines[m], lines[n]
    else:
        lines[n:n + 1] = [lines[n] + lines[m]]
    return "\n".join(lines)


def mutate_tokens(chance, text):
    tokens = TOKEN.findall(text)
    if not tokens:
        return text
    n, m = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    way = chance.randrange(6)
    if way == 0:
        del tokens[n:n + chance.choice([1, 1, 1, 2, 8])]
    elif way == 1:
        tokens.insert(m, tokens[n])
    elif way == 2:
        tokens[n], tokens[m] = tokens[m], tokens[n]
    elif way == 3:
        tokens[n] = chance.choice(WORDS)
    elif way == 4:
        tokens.insert(n, " " + chance.choice(WORDS) + " ")
    else:  # another name of the program in the place of one
        names = [k for k, t in enumerate(tokens) if re.match(r"[A-Za-z_]", t)]
        if names:
            tokens[chance.choice(names)] = tokens[chance.choice(names)]
    return "".join(tokens)


def mutate_bytes(chance, text):
    if not text:
        return text
    n = chance.randrange(len(text))
    way = chance.randrange(4)
    if way == 0:
        return text[:n] + text[n + 1:]
    if way == 1:
        return text[:n] + chance.choice("[](){};\"'\\\n*&#,=<>?:%!~^|.0aZ_ \t\f\0\x80\xff$@") + text[n:]
    if way == 2:
        return text[:n] if chance.random() < 0.3 else text[:n] + text[n] + text[n:]
    return text[:n] + chr(chance.randrange(256)) + text[n + 1:]


def mutant(chance):
    pool = sources()
    if chance.random() < 0.3 or not pool:
        text = Program(chance.randrange(1 << 30), False).text()
    else:
        with open(chance.choice(pool), encoding="latin-1") as file:
            text = file.read()
    for _ in range(chance.choice([1, 1, 2, 3, 5, 10])):
        kind = chance.choice([mutate_lines, mutate_tokens, mutate_tokens, mutate_tokens,
                              mutate_bytes])
        text = kind(chance, text)
    return text


def crash(command):
    """What is wrong, or None; and all that the compiler says."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE,
                              timeout=LIMIT * (4 if "-fanalyzer" in command else 1))
    except subprocess.TimeoutExpired:
        return "hangs", ""
    said = done.stderr.decode(errors="replace")
    if not CRASH.search(said) and 0 <= done.returncode < 4:
        return None, said
    return "\n  ".join([f"status {done.returncode}"]
                       + [line for line in said.split("\n") if CRASH.search(line)
                          or "during " in line or "plugin/" in line][:8]), said


def of_gcc(command, said):
    """Whether it has the crash without the plugin.  Or it is GCC 12's own, which makes
    code for a function although an array in it was declared as something else:
    { int a[2]; a[0] = 1; double a; }.  With a bound in error nothing is said of that."""
    if crash([word for word in command if not word.startswith("-fplugin")])[0]:
        return True
    return bool(REDECLARED.search(said)) and not crash([*command, "-fsyntax-only"])[0]


def attempt(seed, keep):
    """What is wrong with the mutant of this seed, or None."""
    chance = random.Random(seed)
    text = mutant(chance)
    release = chance.choice(releases())
    with tempfile.TemporaryDirectory() as folder:
        source = f"{folder}/mutant.c"
        with open(source, "wb") as file:
            file.write(text.encode("latin-1", "replace"))
        command = [f"gcc-{release}", f"-fplugin={BUILD}/plugin/gcc-{release}/erbium.so",
                   ARGUMENT + "verify", *(ARGUMENT + p for p in chance.choice(PASSES).split()),
                   f"-I{ROOT}/runtime/include", "-Wall", chance.choice(LEVELS),
                   *chance.choice(OPTIONS).split(), "-c", source, "-o", f"{folder}/mutant.o"]
        wrong, said = crash(command)
        if not wrong or of_gcc(command, said):
            return None
        if keep:
            with open(f"{keep}/mutant-{seed}.c", "wb") as file:
                file.write(text.encode("latin-1", "replace"))
        return f"seed {seed}: {' '.join(command)}\n  {wrong}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    end, seed, failed, count = time.monotonic() + options.seconds, options.seed, 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        while time.monotonic() < end if options.seconds else count < options.count:
            some = range(seed + count, seed + count + 10)
            for wrong in pool.map(lambda s: attempt(s, options.keep), some):
                if wrong:
                    failed += 1
                    print(wrong, flush=True)
            count += len(some)
    print(f"{count} mutants, {failed} crashes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
