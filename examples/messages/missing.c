/* SPDX-License-Identifier: MIT */
/* missing.c - a record for two producers, of which only one registers. */

process write (record int r)
{
  view int v = new_write_view (r);
  register (v, 1);
  alloc (v, 10);
  stall (v, 1);
  v[[0]] = 1;
  commit (v, 1);
}

int main (void)
{
  record int r = new_record (2, 1);
  run write (r);
  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 1);
  return update (v, 1) != 1;
}
