/* SPDX-License-Identifier: MIT */
/* blocking.h - wrappers for system calls that may block in the kernel: erbium_read calls `read'
 * within an erbium_blocking block of its own, and likewise for the other functions in the tables
 * below.
 *
 * If ERBIUM_WRAP_BLOCKING is defined, `read' and the other names become function-like macros that
 * expand to calls of these functions.  C code that was not written for processes can then be
 * compiled as follows, unless it calls structure members that have one of these names:
 *
 *   gcc -D_GNU_SOURCE -DERBIUM_WRAP_BLOCKING -include erbium/blocking.h ...
 *
 * A call on a descriptor that is ready is assumed not to block, and is made directly: poll shows
 * this in a fraction of a microsecond, while handing the worker to another thread takes about ten.
 * Regular files are always ready for poll, although a read may wait for the disk.  Results and
 * errno are those of the call.  If processes do not share threads, only the poll is added.  A
 * descriptor that is ready for writing may have room for no more than a page: a larger write,
 * except to a file, is treated as a blocking one.
 *
 * nanosleep, getaddrinfo, getline, usleep and accept4 are available if the headers of the system
 * declare them: not with -std=c11 alone, which selects the C standard and nothing else.
 *
 * Locks are left out on purpose: a process may be on another thread afterwards, and a lock belongs
 * to a thread.
 */
#ifndef ERBIUM_BLOCKING_H
#define ERBIUM_BLOCKING_H

#include <netdb.h>
#include <poll.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* erbium/errno.h, since a process may be on another thread after an erbium_blocking block. */
#include "errno.h"

/* X (type, name, parameters, arguments); the first parameter is fd. */
#define ERBIUM_CALLS_THAT_READ(X)                                                          \
  X (ssize_t, read, (int fd, void *to, size_t n), (fd, to, n))                             \
  X (ssize_t, readv, (int fd, const struct iovec *to, int n), (fd, to, n))                 \
  X (ssize_t, recv, (int fd, void *to, size_t n, int flags), (fd, to, n, flags))           \
  X (ssize_t, recvfrom,                                                                    \
     (int fd, void *to, size_t n, int flags, struct sockaddr *who, socklen_t *size),       \
     (fd, to, n, flags, who, size))                                                        \
  X (ssize_t, recvmsg, (int fd, struct msghdr *to, int flags), (fd, to, flags))            \
  X (int, accept, (int fd, struct sockaddr *who, socklen_t *n), (fd, who, n))

#ifdef _GNU_SOURCE
#define ERBIUM_CALLS_OF_LINUX(X)                                                           \
  X (int, accept4, (int fd, struct sockaddr *who, socklen_t *n, int flags), (fd, who, n, flags))
#else
#define ERBIUM_CALLS_OF_LINUX(X)
#endif

/* X (bytes, type, name, parameters, arguments); the first parameter is fd. */
#define ERBIUM_CALLS_THAT_WRITE(X)                                                         \
  X (n, ssize_t, write, (int fd, const void *from, size_t n), (fd, from, n))               \
  X (erbium_bytes_of (from, (size_t) n), ssize_t, writev,                                  \
     (int fd, const struct iovec *from, int n), (fd, from, n))                             \
  X (n, ssize_t, send, (int fd, const void *from, size_t n, int flags), (fd, from, n, flags)) \
  X (n, ssize_t, sendto,                                                                   \
     (int fd, const void *from, size_t n, int flags, const struct sockaddr *to, socklen_t size), \
     (fd, from, n, flags, to, size))                                                       \
  X (from ? erbium_bytes_of (from->msg_iov, from->msg_iovlen) : 0, ssize_t, sendmsg,       \
     (int fd, const struct msghdr *from, int flags), (fd, from, flags))

/* X (type, name, parameters, arguments) */
#define ERBIUM_CALLS_THAT_WAIT(X)                                                          \
  X (int, connect, (int fd, const struct sockaddr *to, socklen_t n), (fd, to, n))          \
  X (int, poll, (struct pollfd *fds, nfds_t n, int ms), (fds, n, ms))                      \
  X (int, select,                                                                          \
     (int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *time),                \
     (n, in, out, other, time))                                                            \
  X (int, epoll_wait, (int fd, struct epoll_event *to, int n, int ms), (fd, to, n, ms))    \
  X (int, fsync, (int fd), (fd))                                                           \
  X (unsigned, sleep, (unsigned seconds), (seconds))                                       \
  X (pid_t, waitpid, (pid_t who, int *status, int how), (who, status, how))                \
  X (int, sem_wait, (sem_t *semaphore), (semaphore))                                       \
  X (int, fflush, (FILE *file), (file))                                                    \
  X (size_t, fread, (void *to, size_t size, size_t n, FILE *file), (to, size, n, file))    \
  X (size_t, fwrite, (const void *from, size_t size, size_t n, FILE *file),                \
     (from, size, n, file))                                                                \
  X (char *, fgets, (char *to, int n, FILE *file), (to, n, file))                         \
  X (int, fputs, (const char *from, FILE *file), (from, file))

#ifdef CLOCK_REALTIME
#define ERBIUM_CALLS_OF_POSIX(X)                                                           \
  X (int, nanosleep, (const struct timespec *time, struct timespec *left), (time, left))   \
  X (int, clock_nanosleep,                                                                 \
     (clockid_t clock, int flags, const struct timespec *time, struct timespec *left),     \
     (clock, flags, time, left))
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

#if defined _POSIX_C_SOURCE && _POSIX_C_SOURCE >= 200809L
#define ERBIUM_CALLS_FOR_LINES(X)                                                          \
  X (ssize_t, getline, (char **to, size_t *n, FILE *file), (to, n, file))
