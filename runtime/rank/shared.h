/* SPDX-License-Identifier: MIT */
/* shared.h - what the files of replicas share: shared.c, shadows.c, own_views.c.
 *
 * All functions are called under the engine's lock.
 */
#ifndef ERB_RANK_SHARED_H
#define ERB_RANK_SHARED_H

#include "rank/ranks.h"

/* How an id changes: in `a' of messages.  `b' is the rank that holds it, `c' an index, `d' the
 * horizon of its view. */
enum erb_change { ERB_NOW_HELD, ERB_NOW_VACANT, ERB_NOW_ENDED };

/* Answers to requests for an id. */
enum { ERB_ID_GRANTED, ERB_ID_REFUSED, ERB_ID_ELSEWHERE };

/* Notes that rank holds the id, from that index on. */
extern void erb_place_id (struct erb_shared_record *s, enum erb_side side, int id, int rank,
                          erbium_index at);
/* Notes that the id has ended. */
extern void erb_displace_id (struct erb_shared_record *s, enum erb_side side, int id);
/* By the home: returns how the id n + 1 stands, and stores the index that goes with that; returns
 * -1 if no view has had it. */
extern int erb_standing (const struct erb_shared_record *s, enum erb_side side, int n,
                         erbium_index *at);
extern struct erb_message *erb_id_message (const struct erb_shared_record *s,
                                           enum erb_message_kind kind, enum erb_side side, int id,
                                           enum erb_change change, int rank, erbium_index at,
                                           erbium_index horizon);
/* Ends v, whose id goes to another view if handover is true. */
extern void erb_end_shadow (struct erb_view *v, bool handover);

#endif
