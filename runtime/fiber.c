/* SPDX-License-Identifier: MIT */
/* fiber.c - a stack of its own for a process, and the switch between such.
 *
 * The switch of registers is Boost.Context's fcontext, of which two objects are
 * part of the library under names of our own; where there is none, glibc's
 * ucontext (ERB_FIBER_UCONTEXT, set by the Makefile), which also switches the
 * signal mask, with a system call.
 *
 * All that a thread keeps for whoever runs on it is exchanged before the jump,
 * while we know on which thread we are: nothing that is looked up before it is
 * used behind it.  The fiber that goes on gets its thread from the one that
 * stops.
 */
#define _GNU_SOURCE
#include "fiber.h"
#include "fiber_stack.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef ERB_FIBER_UCONTEXT
#include <ucontext.h>
#endif

size_t erb_fiber_default_stack = 256 << 10;

/* What libstdc++ keeps for a thread: __cxa_eh_globals. */
struct exceptions
{
  void *caught;
  unsigned uncaught;
};

struct erb_fiber_thread
{
  struct erb_fiber *running;
  int *error;                    /* its errno */
  struct exceptions *exceptions; /* or NULL: a program without C++ */
  bool watched;                  /* by a sanitizer */
};

static __thread struct erb_fiber_thread this_thread;

/* ---- What may be there ------------------------------------------------- */

/* Weak, so that a program compiled with a sanitizer gets along with a library
 * that was not, and a C program without libstdc++. */
#define WEAK __attribute__ ((weak))
extern void *__cxa_get_globals (void) WEAK;
extern void __sanitizer_start_switch_fiber (void **fake, const void *low, size_t size) WEAK;
extern void __sanitizer_finish_switch_fiber (void *fake, const void **low, size_t *size) WEAK;
extern void *__tsan_get_current_fiber (void) WEAK;
extern void *__tsan_create_fiber (unsigned flags) WEAK;
extern void __tsan_destroy_fiber (void *fiber) WEAK;
extern void __tsan_switch_to_fiber (void *fiber, unsigned flags) WEAK;

/* Inline in any case: a function that returned between the call and the jump
 * would do so, for ThreadSanitizer, in the wrong fiber. */
#define INLINE static inline __attribute__ ((always_inline))

INLINE void
tell_of_switch (struct erb_fiber *from, struct erb_fiber *to, bool leaves)
{
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber (leaves ? NULL : &from->fake_stack, to->stack_low,
                                    to->stack_size);
  if (__tsan_switch_to_fiber)
    __tsan_switch_to_fiber (to->tsan, 0);
}

INLINE void
tell_of_arrival (struct erb_fiber *f)
{
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber (f->fake_stack, NULL, NULL);
}

/* ---- The jump ---------------------------------------------------------- */

static void begin (struct erb_fiber *f) __attribute__ ((noreturn));

/* Where a backtrace ends, and the search for who catches an exception: this
 * function has not been called. */
#if defined __x86_64__
#define NOBODY_CALLED() __asm__ volatile (".cfi_undefined rip")
#elif defined __aarch64__
#define NOBODY_CALLED() __asm__ volatile (".cfi_undefined x30")
#else
#define NOBODY_CALLED() ((void) 0)
#endif

#ifdef ERB_FIBER_UCONTEXT

static void
entry (unsigned high, unsigned low)
{
  NOBODY_CALLED ();
  begin ((struct erb_fiber *) ((uintptr_t) high << 16 << 16 | low));
}

/* A context stands on the stack that it is of. */
static void
make (struct erb_fiber *f)
{
  ucontext_t *context = (ucontext_t *) ((char *) f->stack_low + f->stack_size) - 1;
  uintptr_t self = (uintptr_t) f;
  getcontext (context);
  context->uc_stack.ss_sp = f->stack_low;
  context->uc_stack.ss_size = (size_t) ((char *) context - (char *) f->stack_low);
  context->uc_link = NULL;
  makecontext (context, (void (*) (void)) entry, 2, (unsigned) (self >> 16 >> 16),
               (unsigned) self);
  f->context = context;
}

INLINE void
jump (struct erb_fiber *from, struct erb_fiber *to)
{
  ucontext_t here;
  from->context = &here;
  swapcontext (&here, to->context);
}

