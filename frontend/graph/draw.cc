/* SPDX-License-Identifier: MIT */
/* draw.cc - a network as a text for Graphviz (draw.h). */
#include "graph/draw.h"

#include "files/files.h"

namespace er {
namespace graph {
namespace {

/* Quotes a string for Graphviz, which reads at most 16384 bytes; its own escapes and entities are
 * disabled. */
std::string
quoted (const std::string &text)
{
  const size_t most = 16000;
  std::string out = "\"";
  for (unsigned char c : text)
    if (out.size () > most && (c & 0xc0) != 0x80) /* not within a character */
      return out + "...\"";
    else if (c == '\n')
      out += "\\n";
    else if (c < 0x20 || c == 0x7f)
      out += ' ';
    else if (c == '&')
      out += "&amp;";
    else
      out += (c == '"' || c == '\\' ? "\\" : "") + std::string (1, c);
  return out + '"';
}

/* Returns a name shortened to fit in a box. */
std::string
short_name (std::string name)
{
  const size_t most = 60;
  for (char &c : name)
    if (static_cast<unsigned char> (c) < 0x20)
      c = ' ';
  if (name.size () <= most)
    return name;
  size_t end = most;
  while (end > 0 && (name[end] & 0xc0) == 0x80) /* not within a character */
    end--;
  return name.substr (0, end) + "...";
}

/* "\nrank 1", "\nranks 0 1" */
std::string
placed (const std::vector<int> &ranks)
{
  const size_t most = 8;
  std::string text;
  for (size_t k = 0; k < ranks.size () && k < most; k++)
    text += " " + std::to_string (ranks[k]);
  text += ranks.size () > most ? " ..." : "";
  return ranks.empty () ? "" : (ranks.size () == 1 ? "\nrank" : "\nranks") + text;
}

/* A process of one rank has a colour, which is also that of other ranks if there are many. */
std::string
style (const Process_node &p)
{
  const int colours = 12; /* of the scheme */
  bool filled = p.ranks.size () == 1;
  std::string text = filled ? ", colorscheme=set312, fillcolor="
                              + std::to_string (p.ranks[0] % colours + 1) : "";
  if (const char *line = !p.defined ? "dashed" : !p.process ? "rounded" : nullptr)
    return text + ", style=" + (filled ? std::string ("\"filled,") + line + '"' : line);
  return text + (filled ? ", style=filled" : "");
}

/* " x3" */
std::string
repeated (const std::string &times)
{
  return times.empty () ? "" : " ×" + times;
}

/* At most so many lines of a tooltip. */
const size_t most_lines = 20;

template <typename List> std::string
lines (const List &list, const char *before)
{
  std::string text;
  size_t count = 0;
  for (const std::string &line : list)
    if (count++ < most_lines)
      text += "\n" + std::string (before) + line;
  return count > most_lines ? text + format ("\nand %zu more", count - most_lines) : text;
}

std::string
process_text (size_t k, const Process_node &p)
{
  std::string tip = (p.process ? "process " : "function ") + p.name
                    + (p.defined ? ", " + p.at : ", defined elsewhere")
                    + lines (p.started, "run at ");
  return format ("  p%zu [label=", k)
         + quoted (short_name (p.name) + repeated (p.times) + placed (p.ranks))
         + ", tooltip=" + quoted (tip) + (p.times.empty () ? "" : ", peripheries=2")
         + style (p) + "];\n";
}

std::string
record_text (size_t k, const Record_node &r)
{
  std::string tip =
    r.known ? "record " + r.name + ", " + r.at : "a record that could not be followed";
  auto counted = [&tip] (std::optional<int64_t> n, const char *what) {
    if (n)
      tip += format ("\n%lld %s%s", static_cast<long long> (*n), what, *n == 1 ? "" : "s");
  };
  counted (r.producers, "producer");
  counted (r.consumers, "consumer");
  std::string name = r.known ? short_name (r.name) : "?", element = short_name (r.element);
  return format ("  r%zu [shape=cylinder, label=", k)
         + quoted (name + repeated (r.times) + (name.empty () || element.empty () ? "" : "\n")
                   + element)
         + ", tooltip=" + quoted (tip) + (r.known ? "" : ", style=dashed")
         + (r.fusable ? ", style=filled, fillcolor=palegreen" : "") + "];\n";
}

/* Whether elements that are read by e may come from another rank. */
bool
goes_between_ranks (const Network &net, const Edge &e)
{
  const std::vector<int> &here = net.processes[e.process].ranks;
  for (const Edge &w : net.edges)
    if (w.record == e.record && w.way == Edge::Writes && e.way == Edge::Reads)
      if (const std::vector<int> &there = net.processes[w.process].ranks;
          !here.empty () && !there.empty () && (here != there || here.size () > 1))
        return true;
  return false;
}

std::string
edge_text (const Network &net, const Edge &e)
{
  std::string label, tip = e.view.empty () ? "" : "view " + e.view;
  if (e.rate)
    label += format ("%lld a turn", static_cast<long long> (*e.rate));
  if (e.window)
    label +=
      format ("%swindow %lld", label.empty () ? "" : "\n", static_cast<long long> (*e.window));
  if (e.rate)
    tip += "\nthe loop at " + e.loop;
  tip += lines (e.sites, "");
  std::string process = format ("p%zu", e.process), record = format ("r%zu", e.record);
  bool reads = e.way == Edge::Reads;
  return "  " + (reads ? record : process) + " -> " + (reads ? process : record) + " [label="
         + quoted (label) + ", tooltip=" + quoted (tip) + ", labeltooltip=" + quoted (tip)
         + (e.way == Edge::Unknown ? ", dir=none, style=dashed" : "")
         + (goes_between_ranks (net, e) ? ", color=crimson, penwidth=2" : "") + "];\n";
}

/* Counts what is in the picture. */
std::string
legend_text (const Network &net, const std::vector<bool> &shown)
{
  bool functions = false, undefined = false, fusable = false, lost = false, many = false,
       rates = false, windows = false, ranks = false;
  for (size_t k = 0; k < shown.size (); k++)
    if (shown[k])
      {
        const Process_node &p = net.processes[k];
        functions |= !p.process;
        undefined |= !p.defined;
        many |= !p.times.empty ();
        ranks |= !p.ranks.empty ();
      }
  for (const Record_node &r : net.records)
    {
      fusable |= r.fusable;
      lost |= !r.known;
      many |= !r.times.empty ();
    }
  for (const Edge &e : net.edges)
    {
      rates |= e.rate.has_value ();
      windows |= e.window.has_value ();
    }
  std::string text = "box: process; cylinder: record\n";
  auto say = [&text] (bool there, const char *line) {
    text += there ? std::string (line) + "\n" : "";
  };
  say (functions, "rounded box: function that is not a process");
  say (net.folded, "all processes of one definition are one box");
  say (many, "×: so many of it; ×n: how many is not known");
  say (ranks, "rank: where the process runs; ranks: in turn, where those of the name run");
  say (ranks, "red arrow: from one rank to another");
  say (rates, "a turn: elements in each turn of the loop of the process");
  say (windows, "window: the most elements that are live in the view");
  say (fusable,
       "green record: once written, once read, rates known: its two processes could be one");
  say (undefined, "dashed box: process that is defined elsewhere");
  say (lost, "dashed record: which one it is could not be followed");
  return text;
}

/* Lines that end on the left. */
std::string
left (const std::string &text)
{
  std::string out = quoted (text);
  for (size_t at; (at = out.find ("\\n")) != std::string::npos;)
    out.replace (at, 2, "\\l");
  return out;
}

/* A function is drawn if it has a record of its own; a function that only runs processes is not. */
std::vector<bool>
which (const Network &net)
{
  std::vector<bool> shown (net.processes.size ());
  for (size_t k = 0; k < shown.size (); k++)
    shown[k] = net.processes[k].process && net.processes[k].name != "main";
  for (const Edge &e : net.edges)
    shown[e.process] = true;
  return shown;
}

} // namespace

std::string
drawn (const Network &net, bool legend)
{
  std::vector<bool> shown = which (net), used (net.records.size ());
  for (const Edge &e : net.edges)
    used[e.record] = true;
  std::string text = "digraph erbium {\n  rankdir=LR;\n  charset=\"UTF-8\";\n"
                     "  node [shape=box, fontname=Helvetica, fontsize=12];\n"
                     "  edge [fontname=Helvetica, fontsize=9];\n";
  bool some = false;
  for (size_t k = 0; k < shown.size (); k++)
    if (shown[k])
      {
        text += process_text (k, net.processes[k]);
        some = true;
      }
  for (size_t k = 0; k < used.size (); k++)
    {
      text += record_text (k, net.records[k]);
      some = true;
    }
  for (const Edge &e : net.edges)
    text += edge_text (net, e);
  if (!some)
    text += "  label=\"No process and no record.\";\n";
  else if (legend)
    text += "  fontname=Helvetica; fontsize=10; labelloc=b; labeljust=l;\n  label="
            + left (legend_text (net, shown)) + ";\n";
  return text + "}\n";
}

} // namespace graph
} // namespace er
