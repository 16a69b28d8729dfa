! SPDX-License-Identifier: BSD-3-Clause
! Communicators: half of an MPI program's ranks are threads, in the reverse order of their ranks, while the others go on with
! MPI alone. The library is finalized and begins anew with a duplicate of the communicator, and with a third one; others are
! refused in one line. In each turn a matrix has fewer processes in its grid than there are threads.
program communicators
  use upc_stride
  use mpi
  implicit none
  integer(c_size_t), parameter :: eight = 8
  integer :: ierr, rank, ranks, threads, half, same, third, reversed, total
  type(upc_stride_options) :: options

  options%errors = UPC_STRIDE_ERRORS_RETURN
  options%heap = 16 * 1024**2
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, half, ierr)
  call MPI_Comm_size(half, threads, ierr)
  call MPI_Comm_split(half, 0, rank, reversed, ierr)
  call MPI_Comm_split(half, 0, 0, third, ierr)
  call MPI_Comm_dup(half, same, ierr)
  if (mod(rank, 2) == 0) then
    call turn(half)
    call turn(same)
    if (ranks > threads) call refused(MPI_COMM_WORLD)
    if (threads > 1) call refused(reversed)
    call turn(third)
    call turn(half)
  end if
  call MPI_Allreduce(1, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (total /= ranks) error stop 'MPI beside the library'
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) print '(a)', 'PASS'
  call MPI_Finalize(ierr)

contains

  ! From init to finalize: the sum of one column of a matrix of two rows that all threads but the last one have.
  subroutine turn(communicator)
    integer, intent(in) :: communicator
    integer(c_int) :: status, me, desc(9), grid(4)
    integer :: columns
    type(upc_stride_array_handle) :: V, S
    type(upc_stride_section) :: all_v, all_s
    real(c_double), target :: local(2), sums(2)
    if (upc_stride_init_mpi(communicator, options) /= 0) error stop 'init_mpi'
    if (upc_stride_threads() /= threads) error stop 'threads'
    me = upc_stride_mythread()
    columns = max(1, threads - 1)
    desc = [1, 0, 2, columns, 2, 1, 0, 0, 2]
    grid = [1, columns, merge(0, -1, me < columns), me]
    local = [me + 1, 10 * me]
    sums = -1
    V = upc_stride_scalapack_array_of(c_loc(local), 2 * eight, desc, grid, eight)
    S = upc_stride_array_of_variable(sums, [int(2 * threads, c_size_t)], [2_c_size_t], eight)
    status = upc_stride_select(all_v, V, ':')
    status = upc_stride_select(all_s, S, ':')
    status = upc_stride_reduce_all(all_s, all_v, 2_c_size_t, UPC_ADD, UPC_DOUBLE, c_null_funptr, 0)
    if (status /= 0 .or. sums(1) /= columns * (columns + 1) / 2 .or. sums(2) /= 5 * columns * (columns - 1)) &
      error stop 'reduce_all'
    if (upc_stride_finalize() /= 0 .or. upc_stride_initialized() /= 0) error stop 'finalize'
    if (local(1) /= me + 1 .or. local(2) /= 10 * me) error stop 'the memory of a view'
  end subroutine

  subroutine refused(communicator)
    integer, intent(in) :: communicator
    if (upc_stride_init_mpi(communicator, options) /= -1) error stop 'init_mpi with other processes'
    if (index(upc_stride_last_line(), 'upc_stride_init_mpi: the communicator must have the processes of the first one') /= 1) &
      error stop 'the line'
  end subroutine
end program
