/* SPDX-License-Identifier: MIT */
/* launch.c - from the start of a program to a rank of a job.
 *
 * Before main, the program finds out whether it is to be a rank: ERBIUM_TASK=rank says so, or
 * mpiexec has started it, it is not an MPI program itself, and ERBIUM_TASK says nothing else.  If
 * mpiexec has not started it, it starts an mpiexec that starts ERBIUM_RANKS ranks of it on this
 * machine, and watches over them (warden/).  Otherwise it loads the link to the MPI of its job and
 * begins its engine.  Rank 0 then goes on to main; the others serve until the program has ended.
 *
 * With the shared library, constructors of the library run before those of the program, so the
 * ranks serve in place of main (start_main.c).  Linked statically, the library's constructor is the
 * last one, and serves itself.
 */
#define _GNU_SOURCE
#include "rank/ranks.h"
#include "rank/start_main.h"
#include "warden/warden.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static const char *const known[] = { "mpich", "openmpi" };
enum { KNOWN = sizeof known / sizeof known[0] };

/* Returns the MPI whose mpiexec has started this process, or NULL. */
static const char *
mpi_of_job (void)
{
  if (getenv ("OMPI_COMM_WORLD_SIZE"))
    return "openmpi";
  if (getenv ("PMI_RANK"))
    return "mpich";
  return getenv ("PMIX_RANK") ? "openmpi" : NULL;
}

/* Returns the number of this rank, as far as it is known before MPI begins, or -1. */
static int
rank_of_job (void)
{
  static const char *const names[] = { "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK" };
  const char *rank = NULL;
  for (size_t n = 0; n < sizeof names / sizeof names[0] && !rank; n++)
    rank = getenv (names[n]);
  return rank ? atoi (rank) : -1;
}

static bool
wants_ranks (void)
{
  const char *task = getenv ("ERBIUM_TASK");
  if (task && *task)
    return strcmp (task, "rank") == 0;
  if (!mpi_of_job () || dlsym (RTLD_DEFAULT, "MPI_Init"))
    return false;
  return setenv ("ERBIUM_TASK", "rank", 1) == 0; /* for the settings */
}

ERB_NORETURN ERB_COLD static void
refuse (const char *what, const char *why, const char *hint)
{
  fprintf (stderr, "erbium: error: ERBIUM_TASK=rank: %s%s%s\nerbium: note: %s\n", what,
           why ? ": " : "", why ? why : "", hint);
  erb_warden_tell (ERB_WARDEN_FAULT);
  _Exit (ERBIUM_EXIT_SETTING);
}

/* remote_run.c calls this, so that programs that are linked statically have this file. */
void
erb_no_rank (const struct erb_process *p)
{
  erb_fault (ERBIUM_EXIT_SETTING, ERB_run, p->where,
             "set ERBIUM_TASK=rank in the environment, or start the program with mpiexec",
             "process '%s' cannot run on a rank: the program was not started as one", p->name);
}

/* ---- The link --------------------------------------------------------------------------- */

/* Writes the name of the file of a link, in `folder' of the folder of the library or program that
 * contains this function; if folder is NULL, the system looks for it. */
static void
link_file (char *to, size_t room, const char *folder, const char *name)
{
  Dl_info here;
  const char *slash = dladdr ((const void *) (uintptr_t) erb_images_begin, &here)
                      ? strrchr (here.dli_fname, '/') : NULL;
  int length = slash && folder ? (int) (slash - here.dli_fname) : 0;
  snprintf (to, room, "%.*s%s%sliberbium-rank-%s.so", length, length ? here.dli_fname : "",
            length ? folder : "", length ? "/" : "", name);
}

static void *
open_link (const char *name, const char **why)
{
  static const char *const folders[] = { "", "/erbium", "/../lib/erbium", NULL };
  char file[4096];
  void *link = NULL;
  for (int n = 0; n < 4 && !link; n++)
    {
      link_file (file, sizeof file, folders[n], name);
      bool there = !folders[n] || access (file, R_OK) == 0;
      link = there ? dlopen (file, RTLD_NOW | RTLD_GLOBAL) : NULL;
      if (!link && there)
        *why = dlerror ();
    }
  return link;
}

