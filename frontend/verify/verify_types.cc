/* SPDX-License-Identifier: MIT */
/* verify_types.cc - the verifier: types of a module, and their sizes (verify.h; 2.2, 2.3). */
#include "verify/checker.h"

#include <algorithm>

namespace er {

static const uint64_t most_parts = uint64_t (1) << 22;
static const uint64_t most_constant = uint64_t (1) << 22;
/* nesting of arrays and structures, so that recursion over types and values is safe */
static const int most_deep = 100;

/* The number of parts is not proportional to that of scalars: [1][1][1]i8 has one scalar and four
 * parts. */
static uint64_t
parts_in (const Type *type)
{
  if (type->kind == Type::Array)
    return at_most (1 + type->count * parts_in (type->element), most_parts);
  return type->kind == Type::Struct ? type->structure->parts : 1;
}

static int
height_of (const Type *type)
{
  if (type->kind == Type::Array)
    return 1 + height_of (type->element);
  return type->kind == Type::Struct ? type->structure->height : 0;
}

/* Reports the error; the name is that of a structure, or empty. */
bool
Checker::too_large (const Type *type, Place at, const std::string &name)
{
  std::string it = name.empty () ? "an array" : "structure '" + name + "'";
  if (height_of (type) > most_deep)
    error (at, "2.2", it + format (" is more than %d arrays and structures deep", most_deep));
  else if (scalars_in (type) > most_scalars)
    error (at, "2.2", it + " has more than 2^20 scalars");
  else if (parts_in (type) > most_parts)
    error (at, "2.2", it + " has more than 2^22 scalars, arrays and structures in it");
  else
    return false;
  return true;
}

/* Returns the type with names replaced by structures. */
const Type *
Checker::bind (const Type *type, Place at)
{
  if (type->kind == Type::Named)
    {
      auto found = global.find (type->name);
      if (found != global.end () && found->second.structure)
        return module.of (found->second.structure);
      error (at, "3.2", "there is no structure '" + type->name + "'");
      return wrong ();
    }
  if (!type->element)
    return type;
  const Type *element = bind (type->element, at);
  if (element->kind == Type::Wrong)
    return element;
  if (type->kind == Type::Array)
    {
      if (!is_data (element) && element->kind != Type::Record && element->kind != Type::Handle
          && element->kind != Type::Array)
        {
          error (at, "2.3", "an array has no elements of type " + element->text ());
          return wrong ();
        }
      const Type *array = module.array (element, type->count);
      return too_large (array, at, "") ? wrong () : array;
    }
  if (!is_data (element))
    {
      error (at, "2.3", "a record has no elements of type " + element->text (),
             "elements are scalars, arrays and structures");
      return wrong ();
    }
  return type->kind == Type::Record ? module.record (element)
                                    : module.view (element, type->kind == Type::WriteView);
}

/* Whether the structure does not contain itself and is not too large; checked once, after those
 * that it contains. */
bool
Checker::closed_structure (Structure *s, int depth)
{
  if (s->height)
    return true;
  if (depth == most_deep)
    {
      error (s->at, "2.2", format ("structures are more than %d deep in each other", most_deep));
      return false;
    }
  if (!open.insert (s).second)
    {
      error (s->at, "2.2", "structure '" + s->name + "' contains itself");
      return false;
    }
  uint64_t scalars = 0, parts = 1;
  int height = 0;
  Layout all = { 0, 1 };
  for (const Field &f : s->fields)
    {
      const Type *t = f.type;
      while (t->kind == Type::Array)
        t = t->element;
      if (t->kind == Type::Struct && !closed_structure (t->structure, depth + 1))
        return false;
      scalars = at_most (scalars + scalars_in (f.type), most_scalars);
      parts = at_most (parts + parts_in (f.type), most_parts);
      height = std::max (height, height_of (f.type));
      Layout l = layout_of (f.type);
      all.size = (all.size + l.align - 1) / l.align * l.align + l.size;
      all.align = std::max (all.align, l.align);
    }
  all.size = (all.size + all.align - 1) / all.align * all.align;
  s->height = height + 1;
  s->scalars = scalars;
  s->parts = parts;
  s->layout = all;
  return !too_large (module.of (s), s->at, s->name);
}

void
Checker::structures ()
{
  for (Item &i : module.items)
    if (i.structure)
      {
        std::set<std::string> names;
        /* nothing is known of it */
        *i.structure = { i.structure->name, i.structure->at, i.structure->fields };
        for (Field &f : i.structure->fields)
          {
            f.type = bind (f.type, f.at);
            if (!names.insert (f.name).second)
              error (f.at, "3.1",
                     "structure '" + i.structure->name + "' has two fields '" + f.name + "'");
            if (f.type->kind != Type::Wrong && !is_data (f.type))
              error (f.at, "2.3", "a field has no type " + f.type->text (),
                     "fields are scalars, arrays and structures");
          }
      }
  bool good = diagnostics.errors () == 0;
  for (Item &i : module.items)
    if (i.structure && good)
      good = closed_structure (i.structure, 0);
}

} // namespace er
