/* SPDX-License-Identifier: MIT */
/* mpi.h - MPI for deterministic programs: the calls that DetMPI has.
 *
 * Types and constants have the values of MPICH's binary interface (MPICH 3.1 to 4.x; the MPICH ABI
 * Compatibility Initiative), so a program that was compiled with this header or with MPICH's runs
 * with either library.  docs/reference/mpi.md describes the calls; those of MPI that are not
 * declared here end the program with an error that names them.
 *
 * The build makes the Fortran interface, and the names PMPI_..., from the declarations below.
 */
#ifndef ERBIUM_MPI_H
#define ERBIUM_MPI_H

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define MPI_VERSION 3
#define MPI_SUBVERSION 1
#define DETMPI 1

/* ---- Types ------------------------------------------------------------------ */

typedef int MPI_Datatype;
typedef int MPI_Comm;
typedef int MPI_Group;
typedef int MPI_Win;
typedef int MPI_Op;
typedef int MPI_Errhandler;
typedef int MPI_Request;
typedef int MPI_Message;
typedef int MPI_Info;
typedef struct ADIOI_FileD *MPI_File;
typedef long MPI_Aint;
typedef int MPI_Fint;
typedef long MPI_Count;
typedef long MPI_Offset;

typedef struct MPI_Status
{
  int count_lo;               /* bytes received, the lower 32 bits */
  int count_hi_and_cancelled; /* the upper 31 bits; bit 0: cancelled */
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;

typedef void MPI_User_function (void *, void *, int *, MPI_Datatype *);
typedef void MPI_User_function_c (void *, void *, MPI_Count *, MPI_Datatype *);
typedef int MPI_Comm_copy_attr_function (MPI_Comm, int, void *, void *, void *, int *);
typedef int MPI_Comm_delete_attr_function (MPI_Comm, int, void *, void *);
typedef MPI_Comm_copy_attr_function MPI_Copy_function;
typedef MPI_Comm_delete_attr_function MPI_Delete_function;
typedef void MPI_Comm_errhandler_function (MPI_Comm *, int *, ...);
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
typedef MPI_Comm_errhandler_function MPI_Handler_function;
typedef void MPI_File_errhandler_function (MPI_File *, int *, ...);

/* ---- Constants -------------------------------------------------------------- */

#define MPI_COMM_NULL ((MPI_Comm) 0x04000000)
#define MPI_COMM_WORLD ((MPI_Comm) 0x44000000)
#define MPI_COMM_SELF ((MPI_Comm) 0x44000001)
#define MPI_GROUP_NULL ((MPI_Group) 0x08000000)
#define MPI_GROUP_EMPTY ((MPI_Group) 0x48000000)
#define MPI_DATATYPE_NULL ((MPI_Datatype) 0x0c000000)
#define MPI_ERRHANDLER_NULL ((MPI_Errhandler) 0x14000000)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler) 0x54000000)
#define MPI_ERRORS_RETURN ((MPI_Errhandler) 0x54000001)
#define MPI_OP_NULL ((MPI_Op) 0x18000000)
#define MPI_INFO_NULL ((MPI_Info) 0x1c000000)
#define MPI_INFO_ENV ((MPI_Info) 0x5c000001)
#define MPI_WIN_NULL ((MPI_Win) 0x20000000)
#define MPI_KEYVAL_INVALID 0x24000000
#define MPI_REQUEST_NULL ((MPI_Request) 0x2c000000)
#define MPI_MESSAGE_NULL ((MPI_Message) 0x2c000000)
#define MPI_MESSAGE_NO_PROC ((MPI_Message) 0x6c000000)
#define MPI_FILE_NULL ((MPI_File) 0)

#define MPI_CHAR ((MPI_Datatype) 0x4c000101)
#define MPI_SIGNED_CHAR ((MPI_Datatype) 0x4c000118)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype) 0x4c000102)
#define MPI_BYTE ((MPI_Datatype) 0x4c00010d)
#define MPI_PACKED ((MPI_Datatype) 0x4c00010f)
#define MPI_WCHAR ((MPI_Datatype) 0x4c00040e)
#define MPI_SHORT ((MPI_Datatype) 0x4c000203)
#define MPI_UNSIGNED_SHORT ((MPI_Datatype) 0x4c000204)
#define MPI_INT ((MPI_Datatype) 0x4c000405)
#define MPI_UNSIGNED ((MPI_Datatype) 0x4c000406)
#define MPI_LONG ((MPI_Datatype) 0x4c000807)
#define MPI_UNSIGNED_LONG ((MPI_Datatype) 0x4c000808)
#define MPI_LONG_LONG_INT ((MPI_Datatype) 0x4c000809)
#define MPI_LONG_LONG MPI_LONG_LONG_INT
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype) 0x4c000819)
#define MPI_FLOAT ((MPI_Datatype) 0x4c00040a)
#define MPI_DOUBLE ((MPI_Datatype) 0x4c00080b)
#define MPI_LONG_DOUBLE ((MPI_Datatype) 0x4c00100c)
#define MPI_LB ((MPI_Datatype) 0x4c000010)
#define MPI_UB ((MPI_Datatype) 0x4c000011)
#define MPI_FLOAT_INT ((MPI_Datatype) 0x8c000000)
#define MPI_DOUBLE_INT ((MPI_Datatype) 0x8c000001)
#define MPI_LONG_INT ((MPI_Datatype) 0x8c000002)
#define MPI_SHORT_INT ((MPI_Datatype) 0x8c000003)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype) 0x8c000004)
#define MPI_2INT ((MPI_Datatype) 0x4c000816)
#define MPI_COMPLEX ((MPI_Datatype) 0x4c00081e)
#define MPI_DOUBLE_COMPLEX ((MPI_Datatype) 0x4c001022)
#define MPI_LOGICAL ((MPI_Datatype) 0x4c00041d)
#define MPI_REAL ((MPI_Datatype) 0x4c00041c)
#define MPI_DOUBLE_PRECISION ((MPI_Datatype) 0x4c00081f)
#define MPI_INTEGER ((MPI_Datatype) 0x4c00041b)
#define MPI_2INTEGER ((MPI_Datatype) 0x4c000820)
#define MPI_2REAL ((MPI_Datatype) 0x4c000821)
#define MPI_2DOUBLE_PRECISION ((MPI_Datatype) 0x4c001023)
#define MPI_CHARACTER ((MPI_Datatype) 0x4c00011a)
#define MPI_REAL4 ((MPI_Datatype) 0x4c000427)
#define MPI_REAL8 ((MPI_Datatype) 0x4c000829)
#define MPI_REAL16 ((MPI_Datatype) 0x4c00102b)
#define MPI_COMPLEX8 ((MPI_Datatype) 0x4c000828)
#define MPI_COMPLEX16 ((MPI_Datatype) 0x4c00102a)
#define MPI_COMPLEX32 ((MPI_Datatype) 0x4c00202c)
#define MPI_INTEGER1 ((MPI_Datatype) 0x4c00012d)
#define MPI_INTEGER2 ((MPI_Datatype) 0x4c00022f)
#define MPI_INTEGER4 ((MPI_Datatype) 0x4c000430)
#define MPI_INTEGER8 ((MPI_Datatype) 0x4c000831)
#define MPI_INT8_T ((MPI_Datatype) 0x4c000137)
#define MPI_INT16_T ((MPI_Datatype) 0x4c000238)
#define MPI_INT32_T ((MPI_Datatype) 0x4c000439)
#define MPI_INT64_T ((MPI_Datatype) 0x4c00083a)
#define MPI_UINT8_T ((MPI_Datatype) 0x4c00013b)
#define MPI_UINT16_T ((MPI_Datatype) 0x4c00023c)
#define MPI_UINT32_T ((MPI_Datatype) 0x4c00043d)
#define MPI_UINT64_T ((MPI_Datatype) 0x4c00083e)
#define MPI_C_BOOL ((MPI_Datatype) 0x4c00013f)
#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype) 0x4c000840)
#define MPI_C_COMPLEX MPI_C_FLOAT_COMPLEX
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype) 0x4c001041)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype) 0x4c002042)
#define MPI_AINT ((MPI_Datatype) 0x4c000843)
#define MPI_OFFSET ((MPI_Datatype) 0x4c000844)
#define MPI_COUNT ((MPI_Datatype) 0x4c000845)
#define MPI_CXX_BOOL ((MPI_Datatype) 0x4c000133)
#define MPI_CXX_FLOAT_COMPLEX ((MPI_Datatype) 0x4c000834)
#define MPI_CXX_DOUBLE_COMPLEX ((MPI_Datatype) 0x4c001035)
#define MPI_CXX_LONG_DOUBLE_COMPLEX ((MPI_Datatype) 0x4c002036)

