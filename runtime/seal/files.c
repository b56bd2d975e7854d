/* SPDX-License-Identifier: MIT */
/* files.c - the files that a sealed program may open, and the metadata that it sees.
 *
 * ERBIUM_SEAL_READ and ERBIUM_SEAL_WRITE are lists of paths, as the program names them, separated
 * by colons.  A path that ends in / stands for everything below it, without "..".  Files to read do
 * not change, so any space may read them.  Files to write belong to the first space alone, so no
 * path is in both lists.  The contents that an earlier run has left are hidden: for the program
 * such a file does not exist until the program creates it, and is empty then.  All files are
 * regular: a pipe or a device delivers its data once, and which space receives them would depend on
 * the schedule.
 *
 * The program sees the type, the permissions and the size of a file, and of a file to write only
 * the size.  All other metadata (times, owner, location) are the same in each run.
 */
#define _GNU_SOURCE
#include "seal/system_calls.h"

#ifdef __x86_64__

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *to_read = "", *to_write = "";
static bool is_first = true; /* the calling space is the first one */

/* ---- What was declared ----------------------------------------------------------- */

/* Whether a path of n bytes contains "..", and so may leave the folder in which it begins. */
static bool
climbs (const char *path, size_t n)
{
  for (size_t at = 0; at + 2 <= n; at++)
    if (strncmp (path + at, "..", 2) == 0 && (at == 0 || path[at - 1] == '/')
        && (at + 2 == n || path[at + 2] == '/'))
      return true;
  return false;
}

/* Whether path, of m bytes, is the entry of n bytes, or lies below it. */
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

static bool
is_nothing (const char *path)
{
  return strcmp (path, "/dev/null") == 0;
}

/* Whether a path starts at the working folder of the program or at the root.  Others are
 * refused. */
static bool
is_from_start (long folder, const char *path)
{
  return (int) folder == AT_FDCWD || path[0] == '/';
}

static bool
may_read (long folder, const char *path)
{
  return is_nothing (path) || (is_from_start (folder, path) && is_in (to_read, path));
}

static bool
may_write (long folder, const char *path)
{
  return is_first && is_from_start (folder, path) && is_in (to_write, path);
}

static long
refuse_reading (const char *path)
{
  erb_seal_warn ("opening", path, ": declare it in ERBIUM_SEAL_READ");
  return -EACCES;
}

static long
refuse_writing (const char *path)
{
  erb_seal_warn ("writing", path, is_first ? ": declare it in ERBIUM_SEAL_WRITE"
                                          : ": send it to the first space, which may write files");
  return -EACCES;
}

/* ---- Files that this run has made ---------------------------------------------------- */

static struct made { dev_t device; ino_t file; } *made; /* by the first space */
static size_t made_count, made_bytes;

static struct made *
find_made (const struct stat *s)
{
  for (size_t n = 0; n < made_count; n++)
    if (made[n].device == s->st_dev && made[n].file == s->st_ino)
      return &made[n];
  return NULL;
}

static bool
note_made (const struct stat *s)
{
  enum { LEAST = 64 << 10 };
  if ((made_count + 1) * sizeof *made > made_bytes)
    {
      void *more = made ? mremap (made, made_bytes, 2 * made_bytes, MREMAP_MAYMOVE)
                        : mmap (NULL, LEAST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                                -1, 0);
      if (more == MAP_FAILED)
        return false;
      made_bytes = made ? 2 * made_bytes : LEAST;
      made = more;
    }
  made[made_count++] = (struct made) { s->st_dev, s->st_ino };
  return true;
}

static bool
stat_raw (long folder, const char *path, struct stat *s, long flags)
{
  return erb_kernel_pass (SYS_newfstatat, folder, (long) path, (long) s, flags, 0) == 0;
}

/* ---- Opening ------------------------------------------------------------------------ */

/* Warns if a path is neither a regular file nor a folder: opening it could wait for another
 * program, or act on a device. */
static bool
is_no_file (const char *path, const struct stat *s, const char *advice)
{
  if (S_ISREG (s->st_mode) || S_ISDIR (s->st_mode))
    return false;
  erb_seal_warn ("opening", path, advice);
  return true;
}

/* Drops the flags whose effect depends on the owner or the file system. */
static long
open_to_read (long folder, const char *path, int flags)
{
  struct stat s;
  if (!is_nothing (path) && stat_raw (folder, path, &s, 0)
      && is_no_file (path, &s, ": it is no regular file: let the program read it as stdin"))
    return -EACCES;
  flags &= ~(O_NOATIME | O_DIRECT | O_ASYNC);
  return erb_seal_add_descriptor (erb_kernel_pass (SYS_openat, folder, (long) path, flags, 0, 0),
                                  ERB_SEAL_PLAIN);
}

static long
make_file (long folder, const char *path, int flags, long mode)
{
  struct stat s;
  long file = erb_kernel_pass (SYS_openat, folder, (long) path, flags, mode, 0);
  if (file < 0)
    return file;
  if (stat_raw (file, "", &s, AT_EMPTY_PATH) && note_made (&s))
    return file;
  close ((int) file);
  return -ENOMEM;
}

