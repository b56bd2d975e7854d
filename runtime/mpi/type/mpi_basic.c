/* SPDX-License-Identifier: MIT */
/* mpi_basic.c - the types of C and Fortran.
 *
 * In MPICH's interface a handle says the size of its type, in its second byte.
 */
#include "mpi/type/mpi_type.h"

struct detmpi_type detmpi_basic[DETMPI_BASIC_TYPES], detmpi_pairs[DETMPI_PAIRS];
static struct detmpi_segment basic_segments[DETMPI_BASIC_TYPES], pair_segments[DETMPI_PAIRS][2];

static const struct
{
  MPI_Datatype handle;
  enum detmpi_category category;
  const char *name;
} table[] = {
#define TYPE(name, category) { name, DETMPI_##category, #name }
  TYPE (MPI_CHAR, BYTES), TYPE (MPI_SIGNED_CHAR, BYTES), TYPE (MPI_UNSIGNED_CHAR, BYTES),
  TYPE (MPI_BYTE, BYTES), TYPE (MPI_PACKED, BYTES), TYPE (MPI_WCHAR, INTEGER),
  TYPE (MPI_SHORT, INTEGER), TYPE (MPI_UNSIGNED_SHORT, INTEGER), TYPE (MPI_INT, INTEGER),
  TYPE (MPI_UNSIGNED, INTEGER), TYPE (MPI_LONG, INTEGER), TYPE (MPI_UNSIGNED_LONG, INTEGER),
  TYPE (MPI_LONG_LONG_INT, INTEGER), TYPE (MPI_UNSIGNED_LONG_LONG, INTEGER),
  TYPE (MPI_FLOAT, REAL), TYPE (MPI_DOUBLE, REAL), TYPE (MPI_LONG_DOUBLE, REAL),
  TYPE (MPI_LB, BYTES), TYPE (MPI_UB, BYTES), TYPE (MPI_2INT, INTEGER),
  TYPE (MPI_COMPLEX, COMPLEX), TYPE (MPI_DOUBLE_COMPLEX, COMPLEX), TYPE (MPI_LOGICAL, INTEGER),
  TYPE (MPI_REAL, REAL), TYPE (MPI_DOUBLE_PRECISION, REAL), TYPE (MPI_INTEGER, INTEGER),
  TYPE (MPI_2INTEGER, INTEGER), TYPE (MPI_2REAL, REAL), TYPE (MPI_2DOUBLE_PRECISION, REAL),
  TYPE (MPI_CHARACTER, BYTES), TYPE (MPI_REAL4, REAL), TYPE (MPI_REAL8, REAL),
  TYPE (MPI_REAL16, REAL), TYPE (MPI_COMPLEX8, COMPLEX), TYPE (MPI_COMPLEX16, COMPLEX),
  TYPE (MPI_COMPLEX32, COMPLEX), TYPE (MPI_INTEGER1, BYTES), TYPE (MPI_INTEGER2, INTEGER),
  TYPE (MPI_INTEGER4, INTEGER), TYPE (MPI_INTEGER8, INTEGER), TYPE (MPI_INT8_T, BYTES),
  TYPE (MPI_INT16_T, INTEGER), TYPE (MPI_INT32_T, INTEGER), TYPE (MPI_INT64_T, INTEGER),
  TYPE (MPI_UINT8_T, BYTES), TYPE (MPI_UINT16_T, INTEGER), TYPE (MPI_UINT32_T, INTEGER),
  TYPE (MPI_UINT64_T, INTEGER), TYPE (MPI_C_BOOL, BYTES), TYPE (MPI_C_FLOAT_COMPLEX, COMPLEX),
  TYPE (MPI_C_DOUBLE_COMPLEX, COMPLEX), TYPE (MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX),
  TYPE (MPI_AINT, INTEGER), TYPE (MPI_OFFSET, INTEGER), TYPE (MPI_COUNT, INTEGER),
  TYPE (MPI_CXX_BOOL, BYTES), TYPE (MPI_CXX_FLOAT_COMPLEX, COMPLEX),
  TYPE (MPI_CXX_DOUBLE_COMPLEX, COMPLEX), TYPE (MPI_CXX_LONG_DOUBLE_COMPLEX, COMPLEX),
#undef TYPE
};

