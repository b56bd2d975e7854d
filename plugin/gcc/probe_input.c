/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe_input.c - the program that the build compiles with probe.cc. */

int
element (int *view, unsigned char i)
{
  return view[[i]];
}

typedef int *number;
number message = 1;
