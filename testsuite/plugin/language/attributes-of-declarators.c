/* Behind a declarator, any name in [[ ]] is an attribute; in an expression, an index.
RUN: %plugin -std=gnu2x -Wall -Werror -Wno-attributes -fsyntax-only %s
RUN: %oldplugin -std=gnu2x -Wall -Werror -Wno-attributes -fsyntax-only %s
 */
#define UNUSED maybe_unused
#define LOAD(type, x) ((type) x)
#define STEP(v, n) int step = v[[n]]
int w [[unknown_one]], *u [[unknown_one, another]], t [[unknown (3)]];
struct s { int a [[unknown_one]]; unsigned long b [[unknown_one]]; } s;
static const struct s *p [[UNUSED]];
__typeof__ (int) typed [[unknown_one]], typed2 [[TAG]];
int f (view int v, int n [[UNUSED]], int i)
{
  int x [[UNUSED]], y = v[[i]];
  STEP (v, i);
  for (int k = v[[i]]; k < 3; k++)
    x = (int) v[[i]] + LOAD (int, v[[i]]) + (int) sizeof (int) * v[[i]];
  int bound[v[[i]] + 1], *of[sizeof (v[[i]])], also [[TAG]], many[3][v[[v[[i]]]]] [[TAG]];
  bound[v[[i]]] = 1, of[0] = bound, also = *of[0], many[0][0] = also;
  y += many[0][v[[i]]];
  __auto_type inferred [[TAG]] = v[[i]];
#if __STDC_VERSION__ > 202000 && __GNUC__ >= 13
  bool truth [[TAG]] = v[[i]] != 0;
  bool first [[unknown_one]], both [[unknown_two]] = truth && v[[i]];
  first = both;
  auto element [[TAG]] = v[[i]] + first;
  constexpr int four [[unknown_one]] = 4;
  typeof_unqual (v[[i]]) same [[TAG]] = v[[i]] + v[[four]] + element;
  inferred += same;
#endif
  y += inferred + typed + typed2;
  return y + x + step;
}
