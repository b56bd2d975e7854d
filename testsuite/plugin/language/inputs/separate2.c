#include "separate.h"
view struct item shared;
process produce (record struct item r, int n)
{
  view struct item v = new_write_view (r);
  register (v); alloc (v, n); stall (v, n);
  for (int i = 0; i < n; i++)
    ITEM (v, i) = i;
  commit (v, n);
}
process quiet (void) { }
