/* SPDX-License-Identifier: MIT */
/* mapreduce.h - deterministic MapReduce (erbium/mapreduce.h), on processes and records alone.
 *
 * Each map process combines the pairs that it emits in a table, or collects them, and sorts them by
 * key: a run.  A reduce process merges the runs of all map processes, in their order, and the
 * caller merges the results of all reduce processes.  Since tasks are dealt in ranges, and runs are
 * merged in the order of their tasks, the values of a key keep the order in which one process would
 * emit them.
 *
 *   map_reduce.c      the caller: checks, tasks, processes, results
 *   map_process.c     a map process: pairs in, runs out
 *   combine_table.c   its table: one value for each key
 *   pair_sort.c       sorts pairs by key
 *   spill_file.c      runs in a file, of a job with a memory limit
 *   pair_merge.c      merges runs
 *   reduce_process.c  a reduce process
 *
 * A pair in memory, in a record and in a file is a sequence of words: the number of bytes of the
 * key; the key, with at least one zero byte behind it; the value.
 */
#ifndef ERB_MAPREDUCE_H
#define ERB_MAPREDUCE_H

#include "fault/fault.h"
#include "erbium/mapreduce.h"

/* ---- A job, which no process changes after its start ------------------------ */

struct erb_job
{
  struct erbium_map_reduce a;
  const char *where;              /* of erbium_map_reduce */
  struct erbium_map_task *tasks;
  size_t task_count;
  int maps, reduces;              /* workers: processes, but for the caller, if it merges */
  bool caller_merges;             /* there is one reduce worker, which runs no function reduce */
  size_t value_words, result_words;
  size_t share;                   /* bytes for the pairs of a process; SIZE_MAX: no limit */
  int *files;                     /* of each map process; NULL: no limit */
  erbium_record **runs;           /* [map * reduces + reduce] */
  erbium_record **results;        /* [reduce]; NULL if the caller merges */
  bool adds;                      /* combine is erbium_add_int64, of one word */
};

/* The largest run in memory, in bytes.  A share is not larger, so that its pairs fit. */
enum { ERB_LARGEST_RUN = 1 << 30 };

/* The argument of a process. */
struct erb_job_part
{
  const struct erb_job *job;
  int number;
};

extern void erb_map_process (void *part);
extern void erb_reduce_process (void *part);

/* Names the calling process "WHAT NUMBER", counted from 1. */
extern void erb_job_name_process (const char *what, int number);

/* As malloc and realloc; a lack of memory is a fault of the job. */
extern void *erb_job_realloc (const struct erb_job *job, void *old, size_t count, size_t size);

/* A view of a record of words, registered, with horizon h. */
extern erbium_view *erb_job_view (const struct erb_job *job, erbium_record *r, bool write,
                                  size_t h);

/* ---- Pairs --------------------------------------------------------------------- */

static inline size_t
erb_value_words (size_t bytes)
{
  return (bytes + 7) / 8;
}

static inline size_t
erb_key_words (size_t bytes)
{
  return bytes / 8 + 1;
}

static inline const uint64_t *
erb_pair_value (const uint64_t *pair)
{
  return pair + 1 + erb_key_words (pair[0]);
}

static inline size_t
erb_pair_words (const uint64_t *pair, size_t value_words)
{
  return 1 + erb_key_words (pair[0]) + value_words;
}

/* The first bytes of a key as a number: the order of numbers is that of keys that differ there. */
static inline uint64_t
erb_key_prefix (uint64_t first)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return __builtin_bswap64 (first);
#else
  return first;
#endif
}

/* Compares the keys of two pairs in the order of the job; 0 only if their bytes are equal. */
extern int erb_pair_compare (const struct erb_job *job, const uint64_t *a, const uint64_t *b);
static inline bool
erb_pair_same_key (const uint64_t *a, const uint64_t *b)
{
  return a[0] == b[0] && !memcmp (a + 1, b + 1, a[0]);
}

/* Writes size bytes as words, with zeros behind them. */
static inline void
erb_put_bytes (uint64_t *to, size_t words, const void *from, size_t size)
{
  if (words)
    to[words - 1] = 0;
  if (size)
    memcpy (to, from, size);
}

/* sum = sum and value, by the job's combine. */
static inline void
erb_combine (const struct erb_job *job, uint64_t *sum, const uint64_t *value)
{
  if (job->adds)
    *sum += *value;
  else
    job->a.combine (sum, value);
}

/* Pairs one behind the other. */
struct erb_log
{
  uint64_t *words;
  size_t used, room;
  size_t pairs;
};

extern void erb_log_grow (const struct erb_job *job, struct erb_log *log, size_t words);

/* Appends a pair whose value is not written yet, and returns the place of the value. */
static inline uint64_t *
erb_log_key (const struct erb_job *job, struct erb_log *log, const void *key, size_t key_size,
             size_t value_words)
{
  size_t key_words = erb_key_words (key_size), words = 1 + key_words + value_words;
  if (words > log->room - log->used)
    erb_log_grow (job, log, words);
  uint64_t *pair = log->words + log->used;
  pair[0] = key_size;
  erb_put_bytes (pair + 1, key_words, key, key_size);
  log->used += words;
  log->pairs++;
  return pair + 1 + key_words;
}

/* ---- Sorting (pair_sort.c) ------------------------------------------------------- */

struct erb_item
{
  uint64_t prefix;
  const uint64_t *pair;
};

/* Sorts items by key; those of one key keep their order.  spare has room for as many. */
extern void erb_sort_pairs (const struct erb_job *job, struct erb_item *items,
                            struct erb_item *spare, size_t count);

