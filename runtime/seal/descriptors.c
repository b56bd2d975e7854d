/* SPDX-License-Identifier: MIT */
/* descriptors.c - the operations of a sealed program on its descriptors.
 *
 * The numbers below ERB_SEALED_FILES belong to the program, and the filter stops all calls on them.
 * The higher numbers belong to the runtime, so the program does not see how many descriptors the
 * runtime has open, or when it closes one.
 *
 * stdin, stdout and stderr, and their duplicates, are external: they may be files, pipes or
 * terminals.  All look like pipes that are read and written in full, so the program does not see
 * how much input has arrived or how much output has found room.
 */
#define _GNU_SOURCE
#include "seal/system_calls.h"

#ifdef __x86_64__

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* A closed number keeps its last kind: the kernel knows that it is closed. */
static uint8_t kinds[ERB_SEALED_FILES] = {
  [STDIN_FILENO] = ERB_SEAL_STDIN,
  [STDOUT_FILENO] = ERB_SEAL_STDOUT,
  [STDERR_FILENO] = ERB_SEAL_STDOUT,
};

static bool stdin_has_ended;

static bool
is_programs (long file)
{
  return (uint32_t) file < ERB_SEALED_FILES;
}

enum erb_seal_kind
erb_seal_kind_of (long file)
{
  return is_programs (file) ? kinds[(uint32_t) file] : ERB_SEAL_PLAIN;
}

long
erb_seal_add_descriptor (long file, enum erb_seal_kind kind)
{
  if (file < 0)
    return file;
  if (!is_programs (file))
    {
      close ((int) file);
      return -EMFILE;
    }
  kinds[file] = (uint8_t) kind;
  return file;
}

static bool
is_external (const struct erb_seal_trap *t)
{
  enum erb_seal_kind kind = erb_seal_kind_of (t->argument[0]);
  return kind == ERB_SEAL_STDIN || kind == ERB_SEAL_STDOUT;
}

/* Returns the error of a pipe, or EBADF if the descriptor is closed. */
static long
fails (const struct erb_seal_trap *t, long error)
{
  long closed = erb_kernel_pass (SYS_fcntl, t->argument[0], F_GETFD, 0, 0, 0);
  return closed < 0 ? closed : error;
}

static long
as_it_is (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  return erb_kernel_pass (t->number, a[0], a[1], a[2], a[3], a[4]);
}

/* ---- Reading and writing -------------------------------------------------------- */

/* Waits for an external descriptor, which may be in non-blocking mode. */
static void
await (long file, short what)
{
  struct pollfd p = { .fd = (int) file, .events = what };
  erb_kernel_pass (SYS_ppoll, (long) &p, 1, 0, 0, 0);
}

/* Reads until the buffer is full or the input ends.  The end is final, although a terminal or a
 * file may grow later. */
static long
read_whole (long file, char *to, long n, long at)
{
  long done = 0;
  (void) at;
  while (done < n && !stdin_has_ended)
    {
      long got = erb_kernel_pass (SYS_read, file, (long) (to + done), n - done, 0, 0);
      if (got == -EAGAIN)
        await (file, POLLIN);
      else if (got < 0 && got != -EINTR)
        return done ? done : got;
      else if (got == 0)
        stdin_has_ended = true;
      else if (got > 0)
        done += got;
    }
  return done;
}

static long
read_external (long file, char *to, long n)
{
  return erb_seal_read_pages (read_whole, file, to, n, 0);
}

static long
write_whole (long file, char *from, long n)
{
  long done = 0;
  erb_seal_await_pages (from, n);
  for (;;)
    {
      long put = erb_kernel_pass (SYS_write, file, (long) (from + done), n - done, 0, 0);
      if (put == -EAGAIN)
        await (file, POLLOUT);
      else if (put < 0 && put != -EINTR)
        return done ? done : put;
      else if (put >= 0 && ((done += put) >= n || put == 0))
        return done;
    }
}

/* ---- Files, and memory of regions ------------------------------------------- */

static long
read_next (long file, char *to, long n, long at)
{
  (void) at;
  return erb_kernel_pass (SYS_read, file, (long) to, n, 0, 0);
}

static long
read_at (long file, char *to, long n, long at)
{
  return erb_kernel_pass (SYS_pread64, file, (long) to, n, at, 0);
}

/* The buffers of a call. */
struct parts { const struct iovec *part; long count; struct iovec one; };

static void
parts_of (const struct erb_seal_trap *t, struct parts *p)
{
  const long *a = t->argument;
  bool one = t->number == SYS_read || t->number == SYS_write || t->number == SYS_pread64
             || t->number == SYS_pwrite64;
  p->one = (struct iovec) { (void *) a[1], (size_t) a[2] };
  p->part = one ? &p->one : (const struct iovec *) a[1];
  p->count = one ? 1 : a[2] >= 0 && a[2] <= IOV_MAX ? a[2] : 0;
}

