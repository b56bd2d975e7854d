/* SPDX-License-Identifier: MIT */
/* seen.h - what a space knows of the words of pages that it consumes, by map. */
#ifndef ERB_SEEN_H
#define ERB_SEEN_H

#include <stdint.h>

struct erb_log_event;
struct erb_spmc_map;

struct erb_replay_seen
{
  int first, pages;  /* of the region */
  int next;          /* of a channel that is received in place: the pages below are known in full */
  int told;          /* the log has an event of the port */
  int64_t word[];
};

/* pages.c.  Recording: a page has that word now, and bytes [from, to) of it are in the log. */
extern void erb_replay_put_page (const struct erb_spmc_map *m, int page, int64_t from, int64_t to,
                                 int64_t word);
/* Replaying: brings about what a PAGE event says, of m. */
extern void erb_replay_fill (const struct erb_spmc_map *m, const struct erb_log_event *e);

#endif
