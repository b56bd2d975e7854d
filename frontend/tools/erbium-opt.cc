/* SPDX-License-Identifier: MIT */
/* erbium-opt - reads, verifies, transforms and prints a program. */
#include <cstdio>

#include "emit_c.h"
#include "eval.h"
#include "parser.h"
#include "pass.h"
#include "print.h"
#include "tool.h"
#include "walk.h"

using namespace er;

static std::string
help ()
{
  std::string text =
    "usage: erbium-opt [OPTION]... FILE      (- is stdin); prints the program\n"
    "  --passes=NAME,...    runs these, in this order\n"
    "  --print-after=NAME   the program after each run of this pass, to stderr; all: after each\n"
    "  --verify-each        after each pass also prints, reads again and compares\n"
    "  --time-passes        what each took, to stderr\n"
    "  --emit-c=plugin      prints C for gcc -fplugin=erbium; plain: with the macros of erbium.h\n"
    "  --no-lines           without #line\n"
    "  --quiet              prints nothing: verifies only\n"
    "  --round-trip         fails unless what is printed reads as the same program\n"
    "status: 0; 1 the text is wrong; 2 the command line is; 4 a defect of this tool\n"
    "passes:\n";
  for (size_t k = 0; k < pass_count; k++)
    text += format ("  %-18s %s\n", passes[k].name, passes[k].what);
  return text;
}

static std::vector<const Pass *>
chosen (const std::string &names)
{
  std::vector<const Pass *> list;
  for (size_t at = 0; at < names.size ();)
    {
      size_t comma = std::min (names.find (',', at), names.size ());
      const Pass *pass = pass_named (names.substr (at, comma - at));
      if (!pass)
        give_up ("there is no pass '" + names.substr (at, comma - at) + "'; --help lists them");
      list.push_back (pass);
      at = comma + 1;
    }
  return list;
}

static void
see_passes (const std::vector<std::string> &names)
{
  for (const std::string &name : names)
    if (name != "all" && !pass_named (name))
      give_up ("there is no pass '" + name + "'; --help lists them");
}

static int
emit (const Program &program, const std::string &dialect, bool lines)
{
  if (dialect != "plugin" && dialect != "plain")
    give_up ("--emit-c=" + dialect + ": it is plugin or plain");
  try
    {
      fputs (emit_c (program.module, dialect == "plain" ? Dialect::Plain : Dialect::Plugin,
                     lines ? program.source.name : "").c_str (), stdout);
      return 0;
    }
  catch (const Undefined &u)
    {
      Diagnostics d (program.source);
      d.error (u.at, "8.1", u.what);
      d.note (u.at, u.mend);
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
  fprintf (stderr, "%s: error: what is printed does not read as the same program\n", program.source.name.c_str ());
  return false;
}

int
main (int argc, char **argv)
{
  Arguments arguments (argc, argv, help ().c_str ());
  std::vector<const Pass *> list = chosen (arguments.text ("passes", ""));
  Wishes wishes;
  wishes.print_after = arguments.texts ("print-after");
  see_passes (wishes.print_after);
  wishes.verify_each = arguments.flag ("verify-each");
  wishes.time = arguments.flag ("time-passes");
  std::string dialect = arguments.text ("emit-c", "");
  bool lines = !arguments.flag ("no-lines"), quiet = arguments.flag ("quiet"), trip = arguments.flag ("round-trip");
  auto program = load (arguments.operands (1, 1)[0]);
  if (!program->good)
    return 1;
  if (!run_passes (program->module, list, wishes) || (trip && !round_trip (*program)))
    return 4;
  if (!dialect.empty ())
    return emit (*program, dialect, lines);
  if (!quiet)
    fputs (print (program->module).c_str (), stdout);
  return 0;
}
