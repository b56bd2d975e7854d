/* SPDX-License-Identifier: MIT */
/* main.c - mapreduce WORKLOAD [-m METHOD] [-w N] [-r N] [-l BYTES] IN OUT
 *          mapreduce WORKLOAD -g SIZE OUT
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <erbium/mapreduce.h>

#include "workload.h"

static const struct workload *const workloads[] = {
  &histogram, &kmeans, &linear_regression, &matrix_multiply, &pca, &string_match, &word_count };
enum { WORKLOADS = sizeof workloads / sizeof *workloads, MOST_WORKERS = 256 };

static void __attribute__ ((noreturn))
usage (const char *what)
{
  fprintf (stderr, "mapreduce: %s\n"
           "usage: mapreduce WORKLOAD [-m METHOD] [-w WORKERS] [-r WORKERS] [-l BYTES] IN OUT\n"
           "       mapreduce WORKLOAD -g SIZE OUT\n"
           "  -m  mapreduce, threads or sequential; the output is the same\n"
           "  -w  map workers, or threads: 1 to %d; 0, the default: as many as processors\n"
           "  -r  reduce workers, in the same way\n"
           "  -l  a limit for the memory of pairs: MapReduce writes more of them to files\n"
           "  -g  makes an input of a size in\n", what, MOST_WORKERS);
  for (int n = 0; n < WORKLOADS; n++)
    fprintf (stderr, "        %-18s %s\n", workloads[n]->name, workloads[n]->what);
  exit (1);
}

static void __attribute__ ((noreturn))
fail (const char *file, const char *what)
{
  fprintf (stderr, "mapreduce: %s: error: %s (%s)\n", file, what, strerror (errno));
  exit (1);
}

void
bad_input (const struct run *r, const char *what)
{
  fprintf (stderr, "mapreduce: %s: error: %s\n", r->name, what);
  exit (1);
}

void *
allocate (size_t count, size_t size)
{
  void *memory = calloc (count ? count : 1, size);
  if (!memory)
    {
      fprintf (stderr, "mapreduce: error: no memory for %zu times %zu bytes\n", count, size);
      exit (1);
    }
  return memory;
}

/* ---- Threads ----------------------------------------------------------------------- */

struct thread
{
  pthread_t id;
  void (*work) (void *state, int thread);
  void *state;
  int number;
};

static void *
begin (void *thread)
{
  struct thread *t = thread;
  t->work (t->state, t->number);
  return NULL;
}

int
threads_of (const struct run *r)
{
  long n = r->workers ? r->workers : sysconf (_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : n > MOST_WORKERS ? MOST_WORKERS : (int) n;
}

void
run_threads (const struct run *r, void (*work) (void *state, int thread), void *state)
{
  int count = threads_of (r);
  struct thread t[MOST_WORKERS];
  for (int n = 0; n < count; n++)
    {
      t[n] = (struct thread) { .work = work, .state = state, .number = n };
      if (n && (errno = pthread_create (&t[n].id, NULL, begin, &t[n])))
        fail (r->name, "no thread");
    }
  begin (&t[0]);
  for (int n = 1; n < count; n++)
    pthread_join (t[n].id, NULL);
}

void
set_options (const struct run *r, struct erbium_map_reduce *job)
{
  job->map_workers = r->workers;
  job->reduce_workers = r->reduce_workers;
  job->memory_limit = r->memory_limit;
}

/* ---- Files ------------------------------------------------------------------------- */

static void
map_input (struct run *r)
{
  struct stat s;
  int file = open (r->name, O_RDONLY);
  if (file < 0 || fstat (file, &s))
    fail (r->name, "cannot be opened");
  r->size = (size_t) s.st_size;
  if (!r->size)
    return;
  r->data = mmap (NULL, r->size, PROT_READ, MAP_SHARED, file, 0);
  if (r->data == MAP_FAILED)
    fail (r->name, "cannot be mapped");
  close (file);
}

static FILE *
open_output (const char *name)
{
  FILE *out = strcmp (name, "-") ? fopen (name, "w") : stdout;
  if (!out)
    fail (name, "cannot be opened");
  return out;
}

static void
close_output (FILE *out, const char *name)
{
  bool failed = ferror (out);
  if (fclose (out) || failed)
    fail (name, "cannot be written");
}

/* ---- The command line -------------------------------------------------------------- */

static long
number (char option, const char *text, long least, long most)
{
  char *end;
  long n = strtol (text, &end, 10);
  if (end == text || *end || n < least || n > most)
    {
      fprintf (stderr, "mapreduce: -%c %s: expected a number from %ld to %ld\n", option, text,
               least, most);
      exit (1);
    }
  return n;
}

static const struct workload *
workload_of (const char *name)
{
  for (int n = 0; n < WORKLOADS; n++)
    if (!strcmp (workloads[n]->name, name))
      return workloads[n];
  usage ("expected the name of a workload");
}

int
main (int count, char **argument)
{
  const struct workload *w = workload_of (count > 1 ? argument[1] : "");
  void (*method) (struct run *) = w->mapreduce;
  struct run r = { 0 };
  long size = 0;
  optind = 2;
  for (int c; (c = getopt (count, argument, "m:w:r:l:g:")) != -1;)
    if (c == 'm')
      method = !strcmp (optarg, "mapreduce") ? w->mapreduce : !strcmp (optarg, "threads")
               ? w->threads : !strcmp (optarg, "sequential") ? w->sequential : NULL;
    else if (c == 'w')
      r.workers = (int) number ('w', optarg, 0, MOST_WORKERS);
    else if (c == 'r')
      r.reduce_workers = (int) number ('r', optarg, 0, MOST_WORKERS);
    else if (c == 'l')
      r.memory_limit = (size_t) number ('l', optarg, 0, INT64_MAX);
    else if (c == 'g')
      size = number ('g', optarg, 1, INT32_MAX);
    else
      usage ("unknown option");
  if (!method)
    usage ("unknown method");
  if (count - optind != (size ? 1 : 2))
    usage ("expected the names of the input and the output");
  const char *out = argument[count - 1];
  if (!size)
    {
      r.name = argument[optind];
      map_input (&r);
    }
  r.out = open_output (out);
  if (size)
    w->generate (r.out, size);
  else
    method (&r);
  close_output (r.out, out);
  return 0;
}
