/* SPDX-License-Identifier: MIT */
/* merge.h - several producers of one record, each with memory of its own (merge.c,
 * write_conflict.c). */
#ifndef ERB_MERGE_H
#define ERB_MERGE_H

#include "guard/mapping.h"

/* The contents of a window that several producers fill.  Protected by the lock of the record. */
struct erb_merged
{
  uint64_t pages, elements; /* entries of the two tables */
  /* 1 + number of the page of the stream that is in this page of the window; 0: none */
  erb_position *page;
  /* Write id of the producer of the element that begins in such a page; 0: none. */
  uint16_t *claim;
};

/* Returns whether elements that v writes are merged into its record's window. */
extern bool erb_merges (const struct erb_view *v);
/* Called when v is about to move to w, the window of its record.  Makes memory of v's own, as large
 * as w, that contains the elements which v has written and not committed.  Returns its base, or
 * NULL with errno set. */
extern char *erb_merge_show (struct erb_view *v, struct erb_window *w);
/* Copies the elements that v has written below i, which it is about to commit, to the record's
 * window. */
extern void erb_merge (struct erb_view *v, erbium_index i);
/* write_conflict.c.  Notes that both ids have written element i of r, under r's lock. */
extern void erb_note_conflict (erbium_record *r, erbium_index i, int one, int other);
/* Reports the conflict noted in r, once no later note can be for an earlier element. */
extern void erb_report_conflict (erbium_record *r);
/* As erb_report_conflict, for all records of p, which has no processes left. */
extern void erb_report_conflict_at_end (erbium_program *p);
/* erb_merge_checks returns whether a pattern, rather than zeros, marks the elements that v has not
 * written. erb_merge_fill writes the pattern for bytes [low, high) of the stream into a window of
 * mask + 1 bytes. */
extern bool erb_merge_checks (const struct erb_view *v);
extern void erb_merge_fill (char *base, uint64_t mask, erb_position low, erb_position high);
/* Unmap the memory of v (hide), map it for another owner (arrive, which returns false with errno
 * set on failure), or free it (free). */
extern void erb_merge_hide (struct erb_view *v);
extern bool erb_merge_arrive (struct erb_view *v);
extern void erb_merge_free (struct erb_view *v);

/* Makes the tables of w, which replaces `old' or is the first window; returns false if there is no
 * memory.  Called under the lock of r. */
extern bool erb_merged_new (const erbium_record *r, struct erb_window *w,
                            const struct erb_window *old);
extern void erb_merged_free (struct erb_heap *heap, struct erb_merged *m);

#endif
