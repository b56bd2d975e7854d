/* Where records and views come from.
RUN: %plugin -O0 -c %s -o %t.o -fplugin-arg-erbium-network=%t.0 && FileCheck %s < %t.0
RUN: %plugin -O2 -c %s -o %t.o -fplugin-arg-erbium-network=%t.2 && cmp %t.0 %t.2
*/

struct net { record int left, right[4]; struct { view char v; } deep; };
record int everywhere;
static record int here;

process take (record int r, view char v, struct net n);
process other (record int r, view char v, struct net n)
{
  /* CHECK-LABEL: "name": "other"
     CHECK: "of": ["local n.left", "parameter 0"]
*/
  new_read_view (everywhere ? r : n.left);
  /* CHECK: {"to": "local n", "value": ["parameter 2"]}
*/
}

/* CHECK-LABEL: "name": "fill", "kind": "function", "public": false
   CHECK: {"to": "* parameter 0.left", "value": ["record 0"]},
   CHECK: {"to": "* parameter 0.right", "value": ["record 1"]},
   CHECK: {"to": "global everywhere", "value": ["* parameter 0.left"]},
   CHECK: {"to": "static here", "value": ["* parameter 0.right"]},
   CHECK: {"to": "static fill/kept", "value": ["parameter 1"]}
   CHECK: "returns": ["record 0"]
*/
static record int fill (struct net *n, record int r, int k)
{
  static record int kept;
  record int made = new_record (1, 1);
  n->left = made;
  n->right[k] = new_record (1, 1);
  everywhere = n->left;
  here = n->right[k + 1];
  kept = r;
  return made;
}

/* A pointer that stands in memory is not followed.
   CHECK-LABEL: "name": "far"
   CHECK: "of": []
   CHECK: {"function": ["near"], {{.*}}"arguments": {{\[}}[]], "times": 1}
*/
struct list { struct list *next; record int r; };
void near (record int *r);
void far (struct list *l, struct list **q)
{
  new_read_view (l->next->r);
  near (&q[1]->r);
}

typedef process starter (view char);

/* Which one it is, is not known.
   CHECK-LABEL: "name": "through"
   CHECK: {"process": [], {{.*}}"arguments": {{\[}}["parameter 1"]], "times": 1}
*/
static void through (starter *p, view char v)
{
  run p (v);
}

/* CHECK-LABEL: "name": "main"
   CHECK: {"name": "inside", "element": "int", "side": "read", {{.*}}"of": ["record 1", "result 0"],
   CHECK: {"process": ["take"], {{.*}}"arguments": {{\[}}["global everywhere"], ["view 0"], ["local n"]], "times": 1}
   CHECK: {"process": ["take"], {{.*}}"arguments": {{\[}}["static here"], ["local n.deep.v"], ["local #{{.*}}"]], "times": 1}
   CHECK: {"process": ["other", "take"],
   CHECK: {"function": ["fill"], {{.*}}"arguments": {{\[}}["& local n"], ["record 1"], 2], "times": 1}
   CHECK: {"to": "local n.deep.v", "value": ["view 1"]}
   CHECK: {"to": "local m", "value": ["local n"]}
   CHECK: {"to": "local #{{.*}}.left", "value": ["record 1"]}
*/
int main (int argc, char **argv)
{
  struct net n, m;
  record char c = new_record (1, 1);
  record int r = new_record (1, 1), s;
  s = fill (&n, r, 2);
  view char v = new_read_view (c);
  run take (everywhere, v, n);
  n.deep.v = new_write_view (c);
  m = n;
  run take (here, n.deep.v, (struct net) { .left = r });
  process (*q) (record int, view char, struct net) = argc > 1 ? take : other;
  run q (r, n.deep.v, m);
  through (0, n.deep.v);
  view int inside = new_read_view (argc ? r : s);
  register (inside, 1);
}
