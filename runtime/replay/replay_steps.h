/* SPDX-License-Identifier: MIT */
/* replay_steps.h - record and replay: what its files share.
 *
 *   log/            the log of a space: its format, reading
 *   log_writer.c    writing it
 *   replay.c        ERBIUM_RECORD, ERBIUM_REPLAY; the log of a space begins
 *   steps.c         steps; what stands in the log of each
 *   page_steps.c    what a space sees of pages of others
 *   port_steps.c    what it is given of regions
 *   record_steps.c  what a process that is a space learns by records
 *   space_steps.c   where it meets its parent and its children; its end
 *   tool/           erbium-replay
 *
 * All functions are of the calling space, on its own thread.
 */
#ifndef ERB_REPLAY_STEPS_H
#define ERB_REPLAY_STEPS_H

#include "record/record.h"
#include "replay/log/log.h"
#include "replay/replay.h"

enum erb_replay_mode { ERB_REPLAY_OFF, ERB_REPLAY_RECORDS, ERB_REPLAY_REPLAYS };
extern enum erb_replay_mode erb_replay_mode; /* of the process */

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

/* Whether the environment asks for a recording, or a replay. */
extern bool erb_replay_wanted (void);
/* Replaying: the id of the child that is on the way to the space that is to be replayed; 0: the caller is
 * that. */
extern int erb_replay_child_on_way (void);

/* ---- steps.c ---------------------------------------------------------------- */

/* The steps of a space begin, with its log where it is replayed; they end. */
extern void erb_replay_begin_steps (const struct erb_log *log);
extern void erb_replay_end_steps (void);
/* A step begins, in that call. */
extern void erb_replay_step (const char *call, const char *where);
/* Or an error: the calling thread is that of the space. */
extern void erb_replay_expect_own_thread (const char *call, const char *where);
/* Or an error: the calling space, which ends here, is the one that is to be replayed, and no ancestor. */
extern void erb_replay_expect_asked (void);
/* Recording: the step leaves an event. */
extern void erb_replay_put (enum erb_log_kind kind, const int64_t value[4], const void *data, size_t size);
/* Replaying: the next event that this step has left, or NULL; it is to be passed. */
extern const struct erb_log_event *erb_replay_of_step (void);
extern void erb_replay_pass (const struct erb_log_event *e);
/* Replaying: the next one, of that kind, which is passed; else the replay ends. */
extern const struct erb_log_event *erb_replay_take (enum erb_log_kind kind, const char *what);
/* Ends a replay: the space does what, and not what e says, or, NULL, what was recorded. */
extern void erb_replay_differs (const struct erb_log_event *e, const char *format, ...) ERB_NORETURN
  ERB_PRINTF (2, 3) ERB_COLD;
/* Replaying: the caller waits for somebody, and all that it waits for is in the log. */
extern void erb_replay_waits (const char *call, const char *where) ERB_NORETURN ERB_COLD;
/* The caller has learnt a value: a step, which stores the recorded one where it is replayed. */
extern void erb_replay_value (enum erb_value which, void *value, size_t size, const char *call,
                              const char *where);
/* The caller has published size bytes for va, which are at from now; or what, and so many bytes. */
extern void erb_replay_made (const void *va, const void *from, size_t size);
extern void erb_replay_made_as (const void *what, size_t size, int64_t bytes);

/* ---- page_steps.c ----------------------------------------------------------- */

/* What a space knows of the words of pages that it consumes, by map: observed of struct erb_spmc_map. */
struct erb_replay_seen
{
  int first, pages;  /* of the region */
  int next;          /* of a channel that is received in place: the pages below are known in full */
  int told;          /* the log has an event of the port */
  int64_t word[];
};

/* NULL: m was made before the recording. */
ERBIUM_INLINE struct erb_replay_seen *
erb_replay_seen (void *observed)
{
  return observed;
}

struct erb_spmc_map;

/* Recording: a page has that word now, and bytes [from, to) of it are in the log. */
extern void erb_replay_put_page (const struct erb_spmc_map *m, int page, int64_t from, int64_t to,
                                 int64_t word);
/* Replaying: brings about what a PAGE event says, of the caller's own page of that address. */
extern void erb_replay_fill (const struct erb_log_event *e);

/* ---- space_steps.c ---------------------------------------------------------- */

/* Replaying: the slot, and the key in the recording, of the child on the way; -1: not allocated yet. */
extern int erb_replay_slot_on_way (void);
extern int64_t erb_replay_key_on_way (void);

/* For debuggers, to break at: the next fork is that of the child on the way; a space has begun; it has made an
 * access to memory which is not there, and is no page. */
ERBIUM_API void erbium_replay_forks (void);
ERBIUM_API void erbium_replay_has_begun (void);
ERBIUM_API void erbium_replay_dies (void);

#endif
