/* SPDX-License-Identifier: MIT */
/* arena.c - the memory of all windows of a program.
 *
 * The arena is one sparse memfd: a program with thousands of records needs one file descriptor, a
 * page is given back by punching a hole, and another process that holds the descriptor can map the
 * same window.
 */
#define _GNU_SOURCE
#include "window/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A stretch that came back: it waits in a list of its size. */
struct erb_free
{
  uint64_t offset;
  struct erb_free *next;
};

struct erb_arena *
erb_arena_new (struct erb_heap *heap)
{
  struct erb_arena *a = erb_memory (heap, sizeof *a);
  if (!a)
    return NULL;
  a->heap = heap;
  a->fd = erb_memory_file ("erbium");
  if (a->fd < 0)
    {
      erb_memory_free (heap, a);
      return NULL;
    }
  (heap ? erb_lock_init_shared : erb_lock_init) (&a->lock);
  a->spare = heap ? NULL : erb_spare_windows_new ();
  return a;
}

struct erb_spare_windows *
erb_arena_spare (const struct erb_arena *a)
{
  return a->spare;
}

struct erb_heap *
erb_arena_heap (const struct erb_arena *a)
{
  return a->heap;
}

void
erb_arena_free (struct erb_arena *a)
{
  erb_spare_windows_free (a, a->spare);
  for (int k = 0; k < ERB_ORDERS; k++)
    while (a->free[k])
      {
        struct erb_free *f = a->free[k];
        a->free[k] = f->next;
        erb_memory_free (a->heap, f);
      }
  close (a->fd);
  erb_lock_destroy (&a->lock);
  erb_memory_free (a->heap, a);
}

/* Beyond ulimit -f the system sends SIGXFSZ in addition to returning an error.  It would kill the
 * program without a message, so the signal is blocked and taken back. */
bool
erb_resize (int fd, uint64_t size)
{
  enum { KERNEL_MASK = _NSIG / 8 }; /* bytes of the kernel's sets of signals */
  const struct timespec now = { 0, 0 };
  sigset_t beyond, before, pending;
  sigemptyset (&beyond);
  sigaddset (&beyond, SIGXFSZ);
  pthread_sigmask (SIG_BLOCK, &beyond, &before);
  sigpending (&pending);
  bool theirs = sigismember (&pending, SIGXFSZ) == 1; /* it was pending before */
  bool ok = ftruncate (fd, (off_t) size) == 0;
  int error = errno;
  if (!ok && error == EFBIG && !theirs)
    erb_kernel_call (SYS_rt_sigtimedwait, (long) &beyond, 0, (long) &now, KERNEL_MASK, 0);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  errno = error;
  return ok;
}

/* Enlarges the file in large steps, so that not each small window costs a call, or by what is
 * needed where its size is limited. */
static bool
enlarge_file (struct erb_arena *a, uint64_t end)
{
  const uint64_t step = UINT64_C (64) << 20;
  if (end <= a->size)
    return true;
  uint64_t size = (end + step - 1) / step * step;
  if (!erb_resize (a->fd, size))
    {
      size = end;
      if (!erb_resize (a->fd, size))
        return false;
    }
  a->size = size;
  return true;
}

bool
erb_arena_take (struct erb_arena *a, size_t bytes, uint64_t *offset)
{
  int k = __builtin_ctzll (bytes);
  bool ok = true;
  erb_os->lock (&a->lock);
  struct erb_free *f = a->free[k];
  if (f)
    {
      *offset = f->offset;
      a->free[k] = f->next;
      erb_memory_free (a->heap, f);
    }
  else
    {
      *offset = a->end;
      ok = enlarge_file (a, a->end + bytes);
      if (ok)
        a->end += bytes;
    }
  erb_os->unlock (&a->lock);
  return ok;
}

void
erb_arena_give (struct erb_arena *a, uint64_t offset, size_t bytes)
{
  int k = __builtin_ctzll (bytes);
  struct erb_free *f = erb_memory (a->heap, sizeof *f);
  fallocate (a->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t) offset,
             (off_t) bytes);
  if (!f)
    return;
  erb_os->lock (&a->lock);
  *f = (struct erb_free) { offset, a->free[k] };
  a->free[k] = f;
  erb_os->unlock (&a->lock);
}

int64_t
erb_arena_windows (const struct erb_arena *a)
{
  return erbium_load_relaxed (&a->windows);
}

bool
erb_arena_is_crowded (const struct erb_arena *a)
{
  enum { VERY_MANY = 8192 };
  return erb_arena_windows (a) > VERY_MANY;
}
