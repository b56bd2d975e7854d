/* SPDX-License-Identifier: MIT */
/* writer.c - the thread that empties the buffers of all others, and the file.
 *
 * A round takes the events that are older than a moment, the earliest first, from all buffers (a
 * heap of buffers by the time of their next event).  A thread takes the time before it stores the
 * event, so one that was interrupted in between stores it late; what depends on the order is
 * prepared for that (tracks.c).
 *
 * Several spaces append to one file.  Each write has whole packets only.  If the disk is full, the
 * trace ends there: what does not fit is cut off at the last whole packet.
 */
#define _GNU_SOURCE
#include "trace/writer.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

static const int64_t round_time = 10000000; /* ns, from one round to the next, if nobody asks */
static const int64_t moment = 100000;       /* ns; younger events wait for the next round */
enum { SHARE = 200, FEW = 150 };            /* samples take at most 1/SHARE of the time; of so many
                                             * records each round has one */

bool erb_tracing;

static struct erb_trace_request asked;
static char name[4096];                     /* of the file */
static int file = -1;
static int64_t written;                     /* bytes, of this process of the system */
static pid_t owner;                         /* that has the writer */
static pthread_t writer;
static erbium_atomic32 stops;
static pthread_mutex_t rounds = PTHREAD_MUTEX_INITIALIZER;
static struct erb_packets packets;
static int64_t next_sample, next_budget;    /* ns */

/* ---- The file ---------------------------------------------------------- */

static const char *
rank_here (void)
{
  const char *pmi = getenv ("PMI_RANK"), *ompi = getenv ("OMPI_COMM_WORLD_RANK");
  return pmi ? pmi : ompi;
}

/* Stores the name of the file: `%p' stands for the number of this process of the system.  Each rank
 * of a job has a file of its own. */
static void
make_name (const char *setting)
{
  const char *rank = rank_here (), *p = strstr (setting, "%p");
  if (p)
    snprintf (name, sizeof name, "%.*s%d%s", (int) (p - setting), setting, (int) getpid (), p + 2);
  else
    snprintf (name, sizeof name, "%s%s%s", setting, rank ? "." : "", rank ? rank : "");
}

ERB_NORETURN static void
cannot (const char *why, const char *hint)
{
  fprintf (stderr, "erbium: error: ERBIUM_TRACE: cannot write '%s': %s\n", name, why);
  if (hint)
    fprintf (stderr, "erbium: note: %s\n", hint);
  _Exit (ERBIUM_EXIT_SETTING);
}

