/* SPDX-License-Identifier: MIT */
/* mpi.c - MPI_Send and MPI_Recv between two ranks; built with MPICH and with Open MPI.
 *
 * Started as any other program, it has the implementation's launcher start it again, twice.
 */
#include "between.h"

#include <errno.h>
#include <mpi.h>

/* How two ranks are started here; and what makes them
 * yield to each other on one core. */
#ifdef OPEN_MPI
static const char rank_variable[] = "OMPI_COMM_WORLD_RANK";
static const char *const launcher[] = { "mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe",
                                        "--bind-to", "none", "-n", "2", NULL };
#define YIELD_VARIABLE "OMPI_MCA_mpi_yield_when_idle"
#else
static const char rank_variable[] = "PMI_RANK";
static const char *const launcher[] = { "mpiexec.mpich", "-launcher", "fork", "-n", "2", NULL };
#define YIELD_VARIABLE "MPIR_CVAR_POLLS_BEFORE_YIELD"
#endif
static const char ping_variable[] = "BENCH_PING_NS";

static struct bench_options options;
static int self;

static void
put (const void *from, size_t size)
{
  MPI_Send (from, (int) size, MPI_BYTE, !self, 0, MPI_COMM_WORLD);
}

static const void *
get (void *to, size_t size)
{
  MPI_Recv (to, (int) size, MPI_BYTE, !self, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return to;
}

__attribute__ ((noreturn))
static void
launch (int argc, char **argv)
{
  enum { WORDS = sizeof launcher / sizeof *launcher - 1 };
  char **words = (char **) calloc ((size_t) argc + WORDS + 1, sizeof *words), ping[32];
  if (!words)
    bench_die (&options, "no memory");
  memcpy (words, launcher, WORDS * sizeof *words);
  memcpy (words + WORDS, argv, (size_t) argc * sizeof *words);
  snprintf (ping, sizeof ping, "%.1f", bench_ping (&options));
  setenv (ping_variable, ping, 1);
  if (options.cpu_count == 1)
    setenv (YIELD_VARIABLE, "1", 1);
  bench_confine (&options);
  execvp (words[0], words);
  fprintf (stderr, "%s: %s: %s\n", options.peer, words[0], strerror (errno));
  exit (77);
}

static void
near_side (const struct between_way *way)
{
  struct bench_result r;
  const char *ping = getenv (ping_variable);
  memset (&r, 0, sizeof r);
  r.ping_before = ping ? atof (ping) : -1;
  r.ping_after = -1;
  between_near (&options, way, &r);
  bench_print (&options, &r);
}

int
main (int argc, char **argv)
{
  static const struct between_way way = { put, get };
  int ranks;
  options = bench_parse (argc, argv, "message window echo fresh");
  if (!getenv (rank_variable))
    launch (argc, argv);
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  if (ranks != 2)
    bench_die (&options, "%d ranks, must be 2", ranks);
  if (self)
    between_far (&options, &way);
  else
    near_side (&way);
  MPI_Finalize ();
  return 0;
}
