#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# docs/words.md has each collective of MPI-4.0 with a name of this library that exists, or tells what to do instead. MPICH's
# header, where there is one, has no further collective.
failed=0
fail() { echo "docs/words.md: $*"; failed=1; }
forms='Barrier Bcast Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Alltoallw Reduce Allreduce
  Reduce_scatter_block Reduce_scatter Scan Exscan Neighbor_allgather Neighbor_allgatherv Neighbor_alltoall Neighbor_alltoallv
  Neighbor_alltoallw'
for name in $forms Reduce_local Op_create Op_free Op_commutative Bcast_init Ibcast Start Cancel; do
  row=$(grep "^|.*\`MPI_$name\`.*|.*|.*|" docs/words.md) || { fail "no MPI_$name"; continue; }
  IFS='|' read -r _ _ here differs <<<"$row"
  [[ $here = *upc_stride_* || $here = *UPC_FUNC* || $here = *needed* || $differs = *[a-z]* ]] || fail "MPI_$name: no name, and no other way"
done
for name in $(grep -oE '\`(upc_stride|UPC_STRIDE)_\w+' docs/words.md | tr -d '\`' | sort -u); do
  grep -qrw "$name" include "$BUILD"/include || fail "there is no $name"
done
header=/usr/include/*/mpich/mpi_proto.h
for name in $(grep -ohE '\bMPI_\w+_init\(' $header 2>/dev/null | sed 's/MPI_//; s/_init($//' | sort -u); do
  case $name in Send|Recv|Bsend|Rsend|Ssend|Psend|Precv|Session) continue ;; esac
  grep -qw "$name" <<<"$forms" || fail "no MPI_$name, which MPICH has"
done
[ $failed = 0 ] && echo PASS
exit $failed
