/* SPDX-License-Identifier: MIT */
/* move_cost.c - what it costs to move a process to another worker.
 *
 * All costs are multiples of one figure, the distance: how long a cache line takes from the cache
 * of one worker to that of another.  It is about 20 ns on cores that share a third-level cache, and
 * 100 ns on others.  In virtual machines no table of the system tells it, and it changes while the
 * program runs.  So idle workers measure it: they look at a line that a busy worker writes at each
 * switch.
 *
 * A move of a process costs some hundred lines: its descriptors, its stack, the heads of its
 * records, the messages between it and its partners.  The data that it reads and writes comes in
 * order, so several lines are on their way at a time.  How long that takes idle workers measure too
 * (transfer_probe.c).  What it has read and written is estimated from the indices of its views.
 *
 * Against that stands the turn: how long a process runs from one switch to the next, as far as it
 * was measured, which is not done at each switch (run_queue.c).  It includes the time for the data,
 * so it says little about a process that is already far from its data: erb_move_slows.
 */
#include "fiber/move_cost.h"

static const int64_t usual_distance = 20; /* ns */

enum
{
  LINES = 200,     /* that a move of a process costs */
  BYTES = 160,     /* that come in the time of one line, where data is read in order, as long as
                    * that is not measured */
  FARTHEST = 1000, /* ns; what takes longer was an interruption */
  SOME_LINES = 8,  /* over which the distance is an average */
  FEW = 4,         /* turns over which that of a process is an average */
  VIEWS = 8        /* of a process, that are looked at */
};

static int64_t
distance (const erbium_program *p)
{
  int64_t known = erbium_load_relaxed (&p->distance);
  return known ? known : usual_distance;
}

int64_t
erb_move_guess (const erbium_program *p, int64_t bytes)
{
  return bytes * distance (p) / BYTES;
}

int64_t
erb_move_transfer_time (const erbium_program *p, int64_t bytes)
{
  const int64_t most = (int64_t) 1 << 40;
  int64_t measured = erbium_load_relaxed (&p->transfer);
  bytes = bytes < most ? bytes : most;
  return measured ? bytes * measured / ERB_PROBE_BYTES : erb_move_guess (p, bytes);
}

static int64_t
least_turn (const erbium_program *p)
{
  return LINES * distance (p);
}

/* Whether v passes over elements that are those of other views of its side. */
static bool
has_a_part (const struct erb_view *v)
{
  return v->slot && (v->side == ERB_WRITE || v->group);
}

/* The bytes that v has read or written. */
uint64_t
erb_move_bytes_of (const struct erb_view *v)
{
  erbium_index i = erb_index (v);
  uint64_t all = i == ERBIUM_NEVER ? 0 : (uint64_t) i * v->record->size;
  return has_a_part (v) ? all / (uint64_t) v->record->ids[v->side] : all;
}

/* The bytes that p has read and written with the views that it has, modulo 2^64. */
uint64_t
erb_move_bytes_moved (const struct erb_process *p)
{
  uint64_t bytes = 0;
  int n = 0;
  for (const struct erb_view *v = p->views; v && n < VIEWS; v = v->next, n++)
    bytes += erb_move_bytes_of (v);
  return bytes;
}

/* The bytes of a turn of p: of each view no more than its horizon, since a reader may skip elements
 * that others read. */
static int64_t
bytes_of_turn (const struct erb_process *p)
{
  int64_t bytes = 0, turns = 1 + p->parks;
  int n = 0;
  for (const struct erb_view *v = p->views; v && n < VIEWS; v = v->next, n++)
    {
      int64_t mean = (int64_t) (erb_move_bytes_of (v) >> 1) / turns * 2;
      int64_t most = v->horizon * (int64_t) v->record->size;
      bytes += mean < most ? mean : most;
    }
  return bytes;
}

int64_t
erb_move_data_time (const struct erb_process *p)
{
  return erb_move_transfer_time (p->program, bytes_of_turn (p));
}

bool
erb_worker_has_long_turns (const struct erb_worker *w)
{
  return erb_move_of_bytes_pays (w, 0);
}

void
erb_move_note_turn (struct erb_process *p, int64_t turn)
{
  if (p->parks == 0 && p->turn == 0)
    erbium_store_relaxed (&p->program->first_turn, turn);
  p->turn = p->turn ? p->turn + (turn - p->turn) / FEW : turn;
}

/* The turn that p will probably take: as its last one, or as that of another process that had not
 * run before, or as that of the others of w. */
static int64_t
expected_turn (const struct erb_worker *w, const struct erb_process *p)
{
  int64_t turn = p->turn;
  if (turn == 0 && p->parks == 0)
    turn = erbium_load_relaxed (&w->program->first_turn);
  return turn ? turn : erbium_load_relaxed (&w->turn);
}

static int64_t
larger (int64_t a, int64_t b)
{
  return a > b ? a : b;
}

/* One of the turns, that of p or that for which it waits, must be worth a move.  The transfer of
 * the data must take no longer than that, or than all turns for which p may have to wait. */
bool
erb_move_pays (const struct erb_worker *w, const struct erb_process *p)
{
  if (erb_worker_wanders (w))
    return erbium_load_relaxed (&w->switches) % 2 != 0; /* offer, or else give away */
  int64_t turn = expected_turn (w, p), wait = w->running ? expected_turn (w, w->running) : 0;
  int64_t others = (erbium_load_relaxed (&w->queued) - 1) * erbium_load_relaxed (&w->turn);
  int64_t least = least_turn (w->program), longest = larger (turn, wait);
  return longest >= least && larger (longest, wait + others) >= least + erb_move_data_time (p);
}

bool
erb_move_of_bytes_pays (const struct erb_worker *w, int64_t bytes)
{
  int64_t cost = least_turn (w->program) + erb_move_transfer_time (w->program, bytes);
  return erbium_load_relaxed (&w->turn) >= cost;
}

/* If v has switched since w last looked, the line is brought over.  Otherwise the time that the
 * look takes is that of the clock. */
void
erb_move_measure (struct erb_worker *w, const struct erb_worker *v)
{
  int64_t before = erb_os->now ();
  int64_t switches = erbium_load_relaxed (&v->switches);
  int64_t time = erb_os->now () - before;
  erb_probe_read (w, before);
  if (switches == w->seen_switches)
    {
      w->clock_cost = w->clock_cost && w->clock_cost < time ? w->clock_cost : time;
      return;
    }
  w->seen_switches = switches;
  time -= w->clock_cost;
  if (w->clock_cost == 0 || time <= 0 || time > FARTHEST)
    return;
  int64_t known = erbium_load_relaxed (&w->program->distance);
  erbium_store_relaxed (&w->program->distance, known ? known + (time - known) / SOME_LINES : time);
}

bool
erb_move_slows (struct erb_process *p)
{
  int64_t now = erb_os->now (), since = p->paced_at;
  uint64_t bytes = erb_move_bytes_moved (p);
  int64_t moved = (int64_t) (bytes - p->paced_bytes); /* negative where p has freed a view */
  p->paced_at = now;
  p->paced_bytes = bytes;
  return since && moved > 0 && now - since < 2 * erb_move_transfer_time (p->program, moved);
}
