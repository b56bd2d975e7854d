/* SPDX-License-Identifier: MIT */
/* mpi_op.c - operations of reductions: those of MPI, and those that a program makes. */
#include "mpi/coll/mpi_op_loops.h"

enum { FIRST = 0x98000000 };

typedef bool operate (MPI_Op op, const void *in, void *inout, size_t count);

/* One that the program has made has one of the functions. */
static struct { MPI_User_function *function; MPI_User_function_c *large; bool commutes; } *made;
static int made_count;

static bool
is_made (MPI_Op op)
{
  unsigned n = (unsigned) op - (unsigned) FIRST;
  return n < (unsigned) made_count && (made[n].function || made[n].large);
}

/* ---- Which function works on a type ---------------------------------------- */

static operate *
function_for (MPI_Datatype type)
{
  switch (type)
    {
    case MPI_CHAR: case MPI_SIGNED_CHAR: case MPI_INTEGER1: case MPI_INT8_T: return on_i8;
    case MPI_UNSIGNED_CHAR: case MPI_BYTE: case MPI_UINT8_T: return on_u8;
    case MPI_SHORT: case MPI_INTEGER2: case MPI_INT16_T: return on_i16;
    case MPI_UNSIGNED_SHORT: case MPI_UINT16_T: return on_u16;
    case MPI_INT: case MPI_INTEGER: case MPI_INTEGER4: case MPI_INT32_T: case MPI_LOGICAL:
    case MPI_WCHAR: return on_i32;
    case MPI_UNSIGNED: case MPI_UINT32_T: return on_u32;
    case MPI_LONG: case MPI_LONG_LONG_INT: case MPI_INTEGER8: case MPI_INT64_T: case MPI_AINT:
    case MPI_OFFSET: case MPI_COUNT: return on_i64;
    case MPI_UNSIGNED_LONG: case MPI_UNSIGNED_LONG_LONG: case MPI_UINT64_T: return on_u64;
    case MPI_FLOAT: case MPI_REAL: case MPI_REAL4: return on_float;
    case MPI_DOUBLE: case MPI_DOUBLE_PRECISION: case MPI_REAL8: return on_double;
    case MPI_LONG_DOUBLE: return on_long_double;
#ifdef __SIZEOF_FLOAT128__
    case MPI_REAL16: return on_float128;
#endif
    case MPI_C_BOOL: case MPI_CXX_BOOL: return on_bool;
    case MPI_COMPLEX: case MPI_COMPLEX8: case MPI_C_FLOAT_COMPLEX: case MPI_CXX_FLOAT_COMPLEX:
      return on_c_float;
    case MPI_DOUBLE_COMPLEX: case MPI_COMPLEX16: case MPI_C_DOUBLE_COMPLEX:
    case MPI_CXX_DOUBLE_COMPLEX: return on_c_double;
    case MPI_C_LONG_DOUBLE_COMPLEX: case MPI_CXX_LONG_DOUBLE_COMPLEX: return on_c_long_double;
    case MPI_FLOAT_INT: return on_float_int;
    case MPI_DOUBLE_INT: return on_double_int;
    case MPI_LONG_INT: return on_long_int;
    case MPI_SHORT_INT: return on_short_int;
    case MPI_LONG_DOUBLE_INT: return on_long_double_int;
    case MPI_2INT: case MPI_2INTEGER: return on_2int;
    case MPI_2REAL: return on_2real;
    case MPI_2DOUBLE_PRECISION: return on_2double;
    default: return NULL;
    }
}

static bool
is_defined (MPI_Op op)
{
  return op >= MPI_MAX && op <= MPI_MAXLOC;
}

int
detmpi_check_op (MPI_Op op, const struct detmpi_type *t, MPI_Comm comm)
{
  static const char *const names[] = { "MPI_MAX", "MPI_MIN", "MPI_SUM", "MPI_PROD", "MPI_LAND",
                                       "MPI_BAND", "MPI_LOR", "MPI_BOR", "MPI_LXOR", "MPI_BXOR",
                                       "MPI_MINLOC", "MPI_MAXLOC" };
  if (is_made (op))
    return MPI_SUCCESS;
  if (!is_defined (op))
    return detmpi_error (comm, MPI_ERR_OP, "the operation (0x%x) is none, or was freed", op);
  operate *f = function_for (t->handle);
  if (f && f (op, NULL, NULL, 0))
    return MPI_SUCCESS;
  return detmpi_error (comm, MPI_ERR_OP, "'%s' has no meaning for '%s'", names[op - MPI_MAX],
                       t->name ? t->name : "a type that the program has made");
}

void
detmpi_combine (MPI_Op op, void *in, void *inout, int count, MPI_Datatype type)
{
  unsigned n = (unsigned) op - (unsigned) FIRST;
  MPI_Count large = count;
  if (is_defined (op))
    function_for (type) (op, in, inout, (size_t) count);
  else if (made[n].large)
    made[n].large (in, inout, &large, &type);
  else
    made[n].function (in, inout, &count, &type);
}

/* ---- Calls ----------------------------------------------------------------- */

static MPI_Op
make_op (MPI_User_function *function, MPI_User_function_c *large, int commutes)
{
  int n = 0;
  while (is_made (FIRST + n))
    n++;
  if (n == made_count)
    made = detmpi_grow (made, (size_t) ++made_count * sizeof *made);
  made[n].function = function;
  made[n].large = large;
  made[n].commutes = commutes;
  return FIRST + n;
}

int
MPI_Op_create (MPI_User_function *function, int commutes, MPI_Op *op)
{
  DETMPI_CALL ();
  *op = make_op (function, NULL, commutes);
  return MPI_SUCCESS;
}

int
MPI_Op_create_c (MPI_User_function_c *function, int commutes, MPI_Op *op)
{
  DETMPI_CALL ();
  *op = make_op (NULL, function, commutes);
  return MPI_SUCCESS;
}

int
MPI_Op_free (MPI_Op *op)
{
  DETMPI_CALL ();
  if (is_made (*op))
    {
      unsigned n = (unsigned) *op - (unsigned) FIRST;
      made[n].function = NULL;
      made[n].large = NULL;
    }
  *op = MPI_OP_NULL;
  return MPI_SUCCESS;
}

int
MPI_Op_commutative (MPI_Op op, int *commutes)
{
  DETMPI_CALL ();
  unsigned n = (unsigned) op - (unsigned) FIRST;
  *commutes = n < (unsigned) made_count ? made[n].commutes : 1;
  return MPI_SUCCESS;
}

int
MPI_Reduce_local (const void *inbuf, void *inoutbuf, int count, MPI_Datatype type, MPI_Op op)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_committed (type, count, MPI_COMM_WORLD, &error);
  if (t && !(error = detmpi_check_op (op, t, MPI_COMM_WORLD)))
    detmpi_combine (op, (void *) inbuf, inoutbuf, count, type);
  return error;
}
