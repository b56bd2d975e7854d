/* SPDX-License-Identifier: MIT */
/* replay.c - ERBIUM_RECORD, ERBIUM_REPLAY; the beginning of the log of a space.
 *
 *   ERBIUM_RECORD=FOLDER   each space writes its log to FOLDER
 *   ERBIUM_REPLAY=FOLDER   set by erbium-replay, with ERBIUM_REPLAY_SPACE=0.2.1: the program runs
 *                          up to the start of this space, then as this space alone
 *
 * The names of folders, and the arguments and environment of the start, are read before main, which
 * may change all of them.  In a replay the output of the ancestors of the space on stdout is
 * dropped; the space itself has the real stdout.
 */
#define _GNU_SOURCE
#include "replay/replay_steps.h"
#include "space/space.h"
#include "pages/pages.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char folder[4096];        /* of the recording, or "" */
static char start_folder[4096];  /* in which the program was started */
static bool replays;
/* The rest of ERBIUM_REPLAY_SPACE after the id of the calling space. */
static const char *path_rest;
static struct { int argc; char **argv, **environment; } start;
static void *bytes;              /* of the replayed log */
static size_t size;
static int real_stdout = -1;       /* for the replayed space, while its ancestors run */

/* ---- Before main ------------------------------------------------------------- */

ERB_NORETURN static void
cannot (const char *what, const char *hint)
{
  fprintf (stderr, "erbium: error: %s %s: %s\nerbium: note: %s\n",
           replays ? "ERBIUM_REPLAY" : "ERBIUM_RECORD", folder, what, hint);
  _exit (ERBIUM_EXIT_SETTING);
}

static void
name_folder (const char *name)
{
  if (erb_kernel_call (SYS_getcwd, (long) start_folder, sizeof start_folder, 0, 0, 0) < 0)
    *start_folder = 0;
  int n = *name == '/' ? snprintf (folder, sizeof folder, "%s", name)
                       : snprintf (folder, sizeof folder, "%.*s/%s", (int) strlen (start_folder),
                                   start_folder, name);
  if (n >= (int) sizeof folder)
    cannot ("the name is too long", "use a shorter one");
}

/* Keeps the arguments and variables of the start; the strings stay where they are. */
static void
keep_start (int argc, char **argv, char **environment)
{
  int count = 0;
  while (environment[count])
    count++;
  start.argc = argc;
  start.argv = argv;
  start.environment = calloc ((size_t) count + 1, sizeof *environment);
  if (start.environment)
    memcpy (start.environment, environment, (size_t) count * sizeof *environment);
}

static void
put_stdout_away (void)
{
  int nothing = (int) erb_kernel_call (SYS_openat, AT_FDCWD, (long) "/dev/null", O_WRONLY, 0, 0);
  real_stdout = erb_own_file (dup (STDOUT_FILENO));
  if (real_stdout < 0)
    return; /* there was no stdout */
  erb_kernel_call (SYS_dup3, nothing, STDOUT_FILENO, 0, 0, 0);
  close (nothing);
}

bool
erb_replay_wanted (void)
{
  const char *record = getenv ("ERBIUM_RECORD"), *replay = getenv ("ERBIUM_REPLAY");
  return (record && *record) || (replay && *replay);
}

/* Runs after the program was sealed (constructor 101), which closes files. */
__attribute__ ((constructor (102))) static void
read_settings (int argc, char **argv, char **environment)
{
  const char *record = getenv ("ERBIUM_RECORD"), *replay = getenv ("ERBIUM_REPLAY"),
             *space = getenv ("ERBIUM_REPLAY_SPACE");
  replays = replay && *replay;
  if (replays || (record && *record))
    name_folder (replays ? replay : record);
  if (!replays && *folder)
    keep_start (argc, argv, environment);
  if (!replays)
    return;
  if (!space || *space != '0')
    cannot ("ERBIUM_REPLAY_SPACE names no space", "let erbium-replay start the program");
  path_rest = space + 1;
  if (*path_rest)
    put_stdout_away ();
}

int
erb_replay_child_on_path (void)
{
  bool process = *path_rest == '.' && path_rest[1] == 'p'; /* write_path, space_table.c */
  return process ? -atoi (path_rest + 2) : *path_rest == '.' ? atoi (path_rest + 1) : 0;
}

/* ---- Recording ------------------------------------------------------------------- */

static void
name_log (int64_t key, char *name, size_t room)
{
  snprintf (name, room, "%s/%d-%lld.log", folder, (int) (key & (ERB_SPACES - 1)),
            (long long) (key / ERB_SPACES));
}

static void
begin_log (int64_t key)
{
  char name[sizeof folder + 48], what[160];
  name_log (key, name, sizeof name);
  if (erb_write_begin (name))
    {
      erb_replay_begin_steps (NULL);
      return;
    }
  if (errno == EEXIST)
    cannot ("there is a recording in it already", "name another folder, or remove this one");
  snprintf (what, sizeof what, "no file can be created there: %s", strerror (errno));
  cannot (what, "name a folder that can be written");
}

static void
put_text (enum erb_log_kind kind, const char *text)
{
  erb_replay_put (kind, (int64_t[4]) { 0 }, text, strlen (text));
}

/* The environment of a sealed program contains the declared variables and one that sealing adds. */
static bool
is_of_sealing (const char *variable)
{
  return erb_sealed && strncmp (variable, "GLIBC_TUNABLES=", 15) == 0;
}

