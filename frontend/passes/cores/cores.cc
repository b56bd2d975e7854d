/* SPDX-License-Identifier: MIT */
/* cores.cc - one process for each core, in place of all processes with known rates.
 *
 *   before                                          after schedule, or schedule=1
 *   process twice(out : record i32, n : index) {    process main_core(periods : index) {
 *       ... w = new_write_view(out) ...                 var r_now : [4098]i32;
 *       for t in 0 .. n {                               ... whole = periods - periods % 2048 ...
 *           stall(w, 2 * t + 2);                        for u in 0 .. 1 {             the turns
 *           w[[2 * t]] = ...; w[[2 * t + 1]] = ...;         r_now[2 * u] = ...;       that mean
 *           commit(w, 2 * t + 2);                           r_now[2 * u + 1] = ...;   needs first
 *       }                                               }
 *   }                                                   for period in 0 .. whole by 2048 {
 *   process mean(src : record i32, n : index) {             for u in 0 .. 2048 {
 *       ... v = new_read_view(src) ...                          r_now[2 * u + 2] = ...;
 *       for t in 0 .. n {                                       r_now[2 * u + 3] = ...;
 *           update(v, 2 * t + 4);                           }
 *           ... v[[2 * t]] + v[[2 * t + 3]] ...             for u in 0 .. 2048 {
 *           release(v, 2 * t + 2);                              ... r_now[2 * u] + r_now[2 * u + 3]
 *       }                                                   }
 *   }                                                       for k in 0 .. 2 {
 *   main: let r : record i32 = new_record(1, 1);                r_now[k] = r_now[k + 4096];
 *         run twice(r, n + 1);                              }
 *         run mean(r, n);                               }
 *                                                       ... the rest, with 1 for 2048 ...
 *                                                   }
 *                                                   main: run main_core(n);
 *
 * A record becomes an array that holds the elements of a batch of periods, and before them those
 * that were read ahead.  With schedule=N, each of N processes gets the same share of the costs
 * (cost.h).  A record between two of them stays, and is synchronised once in a batch.  Where a
 * share ends within a process whose turns need not be in order, both get turns of it; or each gets
 * periods of all such processes (cores.h), and makes some turns again for what is read ahead.  A
 * variable that each turn increases by a constant asks for no order: a process adds what the turns
 * of the others would.
 *
 * The pass changes parts of a network (balance_equations.h) of which each process counts its turns,
 * and no elements go in a circle.  The number of turns of each must be a number of periods, which
 * is the same for all, and some more.  schedule=N:why reports on stderr what was decided;
 * schedule=N:B makes batches of at most B periods.
 */
#include "passes/cores/cores.h"

#include <cctype>
#include <cstdio>

#include "passes/fusion/fuse.h"
#include "passes/pass.h"

namespace er {

static void
say (const Plan &plan)
{
  const Network &network = *plan.network;
  fprintf (stderr, "schedule: '%s': %zu processes become %zu; %lld periods together",
           network.root->name.c_str (), plan.order.size (), plan.cores.size (),
           (long long) plan.batch);
  if (plan.at_once)
    fprintf (stderr, ", which the cores share, %lld at once", (long long) plan.at_once);
  fputc ('\n', stderr);
  for (size_t core = 0; core < plan.cores.size (); core++)
    {
      double own = 0, all = 0;
      for (const std::vector<Task> &tasks : plan.cores)
        for (const Task &t : tasks)
          {
            const int64_t turns = plan.turns.at (t.instance) * plan.batch;
            double part = double (t.batch.to - t.batch.from) / double (turns),
                   cost = double (turn_cost (network.instances[t.instance].rates))
                          * double (plan.turns.at (t.instance)) * part;
            all += cost;
            own += &tasks == &plan.cores[core] ? cost : 0;
          }
      fprintf (stderr, "schedule: core %zu: %.0f%% of the cost:", core, 100 * own / all);
      for (const Task &t : plan.cores[core])
        {
          const int64_t turns = plan.turns.at (t.instance) * plan.batch;
          bool whole = t.batch.from == 0 && t.batch.to == turns;
          fprintf (stderr, " %s", network.instances[t.instance].process->name.c_str ());
          auto again = plan.again.find (t.instance);
          if (!whole)
            fprintf (stderr, " (turns %lld to %lld of %lld", (long long) t.batch.from,
                     (long long) t.batch.to, (long long) turns);
          if (!whole && again != plan.again.end () && again->second)
            fprintf (stderr, ", %lld again", (long long) again->second);
          if (!whole)
            fputc (')', stderr);
        }
      fputc ('\n', stderr);
    }
}

/* C may run the processes of a library beside the new one (3.15). */
static std::string
seen_by_c (const Module &module, const Network &network, const Part &part)
{
  for (size_t k : part.instances)
    if (const Process *p = network.instances[k].process;
        !const_cast<Module &> (module).main () && !does_nothing_else (*p))
      return "'" + p->name + "' touches the outer world, and C may run it as well";
  return "";
}

/* N:B:why, of which :B and :why may be missing.  Returns the first two; B: 0 if it is missing. */
static std::pair<int64_t, int64_t>
numbers_of (const std::string &argument, bool &why)
{
  const std::string word = ":why";
  why = argument.size () > word.size ()
        && argument.compare (argument.size () - word.size (), word.size (), word) == 0;
  const std::string numbers = argument.substr (0, argument.size () - (why ? word.size () : 0));
  const size_t colon = std::min (numbers.find (':'), numbers.size ());
  const std::string batch = numbers.substr (std::min (colon + 1, numbers.size ()));
  if (colon < numbers.size () && (batch.empty () || !isdigit ((unsigned char) batch[0])))
    throw Bad_order { "'" + argument + "' is not N, N:B, N:why or N:B:why" };
  return { number_argument (numbers.substr (0, colon), 1, 1024, 1),
           number_argument (batch, 1, 4096, 0) };
}

Cores
cores_of (const std::string &argument)
{
  bool why = false;
  const int64_t number = numbers_of (argument, why).first;
  return { number, why };
}

void
schedule (Module &module, const std::string &argument)
{
  bool why_wanted = false;
  const auto [number, most_batch] = numbers_of (argument, why_wanted);
  std::set<const Process *> gone;
  Module_names names (module);
  for (Network &network : networks_of (module))
    for (const Part &part : balance (network))
      {
        std::string why = seen_by_c (module, network, part);
        std::optional<Plan> plan;
        if (why.empty ())
          plan = plan_of (network, part, size_t (number), most_batch, why);
        if (why_wanted && plan)
          say (*plan);
        if (why_wanted && !plan)
          fprintf (stderr, "schedule: '%s': processes stay apart: %s\n",
                   network.root->name.c_str (), why.c_str ());
        if (!plan)
          continue;
        build (module, names, network, *plan);
        for (size_t k : plan->order)
          gone.insert (network.instances[k].process);
      }
  drop_unused (module, gone);
}

} // namespace er
