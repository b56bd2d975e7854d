// RUN: %variants %s %t | FileCheck %s
// Loops of all shapes that synchronise each element, with counts around those of strips.
int printf (const char *, ...);
void exit (int);
typedef unsigned long hash;
#define MIX(h, x) (h = (h ^ (hash) (x)) * 0x9E3779B97F4A7C15ul >> 3)

process source (record int r, long n)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 4096);
  for (long i = 0; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = i * 7 % 1013;
      commit (v, i + 1);
    }
}

#define READER(NAME, ...) \
  process NAME (record int r, hash *to) \
  { \
    view int v = new_read_view (r); \
    register (v); \
    alloc (v, 1000); \
    hash h = 1; \
    __VA_ARGS__ \
    *to = h; \
  }

READER (by_for, for (long i = 0; update (v, i + 1); i++) { MIX (h, v[[i]]); release (v, i + 1); })
READER (by_for_int, for (int i = 0; update (v, i + 1); i++) { MIX (h, v[[i]]); release (v, i + 1); })
READER (by_for_unsigned, for (unsigned i = 0; update (v, i + 1); i++)
                           { MIX (h, v[[i]]); release (v, i + 1); })
READER (by_for_ulong, for (unsigned long i = 0; update (v, i + 1); i++)
                        { MIX (h, v[[i]]); release (v, i + 1); })
READER (by_short, for (short i = 0; update (v, i + 1); i++) { MIX (h, v[[i]]); release (v, i + 1); })
READER (by_ushort, unsigned short i = 0; while (update (v, i + 1))
                     { MIX (h, v[[i]]); i++; release (v, i); })
READER (by_while, int i = 0; while (1)
  { int hd = update (v, i + 1); if (!hd) break; MIX (h, v[[i]]); release (v, hd); i++; })
READER (by_while_unsigned, unsigned i = 0; while (1)
  { unsigned hd = update (v, i + 1); if (!hd) break; MIX (h, v[[i]]); i++; release (v, i); })
READER (by_do, long i = 0; if (update (v, 1)) do { MIX (h, v[[i]]); release (v, i + 1); i++; }
  while (update (v, i + 1));)
READER (by_goto, long i = 0; again: if (!update (v, i + 1)) goto end; MIX (h, v[[i]]);
  release (v, i + 1); i++; goto again; end: ;)
READER (by_one, long i = 1; while (update (v, i)) { MIX (h, v[[i - 1]]); release (v, i); i++; })
READER (by_continue, for (int i = 0; update (v, i + 1); i++)
  { int x = v[[i]]; release (v, i + 1); if (x & 1) continue; MIX (h, x); })
READER (by_no_release, for (int i = 0; update (v, i + 1); i++)
  { int x = v[[i]]; if (x & 1) continue; MIX (h, x); release (v, i + 1); })
READER (by_exits, for (int i = 0; update (v, i + 1); i++)
  { int x = v[[i]]; if (x == 1012) break; MIX (h, x); if (i == 4000) goto out;
    release (v, i + 1); if (x == 1011) goto out; } out: ;)
READER (by_return, for (int i = 0; update (v, i + 1); i++)
  { MIX (h, v[[i]]); *to = h; if (i == 1023) return; release (v, i + 1); })
READER (by_switch, for (int i = 0; update (v, i + 1); i++)
  { switch (v[[i]] % 5) { case 0: MIX (h, 5); case 1: release (v, i + 1); break;
    case 2: MIX (h, i); break; default: MIX (h, v[[i]]); release (v, i + 1); } })
READER (by_history, for (int i = 0; update (v, i + 1); i++)
  { MIX (h, v[[i]] + (i > 0 ? v[[i - 1]] : 0) + (i > 2 ? v[[i - 3]] : 0)); release (v, i - 2); })
READER (by_two, long i = 0; while (update (v, i + 2) == i + 2)
  { MIX (h, v[[i]] - v[[i + 1]]); i += 2; release (v, i); })
