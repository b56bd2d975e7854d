/* SPDX-License-Identifier: MIT */
/* mpi_info.c - infos: lists of keys and values, which DetMPI keeps and does not obey. */
#include "mpi/comm/mpi_comm.h"

enum { FIRST = 0x9c000000 };

struct pair { char *key, *value; };
struct info { bool is_used; int count; struct pair *pairs; };

static struct info *infos;
static int info_count;

static struct info *
info_of (MPI_Info info)
{
  unsigned n = (unsigned) info - (unsigned) FIRST;
  return n < (unsigned) info_count && infos[n].is_used ? &infos[n] : NULL;
}

static struct info *
expect (MPI_Info info, int *error)
{
  struct info *i = info_of (info);
  *error = i ? MPI_SUCCESS
             : detmpi_error (MPI_COMM_WORLD, MPI_ERR_INFO, "the info (0x%x) is none, or was freed",
                             info);
  return i;
}

static struct pair *
find (struct info *i, const char *key)
{
  for (int n = 0; n < i->count; n++)
    if (strcmp (i->pairs[n].key, key) == 0)
      return &i->pairs[n];
  return NULL;
}

static void
put (struct info *i, const char *key, const char *value)
{
  struct pair *p = find (i, key);
  if (p)
    free (p->value);
  else
    {
      i->pairs = detmpi_grow (i->pairs, (size_t) (i->count + 1) * sizeof *i->pairs);
      p = &i->pairs[i->count++];
      p->key = strdup (key);
    }
  p->value = strdup (value);
}

static MPI_Info
create (void)
{
  int n = 0;
  while (n < info_count && infos[n].is_used)
    n++;
  if (n == info_count)
    infos = detmpi_grow (infos, (size_t) ++info_count * sizeof *infos);
  infos[n] = (struct info) { .is_used = true };
  return FIRST + n;
}

void
detmpi_drop_info (MPI_Info info)
{
  struct info *i = info_of (info);
  if (!i)
    return;
  for (int n = 0; n < i->count; n++)
    {
      free (i->pairs[n].key);
      free (i->pairs[n].value);
    }
  free (i->pairs);
  i->is_used = false;
}

MPI_Info
detmpi_copy_info (MPI_Info info)
{
  if (!info_of (info))
    return create ();
  MPI_Info made = create ();
  struct info *from = info_of (info), *to = info_of (made);
  for (int n = 0; n < from->count; n++)
    put (to, from->pairs[n].key, from->pairs[n].value);
  return made;
}

/* ---- Calls ----------------------------------------------------------------- */

int
MPI_Info_create (MPI_Info *info)
{
  DETMPI_CALL ();
  *info = create ();
  return MPI_SUCCESS;
}

int
MPI_Info_set (MPI_Info info, const char *key, const char *value)
{
  int error;
  DETMPI_CALL ();
  struct info *i = expect (info, &error);
  if (i)
    put (i, key, value);
  return error;
}

int
MPI_Info_get (MPI_Info info, const char *key, int length, char *value, int *flag)
{
  int error;
  DETMPI_CALL ();
  struct info *i = expect (info, &error);
  if (!i)
    return error;
  struct pair *p = find (i, key);
  *flag = p != NULL;
  if (p)
    snprintf (value, (size_t) length + 1, "%s", p->value);
  return MPI_SUCCESS;
}

int
MPI_Info_get_valuelen (MPI_Info info, const char *key, int *length, int *flag)
{
  int error;
  DETMPI_CALL ();
  struct info *i = expect (info, &error);
  if (!i)
    return error;
  struct pair *p = find (i, key);
  *flag = p != NULL;
  if (p)
    *length = (int) strlen (p->value);
  return MPI_SUCCESS;
}

int
MPI_Info_get_nkeys (MPI_Info info, int *keys)
{
  int error;
  DETMPI_CALL ();
  struct info *i = expect (info, &error);
  if (i)
    *keys = i->count;
  return error;
}

int
MPI_Info_get_nthkey (MPI_Info info, int n, char *key)
{
  int error;
  DETMPI_CALL ();
  struct info *i = expect (info, &error);
  if (!i)
    return error;
  if (n < 0 || n >= i->count)
    return detmpi_error (MPI_COMM_WORLD, MPI_ERR_ARG, "key %d of %d", n, i->count);
  snprintf (key, MPI_MAX_INFO_KEY, "%s", i->pairs[n].key);
  return MPI_SUCCESS;
}

int
MPI_Info_delete (MPI_Info info, const char *key)
{
  int error;
  DETMPI_CALL ();
  struct info *i = expect (info, &error);
  if (!i)
    return error;
  struct pair *p = find (i, key);
  if (!p)
    return detmpi_error (MPI_COMM_WORLD, MPI_ERR_INFO_NOKEY, "there is no key '%s'", key);
  free (p->key);
  free (p->value);
  memmove (p, p + 1, (size_t) (&i->pairs[--i->count] - p) * sizeof *p);
  return MPI_SUCCESS;
}

int
MPI_Info_dup (MPI_Info info, MPI_Info *made)
{
  int error;
  DETMPI_CALL ();
  if (expect (info, &error))
    *made = detmpi_copy_info (info);
  return error;
}

int
MPI_Info_free (MPI_Info *info)
{
  int error;
  DETMPI_CALL ();
  if (expect (*info, &error))
    detmpi_drop_info (*info);
  *info = MPI_INFO_NULL;
  return error;
}
