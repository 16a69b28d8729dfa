! SPDX-License-Identifier: BSD-3-Clause
! Linear algebra and a transform from Fortran, with arguments that are left out. The matrices are L, with ones below and on the diagonal,
! and the product L L', whose elements are the smaller of their indices. Arrays are row by row: in Fortran, transposed.
program numerics
  use upc_stride_numerics
  implicit none
  integer, parameter :: n = 20
  integer(c_size_t), parameter :: many = n, eight = 8, sixteen = 16, shape_(2) = [many, many], block(2) = [7_c_size_t, 4_c_size_t]
  integer(c_int) :: ierr, pivots(n), i, j, axes(1) = [1]
  integer(c_size_t) :: info
  real(c_double) :: ones(n, n), least(n, n), unit(n, n), tau(n), size_, one = 1, got(n, n), rhs(n, n)
  real(c_float) :: short(n, n)
  complex(c_double) :: waves(n, n)
  complex(c_double) :: half = (0, 0.5), turn
  type(upc_stride_array_handle) :: A, B, C
  type(upc_stride_fft) :: plan
  type(upc_stride_section) :: sa, sb, sc, part
  type(upc_stride_product) :: cut
  type(upc_stride_options) :: options

  options%errors = UPC_STRIDE_ERRORS_RETURN
  ierr = upc_stride_start(options)
  do j = 1, n
    do i = 1, n
      ones(i, j) = merge(1, 0, i <= j)
      least(i, j) = min(i, j)
      unit(i, j) = merge(1, 0, i == j)
      rhs(i, j) = i + 3 * j
    end do
  end do
  call arrays(eight)
  call store(sa, ones)
  call check(upc_stride_gemm('N', 'T', A=sa, B=sa, C=sc, type=UPC_DOUBLE) == 0, 'gemm')
  call expect(sc, least, 'gemm')
  call check(upc_stride_gemm('N', 'T', alpha=-2 * one, A=sa, B=sa, beta=one, C=sc, type=UPC_DOUBLE) == 0, 'gemm with factors')
  call expect(sc, -least, 'gemm with factors')
  call check(upc_stride_norm('M', sc, UPC_DOUBLE, size_) == 0 .and. size_ == n, 'norm')
  call check(upc_stride_geadd('T', alpha=one, A=sa, beta=one, C=sc, type=UPC_DOUBLE) == 0, 'geadd')
  call expect(sc, transpose(ones) - least, 'geadd')
  call store(sb, least)
  call check(upc_stride_trsm('L', 'L', 'N', 'N', A=sa, B=sb, type=UPC_DOUBLE) == 0, 'trsm')
  call expect(sb, transpose(ones), 'trsm')
  call store(sb, least)
  call check(upc_stride_potrf('L', sb, UPC_DOUBLE, info) == 0 .and. info == 0, 'potrf')
  call store(sc, rhs)
  call check(upc_stride_potrs('L', sb, sc, UPC_DOUBLE) == 0, 'potrs')
  call solves('potrs')
  call store(sb, least)
  call store(sc, rhs)
  call check(upc_stride_gesv(sb, pivots, sc, UPC_DOUBLE, info) == 0 .and. info == 0 .and. pivots(n) == n, 'gesv')
  call solves('gesv')
  call store(sb, -least)
  call check(upc_stride_potrf('U', sb, UPC_DOUBLE, info) == 0 .and. info == 1, 'potrf of a negative matrix')
  call store(sb, least)
  call check(upc_stride_geqrf(sb, tau, UPC_DOUBLE) == 0, 'geqrf')
  call store(sc, unit)
  call check(upc_stride_unmqr('L', 'N', sb, tau, sc, UPC_DOUBLE) == 0, 'unmqr')
  call check(upc_stride_gemm('T', 'N', A=sc, B=sc, C=sa, type=UPC_DOUBLE) == 0, 'gemm')
  call expect(sa, unit, 'unmqr')
  ierr = upc_stride_gemm_plan(many, many, many, UPC_DOUBLE, cut)
  call check(ierr == 0 .and. cut%m == n .and. cut%rows >= 1 .and. cut%memory > 0, 'plan')
  call check(upc_stride_select(part, A, '0:9, 0:4') == 0, 'select')
  call check(upc_stride_syrk('U', 'T', A=part, C=sc, type=UPC_DOUBLE) == -1, 'syrk of other sizes')

  call arrays(4_c_size_t)                ! single precision
  short = real(ones, c_float)
  if (upc_stride_mythread() == 0) ierr = upc_stride_put_patch(sa, c_loc_of(short), c_null_ptr)
  ierr = upc_stride_barrier_all()
  call check(upc_stride_gemm('N', 'T', alpha=0.5, A=sa, B=sa, C=sc, type=UPC_FLOAT) == 0, 'gemm in single precision')
  ierr = upc_stride_get_patch(c_loc_of(short), c_null_ptr, sc)
  call check(all(abs(short - 0.5 * least) < 1e-6), 'gemm in single precision')
  ierr = upc_stride_barrier_all()

  call arrays(sixteen)                   ! complex numbers
  waves = 0
  waves(2, :) = 1
  if (upc_stride_mythread() == 0) ierr = upc_stride_put_patch(sa, c_loc_of(waves), c_null_ptr)
  ierr = upc_stride_barrier_all()
  plan = upc_stride_fft_plan(sb, sa, 1, axes, UPC_STRIDE_COMPLEX_DOUBLE, -1, UPC_STRIDE_FFT_ESTIMATE)
  call check(upc_stride_fft_run(plan, one) == 0 .and. upc_stride_fft_free(plan) == 0, 'fft')
  call check(upc_stride_gemm('C', 'N', alpha=half, A=sb, B=sb, C=sc, type=UPC_STRIDE_COMPLEX_DOUBLE) == 0, 'complex gemm')
  ierr = upc_stride_get_patch(c_loc_of(waves), c_null_ptr, sc)
  ierr = upc_stride_barrier_all()
  turn = exp((0, -1) * 2 * acos(-one) / n)  ! column k of the transform has turn^k in each row
  call check(abs(waves(1, 1) - half * n) < 1e-9 .and. abs(waves(2, 1) - half * n * turn) < 1e-9, 'complex gemm')
  ierr = upc_stride_finalize()
  if (upc_stride_mythread() == 0) print '(a)', 'PASS'
