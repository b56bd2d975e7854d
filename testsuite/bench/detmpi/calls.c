/* SPDX-License-Identifier: MIT */
/* calls.c - MPI calls in --workers ranks: built with DetMPI, MPICH and Open MPI.
 *
 *   --mode pingpong    a message of --message bytes goes there and back, --items times
 *   --mode stream      messages follow each other; each 64 are acknowledged
 *   --mode allreduce   sums of --message bytes of doubles
 *   --mode bcast       rank k mod --workers broadcasts --message bytes
 *   --mode allgather   all ranks get the --message bytes of each
 *   --mode barrier     barriers
 *   --mode mm          products of matrices of 96 x 96, scattered and gathered
 *   --mode stencil     steps on a plate of 512 x 512 points, divided by rows
 *
 * Item k carries the number k, and rank 0 adds up what comes back: 0 + 1 + ... for each mode.  Started
 * as any other program, it has the launcher of its MPI start it again.
 */
#include "../common.h"

#include <errno.h>
#include <mpi.h>
#include <unistd.h>

enum { PART = 64, ORDER = 96, PLATE = 512 };

#ifdef DETMPI
static const char *const launcher[] = { NULL };
#elif defined OPEN_MPI
static const char *const launcher[] = { "mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe",
                                        "--bind-to", "none", "-n", NULL };
#else
static const char *const launcher[] = { "mpiexec.mpich", "-launcher", "fork", "-n", NULL };
#endif
static const char ping_variable[] = "BENCH_PING_NS";

static struct bench_options options;
static int self, ranks;
static uint32_t sum;
static char *out, *in;

__attribute__ ((noreturn))
static void
launch (int argc, char **argv)
{
  enum { WORDS = 16 };
  char **words = (char **) calloc ((size_t) argc + WORDS, sizeof *words), ping[32], number[16];
  int count = 0;
  if (!words)
    bench_die (&options, "no memory");
  snprintf (number, sizeof number, "%ld", options.workers);
  snprintf (ping, sizeof ping, "%.1f", bench_ping (&options));
  for (; launcher[count]; count++)
    words[count] = (char *) launcher[count];
  if (count)
    words[count++] = number;
  else
    setenv ("DETMPI_RANKS", number, 1);
  memcpy (words + count, argv, (size_t) argc * sizeof *words);
  setenv (ping_variable, ping, 1);
  bench_confine (&options);
  execvp (words[0], words);
  fprintf (stderr, "%s: %s: %s\n", options.peer, words[0], strerror (errno));
  exit (77);
}

/* ---- The modes -------------------------------------------------------------- */

