/* SPDX-License-Identifier: MIT */
/* log_writer.c - writing the log of the calling space.
 *
 * The end of the file is mapped shared.  Writing an event is a copy without a system call, and the
 * kernel keeps the copied bytes even if the process is killed.  The file system allocates the room
 * before it is mapped, so a full disk is an error of a call and not a signal.  Each piece is twice
 * as large as the one before, up to a bound; unused room is returned at the end.
 */
#define _GNU_SOURCE
#include "replay/replay_steps.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LEAST_PIECE = 64 << 10, MOST_PIECE = 16 << 20 };

static struct
{
  int file;            /* -1: there is no log */
  char name[4200];
  struct erb_log_head *head;
  unsigned char *piece;
  size_t piece_size, at;  /* at: of the next event, in the piece */
  int64_t piece_begin;    /* offset in the file */
} out = { .file = -1 };

ERB_NORETURN static void
cannot (const char *what)
{
  int error = errno;
  out.file = -1;
  erb_replay_mode = ERB_REPLAY_OFF;
  erb_fault_in (ERBIUM_EXIT_RESOURCE, "ERBIUM_RECORD", NULL,
                "name a folder that can be written, with room for all that spaces read from each "
                "other",
                "the log %s %s: %s", out.name, what, strerror (error));
}

/* ---- Room ---------------------------------------------------------------- */

/* Checks the limit on file sizes, beyond which the kernel would send a signal. */
static bool
is_within_limit (int64_t size)
{
  struct rlimit limit;
  if (erb_kernel_call (SYS_prlimit64, 0, RLIMIT_FSIZE, 0, (long) &limit, 0) != 0
      || limit.rlim_cur == RLIM_INFINITY || (uint64_t) size <= limit.rlim_cur)
    return true;
  errno = EFBIG;
  return false;
}

static bool
write_zeros (int64_t from, int64_t to)
{
  static const char zeros[4096];
  while (from < to)
    {
      size_t most = to - from < (int64_t) sizeof zeros ? (size_t) (to - from) : sizeof zeros;
      ssize_t n = pwrite (out.file, zeros, most, from);
      if (n < 0 && errno != EINTR)
        return false;
      from += n > 0 ? n : 0;
    }
  return true;
}

static bool
have_room (int64_t from, int64_t size)
{
  if (!is_within_limit (from + size))
    return false;
  if (erb_kernel_call (SYS_fallocate, out.file, 0, from, size, 0) == 0)
    return true;
  return errno == EOPNOTSUPP && write_zeros (from, from + size);
}

static void
unmap (void)
{
  if (out.piece)
    munmap (out.piece, out.piece_size);
  out.piece = NULL;
}

static void *
map (int64_t begin, size_t size)
{
  erb_kernel_begin_privileged ();
  void *p = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, out.file, begin);
  erb_kernel_end_privileged ();
  if (p == MAP_FAILED)
    cannot ("cannot be mapped");
  return p;
}

/* Maps the next piece, which begins on the page of the next event and has room for `bytes'. */
static void
next_piece (size_t bytes)
{
  int64_t end = out.piece_begin + (int64_t) out.piece_size, at = out.piece_begin + (int64_t) out.at;
  size_t size = out.piece_size < LEAST_PIECE ? LEAST_PIECE : 2 * out.piece_size;
  while (size < bytes + erb_page_size ())
    size *= 2;
  if (size > MOST_PIECE)
    size = MOST_PIECE;
  unmap ();
  out.piece_begin = at / (int64_t) erb_page_size () * (int64_t) erb_page_size ();
  if (!have_room (end, out.piece_begin + (int64_t) size - end))
    cannot ("cannot grow");
  out.piece = map (out.piece_begin, size);
  out.piece_size = size;
  out.at = (size_t) (at - out.piece_begin);
}

/* ---- Beginning and end ----------------------------------------------------- */

/* Returns the machine type of ELF for which the library was compiled. */
static uint32_t
machine (void)
{
#ifdef __x86_64__
  return EM_X86_64;
#elif defined __aarch64__
  return EM_AARCH64;
#else
  return EM_NONE;
#endif
}

bool
erb_write_begin (const char *name)
{
  snprintf (out.name, sizeof out.name, "%s", name);
  out.file = erb_own_file ((int) erb_kernel_call (SYS_openat, AT_FDCWD, (long) name,
                                                O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666, 0));
  if (out.file < 0)
    return false;
  out.piece_begin = 0;
  out.piece_size = out.at = 0;
  next_piece (sizeof *out.head);
  out.head = map (0, sizeof *out.head);
  *out.head = (struct erb_log_head) { ERB_LOG_MAGIC, ERB_LOG_VERSION, machine (), 0,
                                     (int64_t) erb_page_size () };
  out.at = sizeof *out.head;
  return true;
}

/* Forgets the log in a child of fork: it belongs to the parent. */
void
erb_write_forget (void)
{
  unmap ();
  if (out.head)
    munmap (out.head, sizeof *out.head);
  out.head = NULL;
  if (out.file >= 0)
    close (out.file);
  out.file = -1;
}

void
erb_write_end (void)
{
  if (out.file >= 0)
    erb_kernel_call (SYS_ftruncate, out.file, out.piece_begin + (int64_t) out.at, 0, 0, 0);
  erb_write_forget ();
}

/* ---- Events ------------------------------------------------------------------ */

void
erb_write_step (int64_t step)
{
  out.head->steps = step;
}

void
erb_write (enum erb_log_kind kind, int64_t step, const int64_t value[4], const void *data,
           size_t size)
{
  if (size > ERB_LOG_MOST)
    {
      errno = EMSGSIZE;
      cannot ("cannot take so much at a time");
    }
  if (out.piece_size - out.at < erb_log_bytes (size))
    next_piece (erb_log_bytes (size));
  struct erb_log_event *e = (void *) (out.piece + out.at);
  e->size = (uint32_t) size;
  e->unused = 0;
  e->step = step;
  memcpy (e->value, value, sizeof e->value);
  if (size)
    memcpy (e->data, data, size);
  e->check = erb_log_check (e);
  /* No thread acquires this store: if the process is killed before it, the event has no kind. */
  __atomic_store_n (&e->kind, kind, __ATOMIC_RELEASE);
  out.at += erb_log_bytes (size);
}