static bool
has_pages (const struct parts *p)
{
  for (long k = 0; k < p->count; k++)
    if (erb_seal_has_pages (p->part[k].iov_base, (long) p->part[k].iov_len))
      return true;
  return false;
}

static long
read_parts (const struct parts *p, long file, erb_seal_reads *one, long at)
{
  long done = 0;
  for (long k = 0; k < p->count; k++)
    {
      long n = erb_seal_read_pages (one, file, p->part[k].iov_base, (long) p->part[k].iov_len,
                                    at + done);
      if (n < 0)
        return done ? done : n;
      done += n;
      if (n < (long) p->part[k].iov_len)
        break;
    }
  return done;
}

/* Whether a write can succeed.  Otherwise the caller does not wait for its pages. */
static bool
can_be_written (long file)
{
  long flags = erb_kernel_pass (SYS_fcntl, file, F_GETFL, 0, 0, 0);
  return flags >= 0 && !(flags & O_PATH) && (flags & O_ACCMODE) != O_RDONLY;
}

static long
move_file (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  struct parts p;
  parts_of (t, &p);
  if (!has_pages (&p))
    return as_it_is (t);
  switch (t->number)
    {
    case SYS_read:
    case SYS_readv:
      return read_parts (&p, a[0], read_next, 0);
    case SYS_pread64:
    case SYS_preadv:
      return a[3] < 0 ? as_it_is (t) : read_parts (&p, a[0], read_at, a[3]);
    default:
      for (long k = 0; k < p.count && can_be_written (a[0]); k++)
        erb_seal_await_pages (p.part[k].iov_base, (long) p.part[k].iov_len);
      return as_it_is (t);
    }
}

/* ---- Files, and the outside ------------------------------------------------- */

static long
move (const struct erb_seal_trap *t, enum erb_seal_kind kind, long (*one) (long, char *, long))
{
  const long *a = t->argument;
  if (!is_external (t))
    return move_file (t);
  if (erb_seal_kind_of (a[0]) != kind)
    return -EBADF;
  return one (a[0], (char *) a[1], a[2]);
}

static long
move_parts (const struct erb_seal_trap *t, enum erb_seal_kind kind,
            long (*one) (long, char *, long))
{
  const long *a = t->argument;
  const struct iovec *part = (const struct iovec *) a[1];
  long done = 0;
  if (!is_external (t))
    return move_file (t);
  if (erb_seal_kind_of (a[0]) != kind)
    return -EBADF;
  if (a[2] < 0 || a[2] > IOV_MAX)
    return -EINVAL;
  for (long k = 0; k < a[2]; k++)
    {
      long n = part[k].iov_len ? one (a[0], part[k].iov_base, (long) part[k].iov_len) : 0;
      if (n < 0)
        return done ? done : n;
      done += n;
      if (n < (long) part[k].iov_len)
        break;
    }
  return done;
}

long
erb_seal_read (const struct erb_seal_trap *t)
{
  return move (t, ERB_SEAL_STDIN, read_external);
}

long
erb_seal_readv (const struct erb_seal_trap *t)
{
  return move_parts (t, ERB_SEAL_STDIN, read_external);
}

long
erb_seal_write (const struct erb_seal_trap *t)
{
  return move (t, ERB_SEAL_STDOUT, write_whole);
}

long
erb_seal_writev (const struct erb_seal_trap *t)
{
  return move_parts (t, ERB_SEAL_STDOUT, write_whole);
}

/* ---- Operations that a pipe does not support ---------------------------------- */

/* Handles pread64, pwrite64, preadv and pwritev. */
long
erb_seal_at (const struct erb_seal_trap *t)
{
  return is_external (t) ? fails (t, -ESPIPE) : move_file (t);
}

/* Handles fadvise64. */
long
erb_seal_place (const struct erb_seal_trap *t)
{
  return is_external (t) ? fails (t, -ESPIPE) : as_it_is (t);
}

/* SEEK_DATA and SEEK_HOLE are refused: the holes of a file depend on the file system. */
long
erb_seal_lseek (const struct erb_seal_trap *t)
{
  int from = (int) t->argument[2];
  if (!is_external (t) && from != SEEK_SET && from != SEEK_CUR && from != SEEK_END)
    return -EINVAL;
  return erb_seal_place (t);
}

/* Handles fsync, fdatasync and ftruncate. */
long
erb_seal_whole_file (const struct erb_seal_trap *t)
{
  return is_external (t) ? fails (t, -EINVAL) : as_it_is (t);
}

/* Emulates fallocate where the file system does not support it, so that the program does not see
 * the difference.  Refuses to punch holes. */
long
erb_seal_allocate (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  struct stat s;
  if (is_external (t))
    return fails (t, -ESPIPE);
  if (a[1] != 0)
    return fails (t, -EOPNOTSUPP);
  long result = as_it_is (t);
  if (result != -EOPNOTSUPP)
    return result;
  result = erb_kernel_pass (SYS_newfstatat, a[0], (long) "", (long) &s, AT_EMPTY_PATH, 0);
  if (result < 0 || s.st_size >= a[2] + a[3])
    return result;
  return erb_kernel_pass (SYS_ftruncate, a[0], a[2] + a[3], 0, 0, 0);
}

