/* SPDX-License-Identifier: MIT */
/* pipes.c - what the kernel carries as a stream of bytes.
 *
 *   --mode pipe     a pipe each way, with as much room as an ordinary user may have
 *          socket   a pair of UNIX sockets, likewise
 */
#include "between.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>

enum { ROOM = 1 << 20 }; /* bytes: /proc/sys/fs/pipe-max-size is at least that by default */

static struct bench_options options;
static int read_end[2], write_end[2]; /* of each side */
static int in, out;                   /* of this one */

static void
enter (int side)
{
  in = read_end[side], out = write_end[side];
  if (read_end[!side] != in && close (read_end[!side]))
    bench_die (&options, "close: %s", strerror (errno));
  if (write_end[!side] != read_end[!side] && close (write_end[!side]))
    bench_die (&options, "close: %s", strerror (errno));
}

static void
put (const void *from, size_t size)
{
  const char *at = (const char *) from;
  while (size)
    {
      ssize_t n = write (out, at, size);
      if (n <= 0)
        bench_die (&options, "write: %s", strerror (errno));
      at += n, size -= (size_t) n;
    }
}

static const void *
get (void *to, size_t size)
{
  char *at = (char *) to;
  while (size)
    {
      ssize_t n = read (in, at, size);
      if (n <= 0)
        bench_die (&options, "read: %s", n ? strerror (errno) : "the other side has ended");
      at += n, size -= (size_t) n;
    }
  return to;
}

/* From `from` to the other side. */
static void
make_pipe (int from)
{
  int ends[2];
  if (pipe (ends))
    bench_die (&options, "pipe: %s", strerror (errno));
  fcntl (ends[1], F_SETPIPE_SZ, ROOM); /* where it is refused, it stays as it is */
  read_end[!from] = ends[0], write_end[from] = ends[1];
}

static void
make_sockets (void)
{
  int ends[2], room = ROOM;
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    bench_die (&options, "socketpair: %s", strerror (errno));
  for (int i = 0; i < 2; i++)
    {
      setsockopt (ends[i], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
      read_end[i] = write_end[i] = ends[i];
    }
}

int
main (int argc, char **argv)
{
  static const struct between_way way = { put, get };
  options = bench_parse (argc, argv, "message window echo fresh mode");
  if (bench_mode (&options, "pipe socket") == 0)
    {
      make_pipe (0);
      make_pipe (1);
    }
  else
    make_sockets ();
  between_fork (&options, &way, enter);
  return 0;
}
