// RUN: %variants %s %t | FileCheck %s
// The paper's producer and consumer with bursts of one element: the next index is
// the result of update, so coarsening has to see through it.
#define N 20003
#define P_HORIZ 4096
#define C_HORIZ 4096
#define P_BURST 1
#define C_BURST 1
int printf (const char *, ...); /* which the figure does without */
#include "../language/figure2.c"
// CHECK: {{^}}600090003{{$}}