/* No descriptor is a terminal. */
long
erb_seal_ioctl (const struct erb_seal_trap *t)
{
  (void) t;
  return -ENOTTY;
}

/* ---- Descriptor numbers -------------------------------------------------------- */

/* Handles dup, dup2 and dup3 within the ERB_SEALED_FILES numbers of the program. */
long
erb_seal_dup (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  if (!is_programs (a[0]) || (t->number != SYS_dup && !is_programs (a[1])))
    return -EBADF;
  return erb_seal_add_descriptor (as_it_is (t), erb_seal_kind_of (a[0]));
}

long
erb_seal_close_range (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  uint32_t first = (uint32_t) a[0], last = (uint32_t) a[1];
  if (first > last)
    return -EINVAL;
  if (!is_programs (first))
    return 0;
  return erb_kernel_pass (SYS_close_range, first, is_programs (last) ? last : ERB_SEALED_FILES - 1,
                          a[2], 0, 0);
}

/* Refuses locks.  A pretended lock would mislead programs outside, and a real one would show a
 * space how far another one has come, and which process holds the lock. */
long
erb_seal_lock (const struct erb_seal_trap *t)
{
  erb_seal_warn ("locking a file with", t->number == SYS_flock ? "flock" : "fcntl",
                ": no other space writes files, and files to read do not change: omit the lock");
  return -EPERM;
}

/* Returns or sets the mode of a descriptor.  An external one is always blocking, and open for
 * reading or writing only. */
static long
flags_of_file (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  if (is_external (t) && (int) a[1] == F_GETFL)
    return fails (t, erb_seal_kind_of (a[0]) == ERB_SEAL_STDIN ? O_RDONLY : O_WRONLY);
  if (is_external (t))
    return fails (t, 0);
  return erb_kernel_pass (SYS_fcntl, a[0], a[1],
                          (int) a[1] == F_SETFL ? a[2] & (O_APPEND | O_NONBLOCK) : 0, 0, 0);
}

long
erb_seal_fcntl (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  switch ((int) a[1])
    {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      return is_programs (a[2]) ? erb_seal_add_descriptor (as_it_is (t), erb_seal_kind_of (a[0]))
                                : -EINVAL;
    case F_GETFD:
    case F_SETFD:
      return as_it_is (t);
    case F_GETFL:
    case F_SETFL:
      return flags_of_file (t);
    case F_GETLK:
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_GETLK:
    case F_OFD_SETLK:
    case F_OFD_SETLKW:
      return erb_seal_lock (t);
    default:
      erb_seal_warn ("a command of", "fcntl",
                     ": it is permitted only for duplicates and flags of descriptors");
      return -EPERM;
    }
}

/* ---- A new space ------------------------------------------------------------------------- */

/* Opens a file again so that the calling space has an offset of its own: spaces could communicate
 * through a shared one. */
static void
open_again (int file)
{
  char path[32];
  long at = erb_kernel_pass (SYS_lseek, file, 0, SEEK_CUR, 0, 0);
  snprintf (path, sizeof path, "/proc/self/fd/%d", file);
  long again = erb_kernel_pass (SYS_openat, AT_FDCWD, (long) path, O_RDONLY, 0, 0);
  if (at < 0 || again < 0)
    {
      close ((int) again);
      close (file);
      return;
    }
  erb_kernel_pass (SYS_lseek, again, at, SEEK_SET, 0, 0);
  erb_kernel_pass (SYS_dup2, again, file, 0, 0, 0);
  close ((int) again);
}

/* Replaces the descriptors that belong to the first space alone.  They keep their numbers: a read
 * or write fails with EBADF and does not reach a file that was opened later. */
void
erb_seal_descriptors_begin (void)
{
  long nothing = erb_kernel_pass (SYS_openat, AT_FDCWD, (long) "/dev/null", O_PATH, 0, 0);
  erb_kernel_pass (SYS_dup2, nothing, STDIN_FILENO, 0, 0, 0);
  kinds[STDIN_FILENO] = ERB_SEAL_STDIN;
  stdin_has_ended = false; /* a child has no stdin */
  kinds[STDOUT_FILENO] = kinds[STDERR_FILENO] = ERB_SEAL_STDOUT; /* passed on by space_output.c */
  for (int file = 3; file < ERB_SEALED_FILES; file++)
    {
      long flags = erb_kernel_pass (SYS_fcntl, file, F_GETFL, 0, 0, 0);
      if (flags < 0 || (flags & O_PATH))
        continue;
      if (kinds[file] == ERB_SEAL_PLAIN && (flags & O_ACCMODE) == O_RDONLY)
        open_again (file);
      else
        erb_kernel_pass (SYS_dup2, nothing, file, 0, 0, 0);
    }
  close ((int) nothing);
}

#endif
