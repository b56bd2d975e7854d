#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""subscripts.py [--count N | --seconds S] [--seed SEED] [--each N] - loops whose subscripts are made of counters.

A subscript is a counter of one type that is cut, widened, multiplied, shifted and added to.
The loop runs over a view whose live elements lie around where the subscript begins: at 0, at
2^31, at 2^32, beyond.  What it adds up, with hoisting and without, must be what
the same loop adds up that computes each index by itself, as semantics 1.3 says, without
optimisation or the plugin.  Where an index is not live, or computing it overflows, which
C does not define, the loop is not run.  Needs BUILD, HWLOC_LIBS from make.
"""
import random
import sys

from programs import ARGUMENT, BUILD, LIBS, execute, releases, try_seeds, write

LIVE = 1 << 15
LOOPS = 12
STARTS = [0, 7, 250, 1000, 65000, 0x7ffffff0, 0xfffffff0, 50000000, 100000000, 5000000000]
TYPES = ["unsigned", "int", "long", "unsigned long", "unsigned char", "short", "signed char", "unsigned short"]
ELEMENTS = {"char": "", "int": "", "struct three": ".a", "long": ""}
FACTORS = [2, 3, 4, 8, 12, 64]
TERMS = ["1", "-1", "5", "1000", "3000000000u", "2147483000", "(1l << 31)", "5000000000"]
HOW = [["-O2"], ["-O3"], ["-O1"], ["-Os"], ["-O2", "-fwrapv"], ["-O3", "-march=native"], ["-O2", ARGUMENT + "no-hoist"],
       ["-O2", ARGUMENT + "strip=5"], ["-O2", ARGUMENT + "check"]]

PRELUDE = f"""\
#include <stdio.h>
enum {{ LIVE = {LIVE} }};
struct three {{ int a, b, c; }};
#define VALUE(i) ((i) * (i) + (i))
"""
LIVE_LOOPS = """\
#include <setjmp.h>
#include <signal.h>
static int tried;
static sigjmp_buf overflow; /* of what the oracle computes, which is a trap there */
static void on_overflow (int signal) { siglongjmp (overflow, signal); }
"""
# An overflow is a trap.
ORACLE_COMMAND = ["gcc", "-w", "-O0", "-fsanitize=signed-integer-overflow", "-fsanitize-undefined-trap-on-error", "-c"]
MAKER = """\
#define MAKE(name, T, field)                                                   \\
  process name (record T r, long from)                                         \\
  {                                                                            \\
    view T v = new_write_view (r);                                             \\
    register (v), alloc (v, LIVE), commit (v, from), stall (v, from + LIVE);   \\
    for (long i = 0; i < LIVE; i++)                                            \\
      v[[from + i]]field = VALUE (i);                                          \\
    commit (v, from + LIVE);                                                   \\
  }
"""


class Loop:
    """One loop twice: over a view, and over indices alone, in the oracle."""

    def __init__(self, chance):
        self.chance = chance
        self.counter = chance.choice(["unsigned", "unsigned", "int", "int", "long", "unsigned char", "unsigned short"])
        self.index = self.made(chance.randrange(1, 4))
        self.step = chance.choice([1, 1, 1, 2, 3, 17, -1])
        self.when = chance.choice(["", "", "if (mask[k & 63]) ", "if (k > 5) ", "if (k % 7 == 3) "])
        self.element = chance.choice(list(ELEMENTS))

    def made(self, depth):
        if depth == 0:
            return "u"
        c, e = self.chance, self.made(depth - 1)
        way = c.randrange(7)
        if way < 3:
            return f"({c.choice(TYPES)}) ({e})"
        if way == 3:
            return f"({e}) * {c.choice(FACTORS)}"
        if way == 4:
            return f"({e}) + {c.choice(TERMS)}"
        if way == 5:
            return f"({e}) {c.choice(['& 255', '>> 1', '<< 2', '& 0xffffffff', '^ 1'])}"
        return f"{c.choice(['-', '~'])}({e})"

    def turns(self):
        return f"for (int k = 0; k < turns; k++, u += {self.step})"

    def oracle(self, n):
        return f"""
