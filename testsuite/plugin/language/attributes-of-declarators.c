/* Behind a declarator, any name in [[ ]] is an attribute; in an expression, an index.
RUN: %plugin -std=gnu2x -Wall -Werror -Wno-attributes -fsyntax-only %s
RUN: %plugin11 -std=gnu2x -Wall -Werror -Wno-attributes -fsyntax-only %s
 */
#define UNUSED maybe_unused
#define LOAD(type, x) ((type) x)
#define STEP(v, n) int step = v[[n]]
int w [[unknown_one]], *u [[unknown_one, another]], t [[unknown (3)]];
struct s { int a [[unknown_one]]; unsigned long b [[unknown_one]]; } s;
static const struct s *p [[UNUSED]];
int f (view int v, int n [[UNUSED]], int i)
{
  int x [[UNUSED]], y = v[[i]];
  STEP (v, i);
  for (int k = v[[i]]; k < 3; k++)
    x = (int) v[[i]] + LOAD (int, v[[i]]) + (int) sizeof (int) * v[[i]];
  int bound[v[[i]] + 1], *of[sizeof (v[[i]])], also [[TAG]], many[3][v[[v[[i]]]]] [[TAG]];
  bound[v[[i]]] = 1, of[0] = bound, also = *of[0], many[0][0] = also;
  y += many[0][v[[i]]];
  return y + x + step;
}