#define MPI_TYPECLASS_REAL 1
#define MPI_TYPECLASS_INTEGER 2
#define MPI_TYPECLASS_COMPLEX 3

#define MPI_MAX ((MPI_Op) 0x58000001)
#define MPI_MIN ((MPI_Op) 0x58000002)
#define MPI_SUM ((MPI_Op) 0x58000003)
#define MPI_PROD ((MPI_Op) 0x58000004)
#define MPI_LAND ((MPI_Op) 0x58000005)
#define MPI_BAND ((MPI_Op) 0x58000006)
#define MPI_LOR ((MPI_Op) 0x58000007)
#define MPI_BOR ((MPI_Op) 0x58000008)
#define MPI_LXOR ((MPI_Op) 0x58000009)
#define MPI_BXOR ((MPI_Op) 0x5800000a)
#define MPI_MINLOC ((MPI_Op) 0x5800000b)
#define MPI_MAXLOC ((MPI_Op) 0x5800000c)
#define MPI_REPLACE ((MPI_Op) 0x5800000d)
#define MPI_NO_OP ((MPI_Op) 0x5800000e)

#define MPI_TAG_UB 0x64400001
#define MPI_HOST 0x64400003
#define MPI_IO 0x64400005
#define MPI_WTIME_IS_GLOBAL 0x64400007
#define MPI_UNIVERSE_SIZE 0x64400009
#define MPI_LASTUSEDCODE 0x6440000b
#define MPI_APPNUM 0x6440000d

