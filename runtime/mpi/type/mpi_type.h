/* SPDX-License-Identifier: MIT */
/* mpi_type.h - types of MPI: where the elements are, and what they are.
 *
 *   mpi_basic.c     the types of C and Fortran
 *   mpi_type.c      the table of types; sizes, extents, names
 *   mpi_derived.c   types that a program makes
 *   mpi_pack.c      elements as bytes, and back
 *   mpi_contents.c  how a type was made
 *
 * A type is a list of segments: bytes that are contiguous, of elements of one size.  The list is
 * made when the type is, so the files above need not know how.
 */
#ifndef ERB_MPI_TYPE_H
#define ERB_MPI_TYPE_H

#include "mpi/base/mpi_base.h"

/* What the elements of a message are: sender and receiver must agree.  A class is a category and a
 * size; bytes, characters and mixtures have class 0 and agree with all. */
enum detmpi_category { DETMPI_BYTES, DETMPI_INTEGER, DETMPI_REAL, DETMPI_COMPLEX };
enum { DETMPI_CATEGORY_UNIT = 64 };

struct detmpi_segment { MPI_Aint at; size_t length; size_t unit; };

struct detmpi_type
{
  MPI_Datatype handle;
  const char *name;            /* of a basic type */
  int uses;                    /* the handle, and types that were made of it */
  bool is_basic, is_committed;
  bool is_contiguous;          /* elements follow each other without gaps, from 0 on */
  size_t size;
  MPI_Aint lb, ub;             /* extent: ub - lb */
  MPI_Aint true_lb, true_ub;
  bool has_lb, has_ub;         /* set by MPI_LB, MPI_UB or resizing */
  int class_;
  MPI_Datatype element;        /* the basic type of all elements, or MPI_DATATYPE_NULL */
  struct detmpi_segment *segments;
  size_t count;
  /* How it was made (mpi_contents.c). */
  int combiner, integer_count, address_count, type_count;
  int *integers;
  MPI_Aint *addresses;
  MPI_Datatype *types;
  char *given_name;
};

enum { DETMPI_BASIC_TYPES = 128, DETMPI_PAIRS = 5 };
extern struct detmpi_type detmpi_basic[DETMPI_BASIC_TYPES], detmpi_pairs[DETMPI_PAIRS];

extern void detmpi_make_types (void);
extern struct detmpi_type *detmpi_derived_type (MPI_Datatype type);

/* Returns the type of a handle, or NULL. */
ERBIUM_INLINE struct detmpi_type *
detmpi_type_of (MPI_Datatype type)
{
  if (__builtin_expect ((type & 0xffff0000) == 0x4c000000, 1))
    {
      struct detmpi_type *t = &detmpi_basic[type & (DETMPI_BASIC_TYPES - 1)];
      return __builtin_expect (t->handle == type, 1) ? t : NULL;
    }
  return detmpi_derived_type (type);
}

ERBIUM_INLINE MPI_Aint
detmpi_extent (const struct detmpi_type *t)
{
  return t->ub - t->lb;
}

/* Returns the type, or NULL after an error of the present call has been reported: *error is then
 * its code. */
extern struct detmpi_type *detmpi_expect_type (MPI_Datatype type, MPI_Comm comm, int *error);
/* As above, for a type that is to be communicated. */
extern struct detmpi_type *detmpi_expect_committed (MPI_Datatype type, int count, MPI_Comm comm,
                                                    int *error);

extern struct detmpi_type *detmpi_new_type (void);
extern void detmpi_use_type (struct detmpi_type *t);
extern void detmpi_drop_type (struct detmpi_type *t);
extern const char *detmpi_name_of_class (int class_);

/* Copies count elements of type t to bytes. */
extern void detmpi_pack (char *to, const char *from, size_t count, const struct detmpi_type *t);
/* Copies so many bytes, of elements of type t, to where the elements are. */
extern void detmpi_unpack (char *to, const char *from, size_t bytes, const struct detmpi_type *t);
/* Copies elements from one buffer to another of the same process, with different types. */
extern void detmpi_copy_typed (char *to, size_t to_count, const struct detmpi_type *to_type,
                               const char *from, size_t from_count,
                               const struct detmpi_type *from_type);

/* Room for count elements of type t, for an address `at' as MPI has it.  Free base. */
struct detmpi_room { char *base, *at; };
extern struct detmpi_room detmpi_room_for (size_t count, const struct detmpi_type *t);

/* Notes how a type was made. */
extern void detmpi_keep_contents (struct detmpi_type *t, int combiner, int integers,
                                  int addresses, int types);

#endif
