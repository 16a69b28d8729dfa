#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The last call of programs in C and Python, with its line, in reports of long waits and in traces.
#   places.sh c|python [CONDUIT [NAME=value...]]
language=$1 conduit=${2:-smp}; shift; [ $# = 0 ] || shift
settings=("$@")
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" "$conduit" || exit 77
source=$here/places.$([ "$language" = c ] && echo c || echo py)
export PYTHONDONTWRITEBYTECODE=1
if [ "$language" = c ]; then
  compiler=cc options=(-g -Wall -Wextra "-I$top" "-I$build/include" "-L$build/lib" "-Wl,-rpath,$build/lib") of=
  [[ $conduit = mpi-* ]] && { compiler=mpicc.${conduit#mpi-} of=-$conduit; options+=(-DON_MPI); }
  "$compiler" "${options[@]}" "$source" -lupc_stride$of -o prog || die 'places.c does not compile'
  command=(./prog)
else
  . "$tools/has_package"
  command=("$python" "$source")
fi
at() { echo "$source:$(grep -nE "(/\*|#) place: $1( |$)" "$source" | cut -d : -f 1)"; }

# waits WORD PLACE CALL LATEST: thread 0 waits in CALL at PLACE, and the last call of another one, which waits for it, is LATEST.
waits() {
  limited 60 env "${settings[@]}" UPC_PATIENCE=0.3 UPC_STRIDE_TIMEOUT=1 "$UPCRUN" -n 3 "${command[@]}" "$1" >out 2>&1
  grep -qE "^$2: $3: thread 0 has waited [.0-9]+ s for thread [12] \((last call: $4|it does not answer)\)$" out ||
    { cat out; die "no line: $2: $3: thread 0 .. ($4)"; }
  grep -qE "^$(at barrier): upc_stride_barrier_all: thread [12] and 1 other have waited .* thread 0 \((last call: $3|it does)" out ||
    { cat out; die "no line about thread 0, which waits in $3"; }
}

barrier="upc_stride_barrier_all at $(at barrier)"
if [ "$language" = c ]; then
  waits placed "$(at placed)" upc_stride_broadcast "$barrier"
  waits argument upc upc_stride_broadcast "$barrier"
  waits named upc upc_stride_broadcast "$barrier"
  waits sum "$(at sum)" upc_stride_sum "$barrier"
else
  waits broadcast "$(at broadcast)" upc_stride_broadcast "$barrier"
  if has_companion trace; then
    limited 60 env "${settings[@]}" "$UPCRUN" -n 3 -tracefile=t.json "${command[@]}" trace >out 2>&1 || { cat out; die 'the traced job'; }
    # What the package calls for the program has the program's line.
    for row in "upc_stride_broadcast_nb at $(at start)" "upc_stride_all_alloc at $(at array)" "upc_stride_barrier_all at $(at product)"; do
      grep -q " $row$" out || { cat out; die "no row of the trace: $row"; }
    done
  fi
fi
