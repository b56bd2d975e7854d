/* SPDX-License-Identifier: MIT */
/* guest_end.c - how a guest ends: by exit, by a signal, by erbium_partition_kill.
 *
 * Wherever its thread is, it jumps back to the function that has started the guest.  A thread that
 * is stopped in the C library may hold a lock there, which would then be held for ever.  So a
 * signal from erbium_partition_kill ends the thread only where that cannot be: in code of an image,
 * or in a system call that waits; otherwise it is sent again a little later.  The functions that
 * guests call instead of the library's also look whether the guest has been killed.
 */
#define _GNU_SOURCE
#include "partition/guest.h"
#include "partition/thread_end.h"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define KILL_SIGNAL (SIGRTMAX - 2)

/* A thread that a guest has created. */
struct erb_guest_thread
{
  struct erb_guest *guest;
  pthread_t thread;
  void *(*function) (void *);
  void *argument;
  sigjmp_buf base;
  bool detached;               /* by erb_guest_end_others: nobody joins it */
  struct erb_guest_thread *next;
};

extern void _pthread_cleanup_pop (struct _pthread_cleanup_buffer *buffer, int execute);

static __thread struct erb_guest_thread *own __attribute__ ((tls_model ("initial-exec")));

/* ---- Exit --------------------------------------------------------------------- */

static int
add_exit (void (*function) (void *), void (*with_status) (int, void *), void *argument)
{
  struct erb_guest *g = erb_guest_here ();
  struct erb_guest_exit *entry = g ? malloc (sizeof *entry) : NULL;
  if (!entry)
    return -1;
  pthread_mutex_lock (&g->lock);
  *entry = (struct erb_guest_exit){ function, with_status, argument, g->exits };
  g->exits = entry;
  pthread_mutex_unlock (&g->lock);
  return 0;
}

static int
call_atexit (void (*function) (void *), void *argument, void *object)
{
  (void) object;
  return add_exit (function, NULL, argument);
}

static int
call_on_exit (void (*function) (int, void *), void *argument)
{
  return add_exit (NULL, function, argument);
}

static void
call_image_destructors (const struct erb_image *image)
{
  const struct erb_elf *e = image->elf;
  void (*const *one) (void) = (void (*const *) (void)) (image->base + e->fini_array);
  for (size_t n = e->fini_count; n-- > 0;)
    one[n] ();
  if (e->fini)
    ((void (*) (void)) (uintptr_t) (image->base + e->fini)) ();
}

/* Those of libraries come last, of one before those that it needs. */
static void
call_destructors (struct erb_guest *g, int status)
{
  while (g->exits)
    {
      struct erb_guest_exit entry = *g->exits;
      free (g->exits);
      g->exits = entry.next;
      if (entry.function)
        entry.function (entry.argument);
      else
        entry.with_status (status, entry.argument);
    }
  call_image_destructors (g->image);
  for (int n = g->image->elf->libraries; n > 0; n--)
    call_image_destructors (erb_image_part (g->image, n));
}

/* A child that the guest has forked is a process, which ends as one. */
static void
exit_if_forked (struct erb_guest *g, int status, bool clean)
{
  if (getpid () == g->process)
    return;
  if (clean)
    erb_guest_clean (g);
  _exit (status);
}

void
erb_guest_exit (struct erb_guest *g, int status)
{
  call_destructors (g, status);
  exit_if_forked (g, status, true);
  erb_guest_die (g, (status & 0xff) << 8);
}

/* The status of the first reason remains.  A jump of the library calls what its waiting functions
 * have left to do if they are cancelled; pthread_cond_wait would lock its mutex there, which the
 * guest may hold for ever. */
void
erb_guest_die (struct erb_guest *g, int status)
{
  enum { ENDS = 1 << 16 };
  if (erbium_cas (&g->killed, 0, ENDS | status))
    g->status = status;
  if (status & 0x7f)
    g->lost = true;
  _pthread_cleanup_pop (&(struct _pthread_cleanup_buffer){ .__prev = NULL }, 0);
  if (!own)
    siglongjmp (g->base, 1);
  pthread_kill (g->thread, KILL_SIGNAL);
  siglongjmp (own->base, 1);
}

/* A thread that a library has created, such as one of OpenMP, is of no guest. */
void
erb_guest_leave (int status)
{
  struct erb_guest *g = erb_guest_here ();
  if (g)
    erb_guest_exit (g, status);
  exit (status);
}

ERB_NORETURN static void
call_exit_at_once (int status)
{
  struct erb_guest *g = erb_guest_here ();
  if (!g)
    _exit (status);
  exit_if_forked (g, status, false);
  g->lost = true;
  erb_guest_die (g, (status & 0xff) << 8);
}

