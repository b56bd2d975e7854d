/* SPDX-License-Identifier: MIT */
/* replay.h - record and replay of spaces: what the rest of the runtime calls, and what the files share.
 *
 *   log.h      the log of a space: its format, reading, writing
 *   begin.c    ERBIUM_RECORD, ERBIUM_REPLAY; the log of a space begins
 *   steps.c    steps; what stands in the log of each
 *   pages.c    what a space sees of pages of others
 *   ports.c    what it is given of regions
 *   records.c  what a process that is a space learns by records
 *   spaces.c   where it meets its parent and its children; its end
 *   tool/      erbium-replay
 *
 * The idea.  A space learns of others in few places only: the words of pages, ports, updates of views, its
 * parent and its children.  Recording, each of these places is a step: steps are counted, and one in which the space
 * learnt something leaves an event in its log.  Replaying, nobody else is there: at each step the events
 * that the log has of it are brought about, so that all other code of the runtime finds what it found.
 * docs/internals/replay.md.
 *
 * All is of the calling space, on its own thread.
 */
#ifndef ERB_REPLAY_H
#define ERB_REPLAY_H

#include "record/record.h"
#include "replay/log.h"

enum erb_replay_mode { ERB_REPLAY_OFF, ERB_REPLAY_RECORDS, ERB_REPLAY_REPLAYS };
extern enum erb_replay_mode erb_replay_mode; /* of the process */

struct erb_spmc_map;

/* ---- begin.c -------------------------------------------------------------- */

/* The first space begins, before there are pages; again: nothing happens. */
extern void erb_replay_begin (const char *where);
/* Another one begins, in its own process, before it enters pages. */
extern void erb_replay_begin_space (int64_t space, int64_t parent, int id, int gid, const char *where);
/* There are pages. */
extern void erb_replay_has_memory (void);
/* That whoever enters pages is a space of erbium/space.h, which alone are recorded. */
extern void erb_replay_expect_space (bool is_space, const char *where);
/* A file that has to stay open in a new space, or -1. */
extern int erb_replay_file;
/* Replaying: the id of the child that is on the way to the space that is to be replayed; 0: the caller is
 * that. */
extern int erb_replay_child_on_way (void);
/* Or an error: the calling space, which ends here, is the one that is to be replayed, and no ancestor. */
extern void erb_replay_expect_asked (void);

/* ---- pages.c -------------------------------------------------------------- */

/* What erb_spmc_await has found. */
enum erb_spmc_hope { ERB_SPMC_HOPE, ERB_SPMC_ENDED, ERB_SPMC_DIED_BEFORE };

/* In place of a load of the word of a page that m consumes: whether it is at least so large. */
extern bool erb_replay_look (const struct erb_spmc_map *m, int page, int64_t least, const char *call,
                             const char *where);
/* In place of loads of the words of pages [from, to): afterwards the caller knows of those that are
 * fixed, up to the first that is not. */
extern void erb_replay_look_around (const struct erb_spmc_map *m, int from, int to);
/* Whether the caller knows that already. */
extern bool erb_replay_knows (const struct erb_spmc_map *m, int page, int64_t least);
/* Recording: how a wait for it has ended.  Replaying: in place of the wait. */
extern void erb_replay_awaited (const struct erb_spmc_map *m, int page, enum erb_spmc_hope how, int space,
                                const char *call, const char *where);
extern enum erb_spmc_hope erb_replay_await (const struct erb_spmc_map *m, int page, int64_t least, int *space,
                                            const char *call, const char *where);
/* In place of a look whether that page will never be. */
/* What the log says of a space that has died before, of which erb_replay_await has told; NULL: nothing is replayed. */
extern const char *erb_replay_gone (void);
extern bool erb_replay_hopeless (const struct erb_spmc_map *m, int page,
                                 enum erb_spmc_hope (*look) (const struct erb_spmc_map *, int, int *));
/* The caller has gone on to the next generation of those pages. */
extern void erb_replay_extended (const struct erb_spmc_map *m, int extension, int first, int pages);
/* The caller has published size bytes for va, which are at from now. */
extern void erb_replay_made (const void *va, const void *from, size_t size);

/* ---- ports.c -------------------------------------------------------------- */

/* Before the caller looks which ports it has: those of the log are there after it.  scan takes
 * notice of all that are there. */
