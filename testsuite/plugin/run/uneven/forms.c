// RUN: %variants %s %t | FileCheck %s
// Loops that consume or commit a number of elements that depends on the data: filters, merges and
// tokenisers, with each type of index, few or many elements that pass, and any horizon.
#include <stdio.h>
#include <stdlib.h>
#include "../ends.h"

enum { N = 4000, LAST = 1 << 30, LAST_AT = 2500 };
static int input[N], other[N], want[2 * N], got[2 * N];
static int wrong;

/* ---- Both ends --------------------------------------------------------- */

process source (record int r, const int *from, long n, long horizon)
{
  WRITE (v, r, horizon);
  for (long i = 0; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = from[i];
      commit (v, i + 1);
    }
}

static long
drain (record int r, long horizon)
{
  READ (v, r, horizon);
  long i = 0;
  for (; update (v, i + 1); i++)
    {
      got[i] = v[[i]];
      release (v, i + 1);
    }
  free_view (v);
  return i;
}

static void
compare (const char *what, long n, long wanted)
{
  int good = n == wanted;
  for (long i = 0; good && i < n; i++)
    good = got[i] == want[i];
  if (!good)
    printf ("%s: %ld elements, not %ld\n", what, n, wanted), wrong++;
}

/* ---- Filters: commit in the branch, behind it, at a distance; more than one element ---- */

#define FILTER(NAME, T, ...)                                                   \
  process NAME (record int a, record int b, int keep, long horizon)            \
  {                                                                            \
    READ (x, a, horizon);                                                      \
    WRITE (y, b, horizon);                                                     \
    T o = 0;                                                                   \
    for (T i = 0; update (x, i + 1); i++)                                      \
      {                                                                        \
        int k = x[[i]];                                                        \
        __VA_ARGS__                                                            \
        release (x, i + 1);                                                    \
      }                                                                        \
  }
#define IN_BRANCH                                                              \
  if (k % 100 < keep)                                                          \
    {                                                                          \
      stall (y, o + 1);                                                        \
      y[[o]] = k;                                                              \
      o++;                                                                     \
      commit (y, o);                                                           \
    }
FILTER (in_long, long, IN_BRANCH)
FILTER (in_int, int, IN_BRANCH)
FILTER (in_unsigned, unsigned, IN_BRANCH)
FILTER (behind, long, stall (y, o + 1); y[[o]] = k; if (k % 100 < keep) o++; commit (y, o);)
FILTER (added, int, stall (y, o + 1); y[[o]] = k; o += k % 100 < keep; commit (y, o);)
FILTER (by_steps, long,
        if (k % 100 < keep) { stall (y, o + 1); y[[o]] = k; o++; }
        if (k & 4) commit (y, o);)
FILTER (lower, long,
        if (k % 100 < keep) { stall (y, o + 1); y[[o]] = k; o++; commit (y, o); }
        else commit (y, o - 1);)

/* Each element as often as its last digit, at most 3 times. */
process repeat (record int a, record int b, int keep, long horizon)
{
  READ (x, a, horizon);
  WRITE (y, b, horizon);
  long o = 0;
  for (int i = 0; update (x, i + 1); i++)
    {
      int k = x[[i]], n = k % 100 < keep ? k & 3 : 0;
      stall (y, o + 3);
      y[[o]] = y[[o + 1]] = y[[o + 2]] = k;
      o += n;
      commit (y, o);
      release (x, i + 1);
    }
}

/* Leaves the loop in the middle. */
process until (record int a, record int b, int keep, long horizon)
{
  READ (x, a, horizon);
  WRITE (y, b, horizon);
  long o = 0;
  for (long i = 0; update (x, i + 1); i++)
    {
      int k = x[[i]];
      release (x, i + 1);
      if (k == LAST)
        break;
      if (k % 100 >= keep)
        continue;
      stall (y, o + 1);
      y[[o]] = k;
      commit (y, ++o);
    }
}

