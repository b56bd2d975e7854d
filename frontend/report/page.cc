/* SPDX-License-Identifier: MIT */
/* page.cc - the page: page.html, in which the summary stands as JSON. */
#include <algorithm>
#include <jansson.h>

#include "report/summary.h"

namespace er::report {

/* page.html, by frontend.mk. */
extern const char page_text[];

namespace {

/* Names may contain any bytes; a page contains UTF-8. */
json_t *
text (std::string s)
{
  json_t *good = json_string (s.c_str ());
  if (good)
    return good;
  for (char &c : s)
    if (c & 0x80)
      c = '?';
  return json_string (s.c_str ());
}

json_t *
number (double n)
{
  return json_real (n);
}

json_t *
numbers (const std::vector<size_t> &list)
{
  json_t *all = json_array ();
  for (size_t n : list)
    json_array_append_new (all, json_integer (static_cast<json_int_t> (n)));
  return all;
}

/* For each part of the time a letter for each thing that a process does: a share, 'a' for none to
 * 'z' for all. */
json_t *
bucket_text (const Node &node)
{
  std::string letters;
  for (size_t n = 0; n < node.buckets.size (); n++)
    for (double ns : node.buckets[n])
      {
        double share = node.alive[n] > 0 ? std::max (0.0, std::min (1.0, ns / node.alive[n])) : 0;
        letters += static_cast<char> ('a' + static_cast<int> (25 * share + 0.5));
      }
  return text (letters);
}

json_t *
json_of (const Node &node)
{
  json_t *o = json_object (), *shares = json_array ();
  json_object_set_new (o, "name", text (node.name));
  json_object_set_new (o, "place", text (node.place));
  json_object_set_new (o, "count", json_integer (static_cast<json_int_t> (node.count)));
  json_object_set_new (o, "life", number (node.life));
  json_object_set_new (o, "busiest", number (node.busiest));
  for (double ns : node.time)
    json_array_append_new (shares, number (node.life > 0 ? ns / node.life : 0));
  json_object_set_new (o, "shares", shares);
  json_object_set_new (o, "buckets", bucket_text (node));
  size_t most = 0;
  double longest = 0;
  for (const auto &wait : node.waits_for)
    if (wait.second > longest)
      {
        longest = wait.second;
        most = wait.first;
      }
  json_object_set_new (o, "waitsFor", json_integer (longest > 0 ? static_cast<json_int_t> (most)
                                                                : -1));
  return o;
}

json_t *
json_of (const Flow &flow)
{
  json_t *o = json_object (), *live = json_array ();
  json_object_set_new (o, "name", text (flow.name));
  json_object_set_new (o, "place", text (flow.place));
  json_object_set_new (o, "count", json_integer (static_cast<json_int_t> (flow.count)));
  json_object_set_new (o, "from", numbers (flow.from));
  json_object_set_new (o, "to", numbers (flow.to));
  json_object_set_new (o, "bytes", json_integer (flow.bytes));
  json_object_set_new (o, "committed", json_integer (flow.committed));
  json_object_set_new (o, "horizon", json_integer (flow.horizon));
  json_object_set_new (o, "window", json_integer (flow.window));
  json_object_set_new (o, "mostLive", json_integer (flow.most_live));
  json_object_set_new (o, "rate", number (flow.rate));
  json_object_set_new (o, "noData", number (flow.no_data));
  json_object_set_new (o, "noRoom", number (flow.no_room));
  json_object_set_new (o, "waits", json_integer (flow.waits));
  for (double n : flow.live)
    json_array_append_new (live, json_integer (static_cast<json_int_t> (n)));
  json_object_set_new (o, "live", live);
  return o;
}

json_t *
json_of (const Advice &advice)
{
  json_t *o = json_object ();
  json_object_set_new (o, "title", text (advice.title));
  json_object_set_new (o, "text", text (advice.text));
  return o;
}

template <typename T> json_t *
array_of (const std::vector<T> &list)
{
  json_t *all = json_array ();
  for (const T &t : list)
    json_array_append_new (all, json_of (t));
  return all;
}

json_t *
json_of (const Summary &s, const std::string &file)
{
  json_t *o = json_object ();
  json_object_set_new (o, "program", text (s.program));
  json_object_set_new (o, "file", text (file));
  json_object_set_new (o, "duration", number (static_cast<double> (s.end - s.begin)));
  json_object_set_new (o, "detail", number (static_cast<double> (s.detail)));
  json_object_set_new (o, "processes", json_integer (static_cast<json_int_t> (s.processes)));
  json_object_set_new (o, "records", json_integer (static_cast<json_int_t> (s.records)));
  json_object_set_new (o, "workers", json_integer (s.workers));
  json_object_set_new (o, "moves", json_integer (s.moves));
  json_object_set_new (o, "grouped", json_boolean (s.grouped));
  json_object_set_new (o, "bottleneck", json_integer (s.bottleneck));
  json_object_set_new (o, "verdict", json_of (s.verdict));
  json_object_set_new (o, "advice", array_of (s.advice));
  json_object_set_new (o, "nodes", array_of (s.nodes));
  json_object_set_new (o, "flows", array_of (s.flows));
  return o;
}

void
replace (std::string &in, const std::string &what, const std::string &by)
{
  size_t at = in.find (what);
  if (at != std::string::npos)
    in.replace (at, what.size (), by);
}

/* The text of the JSON ends no element of HTML. */
std::string
script_text (json_t *value)
{
  char *dumped = json_dumps (value, JSON_COMPACT | JSON_REAL_PRECISION (6));
  std::string all;
  for (const char *c = dumped; *c; c++)
    all += *c == '<' ? std::string ("\\u003c") : std::string (1, *c);
  free (dumped);
  json_decref (value);
  return all;
}

} // namespace

std::string
page_of (const std::string &bytes, const std::string &name, const Options &options)
{
  Summary summary = summary_of (history_of (read_events (bytes)), options);
  advise (summary);
  std::string page = page_text;
  replace (page, "@DATA@", script_text (json_of (summary, name)));
  return page;
}

} // namespace er::report
