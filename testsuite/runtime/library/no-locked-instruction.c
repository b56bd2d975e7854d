/* SPDX-License-Identifier: MIT */
/* No locked instruction and no fence on the paths of the four primitives:
 * neither where they are inlined nor in the calls behind them and what these call,
 * while nobody has to wait; nor, among fibers of one worker, where somebody does.  The library
 * is disassembled, and so are functions that
 * do have a lock or a fence, to see that they would be found. */
// REQUIRES: x86_64
// UNSUPPORTED: sanitizer
// RUN: gcc -std=gnu11 -O2 -I%root/runtime/include -c %s -o %t.o
// RUN: objdump -d --no-show-raw-insn %t.o >%t.1
// RUN: python3 %S/locked.py %t.1 stream
// RUN: not python3 %S/locked.py %t.1 has_lock
// RUN: not python3 %S/locked.py %t.1 has_exchange
// RUN: not python3 %S/locked.py %t.1 has_fence
// RUN: not python3 %S/locked.py %t.1 not_there
// RUN: objdump -d --no-show-raw-insn %out/liberbium.so >%t.2
// RUN: python3 %S/locked.py %t.2 erbium_commit_slow erbium_update_slow erbium_release_slow erbium_stall_slow
// RUN: python3 %S/locked.py %t.2 check_call check_index erb_self
// RUN: python3 %S/locked.py %t.2 erb_view_reach erb_view_adopt erb_view_is_aside erb_view_come_back erb_poll_for_more
// RUN: python3 %S/locked.py %t.2 erb_record_lock erb_record_unlock erb_wait_enter erb_fiber_wait
// RUN: not python3 %S/locked.py %t.2 erb_wait
#include "erbium.h"

int
stream (ERBIUM_VIEW (int) in, ERBIUM_VIEW (int) out, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      erbium_stall (out, i + 1);
      erbium_update (in, i + 1);
      sum += ERBIUM_AT (out, i) = ERBIUM_AT (in, i);
      erbium_release (in, i + 1);
      erbium_commit (out, i + 1);
    }
  return sum;
}

int
has_lock (int *p)
{
  return __atomic_fetch_add (p, 1, __ATOMIC_RELAXED);
}

int
has_exchange (int *p)
{
  return __atomic_exchange_n (p, 1, __ATOMIC_RELAXED);
}

int
has_fence (int *p)
{
  __builtin_ia32_mfence ();
  return *p;
}
