#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The library as another UPC 1.3 compiler sees it: without __URT__ it uses standard UPC only (base/port.h).
set -u
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
includes=(-Isrc) && for root in companions/*/library; do includes+=(-I"$root"); done
for source in {src,companions/*/library}/{,*/}*.upc {src,companions/*/library}/*/*.c; do
  [[ $source = */c/* ]] && continue # for programs in C, which need our runtime
  name=$(basename "${source%.*}")
  "$UPCC" -U__URT__ "${includes[@]}" -c "$source" -o "$dir/stride_$name.o" || exit 1
done
for program in operations in_flight arrays; do
  "$UPCC" -U__URT__ -Isrc tests/library/$program.upc "$dir"/*.o -o "$dir/$program" || exit 1
  output=$(tests/limited 60 "$UPCRUN" -n 4 "$dir/$program" 40 2>&1) && [ "$(tail -n 1 <<<"$output")" = PASS ] && continue
  echo "$program:"
  echo "$output"
  exit 1
done
