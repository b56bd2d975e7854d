/* SPDX-License-Identifier: MIT */
/* dump_graph.cc - the tree of instances and the flat graph as text (elaborate.h). */
#include "streamit/elaborate/elaborate.h"

namespace er::streamit {

static std::string
weights_of (const std::vector<int64_t> &weights)
{
  std::string text;
  for (int64_t w : weights)
    text += (text.empty () ? "" : ", ") + std::to_string (w);
  return text;
}

static void
tree (const Node &n, int depth, std::string &text)
{
  static const char *const kinds[] = { "filter", "pipeline", "splitjoin", "feedbackloop" };
  text += std::string (size_t (2 * depth), ' ') + kinds[n.stream ? n.stream->kind : 0] + " "
          + n.name + " " + text_of (n.in) + "->" + text_of (n.out);
  if (!n.split.empty ())
    text += n.split_duplicate ? " split duplicate"
                              : " split roundrobin(" + weights_of (n.split) + ")";
  if (!n.join.empty ())
    text += " join roundrobin(" + weights_of (n.join) + ")";
  text += "\n";
  for (const auto &child : n.children)
    if (child)
      tree (*child, depth + 1, text);
}

std::string
dump_tree (const Program &program)
{
  std::string text;
  tree (*program.top, 0, text);
  return text;
}

static std::string
tape_of (const Tape *t)
{
  std::string text = "tape " + std::to_string (t->number);
  for (; t->of; t = t->of)
    {
      const Step &s = t->step;
      text += " of " + std::to_string (t->of->number);
      if (s.shift)
        text += format (" from %lld on", (long long) s.shift);
      if (s.weight != s.sum)
        text += format (" (%lld of %lld at %lld)", (long long) s.weight, (long long) s.sum,
                        (long long) s.offset);
    }
  return text;
}

std::string
show_gathers (const Program &program)
{
  std::string text;
  for (const auto &n : program.inserted)
    if (n->moved)
      text += format ("streamit: %zu streams that only move elements become one process, which "
                      "moves %zu at once\n",
                      n->moved, n->gather.from.size ());
  return text;
}

std::string
dump_graph (const Program &program)
{
  std::string text;
  for (const auto &a : program.graph.actors)
    {
      text += format ("%zu %s:", a->number, a->node->name.c_str ());
      if (a->in)
        text += format (" pop %lld peek %lld %s", (long long) a->work.pop,
                        (long long) a->work.peek, tape_of (a->in).c_str ());
      if (a->out)
        text += format (" push %lld %s", (long long) a->work.push, tape_of (a->out).c_str ());
      text += format ("; fires %lld + %lld n%s\n", (long long) a->begin, (long long) a->steady,
                      a->driven ? ", until its input ends" : "");
    }
  for (const auto &t : program.graph.tapes)
    if (!t->of && !t->writers.empty ())
      text += format ("record %zu: %zu writers, %zu readers, %lld elements in a steady state, "
                      "window %lld\n",
                      t->number, t->writers.size (), t->readers.size (), (long long) t->advance,
                      (long long) t->window);
  return text;
}

} // namespace er::streamit
