/* One message for one mistake: what GCC warns of is left to our error.  Where GCC has the
 * error, it names the types as they are written.
 *
 * RUN: not env LC_ALL=C %plugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=note:
 * RUN: not env LC_ALL=C %oldplugin -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=note:
 * RUN: not env LC_ALL=C %plugin -Werror -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --check-prefix=WERROR --implicit-check-not="[-Werror={{inc|int-}}"
 * What is not about views stays, with its note, also where the compiler is to end at the first.
 * RUN: not env LC_ALL=C %plugin -DPLAIN -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --check-prefix=PLAIN
 * RUN: not env LC_ALL=C %plugin -DPLAIN -Werror -Wfatal-errors -fdiagnostics-plain-output -S -o /dev/null %s 2>&1 \
 * RUN:   | FileCheck %s --check-prefix=FATAL
 * WERROR: In function 'f':
 * WERROR: cannot convert 'view float' to 'view int'
 * PLAIN: In function 'plain':
 * PLAIN-NEXT: {{warning|error}}: passing argument 1 of 'takes_pointer' from incompatible pointer type
 * PLAIN-NEXT: note: expected 'int *' but argument is of type 'float *'
 * PLAIN-NEXT: {{warning|error}}: {{.*}} makes pointer from integer
 * FATAL: error: {{.* \[-W(error=)?incompatible-pointer-types\]}}
 * FATAL-NEXT: compilation terminated
 */
process p (record int r, int n);
void takes_pointer (int *p);
void takes_view (view int v);
void
f (view int v, view float w, record int r, record long rl, view int *pv, view long x, int n)
{
  v = w;
// CHECK-DAG: :[[@LINE-1]]:5: error: cannot convert 'view float' to 'view int'; their element types differ
  r = rl;
// CHECK-DAG: :[[@LINE-1]]:5: error: cannot convert 'record long int' to 'record int'; their element types differ
  run p (rl, 3);
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert 'record long int' to 'record int'; their element types differ
  run p (3, r);
// CHECK-DAG: :[[@LINE-1]]:10: error: cannot convert an integer to 'record int'
// CHECK-DAG: :[[@LINE-2]]:13: error: cannot convert 'record int' to 'int'
  takes_pointer (w);
// CHECK-DAG: :[[@LINE-1]]:18: error: cannot convert 'view float' to 'int *'; the address of element 'i' is '&v{{\[\[}}i]]'
  new_record (0, 1);
// CHECK-DAG: :[[@LINE-1]]:15: error: the number of producers of 'new_record' must be between 1 and 65535, but is 0
  n = v == x;
// CHECK-DAG: :[[@LINE-1]]:9: error: comparison of distinct types 'view int' and 'view long int'
  n = rl != r;
// CHECK-DAG: :[[@LINE-1]]:10: error: comparison of distinct types 'record long int' and 'record int'
  n = v != r;
// CHECK-DAG: :[[@LINE-1]]:9: error: comparison of distinct types 'view int' and 'record int'
  float one = takes_view;
// CHECK-DAG: :[[@LINE-1]]:15: error: incompatible types when initializing type 'float' using type 'void (*)(view int)'
  float two = pv;
// CHECK-DAG: :[[@LINE-1]]:15: error: incompatible types when initializing type 'float' using type 'view int *'
  n = v == 0 && r != (void *) 0 && v == *pv;
  (void) one, (void) two;
}
view int global = 3;
// CHECK-DAG: :[[@LINE-1]]:19: error: cannot convert an integer to 'view int'
#ifdef PLAIN
void plain (float *q) { takes_pointer (q); takes_pointer (3); }
#endif
