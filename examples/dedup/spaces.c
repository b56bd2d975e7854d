/* SPDX-License-Identifier: MIT */
/* spaces.c - the compression as a network of spaces, which share nothing but channels.
 *
 *   source --(bytes)--> cutter k --(cuts k)--> deduplicator k --(places k)--> compressor k --(packed k)--> writer
 *
 * It is what the paper on sumC makes of the program of PARSEC (section 3.4, figure 5b): digests are computed
 * before the table is asked, so the table is split by them, and each part is one space's own memory;
 * queues are channels of one sender; what is sent are contents, no pointers.  The cutters have
 * the segments in turns, and who receives their cuts takes these in the same turns.
 *
 * Where the paper copies a chunk from channel to channel, here the channels of bytes and of cuts have many
 * receivers: the compressors receive the bytes from the source, as the cutters do, where they are; all
 * deduplicators, all compressors and the writer receive the cuts.
 *
 * A channel is unbounded.  So the writer gives the source a credit for each segment that is
 * done: AHEAD segments for each worker are under way, and the memory of channels is bounded by that.
 *
 * The writer is a space as well, parent of all others, and main waits for it.  So the file that was
 * being written is removed whichever of them dies, and main can say so.
 */
#include <erbium/channel.h>
#include <erbium/space.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "spaces.h"

/* ---- Who is there, and who sends to whom ----------------------------------- */

/* Of the writer: source; then cutter, deduplicator, compressor of each range. */
struct spaces { struct network network; int count; struct child child[MAX_CHILDREN]; };

static struct child *
child_of (struct spaces *s, int range, int which)
{
  return &s->child[1 + 3 * range + which];
}

enum { CUTTER, DEDUPLICATOR, COMPRESSOR };

enum { USUAL = 512 << 10 }; /* bytes of a generation */

/* A space fails in good order only if its last messages are published: a lazy channel does that when
 * it is closed, or its sender leaves or waits. */
static int
new_channel (const struct job *j, size_t size)
{
  return erbium_chan_alloc_as (size, j->lazy ? ERBIUM_CHAN_LAZY : ERBIUM_CHAN_EAGER);
}

static void
add_child (struct spaces *s, station *work, int k)
{
  struct child *c = &s->child[s->count];
  *c = (struct child) { &s->network, work, k, erbium_space_alloc (s->count), new_channel (s->network.job, USUAL) };
  erbium_chan_setprod (c->report, c->id, true);
  s->count++;
}

static void
add_children (struct spaces *s)
{
  add_child (s, source_space, 0);
  for (int k = 0; k < s->network.workers; k++)
    {
      add_child (s, cutter_space, k);
      add_child (s, deduplicator_space, k);
      add_child (s, compressor_space, k);
    }
}

/* To the writer and all deduplicators and compressors. */
static int
channel_of_cuts (struct spaces *s, int k)
{
  int cuts = new_channel (s->network.job, USUAL);
  for (int to = 0; to < s->network.workers; to++)
    {
      erbium_chan_setcons (cuts, child_of (s, to, DEDUPLICATOR)->id);
      erbium_chan_setcons (cuts, child_of (s, to, COMPRESSOR)->id);
    }
  erbium_chan_setprod (cuts, child_of (s, k, CUTTER)->id, true);
  return cuts;
}

/* The channels of range k, and the ports that its spaces have of those of the source. */
static void
connect_range (struct spaces *s, int k)
{
  struct network *n = &s->network;
  erbium_chan_setcons (n->bytes, child_of (s, k, CUTTER)->id);
  erbium_chan_setcons (n->bytes, child_of (s, k, COMPRESSOR)->id);
  n->cuts[k] = channel_of_cuts (s, k);
  n->places[k] = new_channel (n->job, USUAL);
  erbium_chan_setcons (n->places[k], child_of (s, k, COMPRESSOR)->id);
  erbium_chan_setprod (n->places[k], child_of (s, k, DEDUPLICATOR)->id, false);
  n->packed[k] = new_channel (n->job, LONG_MESSAGES);
  erbium_chan_setprod (n->packed[k], child_of (s, k, COMPRESSOR)->id, true);
}

