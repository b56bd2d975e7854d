#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""expressions.py [--count N | --seconds S] [--seed SEED] [--each N] - random subscripts.

A program has one text of random statements with elements in all places of an
expression twice: of views, and of arrays.  Each is compiled with N random choices of
compiler, sanitizer, level and options, and says whether the elements, the variables
and the calls of functions are the same.  The statements have no undefined behaviour,
so that a sanitizer has nothing to say.  A program that fails is named by its seed and
its command.  Needs BUILD, HWLOC_LIBS from make.
"""
import random
import sys

from programs import ARGUMENT, BUILD, LIBS, execute, releases, try_seeds, write

OPTIONS = ["", "-fsanitize=undefined", "-fsanitize=undefined", "-fsanitize=undefined", "-fsanitize=address",
           "-fsanitize=thread", "-fsanitize=undefined,address", "-fsanitize=shift", "-fsanitize=integer-divide-by-zero",
           "-fsanitize=signed-integer-overflow", "-fsanitize=undefined -fsanitize-undefined-trap-on-error",
           "-fsanitize=undefined,bounds-strict,float-divide-by-zero,float-cast-overflow", "-ftrapv",
           "-fexceptions -fnon-call-exceptions", "-fopenmp", "-g", "-flto", "-finstrument-functions",
           "-fstack-protector-all -fcf-protection"]
LEVELS = ["-O0", "-O0", "-O1", "-O2", "-O2", "-O3", "-Os", "-Og"]
PASSES = ["", "", "", "check", "no-hoist", "no-inline"]

PRELUDE = """\
#include <stdio.h>
#include <string.h>
enum { N = 512 };
struct pair { int x, y[2], bits : 20; };
struct result { int w[N]; unsigned v[N]; char k[N]; double d[N]; struct pair s[N]; int a[N], t[8], calls; };
static struct result results[2];
static int calls;
__attribute__ ((noinline)) static int f (int n) { calls++; return n; }
__attribute__ ((noinline)) static void note (int n) { calls += n; }
#define FILL for (int i = 0; i < N; i++) AT (w, i) = AT (a, i) = i * 5 % 77, AT (v, i) = AT (k, i) = AT (d, i) = i % 13, \\
  AT (s, i) = (struct pair) { i % 9, { i % 11, i % 15 }, i % 7 };
#define KEEP(r) for (int i = 0; i < N; i++) (r)->w[i] = AT (w, i), (r)->v[i] = AT (v, i), (r)->k[i] = AT (k, i), \\
  (r)->d[i] = AT (d, i), (r)->s[i].x = AT (s, i).x, (r)->s[i].y[0] = AT (s, i).y[0], (r)->s[i].y[1] = AT (s, i).y[1], \\
  (r)->s[i].bits = AT (s, i).bits, (r)->a[i] = AT (a, i); \\
  memcpy ((r)->t, t, sizeof t); (r)->calls = calls; calls = 0;
