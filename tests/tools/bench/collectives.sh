#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# bench/collectives/run beside another UPC compiler, whose upcrun prints a line for each thread as Berkeley's does: these lines are
# no samples. Pieces have a byte if there are more threads than bytes. If it is asked for, the library's program is linked again, of the library's objects alone: the folder of objects has one
# here that was left by a source that is gone. An operation that does not exist is refused, with status 2.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
cat >"$dir/upcrun" <<EOF
#!/bin/sh
echo 'UPCR: UPC thread 0 of 2 on host0 (pshm node 0 of 1, process 0 of 2, pid=1)'
exec "$(realpath "$UPCRUN")" "\$@"
EOF
chmod +x "$dir/upcrun"
bench/collectives/run --operations broadcast --threads 2 --sizes 8 --rounds 1 --peers upc_all --upcc "$UPCC" \
  --upcrun "$dir/upcrun" --csv "$dir/csv" >"$dir/output" 2>&1
samples='^broadcast,2,8,(all|upc_all),1,[0-9.e-]+,[0-9.e-]+$'
grep -E "$samples" "$dir/csv" | grep -q upc_all && ! sed 1d "$dir/csv" | grep -vqE "$samples" ||
  { cat "$dir/output" "$dir/csv"; exit 1; }
build=$(realpath "$BUILD")
mkdir -p "$dir/build/obj" && ln -s "$build"/{bin,include,lib,bench} "$dir/build" && cp -rs "$build/obj/library" "$dir/build/obj"
echo 'int upc_stride_broadcast;' | cc -c -x c - -o "$dir/build/obj/library/stride_gone.o"
BUILD=$dir/build bench/collectives/run --operations broadcast --threads 2 --sizes 8 --rounds 1 --peers again --csv "$dir/csv" >"$dir/output" 2>&1
grep -qE '^broadcast,2,8,again,1,[0-9.e-]+,[0-9.e-]+$' "$dir/csv" || { cat "$dir/output" "$dir/csv"; exit 1; }
for operation in scatter gather gather_all exchange; do
  for program in "collectives_again $operation my" "collectives_all.other $operation"; do
    "$UPCRUN" -n 9 "$BUILD"/bench/$program 8 >"$dir/output" 2>&1 && grep -qE "^$operation 8 [0-9.e-]+$" "$dir/output" ||
      { echo "$program 8"; cat "$dir/output"; exit 1; }
  done
done
bench/collectives/run --operations 'broadcast brodcast' 2>&1
