#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# sources/schedules tells what a tree or a schedule lacks that is added by half: each time one thing is taken from a copy, and one line
# names it.
. "$(dirname "$0")/../common.sh"
cp -r --parents "$top"/src/{schedules,trees} "$top/include/upc_stride_coll.h" "$top/tests/library/list" . && mv ".$top" whole || exit 1
tells() {  # LINE COMMAND...: in a copy
  rm -rf copy && cp -r whole copy && (cd copy && "${@:2}") || die "$*"
  "$here/schedules" copy >out && die "it tells nothing of: $1"
  same "$(cat out)" "$1"
}
"$here/schedules" whole || die 'nothing is missing'
tells 'src/trees/tree.h: upc_stride_tree_kary: no file defines it' rm src/trees/tree_kary.c
tells 'src/trees/tree_kary.c: upc_stride_tree_kary has no row in src/trees/tree.h' \
  sed -i 's/TREE(UPC_STRIDE_KARY, upc_stride_tree_kary)/ /' src/trees/tree.h
tells 'src/trees/tree.h: UPC_STRIDE_FORK: no row of src/schedules/rows.h walks it' sed -i 's/, UPC_STRIDE_FORK,/, UPC_STRIDE_KARY,/' src/schedules/rows.h
tells 'src/schedules/rows.h: upc_stride_broadcast_torus: no file of src/schedules defines it' rm src/schedules/broadcast_torus.c
tells 'src/schedules/gather_all_ring.c: upc_stride_gather_all_ring has no row in src/schedules/rows.h' \
  sed -i 's/upc_stride_gather_all_ring/upc_stride_gather_all_bruck/' src/schedules/rows.h
tells 'include/upc_stride_coll.h: the list of schedules lacks neighbour' sed -i '/^ [*]   neighbour /d' include/upc_stride_coll.h
tells 'tests/library/list: no line has UPC_STRIDE_SCHEDULE=permute=*' sed -i '/=permute=[*]/d' tests/library/list
echo PASS
