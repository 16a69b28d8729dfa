#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Random sizes of arrays with THREADS in them (tests/generator/sizes.py): what a program of the dynamic environment prints
# is what it prints with -T n.
#   tests/tools/compiler/sizes.sh [SEED [FUNCTIONS]]
. "$(dirname "$0")/../common.sh"
python3 "$here/../../generator/sizes.py" "${1:-3}" "${2:-12}" >sizes.upc || die 'the generator failed'
"$UPCC" -w sizes.upc -o dynamic || die 'the program does not compile'
for threads in 1 2 3 4 5 6 7; do
  "$UPCC" -w -T $threads sizes.upc -o static || die "-T $threads: the program does not compile"
  "$UPCRUN" -n $threads ./dynamic >found && "$UPCRUN" -n $threads ./static >right || die "$threads threads: a program failed"
  cmp -s found right || { diff found right; die "seed ${1:-3}, $threads threads: other sizes (<) than with -T (>)"; }
done
