/* SPDX-License-Identifier: MIT */
/* Known calls that block can be wrapped: those that would wait are made in an
 * erbium_blocking, the others at once, and each does what it did. */
// RUN: %build -D_GNU_SOURCE -DERBIUM_WRAP_BLOCKING -include erbium/blocking.h -Wl,--wrap=erbium_blocking_begin
// RUN: env ERBIUM_TASK=thread %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %t
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include "test.h"

static atomic_int blocks;

extern void __real_erbium_blocking_begin (void);

void
__wrap_erbium_blocking_begin (void)
{
  atomic_fetch_add (&blocks, 1);
  __real_erbium_blocking_begin ();
}

/* What call gives, and whether it was made in a block. */
#define CALL(call, result, in_block)                                           \
  do                                                                           \
    {                                                                          \
      int before = atomic_load (&blocks);                                      \
      expect_equal (call, result);                                             \
      expect_equal (atomic_load (&blocks) - before, in_block);                 \
    }                                                                          \
  while (0)

static int ends[2];
static atomic_int asks; /* for a byte */

/* Outside all processes: one asks it and then waits. */
static void *
writer (void *unused)
{
  (void) unused;
  for (int n = 1; n <= 3; n++)
    {
      while (atomic_load (&asks) < n)
        sched_yield ();
      (usleep) (20000); /* that he waits by then is likely, and the test right if not */
      expect ((write) (ends[1], "x", 1) == 1);
    }
  return NULL;
}

static void
descriptors (void)
{
  char c[4];
  struct iovec v = { c, 1 };
  struct pollfd p = { ends[0], POLLIN, 0 };
  CALL (write (ends[1], "abc", 3), 3, 0);
  CALL (read (ends[0], c, 1), 1, 0);
  CALL (readv (ends[0], &v, 1), 1, 0);
  CALL (poll (&p, 1, -1), 1, 1);
  CALL (read (ends[0], c, 4), 1, 0);
  v.iov_base = (char *) "d";
  CALL (writev (ends[1], &v, 1), 1, 0);
  CALL (read (ends[0], c, 4), 1, 0);
  CALL (read (-1, c, 1), -1, 0);
  CALL (errno, EBADF, 0);
  CALL (poll (&p, 1, 0), 0, 1);
  atomic_store (&asks, 1);
  CALL (read (ends[0], c, 4), 1, 1);
  expect (c[0] == 'x');
  atomic_store (&asks, 2);
  CALL (poll (&p, 1, -1), 1, 1);
  CALL (read (ends[0], c, 4), 1, 0);
}

/* A socket that is ready for a write need not have room for all of it. */
static void
large_writes (int to, int from)
{
  static char much[2 * ERBIUM_PIPE_BUF];
  struct iovec halves[2] = { { much, ERBIUM_PIPE_BUF }, { much, ERBIUM_PIPE_BUF } };
  struct msghdr m = { .msg_iov = halves, .msg_iovlen = 2 };
  CALL (write (to, much, ERBIUM_PIPE_BUF), ERBIUM_PIPE_BUF, 0);
  CALL (write (to, much, sizeof much), sizeof much, 1);
  CALL (send (to, much, sizeof much, 0), sizeof much, 1);
  CALL (sendto (to, much, sizeof much, 0, NULL, 0), sizeof much, 1);
  CALL (writev (to, halves, 2), sizeof much, 1);
  CALL (writev (to, halves, 1), ERBIUM_PIPE_BUF, 0);
  CALL (sendmsg (to, &m, 0), sizeof much, 1);
  for (size_t left = 5 * sizeof much + 2 * ERBIUM_PIPE_BUF; left > 0;)
    {
      ssize_t got = recv (from, much, left < sizeof much ? left : sizeof much, 0);
      expect (got > 0);
      left -= (size_t) got;
    }
}

