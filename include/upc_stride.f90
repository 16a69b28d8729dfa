! SPDX-License-Identifier: BSD-3-Clause
!
! upc_stride.f90: the library for programs in Fortran 2008, by iso_c_binding. Compile it with the program, and link with
! libupc_stride. The calls are those of upc_stride.h; each is a function that returns 0, or -1 for an error.
!
!   use upc_stride
!   ierr = upc_stride_start()
!   A = upc_stride_all_alloc(2, [n, n], [b, b], 8_c_size_t, 2, grid)
!   ierr = upc_stride_select(row, A, "1, :" // c_null_char)
!   ierr = upc_stride_broadcast(row, upc_stride_at(A, index), bytes, 0)
!
! Indices count from 0, and a block lies row by row: in Fortran, block(b1, b0) with its dimensions turned round.
! c_f_pointer makes an array of the address of a block.
module upc_stride
  use, intrinsic :: iso_c_binding
  implicit none

  integer(c_long), parameter :: UPC_ADD = 1, UPC_MULT = 2, UPC_MIN = 128, UPC_MAX = 256
  integer(c_int), parameter :: UPC_INT = 5, UPC_INT64 = 17, UPC_FLOAT = 19, UPC_DOUBLE = 20
  integer(c_int), parameter :: UPC_IN_MYSYNC = 2, UPC_OUT_MYSYNC = 16

  type, bind(c) :: upc_stride_pointer
    integer(c_size_t) :: offset = 0
    integer(c_long) :: where = 0
  end type

  type, bind(c) :: upc_stride_interval
    integer(c_int) :: kind
    integer(c_long_long) :: lo, step, hi
  end type

  type, bind(c) :: upc_stride_section
    type(c_ptr) :: array = c_null_ptr, file = c_null_ptr
    integer(c_int) :: line = 0, intervals = 0
    type(upc_stride_interval) :: interval(8)
  end type

  type, bind(c) :: upc_stride_options
    integer(c_int) :: errors = 0, check = 0, threads = 0
    integer(c_size_t) :: heap = 0
  end type

  interface
    integer(c_int) function upc_stride_init(options) bind(c, name='upc_stride_c_init')
      import
      type(upc_stride_options), intent(in) :: options
    end function
    integer(c_int) function upc_stride_finalize() bind(c, name='upc_stride_c_finalize')
      import
    end function
    integer(c_int) function upc_stride_mythread() bind(c, name='upc_stride_c_mythread')
      import
    end function
    integer(c_int) function upc_stride_threads() bind(c, name='upc_stride_c_threads')
      import
    end function
    integer(c_int) function upc_stride_barrier_all() bind(c, name='upc_stride_c_barrier_all')
      import
    end function
    type(c_ptr) function upc_stride_all_alloc(ndims, extents, block, elemsize, ngrid, grid) &
        bind(c, name='upc_stride_c_all_alloc')
      import
      integer(c_int), value :: ndims, ngrid
      integer(c_size_t), intent(in) :: extents(*), block(*)
      integer(c_size_t), value :: elemsize
      integer(c_int), intent(in) :: grid(*)
    end function
    integer(c_int) function upc_stride_all_free(array) bind(c, name='upc_stride_c_all_free')
      import
      type(c_ptr), value :: array
    end function
    type(upc_stride_pointer) function upc_stride_at(array, index) bind(c, name='upc_stride_c_at')
      import
      type(c_ptr), value :: array
      integer(c_size_t), intent(in) :: index(*)
    end function
    integer(c_int) function upc_stride_owner(array, blockindex) bind(c, name='upc_stride_c_owner')
      import
      type(c_ptr), value :: array
      integer(c_size_t), intent(in) :: blockindex(*)
    end function
    type(c_ptr) function upc_stride_near_block(array, blockindex) bind(c, name='upc_stride_c_near_block')
      import
      type(c_ptr), value :: array
      integer(c_size_t), intent(in) :: blockindex(*)
    end function
    integer(c_int) function upc_stride_select(section, array, text) bind(c, name='upc_stride_c_select')
      import
      type(upc_stride_section), intent(out) :: section
      type(c_ptr), value :: array
      character(kind=c_char), intent(in) :: text(*)
    end function
    integer(c_int) function upc_stride_broadcast(dst, src, len, sync_flags) bind(c, name='upc_stride_c_broadcast')
      import
      type(upc_stride_section), intent(in) :: dst
      type(upc_stride_pointer), value :: src
      integer(c_size_t), value :: len
      integer(c_int), value :: sync_flags
    end function
    integer(c_int) function upc_stride_gather(dst, src, len, sync_flags) bind(c, name='upc_stride_c_gather')
      import
      type(upc_stride_pointer), value :: dst
      type(upc_stride_section), intent(in) :: src
      integer(c_size_t), value :: len
      integer(c_int), value :: sync_flags
    end function
    integer(c_int) function upc_stride_reduce_all(dst, src, nelems, op, type, func, sync_flags) &
        bind(c, name='upc_stride_c_reduce_all')
      import
      type(upc_stride_section), intent(in) :: dst, src
      integer(c_size_t), value :: nelems
      integer(c_long), value :: op
      integer(c_int), value :: type, sync_flags
      type(c_funptr), value :: func
    end function
    integer(c_int) function upc_stride_copy(dst, src, sync_flags) bind(c, name='upc_stride_c_copy')
      import
      type(upc_stride_section), intent(in) :: dst, src
      integer(c_int), value :: sync_flags
    end function
  end interface

contains

  integer(c_int) function upc_stride_start(options) result(status)
    type(upc_stride_options), intent(in), optional :: options
    if (present(options)) then
      status = upc_stride_init(options)
    else
      status = upc_stride_init(upc_stride_options())
    end if
  end function
end module
