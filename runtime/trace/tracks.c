/* SPDX-License-Identifier: MIT */
/* tracks.c - events become slices and instants of tracks.
 *
 * Each process has a track, with a slice for its life and, within that, one for each wait.  A wait
 * that has ended for a process which has not gone on yet becomes a slice `ready'.  Each worker has
 * a track with the processes that it runs.  Each record has two counters.  The track `network' has
 * what exists: an instant for each process, record and id, with numbers by which a tool finds it
 * again (erbium-report does).
 *
 * There are pauses, from which events are missing (buffer.c).  A wait that is open when one begins,
 * and that ends after it, has probably lasted so long.  If its process waits again instead, it has
 * ended in the pause, and the slice ends where the pause begins.  A wait of which only the end is
 * known has begun in the pause; its slice begins where the pause ends.
 *
 * Events may be lost, so none relies on another: a slice that is open when the next one of its kind
 * begins is ended first, and an end without a beginning is ignored.
 */
#include "trace/tracks.h"
#include "trace/known.h"

#include <inttypes.h>

enum kind { PROCESS, RECORD_LIVE, RECORD_TOTAL, WORKER, SYSTEM, NETWORK };
enum state { UNKNOWN, RUNS, WAITS, READY };

static pid_t here;
/* ns, when the latest pause began, and ended, or 0 */
static int64_t paused_at, resumed_at;
static bool paused;

/* ---- Numbers of tracks ------------------------------------------------- */

static uint64_t
track_of (enum kind kind, int64_t key)
{
  return erb_track_mix ((uint64_t) key * 8 + (uint64_t) kind + 1) | 1;
}

static uint64_t
system_track (void)
{
  return track_of (SYSTEM, here);
}

/* ---- Slices ------------------------------------------------------------ */

static void
slice (struct erb_packets *to, int64_t at, uint64_t track, enum erb_packet_word category,
       const char *name)
{
  erb_packet_end (to, erb_packet_event (to, at, ERB_SLICE_BEGINS, track, category, name));
}

static void
slice_ends (struct erb_packets *to, int64_t at, uint64_t track)
{
  erb_packet_end (to, erb_packet_event (to, at, ERB_SLICE_ENDS, track, 0, NULL));
}

static void
describe_process (struct erb_packets *to, struct erb_known *k)
{
  char name[ERB_KNOWN_NAME + 24];
  if (k->key < 0)
    snprintf (name, sizeof name, "%s", k->name);
  else
    snprintf (name, sizeof name, "%s (%" PRId64 ")", k->name, erb_known_number (k->key));
  erb_packet_track (to, track_of (PROCESS, k->key), system_track (), name, 0, NULL);
  k->described = true;
}

/* Returns the process, alive, or NULL. */
static struct erb_known *
process (struct erb_packets *to, int64_t at, int64_t key)
{
  struct erb_known *k = erb_known_find (key, A_PROCESS, true);
  if (!k)
    return NULL;
  if (!k->described)
    describe_process (to, k);
  if (!k->lives)
    {
      size_t began = erb_packet_event (to, at, ERB_SLICE_BEGINS, track_of (PROCESS, key),
                                       ERB_WORD_process, k->name);
      erb_packet_number (to, ERB_WORD_process, key);
      erb_packet_end (to, began);
    }
  k->lives = true;
  return k;
}

/* Ends what k does besides living. */
static void
end_state (struct erb_packets *to, int64_t at, struct erb_known *k)
{
  if (k->state == WAITS || k->state == READY)
    slice_ends (to, at, track_of (PROCESS, k->key));
  k->state = RUNS;
  k->since = at;
}

/* Whether a pause has come since then. */
static bool
is_before_pause (int64_t since)
{
  return since < paused_at;
}

/* Ends what k does, since it does something else at that time. */
static void
replace_state (struct erb_packets *to, int64_t at, struct erb_known *k)
{
  end_state (to, is_before_pause (k->since) ? paused_at : at, k);
  k->since = at;
}