ERB_NORETURN static void
call_abort (void)
{
  struct erb_guest *g = erb_guest_here ();
  if (!g || getpid () != g->process)
    abort ();
  erb_guest_die (g, SIGABRT);
}

static void
do_nothing (void *object)
{
  (void) object;
}

/* ---- Other threads of a guest ------------------------------------------------------- */

static void
unlink_thread (struct erb_guest_thread *t)
{
  struct erb_guest *g = t->guest;
  pthread_mutex_lock (&g->lock);
  struct erb_guest_thread **at = &g->others;
  while (*at != t)
    at = &(*at)->next;
  *at = t->next;
  pthread_mutex_unlock (&g->lock);
}

static void
other_ended (void *argument)
{
  unlink_thread (argument);
  free (argument);
}

static void *
other_thread (void *argument)
{
  struct erb_guest_thread *t = own = argument;
  void *volatile result = NULL;
  erb_at_thread_end (other_ended, t);
  erb_guest_set_here (t->guest);
  erb_guest_set_tls (t->guest);
  if (t->guest->locale)
    uselocale (t->guest->locale);
  if (sigsetjmp (t->base, 1) == 0)
    result = t->function (t->argument);
  erb_guest_key_permit (t->guest);
  uselocale (LC_GLOBAL_LOCALE);
  erb_guest_set_here (NULL);
  return result;
}

static int
call_pthread_create (pthread_t *thread, const pthread_attr_t *attributes,
                     void *(*function) (void *), void *argument)
{
  struct erb_guest *g = erb_guest_here ();
  struct erb_guest_thread *t = g ? malloc (sizeof *t) : NULL;
  if (!t)
    return g ? EAGAIN : pthread_create (thread, attributes, function, argument);
  *t = (struct erb_guest_thread){ .guest = g, .function = function, .argument = argument };
  pthread_mutex_lock (&g->lock);
  int error = pthread_create (&t->thread, attributes, other_thread, t);
  if (!error)
    {
      *thread = t->thread;
      t->next = g->others;
      g->others = t;
    }
  pthread_mutex_unlock (&g->lock);
  if (error)
    free (t);
  return error;
}

static void
pause_briefly (void)
{
  nanosleep (&(struct timespec){ .tv_nsec = 100000 }, NULL);
}

/* A handler in an image of the guest is not called any more. */
static void
drop_handlers (const struct erb_guest *g)
{
  struct sigaction now;
  for (int number = 1; number < SIGRTMIN; number++)
    {
      const struct erb_image *image = NULL;
      if (sigaction (number, NULL, &now) == 0)
        image = erb_image_at ((const void *) (uintptr_t) now.sa_handler);
      if (image && image->program == g->image)
        signal (number, SIG_DFL);
    }
}

/* Sends the signal to the threads that g has created; returns whether there are any.  If the first
 * thread is at its end, nobody joins them. */
static bool
signal_others (struct erb_guest *g, bool at_end)
{
  pthread_mutex_lock (&g->lock);
  bool any = g->others;
  for (struct erb_guest_thread *t = g->others; t; t = t->next)
    {
      pthread_kill (t->thread, KILL_SIGNAL);
      if (at_end && !t->detached)
        pthread_detach (t->thread);
      t->detached = at_end;
    }
  pthread_mutex_unlock (&g->lock);
  return any;
}

void
erb_guest_end_others (struct erb_guest *g)
{
  while (signal_others (g, true))
    pause_briefly ();
  drop_handlers (g);
}

/* ---- Kill --------------------------------------------------------------------- */

/* Returns whether a word that a thread sleeps on is a variable of a guest, and no lock of the
 * library. */
static bool
is_word_of_guest (const struct erb_guest *g, const void *word)
{
  return erb_image_at (word) || erb_guest_heap_has (word) || erb_guest_pages_have (word)
         || (size_t) ((const char *) word - g->stack) < g->stack_bytes;
}

#ifdef __x86_64__
/* Whether the thread is in a system call that waits.  The kernel lets it start again after the
 * handler, so it is before the instruction, with the number of the call; or the call has failed,
 * since it was interrupted. */
static bool
waits_in_kernel (const struct erb_guest *g, const mcontext_t *m)
{
  static const long waiting[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_poll, SYS_ppoll,
    SYS_select, SYS_pselect6, SYS_epoll_wait, SYS_epoll_pwait, SYS_accept, SYS_accept4,
    SYS_connect, SYS_recvfrom, SYS_recvmsg, SYS_sendto, SYS_sendmsg, SYS_wait4, SYS_waitid,
    SYS_nanosleep, SYS_clock_nanosleep, SYS_pause, SYS_rt_sigsuspend, SYS_open, SYS_openat,
    SYS_flock, SYS_fsync
  };
  const unsigned char *at = (const unsigned char *) m->gregs[REG_RIP];
  long result = (long) m->gregs[REG_RAX];
  if (at[-2] == 0x0f && at[-1] == 0x05 && result == -EINTR)
    return true;
  if (at[0] != 0x0f || at[1] != 0x05)
    return false;
  if (result == SYS_futex)
    return is_word_of_guest (g, (const void *) m->gregs[REG_RDI]);
  for (size_t n = 0; n < sizeof waiting / sizeof waiting[0]; n++)
    if (result == waiting[n])
      return true;
  return false;
}

