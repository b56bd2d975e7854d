/* SPDX-License-Identifier: MIT */
/* unit.h - the part of a process network that one unit describes.  A unit is a file that the plugin
 * wrote (docs/reference/network.md), or a module of the IR.
 *
 *   process p(r : record i32) {
 *       let v : write view i32 = new_write_view(r);  alloc(v, 8);  ... commit(v, i + 1); ...
 *   }
 *   process main() { let r : record i32 = new_record(1, 1); run p(r); ... }
 *
 *   body "p":    views { v, write, of "parameter 0" },
 *                sites { alloc of "view 0": 8; commit of "view 0": rate 1 }
 *   body "main": records { r }, runs { p: ["record 0"] }
 *
 * This file does not follow values from body to body; link.h does.
 */
#ifndef ERBIUM_UNIT_H
#define ERBIUM_UNIT_H

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace er {

class Module;

namespace graph {

/* A constant and multiples of the integer parameters of the body. */
struct Number
{
  int64_t constant = 0;
  std::map<int, int64_t> times; /* by the number of the parameter */
};
typedef std::optional<Number> Maybe; /* nothing: it is not known */

/* Where a record or view may come from. */
struct Source
{
  enum Kind { Record, View, Parameter, Result, Function, Local, Global, Static, Target };
  Kind kind;
  /* Record, View, Parameter, Result; for Target: the number of the parameter or result that points
   * to the place */
  int number = -1;
  bool result = false;  /* Target: of a result; else of a parameter */
  bool address = false; /* of a place: not what is in it */
  std::string name;     /* Function, Local, Global, Static */
  std::string path;     /* of a place: ".a.b" */
};
typedef std::vector<Source> Sources;

/* An argument of a process or function. */
struct Argument
{
  Sources sources;
  Maybe number;
};

struct Made_record
{
  std::string name, element, at;
  Maybe producers, consumers, times;
  Maybe size; /* of an element, in bytes */
};

struct Made_view
{
  std::string name, element, at;
  bool write = false;
  Sources of;
};

/* A call of a primitive of a view. */
struct Site
{
  std::string primitive, at;
  Sources view;
  Maybe index; /* alloc: the horizon */
  Maybe rate;  /* elements in each turn of the loop at ... */
  std::string loop;
};

/* A run of a process, or a call of a function. */
struct Call
{
  std::vector<std::string> names; /* one of these; none: not known */
  std::string at;
  std::vector<Argument> arguments;
  Maybe times;
};

struct Store
{
  Source to;
  Sources value;
};

struct Parameter
{
  std::string name, type;
};

struct Body
{
  std::string name, at;
  bool process = false, visible = true; /* to other units */
  std::vector<Parameter> parameters;
  std::vector<Made_record> records;
  std::vector<Made_view> views;
  std::vector<Site> sites;
  std::vector<Call> runs, calls;
  std::vector<Store> stores;
  Sources returns;
};

struct Unit
{
  std::string source;
  std::vector<Body> bodies;
};

/* An error in a text: "LINE:COLUMN: ...", or a path to the missing value and what was expected
 * there. */
struct Wrong
{
  std::string what;
};

/* Throws Wrong if the text is not a unit. */
Unit read_unit (const std::string &text); /* read_unit.cc */
/* Returns the unit that a module describes.  The module must be well-formed. */
Unit unit_of (Module &module, const std::string &source); /* of_module.cc */

} // namespace graph
} // namespace er
#endif