#define MPI_BOTTOM ((void *) 0)
#define MPI_IN_PLACE ((void *) -1)
#define MPI_STATUS_IGNORE ((MPI_Status *) 1)
#define MPI_STATUSES_IGNORE ((MPI_Status *) 1) /* GCC warns if a parameter for it is an array */
#define MPI_PROC_NULL (-1)
#define MPI_ANY_SOURCE (-2)
#define MPI_ROOT (-3)
#define MPI_ANY_TAG (-1)
#define MPI_UNDEFINED (-32766)

#define MPI_MAX_PROCESSOR_NAME 128
#define MPI_MAX_LIBRARY_VERSION_STRING 8192
#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_INFO_KEY 255
#define MPI_MAX_INFO_VAL 1024
#define MPI_MAX_DATAREP_STRING 128
#define MPI_BSEND_OVERHEAD 96

#define MPI_IDENT 0
#define MPI_CONGRUENT 1
#define MPI_SIMILAR 2
#define MPI_UNEQUAL 3

#define MPI_GRAPH 1
#define MPI_CART 2
#define MPI_DIST_GRAPH 3
#define MPI_COMM_TYPE_SHARED 1

#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3

#define MPI_COMBINER_NAMED 1
#define MPI_COMBINER_DUP 2
#define MPI_COMBINER_CONTIGUOUS 3
#define MPI_COMBINER_VECTOR 4
#define MPI_COMBINER_HVECTOR 6
#define MPI_COMBINER_INDEXED 7
#define MPI_COMBINER_HINDEXED 9
#define MPI_COMBINER_INDEXED_BLOCK 10
#define MPI_COMBINER_STRUCT 12
#define MPI_COMBINER_SUBARRAY 13
#define MPI_COMBINER_RESIZED 18
#define MPI_COMBINER_HINDEXED_BLOCK 19
#define MPI_ORDER_C 56
#define MPI_ORDER_FORTRAN 57

#define MPI_MODE_CREATE 1
#define MPI_MODE_RDONLY 2
#define MPI_MODE_WRONLY 4
#define MPI_MODE_RDWR 8
#define MPI_MODE_DELETE_ON_CLOSE 16
#define MPI_MODE_UNIQUE_OPEN 32
#define MPI_MODE_EXCL 64
#define MPI_MODE_APPEND 128
#define MPI_MODE_SEQUENTIAL 256
#define MPI_DISPLACEMENT_CURRENT (-54278278)
#define MPI_SEEK_SET 600
#define MPI_SEEK_CUR 602
#define MPI_SEEK_END 604