#else
#define ERBIUM_CALLS_FOR_LINES(X)
#endif

#ifdef _DEFAULT_SOURCE
#define ERBIUM_CALLS_OF_OLD(X) X (int, usleep, (useconds_t us), (us))
#else
#define ERBIUM_CALLS_OF_OLD(X)
#endif

/* Returns whether a call that waits for `events' would block; preserves errno. */
ERBIUM_INLINE int
erbium_would_wait (int fd, short events)
{
  struct pollfd p = { fd, events, 0 };
  int kept = errno, ready = poll (&p, 1, 0);
  errno = kept;
  return fd >= 0 && ready == 0; /* poll ignores a negative descriptor */
}

#define ERBIUM_PIPE_BUF 4096

ERBIUM_INLINE size_t
erbium_bytes_of (const struct iovec *v, size_t n)
{
  size_t bytes = 0;
  for (size_t k = 0; v && k < n; k++)
    bytes += v[k].iov_len;
  return bytes;
}

/* Returns whether a call that writes `bytes' bytes would block.  A descriptor that is ready has
 * room for PIPE_BUF bytes, which is 4096 on Linux. */
ERBIUM_INLINE int
erbium_write_would_wait (int fd, size_t bytes)
{
  struct stat s;
  int kept = errno, file = bytes > ERBIUM_PIPE_BUF && (fstat (fd, &s) != 0 || S_ISREG (s.st_mode));
  errno = kept;
  return bytes > ERBIUM_PIPE_BUF ? !file : erbium_would_wait (fd, POLLOUT);
}

#define ERBIUM_BLOCKING_IF(waits, type, name, parameters, arguments)                       \
  ERBIUM_INLINE type erbium_##name parameters                                              \
  {                                                                                        \
    type result;                                                                           \
    if (!(waits))                                                                          \
      return name arguments;                                                               \
    erbium_blocking { result = name arguments; }                                           \
    return result;                                                                         \
  }
#define ERBIUM_BLOCKING_READ(type, name, parameters, arguments)                            \
  ERBIUM_BLOCKING_IF (erbium_would_wait (fd, POLLIN), type, name, parameters, arguments)
#define ERBIUM_BLOCKING_WRITE(bytes, type, name, parameters, arguments)                    \
  ERBIUM_BLOCKING_IF (erbium_write_would_wait (fd, bytes), type, name, parameters, arguments)
#define ERBIUM_BLOCKING_CALL(type, name, parameters, arguments)                            \
  ERBIUM_BLOCKING_IF (1, type, name, parameters, arguments)

ERBIUM_CALLS_THAT_READ (ERBIUM_BLOCKING_READ)
ERBIUM_CALLS_OF_LINUX (ERBIUM_BLOCKING_READ)
ERBIUM_CALLS_THAT_WRITE (ERBIUM_BLOCKING_WRITE)
ERBIUM_CALLS_THAT_WAIT (ERBIUM_BLOCKING_CALL)
ERBIUM_CALLS_OF_POSIX (ERBIUM_BLOCKING_CALL)
ERBIUM_CALLS_FOR_NAMES (ERBIUM_BLOCKING_CALL)
ERBIUM_CALLS_FOR_LINES (ERBIUM_BLOCKING_CALL)
ERBIUM_CALLS_OF_OLD (ERBIUM_BLOCKING_CALL)

#ifdef ERBIUM_WRAP_BLOCKING
#define read(...) erbium_read (__VA_ARGS__)
#define readv(...) erbium_readv (__VA_ARGS__)
#define recv(...) erbium_recv (__VA_ARGS__)
#define recvfrom(...) erbium_recvfrom (__VA_ARGS__)
#define recvmsg(...) erbium_recvmsg (__VA_ARGS__)
#define accept(...) erbium_accept (__VA_ARGS__)
#define accept4(...) erbium_accept4 (__VA_ARGS__)
#define write(...) erbium_write (__VA_ARGS__)
#define writev(...) erbium_writev (__VA_ARGS__)
#define send(...) erbium_send (__VA_ARGS__)
#define sendto(...) erbium_sendto (__VA_ARGS__)
#define sendmsg(...) erbium_sendmsg (__VA_ARGS__)
#define connect(...) erbium_connect (__VA_ARGS__)
#define poll(...) erbium_poll (__VA_ARGS__)
#define select(...) erbium_select (__VA_ARGS__)
#define epoll_wait(...) erbium_epoll_wait (__VA_ARGS__)
#define fsync(...) erbium_fsync (__VA_ARGS__)
#define sleep(...) erbium_sleep (__VA_ARGS__)
#define usleep(...) erbium_usleep (__VA_ARGS__)
#define nanosleep(...) erbium_nanosleep (__VA_ARGS__)
#define clock_nanosleep(...) erbium_clock_nanosleep (__VA_ARGS__)
#define waitpid(...) erbium_waitpid (__VA_ARGS__)
#define sem_wait(...) erbium_sem_wait (__VA_ARGS__)
#define fflush(...) erbium_fflush (__VA_ARGS__)
#define fread(...) erbium_fread (__VA_ARGS__)
#define fwrite(...) erbium_fwrite (__VA_ARGS__)
#define fgets(...) erbium_fgets (__VA_ARGS__)
#define fputs(...) erbium_fputs (__VA_ARGS__)
#define getline(...) erbium_getline (__VA_ARGS__)
#define getaddrinfo(...) erbium_getaddrinfo (__VA_ARGS__)
#endif

#endif
