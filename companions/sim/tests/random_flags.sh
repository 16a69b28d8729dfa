#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# random_flags.sh FIRST_SEED COUNT: random programs of flags take the times of a model, whoever waits beside them.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 "$here/random_programs.upc" -o programs || die random_programs.upc
UPCRUN="$UPCRUN" python3 "$here/random_flags.py" ./programs "$1" "$2"
