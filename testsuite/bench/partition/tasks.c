/* SPDX-License-Identifier: MIT */
/* tasks.c - many tasks of one kind.
 *
 *   --mode thread      a thread of this program
 *          fork        a process, forked, with the memory of this program as far as it is unchanged
 *          process     a process that executes this file
 *          partition   a guest that runs this file; what it unmaps goes back to the system
 *          kept        the same, but it keeps the pages that it unmaps
 *   --work maps        all map 1 MiB, write it, and unmap it, --items times in all: figure 4 of
 *                      PVAS (MES'13)
 *          start       one task after the other starts and ends, on the given CPUs
 *          memory      each writes some memory of its own; `kilobytes' is what each one has added
 *                      to the memory of the machine, with page tables
 *   --workers          tasks at a time
 */
#define _GNU_SOURCE
#include "../common.h"

#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <erbium/partition.h>

enum { MIB = 1 << 20, VARIABLES = 256 << 10, MOST = 64 };

static const char modes[] = "thread fork process partition kept";
enum mode { THREAD, FORK, PROCESS, PARTITION, KEPT };

static const char works[] = "maps start memory";
enum work { MAPS, START, MEMORY };

/* In memory that all kinds of tasks share. */
struct shared
{
  int begun, go, ended, leave;
  double start[MOST], end[MOST];
};

struct task { int number, id; pid_t process; pthread_t thread; };

static struct bench_options options;
static enum mode mode;
static enum work work;
static struct shared *shared;
static int shared_file;
static char variables[VARIABLES];
static char number_text[32], file_text[32];

/* ---- A task ----------------------------------------------------------------- */

