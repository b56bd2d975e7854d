/* SPDX-License-Identifier: MIT */
/* What a process keeps while others run on its thread: errno, and C++ exceptions that
 * it handles.  One that throws and catches ends as any other. */
// RUN: %cxx %s -o %t %libs
// RUN: %run %t
#include <cerrno>
#include <stdexcept>
#include <exception>
#include <string>
#include "test.h"
#include "erbium/errno.h"

enum { N = 1000 };

ERBIUM_PROCESS (pass_on, ERBIUM_RECORD (int), ERBIUM_RECORD (int), int);

/* Asked for anew each time: a compiler may keep the address of errno, which is that
 * of the thread that the process was on. */
__attribute__ ((noinline)) static int
error ()
{
  __asm__ volatile ("");
  return errno;
}

static void
pass_one (ERBIUM_VIEW (int) in, ERBIUM_VIEW (int) out, int i)
{
  expect_equal (erbium_update (in, i + 1), i + 1);
  erbium_stall (out, i + 1);
  ERBIUM_AT (out, i) = ERBIUM_AT (in, i) + 1;
  erbium_release (in, i + 1);
  erbium_commit (out, i + 1);
}

void
pass_on (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to, int id)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  for (int i = 0; i < N; i++)
    try
      {
        throw std::runtime_error (std::to_string (id * N + i));
      }
    catch (const std::exception &e)
      {
        errno = id + 1;
        pass_one (in, out, i);
        expect_equal (error (), id + 1);
        expect_equal (std::stoi (e.what ()), id * N + i);
        try
          {
            throw; /* the one that is handled here, not another's */
          }
        catch (const std::exception &again)
          {
            expect_equal (std::stoi (again.what ()), id * N + i);
          }
      }
  expect (!std::uncaught_exceptions ());
}

int
main ()
{
  enum { STAGES = 20 };
  ERBIUM_RECORD (int) first = erbium_new_record (int, 1, 1), last = first;
  for (int n = 0; n < STAGES; n++)
    {
      ERBIUM_RECORD (int) next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, last, next, n);
      last = next;
    }
  ERBIUM_VIEW (int) in = erbium_new_write_view (first), out = erbium_new_read_view (last);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (in, i + 1);
      ERBIUM_AT (in, i) = i;
      erbium_commit (in, i + 1);
      expect_equal (erbium_update (out, i + 1), i + 1);
      expect_equal (ERBIUM_AT (out, i), i + STAGES);
      erbium_release (out, i + 1);
    }
}
