/* SPDX-License-Identifier: MIT */
/* fission.cc - several processes share the turns of one that remembers nothing: when, and the
 * network around it.
 *
 *   before                                         after fission=2
 *   process p(src : record i32,                    process p_part(src : record i32,
 *             out : record i32) {                          out : record i32, part : index,
 *                                                          v_id : index, w_id : index) {
 *       ... v = new_read_view(src) ...                 ... register(v, v_id); register(w, w_id);
 *       register(v, 1); register(w, 1);                var turn : index = part;
 *       while true {                                   var seen : index;
 *           let n : index = update(v, i + 1);          while true {
 *           if n == 0 { break; }                           i = turn;
 *           stall(w, i + 1);                               let n : index = update(v, i + 1);
 *           w[[i]] = v[[i]] * v[[i]];                      if n > 0 { seen = n; }
 *           commit(w, i + 1);                              if n <= turn { break; }
 *           i = n;                                         commit(w, turn);
 *           release(v, i);                                 ... the same ...
 *       }                                                  turn = turn + 2;
 *   }                                                      release(v, turn);
 *   main: let r : record i32 = new_record(1, 1);       }
 *         let s : record i32 = new_record(1, 1);       commit(w, seen);
 *         run p(r, s);                             }
 *                                                  main: ... r = new_record(1, 2);
 *                                                        ... s = new_record(2, 1);
 *                                                        run p_part(r, s, 0, 1, 1);
 *                                                        run p_part(r, s, 1, 2, 2);
 *
 * Each copy is a consumer and a producer with an id of its own; it does turns part, part + N, ...
 * in place, and commits and releases past those of the others.  At the end all commit the end that
 * the process would have committed.  So it is with blocks of one turn; where one turn is of few
 * elements, the copies share blocks of B turns (fission=N:B):
 *
 *   while true {
 *       ... a turn as above ...
 *       var over : bool;
 *       for shared in 1 .. B {
 *           ... the body as it was, but after the update:
 *           if n > 0 { seen = n; }
 *           if n == 0 { over = true; break; }
 *       }
 *       if over { break; }
 *       turn = turn + 2 * B;
 *       release(v, turn);
 *   }
 *
 * The process must have static rates.  A turn reads its own elements; that of a for also those
 * ahead of them, in place: copies share what they read.  It does not look back.  Between turns only
 * its counters change; nothing but records sees it; where its last turn may be given less than it
 * asks for, what it commits then is a multiple of what it was given in all (a while), or the same
 * whatever it is given (a for, which goes on then); and no way leads from it back to it.  A copy of
 * a while waits for the input of its next turn before it commits past the others' turns.  So
 * nothing that comes before this input may need what the others have committed, also not by ids
 * that are taken late, join, or processes that are run late (fission_needs.cc).  A copy of a for
 * commits first.  By itself the pass takes processes whose turns are worth it (cost.h), and two
 * copies.
 */
#include <algorithm>

#include "analysis/analysis.h"
#include "passes/fission/fission.h"
#include "passes/fusion/fuse.h"
#include "passes/pass.h"
#include "ir/ir.h"

namespace er {

namespace {

/* Elements of a block: enough to make its synchronisation cheap, to vectorise strips in it
 * (coarsen.cc), and to let two processes write to the same cache line only at its ends. */
const int64_t usual_elements = 1024, most_turns = 1 << 16;

class Share
{
public:
  Share (Module &module, Network &network, size_t which, const Sharing &sharing)
      : module (module), network (network), instance (network.instances[which]), which (which),
        sharing (sharing)
  {
  }
  bool can (const Reachability &reach, const Needs &needs);
  /* The network stays valid, except for the process, which is no longer run. */
  Process *change (Module_names &all_names);

private:
  Module &module;
  Network &network;
  const Instance &instance;
  size_t which;
  Sharing sharing; /* block: 0 to choose it */
  Process_rates rates; /* in the names of the process */
  const View_rates *input = nullptr; /* whose end ends a while */