static void
pingpong (uint32_t items)
{
  int size = (int) options.message;
  for (uint32_t k = 0; k < items; k++)
    if (self == 0)
      {
        memcpy (out, &k, sizeof k);
        MPI_Send (out, size, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv (in, size, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += *(uint32_t *) in;
      }
    else if (self == 1)
      {
        MPI_Recv (in, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        memcpy (out, in, sizeof k);
        MPI_Send (out, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
      }
}

static void
stream (uint32_t items)
{
  int size = (int) options.message;
  uint32_t total = 0;
  for (uint32_t k = 0; k < items; k++)
    {
      if (self == 0)
        {
          memcpy (out, &k, sizeof k);
          MPI_Send (out, size, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        }
      else if (self == 1)
        {
          MPI_Recv (in, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          total += *(uint32_t *) in;
        }
      if ((k + 1) % PART && k + 1 < items)
        continue;
      if (self == 1)
        MPI_Send (&total, 4, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
      else if (self == 0)
        MPI_Recv (&total, 4, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  sum += total;
}

static void
allreduce (uint32_t items)
{
  int count = (int) (options.message / 8);
  double *a = (double *) out, *b = (double *) in;
  for (uint32_t k = 0; k < items; k++)
    {
      a[0] = k;
      MPI_Allreduce (a, b, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      sum += (uint32_t) (b[0] / ranks);
    }
}

static void
bcast (uint32_t items)
{
  for (uint32_t k = 0; k < items; k++)
    {
      *(uint32_t *) out = self == (int) k % ranks ? k : 0;
      MPI_Bcast (out, (int) options.message, MPI_BYTE, (int) k % ranks, MPI_COMM_WORLD);
      sum += *(uint32_t *) out;
    }
}

static void
allgather (uint32_t items)
{
  int size = (int) options.message;
  char *all = (char *) bench_memory (&options, (size_t) size * (size_t) ranks);
  for (uint32_t k = 0; k < items; k++)
    {
      *(uint32_t *) out = k;
      MPI_Allgather (out, size, MPI_BYTE, all, size, MPI_BYTE, MPI_COMM_WORLD);
      sum += *(uint32_t *) (all + (size_t) size * (size_t) (ranks - 1));
    }
  free (all);
}

static void
barrier (uint32_t items)
{
  for (uint32_t k = 0; k < items; k++)
    {
      MPI_Barrier (MPI_COMM_WORLD);
      sum += k;
    }
}

static void
mm (uint32_t items)
{
  static double a[ORDER * ORDER], b[ORDER * ORDER], c[ORDER * ORDER], rows[ORDER * ORDER];
  int mine = ORDER / ranks * ORDER;
  for (int i = 0; i < ORDER * ORDER; i++)
    a[i] = 1;
  for (uint32_t k = 0; k < items; k++)
    {
      for (int i = 0; self == 0 && i < ORDER * ORDER; i++)
        b[i] = k;
      MPI_Scatter (a, mine, MPI_DOUBLE, rows, mine, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      MPI_Bcast (b, ORDER * ORDER, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      static double part[ORDER * ORDER];
      memset (part, 0, sizeof part);
      for (int i = 0; i < mine / ORDER; i++)
        for (int l = 0; l < ORDER; l++)
          for (int j = 0; j < ORDER; j++)
            part[i * ORDER + j] += rows[i * ORDER + l] * b[l * ORDER + j];
      MPI_Gather (part, mine, MPI_DOUBLE, c, mine, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      sum += (uint32_t) (c[mine * ranks - 1] / ORDER);
    }
}

/* The first point of each edge carries the number of the step. */
static void
stencil (uint32_t items)
{
  int rows = PLATE / ranks, up = (self + ranks - 1) % ranks, down = (self + 1) % ranks;
  static double x[2][(PLATE + 2) * PLATE];
  for (uint32_t k = 0; k < items; k++)
    {
      double *now = x[k % 2], *next = x[!(k % 2)];
      now[PLATE] = now[rows * PLATE] = k;
      MPI_Sendrecv (now + PLATE, PLATE, MPI_DOUBLE, up, 0, now + (rows + 1) * PLATE, PLATE,
                    MPI_DOUBLE, down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Sendrecv (now + rows * PLATE, PLATE, MPI_DOUBLE, down, 1, now, PLATE, MPI_DOUBLE, up, 1,
                    MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (int i = 1; i <= rows; i++)
        for (int j = 1; j < PLATE - 1; j++)
          next[i * PLATE + j] = 0.25 * (now[(i - 1) * PLATE + j] + now[(i + 1) * PLATE + j]
                                        + now[i * PLATE + j - 1] + now[i * PLATE + j + 1]);
      sum += (uint32_t) now[(rows + 1) * PLATE];
    }
}

static void
play (uint32_t items)
{
  static const struct { const char *name; void (*run) (uint32_t); } modes[]
    = { { "pingpong", pingpong }, { "stream", stream }, { "allreduce", allreduce },
        { "bcast", bcast }, { "allgather", allgather }, { "barrier", barrier }, { "mm", mm },
        { "stencil", stencil } };
  for (size_t n = 0; n < sizeof modes / sizeof *modes; n++)
    if (!strcmp (modes[n].name, options.mode))
      {
        modes[n].run (items);
        return;
      }
  bench_die (&options, "--mode: '%s' is none", options.mode);
}

int
main (int argc, char **argv)
{
  struct bench_result r;
  options = bench_parse (argc, argv, "message mode workers");
  if (!getenv (ping_variable))
    launch (argc, argv);
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  if (ranks != options.workers)
    bench_die (&options, "%d ranks, must be %ld", ranks, options.workers);
  bench_pin (&options, options.cpus[self % options.cpu_count]);
  out = (char *) bench_memory (&options, (size_t) options.message);
  in = (char *) bench_memory (&options, (size_t) options.message);
  play ((uint32_t) options.items / 4 + 1);
  sum = 0;
  MPI_Barrier (MPI_COMM_WORLD);
  double start = bench_now ();
  play ((uint32_t) options.items);
  memset (&r, 0, sizeof r);
  r.seconds = bench_now () - start;
  r.sum = sum;
  r.ping_before = atof (getenv (ping_variable));
  r.ping_after = -1;
  if (self == 0)
    bench_print (&options, &r);
  MPI_Finalize ();
  return 0;
}