extern void erb_replay_look_for_ports (int space, void (*scan) (int space));
/* What is known of the words of the pages of a map, by page: NULL when it is off or memory is short. */
extern struct erb_replay_seen *erb_replay_seen_new (int first, int pages);
/* Replaying: whether nothing has to be kept for what that space would read, as it does not run. */
extern bool erb_replay_ignores (int space);

/* ---- steps.c -------------------------------------------------------------- */

/* Something that depends on others: the caller has it in value; replaying, it gets what it had. */
enum erb_replay_value
{
  ERB_VALUE_CHANNEL, ERB_VALUE_ALIVE, ERB_VALUE_COUNTS, ERB_VALUE_USE, ERB_VALUE_COSTS,
  ERB_VALUE_MISSED, ERB_VALUE_ADDRESS,
  ERB_VALUE_STATUS = ERB_LOG_STATUS
};
extern void erb_replay_value (enum erb_replay_value which, void *value, size_t size, const char *call,
                              const char *where);

/* A step begins, in that call. */
extern void erb_replay_step (const char *call, const char *where);
/* The same of the thread alone: before a wait that is a step when it has ended. */
extern void erb_replay_expect_own_thread (const char *call, const char *where);
/* Recording: it leaves an event. */
extern void erb_replay_put (enum erb_log_kind kind, const int64_t value[4], const void *data, size_t size);
/* Replaying: the next event that this step has left, or NULL; it is to be passed. */
extern const struct erb_log_event *erb_replay_of_step (void);
extern void erb_replay_pass (const struct erb_log_event *e);
/* Replaying: the next one, of that kind, which is passed; else the replay ends. */
extern const struct erb_log_event *erb_replay_take (enum erb_log_kind kind, const char *what);
/* Ends a replay: the space does what, and not what e says, or, NULL, what was recorded. */
extern void erb_replay_differs (const struct erb_log_event *e, const char *format, ...) ERB_NORETURN
  ERB_PRINTF (2, 3) ERB_COLD;
/* begin.c: steps of a space begin, with its log where it is replayed; they end. */
extern void erb_replay_begin_steps (const struct erb_log *log);
extern void erb_replay_end_steps (void);

/* What the caller has published is this, and so many bytes. */
extern void erb_replay_made_as (const void *what, size_t size, int64_t bytes);
/* Replaying: the caller waits for somebody, and all that it waits for is in the log. */
extern void erb_replay_waits (const char *call, const char *where) ERB_NORETURN ERB_COLD;

/* ---- records.c -------------------------------------------------------------- */

struct erb_view;

/* Whether processes of that program are spaces that are recorded, or replayed; a space may have processes of its
 * own that are threads or fibers, which learn by records, too, but of nobody else. */
ERBIUM_INLINE bool
erb_replay_concerns (const erbium_program *program)
{
  return erb_replay_mode && program->heap;
}

ERBIUM_INLINE bool
erb_replay_replays (const erbium_program *program)
{
  return erb_replay_mode == ERB_REPLAY_REPLAYS && program->heap;
}

/* What such a program emits (record_steps.c). */
extern const struct erb_observer erb_replay_observer;

/* ---- spaces.c --------------------------------------------------------------- */

/* Replaying: the slot that child id of the caller had; else -1.  Recording: it has got one. */
extern int erb_replay_slot (int id, const char *where);
extern void erb_replay_allocated (int id, int64_t space, const char *where);
/* Replaying: the slot, and the key in the recording, of the child on the way; -1: not allocated yet. */
extern int erb_replay_slot_on_way (void);
extern int64_t erb_replay_key_on_way (void);
/* Recording: the caller starts child id.  Returns whether there is to be a process. */
extern bool erb_replay_starts (int id, void *(*fn) (void *), const char *where);
/* For debuggers, to break at: the next fork is that of the child on the way; a space has begun; it has made an
 * access to memory which is not there, and is no page. */
ERBIUM_API void erbium_replay_forks (void);
ERBIUM_API void erbium_replay_has_begun (void);
ERBIUM_API void erbium_replay_dies (void);
/* Replaying: that process does all that is left. */
extern void erb_replay_follow (pid_t child) ERB_NORETURN;
/* Recording: how the caller has met a child, or its parent in space_ret.  Replaying: in place of that;
 * the time of the child goes to *time. */
extern void erb_replay_met (int id, int32_t *state, int64_t *time);
extern void erb_replay_let (int32_t *state, const char *where);
/* The caller ends, as its function returned or by exit. */
extern void erb_replay_end (bool returned, int status);

#endif
