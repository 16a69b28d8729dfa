#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The folders of upc/runtime and of the companions' roots of the runtime use each other in one direction (tests/tools/sources/layers),
# by their includes and, for conduits smp, sim and mpi, by the symbols of their objects. In the order below, from the bottom up: libraries
# are above the core, the core is above the conduits, and these are above job control. upcrun uses what is in base only. Companions are above
# all of these, one above those that it needs. Calls upwards go by the pointers of base/hooks.h.
. "$(dirname "$0")/../common.sh"
cd "$top"
added=$(BUILD=$build "$here/together" runtimes "$dir/all") || exit 1
set -f
cd "$dir"
layers="conduits/*/urt_near.h . base job job/*/* conduits core libraries $added job/upcrun"
"$here/layers" all $layers --hooks base/hooks.h || exit 1
by_symbols() { # CONDUIT OBJECTS FOLDER...: without these folders
  cp -r all "$1" && (cd "$1" && rm -rf {conduits,job}/gasnet "${@:3}") || exit 1
  "$here/layers" "$1" $layers --objects "$2/PATH.o" || exit 1
}
otf2=job/upcrun/otf2
[ -e "$build/obj/runtime/$otf2/write.o" ] && otf2= # it is built only where OTF2 is installed
by_symbols smp "$build/obj/runtime" conduits/{mpi,sim} job/mpi $otf2
[ ! -d "$build/obj/runtime-sim" ] || by_symbols sim "$build/obj/runtime-sim" conduits/{mpi,smp} job/{mpi,upcrun}
library=$(find "$build/obj" -maxdepth 1 -name 'mpi-*' | head -1)
if [ "$library" ]; then
  mkdir objects && cp -r "$build/obj/runtime-mpi/." "$library/." objects
  by_symbols mpi objects conduits/{sim,smp} job/{smp,upcrun}
fi
