/* SPDX-License-Identifier: MIT */
/* Checked mode: indices that no program can mean.  Below 0 by no more than the
 * horizon, release and commit do nothing, as at the beginning of a stream whose
 * last elements are held. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t commit-low | FileCheck --check-prefix=LOW -DWHO=commit -DVIEW=write %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t release-low | FileCheck --check-prefix=LOW -DWHO=release -DVIEW=read %s
// LOW: check-odd-index.c:[[#]]: error: [[WHO]]: the index is -11 for [[VIEW]] view [[#]] (id 1) of record 1 ({{.*}}); expected -10 to 2^62, in process 'main'
// LOW-NEXT: note: an index is the end of a run of elements, counted from 0; a negative one, for no elements yet, is at least minus the horizon
// RUN: env ERBIUM_CHECK=1 %exits 120 %t update-low | FileCheck --check-prefix=ZERO -DWHO=update -DVIEW=read %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t stall-low | FileCheck --check-prefix=ZERO -DWHO=stall -DVIEW=write %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t receive-low | FileCheck --check-prefix=ZERO -DWHO=receive -DVIEW=read %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t range-low | FileCheck --check-prefix=ZERO -DWHO=receive_range -DVIEW=read %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t range-end-low | FileCheck --check-prefix=ZERO -DWHO=receive_range -DVIEW=read %s
// ZERO: check-odd-index.c:[[#]]: error: [[WHO]]: the index is -1 for [[VIEW]] view [[#]] (id 1) of record 1 ({{.*}}); expected 0 to 2^62, in process 'main'
// ZERO-NEXT: note: an index is the end of a run of elements, counted from 0{{$}}
// RUN: env ERBIUM_CHECK=1 %exits 120 %t commit-high | FileCheck --check-prefix=HIGH -DWHO=commit %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t release-high | FileCheck --check-prefix=HIGH -DWHO=release %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t update-high | FileCheck --check-prefix=HIGH -DWHO=update %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t stall-high | FileCheck --check-prefix=HIGH -DWHO=stall %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t receive-high | FileCheck --check-prefix=HIGH -DWHO=receive %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t range-high | FileCheck --check-prefix=HIGH -DWHO=receive_range %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t range-end-high | FileCheck --check-prefix=HIGH -DWHO=receive_range %s
// HIGH: check-odd-index.c:[[#]]: error: [[WHO]]: the index is 9223372036854775807 for {{read|write}} view [[#]] (id 1)
#include "test.h"

#define is(x) (strcmp (argv[1], x) == 0)

int
main (int argc, char **argv)
{
  struct ends e = both_ends (10);
  expect (argc == 2);
  erbium_commit (e.out, -10L);
  erbium_release (e.in, -10);
  erbium_stall (e.out, 0);
  erbium_update (e.in, 0);
  if (is ("commit-low"))
    erbium_commit (e.out, -11L);
  else if (is ("release-low"))
    erbium_release (e.in, -11);
  else if (is ("update-low"))
    erbium_update (e.in, -1);
  else if (is ("stall-low"))
    erbium_stall (e.out, -1);
  else if (is ("commit-high"))
    erbium_commit (e.out, INT64_MAX);
  else if (is ("release-high"))
    erbium_release (e.in, INT64_MAX);
  else if (is ("update-high"))
    erbium_update (e.in, INT64_MAX);
  else if (is ("receive-low"))
    erbium_receive (e.in, -1);
  else if (is ("range-low"))
    erbium_receive_range (e.in, -1, 4);
  else if (is ("range-end-low"))
    erbium_receive_range (e.in, 4, -1);
  else if (is ("receive-high"))
    erbium_receive (e.in, INT64_MAX);
  else if (is ("range-high"))
    erbium_receive_range (e.in, INT64_MAX, 4);
  else if (is ("range-end-high"))
    erbium_receive_range (e.in, 4, INT64_MAX);
  else
    erbium_stall (e.out, INT64_MAX);
}
