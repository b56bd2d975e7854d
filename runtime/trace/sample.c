/* SPDX-License-Identifier: MIT */
/* sample.c - how far records have come: read from their slots, as any waiting process reads them.
 *
 * The views need not know of it, so it costs them nothing but the traffic of a cache line.  Samples
 * are kept until the lock of the program is released, since the file may be slow.
 */
#include "trace/sample.h"

static struct { struct erb_sample *at; size_t used, size; } all;

static int64_t
horizon_of (const erbium_record *r, enum erb_side side)
{
  int64_t n = erbium_load_relaxed (&r->horizon[side]);
  return n > 0 ? n : 0;
}

/* The highest commit index; that of a producer which has ended is its last one. */
static erbium_index
committed (const erbium_record *r)
{
  erbium_index most = 0;
  for (int n = 0; n < r->ids[ERB_WRITE]; n++)
    {
      erbium_index i = erbium_load_acquire (&r->slot[ERB_WRITE][n].index);
      most = i != ERBIUM_NEVER && i > most ? i : most;
    }
  return most;
}

/* Where all readers have ended, they need nothing any more. */
static erbium_index
released (const erbium_record *r, erbium_index most)
{
  erbium_index i = erb_lowest_index (r, ERB_READ);
  return i < 0 ? 0 : i < most ? i : most;
}

struct erb_sample
erb_sample_of (const erbium_record *r)
{
  struct erb_sample s = { .record = erb_trace_key (r->program, r->id) };
  s.committed = committed (r);
  s.released = released (r, s.committed);
  s.horizon[ERB_READ] = horizon_of (r, ERB_READ);
  s.horizon[ERB_WRITE] = horizon_of (r, ERB_WRITE);
  return s;
}

static void
add (const struct erb_sample *s)
{
  if (all.used == all.size)
    {
      size_t larger = all.size ? 2 * all.size : 256;
      struct erb_sample *at = realloc (all.at, larger * sizeof *at);
      if (!at)
        return;
      all.at = at;
      all.size = larger;
    }
  all.at[all.used++] = *s;
}

/* The descriptor of a record stays as long as it is in the list of its program, which the lock of
 * the program keeps. */
static void
sample_program (erbium_program *p, bool only)
{
  (void) only;
  erb_os->lock (&p->lock);
  for (const erbium_record *r = p->records; r; r = r->next)
    {
      struct erb_sample s = erb_sample_of (r);
      add (&s);
    }
  erb_os->unlock (&p->lock);
}

size_t
erb_sample_records (const struct erb_sample **samples)
{
  all.used = 0;
  erb_programs_each (sample_program);
  *samples = all.at;
  return all.used;
}
