/* SPDX-License-Identifier: MIT */
/* mpi_log.c - record and replay of a rank.
 *
 *   DETMPI_RECORD=FOLDER detmpiexec -n 4 ./program     each rank writes FOLDER/rank-N
 *   DETMPI_REPLAY=FOLDER/rank-2 DETMPI_RANKS=4 gdb ./program
 *
 * A rank depends on nothing but its input, the messages that it receives, and what the watcher has
 * allowed it (point/mpi_choice.c), so these are all that is recorded, and a replay runs one rank,
 * in one process: messages come from the file, and those that the rank sends go nowhere.  Since no
 * result of a call depends on when a message arrives, all of them are there at the beginning.
 */
#define _GNU_SOURCE
#include "mpi/wire/mpi_wire.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MAGIC[8] = "detmpi2";

struct log_head { char magic[8]; int64_t ranks, rank; };
struct log_entry { int64_t peer, number; struct detmpi_envelope envelope; };
/* Instead of peers, in other entries: choice `tag' of call `clock'; the answer to a synchronous
 * send. */
enum { CHOICE = -1, ANSWER = -2 };

/* A message of a recording, and the place of its bytes in the file. */
struct stored { struct log_entry entry; off_t at; };

bool detmpi_replays, detmpi_plain = true;
static FILE *recording;
static struct log_entry *learned; /* choices and answers of the recording */
static size_t learned_count, learned_used;

ERB_NORETURN static void
bad_log (const char *name, const char *why)
{
  erb_fault_in (ERBIUM_EXIT_REPLAY, NULL, NULL, "record again, with DETMPI_RECORD=FOLDER",
                "cannot replay '%s': %s", name, why);
}

static FILE *
open_log (const char *name, struct log_head *head)
{
  FILE *file = fopen (name, "rb");
  if (!file)
    bad_log (name, strerror (errno));
  if (fread (head, sizeof *head, 1, file) != 1 || memcmp (head->magic, MAGIC, sizeof MAGIC) != 0)
    bad_log (name, "the file is no recording of a rank");
  return file;
}

int
detmpi_replayed_rank (void)
{
  const char *name = getenv ("DETMPI_REPLAY");
  struct log_head head;
  if (!name)
    return 0;
  fclose (open_log (name, &head));
  if (head.ranks != detmpi_job->ranks)
    erb_fault_in (ERBIUM_EXIT_SETTING, NULL, NULL, NULL,
                  "'DETMPI_RANKS' is %d, and '%s' was recorded with %d", detmpi_job->ranks, name,
                  (int) head.ranks);
  if (head.rank < 0 || head.rank >= head.ranks)
    bad_log (name, "the file is damaged");
  return (int) head.rank;
}

static void
keep (const struct log_entry *entry)
{
  learned = detmpi_grow (learned, (learned_count + 1) * sizeof *learned);
  learned[learned_count++] = *entry;
}

/* Returns the next entry that is no message, or NULL. */
static const struct log_entry *
next_learned (void)
{
  return learned_used < learned_count ? &learned[learned_used] : NULL;
}

static off_t
size_of (FILE *file)
{
  struct stat s;
  return fstat (fileno (file), &s) == 0 ? s.st_size : 0;
}

/* Returns the messages of the recording, without their bytes, and keeps its other entries. */
static struct stored *
find_messages (const char *name, FILE *file, size_t *count)
{
  struct stored *all = NULL;
  struct log_entry entry;
  off_t size = size_of (file), at = ftello (file);
  for (*count = 0; at < size; at += (off_t) entry.envelope.size)
    {
      if (fseeko (file, at, SEEK_SET) != 0 || fread (&entry, sizeof entry, 1, file) != 1)
        bad_log (name, "the file ends within an entry");
      at += (off_t) sizeof entry;
      if (entry.peer < ANSWER || entry.peer >= detmpi_job->ranks)
        bad_log (name, "the file is damaged");
      if (entry.envelope.size > (uint64_t) (size - at))
        bad_log (name, "the file ends within a message");
      if (entry.peer < 0)
        {
          keep (&entry);
          continue;
        }
      all = detmpi_grow (all, (*count + 1) * sizeof *all);
      all[(*count)++] = (struct stored) { entry, at };
    }
  return all;
}

