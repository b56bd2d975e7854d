/* SPDX-License-Identifier: GPL-3.0-or-later */
/* erbium-run - compiles a program of the textual IR in memory, and runs it. */
#include <cstdio>
#include <cstdlib>

#include "codegen/jit/jit.h"
#include "foreign/foreign.h"
#include "cli/command_line.h"
#include "passes/pass.h"

using namespace er;

static const char help[] =
  "usage: erbium-run [OPTION]... FILE.er      (- is stdin)\n"
  "  -O0 ... -O3      sets the level of optimisation (-O2)\n"
  "  --cores=N        at -O3, makes N processes of all whose rates are known; N:why says how\n"
  "  --passes=NAME,...  runs these passes, in place of those of the level\n"
  "  --passes         prints the passes that would run, and ends\n"
  "  --check          checks each access\n"
  "  --load=FILE      loads a shared library with functions and processes that the program uses\n"
  "Settings of the runtime are read from the environment: ERBIUM_TASK=fiber and others.\n"
  "status: that of the program: 0, 120 (misuse), 121 (deadlock), ...; 1 the text is wrong, or it "
  "cannot\n"
  "  be compiled; 2 the command line is wrong; 4 a defect of this tool\n";

/* Removes -On and --passes from the command line; Arguments reads the other options. */
static Optimisation
optimisation_of (int &argc, char **argv)
{
  Optimisation passes;
  int kept = 1;
  for (int k = 1; k < argc; k++)
    if (!passes.takes (argv[k]))
      argv[kept++] = argv[k];
  argc = kept;
  return passes;
}

/* Libraries that the program may call, besides the C library. */
static void
load_libraries (Loaded &loaded, const std::vector<std::string> &files)
{
  for (const std::string &file : files)
    {
      std::string wrong = loaded.load (file);
      if (!wrong.empty ())
        give_up (wrong);
    }
}

/* libgccjit would report only the name. */
static bool
has_callees (Program &program, const Loaded &loaded)
{
  try
    {
      see_callees (program.module, loaded);
    }
  catch (const Undefined &u)
    {
      Diagnostics d (program.source);
      d.error (u.at, "", u.what);
      d.note (u.at, u.hint);
      return false;
    }
  return true;
}

static int
work (int argc, char **argv)
{
  Machine_code how;
  Optimisation passes = optimisation_of (argc, argv);
  how.level = passes.level;
  Loaded loaded;
  how.in_process = &loaded;
  Arguments arguments (argc, argv, help);
  how.check = passes.checked = arguments.flag ("check");
  if (passes.show)
    {
      printf ("%s\n", passes.passes ().c_str ());
      return 0;
    }
  load_libraries (loaded, arguments.texts ("load"));
  auto program = load (arguments.operands (1, 1)[0]);
  if (!can_begin (*program) || !has_callees (*program, loaded))
    return 1;
  if (!passes.run (program->module))
    return 4;
  gcc_jit_result *code = nullptr;
  {
    Backend backend (program->module, program->source.name, how);
    if (backend.build ().empty ())
      code = gcc_jit_context_compile (backend.context ());
  }
  void *start = code ? gcc_jit_result_get_code (code, "main") : nullptr;
  if (!start)
    return 1;
  /* The code is not freed: processes may run it until exit has waited for them. */
  exit (reinterpret_cast<int (*) ()> (start) ());
}

int
main (int argc, char **argv)
{
  try
    {
      return work (argc, argv);
    }
  catch (const Bad_order &bad)
    {
      give_up (bad.what);
    }
}
