#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The module of numerics for Fortran. Skipped where there is no gfortran.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$tools/has_program" gfortran || exit 77
gfortran -std=f2018 -Wall -Werror "$build"/include/upc_stride{,_numerics}.f90 "$here/numerics.f90" -L"$build/lib" -lupc_stride \
  -Wl,-rpath,"$build/lib" -o program || die 'numerics.f90 does not compile'
for count in 1 3 4; do same "$(limited 60 "$UPCRUN" -n $count ./program)" PASS; done
