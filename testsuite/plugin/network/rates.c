/* Rates and turns of loops.
RUN: %plugin -O0 -c %s -o %t.o -fplugin-arg-erbium-network=%t.0 && FileCheck %s < %t.0
RUN: %plugin -O3 -c %s -o %t.o -fplugin-arg-erbium-network=%t.3 && cmp %t.0 %t.3
*/

int unknown (void);

/* An inner loop of constant count: the rate is that of the outer one.
   CHECK-LABEL: "name": "inner"
   CHECK-DAG: {"primitive": "commit", "at": "{{.*}}:[[@LINE+9]]:9", {{.*}}"step": 1, "rate": 3, "loop": "{{.*}}:[[@LINE+6]]:{{[0-9]+}}"}
   CHECK-DAG: {"primitive": "release", {{.*}}"step": 5, "rate": 5, "loop": "{{.*}}:[[@LINE+5]]:{{[0-9]+}}"}
*/
process inner (view int in, view int out, long n)
{
  long i = 0;
  for (long t = 0; t < n; t++)
    {
      for (int k = 0; k < 3; k++)
        commit (out, ++i);
      release (in, 5 * t + 5);
    }
}

/* The same with the test at the end.
   CHECK-LABEL: "name": "until"
   CHECK: {"primitive": "commit", {{.*}}"step": 1, "rate": 3,
*/
process until (view int out, long n)
{
  long i = 0;
  for (long t = 0; t < n; t++)
    {
      int k = 0;
      do
        commit (out, ++i);
      while (++k < 3);
    }
}

/* A step that the caller says.
   CHECK-LABEL: "name": "given"
   CHECK: {"primitive": "commit", {{.*}}"index": "$1", "step": "$1", "rate": "$1",
*/
process given (view int out, long step)
{
  for (long i = step; unknown (); i += step)
    commit (out, i);
}

/* Indices that do not run evenly have no rate.
   CHECK-LABEL: "name": "uneven"
   CHECK-DAG: {"primitive": "commit", {{.*}}"index": 1, "step": null}
   CHECK-DAG: {"primitive": "release", {{.*}}"index": 0, "step": null}
*/
process uneven (view int in, view int out, long n)
{
  for (long i = 1; i < n; i *= 2)
    commit (out, i);
  for (long i = 0; i < n; i += unknown () ? 1 : 2)
    release (in, i);
}

/* An unsigned counter of 32 bits.
   CHECK-LABEL: "name": "narrow"
   CHECK: {"primitive": "commit", {{.*}}"index": 8, "step": 8, "rate": 8,
*/
process narrow (view int out)
{
  for (unsigned i = 0; unknown (); i += 8)
    commit (out, i + 8);
}

process leaf (void)
{
}

/* CHECK-LABEL: "name": "turns"
   CHECK: "runs": [
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+13]]:{{.*}}"times": 4}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+16]]:{{.*}}"times": 4}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+20]]:{{.*}}"times": 20}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+21]]:{{.*}}"times": "$0-1"}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+23]]:{{.*}}"times": "2*$0"}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+24]]:{{.*}}"times": null}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+25]]:{{.*}}"times": null}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+26]]:{{.*}}"times": 0}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+27]]:{{.*}}"times": 4}
*/
void turns (int n)
{
  for (int k = 0; k < 10; k += 3)
    run leaf ();

  int d = 0;
  do
    run leaf ();
  while (++d < 4);

  for (int k = 0; k < 4; k++)
    for (int l = 5; l <= 9; l++)
      run leaf ();
  for (int k = 1; k < n; k++)
    run leaf ();
  for (int k = 0; k < n; k++)
    for (int l = 0; l < 2; l++)
      run leaf ();
  for (int k = 0; k < 4 && unknown (); k++)
    run leaf ();
  while (unknown ())
    run leaf ();
  for (int k = 4; k < 4; k++)
    run leaf ();
  for (int k = 0; unknown (), k < 4; k++)
    run leaf ();
}

/* A cycle with two entries is no loop, and has any number of turns; so has a loop in it.
   CHECK-LABEL: "name": "knots"
   CHECK: "runs": [
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+13]]:{{.*}}"times": null}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+15]]:{{.*}}"times": null}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+19]]:{{.*}}"times": 4}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+22]]:{{.*}}"times": null}
   CHECK-NEXT: {"process": ["leaf"], "at": "{{.*}}:[[@LINE+26]]:{{.*}}"times": 1}
*/
void knots (int n)
{
  int k = 0;
  if (n & 1)
    goto second;
first:
  k++;
  run leaf ();
second:
  for (int i = 0; i < 4; i++)
    run leaf ();
  if (k < n)
    goto first;
  for (int i = 0; i < 4; i++)
    {
      run leaf ();
      if (n & i)
        goto fourth;
    third:
      run leaf ();
    fourth:
      if (unknown ())
        goto third;
    }
  run leaf ();
}
