/* The first use of the language in a file may be the run of a process that is declared further down, also as
 * an argument of join, or behind the type of what it returns.
RUN: %plugin -O2 -Wall -Wextra -Werror %s -o %t %libs && %models %t | FileCheck %s
RUN: %plugin -O2 -Wall -Wextra -Werror -DTYPE %s -o %t %libs && %models %t | FileCheck %s
RUN: %plugin -O2 -Wall -Wextra -Werror -DINDEX %s -o %t %libs && %models %t | FileCheck %s
RUN: %oldplugin -O2 -Wall -Wextra -Werror -DTYPE %s -o %t %libs && %models %t | FileCheck %s
A program has these names for itself:
RUN: %plugin -O2 -Wall -Wextra -Werror -DOWN %s -o %t && %t | FileCheck %s
CHECK: {{^}}3{{$}}
*/
int printf (const char *, ...);
#if OWN
struct erbium_index { int n; };
static struct erbium_index erbium_process = { 3 };
struct erbium_process { struct erbium_index *erbium_index; };
typedef int run;
static int join (run n) { return n; }
int main (void)
{
  struct erbium_process erbium_index = { &erbium_process };
  printf ("%d\n", join (erbium_index.erbium_index->n));
}
#else
int main (void)
{
#if TYPE
  erbium_process p = run tells (3);
  join (p);
#elif INDEX
  erbium_index n = 3;
  join (run tells (n));
#else
  join (run tells (3));
#endif
}
process tells (int n) { printf ("%d\n", n); }
#endif
