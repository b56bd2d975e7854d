/* SPDX-License-Identifier: MIT */
/* plugin.c - processes that consume or commit a number of elements that depends on the data, in
 * the plugin's syntax.
 *
 *   filter   keeps some of the elements
 *   merge    two sorted streams become one
 *   tokens   words, of an element for each character, become their hashes
 *
 * --burst 1: they synchronise for each element, as in the tutorial, and the plugin makes strips of
 * that or (plugin_off) does not.  Any other burst: so many elements at once, by hand.  Sources and
 * sink always have bursts of BURST elements.  The sum is 1 if the outputs are those of a plain
 * loop over arrays.
 *
 * Input is in runs, or words, of random length, of which the processor guesses most: wrong guesses
 * cost more than synchronisation, and as much by hand.
 */
#include "../common.h"
#include "../task.h"

enum { BURST = 1024, SIZE = 1 << 16 }; /* of the ends; elements that are repeated */

static long items, horizon, burst;
static uint32_t data[SIZE], result;
static uint32_t place[2][SIZE], places[2]; /* of the elements of each kind */
static double timed_from, timed_to;

static inline int kept (uint32_t x) { return x & 1; }
static inline int letter (uint32_t x) { return x != ' '; }

/* Elements of one kind in a row, then of the other, 16 on average. */
static void
prepare (int tokens)
{
  uint64_t x = 88172645463325252u;
  for (long i = 0, left = 0, kind = 0; i < SIZE; i++, left--)
    {
      x ^= x << 13, x ^= x >> 7, x ^= x << 17;
      if (left <= 0)
        {
          kind = !kind;
          left = tokens ? (kind ? 1 + (long) (x >> 20 & 7) : 1l) : 1 + (long) (x >> 20 & 31);
        }
      data[i] = tokens ? (kind ? (uint32_t) (97 + (x >> 40) % 26) : 32u) : (uint32_t) (x >> 40) << 1 | kind;
      place[kind][places[kind]++] = (uint32_t) i;
    }
}

/* ---- What is computed, over arrays ------------------------------------- */

static uint32_t
plain (const char *work)
{
  uint32_t sum = 0, hash = 0, o = 0;
  for (long i = 0; i < items; i++)
    {
      uint32_t x = data[i % SIZE];
      if (!strcmp (work, "merge"))
        sum += (uint32_t) i * ++o;
      else if (!strcmp (work, "filter"))
        sum += kept (x) ? x * ++o : 0;
      else if (letter (x))
        hash = hash * 31 + x;
      else
        sum += hash * ++o, hash = 0;
    }
  return sum;
}

/* ---- Ends -------------------------------------------------------------- */

#define READ(v, r)                                                             \
  view uint32_t v = new_read_view (r);                                         \
  register (v);                                                                \
  alloc (v, horizon)
#define WRITE(v, r)                                                            \
  view uint32_t v = new_write_view (r);                                        \
  register (v);                                                                \
  alloc (v, horizon)

process source (record uint32_t r)
{
  WRITE (v, r);
  for (long tl = 0; tl < items; tl += BURST)
    {
      stall (v, tl + BURST);
      for (long i = 0; i < BURST; i++)
        v[[tl + i]] = data[tl % SIZE + i];
      commit (v, tl + BURST);
    }
}
/* One of the two inputs of merge: the numbers of all elements of a kind. */
process numbers (record uint32_t r, int kind)
{
  WRITE (v, r);
  long o = 0;
  for (long first = 0; first < items; first += SIZE)
    for (long k = 0, n; k < places[kind]; k += n, o += n)
      {
        n = bench_min (BURST, places[kind] - k);
        stall (v, o + n);
        for (long i = 0; i < n; i++)
          v[[o + i]] = place[kind][k + i] + (uint32_t) first;
        commit (v, o + n);
      }
}
process sink (record uint32_t r)
{
  READ (v, r);
  uint32_t sum = 0;
  for (long tl = 0, hd; (hd = update (v, tl + BURST)); tl = hd)
    {
      for (long i = tl; i < hd; i++)
        sum += v[[i]] * (uint32_t) (i + 1);
      release (v, hd);
    }
  result = sum;
  timed_to = bench_now ();
}

/* ---- For each element -------------------------------------------------- */

