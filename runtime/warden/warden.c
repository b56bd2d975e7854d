/* SPDX-License-Identifier: MIT */
/* warden.c - watches over a job that the program has started itself.
 *
 * A rank that is killed is noticed by the others and by mpiexec, but not always: while MPI begins
 * or ends the others do not look, Open MPI's mpiexec may then wait for ever, and that of MPICH may
 * end with status 0.  So the program does not become mpiexec, but stays as its parent, the warden.
 * Each rank connects to it by a socket before MPI begins, and says when it ends, or reports an
 * error.  A connection that closes without a word is a death.  If nobody reports it and mpiexec has
 * not ended after a moment, the warden does, and ends the job.
 *
 * A job that mpiexec has started has no warden.
 */
#define _GNU_SOURCE
#include "warden/warden.h"
#include "fault/fault.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TICK = 50, GRACE = 2000, START = 60000, END = 60000 }; /* ms */

static const char variable[] = "ERBIUM_WARDEN"; /* the name of its socket */

/* ---- Ranks -------------------------------------------------------------------------------- */

static int connection = -1, own_rank = -1;

struct word { int32_t rank, word; }; /* word 0: it begins */

static socklen_t
address_of (struct sockaddr_un *a, const char *name)
{
  memset (a, 0, sizeof *a);
  a->sun_family = AF_UNIX;
  snprintf (a->sun_path + 1, sizeof a->sun_path - 1, "%s", name); /* it is in no folder */
  return (socklen_t) (offsetof (struct sockaddr_un, sun_path) + 1 + strlen (name));
}

static void
say (int word)
{
  struct word w = { own_rank, word };
  if (connection >= 0)
    (void) !send (connection, &w, sizeof w, MSG_NOSIGNAL);
}