static const void *
instruction (const mcontext_t *m)
{
  return (const void *) m->gregs[REG_RIP];
}
#else
static bool
waits_in_kernel (const struct erb_guest *g, const mcontext_t *m)
{
  (void) m, (void) is_word_of_guest (g, NULL);
  return false;
}

static const void *
instruction (const mcontext_t *m)
{
  return (const void *) m->pc;
}
#endif

/* The runtime sleeps in the library's function for any system call, and holds no lock then. */
static bool
sleeps_in_runtime (const void *at)
{
  const char *function = (const char *) (uintptr_t) syscall;
  return (const char *) at >= function && (const char *) at < function + 64;
}

static bool
is_killed (const struct erb_guest *g)
{
  bool runs = own || !erbium_load_relaxed (&g->ending);
  return runs && erbium_load_acquire (&g->killed);
}

struct erb_guest *
erb_guest_calls (void)
{
  struct erb_guest *g = erb_guest_here ();
  if (g && is_killed (g) && getpid () == g->process)
    erb_guest_die (g, g->status);
  return g;
}

static void
on_kill (int number, siginfo_t *info, void *context)
{
  struct erb_guest *g = erb_guest_here ();
  const mcontext_t *m = &((const ucontext_t *) context)->uc_mcontext;
  const void *at = instruction (m);
  int error = errno;
  (void) number, (void) info;
  if (g && is_killed (g)
      && (erb_image_at (at) || waits_in_kernel (g, m) || sleeps_in_runtime (at)))
    erb_guest_die (g, g->status);
  errno = error;
}

void
erb_guest_watch_signals (void)
{
  struct sigaction ours = { .sa_flags = SA_ONSTACK | SA_SIGINFO | SA_RESTART };
  ours.sa_sigaction = on_kill;
  sigemptyset (&ours.sa_mask);
  sigaction (KILL_SIGNAL, &ours, NULL);
}

void
erb_guest_unblock_kill (void)
{
  sigset_t ours;
  sigemptyset (&ours);
  sigaddset (&ours, KILL_SIGNAL);
  pthread_sigmask (SIG_UNBLOCK, &ours, NULL);
}

/* A guest may block all signals but this one. */
static int
call_pthread_sigmask (int how, const sigset_t *set, sigset_t *old)
{
  sigset_t others;
  if (!set || how == SIG_UNBLOCK)
    return pthread_sigmask (how, set, old);
  others = *set;
  sigdelset (&others, KILL_SIGNAL);
  return pthread_sigmask (how, &others, old);
}

static int
call_sigprocmask (int how, const sigset_t *set, sigset_t *old)
{
  int error = call_pthread_sigmask (how, set, old);
  errno = error ? error : errno;
  return error ? -1 : 0;
}

bool
(erbium_partition_kill) (int id, const char *where)
{
  enum { TRIES = 100000 };
  struct erb_guest *g = erb_guest_named (id, "erbium_partition_kill", where);
  if (g == erb_guest_here ())
    erb_guest_die (g, SIGKILL);
  if (erbium_cas (&g->killed, 0, SIGKILL))
    {
      g->status = SIGKILL;
      g->lost = true;
    }
  for (int n = 0; n < TRIES && erbium_load_acquire (&g->state) == ERB_GUEST_RUNS; n++)
    {
      pthread_kill (g->thread, KILL_SIGNAL);
      signal_others (g, false);
      pause_briefly ();
    }
  return erbium_load_acquire (&g->state) != ERB_GUEST_RUNS;
}

const struct erb_interposed erb_guest_end_calls[] = {
  ERB_INTERPOSE ("__cxa_atexit", call_atexit), ERB_INTERPOSE ("on_exit", call_on_exit),
  ERB_INTERPOSE ("__cxa_finalize", do_nothing),
  ERB_INTERPOSE ("exit", erb_guest_leave), ERB_INTERPOSE ("_exit", call_exit_at_once),
  ERB_INTERPOSE ("_Exit", call_exit_at_once), ERB_INTERPOSE ("quick_exit", call_exit_at_once),
  ERB_INTERPOSE ("abort", call_abort), ERB_INTERPOSE ("pthread_create", call_pthread_create),
  ERB_INTERPOSE ("pthread_sigmask", call_pthread_sigmask),
  ERB_INTERPOSE ("sigprocmask", call_sigprocmask),
  { NULL, NULL }
};
