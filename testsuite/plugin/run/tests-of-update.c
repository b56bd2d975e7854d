// RUN: %variants %s %t | FileCheck %s
// What update returns, tested in each way that finds the end of the stream, as it is
// and cut to 32 bits, from 0 and from indices at which 31 and 32 bits end.
int printf (const char *, ...);
enum { N = 3000 };
process writer (record int r, long from)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 5000);
  commit (v, from);
  for (long i = from; i < from + N; i++)
    {
      stall (v, i + 1);
      v[[i]] = (int) (i * 7);
      commit (v, i + 1);
    }
}
#define READER(NAME, T, TEST)                                                  \
  process NAME (record int r, long from, long *sum, long *turns)               \
  {                                                                            \
    view int v = new_read_view (r);                                            \
    register (v);                                                              \
    alloc (v, 5000);                                                           \
    update (v, from);                                                          \
    release (v, from);                                                         \
    *sum = *turns = 0;                                                         \
    long s = 0, n = 0;                                                         \
    for (T i = (T) from; n < N + 100; i++, n++)                                \
      {                                                                        \
        if (!(TEST))                                                           \
          break;                                                               \
        s = s * 3 + v[[i]];                                                    \
        release (v, i + 1);                                                    \
      }                                                                        \
    *sum = s;                                                                  \
    *turns = n;                                                                \
  }
#define RESULTS(NAME, T, CUT)                                                  \
  READER (NAME##_gt0, T, (CUT) update (v, i + 1) > 0)                          \
  READER (NAME##_ne0, T, (CUT) update (v, i + 1) != 0)                         \
  READER (NAME##_not, T, !((CUT) update (v, i + 1) == 0))                      \
  READER (NAME##_le0, T, !((CUT) update (v, i + 1) <= 0))                      \
  READER (NAME##_geI, T, (CUT) update (v, i + 1) >= i + 1)                     \
  READER (NAME##_ltI, T, !((CUT) update (v, i + 1) < i + 1))                   \
  READER (NAME##_eqI, T, (CUT) update (v, i + 1) == i + 1)                     \
  READER (NAME##_neI, T, !((CUT) update (v, i + 1) != i + 1))                  \
  READER (NAME##_gti, T, (CUT) update (v, i + 1) > i)                          \
  READER (NAME##_lei, T, !((CUT) update (v, i + 1) <= i))
RESULTS (ll, long, long)
RESULTS (li, long, int)
RESULTS (lu, long, unsigned)
RESULTS (ii, int, int)
RESULTS (il, int, long)
RESULTS (uu, unsigned, unsigned)
RESULTS (ul, unsigned, long)
RESULTS (ui, unsigned, int)
static void start (const char *name, process (*reader) (record int, long, long *, long *), long from)
{
  record int r = new_record (1, 1);
  long sum, turns;
  run writer (r, from);
  join (run reader (r, from, &sum, &turns));
  printf ("%s from %ld: %ld turns, %ld\n", name, from, turns, sum);
}
/* Indices below 0 that are cut are large: the first turns are others. */
#define COUNTER(NAME, T, TEST)                                                 \
  static long                                                                  \
  NAME (view int v, long n)                                                    \
  {                                                                            \
    long s = 0;                                                                \
    for (T i = -20; i < n; i++)                                                \
      {                                                                        \
        if (TEST)                                                              \
          s = s * 3 + 1;                                                       \
        release (v, i + 21);                                                   \
      }                                                                        \
    return s;                                                                  \
  }
COUNTER (above_long, long, (unsigned long) update (v, i + 21) > (unsigned long) i)
COUNTER (above_int, int, (unsigned long) update (v, i + 21) > (unsigned long) i)
COUNTER (above_equal, long, (unsigned long) update (v, i + 21) != (unsigned long) i)
static void above_the_first (const char *name, long (*count) (view int, long))
{
  record int r = new_record (1, 1);
  view int v = new_read_view (r);
  register (v), alloc (v, 5000);
  run writer (r, 0);
  update (v, 100);
  printf ("%s %ld\n", name, count (v, 10));
  free_view (v);
}
#define EACH(NAME, FROM)                                                       \
  start (#NAME "_gt0", NAME##_gt0, FROM), start (#NAME "_ne0", NAME##_ne0, FROM), \
  start (#NAME "_not", NAME##_not, FROM), start (#NAME "_le0", NAME##_le0, FROM), \
  start (#NAME "_geI", NAME##_geI, FROM), start (#NAME "_ltI", NAME##_ltI, FROM), \
  start (#NAME "_eqI", NAME##_eqI, FROM), start (#NAME "_neI", NAME##_neI, FROM), \
  start (#NAME "_gti", NAME##_gti, FROM), start (#NAME "_lei", NAME##_lei, FROM)
int main (void)
{
  // CHECK: long 29524
  // CHECK: int 29524
  // CHECK: equal 102945566047324
  above_the_first ("long", above_long), above_the_first ("int", above_int);
  above_the_first ("equal", above_equal);
  // Up to the end of the stream, all alike.
  // CHECK-COUNT-80: from 0: 3000 turns
  EACH (ll, 0), EACH (li, 0), EACH (lu, 0), EACH (ii, 0), EACH (il, 0);
  EACH (uu, 0), EACH (ul, 0), EACH (ui, 0);
  // Where bit 31 is set in the middle: the lower bits as an int are below 0.
  // CHECK: ll_gt0 from 2147482148: 3000 turns
  // CHECK: li_gt0 from 2147482148: 1499 turns
  // CHECK: li_ne0 from 2147482148: 3000 turns
  // CHECK: li_geI from 2147482148: 1499 turns
  // CHECK: lu_gt0 from 2147482148: 3000 turns
  EACH (ll, 0x7ffffffful - 1499), EACH (li, 0x7ffffffful - 1499), EACH (lu, 0x7ffffffful - 1499);
  // CHECK: ul_eqI from 2147482148: 3000 turns
  // CHECK: ui_gt0 from 2147482148: 1499 turns
  EACH (uu, 0x7ffffffful - 1499), EACH (ul, 0x7ffffffful - 1499), EACH (ui, 0x7ffffffful - 1499);
  // Where 32 bits begin again: 0 for a result that is cut, and less than what it is for
  // an index of 32 bits.
  // CHECK: ll_gt0 from 4294965796: 3000 turns
  // CHECK: lu_ne0 from 4294965796: 1499 turns
  // CHECK: lu_geI from 4294965796: 1499 turns
  EACH (ll, 0xfffffffful - 1499), EACH (lu, 0xfffffffful - 1499);
  // CHECK: uu_gt0 from 4294965796: 1499 turns
  // CHECK: uu_geI from 4294965796: 3000 turns
  // CHECK: uu_gti from 4294965796: 1499 turns
  // CHECK: ul_gt0 from 4294965796: 3000 turns
  // CHECK: ul_geI from 4294965796: 3000 turns
  // CHECK: ul_eqI from 4294965796: 1499 turns
  // CHECK: ul_gti from 4294965796: 3000 turns
  EACH (uu, 0xfffffffful - 1499), EACH (ul, 0xfffffffful - 1499);
}
