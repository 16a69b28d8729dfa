! SPDX-License-Identifier: BSD-3-Clause
! In Fortran, as wrong.c: the program's argument names a fault, which all threads make; of `none` there is none.
program wrong
  use upc_stride
  implicit none
  integer(c_int) :: ierr, p
  integer(c_size_t), parameter :: many(1) = [20_c_size_t], index(2) = [3_c_size_t, 12_c_size_t]
  real(c_double), target :: b(80)
  type(upc_stride_pointer) :: few
  type(upc_stride_array_handle) :: view
  character(len=20) :: what

  call get_command_argument(1, what)
  ierr = upc_stride_start()
  p = upc_stride_threads()
  b = 0
  few = upc_stride_all_memory(80_c_size_t)
  view = upc_stride_view(few, 1, many * p, many, 8_c_size_t, 0)
  select case (what)
  case ('get')
    ierr = upc_stride_get(c_loc(b), few, 81_c_size_t)
  case ('elements')
    ierr = upc_stride_put_elements(view, index, 2_c_size_t, c_loc(b))
  end select
  ierr = upc_stride_finalize()
end program