static int
compare (const void *a, const void *b)
{
  const struct log_entry *x = &((const struct stored *) a)->entry;
  const struct log_entry *y = &((const struct stored *) b)->entry;
  int64_t by = x->peer != y->peer ? x->peer - y->peer : x->number - y->number;
  return (by > 0) - (by < 0);
}

/* Gives all messages of the recording to the sink, those of each peer as they arrived. */
static void
replay (const char *name)
{
  struct log_head head;
  FILE *file = open_log (name, &head);
  size_t count;
  struct stored *all = find_messages (name, file, &count);
  qsort (all, count, sizeof *all, compare);
  for (size_t n = 0; n < count; n++)
    {
      struct log_entry *e = &all[n].entry;
      struct detmpi_place place = detmpi_sink->begins ((int) e->peer, &e->envelope, NULL);
      if (fseeko (file, all[n].at, SEEK_SET) != 0
          || fread (place.to, 1, e->envelope.size, file) != e->envelope.size)
        bad_log (name, ferror (file) ? strerror (errno) : "the file ends within a message");
      detmpi_sink->ends ((int) e->peer, &e->envelope, &place);
    }
  free (all);
  fclose (file);
}

static void
record (const char *folder)
{
  char name[4096];
  snprintf (name, sizeof name, "%s/rank-%d", folder, detmpi_self);
  struct log_head head = { .ranks = detmpi_job->ranks, .rank = detmpi_self };
  memcpy (head.magic, MAGIC, sizeof MAGIC);
  recording = fopen (name, "wbe");
  if (!recording || fwrite (&head, sizeof head, 1, recording) != 1)
    detmpi_die (ERBIUM_EXIT_RESOURCE, "make the folder first", "cannot record in '%s': %s", name,
                strerror (errno));
}

void
detmpi_begin_log (void)
{
  const char *from = getenv ("DETMPI_REPLAY"), *to = getenv ("DETMPI_RECORD");
  detmpi_replays = from;
  detmpi_plain = !from && !to && !detmpi_job->ordered;
  if (from)
    replay (from);
  else if (to)
    record (to);
}

static void
record_entry (const struct log_entry *entry, const char *data)
{
  size_t size = entry->envelope.size;
  if (fwrite (entry, sizeof *entry, 1, recording) != 1
      || (size && fwrite (data, 1, size, recording) != size) || fflush (recording) != 0)
    detmpi_die (ERBIUM_EXIT_RESOURCE, NULL, "cannot record: %s", strerror (errno));
}

void
detmpi_log_arrival (int peer, int64_t number, const struct detmpi_envelope *e, const char *data)
{
  struct log_entry entry = { peer, number, *e };
  entry.envelope.sync = -1;
  if (recording)
    record_entry (&entry, data);
}

void
detmpi_log_choice (int64_t number, int chosen)
{
  struct log_entry entry = { CHOICE, 0, { .tag = chosen, .clock = number } };
  if (recording)
    record_entry (&entry, NULL);
}

int
detmpi_recorded_choice (int64_t number)
{
  const struct log_entry *entry = next_learned ();
  if (!entry || entry->peer != CHOICE || entry->envelope.clock != number)
    return -1;
  learned_used++;
  return entry->envelope.tag;
}

void
detmpi_log_answer (int64_t clock)
{
  struct log_entry entry = { ANSWER, 0, { .clock = clock } };
  if (recording)
    record_entry (&entry, NULL);
}

int64_t
detmpi_recorded_answer (void)
{
  const struct log_entry *entry = next_learned ();
  if (!entry || entry->peer != ANSWER)
    return 0;
  learned_used++;
  return entry->envelope.clock;
}