static long
open_to_write (long folder, const char *path, int flags, long mode)
{
  const int kept = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NONBLOCK;
  struct stat s;
  bool is_there = stat_raw (folder, path, &s, 0), is_made = is_there && find_made (&s);
  long file;
  if (is_there && is_no_file (path, &s, ": it is no regular file: let the program print to stdout"))
    return -EACCES;
  if (!is_made && !(flags & O_CREAT))
    return -ENOENT;
  if (!is_made && !(flags & (O_TRUNC | O_EXCL)))
    {
      erb_seal_warn ("writing", path,
                     ": an earlier run may have left something in it: open it with O_TRUNC first");
      return -EACCES;
    }
  if (is_made && (flags & O_CREAT) && (flags & O_EXCL))
    return -EEXIST;
  if (is_made)
    file = erb_kernel_pass (SYS_openat, folder, (long) path, flags & kept, mode, 0);
  else
    file = make_file (folder, path, (flags & kept) | O_TRUNC, mode);
  return erb_seal_add_descriptor (file, ERB_SEAL_WRITTEN);
}

static long
open_at (long folder, const char *path, int flags, long mode)
{
  bool reads = (flags & O_ACCMODE) == O_RDONLY && !(flags & (O_CREAT | O_TRUNC));
  if (reads || is_nothing (path))
    return may_read (folder, path) ? open_to_read (folder, path, flags) : refuse_reading (path);
  return may_write (folder, path) ? open_to_write (folder, path, flags, mode)
                                  : refuse_writing (path);
}

long
erb_seal_open (const struct erb_seal_trap *t)
{
  return open_at (AT_FDCWD, (const char *) t->argument[0], (int) t->argument[1], t->argument[2]);
}

long
erb_seal_openat (const struct erb_seal_trap *t)
{
  return open_at (t->argument[0], (const char *) t->argument[1], (int) t->argument[2],
                  t->argument[3]);
}

long
erb_seal_creat (const struct erb_seal_trap *t)
{
  return open_at (AT_FDCWD, (const char *) t->argument[0], O_CREAT | O_WRONLY | O_TRUNC,
                  t->argument[1]);
}

long
erb_seal_unlink (const struct erb_seal_trap *t)
{
  const char *path = (const char *) t->argument[0];
  struct stat s;
  if (!may_write (AT_FDCWD, path))
    return refuse_writing (path);
  bool is_there = stat_raw (AT_FDCWD, path, &s, AT_SYMLINK_NOFOLLOW);
  struct made *m = is_there ? find_made (&s) : NULL;
  if (is_there && !m && S_ISREG (s.st_mode))
    /* Left by an earlier run: the program must not see it. */
    erb_kernel_pass (SYS_unlink, (long) path, 0, 0, 0, 0);
  if (!m)
    return -ENOENT;
  long result = erb_kernel_pass (SYS_unlink, (long) path, 0, 0, 0, 0);
  if (result == 0 && s.st_nlink == 1)
    *m = made[--made_count]; /* a new file may get the same inode number */
  return result;
}

/* ---- Metadata ------------------------------------------------------------------ */

/* Makes the metadata of a file the same in each run.  External descriptors look like pipes.  An
 * earlier run may have created a file to write with other permissions, so these are fixed. */
static void
make_same (struct stat *s, enum erb_seal_kind kind)
{
  struct stat same = { .st_mode = S_IFIFO | 0600, .st_nlink = 1, .st_uid = 1000, .st_gid = 1000,
                       .st_blksize = 4096 };
  if (kind == ERB_SEAL_PLAIN || kind == ERB_SEAL_WRITTEN)
    {
      same.st_mode = kind == ERB_SEAL_PLAIN ? s->st_mode : S_IFREG | 0644;
      same.st_size = s->st_size;
      same.st_rdev = S_ISCHR (s->st_mode) ? s->st_rdev : 0;
    }
  *s = same;
}

static long
stat_at (long folder, const char *path, struct stat *s, long flags, enum erb_seal_kind kind)
{
  long result = erb_kernel_pass (SYS_newfstatat, folder, (long) path, (long) s, flags, 0);
  if (result == 0)
    make_same (s, kind);
  return result;
}

/* Whether path is a file to write that this run has created. */
static bool
is_made_at (long folder, const char *path, struct stat *s)
{
  return stat_raw (folder, path, s, 0) && find_made (s);
}

static long
stat_path (long folder, const char *path, struct stat *s, long flags)
{
  if (may_read (folder, path))
    return stat_at (folder, path, s, flags, ERB_SEAL_PLAIN);
  if (!may_write (folder, path))
    return refuse_reading (path);
  if (!is_made_at (folder, path, s))
    return -ENOENT;
  make_same (s, ERB_SEAL_WRITTEN);
  return 0;
}

static long
stat_file (long file, struct stat *s)
{
  return stat_at (file, "", s, AT_EMPTY_PATH, erb_seal_kind_of (file));
}

long
erb_seal_stat (const struct erb_seal_trap *t)
{
  return stat_path (AT_FDCWD, (const char *) t->argument[0], (struct stat *) t->argument[1], 0);
}

long
erb_seal_fstat (const struct erb_seal_trap *t)
{
  return stat_file (t->argument[0], (struct stat *) t->argument[1]);
}

long
erb_seal_statat (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  const char *path = (const char *) a[1];
  if ((a[3] & AT_EMPTY_PATH) && !*path)
    return stat_file (a[0], (struct stat *) a[2]);
  return stat_path (a[0], path, (struct stat *) a[2], a[3]);
}

static long
access_at (long folder, const char *path, long mode)
{
  struct stat s;
  if (may_write (folder, path))
    return !is_made_at (folder, path, &s) ? -ENOENT : mode & X_OK ? -EACCES : 0;
  if ((mode & W_OK) && !is_nothing (path))
    return refuse_writing (path);
  if (!may_read (folder, path))
    return refuse_reading (path);
  return erb_kernel_pass (SYS_faccessat, folder, (long) path, mode, 0, 0);
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

/* ---- A new space ------------------------------------------------------------------------- */

void
erb_seal_files_begin (void)
{
  is_first = false;
  erb_seal_descriptors_begin ();
}

#endif
