/* SPDX-License-Identifier: MIT */
/* fiber.h - fibers: stacks for processes, and the switch from one stack to another.
 *
 * A switch saves and restores what a function call must preserve: the callee-saved registers, the
 * rounding mode and the other floating-point controls.  It also saves and restores errno, and which
 * C++ exceptions are being handled.  It does not save thread-local variables, the signal mask, or
 * anything else that the kernel or a library keeps per thread.
 *
 * After a switch the caller may be on another thread.  The compiler does not know this, and may
 * compute the address of a thread-local variable (errno is one) only once in a function.  So a
 * function that contains a switch, directly or by inlining, must not use a thread-local variable
 * both before and after the switch, except through functions that are never inlined.
 *
 * The switch notifies AddressSanitizer and ThreadSanitizer if the program runs under them.
 * ThreadSanitizer supports at most 8,000 fibers at a time, and treats a switch as a
 * synchronisation, because the fibers of one thread run one after another.
 */
#ifndef ERB_FIBER_H
#define ERB_FIBER_H

#include <stdbool.h>
#include <stddef.h>

struct erb_stack;

struct erb_fiber
{
  void *context;           /* while it does not run */
  struct erb_fiber_thread *thread; /* while it runs */
  int error;               /* errno while it does not run */
  unsigned uncaught;       /* C++: exceptions on their way; being handled */
  void *caught;
  bool unguarded;          /* the stack has no guard */
  void *stack_low;         /* the lowest usable address */
  size_t stack_size;
  struct erb_stack *stack; /* NULL: the stack is a thread's own */
  void (*body) (void *argument);
  void *argument;
  void *fake_stack;        /* AddressSanitizer's */
  void *tsan;              /* ThreadSanitizer's name for it */
};

/* Makes f a fiber that calls body (argument) when it is first switched to.  Its stack has at least
 * `stack' bytes (0: see erb_stack_new) and a guard below it; see fiber_stack.h. body must not
 * return; it ends with erb_fiber_leave.  Returns 0, or an error number. f inherits the
 * floating-point controls of the caller. */
extern int erb_fiber_new (struct erb_fiber *f, size_t stack, void (*body) (void *argument),
                          void *argument);
/* Frees f, which has left or was never switched to.  Must be called on another stack, since f's
 * stack may be used again at once. */
extern void erb_fiber_free (struct erb_fiber *f);
/* Makes f stand for the calling thread, on the stack that it has.  Each thread calls it once,
 * before it switches.  It need not be freed. */
extern void erb_fiber_of_thread (struct erb_fiber *f);

/* Stops `from', the caller, for good, and continues with `to', which may free `from'. */
extern void erb_fiber_leave (struct erb_fiber *from, struct erb_fiber *to)
  __attribute__ ((noreturn));

/* Returns the lowest usable address of f's stack; below it lies the guard. */
extern void *erb_fiber_stack_end (const struct erb_fiber *f);
extern bool erb_fiber_written_below (const struct erb_fiber *f);

/* Returns whether f has written below its stack; false if the stack has a guard.  It is cheap
 * enough to be called after each switch away from f. */
static inline bool
erb_fiber_overran (const struct erb_fiber *f)
{
  return __builtin_expect (f->unguarded, false) && erb_fiber_written_below (f);
}

/* ---- The switch -------------------------------------------------------- */

/* The switch is in the header, and always inline, because of how a processor treats a return: it
 * predicts the address from the calls that it has seen, and the prediction is wrong if execution
 * continues on another stack.  So there is no call on the way from the caller in one fiber to the
 * caller in the other.  A switch 4 calls below the body of a fiber takes 7 ns this way, and 26 ns
 * as a function.
 */
#define ERB_INLINE static inline __attribute__ ((always_inline))

/* What libstdc++ keeps for a thread: __cxa_eh_globals. */
struct erb_exceptions
{
  void *caught;
  unsigned uncaught;
};

struct erb_fiber_thread
{
  struct erb_fiber *running;
  int *error;                        /* its errno */
  struct erb_exceptions *exceptions; /* or NULL: a program without C++ */
  bool watched;                      /* by a sanitizer */
};

/* These functions are weak, so that one library serves programs with and without a sanitizer:
 * without it they are NULL. */
#define ERB_WEAK __attribute__ ((weak))
extern void __sanitizer_start_switch_fiber (void **fake, const void *low, size_t size) ERB_WEAK;
extern void __sanitizer_finish_switch_fiber (void *fake, const void **low, size_t *size) ERB_WEAK;
extern void __tsan_switch_to_fiber (void *fiber, unsigned flags) ERB_WEAK;

ERB_INLINE void
erb_fiber_announce_departure (struct erb_fiber *from, struct erb_fiber *to, bool leaves)
{
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber (leaves ? NULL : &from->fake_stack, to->stack_low,
                                    to->stack_size);
  if (__tsan_switch_to_fiber)
    __tsan_switch_to_fiber (to->tsan, 0);
}

ERB_INLINE void
erb_fiber_announce_arrival (struct erb_fiber *f)
{
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber (f->fake_stack, NULL, NULL);
}

/* Transfers the thread from `from' to `to': exchanges all the state that a switch exchanges before
 * the jump. */
ERB_INLINE void
erb_fiber_hand_over (struct erb_fiber *from, struct erb_fiber *to, bool leaves)
{
  struct erb_fiber_thread *thread = from->thread;
  struct erb_exceptions *exceptions = thread->exceptions;
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
    erb_fiber_announce_departure (from, to, leaves);
  *thread->error = to->error;
}

#include "fiber/fiber_jump.h"

/* Stops `from', the caller, and continues with `to'.  Returns when a fiber switches back to `from',
 * perhaps on another thread.  No other thread may switch to `from' before `to' runs, so it is `to'
 * that must make `from' visible to other threads. */
ERB_INLINE void
erb_fiber_switch (struct erb_fiber *from, struct erb_fiber *to)
{
  erb_fiber_hand_over (from, to, false);
  erb_fiber_jump (from, to);
  if (__builtin_expect (from->thread->watched, false))
    erb_fiber_announce_arrival (from);
}

#endif
