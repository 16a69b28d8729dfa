! SPDX-License-Identifier: BSD-3-Clause
! An MPI program in Fortran: its ranks become threads, MPI and the library take turns, and the library begins anew.
program on_mpi
  use upc_stride
  use mpi
  implicit none
  integer :: ierr, rank, ranks, total, turn
  integer(c_int) :: status, me
  type(upc_stride_array_handle) :: A
  type(upc_stride_section) :: all_a
  type(upc_stride_options) :: options
  real(c_double), pointer :: own(:)
  integer(c_size_t), parameter :: one = 1, eight = 8

  options%errors = UPC_STRIDE_ERRORS_RETURN
  if (upc_stride_init_mpi(MPI_COMM_WORLD, options) == 0) error stop 'started before MPI'
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  do turn = 1, 2
    status = upc_stride_init_mpi(MPI_COMM_WORLD, options)
    if (status /= 0 .or. upc_stride_threads() /= ranks) error stop 'init_mpi'
    me = upc_stride_mythread()
    A = upc_stride_all_alloc(1, [int(ranks, c_size_t)], [one], eight, 0, [0_c_int])
    call c_f_pointer(upc_stride_near_block(A, [int(me, c_size_t)]), own, [1])
    own = 10 * turn + me
    status = upc_stride_select(all_a, A, ':' // c_null_char)
    status = upc_stride_broadcast(all_a, upc_stride_at(A, [int(ranks - 1, c_size_t)]), eight, 0)
    if (status /= 0 .or. own(1) /= 10 * turn + ranks - 1) error stop 'broadcast'
    call MPI_Allreduce(me, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    if (total /= ranks * (ranks - 1) / 2) error stop 'MPI beside the library'
    if (upc_stride_finalize() /= 0) error stop 'finalize'
  end do
  if (rank == 0) print '(a)', 'PASS'
  call MPI_Finalize(ierr)
end program
