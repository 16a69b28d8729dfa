! SPDX-License-Identifier: BSD-3-Clause
!
! Floyd and Warshall's algorithm: the shortest ways between all towns. In step k the owner of line k sends it to all threads, and
! each makes its own lines shorter. The lines are blocks.
program floyd
  use upc_stride
  implicit none
  integer, parameter :: n = 48
  type(upc_stride_array) :: way, line_k
  integer(c_int), pointer :: line(:), through(:)
  integer(c_int) :: p, ierr, wrong
  integer(c_size_t) :: b
  integer :: d, k, town

  ierr = upc_stride_start()
  p = upc_stride_threads()
  ierr = way%alloc([n, n], [1, n], 4, [p]) + line_k%alloc([p * n], [n], 4) ! line i is on thread i mod p
  call c_f_pointer(upc_stride_near_block(line_k%handle, [int(upc_stride_mythread(), c_size_t)]), through, [n])
  do b = 0, upc_stride_own_blocks(way%handle) - 1 ! a street from each town to the next one, and to the one 7 on
    line => own(b, town)
    line = 1000000
    line([town, modulo(town + 1, n), modulo(town + 7, n)] + 1) = [0, 1, 3]
  end do
  do k = 0, n - 1
    ierr = upc_stride_broadcast(line_k%sec([upc_all]), way%at([k, 0]), n * 4_c_size_t, UPC_IN_MYSYNC + UPC_OUT_MYSYNC)
    do b = 0, upc_stride_own_blocks(way%handle) - 1
      line => own(b, town)
      line = min(line, line(k + 1) + through)
    end do
  end do
  wrong = 0
  do b = 0, upc_stride_own_blocks(way%handle) - 1 ! d towns on: d / 7 long streets, mod(d, 7) short ones
    line => own(b, town)
    do d = 0, n - 1
      wrong = wrong + merge(0, 1, line(modulo(town + d, n) + 1) == d / 7 * 3 + modulo(d, 7))
    end do
  end do
  wrong = upc_stride_sum(wrong)
  if (wrong /= 0) error stop 'FAIL'
  if (upc_stride_mythread() == 0) print '(a)', 'PASS'
  ierr = upc_stride_finalize()

contains

  function own(number, town)
    integer(c_size_t), intent(in) :: number
    integer, intent(out) :: town
    integer(c_int), pointer :: own(:)
    integer(c_size_t) :: at(2)
    call c_f_pointer(upc_stride_own_block(way%handle, number, at), own, [n])
    town = int(at(1))
  end function
end program
