/* SPDX-License-Identifier: MIT */
/* warning.c - an element that is read before any update: the plugin warns of it. */

int first (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 1);
  return v[[0]];
}