/* ---- Merging (pair_merge.c) ------------------------------------------------------- */

/* A position in a run.  Words of pairs from at to end are in memory; refill gets more. */
struct erb_cursor
{
  const uint64_t *at, *end;
  uint64_t prefix;        /* of the pair at `at' */
  int order;              /* of two equal keys the one of the lower order comes first */
  /* Makes at least need words available from at on, or returns false at the end; NULL: there are
   * no more. */
  bool (*refill) (struct erb_cursor *c, size_t need);
  const struct erb_job *job;
  erbium_view *view;      /* of a run in a record */
  erbium_index known;     /* the view's update index; at end */
  int file;               /* of a run in a file */
  off_t offset;           /* of what is read next */
  size_t left, room;      /* words to read; words that fit in the buffer */
  uint64_t *buffer;
};

/* The words that a cursor in a record takes at a time, and the least horizon of such a record. */
enum { ERB_CHUNK = 1 << 15, ERB_HORIZON = 4 * ERB_CHUNK };

extern void erb_cursor_of_view (struct erb_cursor *c, const struct erb_job *job, erbium_view *v,
                                erbium_index from);

struct erb_merge
{
  const struct erb_job *job;
  size_t value_words;
  struct erb_cursor **heap; /* the first one has the least key */
  size_t count;
};

/* The cursors of all runs of a reduce worker. */
struct erb_runs
{
  struct erb_cursor *cursors;
  size_t count, room;
};

/* Waits until each map process has said where its runs for this worker are (reduce_process.c). */
extern struct erb_runs erb_runs_begin (const struct erb_job *job, int number);
extern void erb_runs_end (struct erb_runs *runs);

/* Begins to merge cursors that stand at the begin of their runs. */
extern void erb_merge_begin (struct erb_merge *m, const struct erb_job *job, size_t value_words,
                             struct erb_cursor *cursors, size_t count);
/* Returns the next pair, or NULL at the end. */
static inline const uint64_t *
erb_merge_top (const struct erb_merge *m)
{
  return m->count ? m->heap[0]->at : NULL;
}
extern void erb_merge_next (struct erb_merge *m);
/* Takes the next pair, with all values of its key combined if the job has combine, and stores it in
 * pair alone. */
extern void erb_merge_take (struct erb_merge *m, struct erb_log *pair);
extern void erb_merge_end (struct erb_merge *m);

/* ---- Runs in files (spill_file.c) ---------------------------------------------------- */

struct erb_extent
{
  off_t at;
  size_t words;
};

/* What a map process has written at a time: a run for each reduce process.  A spill of level n + 1
 * is merged from several of level n. */
struct erb_spill
{
  int level;
  struct erb_extent *part; /* [reduces] */
};

enum { ERB_FAN_IN = 16 };

struct erb_spills
{
  const struct erb_job *job;
  int file;
  off_t end;
  struct erb_spill *spill; /* in the order of tasks */
  size_t count, room;
  uint64_t *buffer;
  size_t used;
};

/* Creates the files of a job. */
extern void erb_spill_files_open (struct erb_job *job);
extern void erb_spill_files_close (struct erb_job *job);

/* A spill is written part by part: begin; for each part begin_part, put..., end_part; then end,
 * which merges spills if there are many. */
extern void erb_spill_begin (struct erb_spills *s);
extern void erb_spill_begin_part (struct erb_spills *s, int part);
extern void erb_spill_put (struct erb_spills *s, int part, const uint64_t *words, size_t count);
extern void erb_spill_end_part (struct erb_spills *s);
extern void erb_spill_end (struct erb_spills *s);
extern void erb_spills_free (struct erb_spills *s);

/* A cursor with a buffer of room words, which it allocates when it first reads. */
extern void erb_cursor_of_file (struct erb_cursor *c, const struct erb_job *job, int file,
                                struct erb_extent run, size_t room);

/* ---- Tables (combine_table.c) ---------------------------------------------------------- */

/* A key in a slot: its first 16 bytes, or the first 8 and the place of the whole in long_keys.
 * mark is the upper half of the hash, and the size; it is not 0. */
struct erb_key
{
  uint64_t first, second, mark;
};

enum { ERB_PENDING = 32, ERB_PENDING_VALUE = 2, ERB_SHORT_KEY = 16, ERB_PROBES = 64 };

/* A hash table with one value for each key.  A slot is an erb_key and a value; it is free if mark
 * is 0. */
struct erb_table
{
  const struct erb_job *job;
  uint64_t *slots;
  size_t stride;       /* words of a slot */
  int bits;            /* 2^bits slots */
  size_t count, most;  /* keys; it grows beyond that number */
  bool full;           /* it is as large as it may be: clear it */
  struct erb_log long_keys;
  uint64_t *value;     /* room for a value */
  int probes;          /* checks of combine that are left */
  /* Pairs that are not looked up yet, while the processor fetches their slots. */
  int pending;
  struct erb_waiting { struct erb_key key; uint64_t value[ERB_PENDING_VALUE]; } wait[ERB_PENDING];
};

extern void erb_table_begin (struct erb_table *t, const struct erb_job *job);
extern void erb_table_end (struct erb_table *t);
extern void erb_table_add (struct erb_table *t, const void *key, size_t key_size,
                           const void *value);
/* Appends all pairs to log. */
extern void erb_table_append (struct erb_table *t, struct erb_log *log);
extern void erb_table_clear (struct erb_table *t);

extern uint64_t erb_hash_pair (const uint64_t *pair);

#endif
