! SPDX-License-Identifier: BSD-3-Clause
!
! upc_stride.f90: the library for programs in Fortran 2008, by iso_c_binding. Compile it with the program, and link with
! libupc_stride. The calls are those of upc_stride.h; each is a function that returns 0, or -1 for an error.
!
!   use upc_stride
!   ierr = upc_stride_start()
!   A = upc_stride_all_alloc(2, [n, n], [b, b], 8_c_size_t, 2, grid)
!   ierr = upc_stride_select(row, A, "1, :")
!   ierr = upc_stride_broadcast(row, upc_stride_at(A, index), bytes, 0)
!
! Indices count from 0, and a block lies row by row: in Fortran, block(b1, b0) with its dimensions turned round.
! c_f_pointer makes an array of the address of a block, and c_loc the address of a variable. A null c_funptr stands for no
! function. `from`, `len` and `type` are names of arguments, as in C. A list that may be null in C is an optional argument:
! who leaves it out names those behind it, as in upc_stride_gather_all_own(dst, src, counts, sync_flags=0).
module upc_stride
  use, intrinsic :: iso_c_binding
  implicit none

  integer(c_long), parameter :: UPC_ADD = 1, UPC_MULT = 2, UPC_AND = 4, UPC_OR = 8, UPC_XOR = 16, UPC_LOGAND = 32, &
    UPC_LOGOR = 64, UPC_MIN = 128, UPC_MAX = 256, UPC_FUNC = 512, UPC_NONCOMM_FUNC = 1024, UPC_PUT = 2_c_long**30, &
    UPC_STRIDE_MINLOC = 2_c_long**29, UPC_STRIDE_MAXLOC = 2_c_long**28
  integer(c_int), parameter :: UPC_INT = 5, UPC_INT8 = 11, UPC_INT16 = 13, UPC_INT32 = 15, UPC_INT64 = 17, UPC_FLOAT = 19, &
    UPC_DOUBLE = 20
  integer(c_int), parameter :: UPC_STRIDE_COMPLEX_FLOAT = 1048577, UPC_STRIDE_COMPLEX_DOUBLE = 1048578
  integer(c_int), parameter :: UPC_IN_MYSYNC = 2, UPC_IN_NOSYNC = 4, UPC_OUT_MYSYNC = 16, UPC_OUT_NOSYNC = 32
  integer(c_int), parameter :: UPC_STRIDE_CORNERS = 1, UPC_STRIDE_PERIODIC = 2, UPC_STRIDE_HALO_ONLY = 4, &
    UPC_STRIDE_FAR_ONLY = 8, UPC_STRIDE_PADDED = 16
  integer(c_int), parameter :: UPC_STRIDE_ERRORS_END = 0, UPC_STRIDE_ERRORS_RETURN = 1

  type, bind(c) :: upc_stride_pointer
    integer(c_size_t) :: offset = 0
    integer(c_long) :: where = 0
  end type

  ! What UPC_STRIDE_MINLOC and UPC_STRIDE_MAXLOC combine, of UPC_DOUBLE. Of other types the program declares the like.
  type, bind(c) :: upc_stride_double_at
    real(c_double) :: value
    integer(c_long_long) :: index
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

  type, bind(c) :: upc_stride_file
    integer(c_int) :: ndims
    integer(c_size_t) :: shape(8), chunk(8), elemsize
    character(kind=c_char) :: type(460)
  end type

  ! A dataset or group in a group: its name ends with c_null_char.
  type, bind(c) :: upc_stride_member
    character(kind=c_char) :: name(256)
    integer(c_int) :: is_group
  end type

  ! An attribute of a dataset: name and type end with c_null_char.
  type, bind(c) :: upc_stride_attribute
    character(kind=c_char) :: name(256), type(8)
    integer(c_size_t) :: count
  end type

  ! An array of a checkpoint: name and type are c_loc of texts that end with c_null_char.
  type, bind(c) :: upc_stride_saved
    type(c_ptr) :: name = c_null_ptr
    type(upc_stride_section) :: section
    type(c_ptr) :: type = c_null_ptr
  end type

  ! Graphs (upc_stride_graph.h). A step's function is a bind(c) subroutine of a part and the step's argument, a c_ptr by value.
  integer(c_int), parameter :: UPC_STRIDE_EACH = 0, UPC_STRIDE_FIRST = 1, UPC_STRIDE_LAST = 2

  type, bind(c) :: upc_stride_box
    integer(c_long_long) :: lo(4) = 0, hi(4) = 1
  end type

  type, bind(c) :: upc_stride_graph_view
    type(c_ptr) :: data = c_null_ptr
    type(upc_stride_box) :: box
    integer(c_intptr_t) :: stride(4) = 0
  end type

  type, bind(c) :: upc_stride_part
    integer(c_int) :: part, iteration
    type(upc_stride_graph_view) :: view(12)
  end type

  type, bind(c) :: upc_stride_graph_moves
    integer(c_size_t) :: messages, sent, copied, storage, answers
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
    integer(c_int) function upc_stride_init_with(communicator, mpi, options) &
        bind(c, name='upc_stride_c_init_with')
      import
      type(c_ptr), value :: communicator
      character(kind=c_char), intent(in) :: mpi(*)
      type(upc_stride_options), intent(in) :: options
    end function
    integer(c_int) function upc_stride_finalize() bind(c, name='upc_stride_c_finalize')
      import
    end function
    subroutine upc_stride_exit(status) bind(c, name='upc_stride_c_exit')
      import
      integer(c_int), value :: status
    end subroutine
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
      integer(c_int), intent(in), optional :: grid(*)
    end function
    type(c_ptr) function upc_stride_all_alloc_listed(ndims, extents, block, elemsize, owner) &
        bind(c, name='upc_stride_c_all_alloc_listed')
      import
      integer(c_int), value :: ndims
      integer(c_size_t), intent(in) :: extents(*), block(*)
      integer(c_size_t), value :: elemsize
      integer(c_int), intent(in) :: owner(*)
    end function
    type(c_ptr) function upc_stride_all_alloc_owned(ndims, extents, block, elemsize, owner, argument) &
        bind(c, name='upc_stride_c_all_alloc_owned')
      import
      integer(c_int), value :: ndims
      integer(c_size_t), intent(in) :: extents(*), block(*)
      integer(c_size_t), value :: elemsize
      type(c_funptr), value :: owner
      type(c_ptr), value :: argument
    end function
    type(c_ptr) function upc_stride_all_alloc_replicated(ndims, extents, elemsize) &
        bind(c, name='upc_stride_c_all_alloc_replicated')
      import
      integer(c_int), value :: ndims
      integer(c_size_t), intent(in) :: extents(*)
      integer(c_size_t), value :: elemsize
    end function
    ! Memory of the program as an array; upc_stride_array_of_variable below takes a variable.
    type(c_ptr) function upc_stride_array_of(memory, bytes, ndims, extents, block, elemsize, ngrid, grid) &
        bind(c, name='upc_stride_c_array_of')
      import
      type(c_ptr), value :: memory
      integer(c_size_t), value :: bytes
      integer(c_int), value :: ndims, ngrid
      integer(c_size_t), intent(in) :: extents(*), block(*)
      integer(c_size_t), value :: elemsize
      integer(c_int), intent(in), optional :: grid(*)
    end function
    type(c_ptr) function upc_stride_array_of_listed(memory, bytes, ndims, extents, block, elemsize, owner) &
        bind(c, name='upc_stride_c_array_of_listed')
      import
      type(c_ptr), value :: memory
      integer(c_size_t), value :: bytes
      integer(c_int), value :: ndims
      integer(c_size_t), intent(in) :: extents(*), block(*)
      integer(c_size_t), value :: elemsize
      integer(c_int), intent(in) :: owner(*)
    end function
    integer(c_int) function upc_stride_open_view(view) bind(c, name='upc_stride_c_open_view')
      import
      type(c_ptr), value :: view
    end function
    integer(c_int) function upc_stride_close_view(view) bind(c, name='upc_stride_c_close_view')
      import
      type(c_ptr), value :: view
    end function
    integer(c_int) function upc_stride_all_free(array) bind(c, name='upc_stride_c_all_free')
      import
      type(c_ptr), value :: array
    end function
    type(upc_stride_pointer) function upc_stride_all_free_handle(array) bind(c, name='upc_stride_c_all_free_handle')
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
    integer(c_int) function upc_stride_select_text(section, array, text) bind(c, name='upc_stride_c_select')
      import
      type(upc_stride_section), intent(out) :: section
      type(c_ptr), value :: array
      character(kind=c_char), intent(in) :: text(*)
    end function

    ! The collectives.

    ! Files. Texts end with c_null_char; upc_stride_write and the like below take Fortran's.
    integer(c_int) function upc_stride_write_text(path, src, type, codec) bind(c, name='upc_stride_c_write')
      import
      character(kind=c_char), intent(in) :: path(*), type(*), codec(*)
      type(upc_stride_section), intent(in) :: src
    end function
    integer(c_int) function upc_stride_read_text(dst, path, type, slice) bind(c, name='upc_stride_c_read')
      import
      type(upc_stride_section), intent(in) :: dst
      character(kind=c_char), intent(in) :: path(*), type(*), slice(*)
    end function
    integer(c_int) function upc_stride_write_nb_text(handle, path, src, type, codec) bind(c, name='upc_stride_c_write_nb')
      import
      type(c_ptr), intent(inout) :: handle
      character(kind=c_char), intent(in) :: path(*), type(*), codec(*)
      type(upc_stride_section), intent(in) :: src
    end function
    integer(c_int) function upc_stride_read_nb_text(handle, dst, path, type, slice) bind(c, name='upc_stride_c_read_nb')
      import
      type(c_ptr), intent(inout) :: handle
      type(upc_stride_section), intent(in) :: dst
      character(kind=c_char), intent(in) :: path(*), type(*), slice(*)
    end function
    integer(c_int) function upc_stride_write_region_text(path, src, type, slice) bind(c, name='upc_stride_c_write_region')
      import
      character(kind=c_char), intent(in) :: path(*), type(*), slice(*)
      type(upc_stride_section), intent(in) :: src
    end function
    integer(c_int) function upc_stride_write_region_nb_text(handle, path, src, type, slice) &
        bind(c, name='upc_stride_c_write_region_nb')
      import
      type(c_ptr), intent(inout) :: handle
      character(kind=c_char), intent(in) :: path(*), type(*), slice(*)
      type(upc_stride_section), intent(in) :: src
    end function
    integer(c_int) function upc_stride_file_make_text(path, file, codec) bind(c, name='upc_stride_c_file_make')
      import
      character(kind=c_char), intent(in) :: path(*), codec(*)
      type(upc_stride_file), intent(in) :: file
    end function
    integer(c_int) function upc_stride_group_look(path, number, member) bind(c, name='upc_stride_c_group_look')
      import
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: number
      type(upc_stride_member), intent(out) :: member
    end function
    integer(c_int) function upc_stride_file_look(path, file) bind(c, name='upc_stride_c_file_look')
      import
      character(kind=c_char), intent(in) :: path(*)
      type(upc_stride_file), intent(out) :: file
    end function
    integer(c_int) function upc_stride_attribute_write_text(path, name, values, type, count) &
        bind(c, name='upc_stride_c_attribute_write')
      import
      character(kind=c_char), intent(in) :: path(*), name(*), type(*)
      type(c_ptr), value :: values
      integer(c_size_t), value :: count
    end function
    integer(c_long_long) function upc_stride_attribute_read_text(values, path, name, type, count) &
        bind(c, name='upc_stride_c_attribute_read')
      import
      type(c_ptr), value :: values
      character(kind=c_char), intent(in) :: path(*), name(*), type(*)
      integer(c_size_t), value :: count
    end function
    integer(c_int) function upc_stride_attribute_look_text(path, number, attribute) &
        bind(c, name='upc_stride_c_attribute_look')
      import
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: number
      type(upc_stride_attribute), intent(out) :: attribute
    end function
    integer(c_int) function upc_stride_checkpoint(path, generation, keep, count, arrays) &
        bind(c, name='upc_stride_c_checkpoint')
      import
      character(kind=c_char), intent(in) :: path(*)
      integer(c_long_long), value :: generation
      integer(c_int), value :: keep, count
      type(upc_stride_saved), intent(in) :: arrays(*)
    end function
    integer(c_long_long) function upc_stride_restart(path, generation, count, arrays) &
        bind(c, name='upc_stride_c_restart')
      import
      character(kind=c_char), intent(in) :: path(*)
      integer(c_long_long), value :: generation
      integer(c_int), value :: count
      type(upc_stride_saved), intent(in) :: arrays(*)
    end function

    ! Split phase: a form _nb starts a call, and upc_stride_wait(handle) completes it.
    integer(c_int) function upc_stride_wait(handle) bind(c, name='upc_stride_c_wait')
      import
      type(c_ptr), intent(inout) :: handle
    end function
    integer(c_int) function upc_stride_test(handle, done) bind(c, name='upc_stride_c_test')
      import
      type(c_ptr), intent(inout) :: handle
      integer(c_int), intent(out) :: done
    end function
    ! Prepared calls: a form _init prepares a call.
    integer(c_int) function upc_stride_start_call(handle) bind(c, name='upc_stride_c_start_call')
      import
      type(c_ptr), value :: handle
    end function
    integer(c_int) function upc_stride_free_call(handle) bind(c, name='upc_stride_c_free_call')
      import
      type(c_ptr), intent(inout) :: handle
    end function
    ! Several calls. Places in the list count from 0.
    integer(c_int) function upc_stride_wait_all(handles, count) bind(c, name='upc_stride_c_wait_all')
      import
      type(c_ptr), intent(inout) :: handles(*)
      integer(c_size_t), value :: count
    end function
    integer(c_int) function upc_stride_wait_any(handles, count, index) bind(c, name='upc_stride_c_wait_any')
      import
      type(c_ptr), intent(inout) :: handles(*)
      integer(c_size_t), value :: count
      integer(c_size_t), intent(out) :: index
    end function
    integer(c_int) function upc_stride_wait_some(handles, count, indices, done) bind(c, name='upc_stride_c_wait_some')
      import
      type(c_ptr), intent(inout) :: handles(*)
      integer(c_size_t), value :: count
      integer(c_size_t), intent(inout) :: indices(*)
      integer(c_size_t), intent(out) :: done
    end function
    integer(c_int) function upc_stride_test_all(handles, count, done) bind(c, name='upc_stride_c_test_all')
      import
      type(c_ptr), intent(inout) :: handles(*)
      integer(c_size_t), value :: count
      integer(c_int), intent(out) :: done
    end function

    integer(c_int) function upc_stride_running(to, from, lines, count, op, type) bind(c, name='upc_stride_c_running')
      import
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: lines, count
      integer(c_long), value :: op
      integer(c_int), value :: type
    end function

    ! Sums along one dimension: to(columns, lines) gets the sums of from(columns, count, lines) over its second index.
    integer(c_int) function upc_stride_sums(to, from, lines, count, columns, type) bind(c, name='upc_stride_c_sums')
      import
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: lines, count, columns
      integer(c_int), value :: type
    end function

    ! Single elements, collected into messages.
    integer(c_int) function upc_stride_update(dst, op, type, value) bind(c, name='upc_stride_c_update')
      import
      type(upc_stride_pointer), value :: dst
      integer(c_long), value :: op
      integer(c_int), value :: type
      type(c_ptr), value :: value
    end function
    integer(c_int) function upc_stride_updates(dst, index, count, op, type, values) &
        bind(c, name='upc_stride_c_updates')
      import
      type(c_ptr), value :: dst, values
      integer(c_size_t), intent(in) :: index(*)
      integer(c_size_t), value :: count
      integer(c_long), value :: op
      integer(c_int), value :: type
    end function
    integer(c_int) function upc_stride_update_fence() bind(c, name='upc_stride_c_update_fence')
      import
    end function
    integer(c_int) function upc_stride_fetch(dst, src, index, count, sync_flags) &
        bind(c, name='upc_stride_c_fetch')
      import
      type(c_ptr), value :: dst, src
      integer(c_size_t), intent(in) :: index(*)
      integer(c_size_t), value :: count
      integer(c_int), value :: sync_flags
    end function

    integer(c_int) function upc_stride_fetch_init(handle, dst, src, index, count, sync_flags) &
        bind(c, name='upc_stride_c_fetch_init')
      import
      type(c_ptr), intent(inout) :: handle
      type(c_ptr), value :: dst, src
      integer(c_size_t), intent(in) :: index(*)
      integer(c_size_t), value :: count
      integer(c_int), value :: sync_flags
    end function

    ! Patches and lists of elements, by one thread. `extents` is that of the buffer, row by row (c_loc of a list, or c_null_ptr).
    integer(c_int) function upc_stride_get_patch(to, extents, src) bind(c, name='upc_stride_c_get_patch')
      import
      type(c_ptr), value :: to, extents
      type(upc_stride_section), intent(in) :: src
    end function
    integer(c_int) function upc_stride_get_patch_nb(handle, to, extents, src) bind(c, name='upc_stride_c_get_patch_nb')
      import
      type(c_ptr), intent(inout) :: handle
      type(c_ptr), value :: to, extents
      type(upc_stride_section), intent(in) :: src
    end function
    integer(c_int) function upc_stride_put_patch(dst, from, extents) bind(c, name='upc_stride_c_put_patch')
      import
      type(upc_stride_section), intent(in) :: dst
      type(c_ptr), value :: from, extents
    end function
    integer(c_int) function upc_stride_put_patch_nb(handle, dst, from, extents) bind(c, name='upc_stride_c_put_patch_nb')
      import
      type(c_ptr), intent(inout) :: handle
      type(upc_stride_section), intent(in) :: dst
      type(c_ptr), value :: from, extents
    end function
    integer(c_int) function upc_stride_acc_patch(dst, op, type, from, extents) bind(c, name='upc_stride_c_acc_patch')
      import
      type(upc_stride_section), intent(in) :: dst
      integer(c_long), value :: op
      integer(c_int), value :: type
      type(c_ptr), value :: from, extents
    end function
    integer(c_int) function upc_stride_get_elements(to, src, index, count) bind(c, name='upc_stride_c_get_elements')
      import
      type(c_ptr), value :: to, src
      integer(c_size_t), intent(in) :: index(*)
      integer(c_size_t), value :: count
    end function
    integer(c_int) function upc_stride_put_elements(dst, index, count, from) bind(c, name='upc_stride_c_put_elements')
      import
      type(c_ptr), value :: dst, from
      integer(c_size_t), intent(in) :: index(*)
      integer(c_size_t), value :: count
    end function
    integer(c_int) function upc_stride_acc_elements(dst, index, count, op, type, from) &
        bind(c, name='upc_stride_c_acc_elements')
      import
      type(c_ptr), value :: dst, from
      integer(c_size_t), intent(in) :: index(*)
      integer(c_size_t), value :: count
      integer(c_long), value :: op
      integer(c_int), value :: type
    end function

    ! Blocks, memory and pointers.
    integer(c_int) function upc_stride_owner_of_element(array, index) &
        bind(c, name='upc_stride_c_owner_of_element')
      import
      type(c_ptr), value :: array
      integer(c_size_t), intent(in) :: index(*)
    end function
    integer(c_size_t) function upc_stride_own_blocks(array) bind(c, name='upc_stride_c_own_blocks')
      import
      type(c_ptr), value :: array
    end function
    type(c_ptr) function upc_stride_own_block(array, number, blockindex) &
        bind(c, name='upc_stride_c_own_block')
      import
      type(c_ptr), value :: array
      integer(c_size_t), value :: number
      integer(c_size_t), intent(out), optional :: blockindex(*)
    end function
    integer(c_int) function upc_stride_have_affinity(section) bind(c, name='upc_stride_c_have_affinity')
      import
      type(upc_stride_section), intent(in) :: section
    end function
    integer(c_long_long) function upc_stride_picked(section, count) bind(c, name='upc_stride_c_picked')
      import
      type(upc_stride_section), intent(in) :: section
      integer(c_size_t), intent(out), optional :: count(*)
    end function
    integer(c_long_long) function upc_stride_picked_elements(section, count) &
        bind(c, name='upc_stride_c_picked_elements')
      import
      type(upc_stride_section), intent(in) :: section
      integer(c_size_t), intent(out), optional :: count(*)
    end function
    integer(c_long_long) function upc_stride_element_numbers(section, index) &
        bind(c, name='upc_stride_c_element_numbers')
      import
      type(upc_stride_section), intent(in) :: section
      integer(c_size_t), intent(out), optional :: index(*)
    end function
    type(upc_stride_pointer) function upc_stride_all_memory(bytes) bind(c, name='upc_stride_c_all_memory')
      import
      integer(c_size_t), value :: bytes
    end function
    integer(c_int) function upc_stride_all_free_memory(memory) bind(c, name='upc_stride_c_all_free_memory')
      import
      type(upc_stride_pointer), value :: memory
    end function
    type(c_ptr) function upc_stride_view(base, ndims, extents, block, elemsize, ngrid, grid) &
        bind(c, name='upc_stride_c_view')
      import
      type(upc_stride_pointer), value :: base
      integer(c_int), value :: ndims, ngrid
      integer(c_size_t), intent(in) :: extents(*), block(*)
      integer(c_size_t), value :: elemsize
      integer(c_int), intent(in), optional :: grid(*)
    end function
    type(upc_stride_pointer) function upc_stride_on_thread(place, thread) &
        bind(c, name='upc_stride_c_on_thread')
      import
      type(upc_stride_pointer), value :: place
      integer(c_int), value :: thread
    end function
    type(upc_stride_pointer) function upc_stride_plus(place, bytes) bind(c, name='upc_stride_c_plus')
      import
      type(upc_stride_pointer), value :: place
      integer(c_size_t), value :: bytes
    end function
    integer(c_int) function upc_stride_thread_of(place) bind(c, name='upc_stride_c_thread_of')
      import
      type(upc_stride_pointer), value :: place
    end function
    integer(c_int) function upc_stride_is_null(place) bind(c, name='upc_stride_c_is_null')
      import
      type(upc_stride_pointer), value :: place
    end function
    type(c_ptr) function upc_stride_address_of(place) bind(c, name='upc_stride_c_address_of')
      import
      type(upc_stride_pointer), value :: place
    end function
    integer(c_int) function upc_stride_get_blocks(to, array, numbers, count) &
        bind(c, name='upc_stride_c_get_blocks')
      import
      type(c_ptr), value :: to, array
      integer(c_size_t), intent(in) :: numbers(*)
      integer(c_size_t), value :: count
    end function
    integer(c_int) function upc_stride_get(to, from, bytes) bind(c, name='upc_stride_c_get')
      import
      type(c_ptr), value :: to
      type(upc_stride_pointer), value :: from
      integer(c_size_t), value :: bytes
    end function
    integer(c_int) function upc_stride_put(to, from, bytes) bind(c, name='upc_stride_c_put')
      import
      type(upc_stride_pointer), value :: to
      type(c_ptr), value :: from
      integer(c_size_t), value :: bytes
    end function
    integer(c_int) function upc_stride_initialized() bind(c, name='upc_stride_c_initialized')
      import
    end function

    ! A C string: upc_stride_last_line makes Fortran text of it.
    type(c_ptr) function upc_stride_last_error() bind(c, name='upc_stride_c_last_error')
      import
    end function

    ! Matrices of ScaLAPACK (upc_stride_scalapack.h); process is nprow, npcol, myrow, mycol of blacs_gridinfo.
    integer(c_size_t) function upc_stride_scalapack_bytes(m, n, mb, nb, nprow, npcol, elemsize) &
        bind(c, name='upc_stride_c_scalapack_bytes')
      import
      integer(c_int), value :: m, n, mb, nb, nprow, npcol
      integer(c_size_t), value :: elemsize
    end function
    integer(c_int) function upc_stride_scalapack_lld(m, mb, nprow, myrow) bind(c, name='upc_stride_c_scalapack_lld')
      import
      integer(c_int), value :: m, mb, nprow, myrow
    end function
    type(c_ptr) function upc_stride_scalapack_view(base, desc, process, elemsize) &
        bind(c, name='upc_stride_c_scalapack_view')
      import
      type(upc_stride_pointer), value :: base
      integer(c_int), intent(in) :: desc(9), process(4)
      integer(c_size_t), value :: elemsize
    end function

    type(c_ptr) function upc_stride_scalapack_array_of(memory, bytes, desc, process, elemsize) &
        bind(c, name='upc_stride_c_scalapack_array_of')
      import
      type(c_ptr), value :: memory
      integer(c_size_t), value :: bytes
      integer(c_int), intent(in) :: desc(9), process(4)
      integer(c_size_t), value :: elemsize
    end function

    ! Distributions and graphs. Names and paths end with c_null_char.
    type(c_ptr) function upc_stride_distribution_blocks(ndims, extent, grid, threads) &
        bind(c, name='upc_stride_distribution_blocks')
      import
      integer(c_int), value :: ndims, threads
      integer(c_long_long), intent(in) :: extent(*)
      integer(c_int), intent(in) :: grid(*)
    end function
    type(c_ptr) function upc_stride_distribution_slabs(ndims, extent, dimension, parts, threads) &
        bind(c, name='upc_stride_distribution_slabs')
      import
      integer(c_int), value :: ndims, dimension, parts, threads
      integer(c_long_long), intent(in) :: extent(*)
    end function
    type(c_ptr) function upc_stride_distribution_grown(of, width, periodic) &
        bind(c, name='upc_stride_distribution_grown')
      import
      type(c_ptr), value :: of
      integer(c_long_long), intent(in) :: width(*)
      integer(c_int), value :: periodic
    end function
    type(c_ptr) function upc_stride_distribution_replicated(ndims, extent, threads) &
        bind(c, name='upc_stride_distribution_replicated')
      import
      integer(c_int), value :: ndims, threads
      integer(c_long_long), intent(in) :: extent(*)
    end function
    type(c_ptr) function upc_stride_distribution_owned(ndims, extent, owner, argument) &
        bind(c, name='upc_stride_distribution_owned')
      import
      integer(c_int), value :: ndims
      integer(c_long_long), intent(in) :: extent(*)
      type(c_funptr), value :: owner
      type(c_ptr), value :: argument
    end function
    type(c_ptr) function upc_stride_distribution_boxes(ndims, parts, boxes, threads) &
        bind(c, name='upc_stride_distribution_boxes')
      import
      integer(c_int), value :: ndims, parts
      type(upc_stride_box), intent(in) :: boxes(*)
      integer(c_int), intent(in) :: threads(*)
    end function
    integer(c_int) function upc_stride_distribution_parts(d) bind(c, name='upc_stride_distribution_parts')
      import
      type(c_ptr), value :: d
    end function
    type(upc_stride_box) function upc_stride_distribution_box(d, part) bind(c, name='upc_stride_distribution_box')
      import
      type(c_ptr), value :: d
      integer(c_int), value :: part
    end function
    integer(c_int) function upc_stride_distribution_thread(d, part) bind(c, name='upc_stride_distribution_thread')
      import
      type(c_ptr), value :: d
      integer(c_int), value :: part
    end function
    subroutine upc_stride_distribution_free(d) bind(c, name='upc_stride_distribution_free')
      import
      type(c_ptr), value :: d
    end subroutine
    type(c_ptr) function upc_stride_graph_new() bind(c, name='upc_stride_graph_new')
      import
    end function
    integer(c_int) function upc_stride_graph_value(g, name, element_bytes, ndims, extent) &
        bind(c, name='upc_stride_graph_value')
      import
      type(c_ptr), value :: g
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: element_bytes
      integer(c_int), value :: ndims
      integer(c_long_long), intent(in) :: extent(*)
    end function
    integer(c_int) function upc_stride_graph_step(g, name, run, argument, when) bind(c, name='upc_stride_graph_step')
      import
      type(c_ptr), value :: g, argument
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr), value :: run
      integer(c_int), value :: when
    end function
    subroutine upc_stride_graph_reads(g, step, value, d) bind(c, name='upc_stride_graph_reads')
      import
      type(c_ptr), value :: g, d
      integer(c_int), value :: step, value
    end subroutine
    subroutine upc_stride_graph_writes(g, step, value, d) bind(c, name='upc_stride_graph_writes')
      import
      type(c_ptr), value :: g, d
      integer(c_int), value :: step, value
    end subroutine
    subroutine upc_stride_graph_updates(g, step, value, d) bind(c, name='upc_stride_graph_updates')
      import
      type(c_ptr), value :: g, d
      integer(c_int), value :: step, value
    end subroutine
    subroutine upc_stride_graph_given(g, value, d, views) bind(c, name='upc_stride_graph_given')
      import
      type(c_ptr), value :: g, d
      integer(c_int), value :: value
      type(upc_stride_graph_view), intent(in) :: views(*)
    end subroutine
    subroutine upc_stride_graph_carry(g, from, to) bind(c, name='upc_stride_graph_carry')
      import
      type(c_ptr), value :: g
      integer(c_int), value :: from, to
    end subroutine
    subroutine upc_stride_graph_merge(g, step) bind(c, name='upc_stride_graph_merge')
      import
      type(c_ptr), value :: g
      integer(c_int), value :: step
    end subroutine
    subroutine upc_stride_graph_if(g, step, value) bind(c, name='upc_stride_graph_if')
      import
      type(c_ptr), value :: g
      integer(c_int), value :: step, value
    end subroutine
    subroutine upc_stride_graph_unless(g, step, value) bind(c, name='upc_stride_graph_unless')
      import
      type(c_ptr), value :: g
      integer(c_int), value :: step, value
    end subroutine
    subroutine upc_stride_graph_while(g, value) bind(c, name='upc_stride_graph_while')
      import
      type(c_ptr), value :: g
      integer(c_int), value :: value
    end subroutine
    integer(c_int) function upc_stride_graph_run(g, iterations) bind(c, name='upc_stride_graph_run')
      import
      type(c_ptr), value :: g
      integer(c_int), value :: iterations
    end function
    type(upc_stride_graph_moves) function upc_stride_graph_moved(g) bind(c, name='upc_stride_graph_moved')
      import
      type(c_ptr), value :: g
    end function
    subroutine upc_stride_graph_draw(g, path) bind(c, name='upc_stride_graph_draw')
      import
      type(c_ptr), value :: g
      character(kind=c_char), intent(in) :: path(*)
    end subroutine
    subroutine upc_stride_graph_free(g) bind(c, name='upc_stride_graph_free')
      import
      type(c_ptr), value :: g
    end subroutine
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

  ! In an MPI program: the ranks of `communicator`, as MPI_COMM_WORLD of `use mpi` or comm%MPI_VAL of `use mpi_f08`, become the
  ! threads. Link with libupc_stride-mpi-mpich or libupc_stride-mpi-openmpi.
  integer(c_int) function upc_stride_init_mpi(communicator, options) result(status)
    integer, intent(in) :: communicator
    type(upc_stride_options), intent(in), optional :: options
    integer(c_int), target :: number
    number = communicator
    if (present(options)) then
      status = upc_stride_init_with(c_loc(number), 'fortran' // c_null_char, options)
    else
      status = upc_stride_init_with(c_loc(number), 'fortran' // c_null_char, upc_stride_options())
    end if
  end function

  ! upc_stride_array_of for a variable, such as an ALLOCATABLE array of any type and rank, which has the attribute TARGET. It
  ! has the caller's blocks one after another, and is contiguous. `elemsize` is the size of its elements in bytes.
  type(c_ptr) function upc_stride_array_of_variable(variable, extents, block, elemsize, grid) result(array)
    type(*), intent(in), target :: variable(..)
    integer(c_size_t), intent(in) :: extents(:), block(size(extents)), elemsize
    integer(c_int), intent(in), optional :: grid(:)
    type(c_ptr) :: memory
    integer(c_size_t) :: bytes
    if (.not. is_contiguous(variable)) &
      error stop 'upc_stride_array_of_variable: variable: not contiguous, must be contiguous'
    memory = c_null_ptr
    if (size(variable) > 0) memory = c_loc(variable)
    bytes = 0 ! also for a size of elements that no memory has: these are too few
    if (elemsize > 0) then
      if (size(variable, kind=c_size_t) <= huge(bytes) / elemsize) bytes = size(variable, kind=c_size_t) * elemsize
    end if
    if (present(grid)) then
      array = upc_stride_array_of(memory, bytes, size(extents), extents, block, elemsize, size(grid), grid)
    else
      array = upc_stride_array_of(memory, bytes, size(extents), extents, block, elemsize, 0, [0_c_int])
    end if
  end function

  integer(c_int) function upc_stride_select(section, array, text) result(status)
    type(upc_stride_section), intent(out) :: section
    type(c_ptr), intent(in) :: array
    character(len=*), intent(in) :: text
    status = upc_stride_select_text(section, array, trim(text) // c_null_char)
  end function

  integer(c_int) function upc_stride_write(path, src, type, codec) result(status)
    character(len=*), intent(in) :: path, type
    type(upc_stride_section), intent(in) :: src
    character(len=*), intent(in), optional :: codec
    status = upc_stride_write_text(c_text(path), src, c_text(type), c_text(codec))
  end function

  integer(c_int) function upc_stride_read(dst, path, type, slice) result(status)
    type(upc_stride_section), intent(in) :: dst
    character(len=*), intent(in) :: path, type
    character(len=*), intent(in), optional :: slice
    status = upc_stride_read_text(dst, c_text(path), c_text(type), c_text(slice))
  end function

  integer(c_int) function upc_stride_write_nb(handle, path, src, type, codec) result(status)
    type(c_ptr), intent(inout) :: handle
    character(len=*), intent(in) :: path, type
    type(upc_stride_section), intent(in) :: src
    character(len=*), intent(in), optional :: codec
    status = upc_stride_write_nb_text(handle, c_text(path), src, c_text(type), c_text(codec))
  end function

  integer(c_int) function upc_stride_read_nb(handle, dst, path, type, slice) result(status)
    type(c_ptr), intent(inout) :: handle
    type(upc_stride_section), intent(in) :: dst
    character(len=*), intent(in) :: path, type
    character(len=*), intent(in), optional :: slice
    status = upc_stride_read_nb_text(handle, dst, c_text(path), c_text(type), c_text(slice))
  end function

  integer(c_int) function upc_stride_write_region(path, src, type, slice) result(status)
    character(len=*), intent(in) :: path, type, slice
    type(upc_stride_section), intent(in) :: src
    status = upc_stride_write_region_text(c_text(path), src, c_text(type), c_text(slice))
  end function

  integer(c_int) function upc_stride_write_region_nb(handle, path, src, type, slice) result(status)
    type(c_ptr), intent(inout) :: handle
    character(len=*), intent(in) :: path, type, slice
    type(upc_stride_section), intent(in) :: src
    status = upc_stride_write_region_nb_text(handle, c_text(path), src, c_text(type), c_text(slice))
  end function

  integer(c_int) function upc_stride_file_make(path, file, codec) result(status)
    character(len=*), intent(in) :: path
    type(upc_stride_file), intent(in) :: file
    character(len=*), intent(in), optional :: codec
    status = upc_stride_file_make_text(c_text(path), file, c_text(codec))
  end function

  ! Attributes: numbers by their address, with their type and how many; texts as Fortran has them.
  integer(c_int) function upc_stride_attribute_write(path, name, values, type, count) result(status)
    character(len=*), intent(in) :: path, name, type
    type(c_ptr), intent(in) :: values
    integer(c_size_t), intent(in) :: count
    status = upc_stride_attribute_write_text(c_text(path), c_text(name), values, c_text(type), count)
  end function

  integer(c_long_long) function upc_stride_attribute_read(values, path, name, type, count) result(got)
    type(c_ptr), intent(in) :: values
    character(len=*), intent(in) :: path, name, type
    integer(c_size_t), intent(in) :: count
    got = upc_stride_attribute_read_text(values, c_text(path), c_text(name), c_text(type), count)
  end function

  integer(c_int) function upc_stride_text_attribute_write(path, name, text) result(status)
    character(len=*), intent(in) :: path, name, text
    character(kind=c_char, len=:), allocatable, target :: copy
    copy = c_text(text)
    status = upc_stride_attribute_write_text(c_text(path), c_text(name), c_loc(copy), c_text('S'), 1_c_size_t)
  end function

  ! Returns the length of the text, of which as many characters as `text` has are read.
  integer(c_long_long) function upc_stride_text_attribute_read(text, path, name) result(got)
    character(len=*), intent(out) :: text
    character(len=*), intent(in) :: path, name
    character(kind=c_char, len=:), allocatable, target :: copy
    allocate (character(len=len(text) + 1) :: copy)
    got = upc_stride_attribute_read_text(c_loc(copy), c_text(path), c_text(name), c_text('S'), len(copy, c_size_t))
    text = ''
    if (got > 0) text = copy(1:min(got, len(text, c_long_long)))
  end function

  integer(c_int) function upc_stride_attribute_look(path, number, attribute) result(found)
    character(len=*), intent(in) :: path
    integer(c_int), intent(in) :: number
    type(upc_stride_attribute), intent(out) :: attribute
    found = upc_stride_attribute_look_text(c_text(path), number, attribute)
  end function

  ! As C takes it; '' if it is left out.
  function c_text(text)
    character(len=*), intent(in), optional :: text
    character(len=:), allocatable :: c_text
    c_text = c_null_char
    if (present(text)) c_text = trim(text) // c_null_char
  end function

  ! The address of element (i, j, k, l) of a view; 0 for the dimensions that the value does not have.
  type(c_ptr) function upc_stride_element(view, i, j, k, l) result(address)
    type(upc_stride_graph_view), intent(in) :: view
    integer(c_long_long), intent(in) :: i, j, k, l
    address = transfer(transfer(view%data, 0_c_intptr_t) + sum(([i, j, k, l] - view%box%lo) * view%stride), address)
  end function

  ! The line of the latest error, '' if there was none.
  function upc_stride_last_line() result(line)
    character(len=:), allocatable :: line
    character(kind=c_char), pointer :: text(:)
    integer :: length
    call c_f_pointer(upc_stride_last_error(), text, [600])
    length = 0
    do while (text(length + 1) /= c_null_char)
      length = length + 1
    end do
    allocate (character(len=length) :: line)
    line = transfer(text(1:length), line)
  end function
end module
