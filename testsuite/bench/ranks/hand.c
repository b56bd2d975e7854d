/* SPDX-License-Identifier: MIT */
/* hand.c - the same as records.c with MPI by hand: a stream goes through two buffers on each side,
 * with MPI_Isend and MPI_Irecv, so that a side fills or reads one while the other is on its way.
 * See pass.h.
 *
 * Started as any other program, it has the launcher of its MPI start it again, twice.
 */
#include "pass.h"

#include <errno.h>
#include <mpi.h>
#include <stdbool.h>
#include <unistd.h>

#ifdef OPEN_MPI
static const char rank_variable[] = "OMPI_COMM_WORLD_RANK";
static const char *const launcher[] = { "mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe",
                                        "-n", "2", NULL };
#else
static const char rank_variable[] = "PMI_RANK";
static const char *const launcher[] = { "mpiexec.mpich", "-launcher", "fork", "-n", "2", NULL };
#endif

static struct bench_options options;
static int self;

/* Fills or reads the bursts, in turns in two buffers. */
static uint32_t
pass_bursts (bool sends)
{
  const struct bench_options *o = &options;
  MPI_Request request[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
  uint32_t *buffer[2], sum = 0;
  long bursts = (o->items + o->burst - 1) / o->burst;
  for (int k = 0; k < 2; k++)
    {
      buffer[k] = bench_memory (o, (size_t) o->burst * sizeof (uint32_t));
      if (!sends && k < bursts)
        MPI_Irecv (buffer[k], (int) o->burst, MPI_UINT32_T, 0, 0, MPI_COMM_WORLD, &request[k]);
    }
  for (long n = 0; n < bursts; n++)
    {
      uint32_t *b = buffer[n % 2];
      long at = n * o->burst, count = o->items - at < o->burst ? o->items - at : o->burst;
      MPI_Wait (&request[n % 2], MPI_STATUS_IGNORE);
      if (sends)
        {
          pass_write (b, count, (uint32_t) at);
          MPI_Isend (b, (int) count, MPI_UINT32_T, 1, 0, MPI_COMM_WORLD, &request[n % 2]);
          continue;
        }
      sum += pass_read (b, count);
      if (n + 2 < bursts)
        MPI_Irecv (b, (int) o->burst, MPI_UINT32_T, 0, 0, MPI_COMM_WORLD, &request[n % 2]);
    }
  MPI_Status status[2]; /* GCC warns of MPICH's MPI_STATUSES_IGNORE */
  MPI_Waitall (2, request, status);
  return sum;
}

static uint32_t
pass_stream (void)
{
  uint32_t sum = pass_bursts (self == 0);
  if (self == 1)
    MPI_Send (&sum, 1, MPI_UINT32_T, 0, 1, MPI_COMM_WORLD);
  else
    MPI_Recv (&sum, 1, MPI_UINT32_T, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return sum;
}

static uint32_t
pass_echo (void)
{
  uint32_t sum = 0;
  for (long i = 0; i < options.items; i++)
    {
      uint64_t word = (uint64_t) i;
      if (self == 0)
        MPI_Send (&word, 1, MPI_UINT64_T, 1, 0, MPI_COMM_WORLD);
      MPI_Recv (&word, 1, MPI_UINT64_T, !self, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (self == 1)
        MPI_Send (&word, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD);
      sum += (uint32_t) word;
    }
  return sum;
}

__attribute__ ((noreturn)) static void
launch (int argc, char **argv)
{
  enum { WORDS = sizeof launcher / sizeof *launcher - 1 };
  char **words = calloc ((size_t) argc + WORDS + 1, sizeof *words);
  if (!words)
    bench_die (&options, "no memory");
  memcpy (words, launcher, WORDS * sizeof *words);
  memcpy (words + WORDS, argv, (size_t) argc * sizeof *words);
  execvp (words[0], words);
  fprintf (stderr, "%s: %s: %s\n", options.peer, words[0], strerror (errno));
  exit (77);
}

int
main (int argc, char **argv)
{
  struct bench_result r;
  options = bench_parse (argc, argv, "burst window echo");
  if (!getenv (rank_variable))
    launch (argc, argv);
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  memset (&r, 0, sizeof r);
  r.ping_before = self == 0 ? bench_ping (&options) : -1;
  MPI_Barrier (MPI_COMM_WORLD);
  double start = bench_now ();
  r.sum = options.echo ? pass_echo () : pass_stream ();
  r.seconds = bench_now () - start;
  MPI_Barrier (MPI_COMM_WORLD);
  if (self == 0)
    {
      r.ping_after = bench_ping (&options);
      bench_print (&options, &r);
    }
  MPI_Finalize ();
}
