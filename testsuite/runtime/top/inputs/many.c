/* SPDX-License-Identifier: MIT */
/* many.c - a hundred processes that wait for main, and one more, whose name has what may harm a
 * terminal; main prints what the tool argv[1] shows of all, once all of them wait. */
#include <unistd.h>

#include "../../test.h"

enum { MANY = 100, TRIES = 300, SIZE = 1 << 16 };

typedef ERBIUM_RECORD (int) record;

ERBIUM_PROCESS (reader, record);
void
reader (record r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_update (v, 1);
}

ERBIUM_PROCESS (two, record);
void
two (record r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_name_process ("br\033ken");
  erbium_register (v, 1);
  erbium_alloc (v, 8);
  erbium_update (v, 5);
  erbium_release (v, 2);
  erbium_update (v, 6);
}

static ERBIUM_VIEW (int)
write_view (record r, int horizon)
{
  ERBIUM_VIEW (int) w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, horizon);
  return w;
}

/* Returns whether all processes waited. */
static bool
look (const char *tool, char *text)
{
  char command[4400];
  snprintf (command, sizeof command, "%s --once -d 0.1 %d", tool, (int) getpid ());
  FILE *from = popen (command, "r");
  size_t n = from ? fread (text, 1, SIZE - 1, from) : 0;
  text[n] = 0;
  if (from)
    pclose (from);
  return strstr (text, "  0%  100%    0%  100 wait\n") && strstr (text, "of 'given' for");
}

int
main (int argc, char **argv)
{
  static char text[SIZE];
  record given = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) w = write_view (given, 8);
  erbium_name_record (given, "given");
  ERBIUM_RUN (two, given);
  erbium_stall (w, 5);
  erbium_commit (w, 5);
  for (int n = 0; n < MANY; n++)
    {
      record r = erbium_new_record (int, 1, 1);
      erbium_name_record (r, "empty");
      write_view (r, 4);
      ERBIUM_RUN (reader, r);
    }
  for (int n = 0; n < TRIES && argc > 1 && !look (argv[1], text); n++)
    usleep (20000);
  fputs (text, stdout);
}