static void
begin_ready (struct erb_packets *to, int64_t at, struct erb_known *k)
{
  replace_state (to, at, k);
  slice (to, at, track_of (PROCESS, k->key), ERB_WORD_state, "ready");
  k->state = READY;
}

static void
end_process (struct erb_packets *to, int64_t at, struct erb_known *k)
{
  end_state (to, at, k);
  if (k->lives)
    slice_ends (to, at, track_of (PROCESS, k->key));
  k->lives = false;
}

/* ---- What exists ------------------------------------------------------- */

static size_t
network (struct erb_packets *to, int64_t at, const char *what)
{
  return erb_packet_event (to, at, ERB_INSTANT, track_of (NETWORK, here), ERB_WORD_network, what);
}

static void
add_process (struct erb_packets *to, const struct erb_trace_event *e, const char *text)
{
  struct erb_known *k = erb_known_find (e->who, A_PROCESS, true);
  if (!k)
    return;
  const char *place = erb_known_set_name (k, text);
  size_t began = network (to, e->at, "process");
  erb_packet_number (to, ERB_WORD_process, e->who);
  erb_packet_number (to, ERB_WORD_parent, e->from);
  erb_packet_text (to, ERB_WORD_name, k->name);
  erb_packet_text (to, ERB_WORD_place, place);
  erb_packet_end (to, began);
  if (!e->side) /* not in a space of its own */
    process (to, e->at, e->who);
}

static void
name_process (struct erb_packets *to, const struct erb_trace_event *e, const char *text)
{
  struct erb_known *k = erb_known_find (e->who, A_PROCESS, true);
  if (!k)
    return;
  erb_known_set_name (k, text);
  describe_process (to, k);
  size_t began = network (to, e->at, "process name");
  erb_packet_number (to, ERB_WORD_process, e->who);
  erb_packet_text (to, ERB_WORD_name, k->name);
  erb_packet_end (to, began);
}

static void
process_ends (struct erb_packets *to, const struct erb_trace_event *e)
{
  struct erb_known *k = erb_known_find (e->who, A_PROCESS, false);
  if (!k)
    return;
  end_process (to, e->at, k);
  erb_known_forget (k);
}

static void
describe_record (struct erb_packets *to, int64_t at, struct erb_known *k)
{
  char name[ERB_KNOWN_NAME + 16];
  snprintf (name, sizeof name, "%s: live", k->name);
  erb_packet_track (to, track_of (RECORD_LIVE, k->key), system_track (), name, 0, "elements");
  snprintf (name, sizeof name, "%s: committed", k->name);
  erb_packet_track (to, track_of (RECORD_TOTAL, k->key), system_track (), name, 0, "elements");
  size_t began = network (to, at, "counters");
  erb_packet_number (to, ERB_WORD_record, k->key);
  erb_packet_number (to, ERB_WORD_from, (int64_t) track_of (RECORD_LIVE, k->key));
  erb_packet_number (to, ERB_WORD_to, (int64_t) track_of (RECORD_TOTAL, k->key));
  erb_packet_end (to, began);
  k->described = true;
}

static void
add_record (struct erb_packets *to, const struct erb_trace_event *e, const char *text)
{
  struct erb_known *k = erb_known_find (e->record, A_RECORD, true);
  if (!k)
    return;
  const char *place = erb_known_set_name (k, text);
  size_t began = network (to, e->at, "record");
  erb_packet_number (to, ERB_WORD_record, e->record);
  erb_packet_text (to, ERB_WORD_name, k->name);
  if (*place)
    {
      erb_packet_text (to, ERB_WORD_place, place);
      erb_packet_number (to, ERB_WORD_bytes, e->x);
      erb_packet_number (to, ERB_WORD_readers, e->from);
      erb_packet_number (to, ERB_WORD_producers, e->to);
    }
  erb_packet_end (to, began);
  k->described = false; /* its counters have its name */
}

