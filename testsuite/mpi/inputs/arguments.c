/* SPDX-License-Identifier: MIT */
/* arguments.c - arguments KIND: calls of MPI with arguments that they refuse. */
#include "kinds.h"

static int x[100], n;
static double d[2];
static char text[MPI_MAX_INFO_KEY];
static MPI_Status s;
static MPI_Request r;
static MPI_Comm comm;
static MPI_Group group, none;
static MPI_Datatype type;
static MPI_File file;
static MPI_Info info;

/* Defines a function for a kind. */
#define KIND(name, ...) \
  static void \
  name (void) \
  { \
    __VA_ARGS__ \
  }

/* Errors of files are returned unless the program wants otherwise. */
static void
end_with_errors (void)
{
  MPI_File_set_errhandler (MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
}

static void
open_file (int mode)
{
  end_with_errors ();
  MPI_File_open (MPI_COMM_SELF, "here", mode | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
}

static void
make_line (void)
{
  int size = 1, periodic = 0;
  MPI_Cart_create (MPI_COMM_WORLD, 1, &size, &periodic, 0, &comm);
}

KIND (root, MPI_Bcast (x, 1, MPI_INT, 7, MPI_COMM_WORLD);)
KIND (meaning, MPI_Allreduce (MPI_IN_PLACE, d, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD);)
KIND (attribute, MPI_Comm_create_keyval (MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &n, NULL);
      MPI_Comm_delete_attr (MPI_COMM_WORLD, n);)
KIND (null, MPI_Barrier (MPI_COMM_NULL);)
KIND (communicator, MPI_Barrier ((MPI_Comm) 7);)
KIND (inter, MPI_Comm_remote_size (MPI_COMM_WORLD, &n);)
KIND (freed_group, MPI_Group_size ((MPI_Group) 7, &n);)
KIND (member, int seven = 7; MPI_Comm_group (MPI_COMM_WORLD, &group);
      MPI_Group_incl (group, 1, &seven, &none);)
KIND (stride, int ranges[1][3] = { { 0, 0, 0 } }; MPI_Comm_group (MPI_COMM_WORLD, &group);
      MPI_Group_range_incl (group, 1, ranges, &none);)
KIND (handler, MPI_Comm_set_errhandler (MPI_COMM_WORLD, (MPI_Errhandler) 7);)
KIND (called, MPI_Comm_call_errhandler (MPI_COMM_WORLD, 12);)
KIND (freed_info, MPI_Info_get_nkeys ((MPI_Info) 7, &n);)
KIND (nth, MPI_Info_create (&info); MPI_Info_get_nthkey (info, 3, text);)
KIND (key, MPI_Info_create (&info); MPI_Info_delete (info, "none");)

KIND (closed, MPI_Offset size; end_with_errors (); MPI_File_get_size (MPI_FILE_NULL, &size);)
KIND (open_none, end_with_errors ();
      MPI_File_open (MPI_COMM_SELF, "none/none", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);)
KIND (delete_none, end_with_errors (); MPI_File_delete ("none/none", MPI_INFO_NULL);)
KIND (native, open_file (MPI_MODE_RDWR);
      MPI_File_set_view (file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);)
KIND (filetype, open_file (MPI_MODE_RDWR);
      MPI_File_set_view (file, 0, MPI_DOUBLE, MPI_INT, "native", MPI_INFO_NULL);)
KIND (position, open_file (MPI_MODE_RDWR); MPI_File_seek (file, -1, MPI_SEEK_SET);)
KIND (write_read_only, open_file (MPI_MODE_WRONLY); MPI_File_close (&file);
      MPI_File_open (MPI_COMM_SELF, "here", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
      MPI_File_write (file, x, 1, MPI_INT, &s);)

KIND (twice, MPI_Init (NULL, NULL);)
KIND (finalized, MPI_Finalize (); MPI_Barrier (MPI_COMM_WORLD);)
KIND (started, MPI_Recv_init (x, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &r); MPI_Start (&r);
      MPI_Start (&r);)
KIND (request, r = (MPI_Request) 7; MPI_Wait (&r, &s);)
KIND (tag, MPI_Send (x, 1, MPI_INT, 0, -5, MPI_COMM_WORLD);)
KIND (buffer, MPI_Buffer_attach (x, sizeof x); MPI_Buffer_attach (x, sizeof x);)
KIND (unfinished, MPI_Irecv (x, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &r); MPI_Request_free (&r);)
KIND (synchronous, MPI_Issend (x, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &r); MPI_Test (&r, &n, &s);)

KIND (cart, MPI_Cart_rank (MPI_COMM_WORLD, x, &n);)
KIND (dimensions, MPI_Cart_create (MPI_COMM_WORLD, 99, x, x, 0, &comm);)
KIND (empty, MPI_Cart_create (MPI_COMM_WORLD, 1, x, x, 0, &comm);)
KIND (needed, x[0] = 2; MPI_Cart_create (MPI_COMM_WORLD, 1, x, x, 0, &comm);)
KIND (outside, int at = 3; make_line (); MPI_Cart_rank (comm, &at, &n);)
KIND (direction, int from, to; make_line (); MPI_Cart_shift (comm, 4, 1, &from, &to);)
KIND (no_ranks, MPI_Dims_create (0, 1, x);)
KIND (fixed, x[0] = 3; MPI_Dims_create (4, 1, x);)
KIND (product, x[0] = 2; MPI_Dims_create (4, 1, x);)
KIND (color, MPI_Comm_split (MPI_COMM_WORLD, -5, 0, &comm);)
KIND (split_type, MPI_Comm_split_type (MPI_COMM_WORLD, 99, 0, MPI_INFO_NULL, &comm);)
KIND (world, comm = MPI_COMM_WORLD; MPI_Comm_free (&comm);)

KIND (basic, MPI_Aint at; MPI_Type_get_contents (MPI_INT, 1, 1, 1, x, &at, &type);)
KIND (arrays, MPI_Aint at; MPI_Datatype old; MPI_Type_contiguous (2, MPI_INT, &type);
      MPI_Type_get_contents (type, 0, 0, 0, x, &at, &old);)
KIND (count, MPI_Type_contiguous (-1, MPI_INT, &type);)
KIND (block, MPI_Type_vector (1, -1, 1, MPI_INT, &type);)
KIND (subarray, MPI_Type_create_subarray (0, x, x, x, MPI_ORDER_C, MPI_INT, &type);)
KIND (order, MPI_Type_create_subarray (1, x, x, x, 99, MPI_INT, &type);)
KIND (part, int size = 4, some = 3, from = 2;
      MPI_Type_create_subarray (1, &size, &some, &from, MPI_ORDER_C, MPI_INT, &type);)
KIND (pack, int at = 0; MPI_Pack (x, 1, MPI_INT, d, 2, &at, MPI_COMM_WORLD);)
KIND (freed_type, MPI_Send (x, 1, (MPI_Datatype) 7, 0, 5, MPI_COMM_WORLD);)
KIND (committed, MPI_Type_contiguous (2, MPI_INT, &type);
      MPI_Send (x, 1, type, 0, 5, MPI_COMM_WORLD);)
KIND (class_of_type, MPI_Type_match_size (2, 3, &type);)
KIND (free_basic, type = MPI_INT; MPI_Type_free (&type);)

int
main (int argc, char **argv)
{
  static const struct kind kinds[] = {
    { "root", root }, { "meaning", meaning }, { "attribute", attribute }, { "null", null },
    { "communicator", communicator }, { "inter", inter }, { "group", freed_group },
    { "member", member }, { "stride", stride }, { "handler", handler }, { "called", called },
    { "info", freed_info }, { "nth", nth }, { "key", key }, { "file", closed },
    { "open", open_none }, { "delete", delete_none }, { "native", native },
    { "filetype", filetype }, { "position", position }, { "write", write_read_only },
    { "twice", twice }, { "finalized", finalized }, { "started", started },
    { "request", request }, { "tag", tag }, { "buffer", buffer }, { "unfinished", unfinished },
    { "synchronous", synchronous }, { "cart", cart }, { "dimensions", dimensions },
    { "empty", empty }, { "needed", needed }, { "outside", outside },
    { "direction", direction }, { "no-ranks", no_ranks }, { "fixed", fixed },
    { "product", product }, { "color", color }, { "split-type", split_type }, { "world", world },
    { "basic", basic }, { "arrays", arrays }, { "count", count }, { "block", block },
    { "subarray", subarray }, { "order", order }, { "part", part }, { "pack", pack },
    { "type", freed_type }, { "committed", committed }, { "class", class_of_type },
    { "free", free_basic }, { NULL, NULL } };
  return run_kind (argc, argv, kinds);
}
