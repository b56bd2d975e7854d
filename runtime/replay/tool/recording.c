/* SPDX-License-Identifier: MIT */
/* recording.c - reading the logs of a recording. */
#define _GNU_SOURCE
#include "replay/tool/recording.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Memory ---------------------------------------------------------------- */

static void *
have (void *p)
{
  if (!p)
    give_up (1, "no memory");
  return p;
}

static char *
text_of (const struct erb_log_event *e)
{
  return have (strndup ((const char *) e->data, e->size));
}

static void
add_text (struct texts *t, const struct erb_log_event *e)
{
  t->text = have (realloc (t->text, (size_t) (t->count + 2) * sizeof *t->text));
  t->text[t->count++] = text_of (e);
  t->text[t->count] = NULL;
}

/* ---- Events about the space itself ---------------------------------------------- */

static void
note_beginning (struct recording *r, struct space *s, const struct erb_log_event *e)
{
  switch (e->kind)
    {
    case ERB_LOG_FILE:
      r->file = text_of (e);
      break;
    case ERB_LOG_FOLDER:
      r->start_folder = text_of (e);
      break;
    case ERB_LOG_ARGUMENT:
      add_text (&r->argument, e);
      break;
    case ERB_LOG_VARIABLE:
      add_text (&r->variable, e);
      break;
    case ERB_LOG_SPACE:
      s->key = e->value[0];
      s->parent = e->value[1];
      s->id = (int) e->value[2];
      s->gid = (int) e->value[3];
      s->where = text_of (e);
    }
}

static void
note (struct space *s, const struct erb_log_event *e)
{
  s->events++;
  switch (e->kind)
    {
    case ERB_LOG_PAGE:
    case ERB_LOG_ELEMENTS:
    case ERB_LOG_LAST:
      s->read += e->size;
      break;
    case ERB_LOG_MADE:
      s->published += e->value[1];
      break;
    case ERB_LOG_END:
      s->how = (int) e->value[0];
      s->status = (int) e->value[1];
    }
}

/* ---- Events about its children --------------------------------------------------- */

static struct space *
space_with (struct recording *r, int64_t key)
{
  for (int n = 0; n < r->count; n++)
    if (r->space[n].key == key)
      return &r->space[n];
  return NULL;
}

static struct space *
space_with_parent (struct recording *r, int64_t key)
{
  for (int n = 0; n < r->count; n++)
    if (r->space[n].parent == key)
      return &r->space[n];
  return NULL;
}

static struct space *
child_of (struct recording *r, const struct space *s, int64_t id)
{
  for (int n = 0; n < r->count; n++)
    if (r->space[n].parent == s->key && r->space[n].id == id)
      return &r->space[n];
  return NULL;
}

static void
note_child (struct recording *r, const struct space *s, const struct erb_log_event *e,
            struct space **met)
{
  struct space *child;
  if (e->kind == ERB_LOG_START && (child = child_of (r, s, e->value[0])))
    {
      child->file = text_of (e);
      child->function = e->value[1];
    }
  if (e->kind == ERB_LOG_MET)
    *met = e->value[1] == ERB_LOG_DEAD ? child_of (r, s, e->value[0]) : NULL;
  if (e->kind == ERB_LOG_VALUE && e->value[0] == ERB_LOG_STATUS && e->size == sizeof (int) && *met)
    memcpy (&(*met)->death, e->data, sizeof (int));
}

/* ---- Files ------------------------------------------------------------------------ */

static void
map_log (struct erb_log *log, const char *name)
{
  struct erb_log_fault f;
  struct stat s;
  int file = open (name, O_RDONLY | O_CLOEXEC);
  void *bytes = "";
  if (file < 0 || fstat (file, &s) < 0)
    give_up (1, "%s cannot be read: %s", name, strerror (errno));
  if (s.st_size > 0)
    bytes = mmap (NULL, (size_t) s.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED)
    give_up (1, "%s cannot be read: %s", name, strerror (errno));
  close (file);
  if (!erb_log_begin (log, name, bytes, (size_t) s.st_size, &f))
    give_up (1, "%s\nnote: %s", f.what, f.hint);
}