#else

/* As in boost/context/detail/fcontext.hpp, which is C++. */
struct transfer
{
  void *context; /* of who has stopped */
  void *data;    /* that he gave */
};

extern struct transfer erb_jump_fcontext (void *to, void *data);
extern void *erb_make_fcontext (void *top, size_t size, void (*entry) (struct transfer));

/* Who has stopped cannot know his context: it is written here. */
INLINE struct erb_fiber *
came (struct transfer t)
{
  struct erb_fiber *from = t.data;
  from->context = t.context;
  return from->thread->running;
}

static void
entry (struct transfer t)
{
  NOBODY_CALLED ();
  begin (came (t));
}

static void
make (struct erb_fiber *f)
{
  f->context = erb_make_fcontext ((char *) f->stack_low + f->stack_size, f->stack_size, entry);
}

INLINE void
jump (struct erb_fiber *from, struct erb_fiber *to)
{
  came (erb_jump_fcontext (to->context, from));
}

#endif

/* ---- The switch -------------------------------------------------------- */

static void
begin (struct erb_fiber *f)
{
  tell_of_arrival (f);
  f->body (f->argument);
  abort (); /* it has not left */
}

/* Gives the thread from from to to. */
INLINE void
hand_over (struct erb_fiber *from, struct erb_fiber *to, bool leaves)
{
  struct erb_fiber_thread *thread = from->thread;
  struct exceptions *exceptions = thread->exceptions;
  to->thread = thread;
  thread->running = to;
  if (exceptions)
    {
      from->caught = exceptions->caught;
      from->uncaught = exceptions->uncaught;
      exceptions->caught = to->caught;
      exceptions->uncaught = to->uncaught;
    }
  from->error = *thread->error;
  if (__builtin_expect (thread->watched, false))
    tell_of_switch (from, to, leaves);
  *thread->error = to->error;
}

void
erb_fiber_switch (struct erb_fiber *from, struct erb_fiber *to)
{
  hand_over (from, to, false);
  jump (from, to);
  if (__builtin_expect (from->thread->watched, false))
    tell_of_arrival (from);
}

void
erb_fiber_leave (struct erb_fiber *from, struct erb_fiber *to)
{
  hand_over (from, to, true);
  jump (from, to);
  abort (); /* somebody has switched to who has left */
}

/* ---- Fibers ------------------------------------------------------------ */

int
erb_fiber_new (struct erb_fiber *f, size_t stack, void (*body) (void *argument), void *argument)
{
  struct erb_stack *s = erb_stack_new (stack ? stack : erb_fiber_default_stack);
  if (!s)
    return errno;
  *f = (struct erb_fiber) {
    .stack_low = s->low, .stack_size = s->size, .stack = s, .body = body, .argument = argument,
  };
  if (__tsan_create_fiber)
    f->tsan = __tsan_create_fiber (0);
  make (f);
  return 0;
}

void
erb_fiber_free (struct erb_fiber *f)
{
  if (f->tsan && __tsan_destroy_fiber)
    __tsan_destroy_fiber (f->tsan);
  erb_stack_free (f->stack);
  f->stack = NULL;
}

static void
find_stack_of_thread (struct erb_fiber *f)
{
  pthread_attr_t attributes;
  if (pthread_getattr_np (pthread_self (), &attributes) != 0)
    return;
  pthread_attr_getstack (&attributes, &f->stack_low, &f->stack_size);
  pthread_attr_destroy (&attributes);
}

void
erb_fiber_of_thread (struct erb_fiber *f)
{
  struct erb_fiber_thread *thread = &this_thread;
  *f = (struct erb_fiber) { .thread = thread };
  find_stack_of_thread (f);
  thread->running = f;
  thread->error = &errno;
  thread->exceptions = __cxa_get_globals ? __cxa_get_globals () : NULL;
  thread->watched = __sanitizer_start_switch_fiber || __tsan_switch_to_fiber;
  if (__tsan_get_current_fiber)
    f->tsan = __tsan_get_current_fiber ();
}

void *
erb_fiber_stack_end (const struct erb_fiber *f)
{
  return f->stack_low;
}

bool
erb_fiber_overran (const struct erb_fiber *f)
{
  return f->stack && erb_stack_overran (f->stack);
}
