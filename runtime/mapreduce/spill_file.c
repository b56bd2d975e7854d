/* SPDX-License-Identifier: MIT */
/* spill_file.c - runs in files, of a job with a memory limit.
 *
 * Each map process has a file without a name, which the caller creates before it starts the
 * process: so the reduce processes can read it, too, and the system frees it with the program.
 * A map process writes a range before it tells a reduce process of it, and does not write it
 * again.
 */
#define _GNU_SOURCE
#include "mapreduce/mapreduce.h"

#include <fcntl.h>
#include <unistd.h>

enum { BUFFER = 1 << 13 }; /* words */

static const char *
folder_of (const struct erb_job *job)
{
  const char *folder = job->a.spill_folder ? job->a.spill_folder : getenv ("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

static void ERB_NORETURN ERB_COLD
cannot (const struct erb_job *job, const char *what)
{
  erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_map_reduce", job->where,
                "make room there, set spill_folder (or TMPDIR) to a folder on another file "
                "system, or raise memory_limit",
                "cannot %s a file in '%s' for pairs beyond memory_limit: %s", what,
                folder_of (job), strerror (errno));
}

static int
create (const struct erb_job *job)
{
  const char *folder = folder_of (job);
  char name[strlen (folder) + sizeof "/erbium-XXXXXX"];
  int file = open (folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0)
    return file;
  sprintf (name, "%s/erbium-XXXXXX", folder); /* a file system without O_TMPFILE */
  file = mkostemp (name, O_CLOEXEC);
  if (file < 0)
    cannot (job, "create");
  unlink (name);
  return file;
}

void
erb_spill_files_open (struct erb_job *job)
{
  job->files = erb_job_realloc (job, NULL, (size_t) job->maps, sizeof *job->files);
  for (int n = 0; n < job->maps; n++)
    job->files[n] = create (job);
}

void
erb_spill_files_close (struct erb_job *job)
{
  for (int n = 0; job->files && n < job->maps; n++)
    close (job->files[n]);
  free (job->files);
}

/* ---- Writing ----------------------------------------------------------------------- */

static void
write_all (struct erb_spills *s, const uint64_t *words, size_t count)
{
  const char *from = (const char *) words;
  size_t left = count * sizeof *words;
  while (left)
    {
      ssize_t done = pwrite (s->file, from, left, s->end);
      if (done < 0 && errno == EINTR)
        continue;
      if (done <= 0)
        cannot (s->job, "write");
      from += done;
      left -= (size_t) done;
      s->end += done;
    }
}

static void
flush (struct erb_spills *s)
{
  write_all (s, s->buffer, s->used);
  s->used = 0;
}

void
erb_spill_begin (struct erb_spills *s)
{
  if (!s->buffer)
    s->buffer = erb_job_realloc (s->job, NULL, BUFFER, sizeof *s->buffer);
  if (s->count == s->room)
    s->spill = erb_job_realloc (s->job, s->spill, s->room = 2 * s->room + 8, sizeof *s->spill);
  size_t parts = (size_t) s->job->reduces;
  s->spill[s->count++] = (struct erb_spill) {
    .part = erb_job_realloc (s->job, NULL, parts, sizeof (struct erb_extent)) };
}

void
erb_spill_begin_part (struct erb_spills *s, int part)
{
  s->spill[s->count - 1].part[part] = (struct erb_extent) { .at = s->end };
}

void
erb_spill_put (struct erb_spills *s, int part, const uint64_t *words, size_t count)
{
  s->spill[s->count - 1].part[part].words += count;
  if (count > BUFFER - s->used)
    flush (s);
  if (count > BUFFER)
    write_all (s, words, count);
  else
    {
      memcpy (s->buffer + s->used, words, count * sizeof *words);
      s->used += count;
    }
}

void
erb_spill_end_part (struct erb_spills *s)
{
  flush (s);
}

/* ---- Merging ----------------------------------------------------------------------- */

/* Replaces the last ERB_FAN_IN spills by one; gives their part of the file back. */
static void
merge_last (struct erb_spills *s)
{
  const struct erb_job *job = s->job;
  struct erb_spill *old = s->spill + s->count - ERB_FAN_IN, from[ERB_FAN_IN];
  struct erb_cursor cursor[ERB_FAN_IN];
  struct erb_log pair = { 0 };
  off_t begin = old[0].part[0].at, end = s->end;
  memcpy (from, old, sizeof from);
  s->count -= ERB_FAN_IN;
  erb_spill_begin (s);
  s->spill[s->count - 1].level = from[0].level + 1;
  for (int part = 0; part < job->reduces; part++)
    {
      struct erb_merge m;
      for (int n = 0; n < ERB_FAN_IN; n++)
        erb_cursor_of_file (&cursor[n], job, s->file, from[n].part[part], BUFFER);
      erb_merge_begin (&m, job, job->value_words, cursor, ERB_FAN_IN);
      erb_spill_begin_part (s, part);
      while (erb_merge_top (&m))
        {
          erb_merge_take (&m, &pair);
          erb_spill_put (s, part, pair.words, pair.used);
        }
      erb_spill_end_part (s);
      erb_merge_end (&m);
      for (int n = 0; n < ERB_FAN_IN; n++)
        free (cursor[n].buffer);
    }
  for (int n = 0; n < ERB_FAN_IN; n++)
    free (from[n].part);
  free (pair.words);
  /* A file system that cannot do this keeps the bytes until the job ends. */
  fallocate (s->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, begin, end - begin);
}

void
erb_spill_end (struct erb_spills *s)
{
  for (;;)
    {
      int level = s->spill[s->count - 1].level;
      if (s->count < ERB_FAN_IN || s->spill[s->count - ERB_FAN_IN].level != level)
        return;
      merge_last (s);
    }
}

void
erb_spills_free (struct erb_spills *s)
{
  for (size_t n = 0; n < s->count; n++)
    free (s->spill[n].part);
  free (s->spill);
  free (s->buffer);
}

/* ---- Reading ----------------------------------------------------------------------- */

static bool
refill_from_file (struct erb_cursor *c, size_t need)
{
  size_t have = (size_t) (c->end - c->at), more;
  if (need > have + c->left)
    return false;
  if (need > c->room || !c->buffer)
    {
      c->room = need > c->room ? need : c->room;
      uint64_t *grown = erb_job_realloc (c->job, NULL, c->room, sizeof *grown);
      memcpy (grown, c->at, have * sizeof *grown);
      free (c->buffer);
      c->buffer = grown;
    }
  else
    memmove (c->buffer, c->at, have * sizeof *c->at);
  more = c->room - have < c->left ? c->room - have : c->left;
  for (size_t got = 0, bytes = more * sizeof *c->at; got < bytes;)
    {
      ssize_t done = pread (c->file, (char *) (c->buffer + have) + got, bytes - got,
                            c->offset + (off_t) got);
      if (done < 0 && errno == EINTR)
        continue;
      if (done == 0)
        errno = EIO;
      if (done <= 0)
        cannot (c->job, "read");
      got += (size_t) done;
    }
  c->offset += (off_t) (more * sizeof *c->at);
  c->left -= more;
  c->at = c->buffer;
  c->end = c->buffer + have + more;
  return true;
}

void
erb_cursor_of_file (struct erb_cursor *c, const struct erb_job *job, int file,
                    struct erb_extent run, size_t room)
{
  static const uint64_t nothing;
  *c = (struct erb_cursor) { .at = &nothing, .end = &nothing, .refill = refill_from_file,
                             .job = job, .file = file, .offset = run.at, .left = run.words,
                             .room = room };
}
