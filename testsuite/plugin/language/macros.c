/* The macros of erbium.h with the plugin, mixed with its words.
RUN: %plugin -O2 -Wall -Wextra -Werror -I%root/runtime/include %s -o %t %libs && %models %t
RUN: %oldplugin -O0 -Wall -Wextra -Werror -I%root/runtime/include %s -o %t %libs && %models %t
RUN: %plugin -O2 -I%root/runtime/include %root/examples/first.c -o %t %libs && %models %t | diff - %root/examples/first.out
RUN: %plugin -O2 -I%root/runtime/include %root/examples/fir.c -o %t %libs -lm && %models %t | diff - %root/examples/fir.out
RUN: %plugin -O2 -I%root/runtime/include %root/examples/workers.c -o %t %libs -lm && %models %t | diff - %root/examples/workers.out
RUN: %plugin -O2 -I%root/runtime/include %root/examples/handover.c -o %t %libs -lm && %models %t | diff - %root/examples/handover.out
*/
#include "erbium.h"

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), int);
void produce (ERBIUM_RECORD (int) r, int n)
{
  ERBIUM_VIEW (int) v = new_write_view (r);
  erbium_register (v, 1);
  alloc (v, n);
  erbium_stall (v, n);
  for (int i = 0; i < n; i++)
    ERBIUM_AT (v, i) = v[[i]] * 0 + i;
  commit (v, n);
}
static ERBIUM_PROCESS (nothing);
void nothing (void) { }

int main (void)
{
  record int r = erbium_new_record (int, 1, 1);
  erbium_name_record (r, "numbers");
  ERBIUM_RUN (nothing);
  erbium_process h = run produce (r, 10);
  view int v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  int *e = erbium_update (v, 10) ? ERBIUM_SPAN (v, 0, 10) : NULL, sum = 0;
  for (int i = 0; i < 10; i++)
    sum += e[i] + ERBIUM_AT (v, i) + v[[i]];
  erbium_release (v, 10);
  erbium_join (h);
  free_view (v, ERBIUM_HANDOVER);
  return sum == 135 ? 0 : 1;
}
