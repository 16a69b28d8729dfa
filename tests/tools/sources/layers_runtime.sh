#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The folders of upc/runtime use each other in one direction (tests/tools/sources/layers), by their includes and, for conduits smp and
# sim, by the symbols of their objects. In the order below, from the bottom up: libraries and Berkeley's calls are above the core, the
# core is above the conduits, and these are above job control. upcrun uses what is in base only. The simulator is a program of
# its own and uses conduits/sim/shared.h.
set -f
layers='conduits/*/urt_near.h . base job job/*/* conduits core libraries berkeley tasks job/upcrun simulator'
. "$(dirname "$0")/../common.sh"
runtime=$top/upc/runtime
"$here/layers" "$runtime" $layers || exit 1
by_symbols() { # CONDUIT OBJECTS FOLDER...: without these folders
  cp -r "$runtime" "$1" && (cd "$1" && rm -r conduits/{mpi,gasnet} job/{mpi,gasnet} simulator "${@:3}") || exit 1
  "$here/layers" "$1" $layers --objects "$build/obj/$2/PATH.o" || exit 1
}
by_symbols smp runtime conduits/sim
by_symbols sim runtime-sim conduits/smp job/upcrun
