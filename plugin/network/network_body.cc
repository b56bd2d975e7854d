/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network_body.cc - the part of the network that one function shows, for `network=FILE'.
 *
 * One walk numbers the records, views and calls, and a second one describes them.
 *
 *   r_1 = erbium_new_record (8, 8, 1, 2, ...)
 *   run.0.D.1 = r_1;  erbium_start ("p", p.erbium.0, 32, &run.0, ...)
 *
 *   "records": [ {"name": "r", "element": "long int", "producers": 1, ...} ],
 *   "runs": [ {"process": ["p"], "arguments": [["record 0"]], ...} ]
 */
#include "network/network_parts.h"

#include "dominance.h"

namespace erbium {

namespace {

class body
{
public:
  body () : loops (find_loops ()), sum (loops) {}
  std::string json ();

private:
  std::vector<flow_loop> loops;
  sums sum;
  numbers n;
  std::map<tree, std::map<tree, tree>> packed; /* the arguments of run, by variable and field */
  std::set<tree> cleared;
  std::vector<std::string> records, views, sites, runs, calls, stores;
  std::set<std::string> returned;

  template <typename F> void each_statement (F f);
  void number (gimple *stmt);
  void pack (tree lhs, tree rhs);
  void describe_statement (gimple *stmt);
  void record (gimple *call);
  void view (gimple *call);
  void site (gimple *call, runtime_function f);
  void start (gimple *call);
  void call (gimple *call);
  void store (gimple *stmt);
  void addressable_parameters ();
  std::string argument (tree value);
  std::string times (gimple *at) { return json_sum (sum.times (gimple_bb (at))); }
  std::string parameters ();
};

template <typename F> void
body::each_statement (F f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
         gsi_next_nondebug (&i))
      f (gsi_stmt (i));
}

/* ---- Names and types --------------------------------------------------- */

/* Finds the name and the type of the record or view that CALL makes: those of the first variable
 * that holds it, or of the first parameter that it is passed to. */
void
describe (gimple *call, std::string *name, tree *type)
{
  auto take = [&] (tree t, const std::string &text)
  {
    if (!*type && (view_p (t) || record_p (t)))
      *type = t;
    if (name->empty ())
      *name = text;
  };
  ssa_names seen;
  std::vector<tree> work;
  if (tree lhs = gimple_call_lhs (call))
    work.push_back (lhs);
  while (!work.empty ())
    {
      tree t = work.back ();
      work.pop_back ();
      if (TREE_CODE (t) != SSA_NAME || !seen.insert (t).second)
        continue;
      tree var = SSA_NAME_VAR (t);
      take (TREE_TYPE (t), var && DECL_NAME (var) && !DECL_ARTIFICIAL (var)
                             ? IDENTIFIER_POINTER (DECL_NAME (var)) : "");
      imm_use_iterator i;
      use_operand_p u;
      FOR_EACH_IMM_USE_FAST (u, i, t)
        {
          gimple *use = USE_STMT (u);
          if (gimple_code (use) == GIMPLE_PHI)
            work.push_back (gimple_phi_result (use));
          else if (is_gimple_assign (use) && gimple_assign_rhs1 (use) == t
                   && TREE_CODE (gimple_assign_lhs (use)) != SSA_NAME)
            {
              tree lhs = gimple_assign_lhs (use), base = get_base_address (lhs);
              bool of_run = base && DECL_P (base) && DECL_ARTIFICIAL (base); /* its arguments */
              take (TREE_TYPE (lhs), of_run ? "" : text_of (lhs));
            }
          else if (copied (use))
            work.push_back (gimple_assign_lhs (use));
        }
    }
}

std::string
element_text (gimple *call, tree type)
{
  if (type)
    return type_text (view_p (type) ? view_element (type) : record_element (type));
  if (runtime_call (call) == R_new_record && tree_fits_shwi_p (gimple_call_arg (call, 0)))
    return std::to_string (tree_to_shwi (gimple_call_arg (call, 0))) + " bytes";
  return "";
}

/* ---- Numbers ----------------------------------------------------------- */

/* Whether STMT calls a function that may be part of a network: none of a library. */
bool
followed_p (const gimple *stmt)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!is_gimple_call (stmt) || gimple_call_internal_p (stmt))
    return false;
  if (!decl)
    return true;
  return runtime_call (stmt) == R_count && !fndecl_built_in_p (decl)
         && !in_system_header_at (DECL_SOURCE_LOCATION (decl)) && DECL_NAME (decl)
         && strncmp (IDENTIFIER_POINTER (DECL_NAME (decl)), "erbium_", 7) != 0;
}

/* Returns the names of the functions that STMT may call. */
std::set<std::string>
callees (gimple *stmt, const numbers &n)
{
  std::set<std::string> names;
  if (tree decl = gimple_call_fndecl (stmt))
    names.insert (IDENTIFIER_POINTER (DECL_NAME (decl)));
  else
    for (const std::string &s : sources_of (gimple_call_fn (stmt), n))
      if (s.compare (0, 9, "function ") == 0)
        names.insert (s.substr (9));
  return names;
}

void
body::number (gimple *stmt)
{
  runtime_function f = runtime_call (stmt);
  if (f == R_new_record)
    n.records.insert ({ stmt, n.records.size () });
  else if (f == R_new_view)
    n.views.insert ({ stmt, n.views.size () });
  else if (followed_p (stmt) && !callees (stmt, n).empty ())
    n.calls.insert ({ stmt, n.calls.size () });
  else if (gimple_assign_single_p (stmt))
    pack (gimple_assign_lhs (stmt), gimple_assign_rhs1 (stmt));
}

/* Notes one of the stores that fill the structure of the arguments of run. */
void
body::pack (tree lhs, tree rhs)
{
  tree field = NULL_TREE, var = lhs;
  for (; handled_component_p (var); var = TREE_OPERAND (var, 0))
    field = TREE_CODE (var) == COMPONENT_REF ? TREE_OPERAND (var, 1) : NULL_TREE;
  if (!VAR_P (var) || !DECL_ARTIFICIAL (var))
    return;
  if (field)
    {
      bool whole = TREE_CODE (lhs) == COMPONENT_REF && TREE_OPERAND (lhs, 1) == field;
      packed[var].insert ({ field, whole ? rhs : NULL_TREE }); /* else: a part of a structure */
      return;
    }
  cleared.insert (var);
  tree constants = VAR_P (rhs) ? DECL_INITIAL (rhs) : rhs;
  unsigned k;
  tree member, value;
  if (constants && TREE_CODE (constants) == CONSTRUCTOR)
    FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (constants), k, member, value)
      packed[var].insert ({ member, value });
}

/* ---- Descriptions ------------------------------------------------------ */

void
body::record (gimple *call)
{
  std::string name;
  tree type = NULL_TREE;
  describe (call, &name, &type);
  records.push_back (json_object ().text ("name", name).text ("element", element_text (call, type))
                       .raw ("at", json_place (gimple_location (call)))
                       .raw ("producers", json_sum (linear_of (gimple_call_arg (call, 2))))
                       .raw ("consumers", json_sum (linear_of (gimple_call_arg (call, 3))))
                       .raw ("times", times (call))
                       .raw ("size", json_sum (linear_of (gimple_call_arg (call, 0)))).json ());
}

void
body::view (gimple *call)
{
  std::string name;
  tree type = NULL_TREE;
  describe (call, &name, &type);
  views.push_back (json_object ().text ("name", name).text ("element", element_text (call, type))
                     .text ("side", integer_zerop (gimple_call_arg (call, 1)) ? "read" : "write")
                     .raw ("at", json_place (gimple_location (call)))
                     .raw ("of", json_list (sources_of (gimple_call_arg (call, 0), n)))
                     .raw ("times", times (call)).json ());
}

/* Describes the call of a primitive of a view. */
void
body::site (gimple *call, runtime_function f)
{
  json_object o;
  o.text ("primitive", runtime_word (f)).raw ("at", json_place (gimple_location (call)))
    .raw ("view", json_list (sources_of (gimple_call_arg (call, 0), n)));
  if (strchr ("ni", runtime_signature (f)[2]))
    {
      basic_block bb = gimple_bb (call);
      linear index = linear_of (index_of (call)), rate;
      const flow_loop *inner = sum.innermost (bb), *outer = sum.rate_of (index, bb, &rate);
      o.raw ("index", json_sum (sum.first (index, bb)));
      if (inner)
        o.raw ("step", json_sum (sum.step (index, *inner)));
      if (outer)
        o.raw ("rate", json_sum (rate))
          .raw ("loop", json_place (gimple_location (last_statement (outer->header))));
    }
  sites.push_back (o.json ());
}

/* Returns the sources of a pointer or a structure, a number, or null. */
std::string
body::argument (tree value)
{
  tree type = TREE_TYPE (value);
  if (POINTER_TYPE_P (type) || AGGREGATE_TYPE_P (type))
    return json_list (sources_of (value, n));
  return INTEGRAL_TYPE_P (type) ? json_sum (linear_of (value)) : "null";
}

void
body::start (gimple *call)
{
  tree address = gimple_call_arg (call, 3), var = TREE_OPERAND (address, 0);
  tree name = gimple_call_arg (call, 0), field = TYPE_FIELDS (TREE_TYPE (var));
  const auto &given = packed[var];
  std::set<std::string> processes;
  if (POINTER_TYPE_P (TREE_TYPE (field)))
    {
      if (auto f = given.find (field); f != given.end ())
        for (const std::string &s : sources_of (f->second, n))
          if (s.compare (0, 9, "function ") == 0)
            processes.insert (s.substr (9));
    }
  else if (const char *text = c_getstr (name))
    processes.insert (text);
  std::string arguments;
  while ((field = DECL_CHAIN (field)))
    {
      auto f = given.find (field);
      tree part = build3 (COMPONENT_REF, TREE_TYPE (field), var, field, NULL_TREE);
      std::string text = f != given.end () ? argument (f->second ? f->second : part)
                         : INTEGRAL_TYPE_P (TREE_TYPE (field)) && cleared.count (var) ? "0" : "[]";
      arguments += (arguments.empty () ? "" : ", ") + text;
    }
  runs.push_back (json_object ().raw ("process", json_list (processes))
                    .raw ("at", json_place (gimple_location (call)))
                    .raw ("arguments", "[" + arguments + "]").raw ("times", times (call)).json ());
}

void
body::call (gimple *call)
{
  std::string arguments;
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    arguments += (k ? ", " : "") + argument (gimple_call_arg (call, k));
  calls.push_back (json_object ().raw ("function", json_list (callees (call, n)))
                     .raw ("at", json_place (gimple_location (call)))
                     .raw ("arguments", "[" + arguments + "]").raw ("times", times (call)).json ());
}

/* Describes a store of records, views, or structures that contain them. */
void
body::store (gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), base = get_base_address (lhs);
  bool whole = TREE_CODE (lhs) == COMPONENT_REF && TREE_OPERAND (lhs, 0) == base;
  if (!holds_records_p (TREE_TYPE (lhs)) || (whole && packed.count (base)))
    return;
  std::set<std::string> values = sources_of (gimple_assign_rhs1 (stmt), n);
  if (!values.empty ())
    for (const std::string &place : places_of (lhs, n))
      stores.push_back (json_object ().text ("to", place).raw ("value", json_list (values))
                          .json ());
}

void
body::describe_statement (gimple *stmt)
{
  runtime_function f = runtime_call (stmt);
  if (f == R_new_record)
    record (stmt);
  else if (f == R_new_view)
    view (stmt);
  else if (f == R_start)
    start (stmt);
  else if (of_view_p (f) && !element_p (f) && f != R_pass_view)
    site (stmt, f);
  else if (n.calls.count (stmt))
    call (stmt);
  else if (gimple_assign_single_p (stmt) && TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME)
    store (stmt);
  else if (greturn *r = dyn_cast<greturn *> (stmt); r && gimple_return_retval (r))
    {
      tree value = gimple_return_retval (r);
      if (POINTER_TYPE_P (TREE_TYPE (value)))
        returned = sources_of (value, n);
    }
}

/* Describes parameters that are in memory as stores of the arguments. */
void
body::addressable_parameters ()
{
  int k = 0;
  for (tree p = DECL_ARGUMENTS (current_function_decl); p; p = DECL_CHAIN (p), k++)
    if (!is_gimple_reg (p) && holds_records_p (TREE_TYPE (p)))
      for (const std::string &place : places_of (p, n))
        stores.push_back (json_object ().text ("to", place)
                            .raw ("value", json_list ({ "parameter " + std::to_string (k) }))
                            .json ());
}

/* ---- The text ---------------------------------------------------------- */

std::string
body::parameters ()
{
  std::string text;
  for (tree p = DECL_ARGUMENTS (current_function_decl); p; p = DECL_CHAIN (p))
    text += (text.empty () ? "" : ", ")
            + json_object ().text ("name", DECL_NAME (p) ? IDENTIFIER_POINTER (DECL_NAME (p)) : "")
                .text ("type", type_text (TREE_TYPE (p))).json ();
  return "[" + text + "]";
}

void
section (std::string *text, const char *key, const std::vector<std::string> &list)
{
  if (list.empty ())
    return;
  *text += ",\n      " + json_string (key) + ": [";
  for (size_t k = 0; k < list.size (); k++)
    *text += (k ? ",\n        " : "\n        ") + list[k];
  *text += "\n      ]";
}

std::string
body::json ()
{
  each_statement ([&] (gimple *stmt) { number (stmt); });
  addressable_parameters ();
  each_statement ([&] (gimple *stmt) { describe_statement (stmt); });
  tree decl = current_function_decl;
  bool process = process_p (decl);
  if (!process && records.empty () && views.empty () && sites.empty () && runs.empty ()
      && calls.empty () && stores.empty () && returned.empty ())
    return "";
  std::string text = "    {\n      \"name\": " + json_string (IDENTIFIER_POINTER (DECL_NAME (decl)))
                     + ", \"kind\": " + (process ? "\"process\"" : "\"function\"")
                     + ", \"public\": " + (TREE_PUBLIC (decl) ? "true" : "false")
                     + ", \"at\": " + json_place (DECL_SOURCE_LOCATION (decl))
                     + ",\n      \"parameters\": " + parameters ();
  section (&text, "records", records);
  section (&text, "views", views);
  section (&text, "sites", sites);
  section (&text, "runs", runs);
  section (&text, "calls", calls);
  section (&text, "stores", stores);
  if (!returned.empty ())
    text += ",\n      \"returns\": " + json_list (returned);
  return text + "\n    }";
}

} // namespace

std::string
json_body ()
{
  bool dominators = dom_info_available_p (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
  std::string text = body ().json ();
  if (!dominators)
    free_dominance_info (CDI_DOMINATORS);
  return text;
}

} // namespace erbium
