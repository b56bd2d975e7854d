/* The network of a unit, the same at each level and from each GCC; a parser of JSON reads it.
RUN: %plugin -O0 -c %s -o %t.o -fplugin-arg-erbium-network=%t.0 && FileCheck %s < %t.0
RUN: %plugin -O1 -g -c %s -o %t.o -fplugin-arg-erbium-network=%t.1 && cmp %t.0 %t.1
RUN: %plugin -O2 -g -c %s -o %t.o -fplugin-arg-erbium-network=%t.1 && cmp %t.0 %t.1
RUN: %plugin -O3 -g -c %s -o %t.o -fplugin-arg-erbium-network=%t.1 && cmp %t.0 %t.1
RUN: %plugin -Os -g -c %s -o %t.o -fplugin-arg-erbium-network=%t.1 && cmp %t.0 %t.1
RUN: %plugin -Ofast -g -c %s -o %t.o -fplugin-arg-erbium-network=%t.1 && cmp %t.0 %t.1
RUN: %oldplugin -O2 -c %s -o %t.o -fplugin-arg-erbium-network=%t.2
RUN: sed '/"compiler"/d' %t.0 > %t.0n && sed '/"compiler"/d' %t.2 | diff %t.0n -
RUN: python3 %S/inputs/parts.py %t.0 %s 4 2 3 5
The code is the same with the option as without it.
RUN: %plugin -O2 -S %s -o %t.s && %plugin -O2 -S %s -o %t.n.s -fplugin-arg-erbium-network=%t.3 && cmp %t.s %t.n.s
*/

/* CHECK: "erbium-network": 1,
   CHECK-NEXT: "source": "{{.*}}/network.c",
   CHECK-NEXT: "compiler": "GCC 1{{[1-6]}}.{{.*}}",
*/

/* CHECK-LABEL: "name": "produce", "kind": "process"
   CHECK-NEXT: "parameters": [{"name": "r", "type": "record long int"}, {"name": "id", "type": "int"}, {"name": "n", "type": "long int"}],
   CHECK: {"name": "v", "element": "long int", "side": "write", "at": "{{.*}}:[[@LINE+4]]:17", "of": ["parameter 0"], "times": 1}
*/
process produce (record long r, int id, long n)
{
  view long v = new_write_view (r);
  /* CHECK: {"primitive": "register", "at": "{{.*}}:[[@LINE+3]]:3", "view": ["view 0"], "index": "$1"}
     CHECK: {"primitive": "alloc", {{.*}}, "index": "2*$2+1024"}
*/
  register (v, id);
  alloc (v, 2 * n + 1024);
  /* CHECK: {"primitive": "stall", {{.*}}, "index": 4, "step": 4, "rate": 4, "loop": "{{.*}}:[[@LINE+3]]:{{[0-9]+}}"}
     CHECK: {"primitive": "commit", {{.*}}, "index": 4, "step": 4, "rate": 4, "loop": "{{.*}}:[[@LINE+2]]:{{[0-9]+}}"}
*/
  for (long i = 0; i < n; i += 4)
    {
      stall (v, i + 4);
      for (int k = 0; k < 4; k++)
        v[[i + k]] = i;
      commit (v, i + 4);
    }
}

/* What update returns is taken to be what it was asked for.
   CHECK-LABEL: "name": "consume", "kind": "process", "public": false
   CHECK-NOT: "views"
   CHECK-DAG: {"primitive": "update", {{.*}}"view": ["parameter 0"], "index": 16, "step": 16, "rate": 16,
   CHECK-DAG: {"primitive": "release", {{.*}}"view": ["parameter 0"], "index": 16, "step": 16, "rate": 16,
*/
static process consume (view long v)
{
  long hd;
  for (long tl = 0; (hd = update (v, tl + 16)); tl = hd)
    release (v, hd);
}

/* CHECK-LABEL: "name": "nothing", "kind": "process"
   CHECK-NEXT: "parameters": []
   CHECK-NEXT: }
*/
process nothing (void)
{
}

int plain (int x)
{
  return x + 1;
}

/* CHECK-NOT: "plain"
   CHECK-LABEL: "name": "main", "kind": "function"
   CHECK: {"name": "r", "element": "long int", "at": "{{.*}}:[[@LINE+13]]:{{[0-9]+}}", "producers": 2, "consumers": "$0", "times": 1, "size": 8},
   CHECK-NEXT: {"name": "s", "element": "long int", {{.*}} "producers": 1, "consumers": 1, "times": 1, "size": 8}
   CHECK: {"primitive": "register", {{.*}}"view": ["view 0"], "index": 1}
   CHECK-NEXT: {"primitive": "alloc", {{.*}}"view": ["view 0"], "index": 64}
   CHECK: "runs": [
   CHECK-DAG: {"process": ["produce"], {{.*}}"arguments": {{\[}}["record 0"], null, 1000], "times": 2}
   CHECK-DAG: {"process": ["produce"], {{.*}}"arguments": {{\[}}["record 1"], 0, "$0"], "times": 1}
   CHECK-DAG: {"process": ["consume"], {{.*}}"arguments": {{\[}}["view 0"]], "times": 1}
   CHECK-DAG: {"process": ["consume"], {{.*}}"arguments": {{\[}}["view 1"]], "times": null}
   CHECK-DAG: {"process": ["nothing"], {{.*}}"arguments": [], "times": null}
*/
int main (int argc, char **argv)
{
  record long r = new_record (2, argc), s = new_record (1, 1);
  for (int k = 0; k < 2; k++)
    run produce (r, k + 1, 1000);
  run produce (s, 0, argc);
  view long v = new_read_view (r);
  register (v, 1);
  alloc (v, 64);
  run consume (v);
  while (argv[argc = plain (argc)])
    {
      view long w = new_read_view (s);
      run consume (w);
    }
  for (int k = 0; k < argc; k++)
    run nothing ();
}
