#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# interrupts.sh COUNT SEED ROUNDS [HOW]: interrupts.py on so many threads; HOW: far, as if they shared no memory; checked, in checked mode; hosts, on
# two hosts by MPI; notebook, in a kernel of Jupyter. The last two are skipped where no Python here has mpi4py, or ipykernel and nbclient.
how=${4:-near}
case $how in
  hosts) HOSTS=2 modules=mpi4py.MPI ;;
  notebook) modules='ipykernel nbclient' ;;
esac
. "$(dirname "$0")/../../../tests/tools/common.sh"
. "$tools/has_package"
run=("$UPCRUN" -n "$1") more=
case $how in
  far) export UPC_STRIDE_TEST=near=no ;;
  checked) export UPC_STRIDE_CHECK=1 ;;
  hosts)
    "$python" -c 'from mpi4py import MPI; print(MPI.Get_library_version())' >library || exit 1
    mpi=mpich where=(-hosts host0,host1)
    grep -q 'Open MPI' library && mpi=openmpi where=(--oversubscribe --host "host0:$(($1 - $1 / 2)),host1:$(($1 / 2))" -x PYTHONPATH -x OMPI_MCA_osc -x OMPI_MCA_pml)
    BUILD=$build "$tools/has_conduit" mpi-$mpi || exit 77
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_osc=^ucx OMPI_MCA_pml=ob1
    unset LIBUPC_STRIDE
    run=("$tools/hosts" 2 mpiexec.$mpi "${where[@]}" -n "$1") more=mpi ;;
  notebook)
    export JUPYTER_DATA_DIR=$dir/jupyter PATH=$build/bin:$PATH
    "$python" -m upc_stride.kernel install --threads "$1" --folder "$JUPYTER_DATA_DIR" >log || die 'no kernel'
    run=(env) more=$1 ;;
esac
program=$here/interrupts.py
[ $how = notebook ] && program=$here/interrupts_in_notebook.py
# shellcheck disable=SC2086
limited "${TEST_TIMEOUT:-60}" "${run[@]}" "$python" "$program" "$dir" "$2" "$3" $more >out 2>err || { cat out err; die "on $1 threads"; }
same "$(tail -n 1 out)" PASS
