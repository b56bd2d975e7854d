/* SPDX-License-Identifier: MIT */
/* No locked instruction and no fence on the paths of the four primitives:
 * neither where they are inlined nor in the calls behind them, while nobody has
 * to wait.  The release build is disassembled, and so are two functions that do
 * have a lock and a fence, to see that they would be found. */
// REQUIRES: x86_64
// UNSUPPORTED: sanitizer
// RUN: gcc -std=gnu11 -O2 -I%root/runtime/include -c %s -o %t.o
// RUN: objdump -d --no-show-raw-insn %t.o >%t.1
// RUN: python3 %S/locked.py %t.1 stream
// RUN: not python3 %S/locked.py %t.1 has_lock
// RUN: not python3 %S/locked.py %t.1 has_exchange
// RUN: not python3 %S/locked.py %t.1 has_fence
// RUN: not python3 %S/locked.py %t.1 not_there
// RUN: gcc -std=gnu11 -O2 -fPIC -fvisibility=hidden -I%root/runtime/include -I%root/runtime -I%root/ir-spec -c %root/runtime/sync.c -o %t.sync.o
// RUN: objdump -d --no-show-raw-insn %t.sync.o >%t.2
// RUN: python3 %S/locked.py %t.2 erbium_commit_far erbium_update_far erbium_release_far erb_lowest erb_end_of_stream
// RUN: gcc -std=gnu11 -O2 -fPIC -fvisibility=hidden -I%root/runtime/include -I%root/runtime -I%root/ir-spec -c %root/runtime/stall.c -o %t.stall.o
// RUN: objdump -d --no-show-raw-insn %t.stall.o >%t.5
// RUN: python3 %S/locked.py %t.5 erbium_stall_far
// RUN: gcc -std=gnu11 -O2 -fPIC -fvisibility=hidden -I%root/runtime/include -I%root/runtime -I%root/ir-spec -c %root/runtime/linger.c -o %t.linger.o
// RUN: objdump -d --no-show-raw-insn %t.linger.o >%t.3
// RUN: python3 %S/locked.py %t.3 erb_linger
// RUN: gcc -std=gnu11 -O2 -fPIC -fvisibility=hidden -I%root/runtime/include -I%root/runtime -I%root/ir-spec -c %root/runtime/wait_thread.c -o %t.wait.o
// RUN: objdump -d --no-show-raw-insn %t.wait.o >%t.4
// RUN: not python3 %S/locked.py %t.4 erb_thread_wait
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
