/* SPDX-License-Identifier: MIT */
/* file_blocks.c - files, pipes, sockets: elements as they lie in memory. */
#define _GNU_SOURCE
#include "blocks/blocks.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include "erbium/errno.h"

/* ---- File descriptors -------------------------------------------------- */

int
erbium_block_open (const char *name, bool to_write)
{
  if (strcmp (name, "-") == 0)
    return dup (to_write ? 1 : 0);
  return open (name, (to_write ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY) | O_CLOEXEC, 0666);
}

/* Calls prepare for each address of the host, until it succeeds. */
static int
socket_for (const char *host, const char *port, int flags,
            int (*prepare) (int, const struct sockaddr *, socklen_t))
{
  struct addrinfo wanted = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM,
                             .ai_flags = flags }, *found;
  int file = -1;
  if (getaddrinfo (host, port, &wanted, &found) != 0)
    {
      errno = EHOSTUNREACH;
      return -1;
    }
  for (struct addrinfo *a = found; a && file < 0; a = a->ai_next)
    {
      file = socket (a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
      if (file >= 0 && prepare (file, a->ai_addr, a->ai_addrlen) != 0)
        {
          int error = errno;
          close (file);
          file = -1;
          errno = error;
        }
    }
  freeaddrinfo (found);
  return file;
}

static int
bind_again (int file, const struct sockaddr *address, socklen_t size)
{
  int yes = 1;
  setsockopt (file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  return bind (file, address, size) || listen (file, 1);
}

int
erbium_block_connect (const char *host, const char *port)
{
  return socket_for (host, port, 0, connect);
}

int
erbium_block_listen (const char *host, const char *port)
{
  int waits = socket_for (host, port, AI_PASSIVE, bind_again), file;
  if (waits < 0)
    return -1;
  do
    file = accept4 (waits, NULL, NULL, SOCK_CLOEXEC);
  while (file < 0 && errno == EINTR);
  int error = errno;
  close (waits);
  errno = error;
  return file;
}

/* ---- Sources ----------------------------------------------------------- */

/* Reads once, while other processes that share the thread go on. */
static ssize_t
read_some (const char *block, int file, char *to, size_t bytes)
{
  ssize_t n = -1;
  do
    erbium_blocking { n = read (file, to, bytes); }
  while (n < 0 && errno == EINTR);
  if (n < 0)
    erb_block_fail (ERBIUM_EXIT_RESOURCE, block, "cannot read file descriptor %d: %s", file,
                    strerror (errno));
  return n;
}

/* A read may end within an element, whose first bytes are not committed: they stand in front of the
 * next room, too. */
static void
read_file (const char *block, const void *record, int file, size_t size)
{
  struct erbium_burst *out = erb_block_write (block, record);
  size_t left = 0;
  for (ssize_t n = 1; n > 0;)
    {
      char *at = erb_block_room (out, ERB_BLOCK_BURST);
      n = read_some (block, file, at + left, ERB_BLOCK_BURST * size - left);
      erbium_burst_commit (out, (int64_t) ((left + (size_t) n) / size));
      left = (left + (size_t) n) % size;
    }
  close (file);
  erbium_burst_close (out);
}

void
erbium_block_read_u8 (ERBIUM_RECORD (uint8_t) out, int file)
{
  read_file (__func__, out, file, 1);
}

void
erbium_block_read_f32 (ERBIUM_RECORD (float) out, int file)
{
  read_file (__func__, out, file, sizeof (float));
}

void
erbium_block_read_cf32 (ERBIUM_RECORD (struct erbium_cf32) out, int file)
{
  read_file (__func__, out, file, sizeof (struct erbium_cf32));
}

/* ---- Sinks ------------------------------------------------------------- */

/* Returns false if nobody reads any more. */
static bool
write_all (const char *block, int file, const char *from, size_t bytes)
{
  while (bytes > 0)
    {
      ssize_t n = -1;
      erbium_blocking { n = write (file, from, bytes); }
      if (n < 0 && errno == EPIPE)
        return false;
      if (n < 0 && errno != EINTR)
        erb_block_fail (ERBIUM_EXIT_RESOURCE, block, "cannot write to file descriptor %d: %s", file,
                        strerror (errno));
      from += n > 0 ? n : 0;
      bytes -= n > 0 ? (size_t) n : 0;
    }
  return true;
}

static void
write_file (const char *block, const void *record, int id, int file, size_t size)
{
  struct erb_block_in in = erb_block_read (block, record, id, 0);
  while (erb_block_next (&in, 0, 1, ERB_BLOCK_BURST) > 0
         && write_all (block, file, in.at, (size_t) in.n * size))
    ;
  if (close (file) != 0 && errno != EPIPE)
    erb_block_fail (ERBIUM_EXIT_RESOURCE, block, "cannot close file descriptor %d: %s", file,
                    strerror (errno));
  erbium_burst_close (in.end);
}

void
erbium_block_write_u8 (ERBIUM_RECORD (uint8_t) in, int id, int file)
{
  write_file (__func__, in, id, file, 1);
}

void
erbium_block_write_f32 (ERBIUM_RECORD (float) in, int id, int file)
{
  write_file (__func__, in, id, file, sizeof (float));
}

void
erbium_block_write_cf32 (ERBIUM_RECORD (struct erbium_cf32) in, int id, int file)
{
  write_file (__func__, in, id, file, sizeof (struct erbium_cf32));
}

/* ---- Formats ----------------------------------------------------------- */

void
erbium_block_from_cu8 (ERBIUM_RECORD (uint8_t) in, int id, ERBIUM_RECORD (struct erbium_cf32) out)
{
  struct erb_block_in bytes = erb_block_read (__func__, in, id, 1);
  struct erbium_burst *numbers = erb_block_write (__func__, out);
  for (int64_t odd = 0, n; (n = erb_block_next (&bytes, odd, 1, 2 * ERB_BLOCK_BURST)) > 0;)
    {
      const uint8_t *x = bytes.at;
      int64_t pairs = bytes.n / 2;
      odd = bytes.n % 2; /* the first half of the next pair stays */
      if (!pairs)
        continue;
      struct erbium_cf32 *y = erb_block_room (numbers, pairs);
      for (int64_t i = 0; i < pairs; i++)
        y[i] = (struct erbium_cf32) { ((float) x[2 * i] - 127.5f) / 127.5f,
                                      ((float) x[2 * i + 1] - 127.5f) / 127.5f };
      erbium_burst_commit (numbers, pairs);
    }
  erbium_burst_close (bytes.end);
  erbium_burst_close (numbers);
}
