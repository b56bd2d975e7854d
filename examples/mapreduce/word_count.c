/* SPDX-License-Identifier: MIT */
/* word_count.c - how often each word occurs in a text, in the order of the bytes of words. */
#include <erbium/mapreduce.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

const unsigned char word_bytes[256] = { ['A' ... 'Z'] = 1, ['a' ... 'z'] = 1, ['\''] = 1 };

void
print_word (FILE *out, const char *word, size_t length, int64_t count)
{
  char digits[24], *at = digits + sizeof digits;
  *--at = '\n';
  do
    *--at = (char) ('0' + count % 10);
  while (count /= 10);
  *--at = ' ';
  fwrite_unlocked (word, 1, length, out);
  fwrite_unlocked (at, 1, (size_t) (digits + sizeof digits - at), out);
}

/* ---- The generator ------------------------------------------------------------------ */

/* Words of 1 to 14 letters.  As in texts, the nth most frequent one occurs in proportion to 1/n
 * (Zipf's law); frequent words are short. */
enum { VOCABULARY = 1 << 18, LONGEST = 14, LINE = 72 };

static void
make_word (int rank, char *word)
{
  uint64_t state = (uint64_t) rank * 77 + 5;
  int bits = 0, length;
  while (rank >> bits)
    bits++;
  length = 1 + bits / 2 + (int) (next_random (&state) % 5);
  for (int n = 0; n < length; n++)
    word[n] = (char) ('a' + next_random (&state) % 26);
  if (next_random (&state) % 8 == 0)
    word[0] = (char) (word[0] - 'a' + 'A');
  word[length] = 0;
}

static void
generate (FILE *out, long mebibytes)
{
  uint64_t state = 4;
  char (*words)[LONGEST + 2] = allocate (VOCABULARY, sizeof *words);
  double total = log (VOCABULARY + 1.0);
  for (int n = 0; n < VOCABULARY; n++)
    make_word (n, words[n]);
  for (long left = mebibytes * (1 << 20), column = 0; left > 0;)
    {
      double r = (double) (next_random (&state) >> 11) * 0x1p-53;
      int rank = (int) (exp (r * total) - 1), size;
      size = fprintf (out, "%s%s", words[rank < VOCABULARY ? rank : 0],
                      column > LINE ? ".\n" : next_random (&state) % 16 ? " " : ", ");
      column = column > LINE ? 0 : column + size;
      left -= size;
    }
  free (words);
}

/* ---- Sequential: a sorted list of all words ------------------------------------------- */

struct word
{
  const char *text;
  size_t length;
};

static int
compare (const void *a, const void *b)
{
  const struct word *p = a, *q = b;
  int order = memcmp (p->text, q->text, p->length < q->length ? p->length : q->length);
  return order ? order : (p->length > q->length) - (p->length < q->length);
}

static size_t
list_words (const struct run *r, struct word *list)
{
  const char *end = r->data + r->size, *at = skip_to_word (r->data, end), *stop;
  size_t count = 0;
  for (; at < end; at = skip_to_word (stop, end), count++)
    {
      for (stop = at; stop < end && word_bytes[(unsigned char) *stop];)
        stop++;
      if (list)
        list[count] = (struct word) { at, (size_t) (stop - at) };
    }
  return count;
}

static void
sequential (struct run *r)
{
  size_t count = list_words (r, NULL);
  struct word *list = allocate (count, sizeof *list);
  list_words (r, list);
  qsort (list, count, sizeof *list, compare);
  for (size_t n = 0, end; n < count; n = end)
    {
      for (end = n + 1; end < count && !compare (&list[n], &list[end]);)
        end++;
      print_word (r->out, list[n].text, list[n].length, (int64_t) (end - n));
    }
  free (list);
}

/* ---- MapReduce ---------------------------------------------------------------------- */

struct input
{
  const struct run *r;
  size_t next;
};

static bool
split (struct erbium_map_task *task, void *state)
{
  enum { TASK = 1 << 20 };
  struct input *in = state;
  size_t from = in->next;
  if (from >= in->r->size)
    return false;
  in->next = cut_from (in->r, from + TASK);
  *task = (struct erbium_map_task) { in->r->data + from, in->next - from };
  return true;
}

static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  const char *end = (const char *) task->data + task->units, *at, *stop;
  int64_t one = 1;
  (void) context;
  for (at = skip_to_word (task->data, end); at < end; at = skip_to_word (stop, end))
    {
      for (stop = at; stop < end && word_bytes[(unsigned char) *stop];)
        stop++;
      erbium_emit_intermediate (to, at, &one, (size_t) (stop - at));
    }
}

static void
print_count (const void *key, size_t key_size, const void *count, void *out)
{
  print_word (out, key, key_size, *(const int64_t *) count);
}

static void
mapreduce (struct run *r)
{
  struct input in = { r, 0 };
  struct erbium_map_reduce job = { .splitter = split, .state = &in, .map = map,
                                   .combine = erbium_add_int64, .value_size = sizeof (int64_t),
                                   .output = print_count, .output_state = r->out };
  set_options (r, &job);
  erbium_map_reduce (&job, NULL);
}

const struct workload word_count = { "word_count", "MiB of text", generate, sequential,
                                     word_count_threads, mapreduce };
