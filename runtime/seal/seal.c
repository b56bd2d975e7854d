/* SPDX-License-Identifier: MIT */
/* seal.c - ERBIUM_SEAL=1: the start of a sealed program.
 *
 * Before main the program executes itself again, with fixed addresses (personality), an environment
 * of the declared variables, a stack of 8 MiB, no open files but the three standard ones, and
 * default signal actions.  Then, still before main, the sources of nondeterminism are closed, in an
 * order in which each step relies on the earlier ones: clocks, faults, system calls.
 *
 * docs/reference/sealing.md lists what is covered and what is not.
 */
#define _GNU_SOURCE
#include "fault/fault.h"
#include "seal/system_calls.h"

#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *seed = "0";

ERB_NORETURN static void
cannot (const char *what, const char *hint)
{
  fprintf (stderr, "erbium: error: the program cannot be sealed: %s\nerbium: note: %s\n", what,
           hint);
  _exit (ERBIUM_EXIT_SETTING);
}

static const char *
setting (const char *name)
{
  const char *value = getenv (name);
  return value ? value : "";
}

#ifdef __x86_64__

/* ---- Restart ------------------------------------------------------------------- */

static const char again[] = "ERBIUM_SEAL_AGAIN=1";

/* What tells the runtime and DetMPI how to run the program, and the loader where they are. */
static bool
is_ours (const char *entry)
{
  static const char *const begins[] = { "ERBIUM_", "DETMPI_", "LD_LIBRARY_PATH=" };
  for (size_t n = 0; n < sizeof begins / sizeof *begins; n++)
    if (strncmp (entry, begins[n], strlen (begins[n])) == 0)
      return true;
  return false;
}

static bool
is_declared (const char *entry)
{
  const char *list = setting ("ERBIUM_SEAL_ENV");
  size_t name = strcspn (entry, "=");
  if (is_ours (entry))
    return true;
  while (*list)
    {
      size_t n = strcspn (list, ":");
      if (n == name && strncmp (list, entry, n) == 0)
        return true;
      list += n + (list[n] == ':');
    }
  return false;
}

