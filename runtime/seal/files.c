/* SPDX-License-Identifier: MIT */
/* files.c - what a sealed program may open, and what it sees of it.
 *
 * ERBIUM_SEAL_READ and ERBIUM_SEAL_WRITE are lists of paths, with colons between them, as the
 * program names them; one that ends in / stands for all below, without .. on the way.  What
 * is declared to be read does not change, so any space may read it.  What is written, only the
 * first space writes, and nobody reads: so no path is in both.  Of a file one sees type, rights
 * and size: all else (when it was written, who owns it, where it lies) is made the same.
 */
#define _GNU_SOURCE
#include "os.h"
#include "seal.h"
#include "replay/replay.h"

#ifdef __x86_64__

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *to_read = "", *to_write = "";
static bool is_first = true; /* the calling space */

/* ---- What was declared ----------------------------------------------------------- */

/* Whether a path of n bytes has .. in it, and so may lead out of where it begins. */
static bool
climbs (const char *path, size_t n)
{
  for (size_t at = 0; at + 2 <= n; at++)
    if (strncmp (path + at, "..", 2) == 0 && (at == 0 || path[at - 1] == '/')
        && (at + 2 == n || path[at + 2] == '/'))
      return true;
  return false;
}

/* Whether path, of m bytes, is that entry of a list, of n bytes, or below it. */
static bool
covers (const char *entry, size_t n, const char *path, size_t m)
{
  if (n == 0 || n > m || strncmp (entry, path, n) != 0)
    return false;
  return n == m || (entry[n - 1] == '/' && !climbs (path + n, m - n));
}

static const char *
next_entry (const char *entry)
{
  entry += strcspn (entry, ":");
  return entry + (*entry == ':');
}

static bool
is_in (const char *list, const char *path)
{
  for (; *list; list = next_entry (list))
    if (covers (list, strcspn (list, ":"), path, strlen (path)))
      return true;
  return false;
}

bool
erb_seal_declare (const char *read, const char *write)
{
  for (const char *a = read; *a; a = next_entry (a))
    for (const char *b = write; *b; b = next_entry (b))
      {
        size_t n = strcspn (a, ":"), m = strcspn (b, ":");
        if (covers (a, n, b, m) || covers (b, m, a, n))
          return false;
      }
  to_read = read;
  to_write = write;
  return true;
}

/* A path that begins somewhere else than the program does is not looked at. */
static bool
may_open (long folder, const char *path, int flags)
{
  bool reads = (flags & O_ACCMODE) == O_RDONLY && !(flags & (O_CREAT | O_TRUNC));
  if (strcmp (path, "/dev/null") == 0)
    return true;
  if ((int) folder != AT_FDCWD && path[0] != '/')
    return false;
  return reads ? is_in (to_read, path) : is_first && is_in (to_write, path);
}

static long
refuse (const char *path, int flags)
{
  if ((flags & O_ACCMODE) == O_RDONLY && !(flags & (O_CREAT | O_TRUNC)))
    erb_seal_say ("opening", path, ": declare it in ERBIUM_SEAL_READ");
  else
    erb_seal_say ("writing", path, is_first ? ": declare it in ERBIUM_SEAL_WRITE"
                                            : ": send it to the first space, which may write files");
  return -EACCES;
}

/* ---- Opening ------------------------------------------------------------------------ */

static long
open_at (long folder, const char *path, int flags, long mode)
{
  if (!may_open (folder, path, flags))
    return refuse (path, flags);
  return erb_seal_call (SYS_openat, folder, (long) path, flags, mode, 0);
}

long
erb_seal_open (const struct erb_seal_trap *t)
{
  return open_at (AT_FDCWD, (const char *) t->argument[0], (int) t->argument[1], t->argument[2]);
}

long
erb_seal_openat (const struct erb_seal_trap *t)
{
  return open_at (t->argument[0], (const char *) t->argument[1], (int) t->argument[2], t->argument[3]);
}

long
erb_seal_creat (const struct erb_seal_trap *t)
{
  return open_at (AT_FDCWD, (const char *) t->argument[0], O_CREAT | O_WRONLY | O_TRUNC, t->argument[1]);
}

long
erb_seal_unlink (const struct erb_seal_trap *t)
{
  const char *path = (const char *) t->argument[0];
  if (!may_open (AT_FDCWD, path, O_WRONLY) || strcmp (path, "/dev/null") == 0)
    return refuse (path, O_WRONLY);
  return erb_seal_call (SYS_unlink, t->argument[0], 0, 0, 0, 0);
}

/* ---- Looking -------------------------------------------------------------------------- */

