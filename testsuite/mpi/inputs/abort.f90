! SPDX-License-Identifier: MIT
! abort.f90 - rank 0 prints, and ends the job.
program abort
  use mpi
  implicit none
  integer :: rank, error
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  if (rank == 0) then
    print *, 'before the end'
    call MPI_Abort(MPI_COMM_WORLD, 9, error)
  end if
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
end program abort
