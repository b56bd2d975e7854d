/* SPDX-License-Identifier: MIT */
/* steps.c - the steps of a space, and the events of each in its log.
 *
 * Step k of a recording is step k of its replay, because everything that a space does depends on
 * what it has learnt in earlier steps.  So the number of its step is enough to find an event at the
 * right moment, and a question with a negative answer needs no event.
 *
 * The data that a space publishes is not stored, since the replay publishes it again.  A hash of
 * the data precedes the next event.  A replay ends at the first event that differs.
 */
#define _GNU_SOURCE
#include "replay/replay_steps.h"
#include "space/space.h"

#include <stdarg.h>
#include <unistd.h>

_Static_assert ((int) ERB_VALUE_STATUS == ERB_LOG_STATUS, "the value has its number in logs");

#define XXH_INLINE_ALL
#include <xxhash.h>

enum erb_replay_mode erb_replay_mode;

static struct erb_log in;         /* the log of a replay */
static const struct erb_log_event *ahead; /* its next event, or NULL: not read yet */
static int64_t step;
static const char *call, *where;  /* of the current step */
static struct { int64_t calls, bytes; uint64_t hash; } made; /* published since the last event */
static __thread bool is_own;      /* the calling thread is the thread of the space */

static const struct erb_log_event *check_made (const struct erb_log_event *e);

void
erb_replay_begin_steps (const struct erb_log *log)
{
  erb_replay_mode = log ? ERB_REPLAY_REPLAYS : ERB_REPLAY_RECORDS;
  if (log)
    in = *log;
  ahead = NULL;
  step = 0;
  memset (&made, 0, sizeof made);
  is_own = true;
}

void
erb_replay_end_steps (void)
{
  erb_replay_mode = ERB_REPLAY_OFF;
}

/* ---- The end of a replay --------------------------------------------------- */

static const struct erb_log_head *
head (void)
{
  return (const void *) in.bytes;
}

/* An ancestor that ends before it starts the next space: its log was cut off, or belongs to another
 * recording. */
void
erb_replay_expect_asked (void)
{
  int child = erb_replay_child_on_path ();
  if (!child)
    return;
  erb_replay_mode = ERB_REPLAY_OFF;
  erb_fault_in (ERBIUM_EXIT_REPLAY, call, where,
                "keep the whole folder as it was written, or record the program anew",
                "%s ends at event %lld, step %lld, before %s %d is started, which leads to the "
                "space that is to be "
                "replayed",
                in.file, (long long) in.number, (long long) step, child < 0 ? "process" : "child",
                abs (child));
}

/* Ends a replay that has reached the end of a log without END. */
ERB_NORETURN static void
end_at_log (void)
{
  struct erb_text t;
  erb_replay_expect_asked ();
  fflush (NULL);
  fprintf (stderr,
           "%s: note: replay: the recording of %s ends here, at step %lld: it was killed, or has "
           "died\n",
           where ? where : "erbium", erb_space_name_if_any (&t), (long long) step);
  _exit (EXIT_SUCCESS);
}

void
erb_replay_differs (const struct erb_log_event *e, const char *format, ...)
{
  char what[256], recorded[384] = "what was recorded";
  va_list arguments;
  erb_replay_mode = ERB_REPLAY_OFF;
  va_start (arguments, format);
  vsnprintf (what, sizeof what, format, arguments);
  va_end (arguments);
  if (e)
    erb_log_describe (e, recorded, sizeof recorded);
  erb_fault_in (ERBIUM_EXIT_REPLAY, call, where,
                "replay with the program, the files and the input that were recorded, or record "
                "anew",
                "the replay differs from the recording at event %lld of %s: step %lld: %s; "
                "recorded, step %lld: %s",
                (long long) in.number, in.file, (long long) step, what,
                (long long) (e ? e->step : step), recorded);
}

ERB_NORETURN static void
is_damaged (const struct erb_log_fault *f)
{
  erb_replay_mode = ERB_REPLAY_OFF;
  erb_fault_in (ERBIUM_EXIT_REPLAY, call, where, f->hint, "%s", f->what);
}

/* Returns the next event, or NULL.  Keeps it, since a space may ask often before the step of the
 * event: each event is checked once. */
static const struct erb_log_event *
next (void)
{
  struct erb_log_fault f;
  if (ahead)
    return ahead;
  ahead = erb_log_next (&in, &f);
  if (*f.what)
    is_damaged (&f);
  return ahead;
}

void
erb_replay_pass (const struct erb_log_event *e)
{
  erb_log_pass (&in, e);
  ahead = NULL;
}

