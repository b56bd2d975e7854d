/* Brackets that are no subscripts of views: attributes of C23, arrays, texts.
RUN: %same %s
*/
int a[4], b[4], c[2][2], *p = a;
[[maybe_unused]] static int m1;
[[gnu::unused]] static int m2 [[gnu::aligned (16)]];
struct [[gnu::packed]] s { [[maybe_unused]] int x [[gnu::aligned (4)]]; int y[[]]; };
enum [[deprecated ("e")]] e { A [[deprecated]], B [[gnu::deprecated ("b")]] = 2 };
typedef int t [[gnu::aligned (8)]];
int f ([[maybe_unused]] int x, int y [[maybe_unused]]) [[gnu::pure]];
[[nodiscard]] int f (int x, int y) { return x + a[b[y]] + a[b[b[y]]]; }
[[noreturn]] void quit (int);
[[__nodiscard__, gnu::__const__]] int g (int);
int h (int i)
{
  [[maybe_unused]] int j = a[b[i]], k[a[0] ? 3 : 4];
  int n[2] [[maybe_unused]] = { 1, 2 };
  const char *s = "v[[i]] [[ ]]" "\"[[i]]" /* w[[i]] */;
  char ch = '[', d = ']', q = '"', r = '\'';
  // [[i]] comment \
     v[[i]] still
  __asm__ ("# v[[i]] \"[[" : : : "memory");
  switch (i) { case 1: i++; [[fallthrough]]; case 2: [[__fallthrough__]]; default: ; }
  a[b[0]] = c[a[0]][b[1]] + a [ b [ i ] ] + a[ b[i] ] + p[p[p[0]]];
  a[
    b[
      i]] += a[b[1]
  ];
  a[b[(i)]]++;
  for ([[maybe_unused]] int z = 0; z < 3; z++) ;
  return s[0] + ch + d + q + r + a[b[c[0][0]]];
}
#define AT(x, i) x[b[i]]
#define ATTR [[maybe_unused]]
#define TWICE(x) [[x]]
ATTR static int m3; TWICE (maybe_unused) static int m4;
int i (int (*f)(int [[maybe_unused]] [4]), int x[a[b[0]]]) { return AT (a, 1) + AT (x, AT (a, 0)); }
int con\
t = 3; int k\
[2][2];
int l (int x) { return a[b\
[x]]; }
int o (void) { return (int[]) {1, 2}[a[0]] + (a)[(b)[0]] + a[b[0]]; }
[[using_unknown::attr]] int unknown1; int unknown2 [[vendor::thing (1, 2)]];
#if 0
v[[i]] ' [[ " ]]
#endif
int z1[3] = { [0] = 1, [1] = 2 };
int z2[2][2] = { [0][1] = 1, [1] = { [0] = 2 } };
const char *raw = R"x(v[[i]] " ' )" [[
 w[[i]] ]])x", *after = "]]";
int y (int *x, int i) { return x[a[1 + (')' == i)]] + sizeof (R"(")") + '\\' + x[a['"']]; }
struct empty { int a; }
[[maybe_unused]] static z0;
int last
[[gnu::aligned (32)]];
