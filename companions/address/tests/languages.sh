#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Programs in C, Fortran and Python: with UPC_ASAN set, what their calls of the library read and write is looked at
# (programs/wrong.*). Without a fault nothing is told, and without UPC_ASAN nothing is looked at.
#   languages.sh c|fortran|python [CONDUIT]
. "$(dirname "$0")/../../../tests/tools/common.sh"
language=$1 conduit=${2:-smp} programs=$here/programs threads=3
BUILD=$build "$tools/has_conduit" "$conduit" || exit 77
export UPC_ASAN=exit
bad() { cat output; die "$@"; }

# told NAME TEXT: the fault is told, with the text.
told() {
  local status=0
  limited 60 "$UPCRUN" -n $threads "${command[@]}" "$1" >output 2>&1 </dev/null || status=$?
  [[ $conduit = mpi-* && $status = 9 ]] && status=67 # a launcher may give that of a process that it has killed
  [ $status = 67 ] || bad "$1: status $status"
  grep -qF "${2//THREAD/thread $((threads - 1))}" output || bad "$1: no report says: $2"
  count=$((count + 1))
}

none() {
  limited 60 "$UPCRUN" -n $threads "${command[@]}" none >output 2>&1 </dev/null || bad "without a fault: status $?"
  grep -q ': thread [0-9]* \(reads\|writes\)' output && bad 'without a fault something is told'
}

in_c() {
  local compiler=cc of= flags= line name says
  [[ $conduit != mpi-* ]] || { compiler=mpicc.${conduit#mpi-} of=-$conduit; flags=-DON_MPI; }
  "$compiler" -g -Wall -Wextra -Werror $flags -I"$top" -I"$build/include" "$programs/wrong.c" -L"$build/lib" -Wl,-rpath,"$build/lib" \
    "-lupc_stride$of" -o prog || die 'wrong.c does not compile'
  command=(./prog)
  none
  while read -r line name says; do
    told "$name" "$says"
    grep -q "wrong.c:$line: thread" output || bad "$name: nothing is told of line $line"
  done < <(awk '/^  (CASE|ALL)/ { sub(/^  [A-Z]*./, ""); sub(/\).*/, ""); name = $0; line = NR }
    /^  \/\/ says: / { sub(/^  \/\/ says: /, ""); print line, name, $0 }' "$programs/wrong.c")
  [ $count -ge 10 ] || die "only $count faults were tried"
}

in_fortran() {
  "$tools/has_program" gfortran || exit 77
  gfortran -std=f2018 -Wall -Werror "$build/include/upc_stride.f90" "$programs/wrong.f90" -L"$build/lib" -lupc_stride \
    -Wl,-rpath,"$build/lib" -o prog || die 'wrong.f90 does not compile'
  command=(./prog)
  none
  told get 'reads 81 bytes by upc_stride_get, 1 of them beyond the end of an object of 80 bytes on thread 0'
  told elements 'writes 8 bytes by upc_stride_put_elements, 16 bytes beyond the end of an object of 80 bytes on thread 0'
}

in_python() {
  has_companion python || exit 77
  . "$tools/has_package"
  command=("$python" "$programs/wrong.py")
  none
  told beyond 'reads 1200 bytes by upc_stride_put_elements, 400 of them beyond the end of an object of 800 bytes on THREAD'
  told freed 'THREAD reads 800 bytes by upc_stride_put_elements'
}

count=0
"in_$language"
unset UPC_ASAN
none
echo "PASS $count faults"
