#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# MAINTAIN.md's "How to add a tree" and "How to add an algorithm", followed in a copy of the sources: both are built, and
# programs use them. Nothing but the named files is changed. "How to add an operation" names every file that names
# reduce_scatter, or its folder; pages that only use it as an example are left out.
upcc=$PWD/build/bin/upcc upcrun=$PWD/build/bin/upcrun
section=$(sed -n '/^## How to add an operation/,/^## How to add an application/p' MAINTAIN.md)
for file in $(grep -rliE '(prefix_reduce_exclusive|reduce_scatter)' include src upc tools python tests \
                   docs/{manual,environment,python}.md --exclude-dir=__pycache__ --exclude=how_to_add.sh --exclude=site.sh); do
  [[ $section == *"\`$file\`"* || $section == *"\`${file%/*}/\`"* && $section == *"${file##*/}"* ||
     $file == src/schedules/* || $file == tests/library/rules/* ]] || {
    echo "MAINTAIN.md: How to add an operation: $file is missing"; missing=1; }
done
[ -z "$missing" ] || exit 1
copy=$(mktemp -d) && trap 'rm -rf "$copy"' EXIT
cp -r Makefile make include src apps bench tests scripts "$copy" && cd "$copy" || exit 1

# row OLD CHANGE..: one more row in rows.h, a copy of the one that begins with OLD, with each CHANGE "before=after" made.
row() { python3 - "$@" <<'END'
import sys
old, *changes = sys.argv[1:]
text = open("src/schedules/rows.h").read()
start = text.index("ROW(" + old)
row = text[start:text.index(")\n", start) + 2]
new = row
for change in changes:
    before, after = change.split("=")
    assert before in new, before
    new = new.replace(before, after)
open("src/schedules/rows.h", "w").write(text.replace(row, row + new))
END
}

# A tree: a file, a row in tree.h, and a row for an operation.
sed 's/upc_stride_tree_chain/upc_stride_tree_queue/' src/trees/tree_chain.c >src/trees/tree_queue.c
sed -i 's/^  TREE(UPC_STRIDE_FORK, .*/& \\\n  TREE(UPC_STRIDE_QUEUE, upc_stride_tree_queue)/' src/trees/tree.h
row 'UPC_STRIDE_OP_BROADCAST, "flat"' '"flat"="queue"' UPC_STRIDE_FLAT=UPC_STRIDE_QUEUE || exit 1

# An algorithm: a file and a row.
sed 's/upc_stride_gather_all_ring/upc_stride_gather_all_round/' src/schedules/gather_all_ring.upc \
  >src/schedules/gather_all_round.upc
row 'UPC_STRIDE_OP_GATHER_ALL, "ring"' '"ring"="round"' gather_all_ring=gather_all_round || exit 1

make -j2 UPCC="$upcc" UPCRUN="$upcrun" build-foreign/lib/libupc_stride.a >make.out 2>&1 || { cat make.out; exit 1; }
program() { "$upcc" -O -Iinclude -Isrc "$@" build-foreign/lib/libupc_stride.a -lm; }
program tests/library/operations.upc -o operations || exit 1
for threads in 1 3 5; do
  UPC_STRIDE_BROADCAST=queue "$upcrun" -n $threads ./operations 20 1 broadcast || exit 1
  UPC_STRIDE_GATHER_ALL=round "$upcrun" -n $threads ./operations 20 1 gather_all || exit 1
done
UPC_STRIDE_VERBOSE=1 UPC_STRIDE_BROADCAST=queue "$upcrun" -n 3 ./operations 5 1 broadcast 2>&1 | grep -q ': queue ' || {
  echo "no call used the tree"; exit 1; }
