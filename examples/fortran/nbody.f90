! SPDX-License-Identifier: BSD-3-Clause
!
! Bodies that attract each other. Each thread moves its own bodies; gather_all gives it the positions of all. The sum of all
! impulses stays what it is.
program nbody
  use upc_stride
  implicit none
  integer, parameter :: each = 32
  type(upc_stride_array) :: bodies, copies ! of each body x, y and its mass
  real(c_double), pointer :: mine(:, :), others(:, :)
  real(c_double) :: speed(2, each), way(2), d, impulse, push
  integer(c_int) :: p, me, ierr
  integer :: i, j, n, step

  ierr = upc_stride_start()
  p = upc_stride_threads()
  me = upc_stride_mythread()
  ierr = bodies%alloc([p * each], [each], 24) + copies%alloc([p * p * each], [p * each], 24)
  call c_f_pointer(upc_stride_near_block(bodies%handle, [int(me, c_size_t)]), mine, [3, each])
  call c_f_pointer(upc_stride_near_block(copies%handle, [int(me, c_size_t)]), others, [3, p * each])
  do i = 1, each
    n = me * each + i - 1
    mine(:, i) = [cos(0.7d0 * n) * (1 + mod(n, 5)), sin(0.7d0 * n) * (1 + mod(n, 3)), 1d0 + mod(n, 4)]
  end do
  speed = 0
  do step = 1, 50
    ierr = upc_stride_gather_all(copies%sec([upc_all]), bodies%sec([upc_all]), each * 24_c_size_t, UPC_IN_MYSYNC + UPC_OUT_MYSYNC)
    do i = 1, each
      do j = 1, p * each
        way = others(:2, j) - mine(:2, i)
        d = sum(way**2) + 0.01d0
        speed(:, i) = speed(:, i) + 0.001d0 * others(3, j) * way / (d * sqrt(d))
      end do
    end do
    mine(:2, :) = mine(:2, :) + 0.001d0 * speed
  end do
  impulse = upc_stride_sum(sum(mine(3, :) * speed(1, :)))
  push = upc_stride_sum(sum(abs(mine(3, :) * speed(1, :))))
  if (.not. (abs(impulse) < 1d-9 * push)) error stop 'FAIL'
  if (me == 0) print '(a)', 'PASS'
  ierr = upc_stride_finalize()
end program
