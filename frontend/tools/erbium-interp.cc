/* SPDX-License-Identifier: MIT */
/* erbium-interp - runs a program by the rules of ir-spec/, under one schedule or under all. */
#include <cstdio>

#include "interp/interp.h"
#include "cli/command_line.h"

using namespace er;

static const char help[] =
  "usage: erbium-interp [OPTION]... FILE      (- is stdin)\n"
  "  --seed=N       runs a random schedule; 0, the default, always takes the first process that\n"
  "                 can proceed\n"
  "  --schedules=N  runs N schedules, from that seed on, which must agree; prints the output once\n"
  "  --all          runs all schedules that may differ; they must agree\n"
  "  --trace        prints each step to stderr\n"
  "  --committed    prints how far each record was committed, and a sum of its elements\n"
  "  --no-grow      reports a horizon that is too small as a deadlock\n"
  "  --steps=N      runs at most N steps (100000000)\n"
  "  --values=N     keeps at most N values of names, elements and ids (16777216)\n"
  "  --states=N     visits at most N configurations, with --all (200000)\n"
  "  --load=FILE    loads a shared library with functions that the program calls\n"
  "status: that of the program: 0, 120 (undefined behaviour or misuse), 121 (deadlock);\n"
  "  1 the text is wrong; 2 the command line is wrong; 3 schedules disagree;\n"
  "  124 too many steps, values or configurations\n";

/* Prints an error in the form of other messages. */
static void
report (const Source &source, const Outcome &outcome)
{
  if (outcome.kind == Outcome::Finished)
    return;
  Diagnostics d (source);
  d.error (outcome.wrong.at, "", outcome.wrong.what);
  if (!outcome.wrong.hint.empty ())
    d.note (outcome.wrong.at, outcome.wrong.hint);
  for (const Undefined &note : outcome.notes)
    d.note (note.at, note.what);
}

static int
show (const Program &program, const Outcome &outcome, bool committed)
{
  fwrite (outcome.output.data (), 1, outcome.output.size (), stdout); /* may contain NULs */
  if (committed)
    fputs (outcome.committed.c_str (), stdout);
  fflush (stdout);
  report (program.source, outcome);
  return outcome.status ();
}

static int
disagree (const Program &program, const Outcome &a, const Outcome &b, const std::string &of_a,
          const std::string &of_b)
{
  fprintf (stderr, "%s: error: schedules disagree\n", program.source.name.c_str ());
  int k = 0;
  for (const Outcome *o : { &a, &b })
    {
      fprintf (stderr, "%s: note: with %s:\n%s\n", program.source.name.c_str (),
               (k++ ? of_b : of_a).c_str (), o->text ().c_str ());
      report (program.source, *o);
    }
  return 3;
}

static std::string
said (const std::vector<int> &schedule)
{
  std::string text = "processes";
  for (size_t k = 0; k < schedule.size () && k < 1000; k++)
    text += k && schedule[k] == schedule[k - 1] ? "." : format (" %d", schedule[k]);
  return text;
}

static int
all (const Program &program, Machine &machine, const Limits &limits, bool committed)
{
  Explored e = explore (machine, limits);
  if (!e.able)
    return show (program, e.cannot, committed);
  if (e.outcomes.size () > 1)
    {
      auto a = e.outcomes.begin (), b = std::next (a);
      return disagree (program, a->second, b->second, said (e.schedules[a->first]),
                       said (e.schedules[b->first]));
    }
  if (!e.complete)
    {
      fprintf (
        stderr,
        "%s: error: there are more than %llu configurations, schedules of more than %llu steps, or "
        "more than "
        "16 x %llu words in all\n%s: note: --states=N, --steps=N and --values=N allow more\n",
        program.source.name.c_str (), (unsigned long long)limits.states,
        (unsigned long long)limits.steps, (unsigned long long)limits.values,
        program.source.name.c_str ());
      return 124;
    }
  int status = show (program, e.outcomes.begin ()->second, committed);
  fprintf (stderr, "%s: note: %llu configurations; all schedules agree\n",
           program.source.name.c_str (), (unsigned long long)e.states);
  return status;
}

static int
some (const Program &program, Machine &machine, uint64_t seed, uint64_t count, const Limits &limits,
      const Watch &watch, bool committed)
{
  Outcome first = run (machine, seed, limits, watch);
  for (uint64_t k = 1; k < count; k++)
    {
      Outcome other = run (machine, seed + k, limits, watch);
      if (other.text () != first.text ())
        return disagree (program, first, other, format ("--seed=%llu", (unsigned long long) seed),
                         format ("--seed=%llu", (unsigned long long) (seed + k)));
    }
  return show (program, first, committed);
}

int
main (int argc, char **argv)
{
  Arguments arguments (argc, argv, help);
  Limits limits;
  limits.grow = !arguments.flag ("no-grow");
  limits.steps = arguments.number ("steps", limits.steps);
  limits.values = arguments.number ("values", limits.values);
  limits.states = arguments.number ("states", limits.states);
  arguments.one_of ({ "all", "seed" });
  arguments.one_of ({ "all", "schedules" });
  arguments.one_of ({ "all", "trace" });
  arguments.only_with ("states", "all");
  uint64_t seed = arguments.number ("seed", 0), count = arguments.number ("schedules", 1);
  bool every = arguments.flag ("all"), trace = arguments.flag ("trace"),
       committed = arguments.flag ("committed");
  if (count == 0)
    give_up ("--schedules=0: it is at least 1");
  Library library;
  for (const std::string &file : arguments.texts ("load"))
    {
      std::string wrong = library.load (file);
      if (!wrong.empty ())
        give_up (wrong);
    }
  auto program = load (arguments.operands (1, 1)[0]);
  if (!can_begin (*program))
    return 1;
  Watch watch;
  if (trace)
    watch = [&] (const State &s, int p, Place at, const std::string &what) {
      fprintf (stderr, "%llu: %s %d:%u: %s\n", (unsigned long long) s.steps,
               p < 0 ? "runtime" : s.processes[p].code->name.c_str (), p, at.line, what.c_str ());
    };
  Machine machine (program->module, library, !every);
  return every ? all (*program, machine, limits, committed)
               : some (*program, machine, seed, count, limits, watch, committed);
}
