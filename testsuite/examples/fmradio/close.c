// RUN: %cc -O1 %s -c -o %t.o
// RUN: %cc %t.o %fm/main.o %fm/network.o %fm/processes.o %fm/sound.o %fm/kernels.o %fm/design.o %fm/filters.o %fm/capture.o -Wl,--wrap=fclose %libs -lm -o %t.network
// RUN: %cc %t.o %fm/main.o %fm/data.o %fm/processes.o %fm/sound.o %fm/kernels.o %fm/design.o %fm/filters.o %fm/capture.o -Wl,--wrap=fclose %libs -lm -o %t.workers
// RUN: %cc %t.o %fm/main.o %fm/sequential.o %fm/chain.o %fm/sound.o %fm/kernels.o %fm/design.o %fm/filters.o %fm/capture.o -Wl,--wrap=fclose -lm -o %t.sequential
// RUN: %exits 1 --only thread,fiber,space %t.network %s -r 250000 -f u8 -o %t.wav | FileCheck %s
// RUN: %exits 1 --only thread,fiber,space %t.workers %s -r 250000 -f u8 -o %t.wav | FileCheck %s
// RUN: not %t.sequential %s -r 250000 -f u8 -o %t.wav 2>&1 | FileCheck %s
// CHECK: {{^}}fmradio: {{.*}}.wav: Input/output error{{$}}
// CHECK-NOT: {{.}}
/* SPDX-License-Identifier: MIT */
/* close.c - a file system that says only when a file is closed that it has lost something:
 * the process that writes ends the program. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

extern int __real_fclose (FILE *f);
extern int __wrap_fclose (FILE *f);

int
__wrap_fclose (FILE *f)
{
  if ((fcntl (fileno (f), F_GETFL) & O_ACCMODE) == O_RDONLY)
    return __real_fclose (f);
  errno = EIO;
  return EOF;
}
