/* SPDX-License-Identifier: MIT */
/* mpi_contents.c - how a type was made: MPI_Type_get_envelope and MPI_Type_get_contents. */
#include "mpi/type/mpi_type.h"

void
detmpi_keep_contents (struct detmpi_type *t, int combiner, int integers, int addresses, int types)
{
  t->combiner = combiner;
  t->integer_count = integers, t->address_count = addresses, t->type_count = types;
  t->integers = detmpi_alloc ((size_t) integers * sizeof *t->integers);
  t->addresses = detmpi_alloc ((size_t) addresses * sizeof *t->addresses);
  t->types = detmpi_alloc ((size_t) types * sizeof *t->types);
}

int
MPI_Type_get_envelope (MPI_Datatype type, int *integers, int *addresses, int *types, int *combiner)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (!t)
    return error;
  *integers = t->integer_count, *addresses = t->address_count, *types = t->type_count;
  *combiner = t->combiner;
  return MPI_SUCCESS;
}

int
MPI_Type_get_contents (MPI_Datatype type, int max_integers, int max_addresses, int max_types,
                       int integers[], MPI_Aint addresses[], MPI_Datatype types[])
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (!t)
    return error;
  if (t->is_basic)
    return detmpi_error (MPI_COMM_WORLD, MPI_ERR_TYPE, "'%s' was not made of others", t->name);
  if (max_integers < t->integer_count || max_addresses < t->address_count
      || max_types < t->type_count)
    return detmpi_error (MPI_COMM_WORLD, MPI_ERR_ARG,
                         "the arrays are smaller than MPI_Type_get_envelope says");
  memcpy (integers, t->integers, (size_t) t->integer_count * sizeof *integers);
  memcpy (addresses, t->addresses, (size_t) t->address_count * sizeof *addresses);
  memcpy (types, t->types, (size_t) t->type_count * sizeof *types);
  for (int n = 0; n < t->type_count; n++)
    if (detmpi_type_of (types[n]))
      detmpi_use_type (detmpi_type_of (types[n])); /* the caller frees them */
  return MPI_SUCCESS;
}
