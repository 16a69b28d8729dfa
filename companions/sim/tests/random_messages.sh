#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# random_messages.sh FIRST_SEED COUNT: random programs of transfers that share links take the times of a model.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 "$here/random_messages.upc" -o messages || die random_messages.upc
UPCRUN="$UPCRUN" python3 "$here/random_messages.py" ./messages "$1" "$2"
