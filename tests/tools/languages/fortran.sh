#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The module for Fortran and its example. Skipped where there is no gfortran.
. "$(dirname "$0")/../common.sh"
"$tools/has_program" gfortran || exit 77
for source in examples/fortran/rows examples/fortran/{counter,ring,floyd,heat,nbody,jacobi} tests/fortran/calls tests/fortran/graph tests/fortran/values tests/fortran/views; do
  gfortran -std=f2018 -Wall -Werror "$build/include/upc_stride.f90" "$top/tests/fortran/start.f90" "$top/$source.f90" \
    -L"$build/lib" -lupc_stride -Wl,-rpath,"$build/lib" -o program || die "$source does not compile"
  for count in 1 3 4; do
    same "$(limited 60 "$UPCRUN" -n $count ./program)" PASS
  done
done
# Programs may be compiled with default integers of 8 bytes.
gfortran -std=f2018 -Wall -Werror -fdefault-integer-8 -fsyntax-only "$build/include/upc_stride.f90" || die 'default integers of 8 bytes'
# What the library makes has types of its own: one is not taken for another, or for an address.
for wrong in 'upc_stride_all_free(c_null_ptr)' 'upc_stride_all_free(graph)' 'upc_stride_graph_run(array, 1)' 'upc_stride_wait(array)'; do
  printf '%s\n' 'program wrong' 'use upc_stride' 'implicit none' 'type(upc_stride_array_handle) :: array' 'type(upc_stride_graph) :: graph' \
    'integer(c_int) :: ierr' "ierr = $wrong" 'end program' >wrong.f90
  gfortran -fsyntax-only "$build/include/upc_stride.f90" wrong.f90 2>log && die "$wrong compiles"
  grep -q 'Type mismatch in argument' log || { cat log; die "$wrong is refused for another reason"; }
done
# In an MPI program in Fortran the ranks are the threads. upcrun finds the MPI's launcher by the library.
for mpi in mpich openmpi; do
  "$tools/has_program" mpif90.$mpi && BUILD=$build "$tools/has_conduit" mpi-$mpi || continue
  for source in on_mpi communicators views; do
    mpif90.$mpi -Wall -J. "$build/include/upc_stride.f90" "$top/tests/fortran/start_mpi.f90" "$top/tests/fortran/$source.f90" \
      -L"$build/lib" -lupc_stride-mpi-$mpi -Wl,-rpath,"$build/lib" -o program 2>log || { cat log; die "$source does not compile"; }
    for near in 3 no; do
      same "$(UPC_NEAR=$near limited 60 "$UPCRUN" -n 5 ./program)" PASS
    done
  done
done