#define MPI_SUCCESS 0
#define MPI_ERR_BUFFER 1
#define MPI_ERR_COUNT 2
#define MPI_ERR_TYPE 3
#define MPI_ERR_TAG 4
#define MPI_ERR_COMM 5
#define MPI_ERR_RANK 6
#define MPI_ERR_ROOT 7
#define MPI_ERR_GROUP 8
#define MPI_ERR_OP 9
#define MPI_ERR_TOPOLOGY 10
#define MPI_ERR_DIMS 11
#define MPI_ERR_ARG 12
#define MPI_ERR_UNKNOWN 13
#define MPI_ERR_TRUNCATE 14
#define MPI_ERR_OTHER 15
#define MPI_ERR_INTERN 16
#define MPI_ERR_IN_STATUS 17
#define MPI_ERR_PENDING 18
#define MPI_ERR_REQUEST 19
#define MPI_ERR_ACCESS 20
#define MPI_ERR_AMODE 21
#define MPI_ERR_FILE_EXISTS 25
#define MPI_ERR_FILE 27
#define MPI_ERR_INFO 28
#define MPI_ERR_INFO_KEY 29
#define MPI_ERR_INFO_VALUE 30
#define MPI_ERR_INFO_NOKEY 31
#define MPI_ERR_IO 32
#define MPI_ERR_NO_MEM 34
#define MPI_ERR_NO_SPACE 36
#define MPI_ERR_NO_SUCH_FILE 37
#define MPI_ERR_READ_ONLY 40
#define MPI_ERR_UNSUPPORTED_DATAREP 43
#define MPI_ERR_KEYVAL 48
#define MPI_ERR_LASTCODE 0x3fffffff

#define MPI_NULL_COPY_FN ((MPI_Copy_function *) 0)
#define MPI_NULL_DELETE_FN ((MPI_Delete_function *) 0)
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function *) 0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *) 0)
#define MPI_DUP_FN MPIR_Dup_fn
#define MPI_COMM_DUP_FN ((MPI_Comm_copy_attr_function *) MPIR_Dup_fn)
extern int MPIR_Dup_fn (MPI_Comm, int, void *, void *, void *, int *);
extern MPI_Fint *MPI_F_STATUS_IGNORE, *MPI_F_STATUSES_IGNORE;
extern int *const MPI_UNWEIGHTED, *const MPI_WEIGHTS_EMPTY;

/* ---- Beginning, end, environment ---------------------------------------------- */

int MPI_Init (int *argc, char ***argv);
int MPI_Init_thread (int *argc, char ***argv, int required, int *provided);
int MPI_Initialized (int *flag);
int MPI_Finalize (void);
int MPI_Finalized (int *flag);
int MPI_Abort (MPI_Comm comm, int code);
int MPI_Query_thread (int *provided);
int MPI_Is_thread_main (int *flag);
double MPI_Wtime (void);
double MPI_Wtick (void);
int MPI_Get_processor_name (char *name, int *length);
int MPI_Get_version (int *version, int *subversion);
int MPI_Get_library_version (char *version, int *length);
int MPI_Error_string (int code, char *text, int *length);
int MPI_Error_class (int code, int *class_);
int MPI_Pcontrol (const int level, ...);
int MPI_Get_address (const void *at, MPI_Aint *address);
int MPI_Address (void *at, MPI_Aint *address);
MPI_Aint MPI_Aint_add (MPI_Aint base, MPI_Aint difference);
MPI_Aint MPI_Aint_diff (MPI_Aint to, MPI_Aint from);
int MPI_Alloc_mem (MPI_Aint size, MPI_Info info, void *base);
int MPI_Free_mem (void *base);

/* ---- Messages ------------------------------------------------------------------ */