static void
connect (struct spaces *s)
{
  struct network *n = &s->network;
  n->bytes = new_channel (n->job, LONG_MESSAGES);
  n->credits = new_channel (n->job, USUAL);
  erbium_chan_setcons (n->credits, s->child[0].id);
  for (int k = 0; k < n->workers; k++)
    connect_range (s, k);
  erbium_chan_setprod (n->bytes, s->child[0].id, false);
}

/* ---- The writer ------------------------------------------------------------ */

/* The writer's own: whether the source can still get credits. */
static struct { int chan; bool open; } credits;

/* The source goes to its end, should it wait for one. */
static void
close_credits (void)
{
  if (credits.open)
    erbium_chan_close (credits.chan);
  credits.open = false;
}

static void
end_others (const char *line)
{
  (void) line; /* fail says it */
  close_credits ();
}

/* Waits for the end of a child's work, and fails if that has failed. */
static void
hear (const struct job *j, const struct child *c)
{
  size_t size;
  const char *line = erbium_chan_take (c->report, &size);
  if (!line)
    return;
  close_credits ();
  give_up (j, line);
}

/* The entries of a segment of all ranges. */
static void
take_entries (struct spaces *s, const uint8_t *entries[])
{
  size_t size;
  for (int k = 0; k < s->network.workers; k++)
    if (!(entries[k] = erbium_chan_take (s->network.packed[k], &size)))
      {
        hear (s->network.job, child_of (s, k, COMPRESSOR));
        hear (s->network.job, child_of (s, k, DEDUPLICATOR));
        fail (s->network.job, NULL, "compressor %d has ended before its work", k);
      }
}

static void
write_segments (struct spaces *s)
{
  const struct network *n = &s->network;
  const uint8_t *entries[MAX_RANGES];
  const struct cuts *c;
  struct tally t;
  size_t size;
  begin_archive (n->job, &t);
  for (int64_t i = 0; (c = erbium_chan_take (n->cuts[i % n->workers], &size)); i++)
    {
      take_entries (s, entries);
      write_segment (n->job, &t, c, entries, n->workers);
      erbium_chan_send (n->credits, NULL, 0);
    }
  close_credits ();
  for (int k = 0; k < s->count; k++)
    hear (n->job, &s->child[k]);
  end_archive (n->job, &t);
}

/* The function of its space: args is the job. */
static void *
writer (void *args)
{
  const struct job *j = args;
  static struct spaces s;
  signal (SIGPIPE, SIG_IGN); /* an error of writing, as others are */
  s.network = (struct network) { .job = j, .workers = j->workers };
  add_children (&s);
  connect (&s);
  credits.chan = s.network.credits;
  credits.open = true;
  failure_handler = end_others;
  for (int k = 0; k < s.count; k++)
    erbium_space_start (s.child[k].id, run_station, &s.child[k]);
  write_segments (&s);
  for (int k = 0; k < s.count; k++)
    erbium_space_join (s.child[k].id);
  return NULL;
}

/* ---- main ------------------------------------------------------------------ */

static void __attribute__ ((noreturn))
writer_died (const struct job *j, int status)
{
  if (WIFSIGNALED (status))
    fail (j, NULL, "the space that writes the archive has died of a signal (%s): the archive is not whole",
          strsignal (WTERMSIG (status)));
  if (WEXITSTATUS (status) == 1)
    exit (1); /* it has failed, has said of what, and has removed the output */
  fail (j, NULL, "the spaces have ended with status %d, for what is said above: the archive is not whole",
        WEXITSTATUS (status));
}

void
compress_spaces (const struct job *j)
{
  int status, space = erbium_space_alloc (0);
  erbium_space_start (space, writer, (void *) (uintptr_t) j);
  if (erbium_space_watch (space, false, &status) == ERBIUM_SPACE_DIED)
    writer_died (j, status);
}
