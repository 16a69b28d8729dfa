#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# An application whose threads are far from each other, on a conduit other than smp: apps_far.sh CONDUIT APP 'ARGUMENTS'...
# Each ARGUMENTS is a run on 3 threads that must pass its check.
here=$PWD
. "$(dirname "$0")/common.sh"
conduit=$1 app=$2; shift 2
BUILD=$build "$tools/has_conduit" "$conduit" || exit 77
# shellcheck disable=SC2046 # words
$UPCC -network="$conduit" -O1 $("$here/apps/parts" "$app") -o "$app" || die "$app does not compile"
for arguments in "$@"; do
  # shellcheck disable=SC2086 # words
  UPC_NEAR=no limited 100 $UPCRUN -n 3 "./$app" $arguments --check >out 2>&1 || die "$app $arguments: $(cat out)"
  grep -q ' PASS$' out || die "$app $arguments: $(cat out)"
done
