/* SPDX-License-Identifier: MIT */
/* mpi_script.c - scripts that run a program of MPI: which program becomes the job.
 *
 * The variables of a job reach the first program that detmpiexec runs, and all that it starts.  A
 * program that is linked with MPI becomes the job.  Interpreters load MPI later, so other programs
 * become it too, but for shells and the like: these pass the variables on.  What a shell starts may
 * be anything, so a program that is not linked with MPI becomes the job only if it has taken the
 * place of the shell (exec), that is, if it is the same process.
 */
#define _GNU_SOURCE
#include "mpi/start/mpi_start.h"

#include <libgen.h>
#include <link.h>
#include <unistd.h>

/* The first shell: its process, and its name. */
static const char SCRIPT[] = "DETMPI_SCRIPT";

/* ---- Programs that are linked with MPI ------------------------------------- */

static bool
is_mpi (const char *library)
{
  static const char *const names[] = { "libmpich.so", "libmpich.so.12", "libmpi.so",
                                       "libmpi.so.12", "libmpichfort.so", "libmpichfort.so.12",
                                       "libfmpich.so.12" };
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strcmp (library, names[n]) == 0)
      return true;
  return false;
}

static bool
needs_mpi (const struct link_map *object)
{
  const char *strings = NULL;
  const ElfW(Dyn) *d;
  for (d = object->l_ld; d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_STRTAB)
      strings = (const char *) d->d_un.d_ptr;
  for (d = object->l_ld; d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_NEEDED && strings && is_mpi (strings + d->d_un.d_val))
      return true;
  return false;
}

/* Whether the program, or a library that it has loaded, is linked with MPI. */
static bool
is_linked (void)
{
  for (const struct link_map *object = _r_debug.r_map; object; object = object->l_next)
    if (needs_mpi (object))
      return true;
  return false;
}

/* ---- Programs that run others ---------------------------------------------- */

static bool
runs_others (void)
{
  static const char *const names[]
    = { "ash", "bash", "busybox", "chrt", "csh", "dash", "env", "fish", "ionice", "ksh", "ksh93",
        "mksh", "nice", "nohup", "numactl", "setarch", "setsid", "sh", "stdbuf", "taskset", "tcsh",
        "time", "timeout", "xargs", "yash", "zsh" };
  char path[512];
  ssize_t size = readlink ("/proc/self/exe", path, sizeof path - 1);
  if (size <= 0)
    return false;
  path[size] = '\0';
  const char *name = basename (path);
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strcmp (name, names[n]) == 0)
      return true;
  return false;
}

bool
detmpi_is_job (char **argv)
{
  const char *script = getenv (SCRIPT);
  char text[512];
  if (is_linked () || erb_sealed) /* a sealed shell can run no program */
    return true;
  if (!runs_others ())
    return !script || atol (script) == (long) getpid ();
  if (!script)
    {
      snprintf (text, sizeof text, "%ld %s%s%s", (long) getpid (), argv[0] ? argv[0] : "a shell",
                argv[0] && argv[1] ? " " : "", argv[0] && argv[1] ? argv[1] : "");
      setenv (SCRIPT, text, 1);
    }
  return false;
}

void
detmpi_leave_script (void)
{
  unsetenv (SCRIPT);
}