READER (by_three, int i = 0; while (update (v, i + 3) == i + 3)
  { for (int k = 0; k < 3; k++) MIX (h, v[[i + k]]); release (v, i + 3); i += 3; })
READER (by_pairs, for (unsigned i = 0; update (v, i + 1); i++)
  { MIX (h, v[[i]]); release (v, i + 1); i++; if (!update (v, i + 1)) break;
    MIX (h, ~v[[i]]); release (v, i + 1); })
READER (by_nest, int i = 0; for (;;) { for (int k = 0; k < 10; k++, i++)
  { if (!update (v, i + 1)) goto out; MIX (h, v[[i]] + k); release (v, i + 1); } MIX (h, i); } out: ;)
READER (by_taps, for (long i = 0; update (v, i + 8) == i + 8; i++)
  { long s = 0; for (int k = 0; k < 8; k++) s += k * v[[i + k]]; MIX (h, s); release (v, i + 1); })
READER (by_down, int i = 0; for (int left = 5000; left > 0 && update (v, i + 1); left--)
  { MIX (h, v[[i]]); i++; release (v, i); })
READER (by_done, for (int i = 0; ; i++)
  { update (v, i + 1); if (done (v)) break; MIX (h, v[[i]]); release (v, i + 1); })
READER (by_receive, for (int i = 0; receive (v, i + 64), update (v, i + 1); i++)
  { MIX (h, v[[i]]); release (v, i + 1); })
READER (by_burst, long tl = 0, hd; while ((hd = update (v, tl + 100)))
  { for (long i = tl; i < hd; i++) MIX (h, v[[i]]); release (v, hd); tl = hd; })
READER (by_late, for (int i = 0; update (v, i + 1); i++)
  { MIX (h, v[[i]]); if (i % 10 == 9) release (v, i + 1); })
READER (by_flag, int go = 1; for (int i = 0; go && update (v, i + 1); i++)
  { MIX (h, v[[i]]); go = v[[i]] != 999; release (v, i + 1); })
READER (by_pointer, for (int i = 0; update (v, i + 1); i++)
  { int *p = &v[[i]]; MIX (h, *p); release (v, i + 1); })
READER (by_limit, for (long i = 0, left = 3000; left && update (v, i + 1); i++, left--)
  { MIX (h, v[[i]] / (left ? 1 : 0)); release (v, i + 1); })

/* Those that see all elements in order have the same sum. */
#define ALL(DO) \
  DO (by_for) DO (by_for_int) DO (by_for_unsigned) DO (by_for_ulong) DO (by_short) DO (by_ushort) \
  DO (by_while) DO (by_while_unsigned) DO (by_do) DO (by_goto) DO (by_one) DO (by_down) DO (by_done) \
  DO (by_receive) DO (by_burst) DO (by_late) DO (by_pointer) \
  DO (by_continue) DO (by_no_release) DO (by_exits) DO (by_return) DO (by_switch) DO (by_history) \
  DO (by_two) DO (by_three) DO (by_pairs) DO (by_nest) DO (by_taps) DO (by_flag) DO (by_limit)

static hash total;
static void
plain (long n, hash *to)
{
  hash h = 1;
  for (long i = 0; i < n; i++)
    MIX (h, i * 7 % 1013);
  *to = h;
}

#define ONE(NAME) \
  { \
    record int r = new_record (1, 1); \
    hash h = 0; \
    long a = run source (r, n), b = run NAME (r, &h); \
    join (a); join (b); \
    MIX (total, h); \
    if (++count <= 17 && n <= 5000 && h != want) \
      printf ("%s of %ld is wrong: %lx\n", #NAME, n, h); \
  }

int
main (void)
{
  static const long counts[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1000, 1023, 1024, 1025, 1026, 4095,
                                 4096, 4097, 9999 };
  for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++)
    {
      long n = counts[k], count = 0;
      hash want;
      plain (n, &want);
      ALL (ONE)
    }
  printf ("total %lx\n", total);
  // CHECK-NOT: wrong
  // CHECK: total
}
