! SPDX-License-Identifier: BSD-3-Clause
!
! A tile goes to a row of tiles, and the rows are added up, in Fortran.
!
!   gfortran -O2 upc_stride.f90 rows.f90 -lupc_stride -o rows && upcrun -n 4 ./rows
program rows
  use upc_stride
  implicit none
  integer(c_size_t), parameter :: b = 8, k = 4
  integer(c_size_t) :: i, j
  integer(c_int) :: ierr
  type(upc_stride_array_handle) :: A, sums
  type(upc_stride_section) :: row, everything, result
  real(c_double), pointer :: tile(:, :)
  logical :: right

  ierr = upc_stride_start()
  A = upc_stride_all_alloc(2, [k * b, k * b], [b, b], c_sizeof(1.0_c_double), 0, [0_c_int])
  sums = upc_stride_all_alloc(2, [k * b, k * b], [b, b], c_sizeof(1.0_c_double), 0, [0_c_int])
  do i = 0, k - 1
    do j = 0, k - 1
      if (upc_stride_owner(A, [i, j]) /= upc_stride_mythread()) cycle
      call c_f_pointer(upc_stride_near_block(A, [i, j]), tile, [b, b])
      tile = real(10 * i + j, c_double)
    end do
  end do
  ierr = upc_stride_select(row, A, "1, :")
  ierr = ierr + upc_stride_broadcast(row, upc_stride_at(A, [2 * b, 3 * b]), b * b * 8, 0)
  ierr = ierr + upc_stride_barrier_all()
  ierr = ierr + upc_stride_select(everything, A, ":")
  ierr = ierr + upc_stride_select(result, sums, ":")
  ierr = ierr + upc_stride_reduce_all(result, everything, b * b, UPC_ADD, UPC_DOUBLE, c_null_funptr, 0)

  ! rows 0, 2 and 3 hold 0+1+2+3 and four times 20 and 30 more; row 1 holds 23 four times
  right = ierr == 0
  do i = 0, k - 1
    do j = 0, k - 1
      if (upc_stride_owner(sums, [i, j]) /= upc_stride_mythread()) cycle
      call c_f_pointer(upc_stride_near_block(sums, [i, j]), tile, [b, b])
      right = right .and. all(tile == 6 + 86 + 126 + 4 * 23)
    end do
  end do
  ierr = upc_stride_finalize()
  if (.not. right) error stop 'wrong sums'
  if (upc_stride_mythread() == 0) print '(a)', 'PASS'
end program
