/* SPDX-License-Identifier: MIT */
/* slow_network.c - runs a command on a network of its own, whose nodes are network namespaces.
 *
 *   slow_network NODES MILLISECONDS LOSS SEED COMMAND...
 *
 * Node k has the address 10.77.0.k (k from 1; more than 250 nodes are refused), on an interface
 * that ends in this program (a TUN device).  It delivers each packet of IP after the time, or
 * loses it with a chance of LOSS in 1000, as the queueing discipline netem does, which many kernels
 * lack.  TCP of the kernel does the rest.  The command runs on node 1; the file $SLOW_NETWORK/K is
 * the namespace of node K for nsenter.  Needs root, and /dev/net/tun.  Ends with the status of the
 * command; 77 if the network cannot be made, which is said.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 250, PACKET = 65536, WAITING = 1 << 16, CANNOT = 77 };

/* A packet on its way.  All take the same time, so they leave in the order in which they came. */
struct packet
{
  int64_t due; /* ns */
  int to, size;
  char *bytes;
};

static int tun[MOST], nodes;
static struct packet waiting[WAITING]; /* a ring */
static unsigned first, end;
static int64_t delay;    /* ns */
static unsigned loss;    /* of 1000 */
static uint64_t chance;  /* state of a generator (xorshift64) */

static void
cannot (const char *what)
{
  fprintf (stderr, "slow_network: cannot run here: %s: %s\n", what, strerror (errno));
  exit (CANNOT);
}

static int64_t
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (int64_t) t.tv_sec * 1000000000 + t.tv_nsec;
}

/* ---- The network ------------------------------------------------------------------------- */

static void
set_up (int s, const char *name, const char *address)
{
  struct ifreq r = { .ifr_flags = 0 };
  struct sockaddr_in *a = (struct sockaddr_in *) &r.ifr_addr;
  strncpy (r.ifr_name, name, IFNAMSIZ - 1);
  a->sin_family = AF_INET;
  if (address)
    {
      inet_pton (AF_INET, address, &a->sin_addr);
      if (ioctl (s, SIOCSIFADDR, &r) != 0)
        cannot ("an address");
      inet_pton (AF_INET, "255.255.255.0", &a->sin_addr);
      if (ioctl (s, SIOCSIFNETMASK, &r) != 0)
        cannot ("a netmask");
    }
  memset (&r.ifr_flags, 0, sizeof r.ifr_flags);
  r.ifr_flags = IFF_UP | IFF_RUNNING;
  if (ioctl (s, SIOCSIFFLAGS, &r) != 0)
    cannot ("an interface");
}

/* Moves this process to a new namespace, which becomes node k. */
static void
make_node (int k, const char *folder)
{
  struct ifreq r = { .ifr_flags = IFF_TUN | IFF_NO_PI };
  char address[32], file[4096];
  if (unshare (CLONE_NEWNET) != 0)
    cannot ("a network namespace");
  int s = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  tun[k] = open ("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (s < 0 || tun[k] < 0)
    cannot ("/dev/net/tun");
  strcpy (r.ifr_name, "slow0");
  if (ioctl (tun[k], TUNSETIFF, &r) != 0)
    cannot ("a TUN device");
  snprintf (address, sizeof address, "10.77.0.%d", k + 1);
  set_up (s, "lo", NULL);
  set_up (s, "slow0", address);
  close (s);
  int space = open ("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  snprintf (file, sizeof file, "%s/%d", folder, k + 1);
  char target[64];
  snprintf (target, sizeof target, "/proc/%d/fd/%d", getpid (), space);
  if (symlink (target, file) != 0)
    cannot (file);
}

/* ---- Packets ------------------------------------------------------------------------------ */

static bool
is_lost (void)
{
  chance ^= chance << 13;
  chance ^= chance >> 7;
  chance ^= chance << 17;
  return chance % 1000 < loss;
}

/* Takes what node k sends. */
static void
take (int k)
{
  static char bytes[PACKET];
  for (ssize_t n; end - first < WAITING && (n = read (tun[k], bytes, sizeof bytes)) > 0;)
    {
      const unsigned char *destination = (const unsigned char *) bytes + 16;
      bool known = n >= 20 && bytes[0] >> 4 == 4 && memcmp (destination, "\12\115\0", 3) == 0
                   && destination[3] >= 1 && destination[3] <= nodes;
      if (!known || is_lost ())
        continue;
      struct packet *p = &waiting[end++ % WAITING];
      *p = (struct packet) { now () + delay, destination[3] - 1, (int) n, malloc ((size_t) n) };
      if (!p->bytes)
        cannot ("memory");
      memcpy (p->bytes, bytes, (size_t) n);
    }
}

/* Delivers what is due.  Returns the ms until the next packet is. */
static int
deliver (void)
{
  for (; first != end; first++)
    {
      struct packet *p = &waiting[first % WAITING];
      int64_t left = p->due - now ();
      if (left > 0)
        return (int) (left / 1000000) + 1;
      if (write (tun[p->to], p->bytes, (size_t) p->size) < 0 && errno == EAGAIN)
        return 1;
      free (p->bytes);
    }
  return 20;
}

static int
serve (pid_t command)
{
  struct pollfd all[MOST];
  int status;
  for (int k = 0; k < nodes; k++)
    all[k] = (struct pollfd) { .fd = tun[k], .events = POLLIN };
  while (waitpid (command, &status, WNOHANG) == 0)
    {
      poll (all, (nfds_t) nodes, deliver ());
      for (int k = 0; k < nodes; k++)
        if (all[k].revents)
          take (k);
    }
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

int
main (int count, char **argument)
{
  char folder[] = "/tmp/slow_network.XXXXXX", file[64];
  if (count < 6 || (nodes = atoi (argument[1])) < 1 || nodes > MOST)
    {
      fprintf (stderr, "usage: slow_network NODES MILLISECONDS LOSS SEED COMMAND...\n");
      return 2;
    }
  delay = (int64_t) (atof (argument[2]) * 1e6);
  loss = (unsigned) atoi (argument[3]);
  chance = 0x9e3779b97f4a7c15u * (uint64_t) (atol (argument[4]) + 1);
  if (!mkdtemp (folder))
    cannot ("a folder in /tmp");
  for (int k = nodes; k-- > 0;) /* ends on node 1 */
    make_node (k, folder);
  setenv ("SLOW_NETWORK", folder, 1);
  pid_t command = fork ();
  if (command == 0)
    {
      execvp (argument[5], argument + 5);
      fprintf (stderr, "slow_network: %s: %s\n", argument[5], strerror (errno));
      _exit (127);
    }
  int status = serve (command);
  for (int k = 1; k <= nodes; k++)
    {
      snprintf (file, sizeof file, "%s/%d", folder, k);
      unlink (file);
    }
  rmdir (folder);
  return status;
}
