#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The folders of upc/runtime use each other in one direction (tests/tools/sources/layers), by their includes and, for conduit smp, by
# the symbols of its objects. In the order below, from the bottom up: libraries and Berkeley's calls are above the core, the
# core is above the conduits, and these are above job control. upcrun uses what is in base only. The simulator is a program of
# its own and uses conduits/sim/shared.h.
set -f
layers='conduits/*/urt_near.h . base job job/*/* conduits core libraries berkeley tasks job/upcrun simulator'
. "$(dirname "$0")/../common.sh"
runtime=$top/upc/runtime
"$here/layers" "$runtime" $layers || exit 1
cp -r "$runtime" smp && rm -r smp/conduits/{mpi,gasnet,sim} smp/job/{mpi,gasnet} smp/simulator || exit 1
"$here/layers" smp $layers --objects "$build/obj/runtime/PATH.o"