/* Of the three that every program has, nothing is seen: a file, a pipe, a terminal are one. */
static void
make_same (struct stat *s, long file)
{
  struct stat same = { .st_mode = S_IFIFO | 0600, .st_nlink = 1, .st_uid = 1000, .st_gid = 1000,
                       .st_blksize = 4096 };
  if (file < 0 || file > 2)
    {
      same.st_mode = s->st_mode;
      same.st_size = s->st_size;
      same.st_rdev = S_ISCHR (s->st_mode) ? s->st_rdev : 0;
    }
  *s = same;
}

static long
stat_at (long folder, const char *path, struct stat *s, long flags, long file)
{
  long result = erb_seal_call (SYS_newfstatat, folder, (long) path, (long) s, flags, 0);
  if (result == 0)
    make_same (s, file);
  return result;
}

static long
stat_path (long folder, const char *path, struct stat *s, long flags)
{
  if (!may_open (folder, path, O_RDONLY) && !may_open (folder, path, O_WRONLY))
    return refuse (path, O_RDONLY);
  return stat_at (folder, path, s, flags, -1);
}

long
erb_seal_stat (const struct erb_seal_trap *t)
{
  return stat_path (AT_FDCWD, (const char *) t->argument[0], (struct stat *) t->argument[1], 0);
}

long
erb_seal_fstat (const struct erb_seal_trap *t)
{
  return stat_at (t->argument[0], "", (struct stat *) t->argument[1], AT_EMPTY_PATH, t->argument[0]);
}

long
erb_seal_statat (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  const char *path = (const char *) a[1];
  if ((a[3] & AT_EMPTY_PATH) && !*path)
    return stat_at (a[0], "", (struct stat *) a[2], AT_EMPTY_PATH, a[0]);
  return stat_path (a[0], path, (struct stat *) a[2], a[3]);
}

static long
access_at (long folder, const char *path, long mode)
{
  if (!may_open (folder, path, mode & W_OK ? O_WRONLY : O_RDONLY))
    return refuse (path, mode & W_OK ? O_WRONLY : O_RDONLY);
  return erb_seal_call (SYS_faccessat, folder, (long) path, mode, 0, 0);
}

long
erb_seal_access (const struct erb_seal_trap *t)
{
  return access_at (AT_FDCWD, (const char *) t->argument[0], t->argument[1]);
}

long
erb_seal_accessat (const struct erb_seal_trap *t)
{
  return access_at (t->argument[0], (const char *) t->argument[1], t->argument[2]);
}

/* Of a descriptor that was there at the beginning. */
long
erb_seal_lseek (const struct erb_seal_trap *t)
{
  (void) t;
  return -ESPIPE;
}

/* To read, or to write: of one that was there at the beginning, as it was opened cannot be seen. */
long
erb_seal_fcntl (const struct erb_seal_trap *t)
{
  long flags = erb_seal_call (SYS_fcntl, t->argument[0], F_GETFL, 0, 0, 0);
  return flags < 0 ? flags : t->argument[0] == STDIN_FILENO ? O_RDONLY : O_WRONLY;
}

/* Nothing is a terminal. */
long
erb_seal_ioctl (const struct erb_seal_trap *t)
{
  (void) t;
  return -ENOTTY;
}

/* ---- A new space ------------------------------------------------------------------------- */

/* An offset that two spaces share would be a way to talk: each gets its own. */
static void
open_again (int file)
{
  char path[32];
  long at = lseek (file, 0, SEEK_CUR);
  snprintf (path, sizeof path, "/proc/self/fd/%d", file);
  int again = (int) erb_seal_call (SYS_openat, AT_FDCWD, (long) path, O_RDONLY, 0, 0);
  if (at < 0 || again < 0)
    {
      close (again);
      close (file);
      return;
    }
  lseek (again, at, SEEK_SET);
  dup2 (again, file);
  close (again);
}

/* What only the first space has is nothing here, but keeps its number: to read or write it is an
 * error (EBADF), and not a word to a file that was opened later. */
void
erb_seal_files_begin (void)
{
  enum { FILES = 1024 };
  int nothing = (int) erb_seal_call (SYS_openat, AT_FDCWD, (long) "/dev/null", O_PATH, 0, 0);
  is_first = false;
  dup2 (nothing, STDIN_FILENO);
  for (int file = 3; file < FILES; file++)
    {
      int flags = fcntl (file, F_GETFL);
      if (flags < 0 || (flags & O_PATH) || erb_is_memory_file (file) || file == erb_replay_file)
        continue;
      if ((flags & O_ACCMODE) == O_RDONLY)
        open_again (file);
      else
        dup2 (nothing, file);
    }
  close (nothing);
}

#endif
