! SPDX-License-Identifier: BSD-3-Clause
! The same as start.f90 in an MPI program.
module start
  use upc_stride
  use mpi
  implicit none
contains
  integer(c_int) function start_with(options) result(status)
    type(upc_stride_options), intent(in) :: options
    integer :: ierr
    call MPI_Init(ierr)
    status = upc_stride_init_mpi(MPI_COMM_WORLD, options)
  end function
  subroutine passed()
    integer :: ierr
    if (upc_stride_mythread() == 0) print '(a)', 'PASS'
    call MPI_Finalize(ierr)
  end subroutine
end module
