/* SPDX-License-Identifier: MIT */
#include "units.h"

static process end (record int b)
{
  view int v = new_read_view (b);
  register (v, 1);
  alloc (v, 1);
  update (v, 1);
}

int main (int argc, char **argv)
{
  struct net net, copy;
  process (*p) (record int) = (process (*) (record int)) argv[1];
  make (&net);
  copy = net;
  run produce (net.a, 32);
  run third (copy.a, copy.b);
  run end (copy.b);
  finish (net.a);
  run away (net.b);
  run p (net.a);
  view int v = new_read_view (lost ());
  register (v, 1);
}
