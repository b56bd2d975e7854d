/* SPDX-License-Identifier: MIT */
/* stalls.c - `slow' takes 100 of 1000 elements and then does nothing until the file exists
 * that STALL_FILE names: so `source' waits for room, `sink' for data, and main for their end. */
#include <unistd.h>

#include "../../test.h"

enum { N = 1000, HORIZON = 8, TAKEN = 100 };

typedef ERBIUM_RECORD (int) record;

ERBIUM_PROCESS (source, record);
void
source (record to)
{
  ERBIUM_VIEW (int) w = erbium_new_write_view (to);
  erbium_register (w, 1);
  erbium_alloc (w, HORIZON);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (w, i + 1);
      ERBIUM_AT (w, i) = i;
      erbium_commit (w, i + 1);
    }
}

ERBIUM_PROCESS (slow, record, record);
void
slow (record from, record to)
{
  const char *file = getenv ("STALL_FILE");
  ERBIUM_VIEW (int) v = erbium_new_read_view (from), w = erbium_new_write_view (to);
  erbium_register (v, 1);
  erbium_register (w, 1);
  erbium_alloc (v, 1);
  erbium_alloc (w, HORIZON);
  for (int i = 0; i < N; i++)
    {
      while (i == TAKEN && file && access (file, F_OK) != 0)
        usleep (1000);
      erbium_update (v, i + 1);
      erbium_stall (w, i + 1);
      ERBIUM_AT (w, i) = 2 * ERBIUM_AT (v, i);
      erbium_commit (w, i + 1);
      erbium_release (v, i + 1);
    }
}

ERBIUM_PROCESS (sink, record);
void
sink (record from)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (from);
  long sum = 0;
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  for (int i = 0; erbium_update (v, i + 1); i++)
    {
      sum += ERBIUM_AT (v, i);
      erbium_release (v, i + 1);
    }
  printf ("%ld\n", sum);
}

int
main (void)
{
  record raw = erbium_new_record (int, 1, 1), cooked = erbium_new_record (int, 1, 1);
  erbium_name_record (raw, "raw");
  erbium_name_record (cooked, "cooked");
  ERBIUM_RUN (source, raw);
  ERBIUM_RUN (slow, raw, cooked);
  ERBIUM_RUN (sink, cooked);
}
