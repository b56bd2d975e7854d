/* SPDX-License-Identifier: MIT */
/* reduce_process.c - a reduce process: merges the runs of all map processes, in their order, and
 * writes results, in the order of keys, to a record, many at a time.
 */
#include "mapreduce/mapreduce.h"

struct erbium_values
{
  struct erbium_reducer *of;
  const uint64_t *one;     /* the only value, combined from all; NULL after it was returned */
  bool begun, ended;       /* of values that are not combined */
};

struct erbium_reducer
{
  const struct erb_job *job;
  bool reducing;           /* within reduce */
  struct erb_merge merge;
  struct erb_log pair;     /* the key, and a combined value */
  struct erb_log out;      /* results that are not written yet */
  erbium_view *view;
  erbium_index end;        /* of what is written */
  size_t horizon;
};

/* ---- Results ----------------------------------------------------------------------- */

static void
write_results (struct erbium_reducer *r)
{
  const char *where = r->job->where;
  size_t words = r->out.used;
  if (!words)
    return;
  if (words > r->horizon / 4)
    (erbium_alloc) (r->view, (erbium_index) (r->horizon = 4 * words), where);
  erbium_index end = r->end + (erbium_index) words;
  erbium_stall_fast (r->view, end, 0, where);
  memcpy (erbium_at_fast (r->view, r->end, end, 0, sizeof (uint64_t), where), r->out.words,
          words * sizeof (uint64_t));
  erbium_commit_fast (r->view, end, 0, where);
  r->end = end;
  r->out.used = 0;
}

void
(erbium_emit) (struct erbium_reducer *r, const void *result, const char *where)
{
  const struct erb_job *job = r->job;
  const uint64_t *key = r->pair.words;
  if (!r->reducing || (!result && job->result_words))
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_emit", where, NULL, "%s",
                  r->reducing ? "expects the address of a result, as result_size is not 0"
                  : "is called outside of the function reduce that got this reducer");
  uint64_t *to = erb_log_key (job, &r->out, key + 1, key[0], job->result_words);
  erb_put_bytes (to, job->result_words, result, job->a.result_size);
  if (r->out.used >= ERB_CHUNK)
    write_results (r);
}

/* ---- Values ------------------------------------------------------------------------ */

const void *
erbium_next_value (struct erbium_values *v)
{
  struct erbium_reducer *r = v->of;
  const uint64_t *one = v->one, *top;
  if (r->job->a.combine || v->ended)
    {
      v->one = NULL;
      return one;
    }
  if (v->begun)
    erb_merge_next (&r->merge);
  v->begun = true;
  top = erb_merge_top (&r->merge);
  if (top && erb_pair_same_key (r->pair.words, top))
    return erb_pair_value (top);
  v->ended = true;
  return NULL;
}

static void
reduce_key (struct erbium_reducer *r)
{
  const struct erb_job *job = r->job;
  struct erbium_values v = { .of = r };
  const void *value;
  if (job->a.combine)
    {
      erb_merge_take (&r->merge, &r->pair);
      v.one = erb_pair_value (r->pair.words);
    }
  else
    {
      const uint64_t *top = erb_merge_top (&r->merge);
      r->pair.used = 0;
      erb_log_key (job, &r->pair, top + 1, top[0], 0);
    }
  r->reducing = true;
  if (job->a.reduce)
    job->a.reduce (r, r->pair.words + 1, r->pair.words[0], &v, job->a.context);
  while ((value = erbium_next_value (&v)))
    if (!job->a.reduce)
      (erbium_emit) (r, value, job->where);
  r->reducing = false;
}

/* ---- Runs -------------------------------------------------------------------------- */

static struct erb_cursor *
add_cursor (const struct erb_job *job, struct erb_runs *r)
{
  if (r->count == r->room)
    r->cursors = erb_job_realloc (job, r->cursors, r->room = 2 * r->room + 8,
                                  sizeof *r->cursors);
  return &r->cursors[r->count++];
}

/* Reads what a map process has sent first (map_process.c). */
static void
read_head (const struct erb_job *job, struct erb_runs *r, int map, int number)
{
  erbium_view *v = erb_job_view (job, job->runs[map * job->reduces + number], false, 1);
  erbium_update_fast (v, 1, 0, job->where);
  const uint64_t *at = erbium_at_fast (v, 0, 1, 0, sizeof *at, job->where);
  erbium_index end = 1 + 2 * (erbium_index) *at;
  if (end > 1)
    erbium_update_fast (v, end, 0, job->where);
  at = erbium_at_fast (v, 0, end, 0, sizeof *at, job->where);
  for (erbium_index n = 1; n < end; n += 2)
    erb_cursor_of_file (add_cursor (job, r), job, job->files[map],
                        (struct erb_extent) { (off_t) at[n], at[n + 1] }, 0);
  erb_cursor_of_view (add_cursor (job, r), job, v, end);
}

/* Divides the memory of the worker among its runs in files. */
static void
share_memory (const struct erb_job *job, struct erb_runs *r)
{
  size_t room = job->share / (2 * sizeof (uint64_t) * r->count);
  for (size_t n = 0; n < r->count; n++)
    if (!r->cursors[n].view)
      r->cursors[n].room = room < 512 ? 512 : room > ERB_CHUNK ? ERB_CHUNK : room;
}

struct erb_runs
erb_runs_begin (const struct erb_job *job, int number)
{
  struct erb_runs r = { 0 };
  for (int map = 0; map < job->maps; map++)
    read_head (job, &r, map, number);
  share_memory (job, &r);
  return r;
}

void
erb_runs_end (struct erb_runs *r)
{
  for (size_t n = 0; n < r->count; n++)
    {
      free (r->cursors[n].buffer);
      if (r->cursors[n].view)
        (erbium_free_view) (r->cursors[n].view, ERBIUM_TERMINATE, r->cursors[n].job->where);
    }
  free (r->cursors);
}

/* ---- The process ------------------------------------------------------------------- */

void
erb_reduce_process (void *argument)
{
  struct erb_job_part p = *(struct erb_job_part *) argument;
  const struct erb_job *job = p.job;
  struct erbium_reducer *r = erb_job_realloc (job, NULL, 1, sizeof *r);
  erb_job_name_process ("reduce", p.number);
  *r = (struct erbium_reducer) { .job = job, .horizon = ERB_HORIZON };
  r->view = erb_job_view (job, job->results[p.number], true, r->horizon);
  struct erb_runs runs = erb_runs_begin (job, p.number);
  erb_merge_begin (&r->merge, job, job->value_words, runs.cursors, runs.count);
  while (erb_merge_top (&r->merge))
    reduce_key (r);
  write_results (r);
  erb_merge_end (&r->merge);
  erb_runs_end (&runs);
  free (r->pair.words);
  free (r->out.words);
  free (r);
}
