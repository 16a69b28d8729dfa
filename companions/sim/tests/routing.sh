#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Ways through networks of many switches, by closed forms; `routing` of other networks than a dragonfly.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O "$here/puts.upc" -o puts || die 'puts.upc'
UPCRUN="$UPCRUN" python3 "$here/routing.py" ./puts || exit 1
limited 60 "$UPCRUN" -machine=flat,routing=ugal -n 2 ./puts 1 >out 2>&1
same "$? $(cat out)" "2 upc: machine 'flat': routing ugal is for a dragonfly; on flat it must be minimal"
echo PASS
