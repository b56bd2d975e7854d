// Counters of 8 and 16 bits that go round on purpose, and loops that a function ends.
// RUN: %S/silent %s %t %plugin
// RUN: %S/silent %s %t %oldplugin

typedef unsigned char u8;
int sink (int);
static int more (int i) { return i < 100; }

process two_digits (view int v)
{
  unsigned base = 0;
  u8 k = 0;
  for (;;)
    {
      if (!update (v, base + k + 1))
        break;
      sink (v[[base + k]]);
      if (++k == 0)
        {
          base += 256;
          release (v, base);
        }
    }
}

process phase (view int v)
{
  u8 phase = 0;
  for (unsigned i = 0; ; i++, phase++)
    {
      if (!update (v, i + 1))
        break;
      sink (v[[i]] - v[[i - phase]]);
      if (phase == 255)
        release (v, i + 1);
    }
}

process inner_digit (view int v)
{
  u8 phase = 0;
  for (unsigned i = 0; ; i += 256)
    {
      if (!update (v, i + 256))
        break;
      do
        sink (v[[i + phase]]);
      while (++phase);
      release (v, i + 256);
    }
}

process table (view int v, view int w)
{
  u8 k = 0;
  for (long i = 0; ; i++)
    {
      if (!update (v, i + 1) || !update (w, 256))
        break;
      sink (v[[i]] * w[[k++]]);
      release (v, i + 1);
    }
}

process until_a_function_says_so (view int v, view int w)
{
  for (int i = 0; more (i); i++)
    {
      if (!update (v, i + 1))
        break;
      sink (v[[i]]);
      release (v, i + 1);
    }
  for (u8 i = 0; more (i); i++)
    {
      if (!update (w, i + 1))
        break;
      sink (w[[i]]);
      release (w, i + 1);
    }
}
