/* A frame that is larger than a stack and the guard below it is told of as an overflow, where only its far
 * end is touched too, and not written into another stack.
REQUIRES: x86_64
RUN: %plugin -O2 %s -o %t %libs
RUN: not --crash env ERBIUM_TASK=fiber ERBIUM_STACK=262144 %t 2>&1 | FileCheck %s
RUN: not --crash env ERBIUM_TASK=fiber ERBIUM_STACK=262144 %t variable 2>&1 | FileCheck %s
RUN: env ERBIUM_TASK=fiber ERBIUM_STACK=1000000 %t 2>&1 | FileCheck %s --check-prefix=FITS
RUN: %oldplugin -O0 %s -o %t %libs
RUN: not --crash env ERBIUM_TASK=fiber ERBIUM_STACK=262144 %t 2>&1 | FileCheck %s
CHECK: error: process 'large' died of stack overflow: give processes more
FITS: large
Whatever pragmas and precompiled headers there are:
RUN: echo 'process waits (record int r);' > %t.h && %plugin -O2 -x c-header %t.h -o %t.h.gch && rm %t.h
RUN: %plugin -O2 -Winvalid-pch -include %t.h %s -o %t %libs
RUN: not --crash env ERBIUM_TASK=fiber ERBIUM_STACK=262144 %t 2>&1 | FileCheck %s
RUN: %plugin -O2 -DPRAGMAS -S %s -o - | FileCheck --check-prefix=PRAGMAS %s
PRAGMAS-LABEL: {{^}}before:
PRAGMAS: or{{[blq]}} $0, (%rsp)
PRAGMAS-LABEL: {{^}}fast:
PRAGMAS: or{{[blq]}} $0, (%rsp)
PRAGMAS-LABEL: {{^}}refuses:
PRAGMAS-NOT: or{{[blq]}} $0, (%rsp)
PRAGMAS-LABEL: {{^}}large:
The user's word holds, and a program that does not use the language is left alone:
RUN: %plugin -O2 -S -fno-stack-clash-protection %s -o - | FileCheck --check-prefix=NONE %s
RUN: %plugin -O2 -S -DNONE %s -o %t.s && %gcc -pthread -O2 -S -DNONE %s -o %t.plain.s
RUN: cmp %t.s %t.plain.s
NONE-NOT: or{{[blq]}} $0, (%rsp)
*/
#if PRAGMAS || NONE
void before (int n) { volatile char frame[400001]; frame[n] = 1; }
#endif
#if PRAGMAS
#pragma GCC push_options
#pragma GCC optimize ("O3")
process fast (int n) { volatile char frame[400002]; frame[n] = 1; }
#pragma GCC pop_options
__attribute__ ((optimize ("no-stack-clash-protection")))
void refuses (int n) { volatile char frame[400003]; frame[n] = 1; }
#endif
#if !NONE
#include <stdio.h>
enum { SIZE = 400000 };
process large (int variable)
{
  if (variable)
    {
      volatile char frame[SIZE + variable];
      frame[0] = 1;
    }
  else
    {
      volatile char frame[SIZE];
      frame[0] = 1;
    }
  puts ("large");
}
process waits (record int r)
{
  view int v = new_read_view (r);
  register (v, 1), alloc (v, 1);
  (void) update (v, 1);
}
int main (int arguments, char **argument)
{
  (void) argument;
  record int r = new_record (1, 1);
  view int v = new_write_view (r);
  register (v, 1), alloc (v, 1);
  run waits (r); /* has a stack, perhaps below */
  run large (arguments > 1);
}
#endif
