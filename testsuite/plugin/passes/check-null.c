/* A checked unit: a view that is NULL, before the runtime has begun and after.
RUN: %plugin -g -fplugin-arg-erbium-check %s -o %t %libs && not %t 2>&1 | FileCheck %s
RUN: not %t later 2>&1 | FileCheck %s --check-prefix=LATER
RUN: %oldplugin -O2 -g -fplugin-arg-erbium-check %s -o %t %libs && not %t 2>&1 | FileCheck %s
 */
extern int printf (const char *, ...);
int main (int n, char **arguments)
{
  view int v = 0;
  (void) arguments;
  if (n > 1)
    {
      record int r = new_record (1, 1);
      (void) r;
    }
  // CHECK: check-null.c:[[@LINE+4]]: error: access to an element of a view that is NULL
  // CHECK: check-null.c:[[@LINE+3]]: note: make it with new_read_view or new_write_view first
  // CHECK-NOT: SIGSEGV
  // LATER: check-null.c:[[@LINE+1]]: error: access to an element of a view that is NULL, in process 'main'
  printf ("%d\n", v[[3]]);
}