static void
id_changes (struct erb_packets *to, const struct erb_trace_event *e, const char *what)
{
  size_t began = network (to, e->at, what);
  erb_packet_number (to, ERB_WORD_process, e->who);
  erb_packet_number (to, ERB_WORD_record, e->record);
  erb_packet_number (to, ERB_WORD_side, e->side);
  erb_packet_number (to, ERB_WORD_id, e->x);
  erb_packet_number (to, ERB_WORD_index, e->from);
  erb_packet_number (to, ERB_WORD_horizon, e->to);
  erb_packet_end (to, began);
}

/* ---- What happens ------------------------------------------------------ */

/* Begins the slice of a wait at that time. */
static void
begin_wait (struct erb_packets *to, int64_t at, struct erb_known *k,
            const struct erb_trace_event *e)
{
  char name[ERB_KNOWN_NAME + 32];
  const struct erb_known *r = erb_known_find (e->record, A_RECORD, false);
  snprintf (name, sizeof name, "%s%s%s", erb_primitive_name (e->primitive), r ? " " : "",
            r ? r->name : "");
  size_t began = erb_packet_event (to, at, ERB_SLICE_BEGINS, track_of (PROCESS, e->who),
                                   ERB_WORD_wait, name);
  if (e->record)
    {
      erb_packet_number (to, ERB_WORD_record, e->record);
      erb_packet_number (to, ERB_WORD_side, e->side);
      erb_packet_number (to, ERB_WORD_id, e->x);
      erb_packet_number (to, ERB_WORD_index, e->from);
      erb_packet_number (to, ERB_WORD_need, e->to);
    }
  else
    erb_packet_number (to, ERB_WORD_process, e->to);
  erb_packet_end (to, began);
  k->state = WAITS;
  k->since = at;
}

static void
waits (struct erb_packets *to, const struct erb_trace_event *e)
{
  struct erb_known *k = process (to, e->at, e->who);
  if (!k)
    return;
  replace_state (to, e->at, k);
  begin_wait (to, e->at, k, e);
}

/* If k is not known to wait, and nothing is known of it since the last pause, its wait has begun
 * there. */
static void
assume_wait (struct erb_packets *to, struct erb_known *k, const struct erb_trace_event *e)
{
  if (k->lives && k->state <= RUNS && e->primitive && is_before_pause (k->since)
      && resumed_at > paused_at && resumed_at < e->at)
    begin_wait (to, resumed_at, k, e);
}

static void
blocks (struct erb_packets *to, const struct erb_trace_event *e, const char *text)
{
  struct erb_known *k = process (to, e->at, e->who);
  if (!k)
    return;
  replace_state (to, e->at, k);
  slice (to, e->at, track_of (PROCESS, e->who), ERB_WORD_wait, text);
  k->state = WAITS;
}

static void
becomes_ready (struct erb_packets *to, const struct erb_trace_event *e)
{
  struct erb_known *k = erb_known_find (e->who, A_PROCESS, false);
  if (k)
    assume_wait (to, k, e);
  if (k && k->state == WAITS)
    begin_ready (to, e->at, k);
}

static void
goes_on (struct erb_packets *to, const struct erb_trace_event *e)
{
  struct erb_known *k = erb_known_find (e->who, A_PROCESS, false);
  if (!k)
    return;
  assume_wait (to, k, e);
  end_state (to, e->at, k);
}

/* Returns the worker of that number, of the program of that key, with a track. */
static struct erb_known *
worker (struct erb_packets *to, int64_t program, uint32_t number)
{
  struct erb_known *k = erb_known_find (program + number + 1, A_WORKER, true);
  if (!k || k->described)
    return k;
  snprintf (k->name, sizeof k->name, "worker %" PRIu32, number);
  erb_packet_track (to, track_of (WORKER, k->key), system_track (), k->name, 0, NULL);
  k->described = true;
  return k;
}

static void
worker_runs (struct erb_packets *to, int64_t at, struct erb_known *w,
             const struct erb_known *process)
{
  size_t began = erb_packet_event (to, at, ERB_SLICE_BEGINS, track_of (WORKER, w->key),
                                   ERB_WORD_worker, process->name);
  erb_packet_number (to, ERB_WORD_process, process->key);
  erb_packet_end (to, began);
  w->runs = process->key;
  w->since = at;
}

