! SPDX-License-Identifier: MIT
! sums.f90 - messages, a reduction, a Cartesian communicator and a file, in Fortran.
program sums
  use mpi
  implicit none
  integer :: rank, ranks, error, cart, column, file, from, to, status(MPI_STATUS_SIZE)
  integer :: n, length, message, got
  double precision :: x(3, 4), y(3), total
  character(len=MPI_MAX_PROCESSOR_NAME) :: name
  logical :: periods(1), flag
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call MPI_Get_processor_name(name, length, error)
  periods(1) = .true.
  call MPI_Cart_create(MPI_COMM_WORLD, 1, (/ ranks /), periods, .false., cart, error)
  call MPI_Cart_shift(cart, 0, 1, from, to, error)
  x = rank + 1
  call MPI_Type_vector(4, 1, 3, MPI_DOUBLE_PRECISION, column, error)
  call MPI_Type_commit(column, error)
  call MPI_Sendrecv_replace(x(2, 1), 1, column, to, 3, from, 3, cart, status, error)
  call MPI_Allreduce(sum(x), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, cart, error)
  call MPI_Allreduce(MPI_IN_PLACE, rank, 0, MPI_INTEGER, MPI_MAX, cart, error)
  call MPI_File_open(cart, 'sums.data', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, error)
  call MPI_File_write_at_all(file, int(rank * 24, MPI_OFFSET_KIND), x, 3, MPI_DOUBLE_PRECISION, &
                             MPI_STATUS_IGNORE, error)
  call MPI_File_read_at_all(file, int(from * 24, MPI_OFFSET_KIND), y, 3, MPI_DOUBLE_PRECISION, &
                            status, error)
  call MPI_Get_count(status, MPI_DOUBLE_PRECISION, n, error)
  call MPI_File_close(file, error)
  call MPI_Send(rank, 1, MPI_INTEGER, to, 4, cart, error)
  call MPI_Mprobe(from, 4, cart, message, status, error)
  call MPI_Mrecv(got, 1, MPI_INTEGER, message, status, error)
  if (got /= from .or. message /= MPI_MESSAGE_NULL) print *, 'rank', rank, 'received', got
  call MPI_Initialized(flag, error)
  print '(i3, 3f6.1, f8.1, i3, l2)', rank, y, total, n, flag
  call MPI_Finalize(error)
end program sums
