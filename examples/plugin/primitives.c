/* SPDX-License-Identifier: MIT */
/* primitives.c - the examples of docs/reference/primitives.md, as one program. */
#include <stdio.h>

/* stall, commit: writes the numbers below n in bursts of 4. */
process count (record int r, long n)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 64);
  for (long tl = 0, hd; tl < n; tl = hd)
    {
      hd = tl + 4 < n ? tl + 4 : n;
      stall (v, hd);                     /* [tl, hd) may be written */
      for (long i = tl; i < hd; i++)
        v[[i]] = i;
      commit (v, hd);                    /* [tl, hd) can be read */
    }
}

/* update, release: adds up a stream in bursts of 8. */
process total (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 8);
  long sum = 0;
  for (long tl = 0, hd; (hd = update (v, tl + 8)); tl = hd)
    {
      for (long i = tl; i < hd; i++)
        sum += v[[i]];
      release (v, hd);                   /* [0, hd) may be overwritten */
    }
  printf ("total %ld\n", sum);
}

/* receive: fetches the next burst while it works on this one. */
process fetching (record int r)
{
  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 16);
  long sum = 0;
  for (long tl = 0, hd; (hd = update (v, tl + 8)); tl = hd)
    {
      receive (v, hd + 8);
      for (long i = tl; i < hd; i++)
        sum += v[[i]];
      release (v, hd);
    }
  printf ("fetching %ld\n", sum);
}

/* receive_range: reads every second block of 8, and fetches the next one of these. */
process second (record int r)
{
  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 24);
  long sum = 0;
  for (long tl = 8; update (v, tl + 8) == tl + 8; tl += 16)
    {
      receive_range (v, tl + 16, tl + 24);
      for (long i = tl; i < tl + 8; i++)
        sum += v[[i]];
      release (v, tl + 8);
    }
  printf ("second %ld\n", sum);
}

/* done: an index of 32 bits may wrap to 0, which is not the end. */
process wrapping (record int r)
{
  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 1);
  unsigned n = 0;
  while (update (v, n + 1) || !done (v))
    release (v, ++n);
  printf ("wrapping %u\n", n);
}

/* missed: an observer learns what it has lost. */
process watch (view int v)
{
  alloc (v, 1);
  long intact = 0, lost = 0;
  for (long i = 0; update (v, i + 1); i++)
    {
      int value = v[[i]];
      if (missed (v))
        lost++;                          /* value may be anything */
      else
        intact += value == i;
      release (v, i + 1);
    }
  printf ("watch %ld\n", intact + lost);
}

/* claim: shares a stream with other processes of its kind. */
process triple (record int from, record int to, int id)
{
  view int in = new_read_view (from), out = new_write_view (to);
  register (in, id);
  register (out, id);
  alloc (in, 4);
  alloc (out, 16);
  long i, hd;
  do
    {
      i = claim (in, 4);                   /* [i, i + 4) is for this process alone */
      release (in, i);
      commit (out, i);                     /* the elements below belong to others */
      hd = update (in, i + 4);
      stall (out, i + 4);
      for (long k = i; k < hd; k++)
        out[[k]] = 3 * in[[k]];
      commit (out, hd);
    }
  while (hd == i + 4);
}

/* alloc: a second call makes the horizon larger. */
process growing (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 1);                          /* holds one element at a time */
  for (long i = 0; i < 10 && update (v, i + 1); i++)
    release (v, i + 1);
  alloc (v, 90);                         /* and 90 from here on */
  printf ("growing %ld\n", update (v, 100));
}

/* register: takes id 1, and gives it up before the end of the stream. */
process leaving (record int r)
{
  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 4);
  if (update (v, 4))
    printf ("leaving %d\n", v[[3]]);
  register (v, -1);                      /* no producer waits for v any more */
}

process rest (record int r, long from)
{
  view int v = new_read_view (r);
  register (v, 1);                       /* continues where the first view ended */
  alloc (v, 1);
  long i = from;
  for (; update (v, i + 1); i++)
    release (v, i + 1);
  printf ("rest %ld\n", i - from);
}

/* free_view: leaves id 1 to another process. */
process first (record int r)
{
  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 4);
  if (update (v, 4))
    release (v, 4);
  free_view (v, HANDOVER);
  join (run rest (r, 4));
}

/* new_record, new_read_view, new_write_view, run, join. */
static void try (process (*reader) (record int))
{
  record int r = new_record (1, 1);      /* 1 producer, 1 consumer */
  run count (r, 100);
  erbium_process p = run reader (r);
  join (p);                              /* reader has ended */
}

/* claim: two processes share the numbers. */
static void try_sharing (void)
{
  record int r = new_record (1, 2), q = new_record (2, 1);
  run count (r, 100);
  run triple (r, q, 1);
  run triple (r, q, 2);
  join (run total (q));
}

int main (void)
{
  try (total);
  try (fetching);
  try (second);
  try (wrapping);
  try (growing);
  try (leaving);
  try (first);
  try_sharing ();

  record int r = new_record (1, 0);      /* no producer waits for a consumer */
  view int v = new_read_view (r);
  erbium_process p = run watch (v);      /* v belongs to watch now */
  run count (r, 100);
  join (p);
}
