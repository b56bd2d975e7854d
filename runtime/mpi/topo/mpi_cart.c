/* SPDX-License-Identifier: MIT */
/* mpi_cart.c - Cartesian communicators.  Ranks are numbered row by row, and never reordered. */
#include "mpi/topo/mpi_topo.h"

static struct detmpi_comm *
expect_cart (MPI_Comm comm, int *error)
{
  struct detmpi_comm *c = detmpi_expect_comm (comm, error);
  if (c && !c->cart)
    *error = detmpi_error (comm, MPI_ERR_TOPOLOGY, "the communicator is not Cartesian");
  return *error ? NULL : c;
}

static void
find_coords (const struct detmpi_cart *cart, int rank, int *coords)
{
  for (int d = cart->dims - 1; d >= 0; d--)
    {
      coords[d] = rank % cart->sizes[d];
      rank /= cart->sizes[d];
    }
}

/* Returns the rank, or MPI_PROC_NULL outside of a dimension that is not periodic. */
static int
find_rank (const struct detmpi_cart *cart, const int *coords)
{
  int rank = 0;
  for (int d = 0; d < cart->dims; d++)
    {
      int at = coords[d], size = cart->sizes[d];
      if (cart->periods[d])
        at = (at % size + size) % size;
      else if (at < 0 || at >= size)
        return MPI_PROC_NULL;
      rank = rank * size + at;
    }
  return rank;
}

static int
check_dims (MPI_Comm comm, int dims, const int *sizes, int size, int *all)
{
  *all = 1;
  if (dims < 0 || dims > DETMPI_MOST_DIMS)
    return detmpi_error (comm, MPI_ERR_DIMS, "%d dimensions, expected at most %d", dims,
                         DETMPI_MOST_DIMS);
  for (int d = 0; d < dims; d++)
    {
      if (sizes[d] < 1)
        return detmpi_error (comm, MPI_ERR_DIMS, "dimension %d has %d ranks", d, sizes[d]);
      *all *= sizes[d];
    }
  return *all <= size ? MPI_SUCCESS
                      : detmpi_error (comm, MPI_ERR_TOPOLOGY, "%d ranks are needed, and the "
                                      "communicator has %d", *all, size);
}

int
MPI_Cart_create (MPI_Comm comm, int dims, const int sizes[], const int periods[], int reorder,
                 MPI_Comm *made)
{
  int error, all;
  DETMPI_CALL ();
  (void) reorder;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c || (error = check_dims (comm, dims, sizes, c->size, &all)))
    return error;
  struct detmpi_comm *d = detmpi_split (c, c->rank < all ? 0 : MPI_UNDEFINED, c->rank);
  *made = d ? d->handle : MPI_COMM_NULL;
  if (!d)
    return MPI_SUCCESS;
  d->cart = detmpi_alloc (sizeof *d->cart);
  d->cart->dims = dims;
  for (int n = 0; n < dims; n++)
    d->cart->sizes[n] = sizes[n], d->cart->periods[n] = periods[n];
  return MPI_SUCCESS;
}

int
MPI_Cart_map (MPI_Comm comm, int dims, const int sizes[], const int periods[], int *rank)
{
  int error, all;
  DETMPI_CALL ();
  (void) periods;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (c && !(error = check_dims (comm, dims, sizes, c->size, &all)))
    *rank = c->rank < all ? c->rank : MPI_UNDEFINED;
  return error;
}

int
MPI_Cartdim_get (MPI_Comm comm, int *dims)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = expect_cart (comm, &error);
  if (c)
    *dims = c->cart->dims;
  return error;
}

int
MPI_Cart_get (MPI_Comm comm, int max, int sizes[], int periods[], int coords[])
{
  int error, own[DETMPI_MOST_DIMS];
  DETMPI_CALL ();
  struct detmpi_comm *c = expect_cart (comm, &error);
  if (!c)
    return error;
  find_coords (c->cart, c->rank, own);
  for (int d = 0; d < c->cart->dims && d < max; d++)
    sizes[d] = c->cart->sizes[d], periods[d] = c->cart->periods[d], coords[d] = own[d];
  return MPI_SUCCESS;
}

int
MPI_Cart_rank (MPI_Comm comm, const int coords[], int *rank)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = expect_cart (comm, &error);
  if (!c)
    return error;
  *rank = find_rank (c->cart, coords);
  return *rank != MPI_PROC_NULL ? MPI_SUCCESS
                                : detmpi_error (comm, MPI_ERR_RANK, "the place is outside");
}

int
MPI_Cart_coords (MPI_Comm comm, int rank, int max, int coords[])
{
  int error, all[DETMPI_MOST_DIMS];
  DETMPI_CALL ();
  struct detmpi_comm *c = expect_cart (comm, &error);
  if (!c || (error = detmpi_check_rank (c, rank, false)))
    return error;
  find_coords (c->cart, rank, all);
  for (int d = 0; d < c->cart->dims && d < max; d++)
    coords[d] = all[d];
  return MPI_SUCCESS;
}

int
MPI_Cart_shift (MPI_Comm comm, int direction, int displ, int *source, int *dest)
{
  int error, coords[DETMPI_MOST_DIMS];
  DETMPI_CALL ();
  struct detmpi_comm *c = expect_cart (comm, &error);
  if (!c)
    return error;
  if (direction < 0 || direction >= c->cart->dims)
    return detmpi_error (comm, MPI_ERR_DIMS, "direction %d of %d", direction, c->cart->dims);
  find_coords (c->cart, c->rank, coords);
  coords[direction] += displ;
  *dest = find_rank (c->cart, coords);
  coords[direction] -= 2 * displ;
  *source = find_rank (c->cart, coords);
  return MPI_SUCCESS;
}

int
MPI_Cart_sub (MPI_Comm comm, const int remain[], MPI_Comm *made)
{
  int error, coords[DETMPI_MOST_DIMS], color = 0, key = 0;
  struct detmpi_cart sub = { 0 };
  DETMPI_CALL ();
  struct detmpi_comm *c = expect_cart (comm, &error);
  if (!c)
    return error;
  find_coords (c->cart, c->rank, coords);
  for (int d = 0; d < c->cart->dims; d++)
    if (remain[d])
      {
        key = key * c->cart->sizes[d] + coords[d];
        sub.sizes[sub.dims] = c->cart->sizes[d];
        sub.periods[sub.dims++] = c->cart->periods[d];
      }
    else
      color = color * c->cart->sizes[d] + coords[d];
  struct detmpi_comm *m = detmpi_split (c, color, key);
  m->cart = detmpi_alloc (sizeof *m->cart);
  *m->cart = sub;
  *made = m->handle;
  return MPI_SUCCESS;
}