static void
sockets (void)
{
  char c[4];
  struct sockaddr_in a = { .sin_family = AF_INET };
  socklen_t n = sizeof a;
  struct iovec v = { c, 2 };
  struct msghdr m = { .msg_iov = &v, .msg_iovlen = 1 };
  struct addrinfo hints = { .ai_flags = AI_NUMERICHOST }, *found;
  int listener = socket (AF_INET, SOCK_STREAM, 0), out = socket (AF_INET, SOCK_STREAM, 0);
  CALL (getaddrinfo ("127.0.0.1", NULL, &hints, &found), 0, 1);
  a.sin_addr = ((struct sockaddr_in *) found->ai_addr)->sin_addr;
  freeaddrinfo (found);
  expect (bind (listener, (struct sockaddr *) &a, sizeof a) == 0 && listen (listener, 1) == 0);
  expect (getsockname (listener, (struct sockaddr *) &a, &n) == 0);
  CALL (connect (out, (struct sockaddr *) &a, sizeof a), 0, 1);
  int in = accept (listener, NULL, NULL);
  expect (in >= 0);
  CALL (send (out, "ab", 2, 0), 2, 0);
  CALL (recv (in, c, 2, MSG_WAITALL), 2, 0);
  CALL (sendmsg (in, &m, 0), 2, 0);
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__ /* which look into it */
  CALL (sendmsg (in, NULL, 0), -1, 0);
  CALL (errno, EFAULT, 0);
#endif
  CALL (recv (out, c, 2, MSG_WAITALL | MSG_PEEK), 2, 0);
  CALL (recvmsg (out, &m, 0), 2, 0);
  CALL (sendto (in, "c", 1, 0, NULL, 0), 1, 0);
  CALL (recvfrom (out, c, 1, 0, NULL, NULL), 1, 0);
  large_writes (in, out);
  fd_set set;
  FD_ZERO (&set);
  struct timeval now = { 0, 0 };
  CALL (select (0, NULL, NULL, &set, &now), 0, 1);
  int events = epoll_create1 (0);
  struct epoll_event event;
  expect (events >= 0);
  CALL (epoll_wait (events, &event, 1, 0), 0, 1);
  close (events);
  close (in), close (out), close (listener);
}

static void
files (void)
{
  char line[16];
  FILE *f = tmpfile ();
  expect (f != NULL);
  CALL (fwrite ("one\ntwo\n", 1, 8, f), 8, 1);
  CALL (fflush (f), 0, 1);
  rewind (f);
  CALL (fgets (line, sizeof line, f) == line, 1, 1);
  CALL (fread (line, 1, 4, f), 4, 1);
  expect (memcmp (line, "two\n", 4) == 0);
  rewind (f);
  char *whole = NULL;
  size_t room = 0;
  CALL (getline (&whole, &room, f), 4, 1);
  expect (strcmp (whole, "one\n") == 0);
  free (whole);
  CALL (fputs ("three", f) >= 0, 1, 1);
  CALL (fflush (f), 0, 1);
  CALL (fsync (fileno (f)), 0, 1);
  static char much[2 * ERBIUM_PIPE_BUF];
  CALL (write (fileno (f), much, sizeof much), sizeof much, 0); /* a file takes it */
  fclose (f);
}

static void
times (void)
{
  int status;
  sem_t s;
  struct timespec t = { 0, 1000 };
  CALL (sleep (0), 0, 1);
  CALL (nanosleep (&t, NULL), 0, 1);
  CALL (clock_nanosleep (CLOCK_MONOTONIC, 0, &t, NULL), 0, 1);
  CALL (usleep (1), 0, 1);
  expect (sem_init (&s, 0, 1) == 0);
  CALL (sem_wait (&s), 0, 1);
  pid_t child = fork ();
  if (child == 0)
    _exit (3);
  CALL (waitpid (child, &status, 0), child, 1);
  expect_equal (WEXITSTATUS (status), 3);
}

/* Takes a byte of the pipe that comes when it is asked for, and says so. */
ERBIUM_PROCESS (all, ERBIUM_RECORD (int));
void
all (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  descriptors ();
  sockets ();
  files ();
  times ();
  atomic_store (&asks, 3);
  char c = 0;
  expect_equal (read (ends[0], &c, 1), 1);
  erbium_stall (v, 1);
  ERBIUM_AT (v, 0) = c;
  erbium_commit (v, 1);
}

int
main (void)
{
  pthread_t thread;
  expect (pipe (ends) == 0);
  expect (pthread_create (&thread, NULL, writer, NULL) == 0);
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (all, r);
  expect_equal (erbium_update (v, 1), 1);
  expect_equal (ERBIUM_AT (v, 0), 'x');
  pthread_join (thread, NULL);
}
