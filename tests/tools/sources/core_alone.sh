#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The core names no companion: its sources, makefiles and lists of tests have no path below companions/NAME, and include no header of one.
# Headers that may be missing are asked for by __has_include. Prints each other line.
cd "$(dirname "$0")/../../.." || exit 1
names=$(for part in companions/*/part.mk; do basename "$(dirname "$part")"; done | paste -sd '|')
headers=$(ls companions/*/include companions/*/runtime 2>/dev/null | grep '[.]h$' | sort -u | sed 's/[.]/[.]/' | paste -sd '|')
[ "$(wc -w <<<"${names//|/ }")" -gt 10 ] && [ "$(wc -w <<<"${headers//|/ }")" -gt 10 ] || { echo "only $names, $headers"; exit 1; }
found=$(grep -rnE "companions/($names)/" Makefile make src upc include apps/common tests/*/list apps/list tests/{list,slow,all,not_sanitized,not_far,run,kinds,lists} --exclude=*.md
  grep -rnE "^[^*]*include *[<\"]($headers)[>\"]" src upc include apps/common tests/{upc,library,runtime,c,fortran} | grep -v '^tests/upc/race_ok.h:\|^tests/library/deviate.py:')
[ -z "$found" ] || { echo "$found"; exit 1; }
echo PASS
