/* SPDX-License-Identifier: MIT */
/* Random numbers come of the seed and of the path of the space; devices are refused. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t > %t.one
// RUN: %sealed ERBIUM_SEAL_SEED=1 %t > %t.two
// RUN: %sealed ERBIUM_SEAL_SEED=0 %t > %t.three
// RUN: not cmp -s %t.one %t.two
// RUN: cmp %t.one %t.three
// RUN: FileCheck %s < %t.one
#include <errno.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include "erbium/papers.h"
#include "test.h"

static unsigned long numbers[2];

static void *
draw (void *unused)
{
  unsigned long more;
  expect_equal (getrandom (numbers, sizeof numbers, 0), sizeof numbers);
  expect_equal (getentropy (&more, sizeof more), 0);
  printf ("%lx %lx %lx %x\n", numbers[0], numbers[1], more, arc4random ());
  return unused;
}

int
main (void)
{
  unsigned char *bytes = (unsigned char *) getauxval (AT_RANDOM);
  unsigned long before;
  draw (NULL);
  before = numbers[0];
  for (int n = 0; n < 2; n++)
    {
      int child = space_alloc (n);
      space_start (child, draw, NULL);
      space_join (child);
    }
  expect_equal (numbers[0], before);
  for (int n = 0; n < 16; n++)
    expect_equal (bytes[n], 0);
  // CHECK: [[FIRST:[0-9a-f]+]] {{[0-9a-f]+}}
  // CHECK-NOT: [[FIRST]]
  // CHECK: erbium: warning: sealed: opening '/dev/urandom' is refused: declare it in ERBIUM_SEAL_READ
  fflush (stdout);
  expect_equal (open ("/dev/urandom", O_RDONLY), -1);
  expect_equal (errno, EACCES);
}
