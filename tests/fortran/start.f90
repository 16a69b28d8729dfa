! SPDX-License-Identifier: BSD-3-Clause
! How a test starts that runs with MPI (start_mpi.f90) and without.
module start
  use upc_stride
  implicit none
contains
  integer(c_int) function start_with(options) result(status)
    type(upc_stride_options), intent(in) :: options
    status = upc_stride_start(options)
  end function
  subroutine passed()
    if (upc_stride_mythread() == 0) print '(a)', 'PASS'
  end subroutine
end module
