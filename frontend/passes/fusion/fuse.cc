/* SPDX-License-Identifier: MIT */
/* fuse.cc - fuses processes with equal numbers of turns into one.
 *
 *   before                                         after
 *   process a(out : record i32) {                  process a_to_b(out : record i32) {
 *       for i in 0 .. 100 {                            let w : write view i32 = ...
 *           stall(w, i + 1);                           for i in 0 .. 100 {
 *           w[[i]] = i32(i);                               var r_now : i32;
 *           commit(w, i + 1);                              r_now = i32(i);
 *       }                                                  stall(w, j + 1);
 *   }                                                      w[[j]] = r_now * 2i32;
 *   process b(src : record i32, out : record i32) {        j = j + 1;
 *       while true {                                       commit(w, j);
 *           let n : index = update(v, j + 1);          }
 *           if n == 0 { break; }                   }
 *           stall(w, j + 1);
 *           w[[j]] = v[[j]] * 2i32;                main: run a_to_b(s);
 *           ...
 *   main: run a(r); run b(r, s);
 *
 * Each legal pair (fuse_legal.cc) becomes one process, and a record that one process then writes
 * and reads becomes variables (localise.cc).  This is repeated with the results until no pair is
 * left: a chain of n processes takes about log n rounds.  By default the pass takes pairs of which
 * one process does so little in a turn that passing an element costs more, or was fused from such
 * processes only; fuse=p,q takes the processes of these names, whatever their cost.
 *
 * Where the consumer looks ahead, the record becomes a ring, whose elements a loop over taps cannot
 * load together, and the process waits for the producer's input before its loop.  So by default the
 * pass takes such pairs only if both do little, and those that wait so last, since nothing can then
 * be fused to the front of them.
 */
#include <algorithm>

#include "passes/fusion/fuse.h"
#include "analysis/analysis.h"
#include "passes/fusion/localise.h"
#include "passes/pass.h"
#include "ir/ir.h"

namespace er {

/* ---- Which --------------------------------------------------------------- */

namespace {

class Fuse
{
public:
  Fuse (Module &module, const std::set<std::string> &wanted) : module (module), wanted (wanted) {}
  bool round (); /* whether any two were fused */
  std::set<const Process *> made;
  std::string why; /* the last requested pair could not be fused */

private:
  Module &module;
  std::set<std::string> wanted;
  std::set<const Process *> made_of_tiny; /* and of nothing else */

  bool tiny (const Instance &instance) const;
  bool chosen (const Pair &pair) const;
  Legality check (const Pair &pair, const Reachability &reach,
                  const std::map<size_t, int64_t> &turns) const;
  void fuse_pair (const Pair &pair, const Legality &legality, Module_names &names);
  void of_network (const Network &network, Module_names &names, std::set<const Process *> &gone);
};

bool
Fuse::tiny (const Instance &instance) const
{
  return made_of_tiny.count (instance.process)
         || (!made.count (instance.process) && tiny_turn (instance.rates));
}

bool
Fuse::chosen (const Pair &pair) const
{
  if (pair.producer == pair.consumer || !pair.producer || !pair.consumer)
    return false;
  if (!wanted.empty ())
    return wanted.count (pair.from ().process->name) && wanted.count (pair.to ().process->name);
  return tiny (pair.from ()) || tiny (pair.to ());
}

static bool
reads (const Instance &instance)
{
  const auto &views = instance.rates.views;
  return std::any_of (views.begin (), views.end (), [] (const View_rates &v) { return !v.write; });
}

/* In a module without main the two stay beside the new process, and C may run them.  Then no other
 * process may use what they use of the outer world (3.15). */
Legality
Fuse::check (const Pair &pair, const Reachability &reach,
             const std::map<size_t, int64_t> &turns) const
{
  for (const Instance *i : { &pair.from (), &pair.to () })
    if (!module.main () && !does_nothing_else (*i->process))
      {
        Legality legality;
        legality.why =
          "'" + i->process->name + "' touches the outer world, and C may run it as well";
        legality.where = i->process->at;
        return legality;
      }
  Legality legality = may_fuse (pair, reach, turns);
  if (legality.why.empty () && legality.lead && wanted.empty ()
      && !(tiny (pair.from ()) && tiny (pair.to ())))
    {
      legality.why = "it looks ahead, and an iteration of the two is long";
      legality.where = pair.to ().process->at;
    }
  return legality;
}

void
Fuse::fuse_pair (const Pair &pair, const Legality &legality, Module_names &names)
{
  bool both_tiny = tiny (pair.from ()) && tiny (pair.to ());
  Process *both = merge (module, names, pair, legality);
  made.insert (both);
  if (both_tiny)
    made_of_tiny.insert (both);
  if (!wanted.empty ())
    wanted.insert (both->name);
}

/* Disjoint pairs, each of which stays legal when the others are fused (reachability.h); or one pair
 * for which this is not known, or which then waits before its loop. */
void
Fuse::of_network (const Network &network, Module_names &names, std::set<const Process *> &gone)
{
  std::map<size_t, int64_t> turns;
  for (const Part &part : balance (network))
    turns.insert (part.turns.begin (), part.turns.end ());
  Reachability reach (network);
  std::set<size_t> fused;
  std::optional<Pair> alone;
  Legality legality_alone;
  for (const Channel &c : network.channels)
    for (const End &w : c.writers)
      for (const End &r : c.readers)
        {
          Pair pair { &network, w.instance, r.instance };
          bool plain = reach.plainly_none_around (pair.producer, pair.consumer), last = !plain;
          if (fused.count (pair.producer) || fused.count (pair.consumer) || !chosen (pair)
              || (last && alone))
            continue;
          Legality legality = check (pair, reach, turns);
          last = last || (legality.lead && reads (pair.from ()));
          if (!legality.why.empty ())
            why = format ("%u:%u: ", legality.where.line, legality.where.column) + legality.why;
          else if (last && !alone)
            alone = pair, legality_alone = legality;
          else if (!last)
            {
              fuse_pair (pair, legality, names);
              fused.insert ({ pair.producer, pair.consumer });
            }
        }
  if (fused.empty () && alone)
    {
      fuse_pair (*alone, legality_alone, names);
      fused.insert ({ alone->producer, alone->consumer });
    }
  for (size_t k : fused)
    gone.insert (network.instances[k].process);
}

bool
Fuse::round ()
{
  std::set<const Process *> gone;
  Module_names names (module);
  for (const Network &network : networks_of (module))
    of_network (network, names, gone);
  drop_unused (module, gone);
  return !gone.empty ();
}

} // namespace

static std::set<std::string>
words (const std::string &list)
{
  std::set<std::string> result;
  for (size_t at = 0; at < list.size ();)
    {
      size_t comma = std::min (list.find (',', at), list.size ());
      result.insert (list.substr (at, comma - at));
      at = comma + 1;
    }
  return result;
}

void
fuse (Module &module, const std::string &argument)
{
  std::set<std::string> wanted = words (argument);
  for (const std::string &name : wanted)
    if (!module.find_process (name))
      throw Bad_order { "there is no process '" + name + "'" };
  if (wanted.size () == 1)
    throw Bad_order{ "'" + argument
                     + "' is one process; name those that are to become one, as p,q" };
  Fuse passes (module, wanted);
  while (passes.round ())
    {
      rebind (module);
      localise_all (module, passes.made);
    }
  if (!wanted.empty () && passes.made.empty ())
    throw Bad_order{ "no two of " + argument + " may become one process"
                     + (passes.why.empty () ? ": no record leads from one to another"
                                            : "; " + passes.why) };
}

} // namespace er
