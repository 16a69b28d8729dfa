#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What would go wrong without a word: a variable UPC_* that nothing reads, and upcc where /proc is missing.
. "$(dirname "$0")/../common.sh"
$UPCC -network=smp "$tools/hello.upc" -o hello || exit 1
UPC_THREAD=4 UPC_SHARED_HEAP=1G ./hello 2>err >out || die "status $?: $(cat err)"
same "$(sed 's/ is set.*//' err | sort)" $'upc: UPC_SHARED_HEAP\nupc: UPC_THREAD'
UPC_THREADS=2 UPC_PATIENCE=5 UPC_STRIDE_VERBOSE=0 ./hello 2>err >out
same "$(cat err)" ''
unshare -m true 2>/dev/null || exit 0
unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' sh $UPCC -c "$tools/hello.upc" 2>err && die 'status 0 without /proc'
same "$(grep -c . err) $(grep -c '^upcc: /proc/self/exe: .*mount /proc$' err)" '1 1'
