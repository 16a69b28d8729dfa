! SPDX-License-Identifier: BSD-3-Clause
!
! Heat in a ring of metal. Each thread has a part of it, with a cell at each end for its neighbours' last ones. It writes its ends
! into the neighbours' memory, and waits for these two threads alone.
program heat
  use upc_stride
  implicit none
  integer, parameter :: cells = 100, row = cells + 2
  type(upc_stride_array) :: u
  real(c_double), pointer :: mine(:)
  real(c_double) :: next(cells)
  integer(c_int) :: p, me, left, right, ierr
  integer :: step

  ierr = upc_stride_start()
  p = upc_stride_threads()
  me = upc_stride_mythread()
  left = modulo(me - 1, p)
  right = modulo(me + 1, p)
  ierr = u%alloc([p * row], [row], 8)
  call c_f_pointer(upc_stride_near_block(u%handle, [int(me, c_size_t)]), mine, [row])
  if (me == 0) mine(2:11) = 100
  ierr = upc_stride_barrier_all()
  do step = 1, 1000
    ierr = upc_stride_put(u%at([left * row + cells + 1]), c_loc(mine(2)), 8_c_size_t)
    ierr = upc_stride_put(u%at([right * row]), c_loc(mine(cells + 1)), 8_c_size_t)
    ierr = meet()
    next = mine(2:cells + 1) + 0.25 * (mine(1:cells) - 2 * mine(2:cells + 1) + mine(3:cells + 2))
    mine(2:cells + 1) = next
    ierr = meet() ! they have read their ends
  end do
  next(1) = upc_stride_sum(sum(mine(2:cells + 1)))
  if (.not. (abs(next(1) - 1000) < 1e-6)) error stop 'FAIL'
  if (me == 0) print '(a)', 'PASS'
  ierr = upc_stride_finalize()

contains

  integer(c_int) function meet()
    meet = upc_stride_sync_threads([left, right], merge(1_c_size_t, 2_c_size_t, left == right))
  end function
end program
