/* SPDX-License-Identifier: MIT */
/* processes.c - the compression as a network of processes.
 *
 *             +--(bytes)------------------------------->+
 *             |                                         |
 *             +--(bytes)-->  cutter 0 --+               +--> packer 0 --(packed, ends)--+
 *   source ---+--(lengths)->            +--(cuts)---+-->+                               +--> caller
 *             +--(bytes)-->  cutter 1 --+           |   +--> packer 1 --(packed, ends)--+
 *                                                   +------------------------------------>
 *
 * An element of `bytes` is a byte of the input, of `lengths` and `cuts` a segment.  Each cutter
 * claims the next segment; each packer looks at all of them, for the chunks whose digests
 * are in its range, and remembers which it has had.  So the table of chunks is split and nobody
 * shares it, as the paper on sumC has it (section 3.4); but what is read stands in the record where the
 * source has had the system put it, and is never copied: it is deflated from there, and the caller
 * writes entries from where the packer has made them.
 */
#include <string.h>

#include "dedup.h"
#include "erbium.h"
#include "erbium/ranks.h"

enum { AHEAD = 2 };   /* segments for each worker that wait, at each station */

struct network
{
  const struct job *job;
  int workers;
  record uint8_t bytes;
  record int64_t lengths;     /* an end: in the input, of segment i */
  record struct cuts cuts;
};

/* From one packer to the caller. */
struct pipe { record uint8_t packed; record int64_t ends; };

/* ---- Source -------------------------------------------------------------- */

process source (struct network n)
{
  view uint8_t bytes = new_write_view (n.bytes);
  view int64_t ends = new_write_view (n.lengths);
  int64_t at = 0, have = 0, room = (int64_t) (AHEAD * n.workers + 1) * MAX_SEGMENT;
  register (bytes, 1);
  register (ends, 1);
  alloc (bytes, room);
  alloc (ends, AHEAD * n.workers + 1);
  for (int64_t i = 0;; i++)
    {
      stall (bytes, at + MAX_SEGMENT);
      erbium_blocking { have += (int64_t) read_input (n.job, &bytes[[at + have]], (size_t) (MAX_SEGMENT - have)); }
      if (!have)
        return;
      int64_t length = (int64_t) segment_length (&bytes[[at]], (size_t) have);
      at += length;
      have -= length;
      commit (bytes, at);
      stall (ends, i + 1);
      ends[[i]] = at;
      commit (ends, i + 1);
    }
}

/* All of the bytes below `end` have been promised by an element of another record. */
static void
wait_for_bytes (const struct job *j, view uint8_t bytes, int64_t end)
{
  if (update (bytes, end) < end)
    fail (j, NULL, "a process has ended before its work");
}

/* ---- Cutters ------------------------------------------------------------- */

process cutter (int k, struct network n)
{
  view uint8_t bytes = new_read_view (n.bytes);
  view int64_t ends = new_read_view (n.lengths);
  view struct cuts cuts = new_write_view (n.cuts);
  int64_t from = 0;
  register (bytes, k + 1);
  register (ends, k + 1);
  register (cuts, k + 1);
  alloc (bytes, MAX_SEGMENT);
  alloc (ends, 1);
  alloc (cuts, AHEAD * n.workers);
  for (int64_t i = 0, mine = claim (ends, 1); update (ends, i + 1) > i; i++)
    {
      int64_t end = ends[[i]];
      if (i == mine)
        {
          wait_for_bytes (n.job, bytes, end);
          stall (cuts, i + 1);
          cut_segment (&bytes[[from]], (size_t) (end - from), from, &cuts[[i]]);
        }
      commit (cuts, i + 1); /* all but that are others' */
      release (bytes, end);
      release (ends, i + 1);
      from = end;
      if (i == mine)
        mine = claim (ends, 1);
    }
}

/* ---- Packers ------------------------------------------------------------- */

