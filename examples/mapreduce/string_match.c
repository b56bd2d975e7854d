/* SPDX-License-Identifier: MIT */
/* string_match.c - finds encrypted keys: how many lines of a file give each, and the first one.
 *
 * Each line is encrypted as a key was, and compared with all keys.
 */
#include <erbium/mapreduce.h>

#include <stdlib.h>
#include <string.h>

#include "workload.h"

enum { KEYS = 4, LONGEST = 64 };
static const char *const secrets[KEYS] = { "Helloworld", "howareyou", "ferrari", "whotheman" };

struct keys
{
  size_t size[KEYS];
  unsigned char text[KEYS][LONGEST];
};

/* What is known of a key.  Offsets count from the begin of the input. */
struct match
{
  int64_t lines, first;
};

static void
generate (FILE *out, long mebibytes)
{
  uint64_t state = 3;
  for (long left = mebibytes * (1 << 20); left > 0;)
    {
      uint64_t r = next_random (&state);
      char line[LONGEST];
      int size = 5 + (int) (r >> 32 & 15);
      for (int n = 0; n < size; n++)
        line[n] = (char) ('a' + next_random (&state) % 26);
      line[size] = 0;
      left -= fprintf (out, "%s\n", r % 1000 < KEYS ? secrets[r % 1000] : line);
    }
}

/* The encryption of Phoenix: the text, with each byte changed. */
static inline void
encrypt (const unsigned char *from, size_t size, unsigned char *to)
{
  for (size_t n = 0; n < size; n++)
    to[n] = (unsigned char) (from[n] + 5 + n % 3);
}

static struct keys
encrypt_secrets (void)
{
  struct keys k = { { 0 }, { { 0 } } };
  for (int n = 0; n < KEYS; n++)
    {
      k.size[n] = strlen (secrets[n]);
      encrypt ((const unsigned char *) secrets[n], k.size[n], k.text[n]);
    }
  return k;
}

static void
start (struct match *m)
{
  for (int n = 0; n < KEYS; n++)
    m[n] = (struct match) { 0, INT64_MAX };
}

static inline void
merge (struct match *to, const struct match *from)
{
  to->lines += from->lines;
  to->first = from->first < to->first ? from->first : to->first;
}

/* Looks at the lines that begin in [from, end). */
static void
match_lines (const char *data, size_t size, size_t from, size_t end, const struct keys *k,
             struct match *found)
{
  while (from < end)
    {
      const char *line = data + from, *stop = memchr (line, '\n', size - from);
      size_t length = stop ? (size_t) (stop - line) : size - from;
      unsigned char text[LONGEST];
      if (length < LONGEST)
        {
          encrypt ((const unsigned char *) line, length, text);
          for (int n = 0; n < KEYS; n++)
            if (k->size[n] == length && !memcmp (k->text[n], text, length))
              merge (&found[n], &(struct match) { 1, (int64_t) from });
        }
      from += length + 1;
    }
}

/* The first line that begins at or behind at. */
static size_t
line_from (const struct run *r, size_t at)
{
  const char *end = at && at < r->size ? memchr (r->data + at - 1, '\n', r->size - at + 1) : NULL;
  return end ? (size_t) (end + 1 - r->data) : at ? r->size : 0;
}

static void
print (FILE *out, const struct match *found)
{
  for (int n = 0; n < KEYS; n++)
    if (found[n].lines)
      fprintf (out, "%s %lld, first at %lld\n", secrets[n], (long long) found[n].lines,
               (long long) found[n].first);
}

static void
sequential (struct run *r)
{
  struct keys k = encrypt_secrets ();
  struct match found[KEYS];
  start (found);
  match_lines (r->data, r->size, 0, r->size, &k, found);
  print (r->out, found);
}

/* ---- Threads ----------------------------------------------------------------------- */

struct shared
{
  const struct run *r;
  struct keys keys;
  struct match (*found)[KEYS]; /* of each thread */
};

static void
match_part (void *state, int thread)
{
  struct shared *s = state;
  int all = threads_of (s->r);
  size_t from = line_from (s->r, part (s->r->size, thread, all));
  size_t end = line_from (s->r, part (s->r->size, thread + 1, all));
  struct match found[KEYS];
  start (found);
  match_lines (s->r->data, s->r->size, from, end, &s->keys, found);
  memcpy (s->found[thread], found, sizeof found);
}

static void
threads (struct run *r)
{
  int all = threads_of (r);
  struct shared s = { r, encrypt_secrets (), allocate ((size_t) all, sizeof *s.found) };
  run_threads (r, match_part, &s);
  for (int t = 1; t < all; t++)
    for (int n = 0; n < KEYS; n++)
      merge (&s.found[0][n], &s.found[t][n]);
  print (r->out, s.found[0]);
  free (s.found);
}

/* ---- MapReduce --------------------------------------------------------------------- */

/* A task: units bytes from data on, of whole lines. */
struct input
{
  const struct run *r;
  struct keys keys;
  size_t next;
};

static bool
split (struct erbium_map_task *task, void *state)
{
  enum { TASK = 1 << 20 };
  struct input *in = state;
  size_t from = in->next, size = in->r->size;
  if (from >= size)
    return false;
  in->next = size - from > TASK ? line_from (in->r, from + TASK) : size;
  *task = (struct erbium_map_task) { in->r->data + from, in->next - from };
  return true;
}

static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  const struct input *in = context;
  struct match found[KEYS];
  size_t from = (size_t) ((const char *) task->data - in->r->data);
  start (found);
  match_lines (in->r->data, in->r->size, from, from + task->units, &in->keys, found);
  for (unsigned char key = 0; key < KEYS; key++)
    if (found[key].lines)
      erbium_emit_intermediate (to, &key, &found[key], sizeof key);
}

static void
combine (void *sum, const void *value)
{
  merge (sum, value);
}

static void
mapreduce (struct run *r)
{
  struct input in = { r, encrypt_secrets (), 0 };
  struct erbium_map_reduce job = { .splitter = split, .state = &in, .map = map, .context = &in,
                                   .combine = combine, .value_size = sizeof (struct match) };
  struct erbium_pairs result;
  struct match found[KEYS];
  set_options (r, &job);
  job.reduce_workers = 1;
  erbium_map_reduce (&job, &result);
  start (found);
  for (size_t n = 0; n < result.length; n++)
    found[*(const unsigned char *) result.data[n].key] = *(const struct match *) result.data[n].value;
  erbium_free_pairs (&result);
  print (r->out, found);
}

const struct workload string_match = { "string_match", "MiB of lines", generate, sequential,
                                       threads, mapreduce };
