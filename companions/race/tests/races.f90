! SPDX-License-Identifier: BSD-3-Clause
! Thread 1 writes a tile that a broadcast reads; with the argument "ordered" it does so when the broadcast has ended.
program races
  use upc_stride
  implicit none
  integer(c_size_t), parameter :: each = 4, first(1) = [0]
  integer(c_int) :: ierr
  real(c_double), target :: ones(each) = 1
  type(upc_stride_array_handle) :: A, C
  type(upc_stride_handle) :: handle
  type(upc_stride_section) :: tile, copies
  logical :: ordered

  ordered = command_argument_count() > 0
  ierr = upc_stride_start()
  A = upc_stride_all_alloc(1, [each], [each], c_sizeof(1.0_c_double), 0, [0_c_int])
  C = upc_stride_all_alloc(1, [each * upc_stride_threads()], [each], c_sizeof(1.0_c_double), 0, [0_c_int])
  ierr = upc_stride_select(tile, A, ':')
  ierr = ierr + upc_stride_select(copies, C, ':')
  ierr = ierr + upc_stride_barrier_all()
  ierr = ierr + upc_stride_broadcast_nb(handle, copies, upc_stride_at(A, first), each * 8, 0) ! place: broadcast
  if (ordered) ierr = ierr + upc_stride_wait(handle)
  if (upc_stride_mythread() == 1) ierr = ierr + upc_stride_put_patch(tile, c_loc(ones), c_null_ptr) ! place: write
  if (.not. ordered) ierr = ierr + upc_stride_wait(handle)
  ierr = ierr + upc_stride_barrier_all()
  if (upc_stride_finalize() + ierr /= 0) error stop 'a call failed'
end program
