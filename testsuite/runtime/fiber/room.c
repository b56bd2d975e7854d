/* SPDX-License-Identifier: MIT */
/* A fiber that waits for room in its window, which its horizon would allow it at once, does
 * not count on its reader to have a turn: who lives on the same worker may go away, or wait
 * for one who does, until it has written all. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t blocks
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t is-stuck
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t waits-for-third
// RUN: env ERBIUM_TASK=thread timeout 60 %t waits-for-third
#include "../ints.h"

enum { FAR = 1 << 20, BURST = 1024 };

static int ends[2];
static bool says_so;

ERBIUM_PROCESS (writer, record);
void
writer (record r)
{
  view v = writes (r, 2 * FAR);
  for (int i = 0; i < FAR; i += BURST)
    write_up_to (v, i, i + BURST);
  expect_equal (write (ends[1], "x", 1), 1);
}

static void
take_byte (void)
{
  char c;
  ssize_t n = 0;
  if (says_so)
    erbium_blocking { n = read (ends[0], &c, 1); }
  else
    n = read (ends[0], &c, 1);
  expect_equal (n, 1);
}

static void
read_all (view v)
{
  for (int i = 0; i < FAR; i += BURST)
    {
      expect_equal (erbium_update (v, i + BURST), i + BURST);
      expect_equal (ERBIUM_AT (v, i), i);
      erbium_release (v, i + BURST);
    }
}

ERBIUM_PROCESS (reader, record);
void
reader (record r)
{
  view v = reads (r, BURST);
  erbium_update (v, 1); /* the writer has begun */
  take_byte ();
  read_all (v);
}

ERBIUM_PROCESS (waits_for_third, record, record);
void
waits_for_third (record r, record third)
{
  view v = reads (r, BURST), word = reads (third, 1);
  expect_equal (erbium_update (word, 1), 1);
  read_all (v);
}

ERBIUM_PROCESS (gives_word, record);
void
gives_word (record r)
{
  view v = writes (r, 1);
  take_byte ();
  write_up_to (v, 0, 1);
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  record r = erbium_new_record (int, 1, 1);
  expect (pipe (ends) == 0);
  says_so = strcmp (what, "is-stuck") != 0;
  if (strcmp (what, "waits-for-third") == 0)
    {
      record third = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (gives_word, third);
      ERBIUM_RUN (waits_for_third, r, third);
    }
  else
    ERBIUM_RUN (reader, r);
  ERBIUM_RUN (writer, r);
}