static int
by_text (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Builds the environment of the restarted program.  It disables restartable sequences, through
 * which the kernel reveals the number of the processor. */
static char **
declared_environment (char **old)
{
  int count = 0, n = 0;
  while (old[count])
    count++;
  char **made = calloc ((size_t) count + 3, sizeof *made);
  if (!made)
    cannot ("no memory", "free memory, or raise the limit (ulimit -v)");
  for (int k = 0; k < count; k++)
    if (is_declared (old[k]))
      made[n++] = old[k];
  qsort (made, (size_t) n, sizeof *made, by_text);
  made[n++] = (char *) "GLIBC_TUNABLES=glibc.pthread.rseq=0";
  made[n] = (char *) again;
  return made;
}

/* Sets both limits, so that a user who may raise the hard limit gets the same one. */
static void
limit_files (void)
{
  struct rlimit files = { 0, 0 };
  getrlimit (RLIMIT_NOFILE, &files);
  if (files.rlim_max >= ERB_SEALED_ALL_FILES)
    {
      files.rlim_cur = files.rlim_max = ERB_SEALED_ALL_FILES;
      if (setrlimit (RLIMIT_NOFILE, &files) == 0)
        return;
    }
  cannot ("the limit on open files is below 4096: 1024 for the program, the others for its spaces",
          "raise the limit on open files (ulimit -n 4096)");
}

ERB_NORETURN static void
start_again (char **argv, char **environment)
{
  struct rlimit stack = { 8 << 20, RLIM_INFINITY };
  char **declared = declared_environment (environment);
  getrlimit (RLIMIT_STACK, &stack);
  stack.rlim_cur = 8 << 20;
  if (setrlimit (RLIMIT_STACK, &stack) != 0)
    cannot ("there is no stack of 8 MiB", "raise the limit (ulimit -s)");
  limit_files ();
  if (personality (ADDR_NO_RANDOMIZE) < 0)
    cannot ("addresses cannot be made the same: personality is refused",
            "permit it to call personality (containers: another seccomp profile), or run it "
             "unsealed");
  execve ("/proc/self/exe", argv, declared);
  cannot (strerror (errno), "permit it to read /proc/self/exe, which it needs for its restart");
}

/* ---- Before main --------------------------------------------------------------- */

/* Removes the mark of a restart, so that the program does not see it. */
static bool
was_started_again (char **environment)
{
  for (; *environment; environment++)
    if (strcmp (*environment, again) == 0)
      {
        *environment = NULL; /* the mark is the last variable */
        return true;
      }
  return false;
}

static void
reset_state (void)
{
  sigset_t none;
  for (int n = 1; n <= SIGRTMAX; n++)
    signal (n, SIG_DFL);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  umask (022);
  for (int n = 0; n < 3; n++)
    if (fcntl (n, F_GETFD) < 0 && open ("/dev/null", n ? O_WRONLY : O_RDONLY) != n)
      cannot ("/dev/null cannot be opened", "start it with stdin, stdout and stderr");
  syscall (SYS_close_range, 3, ~0u, 0);
}

/* Clears the sixteen random bytes (AT_RANDOM) of the kernel.  The C library has used them
 * already. */
static void
forget_random_bytes (void)
{
  char *at = (char *) getauxval (AT_RANDOM);
  if (at)
    memset (at, 0, 16);
}

/* Makes the ids in the auxiliary vector (AT_UID and similar), which follows the environment, the
 * same in each run. */
static void
forget_user (char **environment)
{
  while (*environment)
    environment++;
  for (ElfW (auxv_t) *a = (void *) (environment + 1); a->a_type != AT_NULL; a++)
    if (a->a_type == AT_UID || a->a_type == AT_EUID || a->a_type == AT_GID || a->a_type == AT_EGID)
      a->a_un.a_val = 1000;
}

/* Declares the files of the two lists, which must be disjoint. */
static void
declare_files (void)
{
  if (!erb_seal_declare (setting ("ERBIUM_SEAL_READ"), setting ("ERBIUM_SEAL_WRITE")))
    cannot ("a path is in both ERBIUM_SEAL_READ and ERBIUM_SEAL_WRITE",
            "read one file and write another");
}

static void
expect_sealed (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  if (!erb_sealed || t.tv_sec != 0)
    cannot (erb_sealed ? "the clocks of the vDSO cannot be replaced"
                       : "the kernel accepts no filter (seccomp)",
            "use a kernel that allows it, or run it unsealed");
}

/* Refuses a fork of the program itself: the child would share state that spaces do not share. */
static void
refuse_fork (void)
{
  if (!erb_kernel_is_privileged ())
    erb_fault_in (ERBIUM_EXIT_MISUSE, "fork", NULL, "start it with erbium_space_start",
                  "a sealed program has no processes but spaces");
}

static void
enter_seal (void)
{
  reset_state ();
  erb_kernel_name_thread ("%s", program_invocation_short_name); /* the restart has made it "exe" */
  forget_random_bytes ();
  declare_files ();
  if (*setting ("ERBIUM_SEAL_SEED"))
    seed = setting ("ERBIUM_SEAL_SEED");
  pthread_atfork (refuse_fork, NULL, NULL);
  erb_seal_identify_first (seed);
  erb_seal_patch_vdso ();
  erb_seal_watch_faults ();
  erb_seal_stop_tsc ();
  erb_seal_watch_calls ();
  expect_sealed ();
}

__attribute__ ((constructor (101))) static void
seal (int argc, char **argv, char **environment)
{
  const char *asked = setting ("ERBIUM_SEAL");
  if (strcmp (asked, "1") != 0)
    return;
  forget_user (argv + argc + 1); /* computed from argv: environment may have been replaced by now */
  if (was_started_again (environment))
    enter_seal ();
  else
    start_again (argv, environment);
}

#endif

/* ---- Events --------------------------------------------------------------------- */

static void
settings_read (void)
{
  if (strcmp (setting ("ERBIUM_SEAL"), "1") == 0 && !erb_sealed)
    cannot ("ERBIUM_SEAL was set after the start, or the processor is not an x86-64",
            "set it in the environment of the program");
}

/* The flags of process_vm_readv leave no place for the pass (system_calls.h). */
static bool
only_pages (void)
{
  return erb_sealed;
}

#ifdef __x86_64__

static void
space_begins (int64_t space, int64_t parent, int id, int gid, const char *where)
{
  (void) space, (void) parent, (void) gid, (void) where;
  if (!erb_sealed)
    return;
  erb_seal_identify_child (id);
  erb_seal_files_begin ();
  erb_seal_signals_begin ();
  erb_seal_warnings_begin ();
}

static void
clock_shown (int64_t *time)
{
  *time = erb_seal_clock ();
}

#endif

const struct erb_observer erb_seal_observer = {
  .settings_read = settings_read, .only_pages = only_pages,
#ifdef __x86_64__
  .space_begins = space_begins, .clock_shown = clock_shown, .clock_met = erb_seal_clock_catch_up,
#endif
};
