/* SPDX-License-Identifier: MIT */
/* erbium-opt - reads, verifies, transforms and prints a program. */
#include <cstdio>

#include "codegen/c/emit_c.h"
#include "eval/eval.h"
#include "syntax/syntax.h"
#include "passes/pass.h"
#include "analysis/analysis.h"
#include "foreign/foreign.h"
#include "cli/command_line.h"
#include "ir/ir.h"

using namespace er;

static std::string
help ()
{
  std::string text =
    "usage: erbium-opt [OPTION]... FILE      (- is stdin); prints the program\n"
    "  --passes=NAME,...    runs these passes, in this order; NAME=ARGUMENT if a pass takes one\n"
    "  --print-after=NAME   prints the program to stderr after each run of this pass, or of all\n"
    "  --verify-each        prints the program after each pass, reads it again and compares\n"
    "  --time-passes        prints the time of each pass to stderr\n"
    "  --emit-c=plugin      prints C for gcc -fplugin=erbium; plain: with the macros of erbium.h\n"
    "  --no-lines           omits #line\n"
    "  --print-rates        prints how many elements each process writes and reads in a turn\n"
    "  --print-schedule     prints an order in which one process could do the work of all those\n"
    "                       with known rates\n"
    "  --quiet              verifies, and prints nothing\n"
    "  --round-trip         fails unless the output reads as the same program\n"
    "status: 0; 1 the text is wrong, or the output cannot be written; 2 the command line is\n"
    "  wrong; 4 a defect of this tool\n"
    "passes:\n";
  for (size_t k = 0; k < pass_count; k++)
    text += format ("  %-18s %s%s\n", passes[k].name, passes[k].what,
                    *passes[k].takes ? (std::string ("; =") + passes[k].takes).c_str () : "");
  return text;
}

static void
see_passes (const std::vector<std::string> &names, const std::vector<Order> &list)
{
  for (const std::string &name : names)
    {
      if (name != "all" && !pass_named (name))
        give_up ("there is no pass '" + name + "'; erbium-opt --help lists them");
      bool runs = false;
      for (const Order &order : list)
        runs |= name == "all" || order.pass == pass_named (name);
      if (!runs)
        give_up ("--print-after=" + name + ": "
                 + (name == "all" ? "there are no --passes" : "this pass is not in --passes"));
    }
}

static int
emit (const Program &program, const std::string &dialect, bool lines)
{
  if (dialect != "plugin" && dialect != "plain")
    give_up ("--emit-c=" + dialect + ": it is plugin or plain");
  const char *clause = "8.4";
  try
    {
      see_symbols (program.module);
      clause = "8.1";
      fputs (emit_c (program.module, dialect == "plain" ? Dialect::Plain : Dialect::Plugin,
                     lines ? program.source.name : "").c_str (), stdout);
      return 0;
    }
  catch (const Undefined &u)
    {
      Diagnostics d (program.source);
      d.error (u.at, clause, u.what);
      d.note (u.at, u.hint);
      return 1;
    }
}

/* 1.8 */
static bool
round_trip (const Program &program)
{
  auto again = load_text (program.source.name + ", printed", print (program.module));
  if (again->good && equal (program.module, again->module))
    return true;
  fprintf (stderr, "%s: error: the output does not read as the same program\n",
           program.source.name.c_str ());
  return false;
}

static int
print_rates (Program &program)
{
  Diagnostics diagnostics (program.source);
  fputs (show_rates (program.module, diagnostics).c_str (), stdout);
  return diagnostics.errors () ? 1 : 0;
}

static int
work (Arguments &arguments)
{
  arguments.one_of ({ "quiet", "emit-c", "print-rates", "print-schedule" });
  arguments.only_with ("no-lines", "emit-c");
  arguments.only_with ("verify-each", "passes");
  arguments.only_with ("time-passes", "passes");
  std::vector<Order> list = orders (arguments.text ("passes", ""));
  Wishes wishes;
  wishes.print_after = arguments.texts ("print-after");
  see_passes (wishes.print_after, list);
  wishes.verify_each = arguments.flag ("verify-each");
  wishes.time = arguments.flag ("time-passes");
  std::string dialect = arguments.text ("emit-c", "");
  bool lines = !arguments.flag ("no-lines"), quiet = arguments.flag ("quiet"),
       trip = arguments.flag ("round-trip");
  bool rates = arguments.flag ("print-rates"), schedule = arguments.flag ("print-schedule");
  auto program = load (arguments.operands (1, 1)[0]);
  if (!program->good)
    return 1;
  if (!run_passes (program->module, list, wishes) || (trip && !round_trip (*program)))
    return 4;
  if (rates)
    return print_rates (*program);
  if (schedule)
    fputs (show_schedules (program->module).c_str (), stdout);
  if (schedule)
    return 0;
  if (!dialect.empty ())
    return emit (*program, dialect, lines);
  if (!quiet)
    fputs (print (program->module).c_str (), stdout);
  return 0;
}

int
main (int argc, char **argv)
{
  Arguments arguments (argc, argv, help ().c_str ());
  try
    {
      return work (arguments);
    }
  catch (const Bad_order &bad)
    {
      give_up (bad.what);
    }
}
