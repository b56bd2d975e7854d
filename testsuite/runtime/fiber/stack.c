/* SPDX-License-Identifier: MIT */
/* A stack is used again, memory that is not kept is given back, and an overflow
 * of a stack is found, whatever guards it. */
// RUN: %fiber
// RUN: %t
// UNSUPPORTED: address, thread
#include <signal.h>
#include <setjmp.h>
#include <sys/mman.h>
#include "test.h"
#include "fiber/fiber.h"
#include "fiber/fiber_stack.h"

enum { MANY = 2000 };

static struct erb_fiber home, fiber[MANY];
static sigjmp_buf back;
static char *fault_at;

static void
leave (void *argument)
{
  erb_fiber_leave (argument, &home);
}

static size_t asked;

/* All of it: it is ours. */
static void
use_up (void *argument)
{
  struct erb_fiber *me = argument;
  volatile char *p = __builtin_alloca (asked);
  for (size_t n = 0; n < asked; n += 512)
    p[n] = 1;
  expect ((char *) p >= (char *) erb_fiber_stack_end (me));
  leave (me);
}

static void
run_once (size_t stack, void (*body) (void *))
{
  struct erb_fiber f;
  asked = stack;
  expect_equal (erb_fiber_new (&f, stack, body, &f), 0);
  erb_fiber_switch (&home, &f);
  erb_fiber_free (&f);
}

static void
used_again (void)
{
  struct erb_fiber a, b;
  expect_equal (erb_fiber_new (&a, 0, leave, &a), 0);
  void *low = erb_fiber_stack_end (&a);
  erb_fiber_switch (&home, &a);
  erb_fiber_free (&a);
  size_t reserved = erb_stack_reserved ();
  expect_equal (erb_fiber_new (&a, 0, leave, &a), 0);
  expect (erb_fiber_stack_end (&a) == low);
  expect_equal (erb_fiber_new (&b, 0, leave, &b), 0);
  expect (erb_fiber_stack_end (&b) != low);
  erb_fiber_free (&a); /* never entered */
  erb_fiber_free (&b);
  expect_equal (erb_stack_reserved (), reserved);
  for (size_t size = 1; size < 8 << 20; size = size * 3 + 1)
    run_once (size, use_up);
}

/* Of the stack of a fiber, without its upper part. */
static int
pages_in_memory (const struct erb_fiber *f, size_t upper)
{
  unsigned char in[4096];
  size_t pages = 0, most = (f->stack_size - upper) / 4096;
  expect (most <= sizeof in);
  expect_equal (mincore (f->stack_low, most * 4096, in), 0);
  for (size_t n = 0; n < most; n++)
    pages += in[n] & 1;
  return (int) pages;
}

/* 1 MiB each: 256 of them are kept, the rest goes, also from the map. */
static void
given_back (void)
{
  size_t before = erb_stack_reserved ();
  for (int n = 0; n < MANY; n++)
    {
      expect_equal (erb_fiber_new (&fiber[n], 1 << 20, leave, &fiber[n]), 0);
      expect (n % 64 || pages_in_memory (&fiber[n], 0) <= 2);
      erb_fiber_switch (&home, &fiber[n]);
    }
  expect (erb_stack_reserved () >= before + ((size_t) MANY << 20));
  for (int n = 0; n < MANY; n++)
    erb_fiber_free (&fiber[n]);
  expect (erb_stack_reserved () < before + ((size_t) MANY << 19));
}

static void
use_lowest (void *argument)
{
  volatile char *p = __builtin_alloca (asked);
  p[0] = 1;
  leave (argument);
}

/* Of the next stack, below its upper 256 KiB. */
static int
pages_of_next (void)
{
  struct erb_fiber f;
  expect_equal (erb_fiber_new (&f, 1 << 20, leave, &f), 0);
  int pages = pages_in_memory (&f, 256 << 10);
  erb_fiber_free (&f);
  return pages;
}

