/* SPDX-License-Identifier: MIT */
/* fiber.c - fibers: how they begin and end, and what a thread keeps for them.
 *
 * All that a thread keeps for the fiber that runs on it is exchanged before the jump, while it is
 * known which thread that is: nothing is looked up before the jump that is used after it.  The
 * fiber that goes on gets its thread from the one that stops.  The switch itself stands in fiber.h
 * and fiber_jump.h; this file has the beginning and the end.
 */
#define _GNU_SOURCE
#include "fiber/fiber.h"
#include "fiber/fiber_stack.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static __thread struct erb_fiber_thread this_thread;

/* Weak for the same reason as those in fiber.h; and for C programs. */
extern void *__cxa_get_globals (void) ERB_WEAK;
extern void *__tsan_get_current_fiber (void) ERB_WEAK;
extern void *__tsan_create_fiber (unsigned flags) ERB_WEAK;
extern void __tsan_destroy_fiber (void *fiber) ERB_WEAK;

/* ---- The beginning and the end ----------------------------------------- */

static void
begin (struct erb_fiber *f)
{
  erb_fiber_announce_arrival (f);
  f->body (f->argument);
  abort (); /* the body must end with erb_fiber_leave */
}

/* Ends backtraces, and the search for the handler of an exception: nothing has called this
 * function. */
#if defined __x86_64__
#define NOBODY_CALLED() __asm__ volatile (".cfi_undefined rip")
#elif defined __aarch64__
#define NOBODY_CALLED() __asm__ volatile (".cfi_undefined x30")
#else
#define NOBODY_CALLED() ((void) 0)
#endif

#ifdef ERB_FIBER_UCONTEXT

enum { ON_TOP = 2 * sizeof (ucontext_t) }; /* bytes that make takes, and a switch */

static void
entry (unsigned high, unsigned low)
{
  NOBODY_CALLED ();
  begin ((struct erb_fiber *) ((uintptr_t) high << 16 << 16 | low));
}

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

#else

enum { ON_TOP = 0 }; /* a few bytes, which fiber_stack.c adds */

static void
entry (struct erb_transfer t)
{
  NOBODY_CALLED ();
  begin (erb_fiber_came (t));
}

static void
make (struct erb_fiber *f)
{
  f->context = erb_make_fcontext ((char *) f->stack_low + f->stack_size, f->stack_size, entry);
}

#endif

void
erb_fiber_leave (struct erb_fiber *from, struct erb_fiber *to)
{
  erb_fiber_hand_over (from, to, true);
  erb_fiber_jump (from, to);
  abort (); /* a switch to a fiber that has left */
}

/* ---- Fibers ------------------------------------------------------------ */

int
erb_fiber_new (struct erb_fiber *f, size_t stack, void (*body) (void *argument), void *argument)
{
  struct erb_stack *s = erb_stack_new (stack ? stack + ON_TOP : 0);
  if (!s)
    return errno;
  *f = (struct erb_fiber) {
    .stack_low = s->low, .stack_size = s->size, .stack = s,
    .unguarded = s->guard == ERB_GUARD_NONE, .body = body, .argument = argument,
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
erb_fiber_written_below (const struct erb_fiber *f)
{
  return erb_stack_overran (f->stack);
}
