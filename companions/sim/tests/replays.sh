#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# replays.sh FIRST_SEED COUNT: SimGrid's replays of random programs take the time of their runs, within a tenth; and of
# collectives by every schedule. If LogGOPSim is there, so do most of its replays of the programs.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$tools/has_program" smpirun || exit 77
"$UPCC" -network=sim -O1 "$here/random_programs.upc" -o programs || die random_programs.upc
export UPCRUN
python3 "$here/replays.py" ./programs "$1" "$2" || exit 1
if command -v LogGOPSim txt2bin >/dev/null; then python3 "$here/replays.py" goal ./programs "$1" "$2" || exit 1; fi
[ "$2" -lt 30 ] || python3 "$here/replays.py" schedules "$build/lib/upc-stride-measure-sim" "$top/src/schedules/rows.h"
