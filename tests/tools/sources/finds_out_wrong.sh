# SPDX-License-Identifier: BSD-3-Clause
# What finds_out must report: four lines of six.
ls build/lib/liburt-mpi-mpich.a
cc main.c build/lib/liburt-smp.a
[ -x build/lib/upc-stride-simulator ] || exit 77
echo "steps -1"
left() { pgrep -x job; }
command -v gdb || { echo 'no gdb'; exit 77; }
