/* SPDX-License-Identifier: MIT */
/* history.c - what has happened since the last picture.
 *
 * How long a process has waited is known in two ways.  Threads and spaces count their waits when
 * these end.  Fibers do not, unless the program runs with statistics: for them, a share is that of
 * the samples in which the process was found waiting.  The larger of both is shown, since short
 * waits are rarely found, and a wait that lasts is not counted yet.
 */
#define _GNU_SOURCE
#include "top/tool/snapshot.h"

static void
count (struct tally *tally, const struct seen_process *p)
{
  enum erb_side of = p->side == ERB_READ ? ERB_WRITE : ERB_READ; /* the side of its own view */
  tally->samples++;
  tally->waits[of] += p->state == WAITS;
  tally->joins += p->state == JOINS;
}

static int
compare_ids (const void *a, const void *b)
{
  const struct seen_process *p = a, *q = b;
  if (p->at != q->at)
    return (uintptr_t) p->at < (uintptr_t) q->at ? -1 : 1;
  return p->program != q->program ? (p->program > q->program) - (p->program < q->program)
                                  : (p->id > q->id) - (p->id < q->id);
}

/* Processes are in the order of their places; a place may have another process than before. */
static int
same_process (const struct snapshot *s, const struct seen_process *p)
{
  const struct seen_process *q
    = s->processes ? bsearch (p, s->process, (size_t) s->processes, sizeof *p, compare_ids) : NULL;
  return q ? (int) (q - s->process) : NOBODY;
}

/* Carries the tallies over to the processes of a new snapshot. */
static void
move_tallies (struct history *h, const struct snapshot *next)
{
  struct tally *tally = calloc ((size_t) next->processes + 1, sizeof *tally);
  for (int p = 0; tally && p < next->processes; p++)
    {
      int before = h->tally ? same_process (&h->last, &next->process[p]) : NOBODY;
      if (before >= 0)
        tally[p] = h->tally[before];
      count (&tally[p], &next->process[p]);
    }
  free (h->tally);
  h->tally = tally;
}

void
history_begin (struct history *h, const struct target *t)
{
  free (h->tally);
  h->tally = NULL;
  snapshot_free (&h->first);
  if (h->samples)
    h->first = h->last;
  else
    snapshot_take (&h->first, t);
  h->last = (struct snapshot) { .torn = false };
  h->samples = 0;
}

void
history_look (struct history *h, const struct target *t)
{
  struct snapshot next;
  snapshot_take (&next, t);
  move_tallies (h, &next);
  snapshot_free (&h->last);
  h->last = next;
  h->samples++;
}

void
history_free (struct history *h)
{
  snapshot_free (&h->first);
  snapshot_free (&h->last);
  free (h->tally);
  *h = (struct history) { .samples = 0 };
}

static int
percent (double part, double whole)
{
  double share = whole > 0 ? 100 * part / whole : 0;
  return share < 0 ? 0 : share > 100 ? 100 : (int) (share + 0.5);
}

/* The share of the interval in waits that have ended in it, as far as they are counted.  One that
 * has begun before the interval makes that too large. */
static int
counted (const struct history *h, const struct seen_process *p, enum erb_side side)
{
  int before = same_process (&h->first, p);
  int64_t waited = p->waited[side] - (before >= 0 ? h->first.process[before].waited[side] : 0);
  return percent ((double) waited, (double) (h->last.time - h->first.time));
}

static int
larger (int a, int b)
{
  return a > b ? a : b;
}

struct shares
shares_of (const struct history *h, int process)
{
  const struct seen_process *p = &h->last.process[process];
  const struct tally *tally = &h->tally[process];
  struct shares s = { 0, 0, 0, tally->samples > 0 };
  s.data = larger (counted (h, p, ERB_READ), percent (tally->waits[ERB_READ], tally->samples));
  s.room = larger (counted (h, p, ERB_WRITE), percent (tally->waits[ERB_WRITE], tally->samples));
  s.room = s.room > 100 - s.data ? 100 - s.data : s.room;
  s.busy = 100 - s.data - s.room - percent (tally->joins, tally->samples);
  s.busy = s.busy < 0 ? 0 : s.busy;
  return s;
}

/* Records that were there before are mostly at the same distance from the end of the list. */
static const struct seen_record *
same_record (const struct snapshot *s, const struct seen_record *r, int hint)
{
  for (int n = -1; n < s->records; n++)
    {
      const struct seen_record *o = &s->record[n < 0 ? hint : n];
      bool valid = n >= 0 || (hint >= 0 && hint < s->records);
      if (valid && o->at == r->at && o->id == r->id && o->program == r->program)
        return o;
    }
  return NULL;
}

double
rate_of (const struct history *h, int record)
{
  const struct seen_record *r = &h->last.record[record];
  const struct seen_record *o
    = same_record (&h->first, r, record + h->first.records - h->last.records);
  double seconds = (double) (h->last.time - h->first.time) / 1e9;
  if (!o || seconds <= 0 || r->lowest[ERB_WRITE] == ERBIUM_NEVER
      || o->lowest[ERB_WRITE] == ERBIUM_NEVER)
    return -1;
  erbium_index now = r->lowest[ERB_WRITE], before = o->lowest[ERB_WRITE];
  return (double) ((now < 0 ? 0 : now) - (before < 0 ? 0 : before)) / seconds;
}