static void
put_program (void)
{
  char file[4096];
  long n = erb_kernel_call (SYS_readlinkat, AT_FDCWD, (long) "/proc/self/exe", (long) file,
                            sizeof file - 1, 0);
  file[n < 0 ? 0 : n] = 0;
  put_text (ERB_LOG_FILE, file);
  put_text (ERB_LOG_FOLDER, start_folder);
  for (int k = 0; k < start.argc; k++)
    put_text (ERB_LOG_ARGUMENT, start.argv[k]);
  for (char **v = start.environment; v && *v; v++)
    if (!is_of_sealing (*v))
      put_text (ERB_LOG_VARIABLE, *v);
}

/* ---- Replaying --------------------------------------------------------------------- */

/* Maps the log; sets bytes and size. */
static void
read_log (const char *name)
{
  char what[160];
  int file = (int) erb_kernel_call (SYS_openat, AT_FDCWD, (long) name, O_RDONLY | O_CLOEXEC, 0, 0);
  long end = file < 0 ? -1 : erb_kernel_call (SYS_lseek, file, 0, SEEK_END, 0, 0);
  erb_kernel_begin_privileged ();
  bytes = end > 0 ? mmap (NULL, (size_t) end, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  erb_kernel_end_privileged ();
  if (bytes == MAP_FAILED)
    {
      snprintf (what, sizeof what, "the log of the space cannot be read: %s", strerror (errno));
      cannot (what, "erbium-replay FOLDER lists the spaces that were recorded");
    }
  close (file);
  size = (size_t) end;
}

static void
open_log (int64_t key)
{
  static char name[sizeof folder + 48];
  struct erb_log log;
  struct erb_log_fault f;
  const struct erb_log_event *e;
  name_log (key, name, sizeof name);
  read_log (name);
  if (!erb_log_begin (&log, name, bytes, size, &f))
    cannot (f.what, f.hint);
  while ((e = erb_log_next (&log, &f)) && e->kind < ERB_LOG_SPACE)
    erb_log_pass (&log, e);
  if (*f.what)
    cannot (f.what, f.hint);
  erb_replay_begin_steps (&log);
}

/* ---- The beginning of a space -------------------------------------------------------- */

/* Records or compares the identity of a space at the beginning of its log. */
static void
log_identity (int64_t key, int64_t parent, int id, int gid, const char *where)
{
  if (!replays)
    {
      erb_replay_put (ERB_LOG_SPACE, (int64_t[4]) { key, parent, id, gid }, where, strlen (where));
      return;
    }
  const struct erb_log_event *e = erb_replay_take (ERB_LOG_SPACE, "it begins");
  if (e->value[2] != id || e->value[3] != gid)
    erb_replay_differs (e, "it is child %d of its parent, gid %d", id, gid);
}

/* Forgets the log in a child of fork: it belongs to the parent, and the child is no space yet. */
static void
forget_log (void)
{
  erb_replay_end_steps ();
  if (!replays)
    erb_write_forget ();
  else if (bytes)
    munmap (bytes, size);
  bytes = NULL;
}

static void
first_space (const char *where)
{
  static bool begun;
  if (begun || !*folder)
    return;
  begun = true;
  pthread_atfork (NULL, NULL, forget_log);
  if (!replays && erb_kernel_call (SYS_mkdirat, AT_FDCWD, (long) folder, 0777, 0, 0) < 0
      && errno != EEXIST)
    cannot (strerror (errno), "name a folder that can be created");
  if (replays)
    open_log (ERB_SPACES);
  else
    begin_log (ERB_SPACES);
  if (!replays)
    put_program ();
  log_identity (ERB_SPACES, 0, 0, -1, where ? where : "main");
}

static void
space_begins (int64_t space, int64_t parent, int id, int gid, const char *where)
{
  if (!*folder)
    return;
  if (!replays)
    begin_log (space);
  else
    {
      path_rest += 1 + strcspn (path_rest + 1, ".");
      open_log (erb_replay_key_on_path ());
    }
  if (replays && !erb_replay_child_on_path () && real_stdout >= 0)
    {
      erb_kernel_call (SYS_dup3, real_stdout, STDOUT_FILENO, 0, 0, 0);
      close (real_stdout);
      real_stdout = -1;
    }
  log_identity (space, parent, id, gid, where);
  erbium_replay_has_begun ();
}

static void
enters_pages (int number, const char *where)
{
  if (*folder && number != 0 && erb_space_self_if_any () == ERB_NO_SPACE)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_spmc_enter", where,
                  "start it with erbium_space_start",
                  "only spaces of erbium/space.h are recorded, and the caller is none");
}

/* ---- The memory of pages ----------------------------------------------------------------- */

static void
pages_made (void)
{
  if (!erb_replay_mode)
    return;
  int64_t here[4] = { (int64_t) (intptr_t) erb_spmc.arena, (int64_t) (intptr_t) erb_spmc.window,
                      (int64_t) erb_spmc.arena_bytes, erb_spmc.spaces };
  erb_replay_step ("erbium_spmc_init", NULL);
  if (erb_replay_mode == ERB_REPLAY_RECORDS)
    {
      erb_replay_put (ERB_LOG_MEMORY, here, NULL, 0);
      return;
    }
  const struct erb_log_event *e = erb_replay_take (ERB_LOG_MEMORY, "it makes memory for pages");
  if (memcmp (e->value, here, sizeof here) != 0)
    erb_replay_differs (e,
                        "pages lie in %lld bytes from %p on, their frames from %p, for %lld spaces "
                        "(ulimit -v?)",
                        (long long) here[2], (void *) erb_spmc.arena, (void *) erb_spmc.window,
                        (long long) here[3]);
}

/* ---- Events ------------------------------------------------------------------------------ */

static void
bad_access (void)
{
  if (erb_replay_replays ())
    erbium_replay_dies ();
}

const struct erb_observer erb_replay_observer = {
  .wanted = erb_replay_wanted, .first_space = first_space, .space_begins = space_begins,
  .enters_pages = enters_pages, .pages_made = pages_made, .bad_access = bad_access,
};
