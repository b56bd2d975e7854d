/* SPDX-License-Identifier: MIT */
/* localise.cc - replaces a record that one process both writes and reads by variables.
 *
 *   before                                     after
 *   process f(r : record i32, ...) {           process f(...) {
 *       let w : write view i32 = ...(r);           ...
 *       let v : read view i32 = ...(r);            while true {
 *       while true {                                   var r_now : i32;
 *           stall(w, j + 1);                           r_now = x;
 *           w[[j]] = x;                                j = j + 1;
 *           j = j + 1;                                 let n : index = i + 1;
 *           commit(w, j);                              y = r_now;
 *           let n : index = update(v, i + 1);          i = n;
 *           if n == 0 { break; }                   }
 *           y = v[[i]];                        }
 *           i = n;
 *           release(v, i);
 *       }
 *   }
 *
 * If each turn reads just what it has written, one element becomes a scalar, and n elements become
 * an array [n]T that begins at the stall index minus n.  Otherwise (history, elements of earlier
 * turns) the window is a ring: an array of a power of two, subscripted by index & (n - 1).  In
 * every case the rates (rates.h) show that each update finds what it requests, and that the ring
 * has room.  The rates describe only the turns, so a process that stalls, updates or calls done
 * elsewhere (before its loop, after it, in a branch that leaves it) is not changed.
 */
#include "passes/fusion/localise.h"

#include <algorithm>

#include "passes/fusion/fuse.h"
#include "passes/pass.h"
#include "ir/ir.h"

namespace er {

namespace {

/* bytes of variables in place of a record: they are on the stack */
const int64_t most_elements = 4096, most_scalars = 16384;

class Local
{
public:
  Local (Module &module, const Network &network, const Channel &channel)
    : module (module), network (network), channel (channel)
  {
  }
  /* runs: the number of runs of each process. */
  bool can (const std::set<const Process *> &made, std::map<const Process *, size_t> &runs);
  void change ();

private:
  enum Form { Turn_scalar, Turn_array, Ring };
  Module &module;
  const Network &network;
  const Channel &channel;
  const Instance *instance = nullptr;
  const View_rates *writer = nullptr;
  std::vector<const View_rates *> readers;
  Form form = Ring;
  int64_t size = 1;
  std::string window; /* the scalar or array */
  std::string base;   /* Turn_array: the index of its first element */
  std::set<const Variable *> views, results; /* results of updates and dones */

