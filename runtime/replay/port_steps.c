/* SPDX-License-Identifier: MIT */
/* port_steps.c - record and replay of the regions that a space is given.
 *
 * A space discovers its ports when it scans the table of all ports; each scan is a step.  Ports
 * that the space has created itself, or that its ancestors gave it before its start, also exist in
 * a replay, since the ancestors run up to that moment.  A port that it was given later, by a parent
 * that does not run any more, is created from the log: a region of the replay stands for the
 * recorded one, with the contents that the space knows.
 */
#define _GNU_SOURCE
#include "replay/replay_steps.h"
#include "space/space.h"
#include "pages/pages.h"

/* The regions of the recording and of the replay that correspond, + 1; 0: none.  Numbers are
 * reused, so two regions are a pair while both entries name each other and the caller has a port
 * there. */
static struct pair { int32_t replayed, recorded; } *pairs;

/* ---- Recording ---------------------------------------------------------------- */

static void
put_port (const struct erb_spmc_map *m)
{
  const struct erb_spmc_port *p = m->port;
  const struct erb_spmc_region *r = m->region;
  struct erb_log_port port = { r->pages,        p->begin, p->first, 0, r->channel,
                               r->channel_kind, r->maker, 0,        "" };
  memcpy (port.where, r->where, sizeof port.where);
  erb_replay_put (ERB_LOG_PORT,
                  (int64_t[4]) { (int64_t) (intptr_t) p->va, p->pages, erb_spmc_region_id (r),
                                erbium_load_relaxed (&p->role) },
                  &port, sizeof port);
}

/* A producer also sees what was written before it had the pages. */
static void
put_pages (const struct erb_spmc_map *m)
{
  int end = m->port->first + m->port->pages;
  for (int page = m->port->first; erb_spmc_produces (m) && page < end; page++)
    {
      int64_t word = erbium_load_acquire (erb_spmc_word (m, page)); /* stored by fix_page (fix.c) */
      if (word % 2 == 1)
        erb_replay_put_page (m, page, 0, (int64_t) erb_spmc.page, word);
    }
}

static void
put_new_ports (int space)
{
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    {
      const struct erb_spmc_port *p = &erb_spmc.port[n];
      int32_t role = erbium_load_acquire (&p->role); /* stored by erb_spmc_port_make */
      if ((role != ERB_SPMC_CONSUMER && role != ERB_SPMC_PRODUCER) || p->space != space)
        continue;
      const struct erb_spmc_map *m = erb_spmc_map_find (p->va);
      struct erb_replay_seen *seen = m && m->port == p ? m->observed : NULL;
      if (!seen || seen->logged)
        continue;
      seen->logged = true;
      put_port (m);
      put_pages (m);
    }
}

/* ---- Replaying ------------------------------------------------------------------ */

static struct erb_spmc_port *
port_at (int space, const struct erb_log_event *e)
{
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    {
      struct erb_spmc_port *p = &erb_spmc.port[n];
      if (p->space == space
          && erbium_load_acquire (&p->role) == e->value[3] /* stored by erb_spmc_port_make */
          && (int64_t) (intptr_t) p->va == e->value[0] && p->pages == e->value[1])
        return p;
    }
  return NULL;
}

static bool
has_port (int space, int region)
{
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    {
      const struct erb_spmc_port *p = &erb_spmc.port[n];
      if (erbium_load_acquire (&p->role) != ERB_SPMC_NO_PORT /* stored by erb_spmc_port_make */
          && p->space == space && p->region == region)
        return true;
    }
  return false;
}

/* Returns, locked, the region that stands for that of the event, or a new one. */
static struct erb_spmc_region *
region_of (int space, const struct erb_log_event *e, const struct erb_log_port *port)
{
  int32_t known = pairs[e->value[2]].replayed;
  struct erb_spmc_region *r;
  if (known && pairs[known - 1].recorded == e->value[2] + 1 && has_port (space, known - 1))
    {
      r = &erb_spmc.region[known - 1];
      erb_spmc_region_lock (r);
      return r;
    }
  r = erb_spmc_region_make (port->region_pages, port->maker, "erbium_spmc_alloc", port->where);
  r->channel_kind = port->channel_kind;
  r->channel = port->channel;
  return r;
}

static void
expect_sound (const struct erb_log_event *e, const struct erb_log_port *port)
{
  const char *va = (const char *) (intptr_t) e->value[0];
  int64_t pages = e->value[1];
  bool ok = pages > 0 && port->first >= 0 && port->first + pages <= port->region_pages
            && port->region_pages <= INT32_MAX && erb_spmc_is_arena (va)
            && erb_spmc_is_arena (va + (size_t) pages * erb_spmc.page - 1)
            && e->value[2] >= 0 && e->value[2] < ERB_SPMC_REGIONS
            && (e->value[3] == ERB_SPMC_CONSUMER || e->value[3] == ERB_SPMC_PRODUCER);
  if (!ok)
    erb_replay_differs (e, "there can be no such pages");
}

static void
make_port (int space, const struct erb_log_event *e)
{
  struct erb_log_port port;
  if (e->size != sizeof port)
    erb_replay_differs (e, "a port has %zu bytes", sizeof port);
  memcpy (&port, e->data, sizeof port);
  port.where[sizeof port.where - 1] = 0;
  expect_sound (e, &port);
  struct erb_spmc_port *p = port_at (space, e);
  if (!p)
    {
      struct erb_spmc_region *r = region_of (space, e, &port);
      bool ok = erb_spmc_port_make (r, space, (enum erb_spmc_role) e->value[3], port.first,
                                    (int) e->value[1], (char *) (intptr_t) e->value[0], NULL);
      erb_spmc_region_unlock (r);
      p = port_at (space, e);
      if (!ok || !p)
        erb_fault_in (ERBIUM_EXIT_RESOURCE, "ERBIUM_REPLAY", NULL, "free memory",
                      "no room for a port of a region");
      p->begin = port.begin;
    }
  pairs[e->value[2]].replayed = p->region + 1;
  pairs[p->region].recorded = (int32_t) e->value[2] + 1;
}

static void
make_recorded_ports (int space)
{
  if (!pairs)
    pairs = calloc (ERB_SPMC_REGIONS, sizeof *pairs);
  if (!pairs)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "ERBIUM_REPLAY", NULL, "free memory",
                  "no table of regions");
  for (const struct erb_log_event *e; (e = erb_replay_next ()); erb_replay_pass (e))
    if (e->kind == ERB_LOG_PORT)
      make_port (space, e);
    else if (e->kind == ERB_LOG_PAGE)
      {
        erb_spmc_maps_find (space);
        erb_replay_apply_page (e);
      }
    else
      erb_replay_differs (e, "it checks which regions it has");
}

/* The first function runs before the maps of new ports are made, the second one afterwards. */
static void
ports_checked (int space)
{
  if (!erb_replay_mode)
    return;
  erb_replay_step ("a check for regions", NULL);
  if (erb_replay_replays ())
    make_recorded_ports (space);
}

static void
ports_known (int space)
{
  if (erb_replay_records ())
    put_new_ports (space);
}

/* ---- Spaces that are absent ------------------------------------------------------------ */

/* In a replay only the caller runs, and the space that it is about to start. */
static bool
reads_nothing (int space)
{
  return erb_replay_replays () && space != erb_space_slot (erb_space_self_if_any ())
         && space != erb_replay_slot_on_path ();
}

const struct erb_observer erb_replay_port_observer = {
  .wanted = erb_replay_wanted, .ports_checked = ports_checked, .ports_known = ports_known,
  .reads_nothing = reads_nothing,
};
