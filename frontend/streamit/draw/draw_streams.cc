/* SPDX-License-Identifier: MIT */
/* draw_streams.cc - frames, filters, splitters and joiners, and the tapes between them
 * (draw_streams.h). */
#include "streamit/draw/draw_streams.h"

#include <map>

namespace er::streamit {

namespace {

/* Names of StreamIt consist of letters, digits and `_'; those of files contain anything. */
std::string
quoted (const std::string &text)
{
  std::string out = "\"";
  for (unsigned char c : text)
    if (c == '\n')
      out += "\\n";
    else if (c < 0x20 || c >= 0x7f)
      out += '?';
    else
      out += (c == '"' || c == '\\' ? "\\" : "") + std::string (1, char (c));
  return out + '"';
}

std::string
weights_of (const std::vector<int64_t> &weights)
{
  std::string text;
  for (int64_t w : weights)
    text += (text.empty () ? "" : ", ") + std::to_string (w);
  return text;
}

/* The names of the shapes at which a stream begins and ends; empty if it has no tape there. */
struct Ends
{
  std::string first, last;
};

class Drawing
{
public:
  Drawing (const Program &program, bool fold) : fold (fold)
  {
    for (const auto &a : program.graph.actors)
      actors[a->node] = a.get ();
  }
  Picture picture (const Program &program, bool legend);

private:
  bool fold;
  std::map<const Node *, const Actor *> actors;
  std::map<const Node *, std::string> shapes; /* of filters */
  std::string text, edges;
  size_t count = 0, filters = 0;
  bool folded = false, looked = false, dynamic = false;

