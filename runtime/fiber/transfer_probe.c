/* SPDX-License-Identifier: MIT */
/* transfer_probe.c - how long data takes from one worker to another.
 *
 * The distance (move_cost.c) is that of one line.  How many lines are on their way at a time
 * depends on the processor: cores at nearly the same distance bring 2 bytes a ns on one machine and
 * 12 on another.  So it is measured: an idle worker asks for the probe, a busy one writes it when
 * it next looks at the clock, and an idle one reads it, twice.  The second time it is in the
 * reader's cache, so the difference is the transfer.
 *
 *   RESTS -> WANTED   an idle worker, from time to time
 *   WANTED -> HELD    a busy worker, which then writes the probe
 *   HELD -> WRITTEN   the same
 *   WRITTEN -> HELD   an idle worker, which then reads it
 *   HELD -> RESTS, or WANTED if the probe was its own or too old   the same
 */
#include "fiber/move_cost.h"

enum { RESTS, WANTED, HELD, WRITTEN };

static const int64_t period = 20000000; /* ns between two measurements */
static const int64_t fresh = 100000;    /* ns; later, the lines may have left the writer's cache */

enum { MEASURES = 4 }; /* measurements over which the time is an average */

struct erb_probe
{
  erbium_atomic32 state;
  erbium_atomic next;              /* ns; when it may be wanted again */
  const struct erb_worker *writer; /* and when it wrote (ns), for who holds it */
  int64_t written;
  uint64_t word[ERB_PROBE_BYTES / sizeof (uint64_t)] __attribute__ ((aligned (ERBIUM_LINE)));
};

struct erb_probe *
erb_probe_new (void)
{
  struct erb_probe *probe = aligned_alloc (ERBIUM_LINE, sizeof *probe);
  if (probe)
    memset (probe, 0, sizeof *probe);
  return probe;
}

void
erb_probe_write (const struct erb_worker *w)
{
  struct erb_probe *probe = w->program->probe;
  if (!probe || erbium_load_relaxed (&probe->state) != WANTED
      || !erbium_cas (&probe->state, WANTED, HELD))
    return;
  memset (probe->word, (int) w->clock, sizeof probe->word);
  probe->writer = w;
  probe->written = w->clock;
  erbium_store_release (&probe->state, WRITTEN); /* erb_probe_read */
}

static int64_t
time_of_reading (const struct erb_probe *probe)
{
  int64_t since = erb_os->now ();
  uint64_t sum = 0;
  for (size_t n = 0; n < sizeof probe->word / sizeof *probe->word; n++)
    sum += probe->word[n];
  __asm__ volatile ("" : : "r" (sum) : "memory");
  return erb_os->now () - since;
}

static void
measure (erbium_program *p, const struct erb_probe *probe)
{
  int64_t time = time_of_reading (probe);
  time -= time_of_reading (probe);
  if (time <= 0 || time > 2 * erb_move_guess (p, ERB_PROBE_BYTES)) /* an interruption */
    return;
  int64_t known = erbium_load_relaxed (&p->transfer);
  erbium_store_relaxed (&p->transfer, known ? known + (time - known) / MEASURES : time);
}

void
erb_probe_read (const struct erb_worker *w, int64_t now)
{
  struct erb_probe *probe = w->program->probe;
  if (!probe)
    return;
  int32_t state = erbium_load_acquire (&probe->state); /* erb_probe_write */
  if (state == RESTS && now >= erbium_load_relaxed (&probe->next))
    erbium_cas (&probe->state, RESTS, WANTED);
  if (state != WRITTEN || !erbium_cas (&probe->state, WRITTEN, HELD))
    return;
  bool usable = probe->writer != w && now - probe->written < fresh;
  if (usable)
    {
      measure (w->program, probe);
      erbium_store_relaxed (&probe->next, now + period);
    }
  erbium_store_release (&probe->state, usable ? RESTS : WANTED); /* the next compare-and-swap */
}
