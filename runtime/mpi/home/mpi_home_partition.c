/* SPDX-License-Identifier: MIT */
/* mpi_home_partition.c - ranks as partitions: threads of the process that watches the job.
 *
 * A rank is a guest: a fresh image of the program, with copies of all its libraries but for those
 * that a process has once, such as the C library.  One of the copies is this library, so each rank
 * has DetMPI's variables for itself, as a process has.  Before main, the function of the copy that
 * stands for `begin' below learns from its argument which rank it is.
 */
#define _GNU_SOURCE
#include "mpi/home/mpi_home.h"
#include "mpi/wire/mpi_wire.h"
#include "partition/partition.h"
#include "erbium/partition.h"

#include <fcntl.h>
#include <unistd.h>

/* What a copy of this library gets to know. */
struct given { struct detmpi_job *job; int rank; };

static struct detmpi_program program;
static struct given given[DETMPI_MOST_RANKS];
static int guest[DETMPI_MOST_RANKS]; /* the id of the partition of a rank; 0: it was joined */
static int nothing;                  /* /dev/null */
static char path[4096];              /* of the program */

/* ---- A rank, in the copy of this library ------------------------------------------ */

static void
begin (void *argument)
{
  const struct given *mine = argument;
  detmpi_job = mine->job;
  detmpi_find_wires ();
  detmpi_rank_begins (mine->rank);
}

/* ---- The watcher ---------------------------------------------------------------- */

static void
ended (void *unused)
{
  (void) unused;
  erbium_store_release (&detmpi_job->news, erbium_load_relaxed (&detmpi_job->news) + 1);
  erb_space_wake (&detmpi_job->news);
}

ERB_NORETURN static void
refuse (const char *why)
{
  erb_fault_in (ERBIUM_EXIT_SETTING, NULL, NULL, "set DETMPI_HOME to 'space'",
                "the ranks cannot be partitions: %s", why);
}

static void
partition_open (const struct detmpi_program *of_job)
{
  ssize_t size = readlink ("/proc/self/exe", path, sizeof path - 1);
  program = *of_job;
  if (erb_sealed)
    refuse ("a sealed program has no threads");
  if (size <= 0)
    refuse (strerror (errno));
  nothing = open ("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0 || (nothing = erb_own_file (nothing)) < 0)
    refuse (strerror (errno));
  detmpi_job->code_at = erb_partition_code_at;
}

/* Returns the environment with the number of the rank in it. */
static char **
environment_of (int rank, char *variable, size_t bytes)
{
  size_t count = 0;
  while (environ[count])
    count++;
  char **all = detmpi_alloc ((count + 2) * sizeof *all);
  memcpy (all, environ, count * sizeof *all);
  snprintf (variable, bytes, "DETMPI_RANK=%d", rank);
  all[count] = variable;
  all[count + 1] = NULL;
  return all;
}

static void
partition_start (int rank, int output)
{
  static const char *const all[] = { "*", "libmpich", NULL };
  char variable[32], **environment = environment_of (rank, variable, sizeof variable);
  struct erbium_partition_options options = { .own_files = true, .libraries = all };
  for (int n = 0; n < 3; n++) /* a job may have been started without them */
    options.files[n] = fcntl (n, F_GETFD) < 0 ? nothing : -1;
  if (rank)
    options.files[0] = nothing;
  if (output)
    options.files[1] = output;
  given[rank] = (struct given){ detmpi_job, rank };
  struct erb_partition_hooks hooks = { begin, ended, &given[rank] };
  guest[rank] = erb_partition_spawn (path, program.argv, environment, &options, &hooks);
  free (environment);
  if (guest[rank] < 0)
    refuse (erbium_partition_refusal ());
}

static int
that_has_ended (const int *ranks, int count)
{
  for (int n = 0; n < count; n++)
    if (erb_partition_has_ended (guest[ranks[n]]))
      return ranks[n];
  return DETMPI_NEWS;
}

static int
partition_wait (const int *ranks, int count, int32_t news, int64_t ns)
{
  int rank = that_has_ended (ranks, count);
  if (rank >= 0)
    return rank;
  erb_os->sleep_shared (&detmpi_job->news, news, ns);
  rank = that_has_ended (ranks, count);
  bool late = rank < 0 && erbium_load_acquire (&detmpi_job->news) == news;
  return late ? DETMPI_LATE : rank;
}

static int
partition_collect (int rank)
{
  int status = erbium_partition_join (guest[rank]);
  guest[rank] = 0;
  return status;
}

/* One that cannot be ended goes away with the process. */
static void
partition_end (int rank)
{
  if (guest[rank] > 0 && erbium_partition_kill (guest[rank]))
    partition_collect (rank);
}

const struct detmpi_home detmpi_home_partition
  = { partition_open, partition_start, partition_wait, partition_collect, partition_end };