static void
unmap_log (struct erb_log *log)
{
  if (log->size)
    munmap ((void *) log->bytes, log->size);
}

static const struct erb_log_event *
next (struct erb_log *log)
{
  struct erb_log_fault f;
  const struct erb_log_event *e = erb_log_next (log, &f);
  if (*f.what)
    give_up (1, "%s\nnote: %s", f.what, f.hint);
  return e;
}

/* Whether a log has a head.  A space that was killed, or found the disk full, at the beginning of
 * its log has left a log without one. */
static bool
is_begun (const char *name)
{
  struct erb_log_head head = { 0 };
  int file = open (name, O_RDONLY | O_CLOEXEC);
  bool begun = file < 0 || (read (file, &head, sizeof head) == sizeof head && head.magic != 0);
  if (file >= 0)
    close (file);
  if (!begun)
    fprintf (stderr,
             "erbium-replay: note: %s was not begun: its space was killed, or there was no room\n",
             name);
  return begun;
}

static void
read_space (struct recording *r, char *name, bool whole)
{
  struct erb_log log;
  const struct erb_log_event *e;
  struct space s = { .log = name, .death = -1, .how = -1 };
  if (!is_begun (name))
    return;
  map_log (&log, name);
  for (; (whole || !s.key) && (e = next (&log)); erb_log_pass (&log, e))
    if (e->kind <= ERB_LOG_SPACE)
      note_beginning (r, &s, e);
    else
      note (&s, e);
  s.torn = s.how < 0;
  unmap_log (&log);
  if (!s.key)
    return; /* the space was killed before it recorded its identity */
  r->space = have (realloc (r->space, (size_t) (r->count + 1) * sizeof s));
  r->space[r->count++] = s;
}

static void
read_of_children (struct recording *r, const struct space *s)
{
  struct erb_log log;
  const struct erb_log_event *e;
  struct space *met = NULL;
  map_log (&log, s->log);
  for (; (e = next (&log)); erb_log_pass (&log, e))
    note_child (r, s, e, &met);
  unmap_log (&log);
}

/* ---- Paths -------------------------------------------------------------------------- */

static char *
path_of (struct recording *r, struct space *s)
{
  struct space *parent = s->parent ? space_with (r, s->parent) : NULL;
  if (!s->path && s->parent && !parent)
    give_up (1, "%s has no log of the parent of the space of %s", r->folder, s->where);
  if (!s->path && !parent)
    s->path = have (strdup ("0"));
  if (!s->path
      && asprintf (&s->path, "%s.%s%d", path_of (r, parent), s->id < 0 ? "p" : "", abs (s->id)) < 0)
    give_up (1, "no memory");
  return s->path;
}

/* Compares paths, number by number. */
static int
by_path (const void *a, const void *b)
{
  return strverscmp (((const struct space *) a)->path, ((const struct space *) b)->path);
}

static void
read_files (struct recording *r, struct dirent **entry, int count, bool whole)
{
  for (int n = 0; n < count; n++)
    {
      const char *dot = strrchr (entry[n]->d_name, '.');
      char *name;
      if (!dot || strcmp (dot, ".log") != 0)
        continue;
      if (asprintf (&name, "%s/%s", r->folder, entry[n]->d_name) < 0)
        give_up (1, "no memory");
      read_space (r, name, whole);
    }
}

void
read_recording (struct recording *r, const char *folder, bool whole)
{
  struct dirent **entry;
  int count = scandir (folder, &entry, NULL, alphasort);
  *r = (struct recording) { .folder = folder };
  if (count < 0)
    give_up (1, "%s cannot be read: %s", folder, strerror (errno));
  read_files (r, entry, count, whole);
  for (int n = 0; n < count; n++)
    free (entry[n]);
  free (entry);
  if (!space_with_parent (r, 0) || !r->file || !r->argument.count)
    give_up (1, "there is no recording in %s: a program of spaces writes one with ERBIUM_RECORD=%s",
             folder, folder);
  for (int n = 0; whole && n < r->count; n++)
    read_of_children (r, &r->space[n]);
  for (int n = 0; n < r->count; n++)
    path_of (r, &r->space[n]);
  qsort (r->space, (size_t) r->count, sizeof *r->space, by_path);
}
