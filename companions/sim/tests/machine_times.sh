#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# machine_times.sh: what the words of a machine's file say is so on each kind of network, by closed forms.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 "$here/machine_times.upc" -o words || die machine_times.upc
UPC_STRIDE_SCHEDULE=broadcast=chain UPCRUN="$UPCRUN" python3 "$here/machine_times.py" ./words "$top/upc/common/machine_words.c"
