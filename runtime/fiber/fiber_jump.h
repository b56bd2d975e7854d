/* SPDX-License-Identifier: MIT */
/* fiber_jump.h - the jump from one stack to another.  Included by fiber.h.
 *
 * The jump is that of Boost.Context's fcontext, of which two objects are part of the library, under
 * names of its own.  On processors without an fcontext the Makefile sets ERB_FIBER_UCONTEXT, and
 * glibc's ucontext is used.  It also switches the signal mask, with a system call each time, and so
 * takes 30 times as long.
 *
 * A context is kept on the stack that it belongs to.
 */
#ifndef ERB_FIBER_JUMP_H
#define ERB_FIBER_JUMP_H

#ifdef ERB_FIBER_UCONTEXT

#include <ucontext.h>

ERB_INLINE void
erb_fiber_jump (struct erb_fiber *from, struct erb_fiber *to)
{
  ucontext_t here;
  from->context = &here;
  swapcontext (&here, to->context);
}

#else

/* As in boost/context/detail/fcontext.hpp, which is C++. */
struct erb_transfer
{
  void *context; /* of the fiber that has stopped */
  void *data;    /* that fiber */
};

extern struct erb_transfer erb_jump_fcontext (void *to, void *data);
extern void *erb_make_fcontext (void *top, size_t size, void (*entry) (struct erb_transfer));

/* Stores the context of the fiber that has stopped, which could not know it.  Returns the fiber
 * that runs now, the caller. */
ERB_INLINE struct erb_fiber *
erb_fiber_came (struct erb_transfer t)
{
  struct erb_fiber *from = t.data;
  from->context = t.context;
  return from->thread->running;
}

#ifdef __x86_64__

/* erb_jump_fcontext continues at the address on top of a stack by a jump, not by a return.  If it
 * were called, this call without a return would put the predicted returns of all callers out of
 * step.  So this code jumps to it, after pushing the address below the part of the stack that a
 * leaf function may use. */
#ifdef __AVX512F__
#define ERB_AVX512 , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", \
  "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", \
  "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define ERB_AVX512
#endif

ERB_INLINE void
erb_fiber_jump (struct erb_fiber *from, struct erb_fiber *to)
{
  struct erb_transfer t;
  void *context = to->context;
  __asm__ volatile ("lea -128(%%rsp), %%rsp\n\t"
                    "lea 1f(%%rip), %%rax\n\t"
                    "push %%rax\n\t"
                    "jmp erb_jump_fcontext\n"
                    "1:\tlea 128(%%rsp), %%rsp"
                    : "=a" (t.context), "=d" (t.data), "+D" (context), "+S" (from)
                    :
                    : "rcx", "r8", "r9", "r10", "r11", "memory", "cc",
                      "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
                      "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
                      "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)"
                      ERB_AVX512);
  erb_fiber_came (t);
}

#else

ERB_INLINE void
erb_fiber_jump (struct erb_fiber *from, struct erb_fiber *to)
{
  erb_fiber_came (erb_jump_fcontext (to->context, from));
}

#endif
#endif
#endif
