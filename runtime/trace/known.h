/* SPDX-License-Identifier: MIT */
/* known.h - what the writer of a trace knows of processes, records and workers (known.c). */
#ifndef ERB_TRACE_KNOWN_H
#define ERB_TRACE_KNOWN_H

#include "trace/sample.h"
#include "trace/trace.h"

enum erb_thing { A_PROCESS, A_RECORD, A_WORKER };
enum { ERB_KNOWN_NAME = 56 };

struct erb_known
{
  int64_t key;          /* 0: nothing is here */
  enum erb_thing thing;
  bool described;       /* its track is in the file */
  bool lives;           /* its life is a slice that is open */
  int64_t since;        /* ns, when the slice within its life began */
  uint8_t state;        /* tracks.c */
  char name[ERB_KNOWN_NAME];
  int64_t runs;         /* of a worker: the process whose slice is open, or 0 */
  int64_t window;       /* of a record: bytes of its window */
  struct erb_sample sample; /* of a record: the last one */
};

/* Returns a number that depends on each bit of n. */
extern uint64_t erb_track_mix (uint64_t n);
/* Returns the number of a process or record in its program; of a space, that of the system. */
extern int64_t erb_known_number (int64_t key);

/* Returns what is known of a key; adds it if add is true.  Otherwise, or if there is no memory,
 * returns NULL.  Adding and forgetting move what is known to other addresses. */
extern struct erb_known *erb_known_find (int64_t key, enum erb_thing thing, bool add);
extern void erb_known_forget (struct erb_known *k);
/* Returns the one after k, or the first one if k is NULL, in no order; NULL after the last. */
extern struct erb_known *erb_known_next (struct erb_known *k);
/* Sets the name from a text "name\nplace", and returns the place, or "".  Without a name, the end
 * of the place is the name. */
extern const char *erb_known_set_name (struct erb_known *k, const char *text);

#endif
