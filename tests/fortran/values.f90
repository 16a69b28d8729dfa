! SPDX-License-Identifier: BSD-3-Clause
! Values of each thread, teams without an array, and one partner, compared with what they must give.
program values
  use upc_stride
  implicit none
  integer(c_int) :: p, me, ierr, taken
  integer(c_int), target :: number
  integer(c_long), target :: one, next, total, before
  real(c_double), target :: three(3)
  type(upc_stride_section) :: mine, half, pair
  type(upc_stride_pointer) :: counter, posts, lock
  type(upc_stride_array) :: A

  ierr = upc_stride_start()
  p = upc_stride_threads()
  me = upc_stride_mythread()
  call check(upc_stride_sum(me) == p * (p - 1) / 2, 'sum of integers')
  call check(upc_stride_max(0.5_c_double * me) == 0.5_c_double * (p - 1), 'max of reals')
  call check(upc_stride_min(real(me, c_float)) == 0, 'min of reals')
  three = [1, me, 2]
  ierr = upc_stride_all_reduce_value(c_loc(three), c_loc(three), 3_c_size_t, UPC_ADD, UPC_DOUBLE, c_null_funptr)
  call check(ierr == 0 .and. three(1) == p .and. three(3) == 2 * p, 'all_reduce_value')
  number = me
  ierr = upc_stride_all_broadcast_value(c_loc(number), 4_c_size_t, p - 1)
  call check(ierr == 0 .and. number == p - 1, 'all_broadcast_value')
  number = 0
  one = 5
  before = 0
  ierr = upc_stride_all_prefix_exclusive_value(c_loc(before), c_loc(one), 1_c_size_t, UPC_ADD, UPC_LONG, c_null_funptr)
  call check(ierr == 0 .and. before == 5 * me, 'all_prefix_exclusive_value')

  ierr = upc_stride_all_threads_split(mine, mod(me, 2), 0)
  call check(ierr == 0 .and. upc_stride_sum(1_c_int, mine) == (p + 1 - mod(me, 2)) / 2, 'all_threads_split')
  ierr = upc_stride_team_split(half, mine, mod(me / 2, 2), 0)
  call check(ierr == 0 .and. upc_stride_sum(1_c_int, half) == (p + 3 - mod(me, 4)) / 4, 'team_split')
  ierr = upc_stride_threads_listed(pair, [0, p - 1], int(min(p, 2), c_size_t))
  call check(ierr == 0 .and. upc_stride_barrier(pair) == 0, 'threads_listed')
  call check(upc_stride_barrier(upc_stride_all_threads()) == 0, 'all_threads')

  call check(A%alloc([2], [1], 8) == 0, 'alloc')
  counter = A%at([0])
  posts = A%at([1])
  call check(upc_stride_barrier(A%sec([upc_all])) == 0 .and. upc_stride_barrier(A%sec([0], [1])) == 0, 'sections')
  call check(upc_stride_have_affinity(A%sec([0])) == merge(1, 0, me == 0), 'section of a block')
  one = 1
  total = 0
  do
    ierr = upc_stride_fetch_op(c_loc(next), counter, UPC_ADD, UPC_LONG, c_loc(one))
    if (ierr /= 0 .or. next >= 10 * p) exit
    total = total + next
  end do
  call check(upc_stride_sum(total) == 5_c_long * p * (10 * p - 1), 'fetch_op')
  call inner_elements()
  ierr = upc_stride_post(posts)
  if (me == 0) ierr = upc_stride_await(posts, int(p, c_size_t))
  before = 11 * p
  one = -1
  ierr = upc_stride_compare_swap(c_loc(next), counter, UPC_LONG, c_loc(before), c_loc(one))
  call check(ierr == 0 .and. upc_stride_sum(merge(1, 0, next == before)) == 1, 'compare_swap')
  ierr = upc_stride_sync_threads([mod(me + 1, p), mod(me + p - 1, p)], int(merge(2, 1, p > 2), c_size_t))
  call check(ierr == 0, 'sync_threads')
  lock = upc_stride_all_lock()
  ierr = upc_stride_try_lock(lock, taken)
  call check(upc_stride_max(taken) == 1, 'try_lock')
  if (taken == 1) ierr = upc_stride_unlock(lock)
  call check(upc_stride_lock(lock) == 0 .and. upc_stride_unlock(lock) == 0, 'lock')
  call check(upc_stride_all_free_lock(lock) == 0, 'all_free_lock')
  call check(A%free() == 0, 'free')
  ierr = upc_stride_finalize()
  if (me == 0) print '(a)', 'PASS'

contains

  ! The caller's elements of the middle of an array, each once; and the greatest of an expression over own elements.
  subroutine inner_elements()
    type(upc_stride_array) :: B
    type(upc_stride_block) :: of
    type(upc_stride_tile) :: tile
    integer(c_long), pointer :: x(:)
    integer(c_int) :: seen
    integer(c_size_t) :: i
    call check(B%alloc([5 * p, 7], [2, 3], 8) == 0, 'alloc in two dimensions')
    of = upc_stride_before_own_block(B%handle)
    do while (upc_stride_next_own_block(of) == 1)
      call c_f_pointer(of%data, x, [6])
      x = me
    end do
    seen = 0
    of = upc_stride_before_own_elements(B%sec([1, 1], [5 * p - 2, 5]))
    do while (upc_stride_next_own_block(of) == 1)
      do i = 0, of%hi(1) - of%lo(1)
        call c_f_pointer(of%data, x, [i * of%stride(1) + of%hi(2) - of%lo(2) + 1])
        call check(all(x(i * of%stride(1) + 1:) == me), 'an inner element')
        seen = seen + int(of%hi(2) - of%lo(2)) + 1
      end do
    end do
    call check(upc_stride_sum(seen) == (5 * p - 2) * 5, 'inner elements')
    tile = upc_stride_halo_tile(B%handle, 1_c_size_t, 0)
    call check(tile%elements == 20 .and. tile%first == 6 .and. all(tile%stride(1:2) == [5, 1]), 'halo_tile')
    call check(upc_stride_max(maxval(abs([me, -3] - 1))) == max(4, p - 2), 'max of an expression')
    call check(B%free() == 0, 'free')
  end subroutine

  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    print '(a, i0, 3a)', 'thread ', me, ': ', what, ' ' // upc_stride_last_line()
    call upc_stride_exit(1)
  end subroutine
end program
