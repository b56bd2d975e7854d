/* SPDX-License-Identifier: MIT */
/* passes.cc - the list of passes, and the manager that runs them (pass.h). */
#include "passes/pass.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "verify/verify.h"
#include "syntax/syntax.h"
#include "ir/ir.h"

namespace er {

const Pass passes[] = {
  { "inline", "N",
    "replaces calls of functions that the module defines, of up to N nodes (256), by their code",
    inline_calls },
  { "fold", "", "evaluates constant expressions", fold },
  { "canonicalise", "", "gives equivalent code one form; removes code that is never executed",
    canonicalise },
  { "coarsen", "N", "synchronises once in up to N turns (1024) of a loop that does in each",
    coarsen },
  { "prefetch", "N", "asks for elements up to N further on (512) ahead of each update in a loop",
    prefetch },
  { "strip-mine", "N", "turns loops over views into strips of N turns (256)", strip_mine },
  { "localise", "", "makes a record that one process writes and reads itself variables of it",
    localise, true },
  { "fuse", "p,q,...", "makes one process of several whose turns keep pace", fuse, true },
  { "join-loops", "",
    "makes one loop of several over one range, and scalars of arrays between them", join_loops },
  { "unroll", "N",
    "writes out loops of up to N turns (8), within others, that sum up floating-point numbers",
    unroll },
  { "fission", "N:B",
    "makes N processes (2) of one that remembers nothing between turns, for blocks of B turns",
    fission, true },
  { "schedule", "N:B",
    "makes N processes (1) of all whose rates and numbers of turns are known, for batches of at "
    "most B periods; N:why says how",
    schedule, true },
  { "size-windows", "burst:N",
    "windows as small as cannot deadlock, or for bursts of N, where rates are known",
    size_windows },
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

/* ---- Levels ------------------------------------------------------------- */

/* Each level contains the one below it.  Passes that leave less work for others come first: calls
 * are replaced before anything is analysed, records of one process are removed before processes are
 * fused, and loops get their final form last.  Passes that are a trade-off and need a number or a
 * name are not included: prefetch, fission, size-windows. */
static const char *const levels[] = {
  "",
  "inline,fold,canonicalise",
  "inline,localise,fold,canonicalise,coarsen,strip-mine",
  "inline,localise,fuse,fold,canonicalise,join-loops,canonicalise,coarsen,strip-mine",
};

std::string
passes_of_level (int level, const std::string &cores)
{
  const std::string first = "inline,localise,";
  std::string list = levels[level];
  if (level == 3 && !cores.empty ())
    list = first + "schedule=" + cores + ",unroll" + list.substr (first.size () - 1);
  return list;
}

/* ---- Orders -------------------------------------------------------------- */

static void
add_order (std::vector<Order> &list, const std::string &word)
{
  size_t equals = word.find ('=');
  const Pass *pass = pass_named (word.substr (0, equals));
  bool goes_on =
    !pass && equals == std::string::npos && !list.empty () && !list.back ().argument.empty ();
  if (goes_on)
    {
      list.back ().argument += "," + word;
      return;
    }
  if (!pass)
    throw Bad_order { "there is no pass '" + word + "'; erbium-opt --help lists them" };
  std::string argument = equals == std::string::npos ? "" : word.substr (equals + 1);
  if (equals != std::string::npos && (argument.empty () || !*pass->takes))
    throw Bad_order{ std::string (pass->name)
                     + (*pass->takes ? std::string (" takes ") + pass->takes : " takes no argument")
                     + ", not '" + word + "'" };
  list.push_back ({ pass, argument });
}

std::vector<Order>
orders (const std::string &text)
{
  std::vector<Order> list;
  for (size_t at = 0; at < text.size ();)
    {
      size_t comma = std::min (text.find (',', at), text.size ());
      add_order (list, text.substr (at, comma - at));
      at = comma + 1;
    }
  return list;
}

int64_t
number_argument (const std::string &argument, int64_t least, int64_t most, int64_t otherwise)
{
  if (argument.empty ())
    return otherwise;
  bool digits =
    argument.size () <= 18 && argument.find_first_not_of ("0123456789") == std::string::npos;
  int64_t n = digits ? std::stoll (argument) : least - 1;
  if (n < least || n > most)
    throw Bad_order{ format ("'%s' is not a number from %lld to %lld", argument.c_str (),
                             (long long)least, (long long)most) };
  return n;
}

/* ---- The manager --------------------------------------------------------- */

static double
now ()
{
  timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return double (t.tv_sec) + 1e-9 * double (t.tv_nsec);
}

/* Binds names and types again.  Its messages show the text of the module. */
static bool
verify (Module &module, const Pass &pass, const std::string &text)
{
  Source source { format ("<after %s>", pass.name), text };
  Diagnostics diagnostics (source);
  check (module, diagnostics);
  return !diagnostics.errors ();
}

/* Silent: errors are reported after the pass. */
void
rebind (Module &module)
{
  Source source { "", "" };
  Diagnostics diagnostics (source, true);
  check (module, diagnostics);
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
  fprintf (stderr, "%s: error: the output does not read as the same program\n",
           source.name.c_str ());
  return false;
}

/* Restores a module that no tool would read.  Returns the text. */
static std::string
keep_limits (Module &module, As_it_was &before, const Pass &pass, bool notes)
{
  std::vector<std::string> names = before.undo (pass.together);
  for (const std::string &name : notes ? names : std::vector<std::string> ())
    fprintf (stderr, "%s: note: process '%s' would be deeper than a text may be (1.9): %s\n",
             pass.name, name.c_str (), pass.together ? "nothing is changed" : "it stays as it was");
  std::string text = print (module);
  if (fits (text))
    return text;
  if (notes)
    fprintf (stderr,
             "%s: note: the program would be longer than a text may be (1.9): nothing is changed\n",
             pass.name);
  before.undo_all ();
  return print (module);
}

static bool
one (Module &module, const Order &order, const Wishes &wishes)
{
  const Pass &pass = *order.pass;
  As_it_was before (module);
  double start = now ();
  try
    {
      pass.run (module, order.argument);
    }
  catch (const Bad_order &bad)
    {
      throw Bad_order { std::string (pass.name) + ": " + bad.what };
    }
  double end = now ();
  std::string text = keep_limits (module, before, pass, wishes.notes);
  bool good = verify (module, pass, text) && (!wishes.verify_each || reads_back (module, pass));
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
run_passes (Module &module, const std::vector<Order> &chosen, const Wishes &wishes)
{
  return std::all_of (chosen.begin (), chosen.end (),
                      [&] (const Order &order) { return one (module, order, wishes); });
}

/* ---- Compilers ------------------------------------------------------------ */

std::string
Optimisation::passes () const
{
  return listed ? list : checked ? "" : passes_of_level (level, cores);
}

bool
Optimisation::takes (const std::string &word)
{
  const std::string option = "--passes";
  if (word.compare (0, 2, "-O") == 0)
    {
      if (word.size () != 3 || word[2] < '0' || word[2] > '3')
        throw Bad_order { word + ": expected -O0, -O1, -O2 or -O3" };
      level = word[2] - '0';
      return true;
    }
  const std::string cores_option = "--cores=";
  if (word.compare (0, cores_option.size (), cores_option) == 0)
    {
      cores = word.substr (cores_option.size ());
      cores_of (cores); /* throws an exception if it is wrong */
      return true;
    }
  if (word == option)
    return show = true;
  if (word.compare (0, option.size () + 1, option + "=") != 0)
    return false;
  list = word.substr (option.size () + 1);
  listed = true;
  orders (list); /* throws an exception if it is wrong */
  return true;
}

bool
Optimisation::run (Module &module) const
{
  Wishes wishes;
  wishes.notes = listed;
  return run_passes (module, orders (passes ()), wishes);
}

} // namespace er