static const struct erb_link *
load (const char *name)
{
  const char *why = NULL;
  void *handle = open_link (name, &why);
  const struct erb_link *link = handle ? dlsym (handle, "erb_link_table") : NULL;
  if (!link)
    refuse ("cannot load the link to MPI", why,
            "install erbium with this MPI, or set ERBIUM_MPI to mpich or openmpi");
  if (link->version != ERB_LINK_VERSION)
    refuse ("the link to MPI is of another version of Erbium", NULL, "install the same version");
  return link;
}

/* ---- mpiexec ------------------------------------------------------------------------------- */

/* Returns the MPI to start: the setting, or the first one whose mpiexec is there. */
static const char *
mpi_to_start (void)
{
  const char *set = getenv ("ERBIUM_MPI");
  char file[64];
  if (set && *set)
    return set;
  for (int n = 0; n < KNOWN; n++)
    {
      snprintf (file, sizeof file, "/usr/bin/mpiexec.%s", known[n]);
      if (access (file, X_OK) == 0)
        return known[n];
    }
  return known[0];
}

static void
check_settings (const char *mpi, const char *ranks)
{
  char *end;
  long n = ranks ? strtol (ranks, &end, 10) : 2;
  if (ranks && (end == ranks || *end || n < 1 || n > 65536))
    refuse ("ERBIUM_RANKS is not a number from 1 to 65536", NULL, "set it to the number of ranks");
  for (int k = 0; k < KNOWN; k++)
    if (strcmp (mpi, known[k]) == 0)
      return;
  refuse ("ERBIUM_MPI is neither mpich nor openmpi", NULL, "set it to the one that is installed");
}

/* All ranks run on this machine and need no network.  Open MPI 4 looks for networks all the same,
 * which takes 1.3 s, most of it while it ends (the BTL of libfabric), and Open MPI 5 complains of
 * networks without a route.  What the user has chosen stays. */
static void
need_no_network (void)
{
  setenv ("OMPI_MCA_pml", "ob1", 0);
  setenv ("OMPI_MCA_btl", "^ofi,openib,tcp,usnic", 0);
}

/* Runs an mpiexec that starts this program, and ends with its status. */
ERB_NORETURN static void
run_mpiexec (int count, char **arguments)
{
  static char program[4096], launcher[64], ranks[32];
  const char *mpi = mpi_to_start (), *set = getenv ("ERBIUM_RANKS");
  char **words = calloc ((size_t) count + 8, sizeof *words);
  ssize_t length = readlink ("/proc/self/exe", program, sizeof program - 1);
  int n = 0;
  check_settings (mpi, set && *set ? set : NULL);
  if (!words || length < 0)
    refuse ("cannot start mpiexec", strerror (errno), "start it yourself: mpiexec -n 4 PROGRAM");
  snprintf (launcher, sizeof launcher, "mpiexec.%s", mpi);
  snprintf (ranks, sizeof ranks, "%s", set && *set ? set : "2");
  words[n++] = launcher;
  if (strcmp (mpi, "openmpi") == 0)
    {
      words[n++] = (char *) "--oversubscribe";
      need_no_network ();
    }
  words[n++] = (char *) "-n";
  words[n++] = ranks;
  words[n++] = program;
  for (int k = 1; k < count; k++)
    words[n++] = arguments[k];
  erb_warden_run (words, "mpiexec", atoi (ranks));
  refuse ("cannot start mpiexec", strerror (errno),
          "install mpich or openmpi, or set ERBIUM_MPI to the one that is there");
}

/* ---- Start ----------------------------------------------------------------------------------- */

static bool
is_rank (void)
{
  static int known_yet; /* 0: no; 1: it does not belong to a job; 2: it does */
  if (!known_yet)
    known_yet = wants_ranks () ? 2 : 1;
  return known_yet == 2;
}

bool
erb_rank_begin (void)
{
  const char *mpi = mpi_of_job (), *set = getenv ("ERBIUM_MPI");
  if (!is_rank ())
    return true;
  erb_warden_join (rank_of_job ());
  erb_engine_begin (load (set && *set ? set : mpi));
  if (erb_rank == 0)
    return true;
  erb_engine_serve ();
  return false;
}

/* glibc passes the arguments of main to constructors. */
__attribute__ ((constructor)) static void
before_main (int count, char **arguments)
{
  if (!is_rank ())
    return;
  if (!mpi_of_job ())
    run_mpiexec (count, arguments);
  if (!erb_starts_main && !erb_rank_begin ())
    exit (EXIT_SUCCESS);
}
