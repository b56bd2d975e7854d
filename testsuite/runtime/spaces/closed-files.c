/* SPDX-License-Identifier: MIT */
/* With stdin, stdout or stderr closed nothing of the runtime has their numbers: what is printed is lost,
 * and no record, page or message has it. */
// RUN: %build
// RUN: %run --only default,fiber,space %t 0
// RUN: %run --only default,fiber,space %t 1
// RUN: %run --only default,fiber,space %t 2
#include <errno.h>
#include "erbium/papers.h"
#include "test.h"

enum { ELEMENTS = 1024 };

static int closed, channel;
static char *page;

static void
print (void)
{
  expect_equal (write (closed, "some text that goes nowhere", 27), -1);
  expect_equal (errno, EBADF);
}

static void *
child (void *unused)
{
  char text[64] = "";
  print ();
  spmcR_read (page, text, 26);
  expect (strcmp (text, "data of the page, as it is") == 0);
  expect_equal (chan_recv (channel, text), 5);
  expect (memcmp (text, "hello", 5) == 0);
  return unused;
}

static void
spaces (void)
{
  int id = space_alloc (0);
  page = spmcR_alloc (4096);
  channel = chan_alloc ();
  spmcR_copycons (id, page, page, 4096);
  chan_setcons (channel, id);
  strcpy (page, "data of the page, as it is");
  spmcR_setfix (page, 4096);
  chan_send (channel, "hello", 5);
  print ();
  space_start (id, child, NULL);
  space_join (id);
}

ERBIUM_PROCESS (ones, ERBIUM_RECORD (int));
void
ones (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, ELEMENTS);
  erbium_stall (v, ELEMENTS);
  for (int i = 0; i < ELEMENTS; i++)
    ERBIUM_AT (v, i) = 1;
  print ();
  erbium_commit (v, ELEMENTS);
}

static void
records (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  long sum = 0;
  ERBIUM_RUN (ones, r);
  erbium_register (v, 1);
  erbium_alloc (v, ELEMENTS);
  for (int i = 0; erbium_update (v, i + 1); i++)
    {
      sum += ERBIUM_AT (v, i);
      erbium_release (v, i + 1);
    }
  expect_equal (sum, ELEMENTS);
  erbium_free_view (v, ERBIUM_TERMINATE);
  erbium_join_all ();
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  closed = atoi (argv[1]);
  close (closed);
  spaces ();
  records ();
}
