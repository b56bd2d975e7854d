/* SPDX-License-Identifier: MIT */
/* read_unit.cc - reads a file that the plugin wrote (docs/reference/network.md) as a unit.
 *
 * Unknown members are ignored, so that later versions may add some.  A known member that is not as
 * the page says is reported with its path:
 *
 *   bodies[3].records[0].producers: a number is expected
 */
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <jansson.h>
#include <memory>

#include "files/files.h"
#include "graph/unit.h"

namespace er {
namespace graph {
namespace {

/* A value and its path. */
struct Node
{
  json_t *json;
  std::string path;

  [[noreturn]] void wrong (const std::string &expected) const
  {
    throw Wrong { (path.empty () ? "the file" : path) + ": " + expected + " is expected" };
  }
  Node member (const char *key) const
  {
    if (!json_is_object (json))
      wrong ("an object");
    return { json_object_get (json, key), path.empty () ? key : path + "." + key };
  }
  std::string text () const
  {
    if (!json_is_string (json))
      wrong ("a string");
    return std::string (json_string_value (json), json_string_length (json));
  }
  std::string text_or_none () const { return !json || json_is_null (json) ? "" : text (); }
  bool truth () const
  {
    if (!json_is_boolean (json))
      wrong ("true or false");
    return json_is_true (json);
  }
  /* A missing list is empty. */
  std::vector<Node> list () const
  {
    std::vector<Node> nodes;
    if (!json || json_is_null (json))
      return nodes;
    if (!json_is_array (json))
      wrong ("a list");
    for (size_t k = 0; k < json_array_size (json); k++)
      nodes.push_back ({ json_array_get (json, k), path + format ("[%zu]", k) });
    return nodes;
  }
};

/* ---- Numbers ------------------------------------------------------------- */

/* At text[at]: a term with its sign, "-3*$1", "$0", "+7". */
bool
read_term (const std::string &text, size_t &at, Number &n)
{
  int64_t sign = text[at] == '-' ? -1 : 1, factor = 1;
  if (text[at] == '-' || text[at] == '+')
    at++;
  const char *p = text.c_str () + at;
  char *end = const_cast<char *> (p);
  errno = 0;
  bool digits = *p >= '0' && *p <= '9';
  if (digits)
    factor = strtoll (p, &end, 10);
  bool parameter = *end == '$' || (digits && *end == '*' && end[1] == '$');
  if (errno || (!digits && !parameter))
    return false;
  factor *= sign;
  if (parameter)
    {
      p = end + (*end == '*') + 1;
      if (*p < '0' || *p > '9')
        return false;
      long number = strtol (p, &end, 10);
      if (number > 1000000)
        return false;
      at = end - text.c_str ();
      return !__builtin_add_overflow (n.times[number], factor, &n.times[number]);
    }
  at = end - text.c_str ();
  return !__builtin_add_overflow (n.constant, factor, &n.constant);
}

Maybe
number (const Node &node)
{
  Number n;
  if (!node.json || json_is_null (node.json))
    return {};
  if (json_is_integer (node.json))
    {
      n.constant = json_integer_value (node.json);
      return n;
    }
  if (!json_is_string (node.json))
    node.wrong ("a number, a sum of parameters or null");
  std::string text = node.text ();
  for (size_t at = 0; at == 0 || at < text.size ();)
    if ((at > 0 && text[at] != '+' && text[at] != '-') || !read_term (text, at, n))
      node.wrong ("a sum of parameters as 2*$0+1");
  return n;
}

/* ---- Sources ------------------------------------------------------------- */

/* "parameter 3" + rest; rest is the text after the number. */
bool
numbered (const std::string &text, const char *word, int *number, std::string *rest)
{
  size_t length = strlen (word);
  if (text.compare (0, length, word) != 0 || text[length] < '0' || text[length] > '9')
    return false;
  char *end;
  long n = strtol (text.c_str () + length, &end, 10);
  *number = n;
  *rest = end;
  return n <= 1000000 && (rest->empty () || (*rest)[0] == '.');
}

bool
named (const std::string &text, const char *word, Source *s)
{
  size_t length = strlen (word);
  if (text.compare (0, length, word) != 0)
    return false;
  size_t dot = std::min (text.find ('.', length), text.size ());
  s->name = text.substr (length, dot - length);
  s->path = text.substr (dot);
  return true;
}

Source
source (const Node &node)
{
  std::string text = node.text (), rest;
  Source s { Source::Record };
  auto is = [&] (Source::Kind kind) { s.kind = kind; return s; };
  if (numbered (text, "record ", &s.number, &rest) && rest.empty ())
    return is (Source::Record);
  if (numbered (text, "view ", &s.number, &rest) && rest.empty ())
    return is (Source::View);
  if (numbered (text, "parameter ", &s.number, &rest) && rest.empty ())
    return is (Source::Parameter);
  if (numbered (text, "result ", &s.number, &rest) && rest.empty ())
    return is (Source::Result);
  if (named (text, "function ", &s))
    return is (Source::Function);
  s.address = text.compare (0, 2, "& ") == 0;
  if (s.address)
    text.erase (0, 2);
  if (named (text, "local ", &s))
    return is (Source::Local);
  if (named (text, "global ", &s))
    return is (Source::Global);
  if (named (text, "static ", &s))
    return is (Source::Static);
  s.result = text.compare (0, 9, "* result ") == 0;
  if (numbered (text, s.result ? "* result " : "* parameter ", &s.number, &s.path))
    return is (Source::Target);
  node.wrong ("a source, as \"record 0\", \"parameter 1\" or \"local n.a\",");
}

Sources
sources (const Node &node)
{
  Sources all;
  for (const Node &n : node.list ())
    all.push_back (source (n));
  return all;
}

Argument
argument (const Node &node)
{
  if (json_is_array (node.json))
    return { sources (node), {} };
  return { {}, number (node) };
}

/* ---- Bodies -------------------------------------------------------------- */

Made_record
made_record (const Node &n)
{
  return { n.member ("name").text (),       n.member ("element").text (),
           n.member ("at").text_or_none (), number (n.member ("producers")),
           number (n.member ("consumers")), number (n.member ("times")),
           number (n.member ("size")) };
}

Made_view
made_view (const Node &n)
{
  std::string side = n.member ("side").text ();
  if (side != "read" && side != "write")
    n.member ("side").wrong ("\"read\" or \"write\"");
  return { n.member ("name").text (), n.member ("element").text (), n.member ("at").text_or_none (),
           side == "write", sources (n.member ("of")) };
}

Site
site (const Node &n)
{
  return { n.member ("primitive").text (), n.member ("at").text_or_none (),
           sources (n.member ("view")),    number (n.member ("index")),
           number (n.member ("rate")),     n.member ("loop").text_or_none () };
}

Call
call (const Node &n, const char *what)
{
  Call c;
  for (const Node &name : n.member (what).list ())
    c.names.push_back (name.text ());
  c.at = n.member ("at").text_or_none ();
  for (const Node &a : n.member ("arguments").list ())
    c.arguments.push_back (argument (a));
  c.times = number (n.member ("times"));
  return c;
}

Store
store (const Node &n)
{
  return { source (n.member ("to")), sources (n.member ("value")) };
}

/* Reports numbers of records, views or parameters that the body does not have. */
void
see_sources (const Node &n, const Body &b, const Sources &all)
{
  for (const Source &s : all)
    {
      bool result = s.kind == Source::Result || (s.kind == Source::Target && s.result);
      size_t count = s.kind == Source::Record ? b.records.size ()
                     : s.kind == Source::View ? b.views.size ()
                     : result                 ? b.calls.size ()
                                              : b.parameters.size ();
      if (s.number >= 0 && size_t (s.number) >= count)
        throw Wrong{ n.path
                     + format (": a source has the number %d, and the body has %zu such", s.number,
                               count) };
    }
}

void
see_numbers (const Node &n, const Body &b)
{
  for (const Made_view &v : b.views)
    see_sources (n, b, v.of);
  for (const Site &s : b.sites)
    see_sources (n, b, s.view);
  for (const auto *list : { &b.runs, &b.calls })
    for (const Call &c : *list)
      for (const Argument &a : c.arguments)
        see_sources (n, b, a.sources);
  for (const Store &s : b.stores)
    {
      see_sources (n, b, { s.to });
      see_sources (n, b, s.value);
    }
  see_sources (n, b, b.returns);
}

Body
body (const Node &n)
{
  Body b;
  b.name = n.member ("name").text ();
  b.at = n.member ("at").text_or_none ();
  std::string kind = n.member ("kind").text ();
  if (kind != "process" && kind != "function")
    n.member ("kind").wrong ("\"process\" or \"function\"");
  b.process = kind == "process";
  b.visible = n.member ("public").truth ();
  for (const Node &p : n.member ("parameters").list ())
    b.parameters.push_back ({ p.member ("name").text (), p.member ("type").text () });
  for (const Node &r : n.member ("records").list ())
    b.records.push_back (made_record (r));
  for (const Node &v : n.member ("views").list ())
    b.views.push_back (made_view (v));
  for (const Node &s : n.member ("sites").list ())
    b.sites.push_back (site (s));
  for (const Node &r : n.member ("runs").list ())
    b.runs.push_back (call (r, "process"));
  for (const Node &c : n.member ("calls").list ())
    b.calls.push_back (call (c, "function"));
  for (const Node &s : n.member ("stores").list ())
    b.stores.push_back (store (s));
  b.returns = sources (n.member ("returns"));
  see_numbers (n, b);
  return b;
}

} // namespace

Unit
read_unit (const std::string &text)
{
  json_error_t error;
  std::unique_ptr<json_t, void (*) (json_t *)> root (
    json_loadb (text.data (), text.size (), JSON_REJECT_DUPLICATES, &error), json_decref);
  if (!root)
    throw Wrong { format ("%d:%d: invalid JSON: %s", error.line, error.column, error.text) };
  Node file { root.get (), "" };
  Node version = file.member ("erbium-network");
  if (!json_is_integer (version.json))
    version.wrong ("the version of the format, 1,");
  if (json_integer_value (version.json) != 1)
    throw Wrong { format ("version %lld of the format; this tool reads version 1",
                          static_cast<long long> (json_integer_value (version.json))) };
  Unit unit;
  unit.source = file.member ("source").text ();
  for (const Node &b : file.member ("bodies").list ())
    unit.bodies.push_back (body (b));
  return unit;
}

} // namespace graph
} // namespace er
