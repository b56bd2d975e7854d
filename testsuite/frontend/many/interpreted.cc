/* SPDX-License-Identifier: MIT */
/* interpreted.cc - one program: schedules, printing, passes (many.h). */
#include <random>

#include "many.h"
#include "interp/interp.h"
#include "passes/pass.h"
#include "syntax/syntax.h"
#include "ir/ir.h"

using namespace er;

namespace many {

static Outcome
interpreted (const Module &module, uint64_t seed)
{
  Library library;
  Machine machine (module, library, true);
  return run (machine, seed, Limits (), nullptr);
}

static Result
result_of (const Outcome &o)
{
  return { o.status (), o.output, o.wrong.what };
}

static bool
same (const Result &a, const Result &b)
{
  return a.status == b.status && a.output == b.output;
}

/* One that takes numbers gets some in half of the cases. */
static Order
order (const Pass &pass, uint64_t chosen)
{
  static const char *const shared[] = { "2", "2:1", "3:1", "2:2", "3:4", "4:3" };
  bool takes_two = std::string (pass.takes) == "N:B", takes_one = std::string (pass.takes) == "N";
  return { &pass, chosen % 2 == 0 ? "" : takes_two ? shared[chosen / 2 % 6] : takes_one ? "4" : "" };
}

/* Each pass by itself, or one that the seed chooses; then sequences of 2 to 5. */
static std::vector<std::vector<Order>>
sequences (uint64_t seed, bool full)
{
  std::mt19937_64 random (seed);
  std::vector<std::vector<Order>> all;
  for (size_t k = 0; k < pass_count; k++)
    if (full || k == seed % pass_count)
      all.push_back ({ order (passes[k], random ()) });
  for (int n = full ? 2 : 1; n > 0; n--)
    {
      std::vector<Order> one (2 + random () % 4);
      for (Order &o : one)
        o = order (passes[random () % pass_count], random ());
      all.push_back (one);
    }
  return all;
}

/* The program after the passes, and what it does then. */
static int
transformed (Sample &s, const std::vector<Order> &list, const Settings &settings)
{
  auto program = load_text ("<generated>", s.text);
  Wishes wishes;
  wishes.verify_each = true;
  s.passes.clear ();
  for (const Order &o : list)
    s.passes += (s.passes.empty () ? "" : ",") + std::string (o.pass->name) + (o.argument.empty () ? "" : "=" + o.argument);
  bool good = run_passes (program->module, list, wishes);
  s.changed = print (program->module);
  Result found = good ? result_of (interpreted (program->module, s.seed)) : Result { 4, "", "a pass has broken the program" };
  if (same (found, s.expected))
    return 0;
  differs (settings, s, true, "the interpreter", found);
  return 1;
}

int
interpret (Sample &s, const Settings &settings)
{
  s.text = generate (s.seed, s.size);
  auto program = load_text ("<generated>", s.text);
  if (!program->good)
    {
      differs (settings, s, false, "the verifier", { 1, "", "erbium-gen has made a program that is not well-formed" });
      return 1;
    }
  Outcome first = interpreted (program->module, 0);
  s.expected = result_of (first);
  int wrong = 0;
  for (uint64_t k = 1; k <= (settings.full ? 5 : 2); k++)
    {
      Outcome other = interpreted (program->module, s.seed * 5 + k);
      if (other.text () == first.text ())
        continue;
      differs (settings, s, false, format ("the interpreter with --seed=%llu", (unsigned long long) (s.seed * 5 + k)), result_of (other));
      wrong++;
    }
  auto again = load_text ("<printed>", print (program->module));
  if (!again->good || !equal (program->module, again->module))
    {
      differs (settings, s, false, "the printer", { 4, "", "the output does not read as the same program" });
      wrong++;
    }
  for (const auto &list : sequences (s.seed, settings.full))
    wrong += transformed (s, list, settings);
  return wrong;
}

} // namespace many
