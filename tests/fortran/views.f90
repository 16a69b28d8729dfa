! SPDX-License-Identifier: BSD-3-Clause
! Views of ALLOCATABLE arrays: sizes are random, small ones and ones of many pages. A value says in which array, thread and
! place it was made, so that each call's result follows from its definition. What is beside the view's part must stay.
program views
  use upc_stride
  use start
  implicit none
  integer(c_size_t), parameter :: eight = 8
  integer(c_int) :: p, me, status, round, i
  integer :: seed
  type(upc_stride_options) :: options

  options%errors = UPC_STRIDE_ERRORS_RETURN
  status = start_with(options)
  p = upc_stride_threads()
  me = upc_stride_mythread()
  seed = 11
  do round = 1, 12
    call one_round(merge(20000, 1 + below(40), mod(round, 4) == 0) * p)
  end do
  call matrices()
  call wrong()
  if (upc_stride_finalize() /= 0) error stop 'finalize'
  call passed()

contains

  ! The same numbers on all threads, from 0 to n - 1.
  integer function below(n)
    integer, intent(in) :: n
    seed = mod(seed * 1103 + 12345, 65521)
    below = mod(seed, n)
  end function

  elemental real(c_double) function made(kind, thread, place)
    integer, intent(in) :: kind, thread, place
    made = 1d7 * kind + 1d5 * thread + place
  end function

  ! A block of n elements on each thread.
  subroutine one_round(n)
    integer, intent(in) :: n
    real(c_double), allocatable, target :: a(:), b(:), all(:, :)
    real(c_double) :: sum
    type(upc_stride_array_handle) :: va, vb, vall
    type(upc_stride_section) :: sa, sb, sall
    type(upc_stride_pointer) :: place
    integer(c_size_t) :: bytes, total
    integer(c_int) :: perm(p)
    character(len=40) :: text
    character(len=*), parameter :: path = 'views.npy'
    integer :: root, slot, first, j
    real(c_double), allocatable, target :: halo(:)
    allocate (a(n), b(n + 3), all(n, p), halo(n + 2))
    total = int(n, c_size_t) * p
    bytes = eight * n
    a = [(made(1, me, j), j = 1, n)]
    b = -1
    all = -2
    va = upc_stride_array_of_variable(a, [total], [int(n, c_size_t)], eight)
    vb = upc_stride_array_of_variable(b, [total], [int(n, c_size_t)], eight, [p])
    vall = upc_stride_array_of_variable(all, [total * p], [total], eight)
    if (.not. (upc_stride_has_array(va) .and. upc_stride_has_array(vb) .and. upc_stride_has_array(vall))) error stop 'array_of'
    status = upc_stride_select(sa, va, ':')
    status = upc_stride_select(sb, vb, ':')
    status = upc_stride_select(sall, vall, ':')
    root = below(p)

    place = upc_stride_at(va, [int(n, c_size_t) * root])
    status = upc_stride_broadcast(sb, place, bytes, 0)
    call check(status == 0 .and. same(b(:n), [(made(1, root, j), j = 1, n)]), 'broadcast')
    status = upc_stride_gather_all(sall, sa, bytes, UPC_IN_NOSYNC + UPC_OUT_NOSYNC)
    do i = 0, p - 1
      call check(same(all(:, i + 1), [(made(1, i, j), j = 1, n)]), 'gather_all')
    end do
    status = upc_stride_reduce_all(sb, sa, int(n, c_size_t), UPC_ADD, UPC_DOUBLE, c_null_funptr, 0)
    call check(same(b(:n), [(p * made(1, 0, j) + 1d5 * p * (p - 1) / 2, j = 1, n)]), 'reduce_all')
    slot = n / p
    status = upc_stride_exchange(sb, sa, eight * slot, 0)
    do i = 0, p - 1
      call check(same(b(i * slot + 1:(i + 1) * slot), [(made(1, i, me * slot + j), j = 1, slot)]), 'exchange')
    end do
    perm = [(mod(j + 1, p), j = 0, p - 1)]
    status = upc_stride_permute(sb, sa, perm, bytes, 0)
    call check(same(b(:n), [(made(1, mod(me + p - 1, p), j), j = 1, n)]), 'permute')

    ! elements 1.. of all of a to elements 0.. of b
    write (text, '(a, i0)') '1:', total - 1
    status = upc_stride_select(sa, va, text)
    write (text, '(a, i0)') '0:', total - 2
    status = upc_stride_select(sb, vb, text)
    status = upc_stride_copy(sb, sa, 0)
    call check(same(b(:n - 1), [(made(1, me, j), j = 2, n)]), 'copy')
    if (me < p - 1) call check(b(n) == made(1, me + 1, 1), 'copy from the next thread')

    status = upc_stride_select(sa, va, ':')
    halo = -3
    status = upc_stride_halo(c_loc(halo), sa, 1_c_size_t, UPC_STRIDE_PERIODIC, 0)
    call check(halo(1) == made(1, mod(me + p - 1, p), n) .and. halo(n + 2) == made(1, mod(me + 1, p), 1), 'halo')
    call check(same(halo(2:n + 1), a), 'halo of the block itself')

    status = upc_stride_select(sb, vb, ':')
    status = upc_stride_write(path, sa, 'f8')
    status = upc_stride_barrier_all()
    status = upc_stride_read(sb, path, 'f8')
    call check(status == 0 .and. same(b(:n), a), 'files')
    status = upc_stride_barrier_all()
    if (me == 0) then
      open (newunit=j, file=path)
      close (j, status='delete')
    end if

    ! calls of one thread: refused, and then on an open view
    sum = 5
    first = below(n)
    call check(put(vb, root, first, n, sum) == -1, 'a view that is not open')
    call check(index(upc_stride_last_line(), 'must be open') > 0, 'the line')
    call check(upc_stride_open_view(vb) == 0, 'open_view')
    if (me == 0) call check(put(vb, root, first, n, sum) == 0, 'put')
    call check(upc_stride_close_view(vb) == 0, 'close_view')
    call check(b(first + 1) == merge(5d0, made(1, me, first + 1), me == root), 'put to an open view')
    call check(all_same(b(n + 1:), -1d0), 'behind the view')
    call check(same(a, [(made(1, me, j), j = 1, n)]), 'the source')
    status = upc_stride_all_free(va) + upc_stride_all_free(vb) + upc_stride_all_free(vall)
    call check(status == 0 .and. same(a, [(made(1, me, j), j = 1, n)]), 'all_free')
    deallocate (a, b, all)
  end subroutine

  ! A matrix of ScaLAPACK's whose processes are fewer than the threads: reductions of its blocks, and a halo.
  subroutine matrices()
    integer, parameter :: mb = 3, nb = 2, m = 6
    integer :: columns, j
    integer(c_int) :: desc(9), grid(4)
    real(c_double), allocatable, target :: local(:, :), sums(:), halo(:, :, :)
    type(upc_stride_array_handle) :: V, S
    type(upc_stride_section) :: sv, ss
    columns = max(1, p - 1)
    desc = [1, 0, m, nb * columns, mb, nb, 0, 0, m + 1]
    grid = [1, columns, merge(0, -1, me < columns), me]
    if (me < columns) then
      allocate (local(m + 1, nb))
      local = reshape([(made(2, me, j), j = 1, (m + 1) * nb)], [m + 1, nb])
    else
      allocate (local(0, 0))
    end if
    allocate (sums(mb * nb), halo(mb + 2, nb + 2, 2))
    V = upc_stride_scalapack_array_of(merge(c_loc(local), c_null_ptr, me < columns), eight * size(local), desc, grid, eight)
    S = upc_stride_array_of_variable(sums, [int(p * mb * nb, c_size_t)], [int(mb * nb, c_size_t)], eight)
    if (.not. (upc_stride_has_array(V) .and. upc_stride_has_array(S))) error stop 'scalapack_array_of'
    status = upc_stride_select(sv, V, ':, 0')                    ! block row 0
    status = upc_stride_select(ss, S, ':')
    status = upc_stride_reduce_all(ss, sv, int(mb * nb, c_size_t), UPC_MAX, UPC_DOUBLE, c_null_funptr, 0)
    call check(status == 0 .and. same(sums, [made(2, columns - 1, 1), made(2, columns - 1, 2), made(2, columns - 1, 3), &
      made(2, columns - 1, m + 2), made(2, columns - 1, m + 3), made(2, columns - 1, m + 4)]), 'a reduction of blocks')
    status = upc_stride_select(sv, V, ':')
    halo = -4
    status = upc_stride_halo(c_loc(halo), sv, 1_c_size_t, 0, 0)
    if (me < columns) then
      call check(same(halo(2:4, 2, 1), local(1:3, 1)) .and. same(halo(2:4, 3, 2), local(4:6, 2)), 'blocks with a halo')
      call check(halo(5, 2, 1) == local(4, 1) .and. halo(1, 2, 1) == -4 .and. halo(1, 3, 2) == local(3, 2), 'the halo below')
      if (me > 0) call check(halo(2, 1, 1) == made(2, me - 1, m + 2), 'the halo of the process before')
    end if
    status = upc_stride_all_free(V) + upc_stride_all_free(S)
    call check(status == 0, 'all_free of a matrix')
  end subroutine

  subroutine wrong()
    real(c_double), target :: few(3)
    integer(c_int8_t), allocatable, target :: large(:)
    integer(c_size_t), parameter :: beyond = 2_c_size_t**31 + 1 ! elements, whose number no default integer has
    integer :: missing
    type(upc_stride_array_handle) :: V
    V = upc_stride_array_of_variable(few, [int(4 * p, c_size_t)], [4_c_size_t], eight)
    call check(.not. upc_stride_has_array(V), 'too few elements')
    call check(index(upc_stride_last_line(), 'bytes: 24, must be at least 32') > 0, 'their line')
    allocate (large(beyond - 1), stat=missing)
    V = upc_stride_array_of_variable(large, [p * beyond], [beyond], 1_c_size_t)
    call check(.not. upc_stride_has_array(V), 'too few elements, of many')
    if (missing == 0) call check(index(upc_stride_last_line(), 'bytes: 2147483648, must be at least 2147483649') > 0, &
      'the line of many')
  end subroutine

  integer(c_int) function put(view, root, first, n, value) result(status)
    type(upc_stride_array_handle), intent(in) :: view
    integer, intent(in) :: root, first, n
    real(c_double), intent(in), target :: value
    status = upc_stride_put(upc_stride_at(view, [int(root, c_size_t) * n + first]), c_loc(value), eight)
  end function

  logical function same(x, y)
    real(c_double), intent(in) :: x(:), y(:)
    same = size(x) == size(y)
    if (same) same = all(x == y)
  end function

  logical function all_same(x, y)
    real(c_double), intent(in) :: x(:), y
    all_same = all(x == y)
  end function

  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    print '(a, i0, 4a)', 'thread ', me, ': ', what, ': ', upc_stride_last_line()
    call upc_stride_exit(1)
  end subroutine
end program
