#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The Python package on mpi4py's communicator, near and far. Skipped where no Python here has mpi4py.
modules=mpi4py.MPI
. "$(dirname "$0")/../../../tests/tools/common.sh"
. "$tools/has_python"
"$python" -c 'from mpi4py import MPI; print(MPI.Get_library_version())' >library || exit 1
mpi=mpich
grep -q 'Open MPI' library && mpi=openmpi
BUILD=$build "$tools/has_conduit" mpi-$mpi || exit 77
export PYTHONPATH=$top/companions/python PYTHONDONTWRITEBYTECODE=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
launch=(mpiexec.$mpi)
[ $mpi = mpich ] || launch+=(--oversubscribe)
for near in 3 no; do
  same "$(UPC_NEAR=$near limited 60 "${launch[@]}" -n 3 "$python" "$here/mpi.py")" PASS
done
same "$(limited 60 "${launch[@]}" -n 4 "$python" "$top/examples/python/summa_mpi.py" 96 8 | tail -n 1)" PASS

if "$tools/has_scalapack" $mpi >&2; then
  for near in 3 no; do
    same "$(UPC_NEAR=$near limited 60 "${launch[@]}" -n 3 "$python" "$here/eigen_on_mpi.py" | tail -n 1)" PASS
  done
  same "$(limited 60 "${launch[@]}" -n 3 "$python" "$here/eigen_on_mpi.py" part | tail -n 1)" PASS
fi

# upcrun cannot know that a script brings its own communicator, and starts one process.
limited 60 "$UPCRUN" -n 3 "$python" "$here/mpi.py" >out 2>&1
same "status $?" 'status 1'
grep -q 'upc_stride_init_mpi: 3 threads are asked for .*, and MPI has one process: .* mpiexec -n 3$' out || die "it says: $(cat out)"
