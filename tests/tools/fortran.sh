#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The module for Fortran and its example. Skipped where there is no gfortran.
top=$PWD
. "$(dirname "$0")/common.sh"
command -v gfortran >/dev/null || { echo 'gfortran is not installed'; exit 77; }
gfortran -std=f2018 -Wall -Werror "$top/include/upc_stride.f90" "$top/examples/fortran/rows.f90" \
  -L"$build/lib" -lupc_stride -Wl,-rpath,"$build/lib" -o rows || die 'it does not compile'
for count in 1 3 4; do
  same "$(limited 60 "$UPCRUN" -n $count ./rows)" PASS
done
