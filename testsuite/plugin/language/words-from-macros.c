/* Words and processes that a macro stands for, also one of the command line, and words
 * before attributes and storage classes.
RUN: %plugin -DV=view -DDEFINED %s -o %t %libs && %t | FileCheck %s
RUN: %oldplugin -DV=view -DDEFINED %s -o %t %libs && %t | FileCheck %s
RUN: %plugin -S -o /dev/null -DV=view %S/inputs/only-macros.c
RUN: %oldplugin -S -o /dev/null -DV=view %S/inputs/only-macros.c
The word is poisoned without another warning.
RUN: %plugin -Werror -S -o /dev/null -DPOISON %s
CHECK-DAG: {{^}}1{{$}}
CHECK-DAG: {{^}}2{{$}}
CHECK-DAG: {{^}}3{{$}}
CHECK-DAG: {{^}}4{{$}}
CHECK-DAG: {{^}}5{{$}}
 */
int printf (const char *, ...);
process print (int n) { printf ("%d\n", n); }
#define ID(x) x
#define PRINT print
#define AGAIN PRINT
view __attribute__ ((aligned (64))) int aligned;
_Static_assert (_Alignof (aligned) == 64, "");
view _Thread_local int local;
#ifdef DEFINED
V int defined;
#endif
#ifdef POISON
#pragma GCC poison record
#endif
int main (void)
{
  process (*pointer) (int) = print;
  run ID (print) (1);
  run PRINT (2);
  run AGAIN (3);
  run ID (AGAIN) (4);
  run ID (pointer) (5);
  (void) aligned, (void) local;
}