  std::string fresh (const char *kind) { return kind + std::to_string (count++); }
  std::string rates (const Node &n);
  std::string outline (const Node &n);
  size_t alike (const Node &n, size_t from);
  void line (int depth, const std::string &what);
  void edge (const std::string &from, const std::string &to, const Type *type,
             const std::string &more = "");
  Ends stream (const Node &n, size_t times, int depth);
  Ends filter (const Node &n, size_t times, int depth);
  Ends pipeline (const Node &n, int depth);
  Ends splitjoin (const Node &n, int depth);
  Ends feedbackloop (const Node &n, int depth);
  std::string splitter (const Node &n, int depth);
  std::string joiner (const Node &n, int depth);
  void messages (const Graph &graph);
  std::string legend_text (bool sends) const;
};

/* "pop 1 peek 16 push 1".  An Identity that became a part of another process has no rates. */
std::string
Drawing::rates (const Node &n)
{
  auto found = actors.find (&n);
  if (found == actors.end ())
    return n.moves () ? "\npop 1 push 1" : "";
  const Actor &a = *found->second;
  const Rates &w = a.work;
  std::string all;
  auto add = [&] (const char *what, int64_t rate, bool star) {
    all += std::string (all.empty () ? "" : " ") + what + " "
           + (star ? "*" : std::to_string (rate));
    dynamic |= star;
  };
  if (a.in)
    add ("pop", w.pop, w.dynamic_pop);
  if (a.in && !w.dynamic_pop && w.peek > w.pop)
    {
      add ("peek", w.peek, false);
      looked = true;
    }
  if (a.out)
    add ("push", w.push, w.dynamic_push);
  return all.empty () ? "" : "\n" + all;
}

/* What is drawn of a stream, as a text to compare. */
std::string
Drawing::outline (const Node &n)
{
  std::string all = n.name + n.file + rates (n) + "(" + (n.split_duplicate ? "d" : "")
                    + weights_of (n.split) + ";" + weights_of (n.join) + ";"
                    + std::to_string (n.enqueued.size ());
  for (const auto &child : n.children)
    all += child ? outline (*child) : "-";
  return all + ")";
}

/* How many children, from this one on, are drawn as one: if they are equal, and so are their
 * weights. */
size_t
Drawing::alike (const Node &n, size_t from)
{
  size_t to = from + 1;
  auto same = [&] (const std::vector<int64_t> &weights) {
    return weights.size () <= to || weights[to] == weights[from];
  };
  if (fold)
    for (const std::string all = outline (*n.children[from]);
         to < n.children.size () && same (n.split) && same (n.join)
         && outline (*n.children[to]) == all;)
      to++;
  folded |= to > from + 1;
  return to - from;
}

void
Drawing::line (int depth, const std::string &what)
{
  text += std::string (size_t (2 * depth), ' ') + what + "\n";
}

void
Drawing::edge (const std::string &from, const std::string &to, const Type *type,
               const std::string &more)
{
  if (!from.empty () && !to.empty ())
    edges += "  " + from + " -> " + to + " [label=" + quoted (text_of (type) + more) + "];\n";
}

Ends
Drawing::filter (const Node &n, size_t times, int depth)
{
  const std::string shape = fresh ("f"), again = times > 1 ? " ×" + std::to_string (times) : "";
  const std::string file = n.file.empty () ? "" : "\n" + n.file;
  std::string label = quoted (n.name + rates (n) + file);
  label.insert (n.name.size () + 1, again);
  line (depth, shape + " [label=" + label + (times > 1 ? ", peripheries=2" : "") + "];");
  shapes[&n] = shape;
  filters++;
  return { n.in->kind == Type::Void ? "" : shape, n.out->kind == Type::Void ? "" : shape };
}

Ends
Drawing::pipeline (const Node &n, int depth)
{
  Ends ends;
  const Type *between = nullptr;
  for (size_t k = 0; k < n.children.size ();)
    {
      const size_t times = alike (n, k);
      const Node &child = *n.children[k];
      Ends part = stream (child, times, depth);
      if (k == 0)
        ends.first = part.first;
      else
        edge (ends.last, part.first, between);
      ends.last = part.last;
      between = child.out;
      k += times;
    }
  return ends;
}

std::string
Drawing::splitter (const Node &n, int depth)
{
  const std::string shape = fresh ("s");
  line (depth, shape + " [shape=trapezium, label="
                 + quoted (n.split_duplicate ? "duplicate"
                                             : "roundrobin (" + weights_of (n.split) + ")")
                 + "];");
  return shape;
}

std::string
Drawing::joiner (const Node &n, int depth)
{
  const std::string shape = fresh ("j");
  line (depth, shape + " [shape=invtrapezium, label="
                 + quoted ("roundrobin (" + weights_of (n.join) + ")") + "];");
  return shape;
}

Ends
Drawing::splitjoin (const Node &n, int depth)
{
  Ends ends;
  if (n.in->kind != Type::Void)
    ends.first = splitter (n, depth);
  if (n.out->kind != Type::Void)
    ends.last = joiner (n, depth);
  for (size_t k = 0; k < n.children.size ();)
    {
      const size_t times = alike (n, k);
      const Node &child = *n.children[k];
      Ends part = stream (child, times, depth);
      if (n.split_duplicate || (k < n.split.size () && n.split[k]))
        edge (ends.first, part.first, child.in);
      if (k < n.join.size () && n.join[k])
        edge (part.last, ends.last, child.out);
      k += times;
    }
  return ends;
}

/* The joiner is the beginning, and the splitter the end.  Without a loop they are connected. */
Ends
Drawing::feedbackloop (const Node &n, int depth)
{
  const Node &body = *n.children[0];
  const std::string begin = joiner (n, depth);
  Ends there = stream (body, 1, depth);
  const std::string end = splitter (n, depth);
  const std::string enqueued = "\n" + std::to_string (n.enqueued.size ()) + " enqueued";
  Ends ends { begin, end };
  edge (begin, there.first, body.in);
  edge (there.last, end, body.out);
  if (n.children.size () > 1 && n.children[1])
    {
      const Node &back = *n.children[1];
      Ends again = stream (back, 1, depth);
      edge (end, again.first, back.in);
      edge (again.last, begin, back.out, enqueued);
    }
  else
    edge (end, begin, body.out, enqueued);
  if (n.in->kind == Type::Void)
    ends.first.clear ();
  if (n.out->kind == Type::Void)
    ends.last.clear ();
  return ends;
}

Ends
Drawing::stream (const Node &n, size_t times, int depth)
{
  if (n.children.empty ())
    return filter (n, times, depth);
  static const char *const kinds[] = { "filter", "pipeline", "splitjoin", "feedbackloop" };
  line (depth, "subgraph " + fresh ("cluster") + " {");
  std::string label = quoted (std::string (kinds[n.stream->kind]) + " " + n.name);
  if (times > 1)
    label.insert (label.size () - 1, " ×" + std::to_string (times));
  line (depth + 1, "label=" + label + ";");
  Ends ends = n.stream->kind == Stream::Pipeline    ? pipeline (n, depth + 1)
              : n.stream->kind == Stream::SplitJoin ? splitjoin (n, depth + 1)
                                                    : feedbackloop (n, depth + 1);
  line (depth, "}");
  return ends;
}

void
Drawing::messages (const Graph &graph)
{
  for (const auto &c : graph.channels)
    {
      auto from = shapes.find (c->sender->node), to = shapes.find (c->receiver->node);
      if (from == shapes.end () || to == shapes.end ())
        continue;
      std::string label = "message";
      for (const Function *handler : c->handlers)
        label += " " + handler->name;
      if (!c->best_effort)
        label += "\nlatency " + std::to_string (c->latency);
      edges += "  " + from->second + " -> " + to->second
               + " [style=dashed, constraint=false, label=" + quoted (label) + "];\n";
    }
}

std::string
Drawing::legend_text (bool sends) const
{
  std::string all = "box: filter, with its rates; frame: pipeline, splitjoin or feedbackloop\\l"
                    "trapezium: splitter or joiner, which becomes positions on records\\l";
  if (looked)
    all += "peek: the filter reads so many elements, of which it pops some\\l";
  if (dynamic)
    all += "*: a rate that depends on the data\\l";
  if (folded)
    all += "×: so many equal streams, one after the other or side by side\\l";
  if (sends)
    all += "dashed: messages\\l";
  return all;
}

Picture
Drawing::picture (const Program &program, bool legend)
{
  text = "digraph streamit {\n  charset=\"UTF-8\";\n  fontname=Helvetica; fontsize=11;\n"
         "  node [shape=box, fontname=Helvetica, fontsize=11];\n"
         "  edge [fontname=Helvetica, fontsize=9];\n";
  stream (*program.top, 1, 1);
  messages (program.graph);
  text += edges;
  if (legend)
    text += "  labelloc=b; labeljust=l;\n  label=\""
            + legend_text (!program.graph.channels.empty ()) + "\";\n";
  return { text + "}\n", filters };
}

} // namespace

Picture
drawn (const Program &program, bool legend, bool fold, size_t most)
{
  Picture all = Drawing (program, fold).picture (program, legend);
  return fold || all.filters <= most ? all : Drawing (program, true).picture (program, legend);
}

} // namespace er::streamit
