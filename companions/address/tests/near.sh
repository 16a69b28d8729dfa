#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Accesses to memory of near threads by turns make no calls, but for the first one to each thread's (programs/near.upc).
#   near.sh [CONDUIT THREADS]
. "$(dirname "$0")/../../../tests/tools/common.sh"
conduit=${1:-smp} threads=${2:-4}
"$UPCC" "-network=$conduit" -O2 -fsanitize=shared-address -Wl,--wrap=urt_address_read,--wrap=urt_address_write,--wrap=urt_address_update \
  "$here/programs/near.upc" -o near || die upcc
"$UPCRUN" -n "$threads" ./near >output 2>&1 </dev/null || die "status $?: $(cat output)"
same "$(grep -c 'calls$' output)" "$threads"
awk -v most=$((2 * threads)) '/calls$/ && ($1 < 1 || $1 > most) { print; wrong = 1 } END { exit wrong }' output || die "more than $((2 * threads)) calls, or none"
echo PASS