  bool shape ();
  bool own_elements (const View_rates &v) const;
  bool views ();
  bool remembers_nothing ();
  bool exits ();
  Channel *channel_of (size_t view);
};

/* ---- Whether ------------------------------------------------------------- */

Channel *
Share::channel_of (size_t view)
{
  for (Channel &c : network.channels)
    for (const auto *ends : { &c.writers, &c.readers })
      for (const End &end : *ends)
        if (c.closed && end.instance == which && end.view == view)
          return &c;
  return nullptr;
}

/* Whether a statement before the loop only makes views, or computes, as each copy may do again. */
static bool
begins (Stmt *s)
{
  if (s->kind == Stmt::Declare)
    return true;
  const Expr *e = s->kind == Stmt::Do ? s->value : nullptr;
  if (e && e->kind == Expr::Operation)
    return e->primitive == Primitive::p_register || e->primitive == Primitive::p_alloc
           || e->primitive == Primitive::p_commit || e->primitive == Primitive::p_release;
  bool returns = false;
  Block one { s };
  each_statement (one, [&] (Stmt *&inner) { returns |= inner->kind == Stmt::Return; });
  return !returns && !synchronises (s);
}

/* The process has what begins, the loop, and nothing after it. */
bool
Share::shape ()
{
  const Block &body = instance.process->body;
  return instance.stmt && instance.stmt->kind == Stmt::Do && rates.is_static
         && does_nothing_else (*instance.process) && rates.position + 1 == body.size ()
         && std::all_of (body.begin (), body.begin () + long (rates.position), begins);
}

/* A turn requests nothing beyond the elements that it commits or releases. */
static bool
keeps_to_turn (const View_rates &v)
{
  return std::all_of (v.sites.begin (), v.sites.end (), [&] (const Site &site) {
    std::optional<int64_t> left = distance (site.index.start, *v.after);
    return left && *left >= 0;
  });
}

static bool
uses_updates (const View_rates &v)
{
  return std::any_of (v.sites.begin (), v.sites.end (), gives_result);
}

/* Whether the elements of a turn are those between where it begins and where the next one does; a
 * turn of a for may read beyond them, if it does not look at where the stream ends. */
bool
Share::own_elements (const View_rates &v) const
{
  if (!v.made || v.rate <= 0 || !v.after || v.live <= 0 || !v.before || !v.before->is_constant ()
      || !v.after->is_constant () || v.after->constant - v.before->constant != v.rate)
    return false;
  if (rates.loop->kind != Stmt::For)
    return v.before->constant == 0 && v.live == v.rate && keeps_to_turn (v);
  return keeps_to_turn (v) || (!v.write && !uses_updates (v));
}

bool
Share::views ()
{
  size_t writes = 0;
  int64_t most = 1;
  for (size_t k = 0; k < rates.views.size (); k++)
    {
      const View_rates &v = rates.views[k];
      if (!channel_of (k) || !own_elements (v) || (v.write && !v.whole && !end_of (rates, v)))
        return false;
      writes += v.write;
      most = std::max (most, v.rate);
    }
  if (!sharing.block)
    sharing.block = std::max<int64_t> (1, usual_elements / most);
  return writes > 0;
}

/* The loop assigns only to variables that it declares, and to counters. */
bool
Share::remembers_nothing ()
{
  std::set<const Variable *> own;
  bool good = true;
  each_statement (rates.loop->body, [&] (Stmt *&s) {
    if (s->kind == Stmt::Declare)
      own.insert (s->variable);
    const Variable *changed = changed_by (s);
    good = good && (!changed || own.count (changed) || rates.counters.count (changed));
  });
  for (const auto &counter : rates.counters)
    for (const auto &term : counter.second.start.terms)
      good = good && term.first->kind != Variable::Var;
  return good && counts_whatever_comes (rates, rates.loop->kind == Stmt::For);
}

static bool
asks_done (Block &b)
{
  bool found = false;
  each_expression (b, [&] (Expr *&e) {
    found |= e->kind == Expr::Operation && e->primitive == Primitive::p_done;
  });
  return found;
}

/* A for ends only at its bound: it continues after the end of a stream, where done depends on what
 * earlier turns have requested.  A while ends with its one stream, tested by the result of its one
 * update.
 */
bool
Share::exits ()
{
  std::set<const Variable *> results;
  size_t tests = 0, jumps = 0, reads = 0, updates = 0;
  for (const View_rates &v : rates.views)
    if (!v.write)
      {
        reads++;
        input = &v;
        for (const Site &site : v.sites)
          updates += site.call->primitive == Primitive::p_update;
      }
  for (Stmt *s : rates.loop->body)
    {
      if (s->kind == Stmt::Declare && s->value && s->value->kind == Expr::Operation
          && s->value->primitive == Primitive::p_update)
        results.insert (s->variable);
      tests += is_end_test (s, results);
      jumps += jumps_out (s);
    }
  bool is_for = rates.loop->kind == Stmt::For,
       endless = !is_for && rates.loop->value->kind == Expr::Boolean && rates.loop->value->integer;
  if (is_for)
    return jumps == 0 && !asks_done (rates.loop->body) && rates.from && rates.to
           && added (*rates.to, *rates.from, -1) && rates.by > 0;
  return endless && tests == 1 && jumps == 1 && reads == 1 && updates == 1;
}

bool
Share::can (const Reachability &reach, const Needs &needs)
{
  rates = rates_of (*instance.process);
  return shape () && views () && remembers_nothing () && !reach.leads_back (which) && exits ()
         && (rates.loop->kind == Stmt::For || !needs.before_input (which));
}

/* ---- How ----------------------------------------------------------------- */

Process *
Share::change (Module_names &all_names)
{
  Fresh_names names = all_names.within ();
  Process *made = module.process ();
  made->name = all_names.process (instance.process->name + "_part");
  made->at = instance.process->at;
  Renamer renamer (module, names);
  for (const Variable *v : instance.process->parameters)
    made->parameters.push_back (renamer.declare (v));
  made->body = renamer.copy (instance.process->body);
  Process_rates copied = rates_of (*made);
  const View_rates *read = nullptr;
  for (const View_rates &v : copied.views)
    if (!v.write)
      read = &v;
  make_part (module, *made, copied, read, sharing);
  int64_t parts = sharing.parts;

  Builder b (module, instance.run->at);
  std::vector<int64_t> ids; /* of each view: the number of views on its side */
  for (size_t k = 0; k < rates.views.size (); k++)
    {
      Channel &c = *channel_of (k);
      int64_t &count = rates.views[k].write ? c.wreg : c.rreg;
      ids.push_back (count);
      count += parts - 1;
      c.made->value->args[rates.views[k].write ? 0 : 1] = b.number (count);
    }
  Block runs;
  for (int64_t part = 0; part < parts; part++)
    {
      Expr *run = copy (module, instance.run);
      run->name = made->name;
      run->process = made;
      run->args.push_back (b.number (part));
      for (size_t k = 0; k < ids.size (); k++)
        run->args.push_back (
          b.number (part == 0 ? instance.rates.views[k].id->constant : ids[k] + part));
      runs.push_back (b.alone (run));
    }
  Block &body = network.root->body;
  auto at = body.erase (std::find (body.begin (), body.end (), instance.stmt));
  body.insert (at, runs.begin (), runs.end ());
  auto item = std::find_if (module.items.begin (), module.items.end (),
                            [&] (const Item &i) { return i.process == instance.process; });
  Item added;
  added.process = made;
  module.items.insert (item + 1, added);
  return made;
}

} // namespace

void
fission (Module &module, const std::string &argument)
{
  size_t colon = std::min (argument.find (':'), argument.size ());
  bool block = colon < argument.size ();
  if (block && (colon == 0 || colon + 1 == argument.size ()))
    throw Bad_order { "'" + argument + "' is not N:B" };
  Sharing sharing { number_argument (argument.substr (0, colon), 2, 1024, 2),
                    block ? number_argument (argument.substr (colon + 1), 1, most_turns, 0) : 0 };
  std::set<const Process *> made, gone;
  Module_names names (module);
  for (Network &network : networks_of (module))
    {
      Reachability reach (network, false); /* fission_needs.cc */
      Needs needs (network);
      for (size_t k = 1; k < network.instances.size (); k++)
        {
          const Instance &i = network.instances[k];
          Share share (module, network, k, sharing);
          if (made.count (i.process) || (argument.empty () && tiny_turn (i.rates))
              || !share.can (reach, needs))
            continue;
          made.insert (share.change (names));
          gone.insert (i.process);
        }
    }
  drop_unused (module, gone);
}

} // namespace er
