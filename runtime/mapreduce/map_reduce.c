/* SPDX-License-Identifier: MIT */
/* map_reduce.c - the caller of a job: checks, tasks, processes, results. */
#include "mapreduce/mapreduce.h"

#define CALL "erbium_map_reduce"
enum { MOST_WORKERS = 1024, TASK_BYTES = 1 << 16, LEAST_SHARE = 1 << 16 };

/* ---- For all files ----------------------------------------------------------------- */

void *
erb_job_realloc (const struct erb_job *job, void *old, size_t count, size_t size)
{
  void *new = count > SIZE_MAX / 2 / size ? NULL : realloc (old, count * size);
  if (!new)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, CALL, job->where,
                  "set memory_limit, so that pairs are written to files",
                  "no memory for %zu times %zu bytes", count, size);
  return new;
}

erbium_view *
erb_job_view (const struct erb_job *job, erbium_record *r, bool write, size_t h)
{
  erbium_view *v = erbium_new_view (r, write, job->where);
  (erbium_register) (v, 1, job->where);
  (erbium_alloc) (v, (erbium_index) h, job->where);
  return v;
}

void
erb_job_name_process (const char *what, int number)
{
  char name[32];
  snprintf (name, sizeof name, "%s %d", what, number + 1);
  erbium_name_process (name);
}

/* ---- Checks ------------------------------------------------------------------------ */

#define misused(where, hint, ...) \
  erb_fault_in (ERBIUM_EXIT_MISUSE, CALL, where, hint, __VA_ARGS__)

static int
workers (const char *where, const char *name, int asked)
{
  int processors = erb_processors ();
  if (asked < 0 || asked > MOST_WORKERS)
    misused (where, "0 stands for as many as processors", "%s is %d, expected 0 to %d", name,
             asked, MOST_WORKERS);
  return asked ? asked : processors < MOST_WORKERS ? processors : MOST_WORKERS;
}

static void
check (const struct erbium_map_reduce *a, const struct erbium_pairs *pairs, const char *where)
{
  size_t largest = a->value_size > a->result_size ? a->value_size : a->result_size;
  if (!a->map)
    misused (where, NULL, "map is NULL, expected a function");
  if (!pairs && !a->output)
    misused (where, "pass the address of a struct erbium_pairs, or set output",
             "pairs is NULL, and so is output: nothing takes the results");
  if (largest > ERBIUM_LARGEST_VALUE)
    misused (where, "divide it among several keys",
             "a value or result has %zu bytes, expected at most 16 MiB", largest);
  if (!a->reduce && a->result_size && a->result_size != a->value_size)
    misused (where, "set reduce, or let result_size be 0",
             "result_size is %zu and value_size %zu, expected the same: "
             "without reduce each value is a result", a->result_size, a->value_size);
  if (a->combine == erbium_add_int64 && a->value_size != sizeof (int64_t))
    misused (where, NULL, "value_size is %zu, expected %zu for erbium_add_int64", a->value_size,
             sizeof (int64_t));
  if (!a->splitter && a->units && !a->data)
    misused (where, "set data, or splitter", "data is NULL, but units is %zu", a->units);
}

static void
set_memory (struct erb_job *job)
{
  size_t processes = (size_t) (job->maps + job->reduces);
  size_t least = processes * (LEAST_SHARE + 32 * 8 * job->value_words), limit = job->a.memory_limit;
  job->share = SIZE_MAX;
  if (!limit)
    return;
  if (erb_sealed)
    misused (job->where, "let memory_limit be 0",
             "memory_limit is %zu, but a sealed program must not have one: its files are external",
             limit);
  if (limit < least)
    misused (job->where, "raise it, or use fewer workers",
             "memory_limit is %zu, expected at least %zu for %d map and %d reduce workers and "
             "values of %zu bytes", limit, least, job->maps, job->reduces, job->a.value_size);
  job->share = limit / processes < ERB_LARGEST_RUN ? limit / processes : ERB_LARGEST_RUN;
  erb_spill_files_open (job);
}

/* ---- Tasks --------------------------------------------------------------------------- */

/* The splitter of a job that has none. */
static bool
next_task (struct erb_job *job, struct erbium_map_task *task, size_t *from)
{
  size_t size = job->a.unit_size ? job->a.unit_size : 1;
  size_t units = job->a.task_units ? job->a.task_units : TASK_BYTES / size;
  if (job->a.splitter)
    return job->a.splitter (task, job->a.state);
  if (*from == job->a.units)
    return false;
  units = units ? units : 1;
  task->units = units < job->a.units - *from ? units : job->a.units - *from;
  task->data = (const char *) job->a.data + *from * size;
  *from += task->units;
  return true;
}

static void
split (struct erb_job *job)
{
  size_t room = 0, from = 0;
  struct erbium_map_task task = { 0 };
  while (next_task (job, &task, &from))
    {
      if (job->task_count == room)
        job->tasks = erb_job_realloc (job, job->tasks, room = 2 * room + 64, sizeof task);
      job->tasks[job->task_count++] = task;
    }
}

