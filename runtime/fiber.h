/* SPDX-License-Identifier: MIT */
/* fiber.h - a stack of its own for a process, and the switch between such.
 *
 * A switch saves and restores what a function call must keep: the registers
 * that are the callee's, the rounding mode and the other controls of floating
 * point; besides, errno, and which C++ exceptions are being handled.  It does
 * not save thread-local variables, the signal mask, or anything else that the
 * kernel or a library keeps per thread.
 *
 * After a switch the caller may be on another thread.  The compiler does not
 * know: within one function it may compute the address of a thread-local
 * variable (errno is one) once.  So a function that switches, or into which one
 * that switches can be inlined, must use no thread-local variable on both sides
 * of the switch, except through functions that are never inlined.
 *
 * Under AddressSanitizer, ThreadSanitizer and Valgrind the switch tells them.
 * ThreadSanitizer has at most 8,000 fibers at a time, and takes a switch for a
 * synchronisation, as all that one thread does one after another.
 */
#ifndef ERB_FIBER_H
#define ERB_FIBER_H

#include <stdbool.h>
#include <stddef.h>

struct erb_fiber_thread;
struct erb_stack;

struct erb_fiber
{
  void *context;         /* while it does not run */
  void *stack_low;       /* the lowest usable address */
  size_t stack_size;
  struct erb_stack *stack; /* or NULL: a thread's own */
  struct erb_fiber_thread *thread; /* while it runs */
  void (*body) (void *argument);
  void *argument;
  int error;             /* errno while it does not run */
  unsigned uncaught;     /* C++: exceptions on their way; being handled */
  void *caught;
  void *fake_stack;      /* AddressSanitizer's */
  void *tsan;            /* ThreadSanitizer's name for it */
};

/* What a fiber has when it asks for 0: as much as a C library needs that
 * formats numbers and looks up host names, and small enough that the page
 * tables of a million stacks, 8 to a table of 4 KiB, stay a tenth of their memory.
 * The memory itself is taken only where a stack is used.  May be set. */
extern size_t erb_fiber_default_stack;

/* Makes f, which calls body (argument) when it is first switched to, on a stack
 * of at least so many bytes (0: the default) with a guard below it; see
 * fiber_stack.h.  body never returns: it ends with erb_fiber_leave.  Returns 0,
 * or an error number.  f inherits the floating-point controls of the caller. */
extern int erb_fiber_new (struct erb_fiber *f, size_t stack, void (*body) (void *argument),
                          void *argument);
/* Frees f, which has left or was never switched to.  Called on another stack;
 * f's stack may be used again at once. */
extern void erb_fiber_free (struct erb_fiber *f);
/* Makes f stand for the calling thread, on the stack that it has.  Once a thread,
 * before it switches.  It need not be freed. */
extern void erb_fiber_of_thread (struct erb_fiber *f);

/* Stops from, the caller, and goes on with to.  Returns when somebody switches
 * back to from, perhaps on another thread.  from can be switched to only once
 * to runs: so it is to who lets others know of it. */
extern void erb_fiber_switch (struct erb_fiber *from, struct erb_fiber *to);
/* The same for good: from never runs again.  to may free it. */
extern void erb_fiber_leave (struct erb_fiber *from, struct erb_fiber *to)
  __attribute__ ((noreturn));

/* The lowest usable address; below it lies the guard. */
extern void *erb_fiber_stack_end (const struct erb_fiber *f);
/* Whether f, which does not run, has written below its stack.  Only where the
 * stack has no guard, else false: cheap enough to ask after each switch. */
extern bool erb_fiber_overran (const struct erb_fiber *f);

#endif
