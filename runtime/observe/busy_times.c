/* SPDX-License-Identifier: MIT */
/* busy_times.c - how long processes were busy: what they did not wait of their lives.
 *
 * A life begins when the function of the process is called or, of a thread that the program has
 * made itself, when that becomes a process.  A process that blocks in the kernel is busy, since it
 * holds up those that wait for it.
 */
#include "observe/rows.h"

static void
note_beginning (struct erb_process *p)
{
  if (p->program->set.stats)
    erbium_store_relaxed (&p->began, erb_os->now ());
}

struct erb_busy
erb_busy_of (const struct erb_process *p, int64_t now)
{
  int64_t began = erbium_load_relaxed (&p->began), lived, busy;
  if (p->lived)
    return (struct erb_busy) { p->lived, p->busy, p->busiest };
  if (!began)
    return (struct erb_busy) { 0, 0, 0 };
  lived = busy = now - began;
  for (int side = 0; side < ERB_SIDES; side++)
    busy -= erbium_load_relaxed (&p->counts.waited[side]);
  busy -= erbium_load_relaxed (&p->joined) + p->waits_now;
  busy = busy < 0 ? 0 : busy;
  return (struct erb_busy) { lived, busy, busy };
}

void
erb_note_life (struct erb_process *p)
{
  p->waits_now = 0;
  struct erb_busy b = erb_busy_of (p, erb_os->now ());
  p->lived = b.lived;
  p->busy = b.busy;
  p->busiest = b.busiest;
}

static void
note_wait (const erbium_program *p, const struct erb_wait *w)
{
  if (w->process->program == p && w->since)
    w->process->waits_now = erb_os->now () - w->since;
}

static void
note_sleepers (erbium_record *r, enum erb_haste haste)
{
  if (!erb_table_get_record (r, haste))
    return;
  for (int side = 0; side < ERB_SIDES; side++)
    for (const struct erb_wait *w = r->waits[side]; w; w = w->next)
      note_wait (r->program, w);
  erb_table_let_record_go (r, haste);
}

/* A handler cannot follow the lists of those that sleep. */
void
erb_note_waits (erbium_program *p, enum erb_haste haste)
{
  for (struct erb_process *q = p->processes; q; q = q->next)
    q->waits_now = 0;
  if (haste == ERB_IN_HANDLER)
    return;
  for (const struct erb_wait *w = p->joiners; w; w = w->next)
    note_wait (p, w);
  for (erbium_record *r = p->records; r; r = r->next)
    note_sleepers (r, haste);
}

const struct erb_observer erb_busy_observer = {
  .process_made = note_beginning, .process_begins = note_beginning,
};
