/* SPDX-License-Identifier: MIT */
/* picture.c - a picture of the program as text: who holds the others up, processes, records.
 *
 * If there are many processes or records, those of one name share a line.
 */
#include "top/tool/snapshot.h"

#include <inttypes.h>

enum { FEW = 64 };

/* ---- Names ---------------------------------------------------------------- */

/* Of a name, what may harm a terminal is left out; of a long one, the end tells most. */
static void
print_name (const char *name, int width, FILE *to)
{
  char clean[NAME_SIZE];
  size_t n = 0;
  for (const char *c = name; *c && n < sizeof clean - 1; c++)
    clean[n++] = (unsigned char) *c < ' ' || *c == 0x7f ? '?' : *c;
  clean[n] = 0;
  if (width && n > (size_t) width)
    fprintf (to, "..%s", clean + n - width + 2);
  else
    fprintf (to, "%-*s", width, clean);
}

static void
print_process (const struct snapshot *s, int p, FILE *to)
{
  if (p < 0)
    {
      fputs (p == ALL_OTHERS ? "all others" : "nobody", to);
      return;
    }
  fputc ('\'', to);
  print_name (s->process[p].name, 0, to);
  fprintf (to, "' (%" PRId64 ")", s->process[p].id);
}

static void
print_record (const struct seen_record *r, FILE *to)
{
  fputc ('\'', to);
  print_name (r->name, 0, to);
  fputc ('\'', to);
}

/* ---- Order ---------------------------------------------------------------- */

static const struct snapshot *sorted; /* what the functions below compare */

static int
by_process_name (const void *a, const void *b)
{
  return strcmp (sorted->process[*(const int *) a].name, sorted->process[*(const int *) b].name);
}

static int
by_process_number (const void *a, const void *b)
{
  const struct seen_process *p = &sorted->process[*(const int *) a];
  const struct seen_process *q = &sorted->process[*(const int *) b];
  return p->program != q->program ? (p->program > q->program) - (p->program < q->program)
                                  : (p->id > q->id) - (p->id < q->id);
}

static int
by_record_name (const void *a, const void *b)
{
  return strcmp (sorted->record[*(const int *) a].name, sorted->record[*(const int *) b].name);
}

static int
by_record_number (const void *a, const void *b)
{
  const struct seen_record *r = &sorted->record[*(const int *) a];
  const struct seen_record *o = &sorted->record[*(const int *) b];
  return r->program != o->program ? (r->program > o->program) - (r->program < o->program)
                                  : (r->id > o->id) - (r->id < o->id);
}

/* Returns the numbers below count in the order of compare. */
static int *
order (const struct snapshot *s, int count, int (*compare) (const void *, const void *))
{
  int *list = malloc (((size_t) count + 1) * sizeof *list);
  for (int n = 0; list && n < count; n++)
    list[n] = n;
  sorted = s;
  if (list && count)
    qsort (list, (size_t) count, sizeof *list, compare);
  return list;
}

/* ---- Processes ------------------------------------------------------------ */

static void
print_need (const struct snapshot *s, const struct seen_process *p, FILE *to)
{
  static const char *const index[] = { "release", "commit" };
  const struct seen_record *r = &s->record[p->record];
  if (p->need <= 0)
    fputs (", until all its readers register", to);
  else
    fprintf (to, " for %s index %" PRId64, index[p->side], p->need);
  if (!p->id_awaited)
    return;
  fputs ("; ", to);
  if (p->awaited == NOBODY)
    fprintf (to, "nobody has %s id %d", p->side == ERB_READ ? "read" : "write", p->id_awaited);
  else
    print_process (s, p->awaited, to);
  if (r->ids[p->side] > 1 && p->awaited != NOBODY)
    fprintf (to, ", id %d,", p->id_awaited);
  if (p->id_at >= 0 && p->awaited != NOBODY)
    fprintf (to, " is at %" PRId64, p->id_at);
}

static const char *
primitive_name (enum erb_primitive p)
{
  static const char *const names[ERB_PRIMITIVES] = {
#define PRIMITIVE(name, signature, side, wait, effect, prose) [ERB_##name] = #name,
#include "primitives.def"
#undef PRIMITIVE
  };
  return names[p] ? names[p] : "?";
}

static void
print_state (const struct snapshot *s, const struct seen_process *p, FILE *to)
{
  if (p->state == RUNS && p->stands_in)
    fputs ("is on another rank", to);
  else if (p->state == RUNS || p->state == READY)
    fputs (p->state == RUNS ? "runs" : "is ready", to);
  else if (p->state == JOINS)
    {
      fputs ("waits in join for ", to);
      print_process (s, p->awaited, to);
    }
  else
    {
      fprintf (to, "waits in %s of ", primitive_name (p->primitive));
      print_record (&s->record[p->record], to);
      print_need (s, p, to);
    }
}

