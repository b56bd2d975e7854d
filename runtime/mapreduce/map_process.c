/* SPDX-License-Identifier: MIT */
/* map_process.c - a map process: emitted pairs become runs, one for each reduce process.
 *
 * Pairs are collected in a table if the job combines, or in a log.  When they need all memory that
 * the process may use, they are sorted and written to its file.  At the end the process sends each
 * reduce process the places of its runs in the file, and then the run that is still in memory.  The
 * window of that record holds all of it, so no reduce process can hold up another.
 */
#include "mapreduce/mapreduce.h"

struct erbium_mapper
{
  const struct erb_job *job;
  bool mapping;            /* within map */
  struct erb_table table;  /* of a job that combines */
  struct erb_log log;      /* of another one; or pairs from the table */
  struct erb_spills spills;
};

/* The pairs of a log, sorted, part by part. */
struct sorted
{
  struct erb_item *items;
  size_t *begin;           /* [reduces + 1] */
  size_t *words;           /* [reduces] */
};

void
erb_log_grow (const struct erb_job *job, struct erb_log *log, size_t words)
{
  log->room = log->room / 2 * 3 + words + 64;
  log->words = erb_job_realloc (job, log->words, log->room, sizeof *log->words);
}

/* ---- Sorting ----------------------------------------------------------------------- */

static unsigned
part_of (const struct erb_job *job, const uint64_t *pair)
{
  unsigned parts = (unsigned) job->reduces, part;
  if (!job->a.partition)
    return (unsigned) (((erb_hash_pair (pair) >> 32) * parts) >> 32);
  part = job->a.partition (pair + 1, pair[0], parts);
  if (part >= parts)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_map_reduce", job->where, NULL,
                  "partition returned %u, expected a number below %u", part, parts);
  return part;
}

static struct sorted
sort (const struct erb_job *job, const struct erb_log *log)
{
  size_t parts = (size_t) job->reduces, next[parts];
  struct sorted s = { erb_job_realloc (job, NULL, 2 * log->pairs + 1, sizeof *s.items),
                      erb_job_realloc (job, NULL, parts + 1, sizeof *s.begin),
                      erb_job_realloc (job, NULL, parts, sizeof *s.words) };
  struct erb_item *spare = s.items + log->pairs;
  const uint64_t *pair = log->words;
  memset (s.begin, 0, (parts + 1) * sizeof *s.begin);
  memset (s.words, 0, parts * sizeof *s.words);
  for (size_t n = 0; n < log->pairs; n++)
    {
      unsigned part = part_of (job, pair);
      size_t words = erb_pair_words (pair, job->value_words);
      spare[n] = (struct erb_item) { part, pair };
      s.begin[part + 1]++;
      s.words[part] += words;
      pair += words;
    }
  for (size_t part = 0; part < parts; part++)
    s.begin[part + 1] += next[part] = s.begin[part];
  for (size_t n = 0; n < log->pairs; n++)
    s.items[next[spare[n].prefix]++] = (struct erb_item) {
      erb_key_prefix (spare[n].pair[1]), spare[n].pair };
  for (size_t part = 0; part < parts; part++)
    erb_sort_pairs (job, s.items + s.begin[part], spare, s.begin[part + 1] - s.begin[part]);
  return s;
}

static void
free_sorted (struct sorted *s)
{
  free (s->items);
  free (s->begin);
  free (s->words);
}

/* ---- Runs -------------------------------------------------------------------------- */

static void
spill (struct erbium_mapper *m)
{
  const struct erb_job *job = m->job;
  m->mapping = false; /* not for functions that are called meanwhile */
  if (job->a.combine)
    {
      erb_table_append (&m->table, &m->log);
      erb_table_clear (&m->table);
    }
  struct sorted s = sort (job, &m->log);
  erb_spill_begin (&m->spills);
  for (int part = 0; part < job->reduces; part++)
    {
      erb_spill_begin_part (&m->spills, part);
      for (size_t n = s.begin[part]; n < s.begin[part + 1]; n++)
        erb_spill_put (&m->spills, part, s.items[n].pair,
                       erb_pair_words (s.items[n].pair, job->value_words));
      erb_spill_end_part (&m->spills);
    }
  free_sorted (&s);
  free (m->log.words);
  m->log = (struct erb_log) { 0 };
  erb_spill_end (&m->spills);
  m->mapping = true;
}

