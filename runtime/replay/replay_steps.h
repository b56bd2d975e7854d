/* SPDX-License-Identifier: MIT */
/* replay_steps.h - record and replay: the declarations that the files of the folder share.
 *
 *   log/            the log of a space: its format, reading
 *   log_writer.c    writing a log
 *   replay.c        ERBIUM_RECORD, ERBIUM_REPLAY; the beginning of a log
 *   steps.c         steps, and the events of each
 *   page_steps.c    pages of other spaces that a space reads
 *   port_steps.c    regions that a space is given
 *   record_steps.c  records, for processes that are spaces
 *   space_steps.c   meetings with the parent and the children; the end of a space
 *   tool/           erbium-replay
 *
 * All functions act for the calling space, on its own thread.
 */
#ifndef ERB_REPLAY_STEPS_H
#define ERB_REPLAY_STEPS_H

#include "record/record.h"
#include "replay/log/log.h"
#include "replay/replay.h"

enum erb_replay_mode { ERB_REPLAY_OFF, ERB_REPLAY_RECORDS, ERB_REPLAY_REPLAYS };
extern enum erb_replay_mode erb_replay_mode; /* of the calling process */

ERBIUM_INLINE bool
erb_replay_records (void)
{
  return erb_replay_mode == ERB_REPLAY_RECORDS;
}

ERBIUM_INLINE bool
erb_replay_replays (void)
{
  return erb_replay_mode == ERB_REPLAY_REPLAYS;
}

/* ---- replay.c --------------------------------------------------------------- */

/* Returns whether the environment asks for a recording or a replay. */
extern bool erb_replay_wanted (void);
/* Replay: returns the id of the child that leads to the replayed space; 0 if the caller is that
 * space. */
extern int erb_replay_child_on_path (void);

/* ---- steps.c ---------------------------------------------------------------- */

/* erb_replay_begin_steps begins the steps of a space, which in a replay come from its log;
 * erb_replay_end_steps ends them. */
extern void erb_replay_begin_steps (const struct erb_log *log);
extern void erb_replay_end_steps (void);
/* Begins a step in the given call. */
extern void erb_replay_step (const char *call, const char *where);
/* Reports an error unless the calling thread is the thread of the space. */
extern void erb_replay_expect_own_thread (const char *call, const char *where);
/* Called when the calling space ends.  Reports an error if it is not the replayed space but one of
 * its ancestors. */
extern void erb_replay_expect_asked (void);
/* Recording: adds an event of the step to the log. */
extern void erb_replay_put (enum erb_log_kind kind, const int64_t value[4], const void *data,
                            size_t size);
/* Replay: returns the next event of this step, or NULL.  The caller passes it with
 * erb_replay_pass. */
extern const struct erb_log_event *erb_replay_next (void);
extern void erb_replay_pass (const struct erb_log_event *e);
/* Replay: returns and passes the next event of this step; ends the replay if the event is of
 * another kind. */
extern const struct erb_log_event *erb_replay_take (enum erb_log_kind kind, const char *what);
/* Ends a replay because the space deviates.  The format describes what the space does; e is the
 * recorded event, or NULL. */
extern void erb_replay_differs (const struct erb_log_event *e, const char *format, ...) ERB_NORETURN
  ERB_PRINTF (2, 3) ERB_COLD;
/* Replay: ends it because the caller would wait, although the log has everything that the caller
 * waited for in the recording. */
extern void erb_replay_waits (const char *call, const char *where) ERB_NORETURN ERB_COLD;
/* Makes a step in which the caller learns a value; in a replay, stores the recorded value. */
extern void erb_replay_value (enum erb_value which, void *value, size_t size, const char *call,
                              const char *where);
/* Add to the hash of what the caller publishes. erb_replay_made adds the size bytes at `from',
 * which are published at va. erb_replay_made_as adds the size bytes at `what', which stand for
 * `bytes' published bytes. */
extern void erb_replay_made (const void *va, const void *from, size_t size);
extern void erb_replay_made_as (const void *what, size_t size, int64_t bytes);

/* ---- log_writer.c ----------------------------------------------------------- */

/* Creates the file, which must not exist; returns false and sets errno on failure. */
extern bool erb_write_begin (const char *name);
/* Adds an event; reports an error if there is no room for it.  Safe in signal handlers. */
extern void erb_write (enum erb_log_kind kind, int64_t step, const int64_t value[4],
                       const void *data, size_t size);
/* Notes that the space has begun that step: the replay of a space that was killed runs up to it. */
extern void erb_write_step (int64_t step);
/* Ends the log. */
extern void erb_write_end (void);
/* Forgets the log in a child of fork. */
extern void erb_write_forget (void);

/* ---- page_steps.c ----------------------------------------------------------- */

/* The words of pages that a space has read from a map: the field `observed' of struct
 * erb_spmc_map. */
struct erb_replay_seen
{
  int first, pages;  /* numbers in the region */
  int next;          /* of a channel that is read in place: the pages before it are known in full */
  int logged;        /* the log has an event for the port */
  int64_t word[];
};

/* Returns the field as a structure; NULL if the map was made before the recording. */
ERBIUM_INLINE struct erb_replay_seen *
erb_replay_seen (void *observed)
{
  return observed;
}

struct erb_spmc_map;

/* Recording: logs that a page has that word now, with its bytes [from, to). */
extern void erb_replay_put_page (const struct erb_spmc_map *m, int page, int64_t from, int64_t to,
                                 int64_t word);
/* Replay: applies a PAGE event to the caller's own page at that address. */
extern void erb_replay_apply_page (const struct erb_log_event *e);

/* ---- space_steps.c ---------------------------------------------------------- */

/* Replay: the slot of the child that leads to the replayed space (-1: not allocated yet), and its
 * key in the recording. */
extern int erb_replay_slot_on_path (void);
extern int64_t erb_replay_key_on_path (void);

/* Breakpoints for debuggers. erbium_replay_forks: the next fork creates the child that leads to the
 * replayed space. erbium_replay_has_begun: a space has begun. erbium_replay_dies: the space has
 * accessed memory that does not exist and is not a page. */
ERBIUM_API void erbium_replay_forks (void);
ERBIUM_API void erbium_replay_has_begun (void);
ERBIUM_API void erbium_replay_dies (void);

#endif
