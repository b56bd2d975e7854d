/* SPDX-License-Identifier: MIT */
/* spaces_stations.c - the stations of the network in spaces.c, up to the writer.
 *
 * Each is a function of the messages that it receives, in the order in which it asks for them.  A
 * message is read where it is and made where it will be: nothing is copied but the few bytes
 * that were read behind the end of a segment.
 */
#include <erbium/channel.h>
#include <setjmp.h>
#include <string.h>

#include "spaces.h"

void
source_space (const struct network *n, int k)
{
  static uint8_t behind[MAX_SEGMENT - SEGMENT]; /* what was read beyond the last segment */
  size_t have = 0;
  (void) k;
  for (int64_t i = 0;; i++)
    {
      if (i >= AHEAD * n->workers && erbium_chan_recv (n->credits, NULL) == ERBIUM_CHAN_END)
        return;
      uint8_t *bytes = erbium_chan_room (n->bytes, MAX_SEGMENT);
      memcpy (bytes, behind, have);
      have += read_input (n->job, bytes + have, MAX_SEGMENT - have);
      if (!have)
        return;
      size_t length = segment_length (bytes, have);
      have -= length;
      memcpy (behind, bytes + length, have);
      erbium_chan_push (n->bytes, length);
    }
}

void
cutter_space (const struct network *n, int k)
{
  const uint8_t *bytes;
  size_t length = 0;
  int64_t from = 0;
  for (int64_t i = 0; (bytes = erbium_chan_take (n->bytes, &length)); from += (int64_t) length, i++)
    if (i % n->workers == k)
      {
        struct cuts *c = erbium_chan_room (n->cuts[k], sizeof *c);
        cut_segment (bytes, length, from, c);
        size_t size = offsetof (struct cuts, cut) + (size_t) c->count * sizeof *c->cut;
        erbium_chan_push (n->cuts[k], size);
      }
}

void
deduplicator_space (const struct network *n, int k)
{
  struct table seen = { 0 };
  const struct cuts *c;
  size_t size;
  for (int64_t i = 0; (c = erbium_chan_take (n->cuts[i % n->workers], &size)); i++)
    {
      int64_t *place = erbium_chan_room (n->places[k], MAX_CUTS * sizeof *place);
      int count = place_segment (n->job, &seen, c, k, n->workers, place);
      erbium_chan_push (n->places[k], (size_t) count * sizeof *place);
    }
  table_free (&seen);
}

void
compressor_space (const struct network *n, int k)
{
  struct deflater d;
  const struct cuts *c;
  size_t size;
  deflater_open (n->job, &d);
  for (int64_t i = 0; (c = erbium_chan_take (n->cuts[i % n->workers], &size)); i++)
    {
      const uint8_t *bytes = erbium_chan_take (n->bytes, &size);
      const int64_t *place = erbium_chan_take (n->places[k], &size);
      if (!bytes || !place)
        break; /* a space has failed, and the writer hears of it */
      uint8_t *to = erbium_chan_room (n->packed[k], MAX_PACKED);
      erbium_chan_push (n->packed[k], pack_placed (&d, bytes, c, k, n->workers, place, to));
    }
  deflater_close (&d);
}

/* ---- Failures ------------------------------------------------------------ */

static int report;
static jmp_buf failed;

/* A space that fails says so and ends in good order, as at the end of its work: so the others, too, come
 * to an end, and one line is said. */
static void
report_failure (const char *line)
{
  erbium_chan_send (report, line, strlen (line) + 1);
  longjmp (failed, 1);
}

void *
run_station (void *args)
{
  const struct child *c = args;
  report = c->report;
  failure_handler = report_failure;
  if (!setjmp (failed))
    c->work (c->network, c->k);
  return NULL;
}
