/* SPDX-License-Identifier: MIT */
/* The frames of an image are known to the unwinder: exceptions are caught in a partition, and
 * pthread_exit calls destructors and ends the process. */
// UNSUPPORTED: thread, address
// RUN: g++ -std=gnu++17 -O2 -I%root/runtime/include -I%root/testsuite/runtime %s -o %t %libs
// RUN: env ERBIUM_TASK=partition %timed %t.partition | FileCheck %s
#include <pthread.h>
#include <stdexcept>
#include <string>

#include "test.h"

static SHARED atomic_int ended;

struct counts
{
  ~counts () { ended++; }
};

static thread_local std::string own ("of the thread");

__attribute__ ((noinline)) static void
throws (int n)
{
  counts c;
  if (n % 2)
    throw std::runtime_error ("odd");
  if (n == 4)
    pthread_exit (nullptr);
}

extern "C" {
ERBIUM_PROCESS (tries, int, ERBIUM_RECORD (int));
}

void
tries (int n, ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_stall (v, 1);
  ERBIUM_AT (v, 0) = (int) own.size ();
  try
    {
      throws (n);
    }
  catch (const std::exception &e)
    {
      ERBIUM_AT (v, 0) += 100 * (int) strlen (e.what ());
    }
  erbium_commit (v, 1);
}

int
main ()
{
  for (int n = 0; n < 8; n++)
    {
      ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
      ERBIUM_VIEW (int) v = erbium_new_read_view (r);
      erbium_register (v, 1);
      erbium_alloc (v, 1);
      ERBIUM_RUN (tries, n, r);
      printf ("%d:", n);
      if (erbium_update (v, 1))
        printf (" %d", ERBIUM_AT (v, 0));
      printf (",");
      erbium_free_view (v, ERBIUM_TERMINATE);
    }
  erbium_join_all ();
  // CHECK: 0: 13,1: 313,2: 13,3: 313,4:,5: 313,6: 13,7: 313, ended 8
  printf (" ended %d\n", (int) ended);
}