static void
map_often (void)
{
  for (long n = options.items / options.workers; n > 0; n--)
    {
      void *at = mmap (NULL, MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (at == MAP_FAILED)
        bench_die (&options, "no memory");
      memset (at, 1, MIB);
      munmap (at, MIB);
    }
}

static void
use_memory (void)
{
  if (mode != THREAD) /* threads have no variables of their own */
    memset (variables, 1, VARIABLES);
  char *block = malloc (MIB);
  if (!block)
    bench_die (&options, "no memory");
  memset (block, 1, MIB);
  __asm__ volatile ("" : : "r" (block) : "memory");
}

static void
run_task (int number)
{
  if (work == START)
    return;
  bench_pin (&options, options.cpus[number % options.cpu_count]);
  __atomic_add_fetch (&shared->begun, 1, __ATOMIC_ACQ_REL);
  while (!__atomic_load_n (&shared->go, __ATOMIC_ACQUIRE))
    sched_yield ();
  shared->start[number] = bench_now ();
  (work == MAPS ? map_often : use_memory) ();
  shared->end[number] = bench_now ();
  __atomic_add_fetch (&shared->ended, 1, __ATOMIC_ACQ_REL);
  while (!__atomic_load_n (&shared->leave, __ATOMIC_ACQUIRE))
    usleep (1000);
}

static void *
thread_main (void *task)
{
  run_task (((const struct task *) task)->number);
  return NULL;
}

/* ---- Starts ------------------------------------------------------------------- */

static void
start_process (struct task *t, char **argv)
{
  char *environment[] = { number_text, file_text, NULL };
  snprintf (number_text, sizeof number_text, "BENCH_TASK=%d", t->number);
  snprintf (file_text, sizeof file_text, "BENCH_SHARED=%d", shared_file);
  if (mode == PROCESS)
    {
      if (posix_spawn (&t->process, "/proc/self/exe", NULL, NULL, argv, environment) != 0)
        bench_die (&options, "cannot start a process");
      return;
    }
  struct erbium_partition_options how = { { -1, -1, -1 }, false, NULL, 0, false };
  how.kept = mode == PARTITION ? ERBIUM_PARTITION_KEEP_NONE : 0;
  t->id = erbium_partition_spawn ("/proc/self/exe", argv, environment, &how);
  if (t->id < 0)
    bench_die (&options, "%s", erbium_partition_refusal ());
}

static void
start (struct task *t, char **argv)
{
  if (mode == THREAD)
    {
      if (pthread_create (&t->thread, NULL, thread_main, t) != 0)
        bench_die (&options, "cannot start a thread");
    }
  else if (mode == FORK)
    {
      t->process = fork ();
      if (t->process == 0)
        {
          prctl (PR_SET_PDEATHSIG, SIGKILL);
          run_task (t->number);
          _exit (0);
        }
    }
  else
    start_process (t, argv);
}

static void
join (const struct task *t)
{
  int status = 0;
  if (mode == THREAD)
    pthread_join (t->thread, NULL);
  else if (mode == FORK || mode == PROCESS)
    waitpid (t->process, &status, 0);
  else
    status = erbium_partition_join (t->id);
  if (status != 0)
    bench_die (&options, "task %d has failed, status %d", t->number, status);
}

/* ---- Memory ------------------------------------------------------------------- */

/* Returns the sum of the lines of a file of a process that begin with the name, in KiB. */
static long
lines_of (pid_t process, const char *file, const char *name)
{
  char path[64], line[256];
  long all = 0, one;
  snprintf (path, sizeof path, "/proc/%d/%s", (int) process, file);
  FILE *from = fopen (path, "r");
  if (!from)
    bench_die (&options, "cannot read %s", path);
  while (fgets (line, sizeof line, from))
    if (strncmp (line, name, strlen (name)) == 0 && sscanf (line + strlen (name), "%ld", &one) == 1)
      all += one;
  fclose (from);
  return all;
}

/* Pages that several processes use count in parts. */
static long
kilobytes_of (pid_t process)
{
  return lines_of (process, "smaps_rollup", "Pss:") + lines_of (process, "status", "VmPTE:");
}

/* ---- The works ------------------------------------------------------------------ */

static void
await (const int *word, int least)
{
  while (__atomic_load_n (word, __ATOMIC_ACQUIRE) < least)
    usleep (100);
}

/* All tasks at once; returns the kilobytes that each has added. */
static double
run_together (char **argv, struct bench_result *r)
{
  static struct task task[MOST];
  int count = (int) options.workers;
  long before = work == MEMORY ? kilobytes_of (getpid ()) : 0, after = before;
  for (int n = 0; n < count; n++)
    {
      task[n].number = n;
      start (&task[n], argv);
    }
  await (&shared->begun, count);
  __atomic_store_n (&shared->go, 1, __ATOMIC_RELEASE);
  await (&shared->ended, count);
  if (work == MEMORY)
    {
      after = kilobytes_of (getpid ());
      for (int n = 0; n < count; n++)
        if (task[n].process)
          after += kilobytes_of (task[n].process);
    }
  __atomic_store_n (&shared->leave, 1, __ATOMIC_RELEASE);
  double first = shared->start[0], last = shared->end[0];
  for (int n = 0; n < count; n++)
    {
      join (&task[n]);
      first = shared->start[n] < first ? shared->start[n] : first;
      last = shared->end[n] > last ? shared->end[n] : last;
    }
  r->seconds = last - first;
  return (double) (after - before) / count;
}

static void
run_in_turn (char **argv, struct bench_result *r)
{
  struct task task = { 0 };
  bench_confine (&options);
  for (long n = 0; n < options.items / 4 + 2; n++) /* the first one is linked */
    {
      start (&task, argv);
      join (&task);
    }
  double began = bench_now ();
  for (long n = 0; n < options.items; n++)
    {
      start (&task, argv);
      join (&task);
    }
  r->seconds = bench_now () - began;
}

static void
print (const struct bench_result *r, double kilobytes)
{
  printf ("{\"peer\":\"%s\",\"items\":%ld,\"seconds\":%.9f,\"sum\":%u,\"kilobytes\":%.1f",
          options.peer, options.items, r->seconds, (unsigned) r->sum, kilobytes);
  bench_print_ping ("ping_before_ns", r->ping_before);
  bench_print_ping ("ping_after_ns", r->ping_after);
  puts ("}");
}

static void
make_shared (void)
{
  shared_file = memfd_create ("bench", 0);
  if (shared_file < 0 || ftruncate (shared_file, sizeof *shared) != 0)
    bench_die (&options, "no memory");
  shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, shared_file, 0);
}

/* Returns whether this is a task that runs this file. */
static int
is_task (void)
{
  const char *number = getenv ("BENCH_TASK"), *file = getenv ("BENCH_SHARED");
  if (!number || !file)
    return 0;
  shared = mode == PROCESS ? mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED,
                                   atoi (file), 0)
                           : erbium_partition_import (0, "shared", NULL);
  run_task (atoi (number));
  return 1;
}

int
main (int argc, char **argv)
{
  struct bench_result r;
  double kilobytes = 0;
  memset (&r, 0, sizeof r);
  options = bench_parse (argc, argv, "mode work workers");
  mode = (enum mode) bench_mode (&options, modes);
  struct bench_options of_work = options;
  of_work.mode = options.work;
  work = (enum work) bench_mode (&of_work, works);
  if (is_task ())
    return 0;
  make_shared ();
  erbium_partition_export ("shared", shared, sizeof *shared);
  r.ping_before = bench_ping (&options);
  if (work == START)
    run_in_turn (argv, &r);
  else
    kilobytes = run_together (argv, &r);
  r.ping_after = bench_ping (&options);
  r.sum = (uint32_t) options.items;
  print (&r, kilobytes);
  return 0;
}
