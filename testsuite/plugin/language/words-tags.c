/* The words of Erbium as tags and enumerators, and behind tags: the same C with the plugin as without.
RUN: %same %s
*/
int HANDOVER_ (int);
struct view { int x; };
struct record { struct view view; struct record *record; };
union process { int run; float stall; };
enum run { commit, update, release = 7, stall };
enum HANDOVER { TERMINATE };
struct view const *a;
struct view volatile b;
struct record
f (struct record const r, struct view const *p)
{
  struct record q = r;
  q.view.x = p->x + r.record->view . x + r.record
    -> view.x;
  return q;
}
struct view const *
g (union process const *u, enum run const e)
{
  struct { int process, view, record, run; } s = { .process = 1, .view = u->run, .run = e };
  s.record = s.process + s.view + s.run + commit + HANDOVER_ (3);
  return &f (*(struct record *) a, a).record->view + s.record;
}
union process
h (void)
{
  union process p = { .run = 1 };
  return p;
}
enum run
i (int x)
{
  return x ? stall : commit;
}
struct process_ { int a; } process (int a), run (int b);
struct { int alloc; } (*receive) (int);
