typedef record long stream;
process produce (stream r, int n);
static inline long sum (view long v, int n)
{
  long s = 0;
  for (int i = 0; i < n; i++)
    s += v[[i]];
  return s;
}
#define ELEMENT(v, i) v[[i]]
