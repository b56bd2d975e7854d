/* SPDX-License-Identifier: MIT */
/* loops.c - loops that the plugin optimises or does not, and its remarks about them. */
void work (void);

void copy (view int v, view int w, long n)
{
  for (long i = 0; i < n; i++)
    {
      update (v, i + 1);
      stall (w, i + 1);
      w[[i]] = v[[i]] + 1;
      commit (w, i + 1);
      release (v, i + 1);
    }
}

int calls (view int v, long tl, long hd)
{
  int s = 0;
  for (long i = tl; i < hd; i++)
    {
      work ();
      s += v[[i]];
    }
  return s;
}

int changes (view int v, view int w, long hd)
{
  int s = 0;
  for (long i = 0; i < hd; i++)
    {
      s += v[[i]];
      view int other = v;
      v = w;
      w = other;
    }
  return s;
}

int sometimes (view int v, const int *index, int n)
{
  int s = 0;
  for (int k = 0; k < n; k++)
    s += v[[index[k]]];
  return s;
}
