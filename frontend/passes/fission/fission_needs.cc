/* SPDX-License-Identifier: MIT */
/* fission_needs.cc - the order in which statements of a network must be executed (for fission.cc).
 *
 *   process main() {                                   1
 *       ... run src(r, u); run q(r, s); ...            2   src feeds q (record r)
 *       register(a, 1);                                3   a reads what q writes (s)
 *       update(a, 1);                                  4
 *       register(b, 1);                                5   b reads the other record of src (u)
 *   }
 *
 * 4 needs the loop of q, which needs that of src; src stalls for u, so it needs 5 (5.4), which
 * needs 4.  So the second turn of src comes after the first element of s, and copies of q that
 * delay that element until they see more of r would wait for ever.
 *
 * A statement needs the one before it.  A statement with an update also needs the commits of the
 * producers and their ends; one with a stall, the statements in which consumers take their ids;
 * join, the end of a process; the first statement of a process, the one that runs it.  Windows are
 * not considered, since a stall that waits only for releases is given room (4.12).  Neither is the
 * order within a loop, which is one statement.
 */
#include "passes/fission/fission.h"

#include <algorithm>

#include "ir/ir.h"
#include "analysis/analysis.h"

namespace er {

/* The closed channels, except those with a view that is passed to another process, whose behaviour
 * is unknown. */
void
Needs::find_channels ()
{
  std::set<std::pair<size_t, const Variable *>> given;
  for (size_t k = 0; k < network.instances.size (); k++)
    each_expression (network.instances[k].process->body, [&] (Expr *&e) {
      if (e->kind == Expr::Run)
        for (const Expr *a : e->args)
          if (a->type->view ())
            given.insert ({ k, a->variable });
    });
  for (size_t c = 0; c < network.channels.size (); c++)
    {
      std::vector<End> ends = network.channels[c].writers;
      ends.insert (ends.end (), network.channels[c].readers.begin (),
                   network.channels[c].readers.end ());
      auto key = [&] (const End &end) {
        return std::make_pair (end.instance, network.view (end).view);
      };
      if (!network.channels[c].closed
          || std::any_of (ends.begin (), ends.end (),
                          [&] (const End &end) { return given.count (key (end)); }))
        continue;
      for (const End &end : ends)
        channels[key (end)] = c;
    }
}

void
Needs::of_view (size_t k, size_t statement, const Expr *e)
{
  bool write = e->args[0]->type->kind == Type::WriteView;
  bool takes = e->primitive == Primitive::p_update || e->primitive == Primitive::p_stall;
  bool gives = e->primitive == Primitive::p_commit || e->primitive == Primitive::p_free_view
               || e->primitive == Primitive::p_register;
  auto channel = channels.find ({ k, view_of (e) });
  if (channel == channels.end ())
    {
      if (takes)
        add (unknown, statement);
      if (gives)
        add (statement, unknown);
      return;
    }
  Side &side = write ? uses[channel->second].writers : uses[channel->second].readers;
  if (takes)
    side.take.push_back (statement);
  if (gives)
    (e->primitive == Primitive::p_register ? side.ids : side.give).push_back (statement);
}

/* A handle is that of a process of the network, or of an unknown one. */
void
Needs::of_join (size_t k, size_t statement, const Expr *handle)
{
  for (size_t j = 1; j < network.instances.size (); j++)
    {
      const Stmt *run = network.instances[j].stmt;
      bool known = k == 0 && handle->kind == Expr::Name && handle->variable->kind == Variable::Let
                   && run->kind == Stmt::Declare;
      if (!known || run->variable == handle->variable)
        add (end_of (j), statement);
    }
  add (unknown, statement);
}

void
Needs::of_instance (size_t k)
{
  Block &body = network.instances[k].process->body;
  for (size_t s = 0; s < body.size (); s++)
    {
      size_t statement = first[k] + s;
      add (statement, statement + 1);
      Block one { body[s] };
      each_expression (one, [&] (Expr *&e) {
        if (e->kind == Expr::Run && (k || body[s]->value != e || e->process->external))
          add (statement, unknown);
        else if (e->kind == Expr::Operation && e->primitive == Primitive::p_join)
          of_join (k, statement, e->args[0]);
        else if (e->kind == Expr::Operation && view_of (e))
          of_view (k, statement, e);
      });
      for (size_t j = 1; k == 0 && j < network.instances.size (); j++)
        if (network.instances[j].stmt == body[s])
          add (statement, first[j]);
    }
  for (const View_rates &v : network.instances[k].rates.views)
    if (auto channel = channels.find ({ k, v.view }); channel == channels.end ())
      add (end_of (k), unknown);
    else if (v.write)
      uses[channel->second].writers.give.push_back (end_of (k));
  if (network.instances[k].stmt && network.instances[k].stmt->kind != Stmt::Do)
    add (end_of (k), unknown); /* any process may have its handle */
}

Needs::Needs (const Network &network)
    : network (network), unknown (0), uses (network.channels.size ())
{
  for (const Instance &i : network.instances)
    {
      first.push_back (unknown);
      unknown += i.process->body.size () + 1;
    }
  next.resize (unknown + 1);
  find_channels ();
  for (size_t k = 0; k < network.instances.size (); k++)
    of_instance (k);
  for (const Uses &u : uses)
    {
      for (size_t before : u.writers.give)
        for (size_t after : u.readers.take)
          add (before, after);
      for (size_t before : u.readers.ids)
        for (size_t after : u.writers.take)
          add (before, after);
    }
  component = scc_of (next);
}

/* Each statement that provides its input is needed by each statement that needs its output.  So if
 * there is a path back, they are in one strongly connected component. */
bool
Needs::before_input (size_t which) const
{
  std::set<size_t> needing, giving;
  for (const View_rates &v : network.instances[which].rates.views)
    {
      auto channel = channels.find ({ which, v.view });
      if (channel == channels.end ())
        return true;
      const Uses &u = uses[channel->second];
      for (size_t s : v.write ? u.readers.take : u.writers.give)
        (v.write ? needing : giving).insert (component[s]);
    }
  return std::any_of (needing.begin (), needing.end (),
                      [&] (size_t k) { return giving.count (k); });
}

} // namespace er