/* There are as many whole stacks as are kept.  Of the next ones 256 KiB stay; memory below a frame
 * that has left a page out may be found late. */
static void
given_back_in_part (void)
{
  enum { UNSURE = 64, LOOKED_AT = 1 };
  run_once (1 << 20, use_up);
  expect (pages_of_next () <= LOOKED_AT);
  run_once (1 << 20, use_lowest);
  for (int n = 0; n < UNSURE; n++)
    run_once (1 << 20, leave);
  expect (pages_of_next () <= LOOKED_AT);
}

/* Where the kernel has markers they are what is used. */
static void
marked (void)
{
  enum { GUARD_INSTALL = 102, POPULATE_READ = 22 };
  char *page = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (madvise (page, 4096, GUARD_INSTALL) == 0 && madvise (page, 4096, POPULATE_READ) != 0)
    expect_equal (erb_stack_guard, ERB_GUARD_MARKED);
  else
    expect_equal (erb_stack_guard, ERB_GUARD_MAPPED);
  munmap (page, 4096);
}

static void
on_fault (int number, siginfo_t *info, void *context)
{
  (void) number, (void) context;
  fault_at = info->si_addr;
  siglongjmp (back, 1);
}

static __attribute__ ((noinline)) int
down (volatile char *above, int n)
{
  volatile char frame[2048];
  frame[0] = (char) n;
  return n < 1 << 30 ? down (frame, n + 1) + frame[0] + above[0] : 0;
}

static void
overflow (void *argument)
{
  char c = 0;
  down (&c, 0);
  leave (argument);
}

/* Leaves the fiber by a jump, which only a test may. */
static void
faults_in_gap (void)
{
  struct erb_fiber f;
  expect_equal (erb_fiber_new (&f, 100000, overflow, &f), 0);
  if (sigsetjmp (back, 1) == 0)
    erb_fiber_switch (&home, &f);
  char *low = erb_fiber_stack_end (&f);
  expect (fault_at < low && fault_at >= low - erb_stack_gap ());
  expect (!erb_fiber_overran (&f));
  erb_fiber_of_thread (&home);
}

static void
writes_below (void *argument)
{
  struct erb_fiber *me = argument;
  char *low = erb_fiber_stack_end (me);
  *(volatile char *) low = 1;
  erb_fiber_switch (me, &home);
  *(volatile char *) (low - 1) = 1;
  leave (me);
}

static void
overran (size_t stack)
{
  struct erb_fiber f;
  for (int n = 0; n < 2; n++) /* the second time on the same stack */
    {
      expect_equal (erb_fiber_new (&f, stack, writes_below, &f), 0);
      expect (!erb_fiber_overran (&f));
      erb_fiber_switch (&home, &f);
      expect (!erb_fiber_overran (&f));
      erb_fiber_switch (&home, &f);
      expect (erb_fiber_overran (&f));
      erb_fiber_free (&f);
    }
}

int
main (void)
{
  static char signal_stack[64 << 10];
  stack_t ours = { .ss_sp = signal_stack, .ss_size = sizeof signal_stack };
  struct sigaction handler = { .sa_flags = SA_ONSTACK | SA_SIGINFO };
  handler.sa_sigaction = on_fault;
  sigaltstack (&ours, NULL);
  sigaction (SIGSEGV, &handler, NULL);
  erb_fiber_of_thread (&home);
  expect (!erb_fiber_overran (&home));
  given_back ();
  given_back_in_part ();
  used_again ();
  marked ();
  faults_in_gap ();
  erb_stack_guard = ERB_GUARD_MAPPED; /* of stacks that are not there yet */
  erb_stack_mapped_guards = 1;
  faults_in_gap ();
  run_once (10 << 20, leave);
  expect_equal (erb_stack_mapped_guards, 0);
  overran (10 << 20); /* there is no guard left */
  erb_stack_guard = ERB_GUARD_NONE;
  overran (20 << 20);
}
