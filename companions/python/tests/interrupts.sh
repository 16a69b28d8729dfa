#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# interrupts.sh COUNT SEED [ROUNDS [VARIABLE=VALUE]]: interrupts.py on so many threads.
. "$(dirname "$0")/../../../tests/tools/common.sh"
. "$tools/has_package"
limited 60 env ${4:+"$4"} "$UPCRUN" -n "$1" "$python" "$here/interrupts.py" "$dir/saved.npy" "$2" ${3:+"$3"} >out 2>err || { cat out err; die "on $1 threads"; }
same "$(cat out)" PASS
