#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# left_out.sh COMPANION: what a build folder has of a companion is gone when make leaves the companion out, and all else stays.
. "$(dirname "$0")/../common.sh"
unset MAKEFLAGS MAKELEVEL UPCC UPCRUN
brought() { make -s -C "$top" "B=$dir/build" "$@" "$dir/build/obj/brought" && cp "$dir/build/obj/brought" "$dir/list"; }
# missing: files of the list that are not there
missing() { while read -r file; do [ -e "$file" ] || echo "$file"; done <list; }
brought || die 'make'
cp list with
while read -r file; do mkdir -p "${file%/*}" && touch "$file"; done <with
brought || die 'make again'
[ -z "$(missing)" ] || die "make again: $(missing)"
brought "WITHOUT=$1" || die "make WITHOUT=$1"
[ -z "$(missing)" ] || die "WITHOUT=$1: these went, too: $(missing)"
cp list without
grep -vxFf without with >list
grep -q '/include/.*[.]h$' list || die "$1 has no header"
[ "$(missing)" = "$(cat list)" ] || die "WITHOUT=$1: still there: $(while read -r file; do [ ! -e "$file" ] || echo "$file"; done <list)"
echo PASS