/* The lock keeps programs that this one starts, which have its environment, from the same file. */
static void
open_file (void)
{
  file = erb_own_file (open (name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (file < 0)
    cannot (strerror (errno), NULL);
  if (flock (file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    cannot ("another program is writing it",
            "'%p' in the name stands for the number of the process: ERBIUM_TRACE=trace.%p");
  if (ftruncate (file, 0) != 0 && errno != EINVAL) /* a pipe */
    cannot (strerror (errno), NULL);
}

/* Ends the trace, since no more can be written; `kept' bytes of the packets were. */
static void
give_up (const char *why, size_t kept)
{
  erb_tracing = false;
  off_t end = lseek (file, 0, SEEK_END);
  if (kept > 0 && end >= (off_t) kept && ftruncate (file, end - (off_t) kept) != 0)
    why = "and its last packet is not whole";
  fprintf (stderr,
           "erbium: warning: the trace '%s' ends after %" PRId64 " bytes: %s; what it has can be "
           "read\n", name, written, why);
  packets.used = 0;
}

static void
write_packets (void)
{
  size_t done = 0;
  while (done < packets.used && erb_tracing)
    {
      ssize_t n = write (file, packets.bytes + done, packets.used - done);
      if (n > 0)
        done += (size_t) n;
      else if (n == 0 || errno != EINTR)
        {
          give_up (n == 0 ? "nothing more can be written" : strerror (errno), done);
          return;
        }
    }
  written += (int64_t) packets.used;
  packets.used = 0;
  if (erb_tracing && written >= asked.most)
    give_up ("ERBIUM_TRACE_SIZE allows no more", 0);
}

static void
make_room (void)
{
  if (!erb_packets_have_room (&packets))
    write_packets ();
}

/* ---- A round ----------------------------------------------------------- */

/* Buffers with events, the earliest first. */
static struct { struct erb_trace_buffer **at; size_t used, size; } heap;

static const struct erb_trace_event *
next_of (const struct erb_trace_buffer *b)
{
  return &b->events[erbium_load_relaxed (&b->tail) % ERB_TRACE_EVENTS];
}

static void
sift_down (size_t n)
{
  struct erb_trace_buffer *b = heap.at[n];
  for (size_t child; (child = 2 * n + 1) < heap.used; n = child)
    {
      if (child + 1 < heap.used && next_of (heap.at[child + 1])->at < next_of (heap.at[child])->at)
        child++;
      if (next_of (b)->at <= next_of (heap.at[child])->at)
        break;
      heap.at[n] = heap.at[child];
    }
  heap.at[n] = b;
}

/* Without memory for all buffers, those beyond have their events drawn in another round. */
static void
make_heap_larger (bool haste)
{
  size_t larger = heap.size ? 2 * heap.size : 64;
  struct erb_trace_buffer **at = haste ? NULL : realloc (heap.at, larger * sizeof *at);
  if (at)
    {
      heap.at = at;
      heap.size = larger;
    }
}

static void
tell_lost (struct erb_trace_buffer *b, int64_t at)
{
  int64_t lost = erbium_load_relaxed (&b->lost);
  if (lost == b->told)
    return;
  make_room ();
  erb_tracks_lost (&packets, at, lost - b->told);
  b->told = lost;
}

/* Lets threads store details again, as many as before. */
static void
allow_details (int64_t now)
{
  for (struct erb_trace_buffer *b = erb_trace_buffers (); b; b = b->next)
    erbium_store_relaxed (&b->allowed, b->end + erb_trace_budget);
  if (erbium_load_relaxed (&erb_trace_details))
    return;
  make_room ();
  erb_tracks_go_on (&packets, now);
  erbium_store_relaxed (&erb_trace_details, 1);
}

static void
begin_round (int64_t now, bool haste)
{
  heap.used = 0;
  for (struct erb_trace_buffer *b = erb_trace_buffers (); b; b = b->next)
    {
      b->end = erbium_load_acquire (&b->head); /* erb_trace_put */
      tell_lost (b, now);
      if (heap.used == heap.size)
        make_heap_larger (haste);
      if (b->end > erbium_load_relaxed (&b->tail) && heap.used < heap.size)
        heap.at[heap.used++] = b;
    }
  for (size_t n = heap.used / 2; n-- > 0;)
    sift_down (n);
}

/* Copies the text that follows event `at' of b. */
static void
copy_text (const struct erb_trace_buffer *b, int64_t at, char *text)
{
  size_t length = b->events[at % ERB_TRACE_EVENTS].flag, size = sizeof *b->events;
  for (size_t done = 0; done < length; done += size)
    {
      size_t n = length - done < size ? length - done : size;
      memcpy (text + done, &b->events[++at % ERB_TRACE_EVENTS], n);
    }
  text[length] = 0;
}

/* Takes the next event of b. */
static void
take (struct erb_trace_buffer *b)
{
  char text[ERB_TRACE_TEXT];
  int64_t at = erbium_load_relaxed (&b->tail);
  const struct erb_trace_event *e = next_of (b);
  size_t size = sizeof *b->events, places = 1 + (e->flag + size - 1) / size;
  make_room ();
  copy_text (b, at, text);
  erb_tracks_event (&packets, e, text);
  erbium_store_release (&b->tail, at + (int64_t) places); /* has_room (buffer.c) */
}

static void
take_until (int64_t until)
{
  while (heap.used > 0 && next_of (heap.at[0])->at <= until)
    {
      struct erb_trace_buffer *b = heap.at[0];
      take (b);
      if (erbium_load_relaxed (&b->tail) == b->end)
        heap.at[0] = heap.at[--heap.used];
      if (heap.used > 0)
        sift_down (0);
    }
}

/* Samples cost the program the lock of its records, so they are rare if there are many. */
static void
sample (int64_t now)
{
  const struct erb_sample *s;
  size_t n = erb_sample_records (&s);
  int64_t took = erb_os->now () - now, rest = round_time * (int64_t) (1 + n / FEW);
  next_sample = now + (took * SHARE > rest ? took * SHARE : rest);
  for (size_t k = 0; k < n; k++)
    {
      make_room ();
      erb_tracks_sample (&packets, now, &s[k]);
    }
}

static void
round_until (int64_t now, int64_t until, bool samples, bool haste)
{
  if (!erb_tracing)
    return;
  begin_round (now, haste);
  take_until (until);
  if (samples)
    sample (now);
  write_packets ();
}

/* ---- The thread -------------------------------------------------------- */

static void *
write_trace (void *unused)
{
  (void) unused;
  erb_kernel_name_thread ("erbium/trace");
  while (!erbium_load_acquire (&stops) && erb_tracing)
    {
      pthread_mutex_lock (&rounds);
      int64_t now = erb_os->now ();
      round_until (now, now - moment, now >= next_sample, false);
      if (now >= next_budget)
        {
          next_budget = now + round_time;
          allow_details (now);
        }
      pthread_mutex_unlock (&rounds);
      erb_os->sleep (&erb_trace_asked, 0, round_time);
      erbium_store_relaxed (&erb_trace_asked, 0);
    }
  return NULL;
}

/* The writer takes no signals: they are for the program. */
static bool
start_writer (void)
{
  sigset_t all, before;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  int error = pthread_create (&writer, NULL, write_trace, NULL);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  owner = getpid ();
  errno = error;
  return error == 0;
}

/* A child of fork that is no space has no writer. */
static void
in_child (void)
{
  erb_tracing = false;
}

void
erb_writer_begin (const struct erb_trace_request *request)
{
  asked = *request;
  erb_trace_budget = asked.rate ? asked.rate / (1000000000 / round_time) + 1 : 0;
  make_name (asked.file);
  open_file ();
  make_heap_larger (false);
  erb_tracing = true;
  erb_tracks_begin (&packets, erb_os->now (), program_invocation_short_name, asked.level);
  pthread_atfork (NULL, NULL, in_child);
  if (!start_writer ())
    cannot (strerror (errno), NULL);
}

/* ---- The end ----------------------------------------------------------- */

/* Returns whether the caller has the lock of rounds; waits for a moment only. */
static bool
get_rounds_soon (void)
{
  enum { TRIES = 100 };
  const struct timespec pause = { 0, 1000000 };
  for (int n = 0; n < TRIES; n++)
    {
      if (pthread_mutex_trylock (&rounds) == 0)
        return true;
      nanosleep (&pause, NULL);
    }
  return false;
}

void
erb_writer_flush (bool haste)
{
  if (!erb_tracing || owner != getpid ())
    return;
  if (haste && !get_rounds_soon ())
    return;
  if (!haste)
    pthread_mutex_lock (&rounds);
  round_until (erb_os->now (), INT64_MAX, !haste, haste);
  pthread_mutex_unlock (&rounds);
}

static void
tell_all_lost (void)
{
  int64_t lost = erbium_load_relaxed (&erb_trace_lost), stored = 0;
  for (const struct erb_trace_buffer *b = erb_trace_buffers (); b; b = b->next)
    {
      lost += erbium_load_relaxed (&b->lost);
      stored += erbium_load_relaxed (&b->head);
    }
  if (lost)
    fprintf (stderr,
             "erbium: note: %" PRId64 " of %" PRId64 " events came too fast for the trace '%s'; "
             "ERBIUM_TRACE_LEVEL=waits takes fewer\n", lost, lost + stored, name);
}

void
erb_writer_end (void)
{
  if (!erb_tracing || owner != getpid ())
    return;
  erbium_store_release (&stops, 1); /* write_trace */
  erbium_store_relaxed (&erb_trace_asked, 1);
  erb_os->wake (&erb_trace_asked);
  pthread_join (writer, NULL);
  erb_writer_flush (false);
  if (erb_tracing)
    {
      erb_tracks_end (&packets, erb_os->now (), make_room);
      write_packets ();
    }
  tell_all_lost ();
  erb_tracing = false;
}

/* The child has a copy of what the parent has not written yet; that remains the parent's. */
void
erb_writer_in_new_space (void)
{
  if (file < 0)
    return;
  pthread_mutex_init (&rounds, NULL);
  packets.used = 0;
  written = 0;
  erb_trace_forget ();
  erb_tracks_forget ();
  next_sample = INT64_MAX; /* its parent samples what they share */
  erb_tracing = true;
  erb_tracks_begin (&packets, erb_os->now (), program_invocation_short_name, asked.level);
  if (!start_writer ())
    erb_tracing = false;
}
