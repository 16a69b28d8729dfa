! SPDX-License-Identifier: BSD-3-Clause
! Calls of the module, blocking and split, compared with what they must give. A block for each thread, with two numbers.
program calls
  use upc_stride
  implicit none
  integer(c_int) :: p, me, i, ierr, done
  integer(c_int), allocatable :: perm(:)
  integer(c_size_t) :: at(1), count(1)
  integer(c_size_t), allocatable :: received(:), mine(:)
  type(upc_stride_array_handle) :: A, D, W, V, U, X
  type(c_ptr) :: lent
  type(upc_stride_handle) :: handle, handles(2)
  integer(c_size_t) :: first
  type(upc_stride_attribute) :: attribute
  character(10) :: unit
  type(upc_stride_section) :: all_a, all_d, all_w, all_v, all_x, one, one_a
  type(upc_stride_double_at), pointer :: best
  type(upc_stride_options) :: options
  type(upc_stride_array) :: object
  type(upc_stride_pointer) :: memory
  real(c_double), pointer :: own(:), got(:), wide(:), read(:), other(:)
  real(c_double), target :: value, more(33)
  character(len=20) :: text
  integer(c_size_t), parameter :: two = 2, eight = 8, zero(1) = [0]

  options%errors = UPC_STRIDE_ERRORS_RETURN
  ierr = upc_stride_start(options)
  p = upc_stride_threads()
  me = upc_stride_mythread()
  A = upc_stride_all_alloc(1, [two * p], [two], eight, 0, [0_c_int])
  D = upc_stride_all_alloc(1, [two * p], [two], eight, 0, [0_c_int])
  W = upc_stride_all_alloc(1, [two * p * p], [two * p], eight, 0, [0_c_int])
  call check(upc_stride_own_blocks(A) == 1, 'own_blocks')
  call c_f_pointer(upc_stride_own_block(A, 0_c_size_t, at), own, [2])
  call check(at(1) == me, 'own_block')
  call c_f_pointer(upc_stride_near_block(D, at), got, [2])
  call c_f_pointer(upc_stride_near_block(W, at), wide, [2 * p])
  ierr = upc_stride_select(all_a, A, ':')
  text = '0:'
  write (text(3:), '(i0)') p - 1
  ierr = upc_stride_select(all_d, D, text)
  call check(ierr == 0 .and. upc_stride_picked(all_d, count) == p, 'select')
  ierr = upc_stride_select(all_w, W, ':' // c_null_char)
  call check(upc_stride_picked(all_a, count) == p .and. count(1) == p, 'picked')
  own = [real(me, c_double), 100.0_c_double]
  ierr = upc_stride_barrier_all()

  allocate (perm(p))
  perm = [(p - 1 - i, i = 0, p - 1)]
  ierr = upc_stride_permute(all_d, all_a, perm, 2 * eight, 0)
  call check(ierr == 0 .and. got(1) == p - 1 - me, 'permute')
  ierr = upc_stride_gather_all(all_w, all_a, 2 * eight, 0)
  call check(all(wide(1::2) == [(real(i, c_double), i = 0, p - 1)]) .and. all(wide(2::2) == 100), 'gather_all')
  ierr = upc_stride_scatter(all_d, upc_stride_at(W, zero), 2 * eight, 0)
  call check(got(1) == me, 'scatter')
  ierr = upc_stride_lend(all_d, upc_stride_at(A, zero), 2 * eight, lent, 0)
  call c_f_pointer(lent, read, [2])
  call check(ierr == 0 .and. read(1) == 0 .and. read(2) == 100, 'lend')
  allocate (received(p))
  ierr = upc_stride_gather_all_own(all_w, all_a, [eight], [(i * eight, i = 0, p - 1)], received, 0)
  call check(ierr == 0 .and. all(received == 8) .and. all(wide(:p) == [(real(i, c_double), i = 0, p - 1)]), 'gather_all_own')

  ! Lists that are left out: pieces that lie one after another, sizes that nobody asks for, counts of others than the root.
  X = upc_stride_all_alloc(1, [two * p * p], [two * p], eight, 0)
  ierr = upc_stride_select(all_x, X, ':')
  call c_f_pointer(upc_stride_own_block(X, 0_c_size_t), other, [2 * p])
  other = [(real(100 * me + i, c_double), i = 0, 2 * p - 1)]
  wide = -1
  received = 0
  ierr = upc_stride_exchange_own(all_w, all_x, [(eight, i = 1, p)], received=received, sync_flags=0)
  call check(ierr == 0 .and. all(received == 8), 'exchange_own, sizes')
  call check(all(wide(:p) == [(real(100 * i + me, c_double), i = 0, p - 1)]), 'exchange_own')
  ierr = upc_stride_gather_all_own(all_w, all_x, [eight], sync_flags=0)
  call check(ierr == 0 .and. all(wide(:p) == [(real(100 * i, c_double), i = 0, p - 1)]), 'gather_all_own, without lists')
  wide = -1
  ierr = upc_stride_gather_own(upc_stride_at(W, zero), all_x, [eight], sync_flags=0)
  if (me == 0) call check(ierr == 0 .and. all(wide(:p) == [(real(100 * i, c_double), i = 0, p - 1)]), 'gather_own')
  if (me == 0) allocate (mine(p), source=eight)
  ierr = upc_stride_scatter_own(all_d, upc_stride_at(W, zero), mine, sync_flags=0)
  call check(ierr == 0 .and. got(1) == 100 * me, 'scatter_own')
  ierr = upc_stride_gather_all_own_init(handle, all_w, all_x, [eight], sync_flags=0)
  ierr = ierr + upc_stride_start_call(handle)
  ierr = ierr + upc_stride_wait(handle)
  ierr = ierr + upc_stride_free_call(handle)
  call check(ierr == 0 .and. all(wide(:p) == [(real(100 * i, c_double), i = 0, p - 1)]), 'gather_all_own_init')
  ierr = upc_stride_gather_allv(all_w, all_x, [(two * eight, i = 1, p)], sync_flags=0)
  call check(ierr == 0 .and. all(wide(2::2) == [(real(100 * i + 1, c_double), i = 0, p - 1)]), 'gather_allv')
  ierr = upc_stride_transform(all_w, all_x, alpha=c_null_ptr, beta=c_null_ptr, type=UPC_DOUBLE, sync_flags=0)
  call check(ierr == 0 .and. all(wide == other), 'transform')
  call check(upc_stride_element_numbers(all_a) == 2 * p .and. upc_stride_picked(all_x) == p, 'element_numbers')
  ierr = upc_stride_barrier_all()

  ierr = upc_stride_prefix_reduce(all_d, all_a, two, UPC_ADD, UPC_DOUBLE, c_null_funptr, 0)
  call check(got(1) == me * (me + 1) / 2 .and. got(2) == 100 * (me + 1), 'prefix_reduce')
  ierr = upc_stride_reduce_all_nb(handle, all_d, all_a, two, UPC_MAX, UPC_DOUBLE, c_null_funptr, 0)
  ierr = upc_stride_wait(handle)
  call check(ierr == 0 .and. got(1) == p - 1 .and. .not. upc_stride_has_call(handle), 'reduce_all_nb')
  V = upc_stride_all_alloc(1, [p * eight / 8], [eight / 8], 2 * eight, 0, [0_c_int])
  U = upc_stride_all_alloc(1, [p * eight / 8], [eight / 8], 2 * eight, 0, [0_c_int])
  call c_f_pointer(upc_stride_near_block(V, at), best)
  best = upc_stride_double_at(mod(me, 2), me)
  ierr = upc_stride_select(all_v, V, ':')
  ierr = upc_stride_reduce(upc_stride_at(U, zero), all_v, 1_c_size_t, UPC_STRIDE_MAXLOC, UPC_DOUBLE, c_null_funptr, 0)
  call c_f_pointer(upc_stride_near_block(U, at), best)
  if (me == 0) call check(ierr == 0 .and. best%value == min(p - 1, 1) .and. best%index == min(p - 1, 1), 'MAXLOC')
  ierr = upc_stride_reduce_all_init(handle, all_d, all_a, two, UPC_ADD, UPC_DOUBLE, c_null_funptr, 0)
  do i = 1, 3
    ierr = upc_stride_start_call(handle)
    ierr = ierr + upc_stride_wait(handle)
    call check(ierr == 0 .and. got(1) == p * (p - 1) / 2 .and. upc_stride_has_call(handle), 'reduce_all_init')
  end do
  ierr = upc_stride_free_call(handle)
  call check(ierr == 0 .and. .not. upc_stride_has_call(handle), 'free_call')
  ierr = upc_stride_reduce_all_nb(handles(1), all_d, all_a, two, UPC_MIN, UPC_DOUBLE, c_null_funptr, 0)
  ierr = upc_stride_gather_all_nb(handles(2), all_w, all_a, 2 * eight, 0)
  ierr = upc_stride_wait_any(handles, two, first)
  call check(ierr == 0 .and. .not. upc_stride_has_call(handles(first + 1)), 'wait_any')
  ierr = upc_stride_wait_all(handles, two)
  call check(got(1) == 0 .and. wide(2) == 100 .and. .not. any(upc_stride_has_call(handles)), 'wait_all')
  ierr = upc_stride_test_all(handles, two, done)
  call check(ierr == 0 .and. done == 1, 'test_all')
  ierr = upc_stride_broadcast_nb(handle, all_d, upc_stride_at(A, zero), eight, 0)
  done = 0
  do while (done == 0)
    ierr = upc_stride_test(handle, done)
  end do
  call check(got(1) == 0, 'broadcast_nb')
  ierr = upc_stride_select(one, D, '0' // c_null_char)
  call check(upc_stride_have_affinity(one) == merge(1, 0, me == 0), 'have_affinity')

  memory = upc_stride_all_memory(eight)
  value = 10 + me
  ierr = upc_stride_put(upc_stride_on_thread(memory, modulo(me + 1, p)), c_loc(value), eight)
  ierr = upc_stride_barrier_all()
  ierr = upc_stride_get(c_loc(value), upc_stride_on_thread(memory, me), eight)
  call check(value == 10 + modulo(me - 1, p), 'put and get')
  value = 1
  ierr = upc_stride_barrier_all()
  ierr = upc_stride_update(memory, UPC_ADD, UPC_DOUBLE, c_loc(value))
  ierr = upc_stride_update_fence()
  ierr = upc_stride_get(c_loc(value), memory, eight)
  call check(value == 10 + p + modulo(-1, p), 'update')
  ierr = upc_stride_write('calls.npy', all_a, 'f8')
  call check(ierr == 0 .and. upc_stride_select(one, D, ':') == 0, 'write')
  ierr = upc_stride_barrier_all()
  got = 0
  ierr = upc_stride_read(one, 'calls.npy', 'f8')
  call check(ierr == 0 .and. all(got == own), 'read')
  ierr = upc_stride_write('calls.zarr', all_a, 'f8')
  if (me == 0) then
    value = 1.25
    ierr = upc_stride_attribute_write('calls.zarr', 'value', c_loc(value), 'f8', 1_c_size_t)
    call check(ierr == 0 .and. upc_stride_text_attribute_write('calls.zarr', 'unit', 'm/s') == 0, 'attribute_write')
    value = 0
    call check(upc_stride_attribute_read(c_loc(value), 'calls.zarr', 'value', 'f8', 1_c_size_t) == 1, 'attribute_read')
    call check(value == 1.25, 'the attribute')
    call check(upc_stride_text_attribute_read(unit, 'calls.zarr', 'unit') == 3, 'text_attribute_read')
    call check(unit == 'm/s', 'the text')
    call check(upc_stride_attribute_look('calls.zarr', 1, attribute) == 1, 'attribute_look')
    call check(attribute%name(1) == 'u' .or. attribute%name(1) == 'v', 'its name')
  end if
  ierr = upc_stride_write_nb(handle, 'calls.bin', all_a, 'f8')
  if (ierr == 0) ierr = upc_stride_wait(handle)
  call check(ierr == 0, 'write_nb')
  ierr = upc_stride_barrier_all()
  got = 0
  ierr = upc_stride_read_nb(handle, one, 'calls.npy', 'f8', ':')
  if (ierr == 0) ierr = upc_stride_wait(handle)
  call check(ierr == 0 .and. all(got == own), 'read_nb')
  call check(upc_stride_broadcast(all_d, upc_stride_at(A, zero), 1000_c_size_t, 0) == -1, 'an error')
  call check(index(upc_stride_last_line(), 'upc_stride_broadcast: len: 1000 bytes') > 0, 'its line')
  ! The element of the next thread, again and again.
  at = mod(me + 1, p) * two
  write (text, '(i0)') 2 * mod(me + 1, p)
  ierr = upc_stride_select(one_a, A, text)
  call check(upc_stride_element_numbers(one_a, count) == 1 .and. count(1) == at(1), 'element_numbers')
  ierr = upc_stride_fetch_init(handle, c_loc(value), A, at, 1_c_size_t, 0)
  do i = 1, 2
    if (ierr == 0) ierr = upc_stride_start_call(handle)
    if (ierr == 0) ierr = upc_stride_wait(handle)
    call check(ierr == 0 .and. value == mod(me + 1, p), 'fetch_init')
  end do
  ierr = upc_stride_free_call(handle)
  ! One thread alone gives a wrong argument: all get the error.
  do i = 0, p - 1
    at = merge(two * p, 0_c_size_t, me == i)
    call check(upc_stride_fetch(c_loc(value), A, at, 1_c_size_t, 0) == -1, 'fetch, a thread with a wrong index')
    call check(.not. upc_stride_has_array(upc_stride_array_of(c_loc(value), merge(7_c_size_t, eight, me == i), 1, &
      [int(p, c_size_t)], [1_c_size_t], eight, 0, [0_c_int])), 'array_of, a thread with too few bytes')
  end do
  ! An array that a call in flight uses is not freed: the object still has it.
  ierr = object%alloc([2 * p], [2], 8)
  one = object%sec([upc_all])
  ierr = upc_stride_broadcast_nb(handle, one, upc_stride_at(A, zero), eight, 0)
  call check(p == 1 .or. upc_stride_has_call(handle), 'a call in flight')
  if (upc_stride_has_call(handle)) call check(object%free() == -1, 'free of an array in use')
  call check(upc_stride_has_array(object%handle), 'an array that was in use')
  ierr = upc_stride_wait(handle)
  call check(ierr == 0 .and. object%free() == 0, 'free after the call')
  call check(.not. upc_stride_has_array(object%handle), 'an array that is free')
  call check(.not. upc_stride_has_array(upc_stride_array_of_variable(more, [1_c_size_t], [1_c_size_t], 2_c_size_t**59)), &
    'array_of_variable, a size that wraps')
  ierr = upc_stride_barrier_all()
  ierr = upc_stride_finalize()
  if (me == 0) print '(a)', 'PASS'
contains
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    print '(3a, i0)', 'wrong: ', what, ' on thread ', me
    error stop 1
  end subroutine
end program
