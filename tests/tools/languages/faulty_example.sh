#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# An example whose result is wrong ends with a status that is not 0, on any number of threads.
#   faulty_example.sh SED EXAMPLE   the example's text gets a fault by this command of sed
. "$(dirname "$0")/../common.sh"
example=$top/$2 source=faulty.${2##*.} options=(-O1 -I"$build/include" -L"$build/lib" -lupc_stride -lm -Wl,-rpath,"$build/lib")
sed "$1" "$example" >"$source"
! cmp -s "$source" "$example" || die "$1 changes nothing in $2"
run=(./program)
case $source in
  *.upc) "$UPCC" -O1 "$source" -o program -lm ;;
  *.c) cc "$source" "${options[@]}" -o program ;;
  *.cpp)
    "$tools/has_program" g++ || exit 77
    g++ -std=c++20 "$source" "${options[@]}" -o program ;;
  *.f90)
    "$tools/has_program" gfortran || exit 77
    gfortran "$build/include/upc_stride.f90" "$source" "${options[@]}" -o program ;;
  *.py) . "$tools/has_package"; run=("$python" "$source" 96 8) ;;
esac || die "$2 with $1 does not compile"
for threads in 1 3; do
  limited 60 "$UPCRUN" -n $threads "${run[@]}" >out 2>&1 </dev/null; status=$?
  [ $status != 0 ] && [ $status -lt 124 ] || die "on $threads threads: status $status: $(cat out)"
  ! grep -qx PASS out || die "on $threads threads: $(cat out)"
done