contains
  subroutine arrays(bytes)
    integer(c_size_t), intent(in) :: bytes
    A = upc_stride_all_alloc(2, shape_, block, bytes, 0, [0_c_int])
    B = upc_stride_all_alloc(2, shape_, [20_c_size_t, 3_c_size_t], bytes, 0, [0_c_int])
    C = upc_stride_all_alloc(2, shape_, [1_c_size_t, 20_c_size_t], bytes, 0, [0_c_int])
    ierr = upc_stride_select(sa, A, ':, :') + upc_stride_select(sb, B, ':, :') + upc_stride_select(sc, C, ':, :')
    call check(ierr == 0, 'select')
  end subroutine
  type(c_ptr) function c_loc_of(x)
    type(*), intent(in), target :: x(*)
    c_loc_of = c_loc(x)
  end function
  subroutine store(S, values)
    type(upc_stride_section), intent(in) :: S
    real(c_double), intent(in), target :: values(n, n)
    ierr = upc_stride_barrier_all()
    if (upc_stride_mythread() == 0) ierr = upc_stride_put_patch(S, c_loc(values), c_null_ptr)
    ierr = upc_stride_barrier_all()
  end subroutine
  subroutine read(S)
    type(upc_stride_section), intent(in) :: S
    real(c_double), target :: values(n, n)
    ierr = upc_stride_get_patch(c_loc(values), c_null_ptr, S)
    got = values
    ierr = upc_stride_barrier_all()
  end subroutine
  subroutine expect(S, values, what)
    type(upc_stride_section), intent(in) :: S
    real(c_double), intent(in) :: values(n, n)
    character(*), intent(in) :: what
    call read(S)
    call check(all(abs(got - values) < 1e-9), what)
  end subroutine
  ! C holds the X with least X = rhs.
  subroutine solves(what)
    character(*), intent(in) :: what
    call read(sc)
    call check(all(abs(matmul(got, least) - rhs) < 1e-8), what)
  end subroutine
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (.not. right) then
      print '(a)', 'FAILED: ' // what // ': ' // upc_stride_last_line()
      call upc_stride_exit(1)
    end if
  end subroutine
end program
