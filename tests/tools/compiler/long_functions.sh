#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# LLVM's time for a function grows faster than its code, above all than its basic blocks. So the code that upcc gives it for a long
# function is counted, and not timed: for each access more, it has at most FACTOR times the instructions that Clang has for the same
# text in C, and no block that C has not.
#   long_functions.sh [CONDUIT...]
. "$(dirname "$0")/../common.sh"
FACTOR=3 few=200 many=400
[ $# -gt 0 ] || set -- smp mpi sim
# counted FILE: instructions and blocks of the function f
counted() {
  awk '/^define .*@f\(/ { inside = 1; blocks = 1; next } inside && /^}/ { exit } !inside { next }
       /^[0-9A-Za-z._-]+:/ { blocks++; next } /^  +[^ ;]/ && !/^    / { instructions++ } END { print instructions + 0, blocks + 0 }' "$1"
}
# more LANGUAGE SHAPE COMMAND...: what $many have more than $few
more() {
  local language=$1 shape=$2 n; shift 2
  for n in $few $many; do
    python3 "$here/long_functions.py" $shape $n $language >$language$n.$language || die "no source of $shape"
    "$@" -w -O2 -S -emit-llvm $language$n.$language -o $language$n.ll || die "$* does not compile $shape"
    counted $language$n.ll >$language$n.counted
  done
  paste -d ' ' $language$few.counted $language$many.counted | awk '{ if (!$1) exit 1; print $3 - $1, $4 - $2 }' || die "$shape: f is missing"
}
tried=0
for conduit; do
  (cd "$top" && tests/tools/has_conduit -built $conduit) >absent || continue
  for shape in products pointers arrays copies writes additions members puts conditions; do
    read -r least blocks < <(more c $shape clang-19)
    read -r instructions branches < <(more upc $shape "$UPCC" -network=$conduit)
    echo "$conduit, $shape: $((instructions)) instructions and $branches blocks more, C $least and $blocks"
    [ "$instructions" -le $((FACTOR * least)) ] || die "$conduit, $shape: $instructions instructions, C has $least"
    [ "$branches" -le "$blocks" ] || die "$conduit, $shape: $branches blocks, C has $blocks"
    tried=$((tried + 1))
  done
done
[ $tried -gt 0 ] || { cat absent; exit 77; }
