/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip_cost.cc - what may stand in a strip, and how long it takes.
 *
 * A strip delays its publications by its own length.  So it has no more iterations than certainly
 * take some tens of microseconds.  The unit is GCC's own for the time of a statement, one
 * instruction, which counts as one nanosecond; statements that a branch leaves out count, too.
 * Memory is assumed to be in a cache: a miss may take a hundred times as long, and a page fault any
 * time, but they do so in the original loop as well.
 */
#include "opt/coarsen/strip.h"

#include "real.h"
#include "tree-inline.h"

namespace erbium {

namespace {

const int bytes_at_once = 8;  /* that one unit of time fills or copies */
const int quick_call = 20;    /* sqrt, rounding */
const int long_call = 100;    /* sin, pow */
const int decimal_call = 400; /* of _Decimal128, the longest */
const int complex_parts = 16; /* operations in a division of complex numbers */
const int wide_times = 40;    /* for long double: powl, with the worst arguments */

const char *const any_time = "it calls a function that may block or take long";
const char *const any_size = "it fills or copies memory of unknown size";

/* Finds the cost of filling or copying so many bytes. */
const char *
memory_cost (tree bytes, HOST_WIDE_INT *cost)
{
  if (!bytes || !tree_fits_uhwi_p (bytes))
    return any_size;
  *cost = quick_call + (HOST_WIDE_INT) (tree_to_uhwi (bytes) / bytes_at_once);
  return NULL;
}

/* Finds the cost of a function that GCC knows.  A function of unknown time may still be one that
 * runs no code of the program, such as fmod. */
const char *
builtin_cost (const gcall *call, HOST_WIDE_INT *cost)
{
  switch (builtin_time_of (call))
    {
    case BUILTIN_NOTHING:
      *cost = 0;
      return NULL;
    case BUILTIN_QUICK:
      *cost = quick_call;
      return NULL;
    case BUILTIN_LONG:
      *cost = long_call;
      return NULL;
    case BUILTIN_MEMORY:
      return memory_cost (gimple_call_arg (call, 2), cost);
    default:
      return any_time;
    }
}

/* Whether a type has more digits than double: library functions are slow for it. */
bool
wide_type_p (const_tree type)
{
  if (TREE_CODE (type) == COMPLEX_TYPE)
    type = TREE_TYPE (type);
  return SCALAR_FLOAT_TYPE_P (type) && TYPE_PRECISION (type) > TYPE_PRECISION (double_type_node);
}

bool
wide_p (const gcall *call)
{
  bool wide = gimple_call_lhs (call) && wide_type_p (TREE_TYPE (gimple_call_lhs (call)));
  for (unsigned n = 0; n < gimple_call_num_args (call); n++)
    wide |= wide_type_p (TREE_TYPE (gimple_call_arg (call, n)));
  return wide;
}

const char *
call_cost (gcall *call, HOST_WIDE_INT *cost)
{
  if (automatic_init_p (call)) /* of a variable, any size */
    return memory_cost (gimple_call_arg (call, 0), cost);
  if (gimple_call_internal_p (call))
    {
      *cost = quick_call;
      return NULL;
    }
  runtime_function f = runtime_call (call);
  if (f == R_element || f == R_receive)
    {
      *cost = 2; /* a load, an addition; receive goes from a strip */
      return NULL;
    }
  if (f != R_count)
    return any_time;
  return builtin_cost (call, cost);
}

/* Whether processors lack arithmetic of TYPE, or may lack it: then each operation is a call. */
bool
soft_type_p (const_tree type)
{
  if (!SCALAR_FLOAT_TYPE_P (type) || DECIMAL_FLOAT_TYPE_P (type))
    return DECIMAL_FLOAT_TYPE_P (type);
  const real_format *format = REAL_MODE_FORMAT (TYPE_MODE (type));
  return format == &ieee_quad_format || format == &ieee_half_format;
}

/* Returns the cost of one operation on TYPE if a function of the library computes it, as __addtf3
 * does; else 0. */
int
call_of_type (const_tree type)
{
  int times = 1;
  if (TREE_CODE (type) == COMPLEX_TYPE)
    times = complex_parts; /* with those for infinities */
  else if (VECTOR_TYPE_P (type) && TYPE_VECTOR_SUBPARTS (type).is_constant ())
    times = (int) TYPE_VECTOR_SUBPARTS (type).to_constant ();
  if (TREE_CODE (type) == COMPLEX_TYPE || VECTOR_TYPE_P (type))
    type = TREE_TYPE (type);
  return !soft_type_p (type) ? 0 : times * (DECIMAL_FLOAT_TYPE_P (type) ? decimal_call : long_call);
}

/* Returns the cost of software arithmetic: operations on such types and their comparisons,
 * conversions to and from them, division of integers of 128 bits; no copies, loads and stores. */
HOST_WIDE_INT
software_cost (gimple *stmt)
{
  tree_code code = gimple_code (stmt) == GIMPLE_COND ? gimple_cond_code (stmt)
                   : is_gimple_assign (stmt) ? gimple_assign_rhs_code (stmt) : ERROR_MARK;
  tree type = is_gimple_assign (stmt) ? TREE_TYPE (gimple_assign_lhs (stmt)) : boolean_type_node;
  if (code == ERROR_MARK || get_gimple_rhs_class (code) == GIMPLE_SINGLE_RHS)
    return 0;
  bool divides = code == TRUNC_DIV_EXPR || code == TRUNC_MOD_EXPR || code == EXACT_DIV_EXPR;
  if (divides && INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) > BITS_PER_WORD)
    return long_call;
  int cost = call_of_type (type);
  for (unsigned n = 0; n < gimple_num_ops (stmt); n++)
    if (tree operand = gimple_op (stmt, n))
      if (!TYPE_P (operand) && TREE_CODE (operand) != LABEL_DECL)
        cost = MAX (cost, call_of_type (TREE_TYPE (operand)));
  return cost;
}

/* Whether STMT copies or sets a structure or array. */
bool
large_p (gimple *stmt)
{
  return gimple_assign_single_p (stmt) && !gimple_clobber_p (stmt)
         && !is_gimple_reg_type (TREE_TYPE (gimple_assign_lhs (stmt)));
}

} // namespace

const char *
statement_cost (gimple *stmt, HOST_WIDE_INT *cost)
{
  if (gimple_has_volatile_ops (stmt))
    return "it has volatile accesses";
  if (gcall *call = dyn_cast<gcall *> (stmt))
    {
      const char *reason = call_cost (call, cost);
      if (wide_p (call))
        *cost *= wide_times;
      return reason;
    }
  if (gasm *code = dyn_cast<gasm *> (stmt))
    {
      if (gimple_asm_volatile_p (code))
        return "it has volatile accesses";
      /* The text may be a loop or a system call.  An empty text only serves its operands. */
      if (gimple_vdef (stmt) || gimple_asm_string (code)[0])
        return "it has assembler code that may do anything";
      *cost = 0;
      return NULL;
    }
  if (large_p (stmt))
    return memory_cost (TYPE_SIZE_UNIT (TREE_TYPE (gimple_assign_lhs (stmt))), cost);
  *cost = estimate_num_insns (stmt, &eni_time_weights) + software_cost (stmt);
  return NULL;
}

} // namespace erbium
