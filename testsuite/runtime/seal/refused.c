/* SPDX-License-Identifier: MIT */
/* Refused: the network, other processes and threads, ways between spaces beside pages and
 * channels, timers, signals to others. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t | FileCheck %s
// RUN: %sealed %t often > %t.often
// RUN: grep -c 'socket' %t.often | FileCheck %s --check-prefix=OFTEN
// OFTEN: {{^}}40{{$}}
// RUN: %sealed --status 120 %t fork | FileCheck %s --check-prefix=FORK
// FORK: erbium: error: fork: a sealed program has no processes but spaces, in process 'space 0'
// FORK-NEXT: erbium: note: start it with erbium_space_start
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include "erbium/papers.h"
#include "test.h"

#define refused(call) (errno = 0, expect_equal ((call), -1), expect_equal (errno, EPERM))

static void *
nothing (void *unused)
{
  return unused;
}

/* Of these, each space says twenty. */
static void *
refused_often (void *unused)
{
  for (int n = 0; n < 25; n++)
    refused (socket (AF_INET, SOCK_STREAM, 0));
  return unused;
}

static void
no_i386 (int signal)
{
  (void) signal;
  puts ("no calls of i386");
  exit (0);
}

/* The kernel may have been built without. */
static void
by_i386 (void)
{
  int result = 20; /* getpid, there */
  fflush (stdout);
  signal (SIGSEGV, no_i386);
  __asm__ volatile ("int $0x80" : "+a" (result) : : "memory", "r8", "r9", "r10", "r11");
  signal (SIGSEGV, SIG_DFL);
  expect_equal (result, -EPERM);
}

int
main (int argc, char **argv)
{
  int pair[2];
  struct flock lock = { .l_type = F_RDLCK };
  static char sequence[32] __attribute__ ((aligned (32)));
  pid_t pid;
  pthread_t thread;
  struct pollfd poll_in = { 0, POLLIN, 0 };
  int child = space_alloc (0);
  if (argc > 1 && strcmp (argv[1], "often") == 0)
    {
      refused_often (NULL);
      space_start (child, refused_often, NULL);
      return 0;
    }
  if (argc > 1)
    fork ();
  refused (socket (AF_INET, SOCK_STREAM, 0)); // CHECK: sealed: the system call 'socket' is refused
  refused (socketpair (AF_UNIX, SOCK_STREAM, 0, pair)); // CHECK-NEXT: 'socketpair'
  refused (pipe (pair)); // CHECK-NEXT: 'pipe2'
  refused (flock (0, LOCK_SH)); // CHECK-NEXT: locking a file with 'flock' is refused: no other space writes files
  refused (lockf (1, F_TLOCK, 0)); // CHECK-NEXT: locking a file with 'fcntl' is refused: no other space writes files
  refused (fcntl (open ("/dev/null", O_RDONLY), F_OFD_GETLK, &lock)); // CHECK-NEXT: locking a file with 'fcntl'
  refused (fcntl (0, F_GETPIPE_SZ)); // CHECK-NEXT: a command of 'fcntl' is refused: it is permitted only for duplicates and flags
  refused (memfd_create ("x", 0)); // CHECK-NEXT: 'memfd_create' is refused: spaces share pages and channels only
  expect (mmap (NULL, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED); // CHECK-NEXT: 'mmap of shared memory'
  expect_equal (shm_open ("/x", O_RDWR | O_CREAT, 0600), -1); // CHECK-NEXT: writing '/dev/shm/x' is refused
  refused (timerfd_create (CLOCK_MONOTONIC, 0)); // CHECK-NEXT: 'timerfd_create'
  refused ((int) poll (&poll_in, 1, 10)); // CHECK-NEXT: 'poll'
  refused (kill (1, SIGTERM)); // CHECK-NEXT: 'kill'
  refused (execl ("/bin/true", "true", NULL)); // CHECK-NEXT: 'execve'
  refused ((int) vfork ()); // CHECK-NEXT: 'vfork'
  refused ((int) syscall (SYS_io_uring_setup, 1, 0)); // CHECK-NEXT: 'io_uring_setup'
  refused ((int) syscall (SYS_rseq, sequence, 32, 0, 0x53053053)); // CHECK-NEXT: 'rseq'
  refused ((int) syscall (5000)); // CHECK-NEXT: 'of unknown number'
  refused ((int) syscall (0x40000000 | SYS_getpid)); // CHECK-NEXT: sealed: the system call of x32 'getpid' is refused
  by_i386 (); // CHECK-NEXT: {{the system call 'of i386' is refused: call it as x86-64 does|no calls of i386}}
  expect (posix_spawn (&pid, "/bin/true", NULL, NULL, (char *[]) { "true", NULL }, NULL) != 0);
  expect (pthread_create (&thread, NULL, nothing, NULL) != 0);
}