static void
print_states (const struct snapshot *s, const int *list, int count, FILE *to)
{
  static const char *const what[] = { "run", "are ready", "wait", "join" };
  int states[4] = { 0 };
  bool any = false;
  for (int n = 0; n < count; n++)
    states[s->process[list[n]].state]++;
  for (int state = 0; state < 4; state++)
    if (states[state])
      {
        fprintf (to, "%s%d %s", any ? ", " : "", states[state], what[state]);
        any = true;
      }
}

/* Prints the line of one process or, of several with the same name, their mean. */
static void
print_process_line (const struct history *h, const int *list, int count, FILE *to)
{
  const struct snapshot *s = &h->last;
  const struct seen_process *p = &s->process[list[0]];
  struct shares sum = { 0, 0, 0, false };
  for (int n = 0; n < count; n++)
    {
      struct shares one = shares_of (h, list[n]);
      sum.data += one.data;
      sum.room += one.room;
      sum.busy += one.busy;
    }
  fprintf (to, "%6" PRId64 " ", count > 1 ? count : p->id);
  print_name (p->name, 13, to);
  fprintf (to, " %-9s %3d%% %4d%% %4d%%  ", p->model, sum.busy / count, sum.data / count,
           sum.room / count);
  if (count == 1)
    print_state (s, p, to);
  else
    print_states (s, list, count, to);
  fputc ('\n', to);
}

/* How many of the list, from n on, share a line. */
static int
same_name (const struct snapshot *s, const int *list, int n, bool many)
{
  int end = n + 1;
  while (many && end < s->processes
         && strcmp (s->process[list[end]].name, s->process[list[n]].name) == 0)
    end++;
  return end - n;
}

static void
print_processes (const struct history *h, FILE *to)
{
  const struct snapshot *s = &h->last;
  bool many = s->processes > FEW;
  int *list = order (s, s->processes, many ? by_process_name : by_process_number);
  fprintf (to, "%6s %-13s %-9s %4s %5s %5s  %s\n", many ? "many" : "number", "process", "task",
           "busy", "data", "room", "state");
  for (int n = 0, count; list && n < s->processes; n += count)
    {
      count = same_name (s, list, n, many);
      print_process_line (h, list + n, count, to);
    }
  free (list);
}

/* ---- Records -------------------------------------------------------------- */

static void
print_index (erbium_index i, FILE *to)
{
  if (i == ERBIUM_NEVER)
    fprintf (to, " %13s", "ended");
  else
    fprintf (to, " %13" PRId64, i < 0 ? 0 : i);
}

/* Returns how many elements wait to be released, or -1: not known. */
static int64_t
live_of (const struct seen_record *r)
{
  erbium_index from = r->lowest[ERB_READ], end = r->lowest[ERB_WRITE];
  if (end == ERBIUM_NEVER || from == ERBIUM_NEVER || !r->ids[ERB_READ])
    return -1;
  int64_t live = (end < 0 ? 0 : end) - (from < 0 ? 0 : from);
  return live < 0 ? 0 : live;
}

static void
print_figure (double figure, int width, FILE *to)
{
  if (figure < 0)
    fprintf (to, " %*s", width, "-");
  else
    fprintf (to, " %*.0f", width, figure);
}

/* Those that have the ids of a side, and how many they are if they are several of one name. */
static void
print_side (const struct snapshot *s, const struct seen_record *r, enum erb_side side, FILE *to)
{
  enum { MOST = 3 };
  int printed = 0;
  for (int n = 0, count; n < r->ids[side]; n += count)
    {
      int owner = r->id_of[side][n].owner;
      count = 1;
      while (n + count < r->ids[side] && owner >= 0 && r->id_of[side][n + count].owner >= 0
             && strcmp (s->process[r->id_of[side][n + count].owner].name,
                        s->process[owner].name) == 0)
        count++;
      if (printed++ == MOST)
        {
          fputs (", ...", to);
          return;
        }
      fputs (printed > 1 ? ", " : "", to);
      if (owner >= 0)
        print_name (s->process[owner].name, 0, to);
      else
        fputs (r->id_of[side][n].ended ? "(ended)" : "(nobody)", to);
      if (count > 1)
        fprintf (to, " x%d", count);
    }
  if (!r->ids[side])
    fputs ("-", to);
}

