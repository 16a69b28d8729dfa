#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# random_programs.sh FIRST_SEED COUNT: random programs on random small machines take the times of the definition.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 "$here/random_programs.upc" -o programs || die random_programs.upc
UPCRUN="$UPCRUN" python3 "$here/random_programs.py" ./programs "$1" "$2"
