/* SPDX-License-Identifier: MIT */
/* Each mistake of a caller has a code, and changes nothing. */
// RUN: %build
// RUN: %run %t
// RUN: %t messages | FileCheck --match-full-lines %s
// CHECK: ERBIUM_BURST_NO_MEMORY: no memory
// CHECK: ERBIUM_BURST_TOO_LARGE: the burst has more than 1 GiB
// CHECK: ERBIUM_BURST_NOT_THERE: more is committed than was acquired, or more is released than was received
// CHECK: ERBIUM_BURST_TAKEN: another end has this id, or had it
// CHECK: ERBIUM_BURST_OWNER: the end belongs to another process
// CHECK: ERBIUM_BURST_SIDE: the end is of the other side: acquire and commit are for producers, receive and release for consumers
// CHECK: ERBIUM_BURST_INVALID: an argument is NULL or out of its range
// CHECK: ERBIUM_BURST_OK: no error
// CHECK: ERBIUM_BURST_END: the stream has ended
// CHECK: 99: unknown code
#include "test.h"
#include "erbium/burst.h"

static int32_t
open_end (struct erbium_record *r, int32_t side, int32_t id, int64_t horizon)
{
  struct erbium_burst *end;
  return erbium_burst_open (r, side, id, horizon, &end);
}

static void
check_records (void)
{
  struct erbium_record *r;
  expect_equal (erbium_burst_record (4, 4, 1, 1, NULL, NULL), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_record (0, 1, 1, 1, NULL, &r), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_record ((INT64_C (1) << 30) + 1, 1, 1, 1, NULL, &r),
                ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_record (6, 4, 1, 1, NULL, &r), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_record (6, 3, 1, 1, NULL, &r), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_record (8192, 8192, 1, 1, NULL, &r), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_record (4, 4, 0, 1, NULL, &r), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_record (4, 4, 65536, 1, NULL, &r), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_record (4, 4, 1, -1, NULL, &r), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_record (4, 4, 1, 65536, NULL, &r), ERBIUM_BURST_INVALID);
}

static void
check_open (struct erbium_record *r)
{
  expect_equal (open_end (NULL, ERBIUM_BURST_READ, 1, 4), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_open (r, ERBIUM_BURST_READ, 1, 4, NULL), ERBIUM_BURST_INVALID);
  expect_equal (open_end (r, 2, 1, 4), ERBIUM_BURST_INVALID);
  expect_equal (open_end (r, ERBIUM_BURST_READ, 0, 4), ERBIUM_BURST_INVALID);
  expect_equal (open_end (r, ERBIUM_BURST_READ, 2, 4), ERBIUM_BURST_INVALID);
  expect_equal (open_end (r, ERBIUM_BURST_READ, 1, 0), ERBIUM_BURST_INVALID);
  expect_equal (open_end (r, ERBIUM_BURST_READ, 1, INT64_MAX), ERBIUM_BURST_TOO_LARGE);
}

static void
check_producer (struct erbium_burst *out, struct erbium_burst *in)
{
  void *at;
  expect_equal (erbium_burst_acquire (NULL, 1, &at), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_acquire (out, 1, NULL), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_acquire (out, 0, &at), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_acquire (out, INT64_MAX, &at), ERBIUM_BURST_TOO_LARGE);
  expect_equal (erbium_burst_acquire (in, 1, &at), ERBIUM_BURST_SIDE);
  expect_equal (erbium_burst_commit (NULL, 1), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_commit (in, 1), ERBIUM_BURST_SIDE);
  expect_equal (erbium_burst_commit (out, 1), ERBIUM_BURST_NOT_THERE);
  expect_equal (erbium_burst_ready (NULL, 1), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_ready (out, 0), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_acquire (out, 3, &at), ERBIUM_BURST_OK);
  expect_equal (erbium_burst_ready (out, 3), 1);
  for (int i = 0; i < 3; i++)
    ((int *) at)[i] = i;
  expect_equal (erbium_burst_commit (out, -1), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_commit (out, 4), ERBIUM_BURST_NOT_THERE);
  expect_equal (erbium_burst_commit (out, 0), ERBIUM_BURST_OK);
  expect_equal (erbium_burst_commit (out, 3), ERBIUM_BURST_OK);
}

