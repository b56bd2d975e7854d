/* SPDX-License-Identifier: MIT */
/* elaborate.cc - makes the tree of instances (elaborate.h). */
#include "streamit/elaborate/elaborate.h"

namespace er::streamit {

namespace {

class Elaborator : public Evaluator
{
public:
  Elaborator (Program &program, Report &report) : Evaluator (report), program (program) {}
  void all ();

private:
  static const int most_depth = 200;
  static const size_t most_nodes = 200000;
  Program &program;
  Node *node = nullptr; /* whose body runs */
  size_t nodes = 0;
  int depth = 0;
  /* the distributions of the node, whose weights need the number of children */
  const Distribution *split = nullptr, *join = nullptr;
  std::vector<int64_t> split_weights, join_weights;

  void create (const Stmt *s, Env &env) override;
  void add (const Stmt *s, Env &env);
  std::unique_ptr<Node> make (const Creation &c, Env &env);
  void fill (Node &n, const Stream *s);
  void filter (Node &n);
  void composite (Node &n);
  std::vector<int64_t> weights (const Distribution &d, const std::vector<int64_t> &given,
                                size_t children);
  std::vector<int64_t> given (const Distribution &d, Env &env);
  void types (Node &n);
  void register_with (Node &n, const std::vector<Expr *> &list, Env &env);
};

std::vector<int64_t>
Elaborator::given (const Distribution &d, Env &env)
{
  std::vector<int64_t> list;
  for (const Expr *e : d.weights)
    {
      list.push_back (integer (e, env));
      if (list.back () < 0 || list.back () > 1 << 24)
        report.stop (e->at, format ("a weight is at least 0 and at most %d, not %lld", 1 << 24,
                                    (long long) list.back ()));
    }
  return list;
}

std::vector<int64_t>
Elaborator::weights (const Distribution &d, const std::vector<int64_t> &given, size_t children)
{
  if (given.size () < 2)
    return std::vector<int64_t> (children, given.empty () ? 1 : given[0]);
  if (given.size () != children)
    report.stop (d.at, format ("%zu weights are given for %zu streams", given.size (), children));
  return given;
}

void
Elaborator::create (const Stmt *s, Env &env)
{
  if (!node)
    report.stop (s->at, "this statement is not allowed in code that runs at compile time");
  switch (s->kind)
    {
    case Stmt::Add:
    case Stmt::Body:
    case Stmt::Loop:
      add (s, env);
      break;
    case Stmt::Split:
      if (split)
        report.stop (s->at, "a second splitter");
      split = &s->how;
      split_weights = given (s->how, env);
      break;
    case Stmt::Join:
      if (join)
        report.stop (s->at, "a second joiner");
      join = &s->how;
      join_weights = given (s->how, env);
      break;
    case Stmt::Enqueue:
      node->enqueued.push_back (value (s->args[0], env));
      if (node->enqueued.size () > 1 << 20)
        report.stop (s->at, "more than 2^20 elements are enqueued");
      break;
    default:
      Evaluator::create (s, env);
    }
}

void
Elaborator::add (const Stmt *s, Env &env)
{
  std::unique_ptr<Node> child = make (s->what, env);
  if (node->stream->kind != Stream::FeedbackLoop)
    {
      node->children.push_back (std::move (child));
      return;
    }
  node->children.resize (2);
  std::unique_ptr<Node> &where = node->children[s->kind == Stmt::Body ? 0 : 1];
  if (where)
    report.stop (s->at, "a feedbackloop has one body and one loop");
  where = std::move (child);
}

void
Elaborator::register_with (Node &n, const std::vector<Expr *> &list, Env &env)
{
  for (const Expr *e : list)
    {
      Value *portal = e->variable ? env.find (e->variable) : nullptr;
      if (!portal || portal->kind != Type::Portal)
        report.stop (e->at, "'" + e->text + "' is not a portal that is known here");
      n.portals.push_back (portal->integer);
    }
}

std::unique_ptr<Node>
Elaborator::make (const Creation &c, Env &env)
{
  auto n = std::make_unique<Node> ();
  n->at = c.at;
  n->stream = c.stream;
  n->name = c.stream && c.stream->name.empty () ? "anonymous" : c.anonymous ? "" : c.name;
  if (++nodes > most_nodes)
    report.stop (c.at, format ("the program has more than %zu streams", most_nodes));
  register_with (*n, c.portals, env);
  if (!c.stream)
    {
      n->in = c.name == "FileReader" ? program.unit.type (Type::Void) : c.of;
      n->out = c.name == "FileWriter" ? program.unit.type (Type::Void) : c.of;
      if (!c.of)
        report.stop (c.at, "write the type: " + c.name + "<int>");
      n->env.own = env.own;
      n->env.around = &program.statics;
      if (c.name != "Identity")
        n->file = *convert (value (c.args[0], env), Type::String).text;
      return n;
    }
  n->env.around = &program.statics;
  if (c.anonymous)
    for (Env *e = &env; e && e != &program.statics; e = e->around)
      for (const auto &entry : e->own)
        n->env.own.insert (entry);
  for (size_t k = 0; k < c.stream->parameters.size (); k++)
    {
      const Variable *p = c.stream->parameters[k];
      Value v = c.args[k]->kind == Expr::List ? initial (p->type, c.args[k], n->env)
                                              : value (c.args[k], env);
      n->env.own[p] = v;
    }
  for (size_t k = 0; k < c.stream->parameters.size (); k++)
    {
      const Variable *p = c.stream->parameters[k];
      Value &v = n->env.own[p];
      v = fit (v, p->type, n->env, c.at);
    }
  fill (*n, c.stream);
  return n;
}

void
Elaborator::fill (Node &n, const Stream *s)
{
  n.in = s->in;
  n.out = s->out;
  if (++depth > most_depth)
    report.stop (s->at, format ("streams are nested more than %d deep", most_depth));
  if (s->kind == Stream::Filter)
    filter (n);
  else
    composite (n);
  depth--;
  types (n);
}

void
Elaborator::filter (Node &n)
{
  Node *outer = node;
  node = nullptr;
  for (const Variable *f : n.stream->fields)
    declare (f, n.env);
  if (const Function *init = n.stream->function (Function::Init))
    run (init, n.env);
  node = outer;
}

void
Elaborator::composite (Node &n)
{
  Node *outer = node;
  const Distribution *outer_split = split, *outer_join = join;
  std::vector<int64_t> outer_split_weights = split_weights, outer_join_weights = join_weights;
  node = &n;
  split = join = nullptr;
  split_weights.clear ();
  join_weights.clear ();
  execute (n.stream->body, n.env);
  bool loop = n.stream->kind == Stream::FeedbackLoop;
  if (loop)
    n.children.resize (2);
  else if (n.children.empty ())
    report.stop (n.at, "'" + n.name + "' adds no streams");
  if (n.stream->kind != Stream::Pipeline)
    {
      if (!split && n.stream->kind == Stream::SplitJoin)
        report.stop (n.stream->at, "the splitjoin has no splitter");
      if (!join && n.stream->kind == Stream::SplitJoin)
        report.stop (n.stream->at, "the splitjoin has no joiner");
      if (loop && (!split || !join))
        report.stop (n.stream->at, "the feedbackloop has no splitter or no joiner");
      n.split_duplicate = split->duplicate;
      n.split_at = split->at;
      n.join_at = join->at;
      if (join->duplicate)
        report.stop (join->at, "a joiner is a roundrobin");
      n.split = weights (*split, split_weights, n.children.size ());
      n.join = weights (*join, join_weights, n.children.size ());
    }
  node = outer;
  split = outer_split;
  join = outer_join;
  split_weights = outer_split_weights;
  join_weights = outer_join_weights;
}

/* Finds the types of an anonymous stream by those of its children. */
void
Elaborator::types (Node &n)
{
  if (n.in && n.out)
    return;
  const Type *none = program.unit.type (Type::Void);
  for (auto &child : n.children)
    {
      if (!child)
        continue;
      bool pipeline = n.stream->kind == Stream::Pipeline;
      if (!n.in || (!pipeline && n.in->kind == Type::Void))
        n.in = child->in;
      if (!n.out || pipeline || n.out->kind == Type::Void)
        n.out = child->out;
    }
  if (n.stream->kind == Stream::SplitJoin && !n.split_duplicate)
    {
      int64_t sum = 0;
      for (int64_t w : n.split)
        sum += w;
      if (!sum)
        n.in = none;
    }
  if (n.stream->kind == Stream::FeedbackLoop && n.children[0])
    {
      n.in = n.join[0] ? n.children[0]->in : none;
      n.out = n.split[0] ? n.children[0]->out : none;
    }
  if (!n.in || !n.out)
    report.stop (n.at, "write the type of this stream");
}

void
Elaborator::all ()
{
  for (const Variable *v : program.unit.statics)
    declare (v, program.statics);
  for (const Function *f : program.unit.static_inits)
    run (f, program.statics);
  const Stream *top = nullptr;
  for (const Stream *s : program.unit.streams)
    if (s->parameters.empty () && s->in && s->in->kind == Type::Void
        && s->out->kind == Type::Void)
      top = top && s->kind == Stream::Filter ? top : s;
  if (!top)
    report.stop ({}, "there is no stream of type void->void without parameters, which would be "
                     "the program");
  program.top = std::make_unique<Node> ();
  program.top->stream = top;
  program.top->name = top->name;
  program.top->at = top->at;
  program.top->env.around = &program.statics;
  fill (*program.top, top);
}

} // namespace

void
elaborate (Program &program, Report &report)
{
  Elaborator (program, report).all ();
}

} // namespace er::streamit