process filter (record uint32_t from, record uint32_t to)
{
  READ (v, from);
  WRITE (w, to);
  long o = 0;
  for (long i = 0; update (v, i + 1); i++)
    {
      uint32_t x = v[[i]];
      if (kept (x))
        {
          stall (w, o + 1);
          w[[o]] = x;
          commit (w, ++o);
        }
      release (v, i + 1);
    }
}
process merge (record uint32_t left, record uint32_t right, record uint32_t to)
{
  READ (a, left);
  READ (b, right);
  WRITE (w, to);
  long i = 0, j = 0, o = 0;
  while (update (a, i + 1) && update (b, j + 1))
    {
      stall (w, o + 1);
      if (a[[i]] <= b[[j]])
        {
          w[[o]] = a[[i]];
          release (a, ++i);
        }
      else
        {
          w[[o]] = b[[j]];
          release (b, ++j);
        }
      commit (w, ++o);
    }
  for (; update (a, i + 1); i++)
    {
      stall (w, o + 1);
      w[[o]] = a[[i]];
      commit (w, ++o);
      release (a, i + 1);
    }
  for (; update (b, j + 1); j++)
    {
      stall (w, o + 1);
      w[[o]] = b[[j]];
      commit (w, ++o);
      release (b, j + 1);
    }
}
process tokens (record uint32_t from, record uint32_t to)
{
  READ (v, from);
  WRITE (w, to);
  long o = 0;
  uint32_t hash = 0;
  for (long i = 0; update (v, i + 1); i++)
    {
      if (letter (v[[i]]))
        hash = hash * 31 + v[[i]];
      else
        {
          stall (w, o + 1);
          w[[o]] = hash;
          commit (w, ++o);
          hash = 0;
        }
      release (v, i + 1);
    }
}

/* ---- For a burst, by hand ---------------------------------------------- */

process filter_bursts (record uint32_t from, record uint32_t to)
{
  READ (v, from);
  WRITE (w, to);
  long o = 0;
  for (long tl = 0, hd; (hd = update (v, tl + burst)); tl = hd)
    {
      stall (w, o + hd - tl);
      for (long i = tl; i < hd; i++)
        if (kept (v[[i]]))
          w[[o++]] = v[[i]];
      commit (w, o);
      release (v, hd);
    }
}
process merge_bursts (record uint32_t left, record uint32_t right, record uint32_t to)
{
  READ (a, left);
  READ (b, right);
  WRITE (w, to);
  long i = 0, j = 0, o = 0;
  long a_hd = update (a, burst), b_hd = update (b, burst);
  while (a_hd || b_hd)
    {
      /* Of a stream that has ended, nothing is left; the rest of the other passes as it is. */
      long ours = a_hd ? a_hd - i : 0, theirs = b_hd ? b_hd - j : 0;
      stall (w, o + ours + theirs);
      if (a_hd && b_hd)
        while (i < a_hd && j < b_hd)
          w[[o++]] = a[[i]] <= b[[j]] ? a[[i++]] : b[[j++]];
      else if (a_hd)
        while (i < a_hd)
          w[[o++]] = a[[i++]];
      else
        while (j < b_hd)
          w[[o++]] = b[[j++]];
      commit (w, o);
      if (a_hd && i == a_hd)
        {
          release (a, i);
          a_hd = update (a, i + burst);
        }
      if (b_hd && j == b_hd)
        {
          release (b, j);
          b_hd = update (b, j + burst);
        }
    }
}
process tokens_bursts (record uint32_t from, record uint32_t to)
{
  READ (v, from);
  WRITE (w, to);
  long o = 0;
  uint32_t hash = 0;
  for (long tl = 0, hd; (hd = update (v, tl + burst)); tl = hd)
    {
      stall (w, o + hd - tl);
      for (long i = tl; i < hd; i++)
        if (letter (v[[i]]))
          hash = hash * 31 + v[[i]];
        else
          {
            w[[o++]] = hash;
            hash = 0;
          }
      commit (w, o);
      release (v, hd);
    }
}

/* ---- All of it --------------------------------------------------------- */

static void
network (const char *work)
{
  record uint32_t a = new_record (1, 1), b = new_record (1, 1), c = new_record (1, 1);
  timed_from = bench_now ();
  if (!strcmp (work, "merge"))
    {
      run numbers (a, 0);
      run numbers (c, 1);
      if (burst == 1)
        run merge (a, c, b);
      else
        run merge_bursts (a, c, b);
    }
  else
    {
      run source (a);
      if (!strcmp (work, "filter") && burst == 1)
        run filter (a, b);
      else if (!strcmp (work, "filter"))
        run filter_bursts (a, b);
      else if (burst == 1)
        run tokens (a, b);
      else
        run tokens_bursts (a, b);
    }
  join (run sink (b));
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst window mode work");
  static struct bench_result line;
  line.ping_before = bench_ping (&o);
  bench_task (&o);
  burst = o.burst;
  o.items = items = (o.items + SIZE - 1) / SIZE * SIZE;
  horizon = o.window / (long) sizeof (uint32_t);
  prepare (!strcmp (o.work, "tokens"));
  uint32_t wanted = plain (o.work);
  network (o.work);
  line.seconds = timed_to - timed_from;
  line.sum = result == wanted;
  line.ping_after = bench_ping (&o);
  bench_print (&o, &line);
  return 0;
}