/* Worker e->x runs another process.  The one before is ready again, unless it waits. */
static void
runs (struct erb_packets *to, const struct erb_trace_event *e)
{
  process (to, e->at, e->who); /* may move what is known */
  struct erb_known *w = worker (to, e->record, e->x), *before, *k;
  if (!w)
    return;
  before = erb_known_find (w->runs, A_PROCESS, false);
  bool gap = is_before_pause (w->since);
  if (w->runs)
    slice_ends (to, gap ? paused_at : e->at, track_of (WORKER, w->key));
  if (before && before->state == RUNS && before->key != e->who && !gap)
    begin_ready (to, e->at, before);
  w->runs = 0;
  if (!(k = erb_known_find (e->who, A_PROCESS, false)))
    return;
  if (k->state == READY)
    end_state (to, e->at, k);
  k->state = k->state == UNKNOWN ? RUNS : k->state;
  k->since = e->at;
  worker_runs (to, e->at, w, k);
}

static void
instant (struct erb_packets *to, const struct erb_trace_event *e, const char *name)
{
  if (!process (to, e->at, e->who))
    return;
  size_t began = erb_packet_event (to, e->at, ERB_INSTANT, track_of (PROCESS, e->who),
                                   ERB_WORD_state, name);
  erb_packet_number (to, ERB_WORD_from, e->from);
  erb_packet_number (to, ERB_WORD_to, e->to);
  erb_packet_end (to, began);
}

static void
publishes (struct erb_packets *to, const struct erb_trace_event *e)
{
  char name[ERB_KNOWN_NAME + 32];
  struct erb_known *r = erb_known_find (e->record, A_RECORD, false);
  if (!process (to, e->at, e->who))
    return;
  snprintf (name, sizeof name, "%s %s", erb_primitive_name (e->primitive), r ? r->name : "");
  size_t began = erb_packet_event (to, e->at, ERB_INSTANT, track_of (PROCESS, e->who),
                                   ERB_WORD_state, name);
  erb_packet_number (to, ERB_WORD_record, e->record);
  erb_packet_number (to, ERB_WORD_id, e->x);
  erb_packet_number (to, ERB_WORD_index, e->to);
  erb_packet_end (to, began);
}

/* Records of fibers often lose their window, and get another one of the same size. */
static void
has_window (struct erb_packets *to, const struct erb_trace_event *e)
{
  struct erb_known *k = erb_known_find (e->record, A_RECORD, true);
  if (!k || k->window == e->to)
    return;
  k->window = e->to;
  size_t began = network (to, e->at, "window");
  erb_packet_number (to, ERB_WORD_record, e->record);
  erb_packet_number (to, ERB_WORD_window, e->to);
  erb_packet_end (to, began);
}

static void
record_retires (struct erb_packets *to, const struct erb_trace_event *e)
{
  struct erb_known *k = erb_known_find (e->record, A_RECORD, false);
  size_t began = network (to, e->at, "record ends");
  erb_packet_number (to, ERB_WORD_record, e->record);
  erb_packet_number (to, ERB_WORD_released, e->from);
  erb_packet_number (to, ERB_WORD_committed, e->to);
  erb_packet_number (to, ERB_WORD_horizon, e->who);
  erb_packet_end (to, began);
  if (k)
    erb_known_forget (k);
}

static void
pauses (struct erb_packets *to, const struct erb_trace_event *e)
{
  if (paused)
    return;
  paused = true;
  paused_at = e->at;
  slice (to, e->at, track_of (NETWORK, here), ERB_WORD_network, "not traced in detail");
}

void
erb_tracks_go_on (struct erb_packets *to, int64_t at)
{
  if (paused)
    {
      slice_ends (to, at, track_of (NETWORK, here));
      resumed_at = at;
    }
  paused = false;
}

