! SPDX-License-Identifier: BSD-3-Clause
!
! A shared counter with load balance, as NGA_Read_inc of Global Arrays: pieces of work of very different size. A thread that has
! done one takes the number of the next piece from the counter. So nobody waits while there are pieces left.
program counter
  use upc_stride
  implicit none
  integer(c_long), parameter :: pieces = 2000
  integer(c_long), target :: one = 1, piece
  integer(c_long) :: done = 0, steps = 0, n
  integer(c_int) :: ierr
  type(upc_stride_array) :: next

  ierr = upc_stride_start()
  ierr = next%alloc([1], [1], 8)
  do
    ierr = upc_stride_fetch_op(c_loc(piece), next%at([0]), UPC_ADD, UPC_LONG, c_loc(one))
    if (piece >= pieces) exit
    steps = steps + work(piece)
    done = done + 1
  end do
  steps = upc_stride_sum(steps)
  done = upc_stride_max(done)
  if (steps /= sum([(work(n), n = 0, pieces - 1)]) .or. done > pieces) error stop 'FAIL'
  if (upc_stride_mythread() == 0) print '(a)', 'PASS'
  ierr = next%free()
  ierr = upc_stride_finalize()

contains

  ! Collatz's steps from n to 1.
  integer(c_long) function work(number)
    integer(c_long), intent(in) :: number
    integer(c_long) :: n
    n = number
    work = 0
    do while (n > 1)
      n = merge(n / 2, 3 * n + 1, mod(n, 2_c_long) == 0)
      work = work + 1
    end do
  end function
end program
