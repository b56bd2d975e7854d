/* SPDX-License-Identifier: MIT */
/* target.cc - any text through the tools of the textual IR, in one process.
 *
 *   lexer, parser, verifier               no text may crash them, or take long
 *   printer                               what is printed reads as the same program
 *   interpreter, so many steps            ends; with all schedules, if they are few
 *   passes, a sequence that the text chooses, C of both kinds
 *
 * A program that all schedules end in one way must end so after the passes as well.  Passes come from
 * their list in frontend/passes/passes.cc.  Functions of C are not called: a text could name any.
 *
 * libFuzzer calls LLVMFuzzerTestOneInput (fuzz.mk), or the main of replay.cc does.
 */
#include <cstdio>
#include <cstdlib>

#include "codegen/c/emit_c.h"
#include "passes/pass.h"
#include "syntax/syntax.h"
#include "interp/interp.h"
#include "cli/command_line.h"
#include "ir/ir.h"

using namespace er;

static const uint64_t most_steps = 2000, most_states = 100;

class Nothing : public Machine::Native
{
  Value call (const Expr *e, std::vector<Value> &) override
  {
    throw Undefined { e->at, "functions of C are not called here", "" };
  }
};

[[noreturn]] static void
wrong (const char *what, const Module &module)
{
  fprintf (stderr, "error: %s:\n%s", what, print (module).c_str ());
  abort ();
}

static Limits
limits ()
{
  Limits l;
  l.steps = most_steps;
  l.states = most_states;
  return l;
}

/* How all schedules end, if that is one way; else nothing. */
static std::string
outcome (const Module &module)
{
  Nothing nothing;
  Machine machine (module, nothing, false);
  Explored e = explore (machine, limits ());
  bool one = e.complete && e.outcomes.size () == 1 && e.outcomes.begin ()->second.kind != Outcome::Failed;
  return one ? format ("%d\n", e.outcomes.begin ()->second.status ()) + e.outcomes.begin ()->second.output : "";
}

/* The same with one schedule, which a pass may have made longer than all of those. */
static std::string
outcome_of_one (const Module &module)
{
  Nothing nothing;
  Machine machine (module, nothing, true);
  Limits more = limits ();
  more.steps *= 100;
  Outcome o = run (machine, 1, more, nullptr);
  return format ("%d\n", o.status ()) + o.output;
}

static void
look_at_printer (const Module &module)
{
  auto again = load_text ("<printed>", print (module));
  if (!again->good || !equal (module, again->module))
    wrong ("the output does not read as the same program", module);
}

static void
look_at_c (const Module &module)
{
  for (Dialect dialect : { Dialect::Plugin, Dialect::Plain })
    try
      {
        emit_c (module, dialect, "fuzz.er");
      }
    catch (const Undefined &)
      {
      }
}

static void
look_at_passes (Module &module, uint64_t chosen)
{
  std::vector<Order> list;
  for (int k = 0; k < 3; k++, chosen /= pass_count)
    list.push_back ({ &passes[chosen % pass_count], "" });
  Wishes wishes;
  wishes.verify_each = true;
  if (!run_passes (module, list, wishes))
    wrong ("a pass has broken the program", module);
}

extern "C" int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  auto program = load_text ("<fuzz>", std::string (reinterpret_cast<const char *> (data), size));
  if (!program->good)
    return 0;
  look_at_printer (program->module);
  look_at_c (program->module);
  std::string before = program->module.main () ? outcome (program->module) : "";
  look_at_passes (program->module, std::hash<std::string> () (program->source.text));
  if (!before.empty () && outcome_of_one (program->module) != before)
    wrong ("after passes the program ends in another way", program->module);
  return 0;
}
