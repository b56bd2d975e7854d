/* SPDX-License-Identifier: MIT */
/* torn.c - a message that has come to harm: its first word, its last, its order, a byte, or a word of one that was
 * written anew. */
#include "../channel/message.h"

int
main (int argc, char **argv)
{
  enum { SIZE = 5000 };
  static char at[SIZE];
  struct bench_options o = bench_parse (1, argv, "");
  const char *what = argc > 1 ? argv[1] : "nothing";
  message_fill (at, SIZE);
  if (!strcmp (what, "byte"))
    at[4097]++;
  message_check (&o, at, SIZE);
  message_write (at, SIZE, 7);
  at[4096] += !strcmp (what, "word");
  message_stamp (at, SIZE, 7);
  message_read (&o, at, SIZE, 7);
  if (!strcmp (what, "first"))
    at[0]++;
  if (!strcmp (what, "last"))
    at[SIZE - 1]++;
  return message_number (&o, at, SIZE, strcmp (what, "order") ? 7 : 6) != 7;
}