/* Skips a number of elements that each element says. */
process skip (record int a, record int b, int keep, long horizon)
{
  READ (x, a, horizon);
  WRITE (y, b, horizon);
  long i = 0;
  for (long o = 0; update (x, i + 1) == i + 1; o++)
    {
      int k = x[[i]];
      i += 1 + (k % 100 < keep ? k & 7 : 0);
      release (x, i);
      stall (y, o + 1);
      y[[o]] = k;
      commit (y, o + 1);
    }
}

static long
filtered (int which, int keep)
{
  long o = 0;
  int open = 0;
  for (long i = 0; i < N; i++)
    {
      int k = input[i], n = k % 100 < keep;
      n = which == 1 ? n * (k & 3) : which == 2 ? n && i < LAST_AT : n;
      if (which == 3)
        {
          n = open == 0;
          open = open ? open - 1 : k % 100 < keep ? k & 7 : 0;
        }
      while (n-- > 0)
        want[o++] = k;
    }
  return o;
}

/* by_steps publishes the last elements if one of the last is a multiple of 4. */
static void
filters (int keep, long horizon)
{
#define TRY(NAME, which)                                                       \
  {                                                                            \
    record int a = new_record (1, 1), b = new_record (1, 1);                   \
    run source (a, input, N, horizon);                                         \
    run NAME (a, b, keep, horizon);                                            \
    long n = drain (b, horizon);                                               \
    compare (#NAME, n, filtered (which, keep));                                \
  }
  TRY (in_long, 0)
  TRY (in_int, 0)
  TRY (in_unsigned, 0)
  TRY (behind, 0)
  TRY (added, 0)
  TRY (by_steps, 0)
  TRY (lower, 0)
  TRY (repeat, 1)
  TRY (until, 2)
  TRY (skip, 3)
#undef TRY
}

/* ---- Merges: update before the next turn, or at its beginning ---- */

#define MERGE(NAME, T, ...)                                                    \
  process NAME (record int ra, record int rb, record int rc, long horizon)     \
  {                                                                            \
    READ (a, ra, horizon);                                                     \
    READ (b, rb, horizon);                                                     \
    WRITE (y, rc, horizon);                                                    \
    T i = 0, j = 0, o = 0;                                                     \
    __VA_ARGS__                                                                \
    for (; update (a, i + 1); i++)                                             \
      {                                                                        \
        stall (y, o + 1);                                                      \
        y[[o]] = a[[i]];                                                       \
        commit (y, ++o);                                                       \
        release (a, i + 1);                                                    \
      }                                                                        \
    for (; update (b, j + 1); j++)                                             \
      {                                                                        \
        stall (y, o + 1);                                                      \
        y[[o]] = b[[j]];                                                       \
        commit (y, ++o);                                                       \
        release (b, j + 1);                                                    \
      }                                                                        \
  }
MERGE (both_first, long,
       while (update (a, i + 1) && update (b, j + 1))
         {
           stall (y, o + 1);
           if (a[[i]] <= b[[j]]) { y[[o]] = a[[i]]; i++; release (a, i); }
           else { y[[o]] = b[[j]]; j++; release (b, j); }
           o++;
           commit (y, o);
         })
MERGE (one_next, int,
       long on = update (a, 1) && update (b, 1);
       while (on)
         {
           stall (y, o + 1);
           if (a[[i]] <= b[[j]]) { y[[o]] = a[[i]]; release (a, ++i); on = update (a, i + 1); }
           else { y[[o]] = b[[j]]; release (b, ++j); on = update (b, j + 1); }
           commit (y, ++o);
         })
MERGE (by_unsigned, unsigned,
       while (update (a, i + 1) > 0 && update (b, j + 1) > 0)
         {
           int first = a[[i]] <= b[[j]];
           stall (y, o + 1);
           y[[o]] = first ? a[[i]] : b[[j]];
           i += first;
           j += !first;
           release (a, i);
           release (b, j);
           commit (y, ++o);
         })

static int
by_value (const void *a, const void *b)
{
  return (*(const int *) a > *(const int *) b) - (*(const int *) a < *(const int *) b);
}

static void
merges (long few, long horizon)
{
  for (int k = 0; k < N; k++)
    want[k] = input[k];
  for (int k = 0; k < few; k++)
    want[N + k] = other[k];
  int *sorted = malloc (N * sizeof (int));
  for (int k = 0; k < N; k++)
    sorted[k] = input[k];
  qsort (sorted, N, sizeof (int), by_value);
  qsort (other, few, sizeof (int), by_value);
  qsort (want, N + few, sizeof (int), by_value);
#define TRY(NAME)                                                              \
  {                                                                            \
    record int a = new_record (1, 1), b = new_record (1, 1), c = new_record (1, 1); \
    run source (a, sorted, N, horizon);                                        \
    run source (b, other, few, horizon);                                       \
    run NAME (a, b, c, horizon);                                               \
    compare (#NAME, drain (c, horizon), N + few);                              \
  }
  TRY (both_first)
  TRY (one_next)
  TRY (by_unsigned)
#undef TRY
  free (sorted);
}

/* ---- Tokenisers: one loop, and a loop for each part of a token ---- */

process words (record int a, record int b, int keep, long horizon)
{
  READ (x, a, horizon);
  WRITE (y, b, horizon);
  long o = 0;
  int length = 0;
  unsigned hash = 5381;
  for (long i = 0; update (x, i + 1); i++)
    {
      int c = x[[i]] % 100;
      release (x, i + 1);
      if (c < keep)
        {
          hash = hash * 33 + c;
          length++;
          continue;
        }
      if (!length)
        continue;
      stall (y, o + 2);
      y[[o]] = length;
      y[[o + 1]] = hash;
      o += 2;
      commit (y, o);
      length = 0;
      hash = 5381;
    }
}
process words_by_parts (record int a, record int b, int keep, long horizon)
{
  READ (x, a, horizon);
  WRITE (y, b, horizon);
  for (long i = 0, o = 0;; o += 2)
    {
      while (update (x, i + 1) && x[[i]] % 100 >= keep)
        release (x, ++i);
      long from = i;
      unsigned hash = 5381;
      while (update (x, i + 1) && x[[i]] % 100 < keep)
        {
          hash = hash * 33 + x[[i]] % 100;
          i++;
          release (x, i);
        }
      if (!update (x, i + 1))
        break;
      stall (y, o + 2);
      y[[o]] = (int) (i - from);
      y[[o + 1]] = hash;
      commit (y, o + 2);
    }
}

static void
tokenisers (int keep, long horizon)
{
  long o = 0, length = 0;
  unsigned hash = 5381;
  for (long i = 0; i < N; i++)
    if (input[i] % 100 < keep)
      length++, hash = hash * 33 + input[i] % 100;
    else if (length)
      want[o++] = length, want[o++] = hash, length = 0, hash = 5381;
#define TRY(NAME)                                                              \
  {                                                                            \
    record int a = new_record (1, 1), b = new_record (1, 1);                   \
    run source (a, input, N, horizon);                                         \
    run NAME (a, b, keep, horizon);                                            \
    compare (#NAME, drain (b, horizon), o);                                    \
  }
  TRY (words)
  TRY (words_by_parts)
}

int
main (void)
{
  for (unsigned k = 0, s = 1; k < N; k++)
    {
      s = s * 1664525u + 1013904223u;
      input[k] = s >> 12;
      other[k] = s >> 11 & 0xfffff;
    }
  /* The last element passes each filter, and publishes. */
  input[N - 1] = 100;
  input[LAST_AT] = LAST;
  static const long horizons[] = { 5, 1000 };
  static const int keeps[] = { 1, 50, 99 };
  for (int h = 0; h < 2; h++)
    for (int k = 0; k < 3; k++)
      {
        filters (keeps[k], horizons[h]);
        merges (N * keeps[k] / 100, horizons[h]);
        tokenisers (keeps[k], horizons[h]);
      }
  printf ("%d wrong\n", wrong);
}
// CHECK: {{^}}0 wrong
