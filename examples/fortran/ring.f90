! SPDX-License-Identifier: BSD-3-Clause
!
! A ring, as with coarrays: each thread writes a number into the next one's memory and posts an event there. It waits for its two
! neighbours alone. So each number comes to all threads.
program ring
  use upc_stride
  implicit none
  type(upc_stride_array) :: passed, arrived, read_it ! integer :: passed[*]; type(event_type) :: arrived[*], read_it[*]
  integer(c_int), target :: number
  integer(c_int) :: p, me, total, step, least, most, ierr

  ierr = upc_stride_start()
  p = upc_stride_threads()
  me = upc_stride_mythread()
  ierr = passed%alloc([p], [1], 4) + arrived%alloc([p], [1], 8) + read_it%alloc([p], [1], 8)
  number = me
  total = me
  do step = 1, p - 1
    if (step > 1) ierr = upc_stride_await(read_it%at([me]), 1_c_size_t) ! the next thread has read the number before
    ierr = upc_stride_put(passed%at([modulo(me + 1, p)]), c_loc(number), 4_c_size_t)
    ierr = upc_stride_post(arrived%at([modulo(me + 1, p)]))
    ierr = upc_stride_await(arrived%at([me]), 1_c_size_t)
    ierr = upc_stride_get(c_loc(number), passed%at([me]), 4_c_size_t)
    ierr = upc_stride_post(read_it%at([modulo(me - 1, p)]))
    total = total + number
  end do
  least = upc_stride_min(total)
  most = upc_stride_max(total)
  if (.not. (least == p * (p - 1) / 2 .and. most == least)) error stop 'FAIL'
  if (me == 0) print '(a)', 'PASS'
  ierr = upc_stride_finalize()
end program
