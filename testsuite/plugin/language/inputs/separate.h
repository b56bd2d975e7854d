/* What the two halves of separate.c share. */
struct item { long key; char name[4]; };
process produce (record struct item r, int n);
extern process quiet (void);
static inline long total (view struct item v, long n)
{
  long sum = 0;
  for (long i = 0; i < n; i++)
    sum += v[[i]].key;
  return sum;
}
extern view struct item shared;
#define ITEM(v, i) (v)[[i]].key