/* The types of MINLOC and MAXLOC that are structures: a value and an int. */
static const struct { const char *name; size_t value, at, extent; } pairs[DETMPI_PAIRS] = {
#define PAIR(name, T) { name, sizeof (T), sizeof (T), sizeof (struct { T v; int i; }) }
  PAIR ("MPI_FLOAT_INT", float), PAIR ("MPI_DOUBLE_INT", double), PAIR ("MPI_LONG_INT", long),
  PAIR ("MPI_SHORT_INT", short), PAIR ("MPI_LONG_DOUBLE_INT", long double),
#undef PAIR
};

static bool
is_double (MPI_Datatype type)
{
  return type == MPI_2INT || type == MPI_2INTEGER || type == MPI_2REAL
         || type == MPI_2DOUBLE_PRECISION;
}

static void
make_basic (int n)
{
  MPI_Datatype handle = table[n].handle;
  int at = handle & (DETMPI_BASIC_TYPES - 1);
  size_t size = (size_t) (handle >> 8 & 0xff), unit = is_double (handle) ? size / 2 : size;
  int category = table[n].category;
  basic_segments[at] = (struct detmpi_segment) { 0, size, unit ? unit : 1 };
  detmpi_basic[at] = (struct detmpi_type) {
    .handle = handle, .name = table[n].name, .uses = 1, .is_basic = true, .is_committed = true,
    .is_contiguous = true, .size = size, .ub = (MPI_Aint) size, .true_ub = (MPI_Aint) size,
    .class_ = category ? category * DETMPI_CATEGORY_UNIT + (int) unit : 0, .element = handle,
    .segments = &basic_segments[at], .count = size != 0, .combiner = MPI_COMBINER_NAMED
  };
}

static void
make_pair (int n)
{
  size_t value = pairs[n].value, at = value < sizeof (int) ? sizeof (int) : value;
  pair_segments[n][0] = (struct detmpi_segment) { 0, value, value };
  pair_segments[n][1] = (struct detmpi_segment) { (MPI_Aint) at, sizeof (int), sizeof (int) };
  bool is_whole = at == value && pairs[n].extent == value + sizeof (int);
  detmpi_pairs[n] = (struct detmpi_type) {
    .handle = MPI_FLOAT_INT + n, .name = pairs[n].name, .uses = 1, .is_basic = true,
    .is_committed = true, .is_contiguous = is_whole, .size = value + sizeof (int),
    .ub = (MPI_Aint) pairs[n].extent, .true_ub = (MPI_Aint) (at + sizeof (int)),
    .element = MPI_FLOAT_INT + n, .segments = pair_segments[n], .count = 2,
    .combiner = MPI_COMBINER_NAMED
  };
}

void
detmpi_make_types (void)
{
  for (size_t n = 0; n < sizeof table / sizeof *table; n++)
    make_basic ((int) n);
  for (int n = 0; n < DETMPI_PAIRS; n++)
    make_pair (n);
}

const char *
detmpi_name_of_class (int class_)
{
  static const char *const names[][4] = {
    [DETMPI_INTEGER] = { "integers of 2 bytes", "integers of 4 bytes", "integers of 8 bytes",
                         "integers" },
    [DETMPI_REAL] = { "reals of 2 bytes", "reals of 4 bytes", "reals of 8 bytes",
                      "reals of 16 bytes" },
    [DETMPI_COMPLEX] = { "complex numbers", "complex numbers", "complex numbers of 8 bytes",
                         "complex numbers of 16 bytes" }
  };
  int category = class_ / DETMPI_CATEGORY_UNIT, size = class_ % DETMPI_CATEGORY_UNIT;
  if (!category)
    return "bytes";
  return names[category][size <= 2 ? 0 : size == 4 ? 1 : size == 8 ? 2 : 3];
}