  bool one_instance (std::map<const Process *, size_t> &runs);
  bool all_there ();
  bool in_turn () const;
  bool ring ();
  bool may_ask_for_none (const Stmt *s) const;
  bool understood ();
  Expr *element (Expr *e);
  Expr *first_of (Builder &b, Expr *end) const;
  void statement (Stmt *s, Block &result);
  Block block (const Block &b);
  void drop_argument ();
};

/* ---- Whether ------------------------------------------------------------- */

/* All views belong to one process that is run once, by one run. */
bool
Local::one_instance (std::map<const Process *, size_t> &runs)
{
  if (!channel.closed || channel.writers.size () != 1 || channel.writers[0].instance == 0)
    return false;
  size_t k = channel.writers[0].instance;
  instance = &network.instances[k];
  for (const End &r : channel.readers)
    if (r.instance != k)
      return false;
  return runs[instance->process] == 1 && instance->rates.is_static;
}

/* A reader must not wait before the loop, since what it waits for may not have been committed by
 * then. */
static bool
only_in_turns (const Process_rates &rates, const View_rates &view)
{
  return !rates.aside (view.view) && (view.write || (view.ahead && *view.ahead == Linear ()));
}

/* Whenever the update is executed, in turn 0 and later, at least what it requests has been
 * committed. */
static bool
finds (const Site &ask, const View_rates &writer)
{
  Sum before = writer.before, steady = added (*writer.after, Linear (writer.rate), -1);
  for (const Site &site : writer.sites)
    if (site.call->primitive == Primitive::p_commit && site.order < ask.order)
      before = steady = site.index.start;
  for (const Sum &committed : { before, steady })
    {
      std::optional<int64_t> more =
        committed ? distance (ask.index.start, *committed) : std::nullopt;
      if (!more || *more < 0)
        return false;
    }
  return true;
}

bool
Local::all_there ()
{
  if (!writer->after || !writer->before || writer->rate <= 0
      || !only_in_turns (instance->rates, *writer))
    return false;
  for (const View_rates *reader : readers)
    {
      if (!reader->after || !reader->before || reader->rate != writer->rate
          || !only_in_turns (instance->rates, *reader))
        return false;
      for (const Site &site : reader->sites)
        if (site.call->primitive == Primitive::p_update && !finds (site, *writer))
          return false;
    }
  return true;
}

/* For turns that may commit less than their rate: an update requests just what was committed before
 * it, and a release releases at least that. */
static bool
keeps_pace (const Site &site, const View_rates &reader, const View_rates &writer)
{
  const Site *committed = nullptr;
  for (const Site &other : writer.sites)
    if (other.call->primitive == Primitive::p_commit && other.order < site.order)
      committed = &other;
  if (!committed || !committed->partial || !site.partial)
    return false;
  auto less = [&] (const Variable *v) {
    auto term = committed->partial->terms.find (v);
    return term == committed->partial->terms.end () ? 0 : term->second;
  };
  if (site.call->primitive == Primitive::p_update)
    return *committed->partial == *site.partial;
  Sum given_back = substituted (*site.partial, [&] (const Variable *v) -> Sum {
    for (const Site &ask : reader.sites)
      if (ask.call->primitive == Primitive::p_update && ask.stmt->kind == Stmt::Declare
          && ask.stmt->variable == v)
        return ask.partial;
    return Linear (v);
  });
  return given_back
         && std::all_of (
           given_back->terms.begin (), given_back->terms.end (), [&] (const auto &term) {
             return term.first->kind != Variable::Let || term.second <= less (term.first);
           });
}

/* One stall a turn, directly in the loop, for what is committed and read in it: each reader begins
 * a turn at the index of the writer, requests no more, and releases all of it. */
bool
Local::in_turn () const
{
  const Site *stall = nullptr;
  for (const Site &site : writer->sites)
    if (site.call->primitive == Primitive::p_stall)
      {
        if (stall)
          return false;
        stall = &site;
      }
  const Block &body = instance->rates.loop->body;
  if (!stall || std::find (body.begin (), body.end (), stall->stmt) == body.end ()
      || writer->live != writer->rate || !(*writer->before == Linear ())
      || !(*writer->after == stall->index.start) || !(*writer->ahead == Linear ()))
    return false;
  for (const View_rates *reader : readers)
    {
      if (!(*reader->before == Linear ()) || !(*reader->after == *writer->after))
        return false;
      for (const Site &site : reader->sites)
        {
          std::optional<int64_t> less = distance (site.index.start, *writer->after);
          if (!less || *less < 0 || site.order < stall->order
              || (!writer->whole && (*less > 0 || !keeps_pace (site, *reader, *writer))))
            return false;
        }
    }
  return true;
}

/* The greatest distance from the lowest release index to the stall index. */
bool
Local::ring ()
{
  if (!writer->ahead || !writer->whole)
    return false;
  Sum last = writer->ahead;
  for (const Site &site : writer->sites)
    if (site.call->primitive == Primitive::p_stall
        && distance (*last, site.index.start).value_or (1) > 0)
      last = site.index.start;
  int64_t most = 0;
  for (const View_rates *reader : readers)
    {
      Sum before = added (*reader->after, Linear (reader->rate), -1);
      std::optional<int64_t> at_first = distance (*reader->before, *last),
                             then = before ? distance (*before, *last) : std::nullopt;
      std::optional<int64_t> initial = distance (*reader->before, *writer->ahead);
      if (!at_first || !then || !initial)
        return false;
      most = std::max ({ most, *at_first, *then, *initial });
    }
  for (size = 1; size < most && size <= most_elements; size *= 2)
    ;
  return size <= most_elements;
}

/* An update to 0 returns 0, which is not the end. */
bool
Local::may_ask_for_none (const Stmt *s) const
{
  for (const View_rates *reader : readers)
    for (const Site &site : reader->sites)
      if (site.stmt == s && !asks_for_some (site))
        return true;
  return false;
}

/* Whether each use of the views is one that can be changed. */
bool
Local::understood ()
{
  bool good = true;
  auto look = [&] (Stmt *&s) {
    Block one { s };
    const Expr *e = s->value;
    good = good && !(e && e->kind == Expr::Operation && e->primitive == Primitive::p_claim);
    for (Expr **root : { &s->place, &s->value })
      if (*root && (*root)->kind == Expr::Operation && view_of (*root)
          && views.count (view_of (*root)))
        {
          Primitive p = (*root)->primitive;
          bool gives = p == Primitive::p_update || p == Primitive::p_done;
          good = good
                 && (p < Primitive::p_missed || p == Primitive::p_alloc
                     || p == Primitive::p_register || p == Primitive::p_free_view);
          good = good && !(gives && s->kind == Stmt::Assign);
          if (gives && s->kind == Stmt::Declare && writer->whole && !may_ask_for_none (s))
            results.insert (s->variable);
        }
  };
  each_statement (instance->process->body, look);
  if (form != Ring)
    for (Stmt *s : instance->process->body)
      if (s != instance->rates.loop)
        {
          Block one { s };
          each_expression (one, [&] (Expr *&e) {
            good = good && !(e->kind == Expr::Element && views.count (e->args[0]->variable));
          });
        }
  return good;
}

bool
Local::can (const std::set<const Process *> &made, std::map<const Process *, size_t> &runs)
{
  if (!one_instance (runs) || (!module.main () && !made.count (instance->process)))
    return false;
  writer = &network.view (channel.writers[0]);
  views.insert (writer->view);
  for (const End &r : channel.readers)
    {
      readers.push_back (&network.view (r));
      views.insert (readers.back ()->view);
    }
  if (readers.empty () || !all_there ())
    return false;
  if (in_turn () && writer->rate <= most_elements)
    {
      size = writer->rate;
      form = size == 1 ? Turn_scalar : Turn_array;
    }
  else if (!ring ())
    return false;
  return size * int64_t (scalars_in (channel.record->type->element)) <= most_scalars
         && understood ();
}

/* ---- How ----------------------------------------------------------------- */

Expr *
Local::element (Expr *e)
{
  Builder b (module, e->at);
  if (form == Turn_scalar)
    return b.name (window);
  Expr *at = form == Ring ? b.binary (Op::BitAnd, e->args[1], b.number (size - 1))
                          : b.binary (Op::Subtract, e->args[1], b.name (base));
  return module.make (Expr::Subscript, e->at, { b.name (window), at });
}

/* Returns the stall index minus the size: i if it is i + size. */
Expr *
Local::first_of (Builder &b, Expr *end) const
{
  bool sum = end->kind == Expr::Binary && end->op == Op::Add && end->args[1]->kind == Expr::Integer;
  return sum && int64_t (end->args[1]->integer) == size ? end->args[0] : b.plus (end, -size);
}

/* Returns the replacement of a statement; most are not changed. */
void
Local::statement (Stmt *s, Block &result)
{
  if (s == writer->made
      || std::any_of (readers.begin (), readers.end (),
                      [&] (const View_rates *r) { return s == r->made; })
      || is_end_test (s, results))
    return;
  Expr *call = s->value && s->value->kind == Expr::Operation && view_of (s->value)
                   && views.count (view_of (s->value))
                 ? s->value
                 : nullptr;
  each_root (*s, [&] (Expr *&root) {
    rewrite (root, [&] (Expr *&e) {
      if (e->kind == Expr::Element && views.count (e->args[0]->variable))
        e = element (e);
    });
  });
  s->body = block (s->body);
  s->other = block (s->other);
  Builder b (module, s->at);
  if (!call)
    result.push_back (s);
  else if (call->primitive == Primitive::p_stall && !base.empty ())
    result.push_back (b.let (base, first_of (b, call->args[1])));
  else if (s->kind == Stmt::Declare && call->primitive == Primitive::p_update)
    {
      s->value = call->args[1];
      result.push_back (s);
    }
  else if (s->kind == Stmt::Declare) /* done */
    {
      s->value = module.boolean (s->at, false);
      result.push_back (s);
    }
}

Block
Local::block (const Block &b)
{
  Block result;
  for (Stmt *s : b)
    statement (s, result);
  return result;
}

/* Removes the record from the parameters, the run and the root. */
void
Local::drop_argument ()
{
  std::vector<Variable *> &parameters = instance->process->parameters;
  std::vector<Expr *> &args = instance->run->args;
  for (size_t k = args.size (); k-- > 0;)
    if (args[k]->kind == Expr::Name && args[k]->variable == channel.record)
      {
        args.erase (args.begin () + long (k));
        parameters.erase (parameters.begin () + long (k));
      }
  Block &body = network.root->body;
  body.erase (std::find (body.begin (), body.end (), channel.made));
}

void
Local::change ()
{
  Process &p = *instance->process;
  Stmt *loop = instance->rates.loop;
  Fresh_names names (module, p);
  Builder b (module, loop->at);
  const std::string &name = channel.record->name;
  window = names.fresh (name + (form == Ring ? "_ring" : "_now"));
  if (form == Turn_array)
    base = names.fresh (name + "_base");
  p.body = block (p.body);
  Stmt *declared = b.declare (Variable::Var, window, nullptr);
  const Type *element = channel.record->type->element;
  declared->variable->type =
    form == Turn_scalar ? element : module.array (element, uint64_t (size));
  Block &around = form == Turn_scalar ? loop->body : p.body;
  around.insert (around.begin (), declared);
  drop_argument ();
}

} // namespace

/* The facts about a channel still hold after other channels were changed, because they share only
 * statements that stay. */
static bool
localise_once (Module &module, const std::set<const Process *> &made)
{
  std::map<const Process *, size_t> runs = runs_of (module);
  bool any = false;
  for (const Network &network : networks_of (module))
    for (const Channel &channel : network.channels)
      {
        Local local (module, network, channel);
        if (!local.can (made, runs))
          continue;
        local.change ();
        any = true;
      }
  return any;
}

void
localise_all (Module &module, const std::set<const Process *> &made)
{
  while (localise_once (module, made))
    rebind (module);
}

void
localise (Module &module, const std::string &)
{
  localise_all (module, {});
}

} // namespace er
