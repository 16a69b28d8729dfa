! SPDX-License-Identifier: BSD-3-Clause
! A graph in Fortran: 20 iterations of a three-point sum modulo 1009 of a ring of numbers, compared with a loop.
module steps
  use upc_stride
  implicit none
  integer(c_long_long), parameter :: n = 23
  integer(c_int), target :: result(0:n - 1)
contains
  subroutine fill(part, unused) bind(c)
    type(upc_stride_part), intent(in) :: part
    type(c_ptr), value :: unused
    integer(c_long_long) :: i
    if (c_associated(unused)) error stop 'argument'
    do i = part%view(1)%box%lo(1), part%view(1)%box%hi(1) - 1
      call set(part%view(1), i, int(i * i))
    end do
  end subroutine
  subroutine sum3(part, unused) bind(c)
    type(upc_stride_part), intent(in) :: part
    type(c_ptr), value :: unused
    integer(c_long_long) :: i
    if (c_associated(unused)) error stop 'argument'
    do i = part%view(2)%box%lo(1), part%view(2)%box%hi(1) - 1
      call set(part%view(2), i, modulo(at(part%view(1), i - 1) + at(part%view(1), i) + at(part%view(1), i + 1), 1009))
    end do
  end subroutine
  subroutine keep(part, to) bind(c)
    type(upc_stride_part), intent(in) :: part
    type(c_ptr), value :: to
    integer(c_int), pointer :: numbers(:)
    integer(c_long_long) :: i
    call c_f_pointer(to, numbers, [n])
    do i = 0, n - 1
      numbers(i + 1) = at(part%view(1), i)
    end do
  end subroutine
  integer function at(view, i)
    type(upc_stride_graph_view), intent(in) :: view
    integer(c_long_long), intent(in) :: i
    integer(c_int), pointer :: element
    call c_f_pointer(upc_stride_element(view, i, 0_c_long_long, 0_c_long_long, 0_c_long_long), element)
    at = element
  end function
  subroutine set(view, i, value)
    type(upc_stride_graph_view), intent(in) :: view
    integer(c_long_long), intent(in) :: i
    integer, intent(in) :: value
    integer(c_int), pointer :: element
    call c_f_pointer(upc_stride_element(view, i, 0_c_long_long, 0_c_long_long, 0_c_long_long), element)
    element = value
  end subroutine
end module

program graph
  use steps
  implicit none
  integer, parameter :: times = 20
  type(upc_stride_graph) :: g
  type(upc_stride_distribution) :: cells, halo, copies
  type(upc_stride_box) :: box
  type(upc_stride_graph_moves) :: moves
  integer(c_int) :: ierr, p, old, new, first, step, last, i, done
  integer :: expected(0:n - 1)

  ierr = upc_stride_start()
  p = upc_stride_threads()
  cells = upc_stride_distribution_slabs(1, [n], 0, 2 * p, p)
  halo = upc_stride_distribution_grown(cells, [1_c_long_long], 1)
  copies = upc_stride_distribution_replicated(1, [n], p)
  if (upc_stride_distribution_parts(cells) /= 2 * p) error stop 'parts'
  box = upc_stride_distribution_box(cells, 2 * p - 1)
  if (box%hi(1) /= n .or. box%lo(2) /= 0 .or. box%hi(2) /= 1) error stop 'box'
  if (upc_stride_distribution_thread(cells, 2 * p - 1) /= p - 1) error stop 'thread'
  g = upc_stride_graph_new()
  old = upc_stride_graph_value(g, 'old' // c_null_char, 4_c_size_t, 1, [n])
  new = upc_stride_graph_value(g, 'new' // c_null_char, 4_c_size_t, 1, [n])
  first = upc_stride_graph_step(g, 'fill' // c_null_char, c_funloc(fill), c_null_ptr, UPC_STRIDE_FIRST)
  call upc_stride_graph_writes(g, first, old, cells)
  step = upc_stride_graph_step(g, 'sum3' // c_null_char, c_funloc(sum3), c_null_ptr, UPC_STRIDE_EACH)
  call upc_stride_graph_reads(g, step, old, halo)
  call upc_stride_graph_writes(g, step, new, cells)
  call upc_stride_graph_carry(g, new, old)
  last = upc_stride_graph_step(g, 'keep' // c_null_char, c_funloc(keep), c_loc(result), UPC_STRIDE_LAST)
  call upc_stride_graph_reads(g, last, new, copies)
  done = upc_stride_graph_run(g, times)
  if (done /= times) error stop 'iterations'
  moves = upc_stride_graph_moved(g)
  if (p > 1 .and. (moves%messages == 0 .or. moves%sent < 4 * moves%messages)) error stop 'moves'
  call upc_stride_graph_free(g)
  call upc_stride_distribution_free(cells)
  call upc_stride_distribution_free(halo)
  call upc_stride_distribution_free(copies)

  expected = [(i * i, i = 0, int(n) - 1)]
  do i = 1, times
    expected = modulo(expected + cshift(expected, 1) + cshift(expected, -1), 1009)
  end do
  if (any(result /= expected)) then
    print '(a, i0, a, *(1x, i0))', 'wrong on thread ', upc_stride_mythread(), ':', result
    error stop 1
  end if
  ierr = upc_stride_barrier_all()
  if (upc_stride_mythread() == 0) print '(a)', 'PASS'
  ierr = upc_stride_finalize()
end program
