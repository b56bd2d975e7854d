/* SPDX-License-Identifier: MIT */
/* mapreduce.h - deterministic MapReduce.
 *
 * map turns a part of the input, a task, into pairs of a key and a value; reduce turns all values
 * of one key into results.  A key is a sequence of bytes, values and results have a fixed size.
 * Where the functions of a job get them, they are aligned as a uint64_t is, and not more.
 *
 *   void map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
 *   {
 *     int64_t one = 1;
 *     ... for each word: erbium_emit_intermediate (to, word, &one, length);
 *   }
 *
 *   struct erbium_map_reduce job = { .map = map, .combine = erbium_add_int64, .data = text,
 *                                    .units = length, .value_size = sizeof (int64_t) };
 *   struct erbium_pairs counts;
 *   erbium_map_reduce (&job, &counts);
 *   ... counts.data[i].key, counts.data[i].value, in the order of keys
 *   erbium_free_pairs (&counts);
 *
 * The tasks are dealt to map processes, a range of tasks to each.  A key belongs to one reduce
 * process, by a fixed hash.  These are processes as those of ERBIUM_RUN, which share only records:
 * with ERBIUM_TASK=space they are processes of the system, and what their functions write to
 * memory does not reach the caller.
 *
 * Determinism.  The result is a function of the input, the same for every number of workers, task
 * model and memory limit, if each function below depends only on its arguments, and combine is
 * associative.  Values reach reduce in the order in which one process would emit them.
 *
 * The interface has the shape of Phoenix 2 (C. Ranger and others, HPCA 2007); the names of its
 * functions have the prefix erbium_.  Pairs are copied, so that processes need not share memory,
 * and the functions get what they need as arguments instead of in global variables.
 *
 * Errors.  As in erbium.h: misuse ends the program with ERBIUM_EXIT_MISUSE; lack of memory, or of
 * room for the files of a job with a memory limit, with ERBIUM_EXIT_RESOURCE.
 */
#ifndef ERBIUM_MAPREDUCE_H
#define ERBIUM_MAPREDUCE_H

#include "../erbium.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A part of the input: units elements from data on.  A splitter may use both as it likes. */
struct erbium_map_task
{
  const void *data;
  size_t units;
};

struct erbium_mapper;  /* what a map process emits to */
struct erbium_reducer; /* what a reduce process emits to */
struct erbium_values;  /* the values of one key */

/* The longest key and the largest value or result, in bytes. */
enum { ERBIUM_LONGEST_KEY = 1 << 24, ERBIUM_LARGEST_VALUE = 1 << 24 };

/* A job.  Members that are 0 or NULL have the meanings that are given here; map is required. */
struct erbium_map_reduce
{
  /* The input: units elements of unit_size bytes (0: 1).  It is cut into tasks of task_units
   * elements (0: about 64 KiB). */
  const void *data;
  size_t units, unit_size, task_units;
  /* Instead of this cut: stores the next task, and returns true; or returns false at the end.
   * Called by the caller of erbium_map_reduce, before the first map.  Tasks must not depend on
   * the number of workers. */
  bool (*splitter) (struct erbium_map_task *task, void *state);
  void *state; /* of the splitter */

  /* Emits the pairs of a task. */
  void (*map) (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context);
  /* Adds value to sum, two values of one key.  It must be associative bit by bit: sums of integers
   * are, sums of floating-point numbers are not.  sum stands for values that were emitted
   * before value.  NULL: values are not combined. */
  void (*combine) (void *sum, const void *value);
  /* Emits results for a key, of which erbium_next_value returns the values; if there is combine,
   * one value, which combines all.  NULL: each value is a result. */
  void (*reduce) (struct erbium_reducer *to, const void *key, size_t key_size,
                  struct erbium_values *values, const void *context);
  /* Returns which of parts reduce processes, from 0, gets a key.  NULL: a hash decides. */
  unsigned (*partition) (const void *key, size_t key_size, unsigned parts);
  /* Compares keys, as strcmp does; it must be an order, as for qsort.  Keys that are equal to it,
   * but not in their bytes, are different keys, and follow in the order of their bytes.  NULL: the
   * order of bytes. */
  int (*compare) (const void *a, size_t a_size, const void *b, size_t b_size);
  const void *context; /* passed to map and reduce */

  size_t value_size;  /* bytes of a value; may be 0 */
  size_t result_size; /* bytes of a result; 0: value_size */

  int map_workers, reduce_workers; /* numbers of processes; 0: as many as processors */
  /* Bytes that the processes may use for pairs.  What does not fit is written to files without
   * names in spill_folder (NULL: $TMPDIR, or /tmp).  0: no limit, and no files; a sealed
   * program must not have a limit. */
  size_t memory_limit;
  const char *spill_folder;

  /* Takes the results, in the order of keys, in the process of the caller, which gets no pairs
   * then.  key and result are valid during the call. */
  void (*output) (const void *key, size_t key_size, const void *result, void *state);
  void *output_state;
};

/* A result. */
struct erbium_pair
{
  const void *key; /* followed by a zero byte that does not count */
  size_t key_size;
  const void *value;
};

/* The results of a job, in the order of keys. */
struct erbium_pairs
{
  struct erbium_pair *data;
  size_t length;
  void *memory; /* of keys and values */
};

/* Runs a job, waits for its end, and stores the results, which the caller frees.  pairs may be NULL
 * if there is output.  *job is not changed. */
#define erbium_map_reduce(job, pairs) (erbium_map_reduce) ((job), (pairs), ERBIUM_HERE)

/* Frees results; pairs is then empty. */
ERBIUM_API void erbium_free_pairs (struct erbium_pairs *pairs);

/* Emits a pair; only within map, to the mapper of that call.  key and value are copied; value may
 * be NULL if value_size is 0, and key if key_size is 0. */
#define erbium_emit_intermediate(to, key, value, key_size) \
  (erbium_emit_intermediate) ((to), (key), (value), (key_size), ERBIUM_HERE)

/* Returns the next value of the key, which is valid until the next call, or NULL after the last
 * one.  Only within reduce. */
ERBIUM_API const void *erbium_next_value (struct erbium_values *values);

/* Emits a result, which is copied, under the key of reduce; only within reduce. */
#define erbium_emit(to, result) (erbium_emit) ((to), (result), ERBIUM_HERE)

/* For combine: adds an int64_t. */
ERBIUM_API void erbium_add_int64 (void *sum, const void *value);

/* ---- The functions behind the macros ------------------------------------ */

ERBIUM_API void (erbium_map_reduce) (const struct erbium_map_reduce *job,
                                     struct erbium_pairs *pairs, const char *where);
ERBIUM_API void (erbium_emit_intermediate) (struct erbium_mapper *to, const void *key,
                                            const void *value, size_t key_size,
                                            const char *where);
ERBIUM_API void (erbium_emit) (struct erbium_reducer *to, const void *result, const char *where);

#ifdef __cplusplus
}
#endif
#endif
