#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""generate.py [--plain] SEED - a random program in C with views, by its seed.

With --plain the same program without Erbium: records are arrays, processes are
functions, called one after the other.  Both print the same: for each process a
sum over all that it has seen, in the order in which it saw it.

A program is a network without cycles of 2 to 6 processes.  Each has one loop of
a random shape with a random burst, type of index, type of element, conditions,
exits and neighbours of the element.  Some streams are shared by members of a
team, which claim runs of elements.
"""
import random
import sys

# name, C type, how to read it, how to write it
TYPES = {
    "char": ("signed char", "(%s)", "%s = (signed char) (%s)"),
    "uchar": ("unsigned char", "(%s)", "%s = (unsigned char) (%s)"),
    "short": ("short", "(%s)", "%s = (short) (%s)"),
    "int": ("int", "(%s)", "%s = (int) (%s)"),
    "unsigned": ("unsigned", "(%s)", "%s = (unsigned) (%s)"),
    "long": ("long", "(%s)", "%s = (long) (%s)"),
    "float": ("float", "((long) %s)", "%s = (float) ((%s) & 0xfffff)"),
    "double": ("double", "((long) %s)", "%s = (double) ((%s) & 0xfffffff)"),
    "complex": ("double _Complex", "((long) __real__ (%s))",
                "%s = (double) ((%s) & 0xffff) + 2.0i"),
    "s3": ("struct s3", "(%s.b)", "%s.b = (signed char) (%s)"),
    "s12": ("struct s12", "(%s.c)", "%s.c = (int) (%s)"),
    "s20": ("struct s20", "(%s.d[3])", "%s.d[3] = (int) (%s)"),
    "pointer": ("text", "((long) %s)", "%s = (text) ((%s) & 0xffffff)"),
}
INDICES = ["int", "unsigned", "long", "unsigned long", "short", "unsigned short"]
MOST = 30000  # elements in a record

PRELUDE = """\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
typedef char *text;
struct s3 { signed char a, b, c; };
struct s12 { int a, b, c; };
struct s20 { int d[5]; };
typedef unsigned long hash;
#define MIX(h, x) ((h) = ((h) ^ (hash) (x)) * 0x9E3779B97F4A7C15ul >> 3)
static hash *result; /* that processes which are spaces write, too */
"""
PLAIN = """\
struct plain_record { char *data; long base, commit[4], claimed; int writers; };
struct plain_view { struct plain_record *r; long updated; int id; };
static struct plain_view *
plain_new (struct plain_record *r)
{
  struct plain_view *v = calloc (1, sizeof *v);
  v->r = r;
  v->id = 1;
  return v;
}
static struct plain_record *
plain_record (size_t size, long base, int writers)
{
  struct plain_record *r = calloc (1, sizeof *r);
  r->data = calloc (80000, size);
  r->base = base;
  r->writers = writers;
  return r;
}
static long
plain_wide (struct plain_view *v, long i)
{
  return i < 0 || (v->r->base && i < v->r->base)
         ? v->r->base + (int) ((uint32_t) i - (uint32_t) v->r->base) : i;
}
static long
plain_update (struct plain_view *v, long i)
{
  long low = v->r->commit[1];
  for (int n = 2; n <= v->r->writers; n++)
    low = v->r->commit[n] < low ? v->r->commit[n] : low;
  i = plain_wide (v, i);
  if (i <= v->updated)
    return i;
  if (i <= low)
    return v->updated = i;
  if (v->updated < low)
    return v->updated = low;
  return 0;
}
static void
plain_commit (struct plain_view *v, long i)
{
  i = plain_wide (v, i);
  if (i > v->r->commit[v->id])
    v->r->commit[v->id] = i;
}
static long
plain_claim (struct plain_view *v, long n)
{
  v->r->claimed += n;
  return v->r->claimed - n;
}
#define claim(v, n, group) plain_claim (v, n)
#define new_read_view(r) plain_new (r)
#define new_write_view(r) plain_new (r)
#define register(v, n) ((v)->id = (n))
#define alloc(v, n) ((void) (v))
#define update(v, i) plain_update (v, i)
#define commit(v, i) plain_commit (v, i)
#define stall(v, i) ((void) (v), (void) (i))
#define release(v, i) ((void) (v), (void) (i))
#define receive(v, i) ((void) (v), (void) (i))
#define join(p) ((void) 0)
"""


class Record:
    def __init__(self, number, kind, length, base):
        self.name, self.kind, self.length, self.base = f"r{number}", kind, length, base
        self.readers, self.writers = 0, 1

    @property
    def type(self):
        return TYPES[self.kind][0]


class Program:
    def __init__(self, seed, plain):
        self.chance, self.plain = random.Random(seed), plain
        self.records, self.processes, self.runs = [], [], []

    # ---- How it is written, with views or plain --------------------------------

    def at(self, record, view, index):
        if not self.plain:
            return f"{view}[[{index}]]"
        return f"(({record.type} *) {view}->r->data)[(uint32_t) ({index}) - (uint32_t) {record.base}l]"

    def get(self, record, view, index):
        return TYPES[record.kind][1] % self.at(record, view, index)

    def put(self, record, view, index, value):
        return TYPES[record.kind][2] % (self.at(record, view, index), value)

    def view_type(self, record):
        return "struct plain_view *" if self.plain else f"view {record.type} "

    def record_type(self, record):
        return "struct plain_record *" if self.plain else f"record {record.type} "

    # ---- Parts ---------------------------------------------------------------------

    def maybe(self, odds):
        return self.chance.random() < odds

    def index_type(self, records):
        """Which can count all their elements."""
        good = [t for t in INDICES[:4] if all(self.index_ok(t, r) for r in records)]
        if all(not r.base for r in records):
            good = INDICES
        return self.chance.choice(good)

    def new_record(self, length):
        base = self.chance.choice([0] * 8 + [(1 << 32) - 100, (1 << 32) - 1500, (1 << 31) - 700, 3 << 30,
                                             (3 << 31) - 1500, (3 << 31) + 900, (1 << 33) - 300])
        record = Record(len(self.records), self.chance.choice(list(TYPES)), length, base)
        self.records.append(record)
        return record

    def connect(self, record, view, kind, ident, horizon):
        """Declares a view, somewhere: a variable, a member, an element."""
        where = self.chance.choice(["variable"] * 5 + ["struct", "array"])
        new = f"new_{kind}_view ({record.name})"
        lines = []
        if where == "struct":
            lines.append(f"struct {{ int a; {self.view_type(record)}v; }} {view}s = {{ 1, {new} }};")
            lines.append(f"{self.view_type(record)}{view} = {view}s.v;")
        elif where == "array":
            lines.append(f"{self.view_type(record)}{view}s[3];")
            lines.append(f"{view}s[1] = {new};")
            lines.append(f"{self.view_type(record)}{view} = {view}s[1];")
        else:
            lines.append(f"{self.view_type(record)}{view} = {new};")
        lines.append(f"register ({view}, {ident});")
        lines.append(f"alloc ({view}, {horizon});")
        return lines

    def horizon(self, least):
        return self.chance.choice([least, least + 1, 16, 64, 1000, 1024, 4096])

    # ---- Outputs of a process ------------------------------------------------------

    def output(self, record, view, index, same, itype):
        """Lines before the loop, in it, after it; elements out for one in; horizon."""
        c, j = self.chance, f"j{view}"
        policy = c.choice(["same", "own", "sometimes", "double", "late", "triple", "helper", "ahead"])
        if policy == "same" and not (same and index):
            policy = "own"
        itype = itype if self.index_ok(itype, record) else "long"
        start = f"{itype} {j} = ({itype}) {record.base}l;"
        value = f"acc + {c.randrange(99)}"
        if policy == "same":
            return [], [f"stall ({view}, {index} + 1);",
                        self.put(record, view, index, value) + ";",
                        f"commit ({view}, {index} + 1);"], [], 1, 1
        if policy == "own":
            return [start], [f"stall ({view}, {j} + 1);", self.put(record, view, j, value) + ";",
                             f"commit ({view}, {j} + 1);", f"{j}++;"], [], 1, 1
        if policy == "sometimes":
            return [start], [f"if ((acc & {c.choice([1, 3, 6])}) != 0)", "{",
                             f"stall ({view}, {j} + 1);", self.put(record, view, j, value) + ";",
                             f"{j}++;", f"commit ({view}, {j});", "}"], [], 1, 1
        if policy in ("double", "triple"):
            k = 2 if policy == "double" else 3
            return [start], [f"stall ({view}, {j} + {k});",
                             *(self.put(record, view, f"{j} + {n}", f"{value} + {n}") + ";"
                               for n in range(k)),
                             f"{j} += {k};", f"commit ({view}, {j});"], [], k, k
        if policy == "late":
            k = c.choice([2, 4, 7])
            after = c.choice([[], [f"commit ({view}, {j});"]])
            return [start], [f"stall ({view}, {j} + 1);", self.put(record, view, j, value) + ";",
                             f"{j}++;", f"if ({j} % {k} == 0)", f"commit ({view}, {j});"], after, 1, k
        if policy == "ahead":  # the stall asks for more than it needs
            return [start], [f"stall ({view}, {j} + 4);", self.put(record, view, j, value) + ";",
                             f"commit ({view}, {j} + 1);", f"{j}++;"], [], 1, 5
        name = f"put{len(self.processes)}{view}"
        self.helpers.append(
            f"static {c.choice(['inline ', '', '__attribute__ ((always_inline)) inline '])}void\n"
            f"{name} ({self.view_type(record)}{view}, {itype} i, long v)\n{{\n"
            f"  stall ({view}, i + 1);\n  {self.put(record, view, 'i', 'v')};\n"
            f"  commit ({view}, i + 1);\n}}\n")
        return [start], [f"{name} ({view}, {j}, {value});", f"{j}++;"], [], 1, 1

    def index_ok(self, itype, record):
        sign = 1 << 31  # that an int must not reach
        ends = record.base % (2 * sign) < sign <= record.base % (2 * sign) + 3 * MOST
        return not record.base or "short" not in itype and not (itype == "int" and ends)

    def outputs(self, count, length, index, itype, base):
        """Makes the records, and all lines."""
        before, inside, after, made = [], [], [], []
        for n in range(count):
            record = self.new_record(length)
            view = "yzw"[n]
            b, i, a, rate, least = self.output(record, view, index, record.base == base, itype)
            record.length = length * rate
            if record.length > MOST:
                record.length = length
            before += self.connect(record, view, "write", 1, self.horizon(least)) + b
            if record.base:
                before += [f"commit ({view}, {record.base}l);"]
            inside += i
            after += a
            made.append((record, rate))
        return before, inside, after, [r for r, _ in made]

    # ---- What an iteration does ------------------------------------------------------

    def work(self, values):
        c = self.chance
        lines = [f"acc = (acc * {c.choice([1, 3, 31])} + {v}) & 0x7fffffff;" for v in values]
        if self.maybe(0.2):
            n = c.randrange(2, 9)
            lines.append(f"for (int k = 0; k < {n}; k++) acc += (acc >> k) & 3;")
        if self.maybe(0.2):
            lines.append(f"if (acc & {c.choice([1, 16])}) acc ^= {c.randrange(256)}; "
                         f"else odd++;")
        if self.maybe(0.15):
            lines.append("switch (acc & 3) { case 0: acc += 5; break; case 1: odd++; "
                         "case 2: acc ^= 9; default: ; }")
        if self.maybe(0.1):
            lines.append("table[acc & 15] += acc; acc += table[acc & 7] & 15;")
        return lines + ["MIX (h, acc);"]

    def leave(self, exits):
        """A way out of the loop in its middle."""
        c = self.chance
        if not self.maybe(0.3):
            return []
        way = c.choice(["break;", "goto out;", "break;"])
        exits.add(way)
        return [c.choice([f"if (acc % {c.choice([97, 1009, 5003])} == 7) {way}",
                          f"if (++turns == {c.choice([3, 1024, 1500])}) {way}"])]

    # ---- Processes ---------------------------------------------------------------------

    def process(self, name, parameters, lines):
        head = "static void\n" if self.plain else "process "
        text = "".join(self.helpers)
        text += f"{head}{name} ({', '.join(parameters)})\n{{\n"
        depth = 1
        for line in lines:
            depth -= line.startswith("}")
            text += "  " * depth + line + "\n"
            depth += line == "{" or line.endswith(" {")
        self.processes.append(text + "}\n")

    def start(self):
        self.helpers = []
        return ["hash h = 1;", "long acc = 1, odd = 0, turns = 0;", "long table[16] = { 0 };",
                "(void) turns;"]

    def finish(self, number):
        return [f"result[{number}] = h + (hash) odd + (hash) table[3];"]

    def source(self):
        if self.maybe(0.15):
            return self.pair()
        c, number = self.chance, len(self.processes)
        n = c.choice([0, 1, 2, 3, 4, 5, 7, 8, 9, 100, 1000, 1023, 1024, 1025, 2000, 4095, 4097,
                      c.randrange(9000)])
        itype = self.index_type([])
        lines, exits = self.start(), set()
        before, inside, after, made = self.outputs(c.choice([1, 1, 2]), n, "i", itype, 0)
        work = self.work(["i"]) + self.leave(exits) + inside
        kind = c.choice(["for", "while", "do", "down"])
        loop = {
            "for": [f"for ({itype} i = 0; i < {n}; i++)", "{", *work, "}"],
            "while": [f"{itype} i = 0;", f"while (i != {n})", "{", *work, "i++;", "}"],
            "do": [f"{itype} i = 0;", f"if ({n})", "do", "{", *work, "}", f"while (++i < {n});"],
            "down": [f"{itype} i = 0;", f"for (int left = {n}; left > 0; left--)", "{", *work, "i++;", "}"],
        }[kind]
        lines += before + loop + (["out: ;"] if "goto out;" in exits else []) + after
        self.process(f"p{number}", [f"{self.record_type(r)}{r.name}" for r in made],
                     lines + self.finish(number))
        self.runs.append(f"p{number} ({', '.join(r.name for r in made)})")
        return made

    def pair(self):
        """Two producers of one record, of every other element each."""
        c, number = self.chance, len(self.processes)
        n = 2 * c.choice([0, 1, 3, 500, 1024, c.randrange(3000)])
        self.helpers = []
        record = self.new_record(n)
        record.writers, base = 2, record.base
        itype = self.index_type([record])
        lines = ["hash h = 1;", "long acc = 1;",
                 *self.connect(record, "y", "write", "which", self.horizon(4))]
        lines += [f"commit (y, {base}l);"] if base else []
        lines += [f"{itype} i = ({itype}) ({base}l + which - 1);",
                  f"for (long k = which - 1; k < {n}; k += 2, i += 2)", "{",
                  "stall (y, i + 1);", "acc = (acc * 3 + k) & 0x7fffffff;",
                  self.put(record, "y", "i", "acc") + ";", "MIX (h, acc);",
                  c.choice(["commit (y, i + 2);", "commit (y, i + 1);"]), "}",
                  f"commit (y, {base + n}l);", f"result[{number} + 32 * (which - 1)] = h;"]
        self.process(f"p{number}", [f"{self.record_type(record)}{record.name}", "int which"], lines)
        self.runs += [f"p{number} ({record.name}, 1)", f"p{number} ({record.name}, 2)"]
        return [record]

    def step(self, records):
        """A process that reads one or two records; the records that it makes."""
        c, number = self.chance, len(self.processes)
        itype = self.index_type(records)
        lines, exits = self.start(), set()
        shape = c.choice(["for", "while", "flag", "goto", "do", "burst", "stride", "history",
                          "continue", "twice"])
        k = c.choice([2, 3]) if shape == "stride" else 1
        taps = c.choice([1, 2, 3]) if shape == "history" else 0
        burst = c.choice([2, 7, 10, 64]) if shape == "burst" else 1
        least = max(k, taps + 1, burst) + 1
        for n, record in enumerate(records):
            record.readers += 1
            view = "xu"[n]
            lines += self.connect(record, view, "read", record.readers, self.horizon(least))
            if record.base:
                lines += [f"update ({view}, {record.base}l);", f"release ({view}, {record.base}l);"]
        x, base = records[0], records[0].base
        length = min(r.length for r in records) // k
        made_count = c.choice([0, 1, 1, 2]) if len(self.processes) < 5 else 0
        # An output has the index of the input where each iteration writes an element.
        index = "" if shape in ("continue", "stride", "twice") else "i"
        before, inside, after, made = self.outputs(made_count, length, index, itype, base)
        lines += before
        values = [self.get(x, "x", "i")]
        values += [self.get(x, "x", f"i + {n}") for n in range(1, k)]
        second = []
        if len(records) > 1:
            u = records[1]
            utype = itype if self.index_ok(itype, u) else "long"
            lines += [f"{utype} m = ({utype}) {u.base}l;"]
            second = ["if (!update (u, m + 1)) SECOND_END"]
            values.append(self.get(u, "u", "m"))
        zero = f"({itype}) {base}l"
        if taps:
            same = "i - (" + zero + f") < {taps} ? 0 : "
            if "short" in itype or itype == "int":
                same = f"({itype}) (i - {zero}) < {taps} ? 0 : "
            values.append("(" + same + self.get(x, "x", f"i - {taps}") + ")")
        work = self.work(values)
        body = work + self.leave(exits) + inside
        free = ([f"release (x, i - {taps - 1});"] if taps and itype in ("int", "long", "short") and not base
                else [f"if (!(({itype}) (i - {zero}) < {taps})) release (x, i - {taps - 1});"] if taps
                else [f"release (x, i + {k});"])
        if len(records) > 1:
            free.append(c.choice(["release (u, m + 1); m++;", "m++; release (u, m);"]))
        if self.maybe(0.15):
            free = ["if (acc & 3)", "{", f"release (x, i + {k});", "}"] + free if not taps and len(records) == 1 else free
        if self.maybe(0.1):
            body = [f"receive (x, i + {c.choice([2, 16])});"] + body
        loops = {
            "for": [f"for ({itype} i = {zero}; update (x, i + 1); i++)", "{", *second, *body, *free, "}"],
            "while": [f"{itype} i = {zero};", "while (1)", "{",
                      c.choice(["int", "unsigned", "long"]) + " hd = update (x, i + 1);",
                      "if (!hd) break;", *second, *body, *free, "i++;", "}"],
            "flag": [f"{itype} i = {zero};", "while (update (x, i + 1) != 0)", "{", *second, *body, *free,
                     "i++;", "}"],
            "goto": [f"{itype} i = {zero};", "again:", "if (update (x, i + 1) == 0)", "goto end;",
                     *[s.replace("SECOND_END", "goto end;") for s in second],
                     *[b.replace("break;", "goto end;") if b.startswith("if (") else b for b in body],
                     *free, "i++;", "goto again;", "end: ;"],
            "do": [f"{itype} i = {zero};", "if (update (x, i + 1))", "do", "{", *second, *body, *free,
                   "i++;", "}", "while (update (x, i + 1));"],
            "burst": [f"{itype} tl = {zero}, i = tl;", "while (1)", "{",
                      f"{itype} hd = ({itype}) update (x, tl + {burst});",
                      "if (hd == 0) break;",
                      "for (i = tl; i != hd; i++)", "{",
                      *[s.replace("SECOND_END", "goto stop;") for s in second],
                      *[b.replace("break;", "goto stop;") if b.startswith("if (") else b for b in body],
                      *(free[1:] if len(records) > 1 else []), "}",
                      "release (x, hd);", "tl = hd;", "}"],
            "stride": [f"{itype} i = {zero};",
                       f"while (({itype}) update (x, i + {k}) == ({itype}) (i + {k}))", "{",
                       *second, *body, *free, f"i += {k};", "}"],
            "history": [f"for ({itype} i = {zero}; update (x, i + 1); i++)", "{", *second, *body, *free, "}"],
            "continue": [f"for ({itype} i = {zero}; update (x, i + 1);)", "{", *second, *work,
                         *(["i++;", f"if (acc & 2) continue;", "i--;"] if len(records) == 1
                           else []), *inside, *free, "i++;", "}"],
            "twice": [f"{itype} i = {zero};", "for (;;)", "{", "if (update (x, i + 1) == 0) break;",
                      *second, *body, *free, "i++;",
                      *(["if (update (x, i + 1) == 0) break;", "acc += 3;", *work, *free, "i++;"]
                        if len(records) == 1 and not taps else []), "}"],
        }
        if shape == "goto" and "break;" in " ".join(work):
            shape = "for"
        if shape == "burst" and "break;" in " ".join(work):
            shape = "for"
        if shape == "continue":
            exits.clear()
        loop = [line.replace("SECOND_END", "break;") for line in loops[shape]]
        if shape == "burst" and "goto stop;" in " ".join(loop):
            loop.append("stop: ;")
        if "goto out;" in " ".join(loop):
            loop.append("out: ;")
        lines += loop + after
        views = records + made
        self.process(f"p{number}", [f"{self.record_type(r)}{r.name}" for r in views],
                     lines + self.finish(number))
        self.runs.append(f"p{number} ({', '.join(r.name for r in views)})")
        return made

    def team(self, record):
        """Processes that claim runs of a record; the record that they make."""
        c, number, first = self.chance, len(self.processes), record.readers + 1
        members, run = c.choice([1, 2, 3]), c.choice([1, 1, 2, 7, 64])
        record.readers += members
        self.helpers = []
        made = self.new_record(record.length)
        made.base, made.writers = 0, members
        itype = self.index_type([record, made])
        itype = "long" if "short" in itype else itype
        each = [self.put(made, "y", "k", f"{self.get(record, 'x', 'k')} * {c.choice([1, 3])} + k")
                + ";"]
        work = c.choice([
            ["stall (y, hd);", f"for ({itype} k = i; k != hd; k++)", "{", *each, "}",
             "commit (y, hd);"],
            [f"for ({itype} k = i; k < hd; k++)", "{", "stall (y, k + 1);", *each,
             "commit (y, k + 1);", *c.choice([[], ["release (x, k + 1);"]]), "}"]])
        lines = [*self.connect(record, "x", "read", f"which + {first - 1}", self.horizon(run)),
                 *self.connect(made, "y", "write", "which", self.horizon(run)),
                 "for (;;)", "{", f"{itype} i = claim (x, {run}, {first});", "commit (y, i);",
                 *c.choice([["release (x, i);"], []]),
                 f"{itype} hd = update (x, i + {run});",
                 "if (hd <= i) break;", *work, f"if (hd != i + {run}) break;", "}"]
        self.process(f"p{number}", [f"{self.record_type(r)}{r.name}" for r in (record, made)]
                     + ["int which"], lines)
        self.runs += [f"p{number} ({record.name}, {made.name}, {n})"
                      for n in range(1, members + 1)]
        return [made]

    # ---- The network -----------------------------------------------------------------

    def text(self):
        c = self.chance
        open_records = self.source()
        if self.maybe(0.3):
            open_records += self.source()
        broadcast = self.maybe(0.2)
        while open_records:
            c.shuffle(open_records)
            take = 2 if len(open_records) > 1 and self.maybe(0.5) else 1
            taken = open_records[:take]
            open_records = open_records[take:]
            if broadcast:
                broadcast = False
                open_records.append(taken[0])
            if not taken[0].base and len(self.processes) < 6 and self.maybe(0.3):
                open_records += self.team(taken[0]) + taken[1:]
            else:
                open_records += self.step(taken)
            assert len(self.processes) < 25
        text = PRELUDE + (PLAIN if self.plain else "") + "\n" + "\n".join(self.processes)
        text += ("\nint\nmain (void)\n{\n  result = mmap (NULL, 64 * sizeof *result, PROT_READ |"
                 " PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n")
        for r in self.records:
            if self.plain:
                text += f"  struct plain_record *{r.name} = plain_record (sizeof ({r.type}), {r.base}l, {r.writers});\n"
            else:
                text += f"  record {r.type} {r.name} = new_record ({r.writers}, {r.readers});\n"
        if self.plain:
            for run in self.runs:
                text += f"  {run};\n"
        else:
            for n, run in enumerate(self.runs):
                text += f"  long t{n} = run {run};\n"
            for n in range(len(self.runs)):
                text += f"  join (t{n});\n"
        text += "  for (int i = 0; i < 64; i++)\n    if (result[i])\n"
        text += "      printf (\"%d %lx\\n\", i, result[i]);\n  return 0;\n}\n"
        return text


def main():
    arguments = sys.argv[1:]
    plain = "--plain" in arguments
    seed = int([a for a in arguments if a != "--plain"][0])
    sys.stdout.write(Program(seed, plain).text())


if __name__ == "__main__":
    main()
