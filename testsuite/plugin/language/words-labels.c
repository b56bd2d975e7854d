/* The words of Erbium as labels: the same C with the plugin as without.
RUN: %same %s
*/
int f (int x)
{
run:
  if (x++ < 10) goto run;
  goto process;
view:
  x++;
record: x += 2;
commit: release: stall: update: alloc: receive:
  x--;
  goto done;
process:
  if (x & 1) goto view; else goto record;
done:
  return x;
}
int g (int x)
{
  void *t[] = { &&run, &&view };
  goto *t[x];
run: return 1;
view: return 2;
}
int h (int x) { switch (x) { case 1: { enum { run = 3, view }; case run: return view; } default: return 0; } }
