/* SPDX-License-Identifier: MIT */
/* bottleneck.c - which process or record holds the others up.
 *
 * A process is busy as long as it lives and does not wait in update, stall or join.  The first of
 * these rules that applies names the bottleneck:
 *
 *   processors   all processes together were busy for 90 % of what the processors could give, and
 *                there are more processes than processors
 *   process      the busiest process was busy for 75 % of the time
 *   record       both sides of a record have waited there for 10 % of the time: the record at
 *                which the side that waited less has waited most
 *   none         no rule applies
 *
 * docs/reference/settings.md states them, too.  The time is that since the first process was run.
 */
#include "figures/figures.h"

enum { PROCESSORS = 90, PROCESS = 75, RECORD = 10 }; /* percent */

enum kind { BY_PROCESSORS, BY_PROCESS, BY_RECORD, BY_NONE };

static const char *const kind_names[] = { "processors", "process", "record", "none" };

/* ---- Finding ------------------------------------------------------------ */

void
erb_findings_begin (struct erb_findings *f, int64_t elapsed, int processors)
{
  *f = (struct erb_findings) { .elapsed = elapsed, .processors = processors,
                               .process.rank = -1, .longest.rank = -1, .turns.rank = -1 };
}

static void
suspect (struct erb_suspect *s, const char *name, int64_t number, int64_t ns, enum erb_side side)
{
  if (ns <= s->ns)
    return;
  snprintf (s->name, sizeof s->name, "%s", name);
  s->number = number;
  s->ns = ns;
  s->side = side;
}

void
erb_findings_process (struct erb_findings *f, const char *name, int64_t number, int64_t count,
                      int64_t busy, int64_t most)
{
  f->processes += count;
  f->busy += busy;
  suspect (&f->process, name, number, most < f->elapsed ? most : f->elapsed, ERB_READ);
}

void
erb_findings_record (struct erb_findings *f, const char *name, int64_t number,
                     const int64_t waited[ERB_SIDES])
{
  enum erb_side less = waited[ERB_READ] < waited[ERB_WRITE] ? ERB_READ : ERB_WRITE;
  for (int side = 0; side < ERB_SIDES; side++)
    suspect (&f->longest, name, number, waited[side], (enum erb_side) side);
  suspect (&f->turns, name, number, waited[less], less);
}

static void
add_suspect (struct erb_suspect *s, const struct erb_suspect *of, int rank)
{
  if (of->ns <= s->ns)
    return;
  *s = *of;
  s->rank = rank;
}

void
erb_findings_add (struct erb_findings *f, const struct erb_findings *of, int rank)
{
  f->elapsed = of->elapsed > f->elapsed ? of->elapsed : f->elapsed;
  f->busy += of->busy;
  f->processes += of->processes;
  f->processors += of->processors;
  add_suspect (&f->process, &of->process, rank);
  add_suspect (&f->longest, &of->longest, rank);
  add_suspect (&f->turns, &of->turns, rank);
}

static int64_t
percent (int64_t part, int64_t whole)
{
  return whole > 0 ? (int64_t) (100.0 * (double) part / (double) whole) : 0;
}

static enum kind
kind_of (const struct erb_findings *f)
{
  if (f->processes > f->processors
      && percent (f->busy, f->elapsed * f->processors) >= PROCESSORS)
    return BY_PROCESSORS;
  if (percent (f->process.ns, f->elapsed) >= PROCESS)
    return BY_PROCESS;
  return percent (f->turns.ns, f->elapsed) >= RECORD ? BY_RECORD : BY_NONE;
}

/* ---- Printing ----------------------------------------------------------- */

static void
print_suspect (const struct erb_suspect *s, const char *what, FILE *to)
{
  fprintf (to, "%s '%s'", what, s->name);
  if (s->number)
    fprintf (to, " (%lld)", (long long) s->number);
  if (s->rank >= 0)
    fprintf (to, " of rank %d", s->rank);
}

static void
print_kind (const struct erb_findings *f, enum kind kind, FILE *to)
{
  if (kind == BY_PROCESSORS)
    fprintf (to, "processors: %d, busy", f->processors);
  else if (kind == BY_RECORD)
    print_suspect (&f->turns, "record", to);
  else
    {
      fputs (kind == BY_NONE ? "none; busiest is " : "", to);
      print_suspect (&f->process, "process", to);
      fputs (", busy", to);
    }
  if (kind == BY_RECORD)
    fputs (", both sides wait", to);
  int64_t busy = kind == BY_PROCESSORS ? percent (f->busy, f->elapsed * f->processors)
                 : percent (kind == BY_RECORD ? f->turns.ns : f->process.ns, f->elapsed);
  fprintf (to, " for %lld %% of ", (long long) busy);
  erb_print_ms (to, 0, f->elapsed);
  fputs (" ms\n", to);
}

static void
print_text (FILE *to, const struct erb_findings *f)
{
  const struct erb_suspect *l = &f->longest;
  fprintf (to, "%-25s | ", "bottleneck");
  if (f->process.ns)
    print_kind (f, kind_of (f), to);
  else
    fputs ("none; no process was busy\n", to);
  if (!l->ns)
    return;
  fprintf (to, "%-25s | ", "longest waits");
  print_suspect (l, l->side == ERB_READ ? "for data in record" : "for room in record", to);
  fputs (": ", to);
  erb_print_ms (to, 0, l->ns);
  fputs (" ms\n", to);
}

static void
print_json (struct erb_sheet *s, const char *key, const struct erb_suspect *of, bool waits)
{
  erb_json_open (s, key, '{');
  erb_json_text (s, "name", of->ns ? of->name : NULL);
  erb_json_number (s, "number", of->ns && of->number ? of->number : ERB_NO_FIGURE);
  erb_json_number (s, "rank", of->ns && of->rank >= 0 ? of->rank : ERB_NO_FIGURE);
  if (waits)
    erb_json_text (s, "for", !of->ns ? NULL : of->side == ERB_READ ? "data" : "room");
  erb_json_ms (s, waits ? "waited_ms" : "busy_ms", of->ns);
  erb_json_close (s, '}');
}

void
erb_findings_print (struct erb_sheet *s, const struct erb_findings *f)
{
  if (!s->json)
    {
      print_text (s->to, f);
      return;
    }
  erb_json_open (s, "bottleneck", '{');
  erb_json_text (s, "kind", kind_names[kind_of (f)]);
  erb_json_ms (s, "elapsed_ms", f->elapsed);
  erb_json_ms (s, "busy_ms", f->busy);
  erb_json_number (s, "processors", f->processors);
  print_json (s, "process", &f->process, false);
  print_json (s, "record", &f->turns, true);
  print_json (s, "longest_waits", &f->longest, true);
  erb_json_close (s, '}');
}