long
begin_{n} ({self.counter} u)
{{
  return (long) ({self.index});
}}
/* 0: an index is not live */
int
same_{n} (long from, {self.counter} u, int turns, const char *mask, unsigned long *s)
{{
  unsigned long bound = (unsigned long) from + LIVE;
  *s = 0;
  {self.turns()}
    {self.when}{{
      __typeof__ ({self.index}) e = {self.index};
      unsigned long i = sizeof e < 8 ? bound + (unsigned long) (int) ((unsigned) e - (unsigned) bound) : (unsigned long) e;
      if (i - (unsigned long) from >= LIVE)
        return 0;
      i -= (unsigned long) from;
      *s = *s * 3 + (unsigned long) ({self.element.replace('struct three', 'int')}) VALUE (i);
    }}
  return 1;
}}
"""

    def text(self, n):
        of, field = self.element, ELEMENTS[self.element]
        return f"""
long begin_{n} ({self.counter});
int same_{n} (long, {self.counter}, int, const char *, unsigned long *);
__attribute__ ((noipa)) static unsigned long
loop_{n} (view {of} v, {self.counter} u, int turns, const char *mask)
{{
  unsigned long s = 0;
  {self.turns()}
    {self.when}s = s * 3 + (unsigned long) v[[{self.index}]]{field};
  return s;
}}
static void
try_{n} (unsigned long start, int turns, const char *mask)
{{
  unsigned long want, have;
  if (sigsetjmp (overflow, 1))
    return;
  long from = begin_{n} (({self.counter}) start) - LIVE / 2;
  from = from < 0 ? 0 : from;
  if (!same_{n} (from, ({self.counter}) start, turns, mask, &want))
    return;
  record {of} r = new_record (1, 1);
  view {of} v = new_read_view (r);
  register (v), alloc (v, LIVE), release (v, from);
  run write_{of.split()[-1]} (r, from);
  update (v, from + LIVE);
  have = loop_{n} (v, ({self.counter}) start, turns, mask);
  if (have != want)
    printf ("loop {n} from %lu: {self.index}\\n", start);
  tried++;
  release (v, from + LIVE);
  free_view (v);
}}
"""


def program(loops):
    tries = "".join(f"      try_{n} (starts[k], starts[k] == 7 ? 200 : 600, mask);\n" for n in range(LOOPS))
    return (PRELUDE + LIVE_LOOPS + MAKER
            + "".join(f"MAKE (write_{e.split()[-1]}, {e}, {f})\n" for e, f in ELEMENTS.items())
            + "".join(l.text(n) for n, l in enumerate(loops))
            + f"""
int
main (void)
{{
  static const unsigned long starts[] = {{ {', '.join(str(s) for s in STARTS)} }};
  char mask[64];
  signal (SIGILL, on_overflow);
  for (int k = 0; k < 64; k++)
    mask[k] = k % 3 != 1;
  for (unsigned k = 0; k < sizeof starts / sizeof *starts; k++)
    {{
{tries}    }}
  printf ("tried %d\\n", tried);
}}
""")


def try_seed(seed, each, folder):
    """How many of its builds fail.  One that runs no loop does."""
    chance, failed = random.Random(seed), 0
    loops = [Loop(chance) for _ in range(LOOPS)]
    source, binary, oracle = f"{folder}/program.c", f"{folder}/program", f"{folder}/oracle"
    write(source, program(loops))
    write(oracle + ".c", PRELUDE + "".join(l.oracle(n) for n, l in enumerate(loops)))
    status, said = execute([*ORACLE_COMMAND, oracle + ".c", "-o", oracle + ".o"])
    if status != 0:
        sys.exit(f"seed {seed}: {said.decode()}")
    for how in chance.sample(HOW, each):
        release = chance.choice(releases())
        command = [f"gcc-{release}", "-w", f"-fplugin={BUILD}/plugin/gcc-{release}/erbium.so", ARGUMENT + "verify", *how]
        status, said = execute(command + [source, oracle + ".o", "-o", binary] + LIBS)
        if status == 0:
            status, said = execute([binary])
        lines = said.decode(errors="replace").splitlines()
        if status != 0 or len(lines) != 1 or not lines[0].startswith("tried") or lines[0] == "tried 0":
            failed += 1
            print(f"seed {seed}: {' '.join(command)}\n  ends with {status}:", "\n  ".join(lines[:20]), flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(try_seeds(try_seed, 20, 2))
