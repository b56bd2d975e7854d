/* Words as names at the end of what a macro stands for, where words are in use: what
 * is only looked at stays, and so does the compiler.
RUN: %plugin -fopenmp -fsyntax-only %s && %oldplugin -fopenmp -fsyntax-only %s
RUN: not env LC_ALL=C %plugin -DWRONG -fsyntax-only %s 2>&1 | FileCheck %s
RUN: not env LC_ALL=C %oldplugin -DWRONG -fsyntax-only %s 2>&1 | FileCheck %s
CHECK-NOT: internal
CHECK: #error wrong
CHECK-NOT: internal */
process first (view int v);
typedef int view;
#define M(x) int x
#define I(x) x
#define J(x) I (x)
#define AFTER(x) int x, after
M (view1);
extern M (commit)
#undef M
;
#define M(x) int x
extern M (process)
#define A(x) x
;
static AFTER (update)
#if A (1)
= 5;
#endif
static J (int record)
#include "inputs/nothing.h"
;
int f (void)
{
  int J (release)
#line 40
  ;
  release = after, after = record + update;
#ifdef WRONG
  J (I (q view const))
#error wrong
#endif
  return release;
}
static int J (stall)
#ident "end"
;
