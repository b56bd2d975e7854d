/* What may stand between view or record and the type.
RUN: %plugin -Wall -Werror -fsyntax-only %s
RUN: %oldplugin -Wall -Werror -fsyntax-only %s
 */
view _Atomic (int) a;
view int b;
view _Alignas (8) int c;
view static int d __attribute__ ((unused));
view typedef int T;
record extern int e;
view const _Atomic (int) g;
T f (view int v) { a = 0; d = b; return v; }
