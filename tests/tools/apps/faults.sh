#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The applications' checks find a small error. They fail if one number in a tile or plane is wrong by 1e-9, at sizes with
# numbers of about 1 to 100. Without the error, and with the same preloaded library, they pass. (NAS FT's checksums are sums
# of 1024 numbers of up to 1000.)
. "$(dirname "$0")/../common.sh"
clang-${LLVM:-19} -O1 -shared -fPIC "$here/faults.c" -o faults.so -ldl || die 'does not compile'

both() { # THREADS APP ARGUMENTS...
  local n=$1 app=$2; shift 2
  env LD_PRELOAD="$dir/faults.so" "$UPCRUN" -n "$n" "$apps/$app" "$@" --check >out 2>&1
  same "$app $? $(grep -o 'PASS$' out)" "$app 0 PASS"
  env LD_PRELOAD="$dir/faults.so" FAULT=${fault:-1e-9} "$UPCRUN" -n "$n" "$apps/$app" "$@" --check >out 2>&1
  same "$app $? $(grep -o 'FAIL$' out)" "$app 1 FAIL"
}
both 1 matmul 100 90 110 --block 16
both 4 matmul 100 90 110 --block 16
both 1 cholesky 120 --block 16
both 6 cholesky 120 --block 16
both 2 fft3d 32 32 32
both 3 fft3d 32 32 32 --inverse --grid 1x3
both 2 fft3d 9 10 11
fault=1e-6 both 2 fft3d --npb S

# Without memory for their arrays the applications end with one line and status 1.
no_memory() { # PURPOSE THREADS APP ARGUMENTS...
  local purpose=$1 n=$2 app=$3; shift 3
  env LD_PRELOAD="$dir/faults.so" LARGEST_MALLOC=2000000 "$UPCRUN" -n "$n" "$apps/$app" "$@" >out 2>&1
  same "$app $?" "$app 1"
  grep -q "^$app: thread [0-$((n - 1))]: no memory for $purpose: [0-9]* elements of [0-9]* bytes\$" out ||
    die "no memory for $purpose: $(cat out)"
}
no_memory 'a block of A' 2 matmul 600 600 600 --block 512 --plain
no_memory 'the check: a panel of A' 2 matmul 2000 2000 2000 --check
no_memory 'the check: columns of U' 2 cholesky 2000 --check
no_memory 'the handles of broadcasts in flight' 1 matmul 125000 1 1 --block 1
no_memory 'the check: a row' 1 fft3d 1 1 130000 --check