static void
print_record_line (const struct history *h, int n, FILE *to)
{
  const struct seen_record *r = &h->last.record[n];
  int64_t live = live_of (r), horizon = r->horizon[ERB_WRITE];
  fprintf (to, "%6" PRId64 " ", r->id);
  print_name (r->name, 16, to);
  print_index (r->lowest[ERB_WRITE], to);
  print_index (r->lowest[ERB_READ], to);
  print_figure (rate_of (h, n), 11, to);
  print_figure ((double) live, 9, to);
  print_figure (horizon > 0 ? (double) horizon : -1, 9, to);
  if (live >= 0 && horizon > 0)
    fprintf (to, " %3d%%  ", live < horizon ? (int) (100 * (double) live / (double) horizon) : 100);
  else
    fprintf (to, " %4s  ", "-");
  print_side (&h->last, r, ERB_WRITE, to);
  fputs (" -> ", to);
  print_side (&h->last, r, ERB_READ, to);
  fputc ('\n', to);
}

/* The line of several records of one name: sums. */
static void
print_record_sums (const struct history *h, const int *list, int count, FILE *to)
{
  const struct snapshot *s = &h->last;
  double written = 0, read = 0, rate = 0, live = 0;
  for (int n = 0; n < count; n++)
    {
      const struct seen_record *r = &s->record[list[n]];
      double here = rate_of (h, list[n]);
      int64_t in_it = live_of (r);
      erbium_index end = r->lowest[ERB_WRITE], from = r->lowest[ERB_READ];
      written += end > 0 && end != ERBIUM_NEVER ? (double) end : 0;
      read += from > 0 && from != ERBIUM_NEVER ? (double) from : 0;
      rate += here > 0 ? here : 0;
      live += in_it > 0 ? (double) in_it : 0;
    }
  fprintf (to, "%6d ", count);
  print_name (s->record[list[0]].name, 16, to);
  print_figure (written, 13, to);
  print_figure (read, 13, to);
  print_figure (rate, 11, to);
  print_figure (live, 9, to);
  fprintf (to, " %9s %4s\n", "-", "-");
}

static void
print_records (const struct history *h, FILE *to)
{
  const struct snapshot *s = &h->last;
  bool many = s->records > FEW;
  int *list = order (s, s->records, many ? by_record_name : by_record_number);
  fprintf (to, "\n%6s %-16s %13s %13s %11s %9s %9s %4s  %s\n", many ? "many" : "number", "record",
           "committed", "released", "per second", "live", "horizon", "full", "from -> to");
  for (int n = 0, end; list && n < s->records; n = end)
    {
      end = n + 1;
      while (many && end < s->records
             && strcmp (s->record[list[end]].name, s->record[list[n]].name) == 0)
        end++;
      if (end == n + 1)
        print_record_line (h, list[n], to);
      else
        print_record_sums (h, list + n, end - n, to);
    }
  free (list);
}

/* ---- The top -------------------------------------------------------------- */

static void
print_circle (const struct snapshot *s, int start, FILE *to)
{
  enum { MOST = 6 };
  int p = start;
  fputs ("a circle of waits: ", to);
  for (int n = 0; n < MOST && (n == 0 || p != start); n++, p = s->process[p].awaited)
    {
      print_process (s, p, to);
      fputs (" for ", to);
    }
  if (p == start)
    print_process (s, p, to);
  else
    fputs ("others", to);
  fputc ('\n', to);
}

static int
count_state (const struct snapshot *s, enum state state)
{
  int count = 0;
  for (int p = 0; p < s->processes; p++)
    count += s->process[p].state == state;
  return count;
}

static void
print_blame (const struct history *h, FILE *to)
{
  const struct snapshot *s = &h->last;
  int others, most = most_blamed (s, &others), circle = find_circle (s);
  if (circle >= 0)
    print_circle (s, circle, to);
  else if (most >= 0)
    {
      fputs ("process ", to);
      print_process (s, most, to);
      fprintf (to, " holds up %d of %d processes\n", others, s->processes);
    }
  else if (count_state (s, WAITS))
    fputs ("processes wait for ids that no process holds\n", to);
  else
    fputs ("no process holds others up\n", to);
}

static void
print_count (int count, const char *what, const char *many, FILE *to)
{
  fprintf (to, "%d %s", count, count == 1 ? what : many);
}

void
print_picture (const struct history *h, const struct target *t, FILE *to)
{
  const struct snapshot *s = &h->last;
  fprintf (to, "%d %s: ", (int) t->pid, t->command);
  print_count (s->processes, "process", "processes", to);
  fputs (", ", to);
  print_count (s->records, "record", "records", to);
  if (s->programs > 1)
    fprintf (to, ", %d programs", s->programs);
  fprintf (to, "; looked %d times in %.2f s%s\n", h->samples,
           (double) (s->time - h->first.time) / 1e9, s->torn ? "; some of it is missing" : "");
  print_blame (h, to);
  fputc ('\n', to);
  print_processes (h, to);
  print_records (h, to);
}
