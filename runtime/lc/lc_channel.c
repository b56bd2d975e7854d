/* SPDX-License-Identifier: MIT */
/* lc_channel.c - channels of LC: their files, and their ends.
 *
 * A channel with a key is a file of POSIX shared memory whose name has the user and the key.  It is
 * complete when `ready' is set: a program that attaches it earlier waits for that.
 */
#define _GNU_SOURCE
#include "lc/lc.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SIZE = 1 << 30, MOST_DEGREE = 1 << 20, NAME = 64 };

static void
name_of (char name[NAME], int key)
{
  snprintf (name, NAME, "/erbium-lc.%u.%x", (unsigned) geteuid (), (unsigned) key);
}

/* Variables begin in lines of their own. */
static size_t
stride_for (size_t size)
{
  return (size + ERBIUM_LINE - 1) / ERBIUM_LINE * ERBIUM_LINE;
}

static size_t
bytes_for (size_t size, int64_t k, int64_t j)
{
  return erb_page_size () + stride_for (size) * (size_t) (k + j + 1);
}

static void *
map (int file, size_t bytes)
{
  int flags = file < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED;
  void *at = mmap (NULL, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  return at == MAP_FAILED ? NULL : at;
}

/* Takes all the memory at once, so that no send fails for want of it later. */
static bool
take_memory (int file, size_t bytes)
{
  do
    errno = posix_fallocate (file, 0, (off_t) bytes);
  while (errno == EINTR);
  return errno == 0;
}

/* Returns memory for a new channel, zeroed, or NULL with errno set. */
static void *
new_memory (int key, size_t bytes)
{
  char name[NAME];
  if (key == 0)
    return map (-1, bytes);
  name_of (name, key);
  int file = shm_open (name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0)
    return NULL;
  void *at = take_memory (file, bytes) ? map (file, bytes) : NULL;
  int error = errno;
  close (file);
  if (!at)
    shm_unlink (name);
  errno = error;
  return at;
}

static struct erbium_lc_channel
channel_at (void *at, size_t bytes, int key, size_t size)
{
  return (struct erbium_lc_channel) { .shared = at, .variables = (char *) at + erb_page_size (),
                                      .bytes = bytes, .stride = stride_for (size), .key = key };
}

Channel
erbium_lc_create (int key, size_t size, int k, int j)
{
  if (size < 1 || size > MOST_SIZE || k < 0 || k > MOST_DEGREE || j < 0 || j > MOST_DEGREE)
    {
      errno = EINVAL;
      return NULL;
    }
  size_t bytes = bytes_for (size, k, j);
  Channel ch = malloc (sizeof *ch);
  void *at = ch ? new_memory (key, bytes) : NULL;
  if (!at)
    {
      free (ch);
      return NULL;
    }
  *ch = channel_at (at, bytes, key, size);
  ch->shared->size = (int64_t) size;
  ch->shared->k = k;
  ch->shared->j = j;
  erbium_store_release (&ch->shared->ready, ERB_LC_READY); /* wait_until_ready */
  return ch;
}

/* Waits for a second at most until the channel in the file is complete. */
static bool
wait_until_ready (int file)
{
  struct stat s;
  for (int n = 0; n < 1000; n++)
    {
      if (fstat (file, &s) != 0)
        return false;
      struct erb_lc_shared *at = s.st_size > 0 ? map (file, erb_page_size ()) : NULL;
      bool ready = at && erbium_load_acquire (&at->ready) == ERB_LC_READY; /* erbium_lc_create */
      if (at)
        munmap (at, erb_page_size ());
      if (ready)
        return true;
      usleep (1000);
    }
  errno = EAGAIN;
  return false;
}

/* Returns the memory of a complete channel and stores its size, or returns NULL with errno set. */
static void *
memory_of (int key, size_t *bytes)
{
  char name[NAME];
  struct stat s = { .st_size = 0 };
  name_of (name, key);
  int file = shm_open (name, O_RDWR | O_CLOEXEC, 0);
  if (file < 0)
    return NULL;
  bool there = wait_until_ready (file) && fstat (file, &s) == 0;
  *bytes = (size_t) s.st_size;
  void *at = there ? map (file, *bytes) : NULL;
  int error = errno;
  close (file);
  errno = error;
  return at;
}

Channel
erbium_lc_attach (int key)
{
  size_t bytes = 0;
  Channel ch = malloc (sizeof *ch);
  struct erb_lc_shared *at = ch ? memory_of (key, &bytes) : NULL;
  if (!at)
    {
      free (ch);
      return NULL;
    }
  *ch = channel_at (at, bytes, key, (size_t) at->size);
  return ch;
}

void
erbium_lc_detach (Channel ch, const char *where)
{
  erb_lc_expect (ch, "LCdetach", where);
  munmap (ch->shared, ch->bytes);
  free (ch);
}

void
erbium_lc_destroy (Channel ch, const char *where)
{
  char name[NAME];
  erb_lc_expect (ch, "LCdestroy", where);
  if (ch->key == 0)
    return;
  name_of (name, ch->key);
  shm_unlink (name);
}

size_t
erbium_lc_size (Channel ch, const char *where)
{
  erb_lc_expect (ch, "LCgetChannelTypeSize", where);
  return (size_t) ch->shared->size;
}
