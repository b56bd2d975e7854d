/* SPDX-License-Identifier: MIT */
/* network.cc - the processes that a process runs (network.h). */
#include "analysis/network.h"

#include <algorithm>

#include "ir/ir.h"

namespace er {

static Sum
constant (const Expr *e)
{
  return linear (e, [] (const Variable *) { return Sum (); });
}

/* Expresses arguments as sums of immutable names of the root, so that equal arguments compare
 * equal. */
class Root_sums
{
public:
  explicit Root_sums (Process &root)
  {
    for (Stmt *s : root.body)
      if (s->kind == Stmt::Declare && s->variable->kind == Variable::Let)
        values[s->variable] = of (s->value);
  }
  Sum of (const Expr *e) const
  {
    return linear (e, [&] (const Variable *v) -> Sum {
      auto known = values.find (v);
      if (known != values.end () && known->second)
        return known->second;
      return v->kind == Variable::Parameter || v->kind == Variable::Let ? Sum (Linear (v)) : Sum ();
    });
  }

private:
  std::map<const Variable *, Sum> values;
};

static void
find_instances (Process &root, Network &network)
{
  Root_sums sums (root);
  network.instances.push_back ({ &root, nullptr, nullptr, rates_of (root) });
  for (Stmt *s : root.body)
    {
      Expr *run = s->value && s->value->kind == Expr::Run ? s->value : nullptr;
      if (!run || run->process->external)
        continue;
      Arguments_known known;
      for (size_t k = 0; k < run->args.size (); k++)
        if (Sum value = sums.of (run->args[k]))
          known[run->process->parameters[k]] = *value;
      network.instances.push_back ({ run->process, s, run, rates_of (*run->process, known) });
    }
}

static void
find_channels (Process &root, Network &network)
{
  for (Stmt *s : root.body)
    {
      bool makes = s->kind == Stmt::Declare && s->variable->kind == Variable::Let && s->value
                   && s->value->kind == Expr::Operation
                   && s->value->primitive == Primitive::p_new_record;
      if (!makes)
        continue;
      Sum wreg = constant (s->value->args[0]), rreg = constant (s->value->args[1]);
      if (wreg && rreg)
        network.channels.push_back ({ s->variable, s, wreg->constant, rreg->constant });
    }
}

/* The number of times that a process names each variable. */
typedef std::map<const Variable *, size_t> Uses;

static Uses
uses_in (Process &p)
{
  Uses uses;
  each_expression (p.body, [&] (Expr *&e) {
    if (e->kind == Expr::Name && e->variable->type->kind == Type::Record)
      uses[e->variable]++;
  });
  return uses;
}

/* The views of all instances on the channels of a network.  Uses that were not understood leave a
 * channel open. */
class Ends
{
public:
  explicit Ends (Network &network) : network (network), understood (network.channels.size ())
  {
    for (size_t k = 0; k < network.channels.size (); k++)
      channels[network.channels[k].record] = k;
  }
  void find ();

private:
  Network &network;
  std::map<const Variable *, size_t> channels; /* by the record */
  std::vector<size_t> understood;              /* uses in the root, by channel */
  std::map<const Process *, Uses> uses;        /* of instances that are given records of channels */

  size_t add (size_t channel, size_t instance, const std::vector<size_t> &views);
  void of_instance (size_t instance);
  void of_root ();
};

/* Adds the ends; returns their number. */
size_t
Ends::add (size_t channel, size_t instance, const std::vector<size_t> &views)
{
  Channel &c = network.channels[channel];
  for (size_t v : views)
    (network.instances[instance].rates.views[v].write ? c.writers : c.readers)
      .push_back ({ instance, v });
  return views.size ();
}

typedef std::map<const Variable *, std::vector<size_t>> Views;

static Views
views_by_record (const Process_rates &rates)
{
  Views views;
  for (size_t k = 0; k < rates.views.size (); k++)
    if (rates.views[k].record)
      views[rates.views[k].record].push_back (k);
  return views;
}

void
Ends::of_root ()
{
  for (const auto &v : views_by_record (network.instances[0].rates))
    if (auto channel = channels.find (v.first); channel != channels.end ())
      understood[channel->second] += add (channel->second, 0, v.second);
}

/* There, records are named by parameters. */
void
Ends::of_instance (size_t k)
{
  const Instance &instance = network.instances[k];
  Views views = views_by_record (instance.rates);
  for (size_t a = 0; a < instance.run->args.size (); a++)
    {
      const Expr *arg = instance.run->args[a];
      auto channel = arg->kind == Expr::Name ? channels.find (arg->variable) : channels.end ();
      if (channel == channels.end ())
        continue;
      understood[channel->second]++;
      const Variable *parameter = instance.process->parameters[a];
      auto counted = uses.find (instance.process);
      if (counted == uses.end ())
        counted = uses.emplace (instance.process, uses_in (*instance.process)).first;
      if (add (channel->second, k, views[parameter]) != counted->second[parameter])
        network.channels[channel->second].closed = false;
    }
}

void
Ends::find ()
{
  of_root ();
  for (size_t k = 1; k < network.instances.size (); k++)
    of_instance (k);
  Uses in_root = uses_in (*network.root);
  for (size_t k = 0; k < network.channels.size (); k++)
    if (understood[k] != in_root[network.channels[k].record])
      network.channels[k].closed = false;
}

static bool
all_ids (const Network &network, const std::vector<End> &ends, int64_t count)
{
  std::set<int64_t> ids;
  for (const End &end : ends)
    {
      const Sum &id = network.view (end).id;
      if (!id || !id->is_constant () || id->constant < 1 || id->constant > count)
        return false;
      ids.insert (id->constant);
    }
  return int64_t (ids.size ()) == count && int64_t (ends.size ()) == count;
}

std::map<const Process *, size_t>
runs_of (Module &module)
{
  std::map<const Process *, size_t> runs;
  each_process (module, [&] (Process &p) {
    each_expression (p.body, [&] (Expr *&e) {
      if (e->kind == Expr::Run)
        runs[e->process]++;
    });
  });
  return runs;
}

void
drop_unused (Module &module, const std::set<const Process *> &processes)
{
  if (!module.main ())
    return;
  std::map<const Process *, size_t> runs = runs_of (module);
  auto unused = [&] (const Item &i) {
    return i.process && processes.count (i.process) && !runs.count (i.process);
  };
  module.items.erase (std::remove_if (module.items.begin (), module.items.end (), unused),
                      module.items.end ());
}

std::vector<Network>
networks_of (Module &module)
{
  std::vector<Network> networks;
  each_process (module, [&] (Process &p) {
    Network network { &p, {}, {} };
    find_instances (p, network);
    if (network.instances.size () == 1)
      return;
    find_channels (p, network);
    Ends (network).find ();
    for (Channel &channel : network.channels)
      channel.closed = channel.closed && all_ids (network, channel.writers, channel.wreg)
                       && all_ids (network, channel.readers, channel.rreg);
    networks.push_back (std::move (network));
  });
  return networks;
}

} // namespace er