"""
VIEWS = """\
#define AT(v, i) v[[i]]
struct holds { view int v; };
static view int get (view int v) { calls++; return v; }
process views (record int r1, record unsigned r2, record char r3, record double r4, record struct pair r5, record _Atomic int r6, int n)
{
  view int w = new_write_view (r1); view unsigned v = new_write_view (r2); view char k = new_write_view (r3);
  view double d = new_write_view (r4); view struct pair s = new_write_view (r5); view _Atomic int a = new_write_view (r6);
  register (w); register (v); register (k); register (d); register (s); register (a);
  alloc (w, N); alloc (v, N); alloc (k, N); alloc (d, N); alloc (s, N); alloc (a, N);
  stall (w, N); stall (v, N); stall (k, N); stall (d, N); stall (s, N); stall (a, N);
  view int *pw = &w; struct holds q = { w };
"""
ARRAYS = """\
#undef AT
#define AT(v, i) v[i]
#define holds plain_holds
#define get plain_get
struct holds { int *v; };
static int *get (int *v) { calls++; return v; }
static void arrays (int n)
{
  static int w[N]; static unsigned v[N]; static char k[N]; static double d[N]; static struct pair s[N]; static _Atomic int a[N];
  int *whole = w, **pw = &whole; struct holds q = { w };
"""
SAME = "  int t[8] = { 0 }, m = 3; long l = n / 2; unsigned u = 5; unsigned char c = 6; _Bool b = 1;\n  FILL\n"
MAIN = """\
int main (void)
{
  record int r1 = new_record (1, 0); record unsigned r2 = new_record (1, 0); record char r3 = new_record (1, 0);
  record double r4 = new_record (1, 0); record struct pair r5 = new_record (1, 0); record _Atomic int r6 = new_record (1, 0);
  join (run views (r1, r2, r3, r4, r5, r6, 9));
  arrays (9);
  puts (memcmp (&results[0], &results[1], sizeof *results) ? "different" : "same");
}
"""


class Statements:
    def __init__(self, seed):
        self.chance, self.unused = random.Random(seed), []

    def value(self, depth):
        """An expression of a value from 0 to 15."""
        c = self.chance
        if depth == 0 or c.random() < 0.15:
            if self.unused and c.random() < 0.3: # once in a statement
                return f"({c.choice(['t[%d]++', '++t[%d]', 't[%d]--'])} & 15)" % self.unused.pop()
            return c.choice(["n", "m", "l", "u", "c", "b", "0", "1", "7", "15", "sizeof (int)", "4u", "3l"])
        way, a = c.randrange(12), self.value(depth - 1)
        if way == 0:
            return f"({c.choice(['long', 'unsigned', 'char', 'unsigned char', 'short', 'int', 'unsigned long'])}) ({a})"
        if way == 1:
            return f"({self.element(depth - 1)} & 15)"
        if way == 2:
            return c.choice(["f (%s)", "(note (1), %s)", "({ int z = %s; z; })", "({ note (2); %s; })", "!(%s)",
                             "(-(%s) & 15)", "(~(%s) & 15)"]) % a
        o = self.value(depth - 1)
        if way == 3:
            return f"({self.value(depth - 1)} ? {a} : {o})"
        if way == 4:
            return f"({a}, {o})"
        return self.binary(a, o)[0]

    def binary(self, a, b):
        """Of values from 0 to 15: one such, and one that is larger."""
        o = self.chance.choice(["+", "*", "-", "/", "%", "<<", ">>", "|", "^", "&", "<", "&&", "||"])
        if o in "/%":
            b = f"(({b}) + 1)"
        elif o in ("<<", ">>"):
            b = f"(({b}) & 3)"
        elif o == "-":
            return f"((({a}) - ({b})) & 15)", f"(({a}) + 16 - ({b}))"
        whole = f"(({a}) {o} ({b}))"
        return (f"({whole} & 15)" if o in ("+", "*", "<<") else whole), whole

    def index(self, depth):
        """A value from 0 to 225."""
        c = self.chance
        if depth == 0 or c.random() < 0.3:
            return self.value(depth)
        whole = self.binary(self.value(depth - 1), self.value(depth - 1))[1]
        way = c.randrange(8)
        if way == 0:
            return f"(note (4), {whole})"
        if way == 1:
            return f"({self.value(0)} ? {whole} : {self.value(depth - 1)})"
        return f"({c.choice(['long', 'unsigned', 'unsigned long', 'short'])}) {whole}" if way == 2 else whole

    def element(self, depth, kinds="wvksaWQGC"):
        """An integer."""
        c, i = self.chance, self.index(depth)
        view = {"W": "pw[0]", "Q": "q.v", "G": "get (w)", "C": "(n ? w : q.v)"}
        kind = c.choice(kinds)
        if kind == "s":
            return f"AT (s, {i})" + c.choice([".x", f".y[{self.value(depth)} & 1]", ".bits"])
        return f"AT ({view.get(kind, kind)}, {i})"

    def statement(self):
        c = self.chance
        self.unused = c.sample(range(8), 3)
        way = c.randrange(8)
        if way == 0: # unsigned: no overflow
            return f"{self.element(2, 'v')} {c.choice(['*=', '<<=', '-='])} {self.value(1)};"
        if way == 1:
            return f"AT (d, {self.index(2)}) {c.choice(['+=', '-=', '='])} {self.value(2)};"
        if way == 2:
            return f"{self.element(2)} {c.choice(['/=', '%='])} {self.value(1)} + 1;"
        if way == 3:
            e = self.element(2)
            return c.choice([f"{e}++;", f"++{e};", f"{e}--;", f"n = {e}-- & 15;"])
        if way == 4:
            return f"if ({self.element(1)} > {self.element(1)}) {self.element(1)} = {self.value(1)};"
        if way == 5:
            return f"for (int z = 0; z < 3; z++) {self.element(2)} += {self.value(1)};"
        return f"{self.element(2)} {c.choice(['+=', '-=', '^=', '|=', '&=', '='])} {self.value(2)};"

    def program(self):
        body = SAME + "".join(f"  {self.statement()}\n" for _ in range(12))
        return (PRELUDE + VIEWS + body + "  KEEP (&results[0])\n}\n"
                + ARRAYS + body + "  KEEP (&results[1])\n}\n" + MAIN)


def random_command(chance):
    release = chance.choice(releases())
    return [f"gcc-{release}", "-w", f"-fplugin={BUILD}/plugin/gcc-{release}/erbium.so", ARGUMENT + "verify",
            *(ARGUMENT + p for p in chance.choice(PASSES).split()), chance.choice(LEVELS),
            *chance.choice(OPTIONS).split(), "-fno-sanitize-recover=all"]


def try_seed(seed, each, folder):
    """How many of its builds fail."""
    chance, failed = random.Random(seed), 0
    source, program = f"{folder}/program.c", f"{folder}/program"
    write(source, Statements(seed).program())
    for _ in range(each):
        command = random_command(chance)
        status, said = execute(command + [source, "-o", program] + LIBS)
        if status == 0:
            status, said = execute([program], {"ASAN_OPTIONS": "detect_leaks=0"})
        if status != 0 or said != b"same\n":
            failed += 1
            print(f"seed {seed}: {' '.join(command)}\n  ends with {status}: {said.decode(errors='replace')[:1500]}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(try_seeds(try_seed, 20, 3))