static void
check_consumer (struct erbium_burst *out, struct erbium_burst *in)
{
  const void *at;
  int64_t got;
  expect_equal (erbium_burst_receive (NULL, 1, &at, &got), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_receive (in, 1, NULL, &got), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_receive (in, 1, &at, NULL), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_receive (in, 0, &at, &got), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_receive (in, INT64_MAX, &at, &got), ERBIUM_BURST_TOO_LARGE);
  expect_equal (erbium_burst_receive (out, 1, &at, &got), ERBIUM_BURST_SIDE);
  expect_equal (erbium_burst_release (out, 1), ERBIUM_BURST_SIDE);
  expect_equal (erbium_burst_release (NULL, 1), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_release (in, 1), ERBIUM_BURST_NOT_THERE);
  expect_equal (erbium_burst_receive (in, 2, &at, &got), ERBIUM_BURST_OK);
  expect_equal (got, 2);
  expect_equal (((const int *) at)[1], 1);
  expect_equal (erbium_burst_release (in, -1), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_release (in, 3), ERBIUM_BURST_NOT_THERE);
  expect_equal (erbium_burst_release (in, 1), ERBIUM_BURST_OK);
  expect_equal (erbium_burst_close (out), ERBIUM_BURST_OK);
  expect_equal (erbium_burst_receive (in, 5, &at, &got), ERBIUM_BURST_OK);
  expect_equal (got, 2); /* what was not released, and the last one */
  expect_equal (((const int *) at)[0], 1);
  expect_equal (erbium_burst_release (in, 2), ERBIUM_BURST_OK);
  expect_equal (erbium_burst_receive (in, 5, &at, &got), ERBIUM_BURST_END);
  expect (at == NULL && got == 0);
}

/* Uses the end of another process.  It has no other way to say what it saw: the end may be a copy
 * in its own memory. */
static void
use (void *argument)
{
  struct erbium_burst *end = argument;
  const void *at;
  int64_t got;
  expect_equal (erbium_burst_receive (end, 1, &at, &got), ERBIUM_BURST_OWNER);
  expect_equal (erbium_burst_ready (end, 1), ERBIUM_BURST_OWNER);
  expect_equal (erbium_burst_close (end), ERBIUM_BURST_OWNER);
}

static void
print_messages (void)
{
#define PRINT(code) printf ("%s: %s\n", #code, erbium_burst_message (code))
  PRINT (ERBIUM_BURST_NO_MEMORY);
  PRINT (ERBIUM_BURST_TOO_LARGE);
  PRINT (ERBIUM_BURST_NOT_THERE);
  PRINT (ERBIUM_BURST_TAKEN);
  PRINT (ERBIUM_BURST_OWNER);
  PRINT (ERBIUM_BURST_SIDE);
  PRINT (ERBIUM_BURST_INVALID);
  PRINT (ERBIUM_BURST_OK);
  PRINT (ERBIUM_BURST_END);
  PRINT (99);
}

int
main (int argc, char **argv)
{
  (void) argv;
  if (argc > 1)
    {
      print_messages ();
      return 0;
    }
  struct erbium_record *r;
  struct erbium_burst *in, *out;
  int64_t process;
  expect (erbium_burst_version () >= ERBIUM_BURST_VERSION);
  check_records ();
  expect_equal (erbium_burst_record (sizeof (int), sizeof (int), 1, 1, NULL, &r), ERBIUM_BURST_OK);
  check_open (r);
  expect_equal (erbium_burst_open (r, ERBIUM_BURST_WRITE, 1, 4, &out), ERBIUM_BURST_OK);
  expect_equal (erbium_burst_open (r, ERBIUM_BURST_READ, 1, 4, &in), ERBIUM_BURST_OK);
  expect_equal (open_end (r, ERBIUM_BURST_READ, 1, 4), ERBIUM_BURST_TAKEN);
  expect_equal (erbium_burst_ready (in, 1), 0);
  check_producer (out, in);
  expect_equal (erbium_burst_run ("use", use, in, &process), ERBIUM_BURST_OK);
  expect_equal (erbium_burst_join (process), ERBIUM_BURST_OK);
  check_consumer (out, in);
  expect_equal (erbium_burst_close (in), ERBIUM_BURST_OK);
  expect_equal (erbium_burst_close (NULL), ERBIUM_BURST_OK);
  expect_equal (erbium_burst_run (NULL, NULL, NULL, NULL), ERBIUM_BURST_INVALID);
  expect_equal (erbium_burst_join (-1), ERBIUM_BURST_INVALID);
  for (int32_t code = ERBIUM_BURST_NO_MEMORY; code <= ERBIUM_BURST_END; code++)
    expect (strcmp (erbium_burst_message (code), erbium_burst_message (99)) != 0);
}
