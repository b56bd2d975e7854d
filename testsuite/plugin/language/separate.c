/* A program of two files; a header declares processes, views and what uses them.
RUN: %plugin -O2 -Wall -Wextra -Werror -c %s -o %t1.o
RUN: %plugin -O0 -Wall -Wextra -Werror -c %S/inputs/separate2.c -o %t2.o
RUN: %gcc %t1.o %t2.o -o %t %libs && %models %t
RUN: %plugin -O2 -flto %s %S/inputs/separate2.c -o %t %libs && %models %t
RUN: %plugin -O2 -flto -ffat-lto-objects -c %s -o %t1.o
RUN: %oldplugin -O2 -c %S/inputs/separate2.c -o %t2.o
RUN: %gcc %t1.o %t2.o -o %t %libs && %models %t
*/
#include "inputs/separate.h"

int main (void)
{
  record struct item r = new_record (1, 1);
  run produce (r, 100);
  run quiet ();
  view struct item v = new_read_view (r);
  register (v); alloc (v, 100);
  shared = v;
  return update (v, 100) == 100 && total (shared, 100) == 4950 && ITEM (v, 7) == 7 ? 0 : 1;
}