void
erb_warden_join (int rank)
{
  struct sockaddr_un a;
  const char *name = getenv (variable);
  if (!name)
    return;
  socklen_t length = address_of (&a, name);
  unsetenv (variable); /* it is no setting, and programs that this one starts are no ranks */
  int s = socket (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (s < 0 || connect (s, (struct sockaddr *) &a, length) != 0)
    return;
  connection = erb_own_file (s);
  own_rank = rank;
  say (0);
}

void
erb_warden_tell (enum erb_warden_word word)
{
  say ((int) word);
}

/* ---- The warden --------------------------------------------------------------------------- */

struct rank
{
  int connection, number;
  pid_t process;
  bool ended; /* it has said so */
};

static struct rank *all;        /* connections, in the order in which they came */
static int begun, gone;
static bool mpi_has_begun;      /* on all ranks, of which some may be on other machines */
static bool fault;              /* a rank has reported an error */
static bool one_has_ended;      /* a rank has ended, so MPI has ended on all */
static bool died;               /* before that, one has gone without a word */
static int first_dead = -1;     /* its number */
static pid_t launcher;

/* mpiexec gets what a terminal sends itself. */
static void
forward (int number, siginfo_t *from, void *more)
{
  (void) more;
  if (from->si_code <= 0)
    kill (launcher, number);
}

static int
listen_as (const char *name, int ranks)
{
  struct sockaddr_un a;
  socklen_t length = address_of (&a, name);
  int s = socket (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (s < 0 || bind (s, (struct sockaddr *) &a, length) != 0 || listen (s, ranks) != 0)
    return -1;
  return s;
}

/* Takes the ranks that connect. */
static void
accept_ranks (int s, int ranks)
{
  struct ucred who;
  socklen_t length = sizeof who;
  for (int c; begun < ranks && (c = accept4 (s, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0;)
    {
      all[begun] = (struct rank) { .connection = c, .number = -1 };
      if (getsockopt (c, SOL_SOCKET, SO_PEERCRED, &who, &length) == 0)
        all[begun].process = who.pid;
      begun++;
    }
}

/* Reads what a rank says.  Returns whether it has gone without a word. */
static bool
hear (struct rank *r)
{
  struct word w;
  ssize_t n;
  while ((n = recv (r->connection, &w, sizeof w, 0)) == (ssize_t) sizeof w)
    {
      r->number = w.rank;
      mpi_has_begun |= w.word == ERB_WARDEN_BEGUN;
      fault |= w.word == ERB_WARDEN_FAULT;
      one_has_ended |= w.word == ERB_WARDEN_ENDS;
      r->ended |= w.word == ERB_WARDEN_FAULT || w.word == ERB_WARDEN_ENDS;
    }
  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    return false;
  close (r->connection);
  r->connection = -1;
  gone++;
  return !r->ended;
}

/* mpiexec kills ranks after an error, which are no deaths.  So what ranks have said is read again
 * after one has gone. */
static void
hear_all (void)
{
  int dead = -1;
  for (int round = 0; round < 2; round++)
    for (int n = 0; n < begun; n++)
      if (all[n].connection >= 0 && hear (&all[n]))
        dead = n;
  if (dead < 0 || fault || died)
    return;
  died = true;
  first_dead = all[dead].number;
}

ERB_COLD static void
report (const char *what)
{
  if (first_dead >= 0)
    fprintf (stderr, "erbium: error: rank %d has died%s\n", first_dead, what);
  else
    fprintf (stderr, "erbium: error: a rank has died%s\n", what);
  fprintf (stderr, "erbium: note: see what mpiexec says\n");
}

static void
kill_ranks (void)
{
  for (int n = 0; n < begun; n++)
    if (all[n].connection >= 0 && all[n].process > 0)
      kill (all[n].process, SIGKILL);
}

/* Ends mpiexec and the ranks that are left. */
static void
end_job (void)
{
  const struct timespec moment = { .tv_nsec = 300000000 };
  kill (launcher, SIGTERM); /* mpiexec ends its ranks */
  nanosleep (&moment, NULL);
  kill_ranks ();
  kill (launcher, SIGKILL);
  waitpid (launcher, NULL, 0);
}

/* Returns for how many ms mpiexec may go on in this state of the job. */
static int
patience (int ranks)
{
  if (died)
    return GRACE;
  if (begun > 0 && begun < ranks && !mpi_has_begun)
    return START;
  return begun > 0 && gone == begun ? END : -1;
}

/* Waits for the end of mpiexec, at most as long as it has patience.  Time in which this process was
 * stopped does not count.  Returns its status, or -1. */
static int
watch (int s, int ranks)
{
  struct pollfd on = { .fd = s, .events = POLLIN };
  int waited = 0, before = -1, status;
  for (;;)
    {
      pid_t ended = waitpid (launcher, &status, WNOHANG);
      accept_ranks (s, ranks);
      hear_all ();
      if (ended == launcher)
        return status;
      int most = patience (ranks);
      waited = most == before ? waited + TICK : 0;
      before = most;
      if (most >= 0 && waited > most)
        return -1;
      on.events = begun < ranks ? POLLIN : 0;
      poll (&on, 1, TICK);
    }
}

/* Whether mpiexec has killed ranks since another one has ended with a status that is not 0: then
 * MPI has ended on all, but a rank may not have said so yet. */
static bool
were_killed_at_end (int status)
{
  return one_has_ended && WIFEXITED (status) && WEXITSTATUS (status) != 0;
}

ERB_NORETURN static void
end_like (int status)
{
  if (died && !fault && !were_killed_at_end (status))
    {
      report ("");
      kill_ranks ();
      _exit (WIFEXITED (status) && WEXITSTATUS (status) != 0 ? WEXITSTATUS (status)
                                                             : ERBIUM_EXIT_DEATH);
    }
  if (WIFEXITED (status))
    _exit (WEXITSTATUS (status));
  signal (WTERMSIG (status), SIG_DFL);
  raise (WTERMSIG (status));
  _exit (128 + WTERMSIG (status));
}

/* Starts mpiexec.  Returns false if there is none. */
static bool
launch (char **words, const char *otherwise)
{
  static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2 };
  const struct sigaction act = { .sa_sigaction = forward, .sa_flags = SA_SIGINFO | SA_RESTART };
  int ready[2], error = 0;
  if (pipe2 (ready, O_CLOEXEC) != 0)
    return false;
  launcher = fork ();
  if (launcher == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGTERM);
      execvp (words[0], words);
      words[0] = (char *) otherwise;
      execvp (otherwise, words);
      error = errno;
      (void) !write (ready[1], &error, sizeof error);
      _exit (ERBIUM_EXIT_SETTING);
    }
  close (ready[1]);
  ssize_t n = read (ready[0], &error, sizeof error); /* nothing: it has become mpiexec */
  close (ready[0]);
  for (size_t k = 0; launcher > 0 && k < sizeof signals / sizeof signals[0]; k++)
    sigaction (signals[k], &act, NULL);
  if (n > 0)
    waitpid (launcher, NULL, 0);
  errno = n > 0 ? error : errno;
  return launcher > 0 && n <= 0;
}

void
erb_warden_run (char **words, const char *otherwise, int ranks)
{
  char name[64];
  snprintf (name, sizeof name, "erbium-job-%d-%llx", (int) getpid (),
            (unsigned long long) erb_os->now ());
  int s = listen_as (name, ranks);
  all = calloc ((size_t) ranks, sizeof *all);
  if (s < 0 || !all || setenv (variable, name, 1) != 0) /* then without a warden */
    {
      unsetenv (variable);
      execvp (words[0], words);
      words[0] = (char *) otherwise;
      execvp (otherwise, words);
      return;
    }
  if (!launch (words, otherwise))
    return;
  int status = watch (s, ranks);
  if (status >= 0)
    end_like (status);
  if (!fault)
    report (died ? "" : begun < ranks ? ", or has not begun" : ", or mpiexec does not end");
  end_job ();
  _exit (ERBIUM_EXIT_DEATH);
}