/* The record: the number of runs in the file; the place and the length of each; pairs. */
static void
send (struct erbium_mapper *m, erbium_record *to, int part, const struct sorted *s)
{
  const struct erb_job *job = m->job;
  size_t words = 1 + 2 * m->spills.count + s->words[part];
  if (words > ERB_LARGEST_RUN / sizeof (uint64_t))
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_map_reduce", job->where,
                  "set memory_limit, so that pairs are written to files; or raise map_workers",
                  "the pairs of a map process for one reduce process need %zu bytes, "
                  "expected at most 1 GiB", words * sizeof (uint64_t));
  erbium_view *v = erb_job_view (job, to, true, words);
  erbium_stall_fast (v, (erbium_index) words, 0, job->where);
  uint64_t *at = erbium_at_fast (v, 0, (erbium_index) words, 0, sizeof *at, job->where);
  *at++ = m->spills.count;
  for (size_t n = 0; n < m->spills.count; n++)
    {
      *at++ = (uint64_t) m->spills.spill[n].part[part].at;
      *at++ = m->spills.spill[n].part[part].words;
    }
  for (size_t n = s->begin[part]; n < s->begin[part + 1]; n++)
    {
      size_t length = erb_pair_words (s->items[n].pair, job->value_words);
      memcpy (at, s->items[n].pair, length * sizeof *at);
      at += length;
    }
  erbium_commit_fast (v, (erbium_index) words, 0, job->where);
  (erbium_free_view) (v, ERBIUM_TERMINATE, job->where);
}

/* ---- The process ------------------------------------------------------------------- */

static void ERB_NORETURN ERB_COLD
refuse (const struct erbium_mapper *m, const void *key, size_t key_size, const char *where)
{
  const char *what = !m->mapping ? "is called outside of the function map that got this mapper"
                     : key_size > ERBIUM_LONGEST_KEY ? "expects a key of at most 16 MiB"
                     : !key ? "expects the address of a key"
                     : "expects the address of a value, as value_size is not 0";
  erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_emit_intermediate", where, NULL, "%s", what);
}

void
(erbium_emit_intermediate) (struct erbium_mapper *m, const void *key, const void *value,
                            size_t key_size, const char *where)
{
  const struct erb_job *job = m->job;
  if (ERBIUM_UNLIKELY (!m->mapping || key_size > ERBIUM_LONGEST_KEY || (!key && key_size)
                       || (!value && job->value_words)))
    refuse (m, key, key_size, where);
  if (job->a.combine)
    {
      erb_table_add (&m->table, key, key_size, value);
      if (ERBIUM_UNLIKELY (m->table.full))
        spill (m);
      return;
    }
  uint64_t *to = erb_log_key (job, &m->log, key, key_size, job->value_words);
  erb_put_bytes (to, job->value_words, value, job->a.value_size);
  if (m->log.used * 12 + m->log.pairs * 2 * sizeof (struct erb_item) > job->share)
    spill (m);
}

void
(erbium_add_int64) (void *sum, const void *value)
{
  int64_t a, b;
  memcpy (&a, sum, sizeof a);
  memcpy (&b, value, sizeof b);
  a = (int64_t) ((uint64_t) a + (uint64_t) b);
  memcpy (sum, &a, sizeof a);
}

void
erb_map_process (void *argument)
{
  struct erb_job_part p = *(struct erb_job_part *) argument;
  const struct erb_job *job = p.job;
  struct erbium_mapper *m = erb_job_realloc (job, NULL, 1, sizeof *m);
  size_t from = job->task_count * (size_t) p.number / (size_t) job->maps;
  size_t end = job->task_count * (size_t) (p.number + 1) / (size_t) job->maps;
  erb_job_name_process ("map", p.number);
  *m = (struct erbium_mapper) { .job = job, .mapping = true };
  m->spills = (struct erb_spills) { .job = job, .file = job->files ? job->files[p.number] : -1 };
  if (job->a.combine)
    erb_table_begin (&m->table, job);
  for (size_t n = from; n < end; n++)
    job->a.map (m, &job->tasks[n], job->a.context);
  m->mapping = false;
  if (job->a.combine)
    {
      erb_table_append (&m->table, &m->log);
      erb_table_end (&m->table);
    }
  struct sorted s = sort (job, &m->log);
  for (int part = 0; part < job->reduces; part++)
    send (m, job->runs[p.number * job->reduces + part], part, &s);
  free_sorted (&s);
  erb_spills_free (&m->spills);
  free (m->log.words);
  free (m);
}
