! SPDX-License-Identifier: BSD-3-Clause
!
! Jacobi's method, as Chapel's example: each inner element of A becomes the mean of its neighbours, until none changes by more than
! 1e-5. upc_stride_halo gets each thread's columns with those around them. Fortran's columns are the library's rows.
program jacobi
  use upc_stride
  implicit none
  integer, parameter :: n = 64
  type(upc_stride_array) :: A
  real(c_double), target :: around(0:n + 1, 0:n + 1) ! the caller's columns, with a halo
  real(c_double), pointer :: mine(:, :)
  real(c_double) :: change = 1
  integer(c_size_t) :: at(2)
  integer(c_int) :: ierr, each, lo = 1, hi = 0 ! lo to hi: the inner columns among the caller's

  ierr = upc_stride_start()
  each = (n + upc_stride_threads() - 1) / upc_stride_threads()
  ierr = A%alloc([n, n], [each, n], 8)
  allocate (mine(n, 1)) ! of a thread without columns
  if (upc_stride_own_blocks(A%handle) > 0) then
    call c_f_pointer(upc_stride_own_block(A%handle, 0_c_size_t, at), mine, [n, each])
    mine(1, :) = 1 ! the upper side is hot
    lo = merge(2, 1, at(1) == 0)
    hi = min(each, n - 1 - int(at(1)) * each)
  end if
  do while (change > 1d-5)
    ierr = upc_stride_halo(c_loc(around), A%sec([upc_all, upc_all]), 1_c_size_t, 0, UPC_IN_MYSYNC + UPC_OUT_MYSYNC)
    mine(2:n - 1, lo:hi) = (around(1:n - 2, lo:hi) + around(3:n, lo:hi) + &
                            around(2:n - 1, lo - 1:hi - 1) + around(2:n - 1, lo + 1:hi + 1)) / 4
    change = upc_stride_max(maxval(abs(mine(2:n - 1, lo:hi) - around(2:n - 1, lo:hi))))
  end do
  if (upc_stride_mythread() == 0 .and. .not. abs(mine(2, 2) - 0.5) < 0.1) error stop 'FAIL'
  if (upc_stride_mythread() == 0) print '(a)', 'PASS'
  ierr = upc_stride_finalize()
end program
