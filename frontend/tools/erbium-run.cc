/* SPDX-License-Identifier: GPL-3.0-or-later */
/* erbium-run - compiles a program of the textual IR in memory, and runs it. */
#include <cstdio>
#include <cstdlib>

#include "codegen/jit/jit.h"
#include "foreign/foreign.h"
#include "cli/command_line.h"

using namespace er;

static const char help[] =
  "usage: erbium-run [OPTION]... FILE.er      (- is stdin)\n"
  "  -O0 ... -O3      how much is optimised (-O2)\n"
  "  --check          looks at each access\n"
  "  --load=FILE      a shared library with functions and processes that the program uses\n"
  "Settings of the runtime are read from the environment: ERBIUM_TASK=fiber and others.\n"
  "status: that of the program: 0, 120 (misuse), 121 (deadlock), ...; 1 the text is wrong, or it cannot\n"
  "  be compiled; 2 the command line is wrong\n";

/* Takes -On out of the command line: other options have names. */
static int
level_of (int &argc, char **argv)
{
  int level = 2, kept = 1;
  for (int k = 1; k < argc; k++)
    if (argv[k][0] != '-' || argv[k][1] != 'O')
      argv[kept++] = argv[k];
    else if (argv[k][2] >= '0' && argv[k][2] <= '3' && !argv[k][3])
      level = argv[k][2] - '0';
    else
      give_up (std::string (argv[k]) + ": it is -O0, -O1, -O2 or -O3");
  argc = kept;
  return level;
}

/* What the program may call, beside the C library. */
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

/* libgccjit would say no more than the name. */
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
      d.note (u.at, u.mend);
      return false;
    }
  return true;
}

int
main (int argc, char **argv)
{
  Machine_code how;
  how.level = level_of (argc, argv);
  Loaded loaded;
  how.in_process = &loaded;
  Arguments arguments (argc, argv, help);
  how.check = arguments.flag ("check");
  load_libraries (loaded, arguments.texts ("load"));
  auto program = load (arguments.operands (1, 1)[0]);
  if (!can_begin (*program) || !has_callees (*program, loaded))
    return 1;
  gcc_jit_result *code = nullptr;
  {
    Backend backend (program->module, program->source.name, how);
    if (backend.build ().empty ())
      code = gcc_jit_context_compile (backend.context ());
  }
  void *start = code ? gcc_jit_result_get_code (code, "main") : nullptr;
  if (!start)
    return 1;
  /* The code stays: processes may run it until exit has waited for them. */
  exit (reinterpret_cast<int (*) ()> (start) ());
}
