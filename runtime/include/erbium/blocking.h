/* SPDX-License-Identifier: MIT */
/* blocking.h - calls of the system that may wait in the kernel, each in an
 * erbium_blocking of its own: erbium_read is read, and so on for the tables below.
 *
 * With ERBIUM_WRAP_BLOCKING defined, read itself and the others mean these from here
 * on, as macros with arguments: so code that knows nothing of processes can be compiled
 * with
 *
 *   gcc -D_GNU_SOURCE -DERBIUM_WRAP_BLOCKING -include erbium/blocking.h ...
 *
 * A call on a descriptor that is ready does not wait, so it is made at once: poll tells,
 * which takes a fraction of a microsecond, where giving the worker to another thread
 * takes some ten.  Results and errno are those of the call.  Where processes do not
 * share threads nothing is added.  One that is ready for some of a large write may still wait
 * for the rest: put that into an erbium_blocking of your own.
 *
 * nanosleep and getaddrinfo are here where the headers of the system declare them: not with -std=c11
 * alone, which asks for the standard of C and nothing else.
 *
 * Left out on purpose: locks, since a process may be on another thread afterwards, and
 * a lock belongs to a thread.
 */
#ifndef ERBIUM_BLOCKING_H
#define ERBIUM_BLOCKING_H

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../erbium.h"

/* X (what poll waits for, type, name, parameters, arguments); the first is fd. */
#define ERBIUM_CALLS_ON_DESCRIPTORS(X)                                                     \
  X (POLLIN, ssize_t, read, (int fd, void *to, size_t n), (fd, to, n))                     \
  X (POLLIN, ssize_t, readv, (int fd, const struct iovec *to, int n), (fd, to, n))         \
  X (POLLIN, ssize_t, recv, (int fd, void *to, size_t n, int flags), (fd, to, n, flags))   \
  X (POLLIN, ssize_t, recvmsg, (int fd, struct msghdr *to, int flags), (fd, to, flags))    \
  X (POLLIN, int, accept, (int fd, struct sockaddr *who, socklen_t *n), (fd, who, n))      \
  X (POLLOUT, ssize_t, write, (int fd, const void *from, size_t n), (fd, from, n))         \
  X (POLLOUT, ssize_t, writev, (int fd, const struct iovec *from, int n), (fd, from, n))   \
  X (POLLOUT, ssize_t, send, (int fd, const void *from, size_t n, int flags),              \
     (fd, from, n, flags))                                                                 \
  X (POLLOUT, ssize_t, sendmsg, (int fd, const struct msghdr *from, int flags),            \
     (fd, from, flags))

/* X (type, name, parameters, arguments) */
#define ERBIUM_CALLS_THAT_WAIT(X)                                                          \
  X (int, connect, (int fd, const struct sockaddr *to, socklen_t n), (fd, to, n))          \
  X (int, poll, (struct pollfd *fds, nfds_t n, int ms), (fds, n, ms))                      \
  X (unsigned, sleep, (unsigned seconds), (seconds))                                       \
  X (pid_t, waitpid, (pid_t who, int *status, int how), (who, status, how))                \
  X (int, sem_wait, (sem_t *semaphore), (semaphore))                                       \
  X (int, fflush, (FILE *file), (file))                                                    \
  X (size_t, fread, (void *to, size_t size, size_t n, FILE *file), (to, size, n, file))    \
  X (size_t, fwrite, (const void *from, size_t size, size_t n, FILE *file),                \
     (from, size, n, file))                                                                \
  X (char *, fgets, (char *to, int n, FILE *file), (to, n, file))

#ifdef CLOCK_REALTIME
#define ERBIUM_CALLS_OF_POSIX(X)                                                           \
  X (int, nanosleep, (const struct timespec *time, struct timespec *left), (time, left))
#else
#define ERBIUM_CALLS_OF_POSIX(X)
#endif

#ifdef AI_PASSIVE
#define ERBIUM_CALLS_FOR_NAMES(X)                                                          \
  X (int, getaddrinfo,                                                                     \
     (const char *node, const char *service, const struct addrinfo *hints,                 \
      struct addrinfo **found),                                                            \
     (node, service, hints, found))
#else
#define ERBIUM_CALLS_FOR_NAMES(X)
#endif

ERBIUM_INLINE int
erbium_would_wait (int fd, short events)
{
  struct pollfd p = { fd, events, 0 };
  int kept = errno, ready = poll (&p, 1, 0);
  errno = kept;
  return fd >= 0 && ready == 0; /* poll passes over one below 0 */
}

#define ERBIUM_BLOCKING_ON(events, type, name, parameters, arguments)                      \
  ERBIUM_INLINE type erbium_##name parameters                                              \
  {                                                                                        \
    type result;                                                                           \
    if (!erbium_would_wait (fd, events))                                                   \
      return name arguments;                                                               \
    erbium_blocking { result = name arguments; }                                           \
    return result;                                                                         \
  }

#define ERBIUM_BLOCKING_CALL(type, name, parameters, arguments)                            \
  ERBIUM_INLINE type erbium_##name parameters                                              \
  {                                                                                        \
    type result;                                                                           \
    erbium_blocking { result = name arguments; }                                           \
    return result;                                                                         \
  }

ERBIUM_CALLS_ON_DESCRIPTORS (ERBIUM_BLOCKING_ON)
ERBIUM_CALLS_THAT_WAIT (ERBIUM_BLOCKING_CALL)
ERBIUM_CALLS_OF_POSIX (ERBIUM_BLOCKING_CALL)
ERBIUM_CALLS_FOR_NAMES (ERBIUM_BLOCKING_CALL)

#ifdef ERBIUM_WRAP_BLOCKING
#define read(...) erbium_read (__VA_ARGS__)
#define readv(...) erbium_readv (__VA_ARGS__)
#define recv(...) erbium_recv (__VA_ARGS__)
#define recvmsg(...) erbium_recvmsg (__VA_ARGS__)
#define accept(...) erbium_accept (__VA_ARGS__)
#define write(...) erbium_write (__VA_ARGS__)
#define writev(...) erbium_writev (__VA_ARGS__)
#define send(...) erbium_send (__VA_ARGS__)
#define sendmsg(...) erbium_sendmsg (__VA_ARGS__)
#define connect(...) erbium_connect (__VA_ARGS__)
#define poll(...) erbium_poll (__VA_ARGS__)
#define sleep(...) erbium_sleep (__VA_ARGS__)
#define nanosleep(...) erbium_nanosleep (__VA_ARGS__)
#define waitpid(...) erbium_waitpid (__VA_ARGS__)
#define sem_wait(...) erbium_sem_wait (__VA_ARGS__)
#define fflush(...) erbium_fflush (__VA_ARGS__)
#define fread(...) erbium_fread (__VA_ARGS__)
#define fwrite(...) erbium_fwrite (__VA_ARGS__)
#define fgets(...) erbium_fgets (__VA_ARGS__)
#define getaddrinfo(...) erbium_getaddrinfo (__VA_ARGS__)
#endif

#endif
