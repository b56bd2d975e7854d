/* In a checked unit the address of the end is right, what lies beyond it and an access are not.
RUN: %plugin -O0 -fplugin-arg-erbium-check %s -o %t %libs && %models %t | FileCheck %s
RUN: %oldplugin -O2 -fplugin-arg-erbium-check %s -o %t %libs && %models %t | FileCheck %s
CHECK: {{^}}28 28{{$}}
RUN: %plugin -O2 %s -o %t %libs && %models %t | FileCheck %s
RUN: %plugin -O1 -w -fplugin-arg-erbium-check -DWRONG %s -o %t %libs
RUN: not %t 1 2>&1 | FileCheck %s --check-prefix=BEYOND
BEYOND: error: the address of element 9 of read view {{.*}}, whose window is [0, 8)
RUN: not %t 2 2>&1 | FileCheck %s --check-prefix=ACCESS
RUN: not %t 3 2>&1 | FileCheck %s --check-prefix=ACCESS
RUN: not %t 4 2>&1 | FileCheck %s --check-prefix=ACCESS
RUN: not %t 5 2>&1 | FileCheck %s --check-prefix=ACCESS
RUN: not %t 6 2>&1 | FileCheck %s --check-prefix=ACCESS
RUN: not %t 7 2>&1 | FileCheck %s --check-prefix=ACCESS
RUN: not %t 8 2>&1 | FileCheck %s --check-prefix=ACCESS
RUN: not %t 9 2>&1 | FileCheck %s --check-prefix=ACCESS
ACCESS: error: access to element 8 of {{read|write}} view {{.*}}, whose window is [0, 8)
*/
int printf (const char *, ...);
int atoi (const char *);
typedef int pair[2];
struct s { int x; pair a; };
static int use (int *p) { return *p; }
static void wrong (int how, view int v, int hd)
{
  record pair pairs = new_record (1, 0);
  record struct s structures = new_record (1, 0);
  record _Atomic int atoms = new_record (1, 0);
  view pair a = new_write_view (pairs);
  view struct s s = new_write_view (structures);
  view _Atomic int atomic = new_write_view (atoms);
  register (a), register (s), register (atomic);
  alloc (a, 8), alloc (s, 8), alloc (atomic, 8);
  stall (a, 8), stall (s, 8), stall (atomic, 8);
  switch (how)
    {
    case 1: use (&v[[hd + 1]] - 2); break;
    case 2: use (&*&v[[hd]] ? &v[[hd - 1]] : (int *) 0), use (&v[[hd]] - 1), printf ("%d", *&v[[hd]]); break;
    case 3: printf ("%d", v[[hd]]); break;
    case 4: printf ("%d", (&v[[hd]])[0]); break;
    case 5: use (a[[hd]] - 1); break;
    case 6: *s[[hd]].a = 1; break;
    case 7: atomic[[hd]] = 1; break;
    case 8: (&s[[hd]])->x = 1; break;
    case 9: (*&s[[hd++]]).x += 1; break;
    }
}
int main (int argc, char **argv)
{
  record int r = new_record (1, 1);
  view int w = new_write_view (r), v = new_read_view (r);
  register (w), register (v);
  alloc (w, 8), alloc (v, 8);
  stall (w, 8);
  int n = 0, sum = 0, again = 0, hd = 8;
  for (int *p = &w[[0]], *e = &w[[hd]]; p != e; p++)
    *p = n++;
  commit (w, 8);
  update (v, 8);
  for (int *q = &v[[0]], *e = &v[[hd]]; q != e; q++)
    sum += *q;
  for (const char *q = (char *) &v[[hd]]; q != (char *) &v[[0]]; again += *(int *) q)
    q -= sizeof (int);
  printf ("%d %d\n", sum, again);
  if (argc > 1)
    wrong (atoi (argv[1]), v, hd);
}
