# SPDX-License-Identifier: BSD-3-Clause
# Read by tests/tools/files/damaged.sh: descriptions of machines, as upc-stride-show --machine reads them.
show=(upc/common/mistake.c -Icompanions -Icompanions/show -Iupc -Iupc/runtime)
compile companions/show/machine.c upc/common/machine_{file,shape,words}.c src/torus/torus_{map,places,variables}.c "${base[@]}" "${show[@]}"
read_all "$top/companions/sim/machines/bluegene-l"
