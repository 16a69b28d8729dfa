#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What the explorer copies in UPC, C, Fortran and Python compiles and runs on four threads, for each operation.
. "$(dirname "$0")/../common.sh"
command -v node >/dev/null || { echo 'SKIPPED: node is missing'; exit 77; }
make -C "$top" --no-print-directory explorer-packages >out 2>&1 || { echo "SKIPPED: $(tail -1 out)"; exit 77; }
make -C "$top" --no-print-directory -s explorer >out 2>&1 || { cat out; die 'make explorer'; }
node "$here/copies.mjs" "$top/build/obj/wasm/core.wasm" . || die 'copies.mjs'
python=$(. "$tools/has_python" >/dev/null; echo "$python")
library=(-L "$build/lib" "-Wl,-rpath,$build/lib" -lupc_stride)
for program in *.upc; do
  name=${program%.upc}
  "$UPCC" "$program" -o a.out >out 2>&1 && limited 60 "$UPCRUN" -n 4 ./a.out >>out 2>&1 || { cat out "$program"; die "$name in UPC"; }
  cc -I "$build/include" "$name.c" "${library[@]}" -o a.out >out 2>&1 && limited 60 "$UPCRUN" -n 4 ./a.out >>out 2>&1 ||
    { cat out "$name.c"; die "$name in C"; }
  ! command -v gfortran >/dev/null || { gfortran "$build/include/upc_stride.f90" "$name.f90" "${library[@]}" -o a.out >out 2>&1 &&
    limited 60 "$UPCRUN" -n 4 ./a.out >>out 2>&1; } || { cat out "$name.f90"; die "$name in Fortran"; }
  [ -z "$python" ] || PYTHONPATH=$top/python limited 60 "$UPCRUN" -n 4 "$python" "$name.py" >out 2>&1 ||
    { cat out "$name.py"; die "$name in Python"; }
done
echo PASS
