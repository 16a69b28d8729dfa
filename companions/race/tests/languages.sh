#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Programs in C, Python and Fortran with UPC_RACE: a race of two of their calls is told, with both lines;
# where the calls are ordered nothing is; without UPC_RACE the detector is off.
#   races.sh c|python|fortran
language=$1
. "$(dirname "$0")/../../../tests/tools/common.sh"
declare -A ending=([c]=c [python]=py [fortran]=f90)
source=$here/races.${ending[$language]}
export PYTHONDONTWRITEBYTECODE=1
if [ "$language" = c ]; then
  cc -g -Wall -Wextra "-I$top" "-I$build/include" "-L$build/lib" "-Wl,-rpath,$build/lib" "$source" -lupc_stride -o prog ||
    die 'races.c does not compile'
  command=(./prog)
elif [ "$language" = fortran ]; then
  "$tools/has_program" gfortran || exit 77
  gfortran -g -std=f2018 -Wall -Werror "$build/include/upc_stride.f90" "$source" -L"$build/lib" -lupc_stride \
    "-Wl,-rpath,$build/lib" -o prog || die 'races.f90 does not compile'
  command=(./prog)
else
  . "$tools/has_package"
  command=("$python" "$source")
fi
at() { echo "$(basename "$source"):$(grep -nE "(/\*|#|!) place: $1( |$)" "$source" | cut -d : -f 1)"; }
runs() { # STATUS MODE WORD
  limited 60 env ${2:+UPC_RACE=$2} "$UPCRUN" -n 4 "${command[@]}" "${@:3}" >out 2>&1
  local status=$?
  [ "$status" = "$1" ] || { cat out; die "status $status, expected $1"; }
}

runs 66 report
grep -qE "$(at write): thread 1 (wrote|writes) .*patch" out && grep -qE "$(at broadcast): thread 0 (reads|read) .*upc_stride_broadcast" out ||
  { cat out; die "the race is not told"; }
grep -q 'upc: race detector: 1 pair of lines with a race' out || { cat out; die "other races are told"; }
runs 0 report ordered
grep -q 'nothing orders' out && { cat out; die "a race of calls that are ordered"; }
runs 0 ''
echo PASS
