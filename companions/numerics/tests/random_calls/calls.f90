! SPDX-License-Identifier: BSD-3-Clause
! Makes the calls of a file that make_calls wrote, and compares.
program calls
  use upc_stride_numerics
  use, intrinsic :: iso_fortran_env, only: int8, int32, int64, error_unit
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
  implicit none
  type :: factor                          ! the bytes of alpha, or of beta
    integer(int8) :: byte(16)
  end type
  type :: operand
    type(upc_stride_array_handle) :: array
    type(upc_stride_section) :: section, all
    integer(int64) :: bytes
  end type
  integer(int64), parameter :: sizes(0:3) = [4, 8, 8, 16]
  integer(c_int), parameter :: types(0:3) = [UPC_FLOAT, UPC_DOUBLE, UPC_STRIDE_COMPLEX_FLOAT, UPC_STRIDE_COMPLEX_DOUBLE]
  integer(int32) :: call_(10)
  integer :: unit, number, wrong, status
  character(1000) :: name

  call ok(upc_stride_start())
  call get_command_argument(1, name, status=status)
  open (newunit=unit, file=name, access='stream', form='unformatted', status='old', action='read')
  number = 0
  wrong = 0
  do
    read (unit) call_
    if (call_(1) < 0) exit
    wrong = wrong + wrong_call()
    number = number + 1
  end do
  if (upc_stride_mythread() == 0) print '(i0, a, i0, a)', number, ' calls, ', wrong, ' wrong'
  call ok(upc_stride_finalize())
  if (wrong > 0) stop 1
contains
  subroutine ok(status)
    integer(c_int), intent(in) :: status
    if (status == 0) return
    write (error_unit, *) 'call', number, 'routine', call_(1), 'status', status
    call upc_stride_exit(1)
  end subroutine

  integer function wrong_call() result(bad)
    real(c_double) :: tolerance
    type(factor) :: factors(2)
    type(operand) :: o(3)
    integer(int8), allocatable, target :: got(:), wanted(:)
    integer :: i
    read (unit) tolerance, factors(1)%byte, factors(2)%byte
    do i = 1, call_(9)
      o(i) = next_operand()
    end do
    associate (r => o(call_(10) + 1))
      allocate (got(r%bytes), wanted(r%bytes))
      read (unit) wanted
      call ok(upc_stride_barrier_all())
      call make(factors, o)
      call ok(upc_stride_barrier_all())
      bad = 0
      if (upc_stride_mythread() == 0) then
        call ok(upc_stride_get_patch(c_loc(got), c_null_ptr, r%all))
        if (.not. same(got, wanted, tolerance)) bad = 1
      end if
    end associate
    if (bad > 0) write (error_unit, *) 'call', number, 'routine', call_(1), 'type', call_(2), 'is wrong'
    call ok(upc_stride_barrier_all())
    do i = 1, call_(9)
      call ok(upc_stride_all_free(o(i)%array))
    end do
  end function

  ! Thread 0 gives the array its elements.
  type(operand) function next_operand() result(o)
    integer(int64) :: shape_(2), block(2), lo(2), step(2), hi(2)
    integer(int8), allocatable, target :: elements(:)
    character(200) :: text
    read (unit) shape_, block, lo, step, hi
    o%array = upc_stride_all_alloc(2, shape_, block, sizes(call_(2)), 0, [0_c_int])
    o%bytes = product(shape_) * sizes(call_(2))
    allocate (elements(o%bytes))
    read (unit) elements
    write (text, '(i0, 2(":", i0), ", ", i0, 2(":", i0))') lo(1), step(1), hi(1), lo(2), step(2), hi(2)
    call ok(upc_stride_select(o%all, o%array, ':, :'))
    call ok(upc_stride_select(o%section, o%array, text))
    if (upc_stride_mythread() == 0) call ok(upc_stride_put_patch(o%all, c_loc(elements), c_null_ptr))
  end function

  ! A factor that has no memory is not given.
  subroutine make(factors, o)
    type(factor), intent(in) :: factors(2)
    type(operand), intent(in) :: o(3)
    type(factor), allocatable :: alpha, beta
    character(1) :: l(4)
    integer(c_int) :: t, pivots(180)
    integer(c_size_t) :: info
    if (call_(7) /= 0) alpha = factors(1)
    if (call_(8) /= 0) beta = factors(2)
    l = achar(call_(3:6))
    t = types(call_(2))
    info = 0
    associate (a => o(1)%section, b => o(2)%section, c => o(3)%section)
      select case (call_(1))
      case (0); call ok(upc_stride_gemm(l(1), l(2), alpha, a, b, beta, c, t))
      case (1); call ok(upc_stride_symm(l(1), l(2), alpha, a, b, beta, c, t))
      case (2); call ok(upc_stride_hemm(l(1), l(2), alpha, a, b, beta, c, t))
      case (3); call ok(upc_stride_syrk(l(1), l(2), alpha, a, beta, b, t))
      case (4); call ok(upc_stride_herk(l(1), l(2), alpha, a, beta, b, t))
      case (5); call ok(upc_stride_trmm(l(1), l(2), l(3), l(4), alpha, a, b, t))
      case (6); call ok(upc_stride_trsm(l(1), l(2), l(3), l(4), alpha, a, b, t))
      case (7); call ok(upc_stride_geadd(l(1), alpha, a, beta, b, t))
      case (8); call ok(upc_stride_posv(l(1), a, b, t, info))
      case (9); call ok(upc_stride_gesv(a, pivots, b, t, info))
      end select
    end associate
    call ok(int(info, c_int))
  end subroutine

  logical function same(got, wanted, tolerance)
    integer(int8), intent(in) :: got(:), wanted(:)
    real(c_double), intent(in) :: tolerance
    real(c_double), allocatable :: x(:), y(:)
    if (mod(call_(2), 2) == 0) then
      allocate (x, source=real(transfer(got, [1.0_c_float]), c_double))
      allocate (y, source=real(transfer(wanted, [1.0_c_float]), c_double))
    else
      allocate (x, source=transfer(got, [1.0_c_double]))
      allocate (y, source=transfer(wanted, [1.0_c_double]))
    end if
    same = all(merge(ieee_is_nan(x), abs(x - y) <= tolerance, ieee_is_nan(y)))
  end function
end program
