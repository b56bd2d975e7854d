/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network_sources.cc - the places from which a record or a view may come, for `network=FILE'.
 *
 *   iftmp = PHI <n.a, r_12>;  v_4 = erbium_new_view (iftmp, 0, ...)
 *   v is of "local n.a" and "record 0"
 *
 * A place in memory is a variable, or the parameter that points to it, with the fields that lead to
 * it.  The elements of an array are one place.
 */
#include "network/network_parts.h"

namespace erbium {

namespace {

class tracing
{
public:
  tracing (const numbers &n) : n (n) {}
  void value (tree t);
  std::set<std::string> places (tree ref);
  std::set<std::string> found;

private:
  const numbers &n;
  ssa_names seen;

  void definition (tree name);
  void result (const gimple *call);
  void address (tree of);
};

/* ---- Places ------------------------------------------------------------ */

/* Returns the name of a variable or field.  One without a name in the program gets "#" and the
 * position of the field. */
std::string
name_of (const_tree decl)
{
  if (DECL_NAME (decl) && !(VAR_P (decl) && DECL_ARTIFICIAL (decl)))
    return IDENTIFIER_POINTER (DECL_NAME (decl));
  int position = 0;
  if (TREE_CODE (decl) == FIELD_DECL)
    for (tree f = TYPE_FIELDS (DECL_CONTEXT (decl)); f && f != decl; f = DECL_CHAIN (f))
      position++;
  return "#" + std::to_string (position);
}

/* Returns the name of a local variable, made unique: two variables may have one name. */
std::string
local_name (const_tree decl, const numbers &n)
{
  std::string &name = n.locals[decl];
  if (name.empty ())
    {
      name = name_of (decl);
      if (int times = n.same_name[name]++)
        name += "#" + std::to_string (times + 1);
    }
  return name;
}

std::string
variable (const_tree decl, const numbers &n)
{
  if (TREE_CODE (decl) == PARM_DECL || !is_global_var (decl))
    return "local " + local_name (decl, n);
  if (TREE_PUBLIC (decl) || DECL_EXTERNAL (decl))
    return "global " + name_of (decl);
  const_tree context = DECL_CONTEXT (decl);
  bool within = context && TREE_CODE (context) == FUNCTION_DECL;
  return "static " + (within ? name_of (context) + "/" + local_name (decl, n) : name_of (decl));
}

/* Returns ".a.b" for x.a[3].b, and replaces *REF by x. */
std::string
strip_fields (tree *ref)
{
  std::string path;
  while (handled_component_p (*ref))
    {
      if (TREE_CODE (*ref) == COMPONENT_REF)
        path = "." + name_of (TREE_OPERAND (*ref, 1)) + path;
      *ref = TREE_OPERAND (*ref, 0);
    }
  return path;
}

/* Whether the target of a pointer from SOURCE is known: one step is followed, no lists. */
bool
followed_p (const std::string &source)
{
  for (const char *known : { "& ", "parameter ", "result " })
    if (source.compare (0, strlen (known), known) == 0)
      return true;
  return false;
}

/* Returns the target of a pointer from SOURCE. */
std::string
target_of (const std::string &source)
{
  return source.compare (0, 2, "& ") == 0 ? source.substr (2) : "* " + source;
}

std::set<std::string>
tracing::places (tree ref)
{
  std::string path = strip_fields (&ref);
  if (DECL_P (ref))
    return { variable (ref, n) + path };
  std::set<std::string> all;
  if (TREE_CODE (ref) == MEM_REF || TREE_CODE (ref) == TARGET_MEM_REF)
    for (const std::string &source : sources_of (TREE_OPERAND (ref, 0), n))
      if (followed_p (source))
        all.insert (target_of (source) + path);
  return all;
}

/* ---- Values ------------------------------------------------------------ */

void
tracing::address (tree of)
{
  if (TREE_CODE (of) == FUNCTION_DECL)
    found.insert ("function " + name_of (of));
  else
    for (const std::string &place : places (of))
      found.insert (place.compare (0, 2, "* ") == 0 && place.find ('.') == std::string::npos
                      ? place.substr (2) : "& " + place);
}

void
tracing::result (const gimple *call)
{
  auto number = [&] (const std::map<const gimple *, unsigned> &of, const char *what)
  {
    auto i = of.find (call);
    if (i != of.end ())
      found.insert (what + std::to_string (i->second));
  };
  if (runtime_call (call) == R_pass_view)
    return value (gimple_call_arg (call, 0));
  number (n.records, "record ");
  number (n.views, "view ");
  number (n.calls, "result ");
}

void
tracing::definition (tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    {
      int p = SSA_NAME_VAR (name) ? parameter_number (SSA_NAME_VAR (name)) : -1;
      if (p >= 0)
        found.insert ("parameter " + std::to_string (p));
    }
  else if (gimple_code (def) == GIMPLE_PHI)
    for (unsigned k = 0; k < gimple_phi_num_args (def); k++)
      value (gimple_phi_arg_def (def, k));
  else if (is_gimple_call (def))
    result (def);
  else if (is_gimple_assign (def))
    {
      value (gimple_assign_rhs1 (def));
      if (gimple_assign_rhs_code (def) == COND_EXPR)
        {
          value (gimple_assign_rhs2 (def));
          value (gimple_assign_rhs3 (def));
        }
    }
}

void
tracing::value (tree t)
{
  if (TREE_CODE (t) == SSA_NAME)
    {
      if (seen.insert (t).second)
        definition (t);
    }
  else if (TREE_CODE (t) == ADDR_EXPR)
    address (TREE_OPERAND (t, 0));
  else if (DECL_P (t) || handled_component_p (t) || TREE_CODE (t) == MEM_REF)
    for (const std::string &place : places (t))
      found.insert (place);
}

} // namespace

std::set<std::string>
sources_of (tree value, const numbers &n)
{
  tracing t (n);
  t.value (value);
  return t.found;
}

std::set<std::string>
places_of (tree ref, const numbers &n)
{
  return tracing (n).places (ref);
}

bool
holds_records_p (tree type)
{
  while (TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  if (view_p (type) || record_p (type))
    return true;
  if (RECORD_OR_UNION_TYPE_P (type))
    for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
      if (TREE_CODE (field) == FIELD_DECL && holds_records_p (TREE_TYPE (field)))
        return true;
  return false;
}

} // namespace erbium
