/* SPDX-License-Identifier: MIT */
/* Blocks report wrong arguments, and files that fail, and end the program. */
// RUN: %cc %s -o %t %out/liberbium-blocks.a %libs -lm -ldl
// RUN: %status 120 %t taps 2>&1 | FileCheck --check-prefix=TAPS %s
// RUN: %status 120 %t id 2>&1 | FileCheck --check-prefix=ID %s
// RUN: %status 122 %t file 2>&1 | FileCheck --check-prefix=FILE %s
// RUN: %status 120 %t cutoff 2>&1 | FileCheck --check-prefix=CUTOFF %s
// RUN: %status 120 %t window 2>&1 | FileCheck --check-prefix=WINDOW %s
// RUN: sh -c '%t pipe | head -c 8 | wc -c' | FileCheck --check-prefix=PIPE %s
// TAPS: erbium_block_fir_f32: error: the number of taps is 0; expected at least 1
#include <signal.h>

#include "test.h"
#include "erbium/blocks.h"

int
main (int n, char **words)
{
  (void) n;
  const char *what = words[1];
  float taps[3];
  ERBIUM_RECORD (float) x = erbium_new_record (float, 1, 1), y = erbium_new_record (float, 1, 1);
  if (strcmp (what, "taps") == 0)
    ERBIUM_RUN (erbium_block_fir_f32, x, 1, y, taps, 0, 1);
  if (strcmp (what, "id") == 0)
    // ID: erbium_block_fir_f32: error: consumer 2: an argument is NULL or out of its range
    ERBIUM_RUN (erbium_block_fir_f32, x, 2, y, taps, 3, 1);
  if (strcmp (what, "file") == 0)
    // FILE: erbium_block_read_f32: error: cannot read file descriptor 99: Bad file descriptor
    ERBIUM_RUN (erbium_block_read_f32, erbium_new_record (float, 1, 0), 99);
  if (strcmp (what, "cutoff") == 0)
    // CUTOFF: erbium_block_lowpass: error: the cutoff is 1; expected more than 0 and less than 1
    erbium_block_lowpass (1, ERBIUM_WINDOW_HANN, 0, 3, taps);
  if (strcmp (what, "window") == 0)
    // WINDOW: erbium_block_window: error: there is no window 9
    erbium_block_window ((enum erbium_window) 9, 0, false, 3, taps);
  if (strcmp (what, "pipe") == 0)
    {
      // PIPE: {{^ *}}8
      signal (SIGPIPE, SIG_IGN);
      ERBIUM_RUN (erbium_block_read_f32, x, erbium_block_open ("/dev/zero", false));
      erbium_join (ERBIUM_RUN (erbium_block_write_f32, x, 1, 1));
      _exit (0);
    }
}
