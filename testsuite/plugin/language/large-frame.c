/* A frame that is larger than a stack and the guard below it is told of as an overflow, where only its far
 * end is touched too, and not written into another stack.
RUN: %plugin -O2 %s -o %t %libs
RUN: not --crash env ERBIUM_TASK=fiber %t 2>&1 | FileCheck %s
RUN: not --crash env ERBIUM_TASK=fiber %t variable 2>&1 | FileCheck %s
RUN: env ERBIUM_TASK=fiber ERBIUM_STACK=1000000 %t 2>&1 | FileCheck %s --check-prefix=FITS
RUN: %plugin11 -O0 %s -o %t %libs
RUN: not --crash env ERBIUM_TASK=fiber %t 2>&1 | FileCheck %s
CHECK: error: process 'large' died of stack overflow: give processes more
FITS: large
The user's word holds:
RUN: %plugin -O2 -S -fno-stack-clash-protection %s -o - | FileCheck --check-prefix=NONE %s
RUN: %plugin -O2 -S %s -o - | FileCheck --check-prefix=TOUCHED %s
NONE-NOT: or{{[lq]}} $0, (%rsp)
TOUCHED: or{{[lq]}} $0, (%rsp)
*/
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
