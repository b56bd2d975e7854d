/* SPDX-License-Identifier: MIT */
/* mqueue.c - POSIX message queues, one each way.
 *
 * As many and as long messages as the system lets any user have; what is longer goes in pieces.
 */
#include "between.h"

#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>

static struct bench_options options;
static mqd_t queue[2]; /* to side 0, to side 1 */
static int self;
static size_t piece;   /* bytes of a message of the queue */

static void
enter (int side)
{
  self = side;
}

static void
put (const void *from, size_t size)
{
  const char *at = (const char *) from;
  while (size)
    {
      size_t n = size < piece ? size : piece;
      if (mq_send (queue[!self], at, n, 0))
        bench_die (&options, "mq_send: %s", strerror (errno));
      at += n, size -= n;
    }
}

/* A piece must have room for the longest: what the buffer has not goes another way. */
static size_t
receive (char *to, size_t room)
{
  static char buffer[1 << 16];
  char *at = room < piece ? buffer : to;
  ssize_t n = mq_receive (queue[self], at, piece, NULL);
  if (n < 0 || (size_t) n > room)
    bench_die (&options, "mq_receive: %s", n < 0 ? strerror (errno) : "too long");
  if (at != to)
    memcpy (to, at, (size_t) n);
  return (size_t) n;
}

static const void *
get (void *to, size_t size)
{
  for (size_t got = 0; got < size;)
    got += receive ((char *) to + got, size - got);
  return to;
}

/* A limit of the system, at most `most`. */
static long
limit (const char *name, long most)
{
  char path[64];
  long value = most;
  snprintf (path, sizeof path, "/proc/sys/fs/mqueue/%s", name);
  FILE *f = fopen (path, "r");
  if (!f || fscanf (f, "%ld", &value) != 1 || value < 1)
    bench_unavailable (&options, "the system has no POSIX message queues");
  fclose (f);
  return bench_min (value, most);
}

static mqd_t
make_queue (const struct mq_attr *attributes)
{
  char name[64];
  snprintf (name, sizeof name, "/erbium-bench-%ld", (long) getpid ());
  mqd_t q = mq_open (name, O_RDWR | O_CREAT | O_EXCL, 0600, attributes);
  if (q == (mqd_t) -1)
    bench_unavailable (&options, strerror (errno));
  mq_unlink (name);
  return q;
}

int
main (int argc, char **argv)
{
  static const struct between_way way = { put, get };
  options = bench_parse (argc, argv, "message window echo fresh");
  struct mq_attr attributes = { .mq_maxmsg = limit ("msg_max", 64),
                                .mq_msgsize = limit ("msgsize_max", 1 << 16) };
  piece = (size_t) attributes.mq_msgsize;
  queue[0] = make_queue (&attributes);
  queue[1] = make_queue (&attributes);
  between_fork (&options, &way, enter);
  return 0;
}
