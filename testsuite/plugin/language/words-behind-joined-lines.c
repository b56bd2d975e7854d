/* What the preprocessor leaves behind lines that it has joined is no code before a word.
RUN: %plugin -Werror -S -o /dev/null %s
RUN: %oldplugin -Werror -S -o /dev/null %s
 */
#define M(x) a \
\
\
\
\
\
  x struct
view int v;
#define N(x) \
 x.
view int w;
#define O(x) \
\
\
  x /* */ goto
view int x; int g (int a) { return a + \
  0; }
struct s { int view; };
int f (struct s *s, int i) { return v[[1]] + w[[2]] + x[[3]] + s-> \
  view * i; }
