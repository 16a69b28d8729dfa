#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Programs that check themselves, with -fcheck-bounds: no subscript of theirs is outside, and loops do the same as without.
#   check_bounds.sh [program.upc ...]
cd "$(dirname "$0")/../../.." || exit 1
UPCC=${UPCC:-build/bin/upcc} UPCRUN=${UPCRUN:-build/bin/upcrun}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ $# = 0 ] && set -- tests/upc/run/{loops_moving,loops_while,ext_access,access_members,forall_chunks,pts_multidim}.upc
for program; do
  "$UPCC" -O1 -fcheck-bounds $(sed -n '1,10s@^// flags: @@p' "$program") "$program" -o "$folder/program" || exit 1
  [ "$("$UPCRUN" -n 3 "$folder/program" 2>&1 | tail -n 1)" = PASS ] || { echo "$program fails"; exit 1; }
done
echo 'all passed'
