/* SPDX-License-Identifier: MIT */
/* passes.cc - the list of passes, and the manager that runs them (pass.h). */
#include "pass.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "check.h"
#include "parser.h"
#include "print.h"
#include "walk.h"

namespace er {

const Pass passes[] = {
  { "fold", "computes what is constant", fold },
  { "canonicalise", "one form for what can be said in several; leaves out what is never done", canonicalise },
};
const size_t pass_count = sizeof passes / sizeof *passes;

const Pass *
pass_named (const std::string &name)
{
  for (const Pass &pass : passes)
    if (name == pass.name)
      return &pass;
  return nullptr;
}

static double
now ()
{
  timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return double (t.tv_sec) + 1e-9 * double (t.tv_nsec);
}

/* Binds names and types again.  The module as text is what its messages show. */
static bool
verify (Module &module, const Pass &pass)
{
  Source source { format ("<after %s>", pass.name), print (module) };
  Diagnostics diagnostics (source);
  check (module, diagnostics);
  return !diagnostics.errors ();
}

static bool
reads_back (const Module &module, const Pass &pass)
{
  Source source { format ("<after %s>", pass.name), print (module) };
  Diagnostics diagnostics (source);
  Module again;
  parse (source, again, diagnostics);
  if (!diagnostics.errors ())
    check (again, diagnostics);
  if (!diagnostics.errors () && equal (module, again))
    return true;
  fprintf (stderr, "%s: error: what is printed does not read as the same program\n", source.name.c_str ());
  return false;
}

static bool
one (Module &module, const Pass &pass, const Wishes &wishes)
{
  double start = now ();
  pass.run (module);
  double end = now ();
  bool good = verify (module, pass) && (!wishes.verify_each || reads_back (module, pass));
  if (wishes.time)
    fprintf (stderr, "%-16s %9.3f ms\n", pass.name, 1e3 * (end - start));
  bool show = false;
  for (const std::string &name : wishes.print_after)
    show |= name == pass.name || name == "all";
  if (show || !good)
    fprintf (stderr, "// after %s\n%s", pass.name, print (module).c_str ());
  return good;
}

bool
run_passes (Module &module, const std::vector<const Pass *> &chosen, const Wishes &wishes)
{
  return std::all_of (chosen.begin (), chosen.end (), [&] (const Pass *pass) { return one (module, *pass, wishes); });
}

} // namespace er
