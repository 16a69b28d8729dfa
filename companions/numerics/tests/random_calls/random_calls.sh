#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Random calls of linear algebra in UPC, C, Fortran and Python, beside what NumPy makes of the same operands: sections with steps,
# any blocks, all types and letters, with and without alpha and beta. Python has a part of the routines.
# usage: random_calls.sh [COUNT [SEED [LANGUAGE...]]]; LANGUAGE is upc, c, fortran or python; CONDUIT names a conduit for UPC (smp)
. "$(dirname "$0")/../../../../tests/tools/common.sh"
. "$tools/has_package"
count=${1:-60} seed=${2:-1} conduit=${CONDUIT:-smp}
languages=${*:3}
"$python" "$here/make_calls" calls "$count" "$seed" || die 'make_calls fails'
rpath="-L$build/lib -Wl,-rpath,$build/lib -lupc_stride"

# shellcheck disable=SC2086 # words
compile() { # LANGUAGE
  case $1 in
    upc) "$UPCC" -network="$conduit" -O1 "$here/calls.upc" -lopenblas -o upc ;;
    c) cc -O1 -Wall -Wextra -Werror -I"$build/include" "$here/calls.c" $rpath -lm -o c ;;
    fortran) gfortran -Wall -Werror "$build"/include/upc_stride{,_numerics}.f90 "$here/calls.f90" $rpath -o fortran ;;
  esac || die "$1 does not compile"
}

for language in ${languages:-upc c fortran python}; do
  [ "$language" != fortran ] || "$tools/has_program" gfortran || continue
  if [ "$language" = python ]; then program=("$python" "$here/calls.py"); else compile "$language"; program=(./"$language"); fi
  for threads in ${THREADS:-1 3 4}; do
    limited "${LIMIT:-100}" "$UPCRUN" -n "$threads" "${program[@]}" calls >out 2>&1 || die "$language, $threads threads: $(cat out)"
    echo "$language, $threads threads: $(cat out)"
  done
done
