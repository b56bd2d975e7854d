/* SPDX-License-Identifier: MIT */
/* block_end.c - ends of records for blocks, errors. */
#include "blocks/blocks.h"

#include <stdarg.h>

void
erb_block_fail (enum erbium_exit status, const char *block, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  fprintf (stderr, "%s: error: ", block);
  vfprintf (stderr, format, arguments);
  fputc ('\n', stderr);
  va_end (arguments);
  exit (status);
}

void
erb_block_expect (const char *block, const char *what, int64_t n)
{
  if (n < 1)
    erb_block_fail (ERBIUM_EXIT_MISUSE, block, "%s is %lld; expected at least 1", what,
                    (long long) n);
}

static struct erbium_burst *
open_end (const char *block, const void *record, int side, int id, int64_t horizon)
{
  struct erbium_burst *end;
  int32_t code = erbium_burst_open ((struct erbium_record *) (uintptr_t) record, side, id, horizon,
                                    &end);
  if (code)
    erb_block_fail (ERBIUM_EXIT_MISUSE, block, "%s %d: %s",
                    side == ERBIUM_BURST_READ ? "consumer" : "producer", id,
                    erbium_burst_message (code));
  return end;
}

struct erb_block_in
erb_block_read (const char *block, const void *record, int id, int64_t history)
{
  return (struct erb_block_in) { .end = open_end (block, record, ERBIUM_BURST_READ, id,
                                                  2 * ERB_BLOCK_BURST + history) };
}

struct erbium_burst *
erb_block_write (const char *block, const void *record)
{
  return open_end (block, record, ERBIUM_BURST_WRITE, 1, 2 * ERB_BLOCK_BURST);
}

/* The largest of some sizes up to `most' for which no wait is needed. */
static int64_t
there_are (const struct erb_block_in *in, int64_t least, int64_t most)
{
  for (int64_t n = most; n > least; n = n / 2 > least ? n / 2 : least)
    if (erbium_burst_ready (in->end, in->old + n) == 1)
      return n;
  return least;
}

int64_t
erb_block_next (struct erb_block_in *in, int64_t history, int64_t least, int64_t most)
{
  int64_t keep = in->n < history ? in->n : history;
  erbium_burst_release (in->end, in->n - keep);
  in->old = keep;
  erbium_burst_receive (in->end, keep + least, &in->at, &in->n);
  if (in->n == keep + least)
    erbium_burst_receive (in->end, keep + there_are (in, least, most), &in->at, &in->n);
  return in->n - keep;
}

void *
erb_block_room (struct erbium_burst *out, int64_t n)
{
  void *at = NULL;
  erbium_burst_acquire (out, n, &at);
  return at;
}
