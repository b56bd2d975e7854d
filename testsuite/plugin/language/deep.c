/* Loops within loops: compiled in no time, with what a view was given to known.
RUN: timeout 20 %plugin -fsyntax-only %s && timeout 20 %oldplugin -fsyntax-only %s
RUN: timeout 20 env LC_ALL=C %plugin -DGIVEN -fsyntax-only %s 2>&1 | FileCheck %s
RUN: timeout 20 env LC_ALL=C %oldplugin -DGIVEN -fsyntax-only %s 2>&1 | FileCheck %s
CHECK: warning: 'v' passed to a process again in each iteration
*/
#define FOR for (int i = 0; i < n; i++) while (n > i)
#define MANY FOR FOR FOR FOR FOR FOR FOR FOR FOR FOR FOR FOR FOR FOR FOR FOR
process one (view int v);
void f (view int v, int n)
{
  update (v, n);
#ifdef GIVEN
  MANY run one (v);
#else
  MANY update (v, n);
#endif
}