int MPI_Send (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
int MPI_Bsend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
int MPI_Ssend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
int MPI_Rsend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
int MPI_Isend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request *request);
int MPI_Ibsend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request *request);
int MPI_Issend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request *request);
int MPI_Irsend (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request *request);
int MPI_Recv (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Status *status);
int MPI_Irecv (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Request *request);
int MPI_Probe (int source, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Iprobe (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
int MPI_Mprobe (int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status);
int MPI_Improbe (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                 MPI_Status *status);
int MPI_Mrecv (void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status);
int MPI_Imrecv (void *buf, int count, MPI_Datatype type, MPI_Message *message,
                MPI_Request *request);
int MPI_Sendrecv (const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Status *status);
int MPI_Sendrecv_replace (void *buf, int count, MPI_Datatype type, int dest, int sendtag,
                          int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int MPI_Wait (MPI_Request *request, MPI_Status *status);
int MPI_Waitall (int count, MPI_Request requests[], MPI_Status *statuses);
int MPI_Waitany (int count, MPI_Request requests[], int *index, MPI_Status *status);
int MPI_Waitsome (int count, MPI_Request requests[], int *done, int indices[],
                  MPI_Status *statuses);
int MPI_Test (MPI_Request *request, int *flag, MPI_Status *status);
int MPI_Testall (int count, MPI_Request requests[], int *flag, MPI_Status *statuses);
int MPI_Testany (int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status);
int MPI_Testsome (int count, MPI_Request requests[], int *done, int indices[],
                  MPI_Status *statuses);
int MPI_Request_free (MPI_Request *request);
int MPI_Request_get_status (MPI_Request request, int *flag, MPI_Status *status);
int MPI_Cancel (MPI_Request *request);
int MPI_Test_cancelled (const MPI_Status *status, int *flag);
int MPI_Send_init (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request);
int MPI_Bsend_init (const void *buf, int count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request);
int MPI_Ssend_init (const void *buf, int count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request);
int MPI_Rsend_init (const void *buf, int count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request);
int MPI_Recv_init (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                   MPI_Request *request);
int MPI_Start (MPI_Request *request);
int MPI_Startall (int count, MPI_Request requests[]);
int MPI_Get_count (const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Get_elements (const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Buffer_attach (void *buffer, int size);
int MPI_Buffer_detach (void *buffer, int *size);

/* ---- Collective calls ------------------------------------------------------------ */

int MPI_Barrier (MPI_Comm comm);
int MPI_Bcast (void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Gather (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Gatherv (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm);
int MPI_Scatter (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Scatterv (const void *sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm);
int MPI_Allgather (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Allgatherv (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm);
int MPI_Alltoall (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Alltoallv (const void *sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Alltoallw (const void *sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
int MPI_Reduce (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                int root, MPI_Comm comm);
int MPI_Allreduce (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm);
int MPI_Reduce_scatter (const void *sendbuf, void *recvbuf, const int recvcounts[],
                        MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Reduce_scatter_block (const void *sendbuf, void *recvbuf, int recvcount,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Scan (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm);
int MPI_Exscan (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm);
int MPI_Reduce_local (const void *inbuf, void *inoutbuf, int count, MPI_Datatype type, MPI_Op op);
int MPI_Op_create (MPI_User_function *function, int commutes, MPI_Op *op);
int MPI_Op_create_c (MPI_User_function_c *function, int commutes, MPI_Op *op);
int MPI_Op_free (MPI_Op *op);
int MPI_Op_commutative (MPI_Op op, int *commutes);

/* ---- Types ---------------------------------------------------------------------- */

int MPI_Type_size (MPI_Datatype type, int *size);
int MPI_Type_size_x (MPI_Datatype type, MPI_Count *size);
int MPI_Type_extent (MPI_Datatype type, MPI_Aint *extent);
int MPI_Type_lb (MPI_Datatype type, MPI_Aint *lb);
int MPI_Type_ub (MPI_Datatype type, MPI_Aint *ub);
int MPI_Type_get_extent (MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
int MPI_Type_get_extent_x (MPI_Datatype type, MPI_Count *lb, MPI_Count *extent);
int MPI_Type_get_true_extent (MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
int MPI_Type_contiguous (int count, MPI_Datatype old, MPI_Datatype *type);
int MPI_Type_vector (int count, int length, int stride, MPI_Datatype old, MPI_Datatype *type);
int MPI_Type_hvector (int count, int length, MPI_Aint stride, MPI_Datatype old,
                      MPI_Datatype *type);
int MPI_Type_create_hvector (int count, int length, MPI_Aint stride, MPI_Datatype old,
                             MPI_Datatype *type);
int MPI_Type_indexed (int count, const int lengths[], const int displs[], MPI_Datatype old,
                      MPI_Datatype *type);
int MPI_Type_hindexed (int count, int lengths[], MPI_Aint displs[], MPI_Datatype old,
                       MPI_Datatype *type);
int MPI_Type_create_hindexed (int count, const int lengths[], const MPI_Aint displs[],
                              MPI_Datatype old, MPI_Datatype *type);
int MPI_Type_create_indexed_block (int count, int length, const int displs[], MPI_Datatype old,
                                   MPI_Datatype *type);
int MPI_Type_create_hindexed_block (int count, int length, const MPI_Aint displs[],
                                    MPI_Datatype old, MPI_Datatype *type);
int MPI_Type_struct (int count, int lengths[], MPI_Aint displs[], MPI_Datatype types[],
                     MPI_Datatype *type);
int MPI_Type_create_struct (int count, const int lengths[], const MPI_Aint displs[],
                            const MPI_Datatype types[], MPI_Datatype *type);
int MPI_Type_create_subarray (int dims, const int sizes[], const int subsizes[],
                              const int starts[], int order, MPI_Datatype old,
                              MPI_Datatype *type);
int MPI_Type_create_resized (MPI_Datatype old, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *type);
int MPI_Type_dup (MPI_Datatype old, MPI_Datatype *type);
int MPI_Type_commit (MPI_Datatype *type);
int MPI_Type_free (MPI_Datatype *type);
int MPI_Type_get_envelope (MPI_Datatype type, int *integers, int *addresses, int *types,
                           int *combiner);
int MPI_Type_get_contents (MPI_Datatype type, int max_integers, int max_addresses, int max_types,
                           int integers[], MPI_Aint addresses[], MPI_Datatype types[]);
int MPI_Type_get_envelope_c (MPI_Datatype type, MPI_Count *integers, MPI_Count *addresses,
                             MPI_Count *large, MPI_Count *types, int *combiner);
int MPI_Type_get_contents_c (MPI_Datatype type, MPI_Count max_integers, MPI_Count max_addresses,
                             MPI_Count max_large, MPI_Count max_types, int integers[],
                             MPI_Aint addresses[], MPI_Count large[], MPI_Datatype types[]);
int MPI_Type_set_name (MPI_Datatype type, const char *name);
int MPI_Type_get_name (MPI_Datatype type, char *name, int *length);
int MPI_Type_match_size (int typeclass, int size, MPI_Datatype *type);
int MPI_Pack (const void *inbuf, int count, MPI_Datatype type, void *outbuf, int size,
              int *position, MPI_Comm comm);
int MPI_Unpack (const void *inbuf, int size, int *position, void *outbuf, int count,
                MPI_Datatype type, MPI_Comm comm);
int MPI_Pack_size (int count, MPI_Datatype type, MPI_Comm comm, int *size);

/* ---- Communicators and groups ------------------------------------------------------ */

int MPI_Comm_rank (MPI_Comm comm, int *rank);
int MPI_Comm_size (MPI_Comm comm, int *size);
int MPI_Comm_remote_size (MPI_Comm comm, int *size);
int MPI_Comm_test_inter (MPI_Comm comm, int *flag);
int MPI_Comm_compare (MPI_Comm comm1, MPI_Comm comm2, int *result);
int MPI_Comm_group (MPI_Comm comm, MPI_Group *group);
int MPI_Comm_dup (MPI_Comm comm, MPI_Comm *made);
int MPI_Comm_dup_with_info (MPI_Comm comm, MPI_Info info, MPI_Comm *made);
int MPI_Comm_split (MPI_Comm comm, int color, int key, MPI_Comm *made);
int MPI_Comm_split_type (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made);
int MPI_Comm_create (MPI_Comm comm, MPI_Group group, MPI_Comm *made);
int MPI_Comm_create_group (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made);
int MPI_Comm_free (MPI_Comm *comm);
int MPI_Comm_set_name (MPI_Comm comm, const char *name);
int MPI_Comm_get_name (MPI_Comm comm, char *name, int *length);
int MPI_Comm_set_info (MPI_Comm comm, MPI_Info info);
int MPI_Comm_get_info (MPI_Comm comm, MPI_Info *info);
int MPI_Comm_create_keyval (MPI_Comm_copy_attr_function *copy,
                            MPI_Comm_delete_attr_function *delete_, int *keyval, void *extra);
int MPI_Comm_free_keyval (int *keyval);
int MPI_Comm_set_attr (MPI_Comm comm, int keyval, void *value);
int MPI_Comm_get_attr (MPI_Comm comm, int keyval, void *value, int *flag);
int MPI_Comm_delete_attr (MPI_Comm comm, int keyval);
int MPI_Keyval_create (MPI_Copy_function *copy, MPI_Delete_function *delete_, int *keyval,
                       void *extra);
int MPI_Keyval_free (int *keyval);
int MPI_Attr_put (MPI_Comm comm, int keyval, void *value);
int MPI_Attr_get (MPI_Comm comm, int keyval, void *value, int *flag);
int MPI_Attr_delete (MPI_Comm comm, int keyval);
int MPI_Comm_create_errhandler (MPI_Comm_errhandler_function *function, MPI_Errhandler *handler);
int MPI_Comm_set_errhandler (MPI_Comm comm, MPI_Errhandler handler);
int MPI_Comm_get_errhandler (MPI_Comm comm, MPI_Errhandler *handler);
int MPI_Comm_call_errhandler (MPI_Comm comm, int code);
int MPI_Errhandler_create (MPI_Handler_function *function, MPI_Errhandler *handler);
int MPI_Errhandler_set (MPI_Comm comm, MPI_Errhandler handler);
int MPI_Errhandler_get (MPI_Comm comm, MPI_Errhandler *handler);
int MPI_Errhandler_free (MPI_Errhandler *handler);

int MPI_Group_size (MPI_Group group, int *size);
int MPI_Group_rank (MPI_Group group, int *rank);
int MPI_Group_translate_ranks (MPI_Group group1, int count, const int ranks1[], MPI_Group group2,
                               int ranks2[]);
int MPI_Group_compare (MPI_Group group1, MPI_Group group2, int *result);
int MPI_Group_union (MPI_Group group1, MPI_Group group2, MPI_Group *made);
int MPI_Group_intersection (MPI_Group group1, MPI_Group group2, MPI_Group *made);
int MPI_Group_difference (MPI_Group group1, MPI_Group group2, MPI_Group *made);
int MPI_Group_incl (MPI_Group group, int count, const int ranks[], MPI_Group *made);
int MPI_Group_excl (MPI_Group group, int count, const int ranks[], MPI_Group *made);
int MPI_Group_range_incl (MPI_Group group, int count, int ranges[][3], MPI_Group *made);
int MPI_Group_range_excl (MPI_Group group, int count, int ranges[][3], MPI_Group *made);
int MPI_Group_free (MPI_Group *group);

int MPI_Dims_create (int nodes, int dims, int sizes[]);
int MPI_Cart_create (MPI_Comm comm, int dims, const int sizes[], const int periods[], int reorder,
                     MPI_Comm *made);
int MPI_Cartdim_get (MPI_Comm comm, int *dims);
int MPI_Cart_get (MPI_Comm comm, int max, int sizes[], int periods[], int coords[]);
int MPI_Cart_rank (MPI_Comm comm, const int coords[], int *rank);
int MPI_Cart_coords (MPI_Comm comm, int rank, int max, int coords[]);
int MPI_Cart_shift (MPI_Comm comm, int direction, int displ, int *source, int *dest);
int MPI_Cart_sub (MPI_Comm comm, const int remain[], MPI_Comm *made);
int MPI_Cart_map (MPI_Comm comm, int dims, const int sizes[], const int periods[], int *rank);
int MPI_Topo_test (MPI_Comm comm, int *status);

int MPI_Info_create (MPI_Info *info);
int MPI_Info_set (MPI_Info info, const char *key, const char *value);
int MPI_Info_get (MPI_Info info, const char *key, int length, char *value, int *flag);
int MPI_Info_get_valuelen (MPI_Info info, const char *key, int *length, int *flag);
int MPI_Info_get_nkeys (MPI_Info info, int *keys);
int MPI_Info_get_nthkey (MPI_Info info, int n, char *key);
int MPI_Info_delete (MPI_Info info, const char *key);
int MPI_Info_dup (MPI_Info info, MPI_Info *made);
int MPI_Info_free (MPI_Info *info);

/* ---- Files ------------------------------------------------------------------------ */

int MPI_File_open (MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file);
int MPI_File_close (MPI_File *file);
int MPI_File_delete (const char *name, MPI_Info info);
int MPI_File_set_view (MPI_File file, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                       const char *datarep, MPI_Info info);
int MPI_File_get_view (MPI_File file, MPI_Offset *disp, MPI_Datatype *etype,
                       MPI_Datatype *filetype, char *datarep);
int MPI_File_get_size (MPI_File file, MPI_Offset *size);
int MPI_File_set_size (MPI_File file, MPI_Offset size);
int MPI_File_preallocate (MPI_File file, MPI_Offset size);
int MPI_File_get_amode (MPI_File file, int *mode);
int MPI_File_get_group (MPI_File file, MPI_Group *group);
int MPI_File_seek (MPI_File file, MPI_Offset offset, int whence);
int MPI_File_get_position (MPI_File file, MPI_Offset *offset);
int MPI_File_get_byte_offset (MPI_File file, MPI_Offset offset, MPI_Offset *disp);
int MPI_File_read (MPI_File file, void *buf, int count, MPI_Datatype type, MPI_Status *status);
int MPI_File_read_all (MPI_File file, void *buf, int count, MPI_Datatype type,
                       MPI_Status *status);
int MPI_File_read_at (MPI_File file, MPI_Offset offset, void *buf, int count, MPI_Datatype type,
                      MPI_Status *status);
int MPI_File_read_at_all (MPI_File file, MPI_Offset offset, void *buf, int count,
                          MPI_Datatype type, MPI_Status *status);
int MPI_File_write (MPI_File file, const void *buf, int count, MPI_Datatype type,
                    MPI_Status *status);
int MPI_File_write_all (MPI_File file, const void *buf, int count, MPI_Datatype type,
                        MPI_Status *status);
int MPI_File_write_at (MPI_File file, MPI_Offset offset, const void *buf, int count,
                       MPI_Datatype type, MPI_Status *status);
int MPI_File_write_at_all (MPI_File file, MPI_Offset offset, const void *buf, int count,
                           MPI_Datatype type, MPI_Status *status);
int MPI_File_sync (MPI_File file);
int MPI_File_set_errhandler (MPI_File file, MPI_Errhandler handler);
int MPI_File_get_errhandler (MPI_File file, MPI_Errhandler *handler);
int MPI_File_set_atomicity (MPI_File file, int flag);
int MPI_File_get_atomicity (MPI_File file, int *flag);

/* ---- Handles in C and Fortran -------------------------------------------------------- */

MPI_Fint MPI_File_c2f (MPI_File file);
MPI_File MPI_File_f2c (MPI_Fint file);
int MPI_Status_f2c (const MPI_Fint *from, MPI_Status *to);
int MPI_Status_c2f (const MPI_Status *from, MPI_Fint *to);

MPI_Fint MPI_Comm_c2f (MPI_Comm handle);
MPI_Comm MPI_Comm_f2c (MPI_Fint handle);
MPI_Fint MPI_Type_c2f (MPI_Datatype handle);
MPI_Datatype MPI_Type_f2c (MPI_Fint handle);
MPI_Fint MPI_Group_c2f (MPI_Group handle);
MPI_Group MPI_Group_f2c (MPI_Fint handle);
MPI_Fint MPI_Op_c2f (MPI_Op handle);
MPI_Op MPI_Op_f2c (MPI_Fint handle);
MPI_Fint MPI_Request_c2f (MPI_Request handle);
MPI_Request MPI_Request_f2c (MPI_Fint handle);
MPI_Fint MPI_Message_c2f (MPI_Message handle);
MPI_Message MPI_Message_f2c (MPI_Fint handle);
MPI_Fint MPI_Info_c2f (MPI_Info handle);
MPI_Info MPI_Info_f2c (MPI_Fint handle);
MPI_Fint MPI_Errhandler_c2f (MPI_Errhandler handle);
MPI_Errhandler MPI_Errhandler_f2c (MPI_Fint handle);
#define MPI_Comm_c2f(x) (MPI_Fint) (x)
#define MPI_Comm_f2c(x) (MPI_Comm) (x)
#define MPI_Type_c2f(x) (MPI_Fint) (x)
#define MPI_Type_f2c(x) (MPI_Datatype) (x)
#define MPI_Group_c2f(x) (MPI_Fint) (x)
#define MPI_Group_f2c(x) (MPI_Group) (x)
#define MPI_Op_c2f(x) (MPI_Fint) (x)
#define MPI_Op_f2c(x) (MPI_Op) (x)
#define MPI_Request_c2f(x) (MPI_Fint) (x)
#define MPI_Request_f2c(x) (MPI_Request) (x)
#define MPI_Message_c2f(x) (MPI_Fint) (x)
#define MPI_Message_f2c(x) (MPI_Message) (x)
#define MPI_Info_c2f(x) (MPI_Fint) (x)
#define MPI_Info_f2c(x) (MPI_Info) (x)
#define MPI_Errhandler_c2f(x) (MPI_Fint) (x)
#define MPI_Errhandler_f2c(x) (MPI_Errhandler) (x)

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
