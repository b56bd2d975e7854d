/* ERBIUM_PROCESS declares a process; with the plugin as without, it defines none.
 *
 * RUN: not %cc -fsyntax-only %s 2>&1 | FileCheck %s
 * RUN: %cc -DDECLARED -fsyntax-only %s
 * RUN: not %plugin -I%root/runtime/include -fsyntax-only %s 2>&1 | FileCheck %s
 * RUN: %plugin -I%root/runtime/include -Wall -Wextra -Werror -DDECLARED -fsyntax-only %s
 * UNSUPPORTED: sanitizer
 */
#include <erbium.h>

static ERBIUM_PROCESS (work, ERBIUM_RECORD (int), int)
#ifdef DECLARED
;
void work (ERBIUM_RECORD (int) r, int n)
{ (void) r; (void) n; }
int main (void) { ERBIUM_RUN (work, erbium_new_record (int, 1, 1), 1); }
#else
{ }
// CHECK: process-defined.c:11:{{.*}} error:
#endif
