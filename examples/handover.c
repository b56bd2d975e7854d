/* SPDX-License-Identifier: MIT */
/* handover.c - one process continues where another has stopped.
 *
 *   sender --> header ... then plain or packed
 *
 * The first two bytes of a message give the encoding of the rest and the number of letters.
 * header reads them, frees its view with ERBIUM_HANDOVER, which keeps the id open, and runs the
 * process for the rest.  That process registers with the same id and continues where header has
 * stopped.  The sender does not notice, and no byte is lost or read twice.
 */
#include <string.h>

#include "erbium.h"

typedef ERBIUM_RECORD (char) bytes;

static ERBIUM_PROCESS (sender, bytes, const char *);
static void
sender (bytes out, const char *message)
{
  int n = (int) strlen (message);
  ERBIUM_VIEW (char) v = erbium_new_write_view (out);
  erbium_register (v, 1);
  erbium_alloc (v, 16);
  for (int i = 0; i < n; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = message[i];
      erbium_commit (v, i + 1);
    }
}

/* Prints letters as they are. */
static ERBIUM_PROCESS (plain, bytes, int);
static void
plain (bytes in, int at)
{
  ERBIUM_VIEW (char) v = erbium_new_read_view (in);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  for (int i = at; erbium_update (v, i + 1); i++)
    {
      putchar (ERBIUM_AT (v, i));
      erbium_release (v, i + 1);
    }
  putchar ('\n');
}

/* Prints pairs of a letter and the number of times to print it. */
static ERBIUM_PROCESS (packed, bytes, int);
static void
packed (bytes in, int at)
{
  ERBIUM_VIEW (char) v = erbium_new_read_view (in);
  erbium_register (v, 1);
  erbium_alloc (v, 2);
  for (int i = at; erbium_update (v, i + 2); i += 2)
    {
      for (int n = ERBIUM_AT (v, i + 1) - '0'; n > 0; n--)
        putchar (ERBIUM_AT (v, i));
      erbium_release (v, i + 2);
    }
  putchar ('\n');
}

static ERBIUM_PROCESS (header, bytes);
static void
header (bytes in)
{
  ERBIUM_VIEW (char) v = erbium_new_read_view (in);
  erbium_register (v, 1);
  erbium_alloc (v, 2);
  erbium_update (v, 2);
  char kind = ERBIUM_AT (v, 0), count = ERBIUM_AT (v, 1);
  printf ("%c letters: ", count);
  erbium_release (v, 2);
  erbium_free_view (v, ERBIUM_HANDOVER); /* leaves id 1 open, at element 2 */
  if (kind == 'p')
    ERBIUM_RUN (packed, in, 2);
  else
    ERBIUM_RUN (plain, in, 2);
}

static void
receive (const char *message)
{
  bytes r = erbium_new_record (char, 1, 1);
  ERBIUM_RUN (sender, r, message);
  ERBIUM_RUN (header, r);
  erbium_join_all ();
}

int
main (void)
{
  receive ("l6erbium");
  receive ("p9a3b2c4");
}
