// Attributes between `process' and its name, as a function may have them.
// RUN: %plugin -Wall -Wextra -Werror -c %s -o %t.o
// RUN: %oldplugin -Wall -Wextra -Werror -c %s -o %t.o
process __attribute__ ((noinline)) p (int a) { (void) a; }
process __attribute__ ((noinline)) __attribute__ ((cold, aligned (32))) q (int a);
process __attribute ((unused)) (*pp) (int) = p;
static process __attribute__ ((used)) s (int a) { (void) a; }
int main (void) { run p (1); run q (2); run pp (3); run s (4); process __attribute__ ((noinline)) z (int); run z (3); }
process z (int a) { (void) a; } process q (int a) { (void) a; }