void
erb_tracks_event (struct erb_packets *to, const struct erb_trace_event *e, const char *text)
{
  switch (e->kind)
    {
    case ERB_TRACE_PROCESS: add_process (to, e, text); break;
    case ERB_TRACE_NAME: name_process (to, e, text); break;
    case ERB_TRACE_ENDS: process_ends (to, e); break;
    case ERB_TRACE_RECORD: add_record (to, e, text); break;
    case ERB_TRACE_TAKES: id_changes (to, e, "takes id"); break;
    case ERB_TRACE_GIVES: id_changes (to, e, "gives id up"); break;
    case ERB_TRACE_WAITS: waits (to, e); break;
    case ERB_TRACE_READY: becomes_ready (to, e); break;
    case ERB_TRACE_GOES_ON: goes_on (to, e); break;
    case ERB_TRACE_RUNS: runs (to, e); break;
    case ERB_TRACE_MOVES: instant (to, e, "moves to another worker"); break;
    case ERB_TRACE_WINDOW: has_window (to, e); break;
    case ERB_TRACE_RETIRES: record_retires (to, e); break;
    case ERB_TRACE_PUBLISHES: publishes (to, e); break;
    case ERB_TRACE_BLOCKS: blocks (to, e, text); break;
    case ERB_TRACE_PAUSES: pauses (to, e); break;
    case ERB_TRACE_EXTENDS: instant (to, e, "extends pages"); break;
    }
}

void
erb_tracks_sample (struct erb_packets *to, int64_t at, const struct erb_sample *s)
{
  struct erb_known *k = erb_known_find (s->record, A_RECORD, true);
  if (!k)
    return;
  if (!k->described)
    describe_record (to, at, k);
  if (s->horizon[ERB_WRITE] != k->sample.horizon[ERB_WRITE]
      || s->horizon[ERB_READ] != k->sample.horizon[ERB_READ])
    {
      size_t began = network (to, at, "horizon");
      erb_packet_number (to, ERB_WORD_record, s->record);
      erb_packet_number (to, ERB_WORD_horizon, s->horizon[ERB_WRITE]);
      erb_packet_number (to, ERB_WORD_readers, s->horizon[ERB_READ]);
      erb_packet_end (to, began);
    }
  if (s->committed != k->sample.committed || s->released != k->sample.released)
    {
      erb_packet_counter (to, at, track_of (RECORD_LIVE, s->record), s->committed - s->released);
      erb_packet_counter (to, at, track_of (RECORD_TOTAL, s->record), s->committed);
    }
  k->sample = *s;
}

void
erb_tracks_lost (struct erb_packets *to, int64_t at, int64_t number)
{
  size_t began = network (to, at, "events lost");
  erb_packet_number (to, ERB_WORD_events, number);
  erb_packet_end (to, began);
}

/* ---- Beginning and end ------------------------------------------------- */

void
erb_tracks_begin (struct erb_packets *to, int64_t at, const char *name, int level)
{
  here = erb_kernel_getpid ();
  to->sequence = (uint32_t) here;
  erb_packet_words (to);
  erb_packet_track (to, system_track (), 0, name, here, NULL);
  erb_packet_track (to, track_of (NETWORK, here), system_track (), "network", 0, NULL);
  size_t began = network (to, at, "trace begins");
  erb_packet_text (to, ERB_WORD_name, name);
  erb_packet_number (to, ERB_WORD_pid, here);
  erb_packet_number (to, ERB_WORD_level, level);
  erb_packet_end (to, began);
}

void
erb_tracks_end (struct erb_packets *to, int64_t at, void (*make_room) (void))
{
  for (struct erb_known *k = NULL; (k = erb_known_next (k));)
    if (k->thing != A_RECORD)
      {
        make_room ();
        end_process (to, at, k);
        if (k->runs)
          slice_ends (to, at, track_of (WORKER, k->key));
        k->runs = 0;
      }
  make_room ();
  erb_tracks_go_on (to, at);
  erb_packet_end (to, network (to, at, "trace ends"));
}

void
erb_tracks_forget (void)
{
  paused = false;
  for (struct erb_known *k = NULL; (k = erb_known_next (k));)
    {
      k->described = k->lives = false;
      k->state = UNKNOWN;
      k->runs = 0;
    }
}