process packer (int k, struct network n, struct pipe to)
{
  view uint8_t bytes = new_read_view (n.bytes), packed = new_write_view (to.packed);
  view struct cuts cuts = new_read_view (n.cuts);
  view int64_t ends = new_write_view (to.ends);
  struct packer p;
  int64_t at = 0;
  register (bytes, n.workers + k + 1);
  register (cuts, k + 1);
  register (packed, 1);
  register (ends, 1);
  alloc (bytes, MAX_SEGMENT);
  alloc (cuts, 1);
  alloc (packed, AHEAD * MAX_PACKED);
  alloc (ends, AHEAD * n.workers);
  packer_open (n.job, &p, k, n.workers);
  for (int64_t i = 0; update (cuts, i + 1) > i; i++)
    {
      const struct cuts *c = &cuts[[i]];
      int64_t end = c->from;
      for (int chunk = 0; chunk < c->count; chunk++)
        end += c->cut[chunk].length;
      wait_for_bytes (n.job, bytes, end);
      stall (packed, at + MAX_PACKED);
      at += (int64_t) pack_segment (&p, &bytes[[cuts[[i]].from]], &cuts[[i]], &packed[[at]]);
      commit (packed, at);
      release (bytes, end);
      release (cuts, i + 1);
      stall (ends, i + 1);
      ends[[i]] = at;
      commit (ends, i + 1);
    }
  packer_close (&p);
}

/* ---- The caller ---------------------------------------------------------- */

struct packed { view uint8_t entries; view int64_t ends; int64_t at, end; };

static void
connect (struct packed *p, const struct pipe *from, int workers)
{
  for (int k = 0; k < workers; k++)
    {
      p[k] = (struct packed) { new_read_view (from[k].packed), new_read_view (from[k].ends), 0, 0 };
      register (p[k].entries, 1);
      register (p[k].ends, 1);
      alloc (p[k].entries, MAX_PACKED);
      alloc (p[k].ends, 1);
    }
}

/* Waits for segment i of each packer. */
static void
wait_for (const struct job *j, struct packed *p, int64_t i)
{
  for (int k = 0; k < j->workers; k++)
    {
      if (update (p[k].ends, i + 1) <= i)
        fail (j, NULL, "a packer has ended before its work");
      p[k].end = p[k].ends[[i]];
      release (p[k].ends, i + 1);
      wait_for_bytes (j, p[k].entries, p[k].end);
    }
}

static void
write_segments (const struct network *n, const struct pipe *from)
{
  view struct cuts cuts = new_read_view (n->cuts);
  const uint8_t *entries[MAX_RANGES];
  struct packed p[MAX_RANGES];
  struct tally t;
  register (cuts, n->workers + 1);
  alloc (cuts, 1);
  connect (p, from, n->workers);
  begin_archive (n->job, &t);
  for (int64_t i = 0; update (cuts, i + 1) > i; i++)
    {
      wait_for (n->job, p, i);
      for (int k = 0; k < n->workers; k++)
        entries[k] = p[k].end > p[k].at ? &p[k].entries[[p[k].at]] : NULL;
      erbium_blocking { write_segment (n->job, &t, &cuts[[i]], entries, n->workers); }
      for (int k = 0; k < n->workers; k++)
        release (p[k].entries, p[k].at = p[k].end);
      release (cuts, i + 1);
    }
  end_archive (n->job, &t);
}

/* As ranks of an MPI job (ERBIUM_TASK=rank), processes have copies of the job, and the source stays
 * where its file is open. */
static void
carry_job (const struct job *j)
{
  erbium_carry (j, sizeof *j, ERBIUM_POINTERS);
  erbium_carry (j->in_name, strlen (j->in_name) + 1, ERBIUM_PLAIN);
  erbium_carry (j->out_name, strlen (j->out_name) + 1, ERBIUM_PLAIN);
  erbium_place ("source", 0);
}

void
compress_processes (const struct job *j)
{
  struct network n = { j, j->workers, new_record (1, 2 * j->workers), new_record (1, j->workers),
                       new_record (j->workers, j->workers + 1) };
  struct pipe to[MAX_RANGES];
  erbium_process started[2 * MAX_RANGES + 1];
  int processes = 0;
  carry_job (j);
  started[processes++] = run source (n);
  for (int k = 0; k < n.workers; k++)
    {
      to[k] = (struct pipe) { new_record (1, 1), new_record (1, 1) };
      started[processes++] = run cutter (k, n);
      started[processes++] = run packer (k, n, to[k]);
    }
  write_segments (&n, to);
  for (int k = 0; k < processes; k++)
    join (started[k]); /* the job is the caller's; of an empty input all may be written before a packer has begun */
}
