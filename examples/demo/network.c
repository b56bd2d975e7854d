/* SPDX-License-Identifier: MIT */
/* network.c - the job as a network of processes.
 *
 *                          +--> worker 0 --+                +--> meter --(levels)--> caller
 *   source --(samples)-----+               +--(filtered)----+
 *                          +--> worker 1 --+                +--> writer
 *
 * Nothing is copied on the way: workers read where the source has written, their
 * history (TAPS - 1 samples) included, and write side by side into one record,
 * which both meter and writer read.  The loops inside run over plain memory: a
 * span of live elements has no seam.
 */
#include <stdlib.h>
#include <string.h>

#include "demo.h"
#include "erbium.h"

typedef ERBIUM_RECORD (float) sound;

/* The file, after TAPS - 1 samples of silence: the result i is then of the
 * samples i .. i + TAPS - 1. */
static ERBIUM_PROCESS (source, const char *, sound);
static void
source (const char *name, sound samples)
{
  FILE *in = open_wav (name);
  int64_t tl = TAPS - 1, n;
  ERBIUM_VIEW (float) v = erbium_new_write_view (samples);
  erbium_register (v, 1);
  erbium_alloc (v, 16 * BLOCK);
  erbium_stall (v, tl);
  memset (ERBIUM_SPAN (v, 0, tl), 0, (TAPS - 1) * sizeof (float));
  do
    {
      erbium_stall (v, tl + BLOCK);
      n = read_samples (in, ERBIUM_SPAN (v, tl, tl + BLOCK), BLOCK);
      erbium_commit (v, tl += n);
    }
  while (n == BLOCK);
  fclose (in);
}

/* Takes the blocks k, k + WORKERS, ... and releases, and commits, past those of
 * others.  The last block may be short; the smallest index at which a worker
 * stops is then the end of the stream. */
static ERBIUM_PROCESS (worker, int, sound, sound);
static void
worker (int k, sound samples, sound filtered)
{
  ERBIUM_VIEW (float) in = erbium_new_read_view (samples);
  ERBIUM_VIEW (float) out = erbium_new_write_view (filtered);
  erbium_register (in, k + 1);
  erbium_register (out, k + 1);
  erbium_alloc (in, WORKERS * BLOCK + TAPS - 1);
  erbium_alloc (out, 4 * WORKERS * BLOCK);
  for (int64_t tl = k * BLOCK, hd;; tl += WORKERS * BLOCK)
    {
      erbium_release (in, tl);
      erbium_commit (out, tl);
      hd = erbium_update (in, tl + BLOCK + TAPS - 1) - (TAPS - 1);
      if (hd <= tl)
        return;
      erbium_stall (out, hd);
      filter (ERBIUM_SPAN (out, tl, hd), ERBIUM_SPAN (in, tl, hd + TAPS - 1), hd - tl);
      erbium_commit (out, hd);
      if (hd < tl + BLOCK)
        return;
    }
}

static ERBIUM_PROCESS (meter, sound, ERBIUM_RECORD (struct level));
static void
meter (sound filtered, ERBIUM_RECORD (struct level) levels)
{
  ERBIUM_VIEW (float) in = erbium_new_read_view (filtered);
  ERBIUM_VIEW (struct level) out = erbium_new_write_view (levels);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, LEVEL);
  erbium_alloc (out, 64);
  for (int64_t k = 0, tl = 0, hd; (hd = erbium_update (in, tl + LEVEL)); k++, tl = hd)
    {
      erbium_stall (out, k + 1);
      ERBIUM_AT (out, k) = level_of (ERBIUM_SPAN (in, tl, hd), hd - tl);
      erbium_commit (out, k + 1);
      erbium_release (in, hd);
    }
}

static ERBIUM_PROCESS (writer, sound, const char *, ERBIUM_RECORD (int64_t));
static void
writer (sound filtered, const char *name, ERBIUM_RECORD (int64_t) written)
{
  FILE *f = create_wav (name);
  int64_t tl = 0, hd;
  ERBIUM_VIEW (float) in = erbium_new_read_view (filtered);
  ERBIUM_VIEW (int64_t) out = erbium_new_write_view (written);
  erbium_register (in, 2);
  erbium_register (out, 1);
  erbium_alloc (in, BLOCK);
  erbium_alloc (out, 1);
  for (; (hd = erbium_update (in, tl + BLOCK)); tl = hd)
    {
      write_samples (f, ERBIUM_SPAN (in, tl, hd), hd - tl);
      erbium_release (in, hd);
    }
  finish_wav (f, tl);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = tl;
  erbium_commit (out, 1);
}

static struct result
collect (ERBIUM_RECORD (struct level) levels, ERBIUM_RECORD (int64_t) written)
{
  struct result r = { 0, 0, NULL };
  ERBIUM_VIEW (struct level) v = erbium_new_read_view (levels);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  for (; erbium_update (v, r.levels + 1); r.levels++)
    {
      r.level = realloc (r.level, (size_t) (r.levels + 1) * sizeof *r.level);
      if (!r.level)
        abort ();
      r.level[r.levels] = ERBIUM_AT (v, r.levels);
      erbium_release (v, r.levels + 1);
    }
  ERBIUM_VIEW (int64_t) n = erbium_new_read_view (written);
  erbium_register (n, 1);
  erbium_alloc (n, 1);
  erbium_update (n, 1);
  r.samples = ERBIUM_AT (n, 0);
  return r;
}

struct result
run_network (const char *from, const char *to)
{
  sound samples = erbium_new_record (float, 1, WORKERS);
  sound filtered = erbium_new_record (float, WORKERS, 2);
  ERBIUM_RECORD (struct level) levels = erbium_new_record (struct level, 1, 1);
  ERBIUM_RECORD (int64_t) written = erbium_new_record (int64_t, 1, 1);
  erbium_name_record (samples, "samples");
  erbium_name_record (filtered, "filtered");
  erbium_name_record (levels, "levels");
  erbium_name_record (written, "written");
  ERBIUM_RUN (source, from, samples);
  for (int k = 0; k < WORKERS; k++)
    ERBIUM_RUN (worker, k, samples, filtered);
  ERBIUM_RUN (meter, filtered, levels);
  ERBIUM_RUN (writer, filtered, to, written);
  return collect (levels, written);
}
