/* SPDX-License-Identifier: MIT */
/* run.c - one run of a whole decoder, from fork to end, file to file.
 *
 *   run --mode djpeg|sequential|tasks|shared|omp|tbb [--burst N] --items PIXELS --cpus 0,1
 *
 * It runs on the CPUs of the list and no others.  The sum is that of the bytes that it has
 * written: a run with another does not count.  The picture, the output and the folder of
 * the decoders stand in the environment: JPEG_IN, JPEG_OUT, JPEG_DECODERS; Erbium's own
 * settings, too.
 */
#include "../common.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *
setting (const struct bench_options *o, const char *name)
{
  const char *value = getenv (name);
  if (!value || !*value)
    bench_die (o, "%s is not set", name);
  return value;
}

/* In the child: becomes the decoder. */
static void
become (const struct bench_options *o, const char *in, const char *out, const char *folder)
{
  char program[4096], burst[32], workers[32];
  const char *how = o->mode;
  snprintf (burst, sizeof burst, "%ld", o->burst);
  snprintf (workers, sizeof workers, "%d", o->cpu_count);
  bench_confine (o);
  setenv ("ERBIUM_WORKERS", workers, 1);
  if (!strcmp (how, "djpeg"))
    execlp ("djpeg", "djpeg", "-dct", "int", "-outfile", out, in, (char *) NULL);
  else if (!strcmp (how, "tasks") || !strcmp (how, "shared"))
    {
      snprintf (program, sizeof program, "%s/jpegdec", folder);
      execl (program, "jpegdec", "-m", how, "-b", burst, "-w", workers, "-o", out, in, (char *) NULL);
    }
  else
    {
      snprintf (program, sizeof program, "%s/jpegdec-%s", folder, how);
      execl (program, program, "-w", workers, "-o", out, in, (char *) NULL);
    }
  perror (how);
  _exit (127);
}

static double
decode (const struct bench_options *o, const char *in, const char *out, const char *folder)
{
  int status;
  unlink (out);
  double start = bench_now ();
  pid_t child = fork ();
  if (child < 0)
    bench_die (o, "cannot fork");
  if (!child)
    become (o, in, out, folder);
  if (waitpid (child, &status, 0) != child || !WIFEXITED (status) || WEXITSTATUS (status))
    bench_die (o, "%s failed with status %d", o->mode, status);
  return bench_now () - start;
}

/* Adler-32 (RFC 1950), which Python has, too. */
static uint32_t
sum_of (const struct bench_options *o, const char *out)
{
  struct stat s;
  int file = open (out, O_RDONLY);
  if (file < 0 || fstat (file, &s) || !s.st_size)
    bench_die (o, "%s is not there", out);
  const uint8_t *p = mmap (NULL, (size_t) s.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (p == MAP_FAILED)
    bench_die (o, "%s cannot be mapped", out);
  uint32_t a = 1, b = 0;
  for (off_t i = 0; i < s.st_size; i++)
    {
      a = (a + p[i]) % 65521;
      b = (b + a) % 65521;
    }
  return b << 16 | a;
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "mode burst");
  static struct bench_result r;
  const char *out = setting (&o, "JPEG_OUT");
  bench_mode (&o, "sequential tasks shared omp tbb djpeg");
  r.ping_before = bench_ping (&o);
  r.seconds = decode (&o, setting (&o, "JPEG_IN"), out, setting (&o, "JPEG_DECODERS"));
  r.ping_after = bench_ping (&o);
  r.sum = sum_of (&o, out);
  bench_print (&o, &r);
  unlink (out);
  return 0;
}
