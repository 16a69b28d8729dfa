#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The module of numerics for Fortran, and the program of the page languages.md. Skipped where there is no gfortran.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$tools/has_program" gfortran || exit 77
gfortran -std=f2018 -Wall -Werror "$build"/include/upc_stride{,_numerics}.f90 "$here/numerics.f90" -L"$build/lib" -lupc_stride \
  -Wl,-rpath,"$build/lib" -o program || die 'numerics.f90 does not compile'
for count in 1 3 4; do same "$(limited 60 "$UPCRUN" -n $count ./program)" PASS; done
sed -n '/^```fortran/,/^```$/p' "$here/../languages.md" | sed '1d; $d' >product.f90
gfortran "$build"/include/upc_stride{,_numerics}.f90 product.f90 -L"$build/lib" -lupc_stride -Wl,-rpath,"$build/lib" -o product ||
  die 'the program of languages.md does not compile'
same "$(limited 60 "$UPCRUN" -n 4 ./product)" 'status 0, norm 400.0'
