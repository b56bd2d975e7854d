/* The first word of the language in a file, and brackets on its line: behind a macro, joined, in a
 * macro's argument, after a text that shows brackets as they are.
RUN: %plugin -O2 -DMACRO %s -o %t %libs && %t | FileCheck %s
RUN: %plugin -O2 -DJOINED %s -o %t %libs && %t | FileCheck %s
RUN: %plugin -O2 -DARGUMENT %s -o %t %libs && %t | FileCheck %s
RUN: %plugin -O2 -DCOMMENT %s -o %t %libs && %t | FileCheck %s
RUN: %oldplugin -O2 -DMACRO %s -o %t %libs && %t | FileCheck %s
RUN: %oldplugin -O2 -DARGUMENT %s -o %t %libs && %t | FileCheck %s
 * RUN: %plugin -O2 -DJOINED_COMMENT %s -o %t %libs && %t | FileCheck %s
 */
#define ID(...) __VA_ARGS__
#define SHOW(x) #x
#if defined JOINED || defined JOINED_COMMENT
# define TEXT "a[[0]]" /* a joined line counts from the start of its file */
#else
static const char text[] = SHOW (a[[0]]);
# define TEXT text
#endif
#ifdef MACRO
# define OF(word, T) word T
# define READS(T) static view T
# define P process
P p (OF (record, int) r) { view int v = new_write_view (r); register (v); alloc (v, 1); stall (v, 1); v[[0]] = 7; commit (v, 1); }
#elif defined JOINED
process p (record int r) { view int v = new_write_view (r); register (v); alloc (v, 1); stall (v, 1); \
v[[0]] = 7; commit (v, 1); }
#elif defined ARGUMENT
ID (
    process p (record int r) { view int v = new_write_view (r); register (v); alloc (v, 1); stall (v, 1); v[[0]] = 7; commit (v, 1); }
)
#elif defined JOINED_COMMENT
/* a line that is joined \
 with another */ process p (record int r) { view int v = new_write_view (r); register (v); alloc (v, 1); stall (v, 1); v[[0]] = 7; commit (v, 1); }
#else
/* a comment
 */ process /* and
 another */ p (record int r) { view int v = new_write_view (r); register (v); alloc (v, 1); stall (v, 1); v[[0]] = 7; commit (v, 1); }
#endif
extern int printf (const char *, ...);
int main (void)
{
  record int r = new_record (1, 1);
  run p (r);
  view int v = new_read_view (r);
  register (v);
  alloc (v, 1);
  int there = update (v, 1) == 1;
  printf ("%s %d\n", TEXT, there ? v[[0]] : -1);
  // CHECK: {{^}}a{{..0..}} 7{{$}}
  return 0;
}