/* ---- Processes --------------------------------------------------------------------- */

static erbium_record **
make_records (const struct erb_job *job, int count)
{
  erbium_record **r = erb_job_realloc (job, NULL, (size_t) count, sizeof *r);
  for (int n = 0; n < count; n++)
    r[n] = (erbium_new_record) (sizeof (uint64_t), _Alignof (uint64_t), 1, 1, job->where);
  return r;
}

static void
start (const struct erb_job *job, erbium_process *started, const char *name,
       void (*process) (void *), int count)
{
  for (int n = 0; n < count; n++)
    {
      struct erb_job_part part = { job, n };
      started[n] = erbium_start (name, process, sizeof part, &part, job->where);
    }
}

/* ---- Results ----------------------------------------------------------------------- */

static struct erb_runs
result_cursors (const struct erb_job *job)
{
  size_t count = (size_t) job->reduces;
  struct erb_runs r = { erb_job_realloc (job, NULL, count, sizeof *r.cursors), count, count };
  for (size_t n = 0; n < count; n++)
    erb_cursor_of_view (&r.cursors[n], job, erb_job_view (job, job->results[n], false, 1), 0);
  return r;
}

/* Takes a result; it is in pairs only if no function takes it. */
static inline void
take (const struct erb_job *job, struct erb_log *all, const uint64_t *pair)
{
  if (job->a.output)
    job->a.output (pair + 1, pair[0], erb_pair_value (pair), job->a.output_state);
  else
    memcpy (erb_log_key (job, all, pair + 1, pair[0], job->result_words), erb_pair_value (pair),
            job->result_words * sizeof *pair);
}

/* Takes the results of the reduce processes, or merges in their place. */
static struct erb_log
collect (const struct erb_job *job)
{
  struct erb_log all = { 0 }, combined = { 0 };
  struct erb_merge m;
  struct erb_runs r = job->caller_merges ? erb_runs_begin (job, 0) : result_cursors (job);
  erb_merge_begin (&m, job, job->result_words, r.cursors, r.count);
  for (const uint64_t *pair; (pair = erb_merge_top (&m));)
    if (job->caller_merges && job->a.combine)
      {
        erb_merge_take (&m, &combined);
        take (job, &all, combined.words);
      }
    else
      {
        take (job, &all, pair);
        erb_merge_next (&m);
      }
  erb_merge_end (&m);
  erb_runs_end (&r);
  free (combined.words);
  return all;
}

static void
store (const struct erb_job *job, struct erb_log *log, struct erbium_pairs *pairs)
{
  const uint64_t *at = log->words;
  pairs->memory = log->words;
  pairs->length = log->pairs;
  pairs->data = log->pairs ? erb_job_realloc (job, NULL, log->pairs, sizeof *pairs->data) : NULL;
  for (size_t n = 0; n < log->pairs; n++)
    {
      pairs->data[n] = (struct erbium_pair) { at + 1, at[0], erb_pair_value (at) };
      at += erb_pair_words (at, job->result_words);
    }
}

void
(erbium_free_pairs) (struct erbium_pairs *pairs)
{
  free (pairs->data);
  free (pairs->memory);
  *pairs = (struct erbium_pairs) { 0 };
}

/* ---- A job ------------------------------------------------------------------------- */

void
(erbium_map_reduce) (const struct erbium_map_reduce *a, struct erbium_pairs *pairs,
                     const char *where)
{
  struct erb_job job = { .a = *a, .where = where };
  check (a, pairs, where);
  job.value_words = erb_value_words (a->value_size);
  job.adds = a->combine == erbium_add_int64;
  split (&job);
  job.maps = workers (where, "map_workers", a->map_workers);
  if ((size_t) job.maps > job.task_count)
    job.maps = job.task_count ? (int) job.task_count : 1;
  job.reduces = workers (where, "reduce_workers", a->reduce_workers);
  job.caller_merges = job.reduces == 1 && !a->reduce;
  if (!job.a.result_size)
    job.a.result_size = a->value_size;
  job.result_words = erb_value_words (job.a.result_size);
  set_memory (&job);
  job.runs = make_records (&job, job.maps * job.reduces);
  if (!job.caller_merges)
    job.results = make_records (&job, job.reduces);

  int count = job.maps + (job.caller_merges ? 0 : job.reduces);
  erbium_process *process = erb_job_realloc (&job, NULL, (size_t) count, sizeof *process);
  start (&job, process, "map", erb_map_process, job.maps);
  start (&job, process + job.maps, "reduce", erb_reduce_process, count - job.maps);
  struct erb_log all = collect (&job);
  for (int n = 0; n < count; n++)
    (erbium_join) (process[n], where);
  if (pairs)
    store (&job, &all, pairs);

  free (process);
  free (job.runs);
  free (job.results);
  free (job.tasks);
  erb_spill_files_close (&job);
}