/* ---- Steps -------------------------------------------------------------------- */

ERB_NORETURN static void
is_other_thread (void)
{
  erb_fault_in (ERBIUM_EXIT_MISUSE, call, where,
                "use pages and channels on the thread of the space",
                "a thread other than that of the space calls; a recorded space has one control "
                "flow");
}

/* Ends the replay if the step is beyond the last recorded one: the space was killed there, or does
 * more than it did. */
static void
check_end (void)
{
  if (step <= head ()->steps)
    return;
  const struct erb_log_event *e = next ();
  if (!e)
    end_at_log ();
  erb_replay_differs (check_made (e), "it continues");
}

void
erb_replay_expect_own_thread (const char *of_call, const char *at)
{
  call = of_call;
  where = at;
  if (!is_own)
    is_other_thread ();
}

void
erb_replay_step (const char *of_call, const char *at)
{
  erb_replay_expect_own_thread (of_call, at);
  step++;
  if (erb_replay_mode == ERB_REPLAY_RECORDS)
    erb_write_step (step);
  else
    check_end ();
}

/* The recording may have ended during this wait. */
void
erb_replay_waits (const char *of_call, const char *at)
{
  erb_replay_step (of_call, at);
  const struct erb_log_event *e = next ();
  if (!e)
    end_at_log ();
  erb_replay_differs (check_made (e), "it waits");
}

/* ---- Recording ------------------------------------------------------------------ */

void
erb_replay_put (enum erb_log_kind kind, const int64_t value[4], const void *data, size_t size)
{
  if (made.calls)
    erb_write (ERB_LOG_MADE, step, (int64_t[4]) { made.calls, made.bytes, (int64_t) made.hash },
               NULL, 0);
  memset (&made, 0, sizeof made);
  erb_write (kind, step, value, data, size);
}

/* ---- Replaying -------------------------------------------------------------------- */

/* Compares the published data with the hash before e; returns the event after it. */
static const struct erb_log_event *
check_made (const struct erb_log_event *e)
{
  static const struct erb_log_event nothing = { .kind = ERB_LOG_MADE };
  const struct erb_log_event *was = e && e->kind == ERB_LOG_MADE ? e : &nothing;
  if (was->value[0] != made.calls || was->value[1] != made.bytes
      || (uint64_t) was->value[2] != made.hash)
    erb_replay_differs (e, "it has published %lld bytes in %lld calls%s", (long long) made.bytes,
                        (long long) made.calls,
                        was->value[0] == made.calls && was->value[1] == made.bytes
                          ? ", and other ones" : "");
  memset (&made, 0, sizeof made);
  if (was == &nothing)
    return e;
  erb_replay_pass (e);
  return next ();
}

const struct erb_log_event *
erb_replay_next (void)
{
  const struct erb_log_event *e = next ();
  if (!e || e->step > step)
    return NULL;
  e = check_made (e);
  if (e && e->step < step)
    erb_replay_differs (e, "it has not done this");
  return e && e->step == step ? e : NULL;
}

const struct erb_log_event *
erb_replay_take (enum erb_log_kind kind, const char *what)
{
  const struct erb_log_event *e = erb_replay_next ();
  if (!e && !next ())
    end_at_log ();
  if (!e)
    erb_replay_differs (next (), "%s", what);
  if (e->kind != kind)
    erb_replay_differs (e, "%s", what);
  erb_replay_pass (e);
  return e;
}

/* ---- Values, and published data ------------------------------------------------------ */

void
erb_replay_value (enum erb_value which, void *value, size_t size, const char *of_call,
                  const char *at)
{
  if (!erb_replay_mode)
    return;
  erb_replay_step (of_call, at);
  if (erb_replay_mode == ERB_REPLAY_RECORDS)
    {
      erb_replay_put (ERB_LOG_VALUE, (int64_t[4]) { which }, value, size);
      return;
    }
  const struct erb_log_event *e = erb_replay_take (ERB_LOG_VALUE, "it asks for a value");
  if (e->value[0] != which || e->size != size)
    erb_replay_differs (e, "it asks for value %d", which);
  memcpy (value, e->data, size);
}

void
erb_replay_made (const void *va, const void *from, size_t size)
{
  made.calls++;
  made.bytes += (int64_t) size;
  made.hash = XXH3_64bits_withSeed (from, size, made.hash + (uint64_t) (uintptr_t) va * 3 + size);
}

void
erb_replay_made_as (const void *what, size_t size, int64_t bytes)
{
  made.calls++;
  made.bytes += bytes;
  made.hash = XXH3_64bits_withSeed (what, size, made.hash);
}
