#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Applications on a simulated machine: with data their results are right; without data they take the same time, as far as
# the memory's places allow, and no memory; threads sit where a map says; what does not fit is refused with a line.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
mkdir common
for source in "$top"/apps/common/*.upc; do
  "$UPCC" -network=sim -c "$source" -o "common/$(basename "$source" .upc).o" || die "$source does not compile"
done
compile() { # APP
  # shellcheck disable=SC2046 # words
  (cd "$top" && "$UPCC" -network=sim $(apps/parts "$1" | sed 's@[^ ]*/common/[^ ]*\.upc@@g') "$dir"/common/*.o -o "$dir/$1") ||
    die "$1 does not compile"
}
for app in matmul cholesky fft3d lu hpccfft stencil; do compile $app; done

seconds() { sed -n 's/.*"seconds_min": \([0-9.]*\).*/\1/p' out; }
machine=bluegene-l,torus=4x4x2,host-factor=0
# both N APP ARGUMENTS: with data and without
both() {
  local n=$1 app=$2; shift 2
  limited 100 "$UPCRUN" -machine=$machine -n "$n" "./$app" "$@" --check --json >out 2>err && grep -q PASS out || die "$app $*: $(cat out err)"
  local with; with=$(seconds)
  limited 100 "$UPCRUN" -machine=$machine -n "$n" "./$app" "$@" --no-data --json >out 2>err || die "$app $* --no-data: $(cat out err)"
  awk -v a="$with" -v b="$(seconds)" 'BEGIN { exit !(a > 0 && b > 0.97 * a && b < 1.03 * a) }' ||
    die "$app $*: $with s with data, $(seconds) s without"
}
both 8 matmul 640 640 640 --block 80 --grid 2x4
both 6 cholesky 960 --block 80 --grid 3x2
both 8 fft3d 64 64 64 --grid 2x4
both 8 lu 800 --block 40 --grid 2x4
both 8 hpccfft 16
both 6 hpccfft 14 --plain
both 8 stencil 400 --steps 20 --grid 2x4
both 6 stencil 300 --steps 10 --steps-per-halo 2 --radius 2 --grid 3x2

# A thread that computes gives the library turns, so that it passes on what others wait for. Then a second processor that does
# this gains little. (Without turns matmul would take 1.49 times as long, cholesky 1.54 times, fft3d 1.11 times.)
# turns N TORUS BROADCAST APP ARGUMENTS..
turns() {
  local n=$1 torus=$2 broadcast=$3 app=$4 helper; shift 4
  for helper in 0 1; do
    UPC_STRIDE_SCHEDULE=broadcast=$broadcast UPC_STRIDE_MAP=XT,YZ limited 100 "$UPCRUN" -n "$n" \
      -machine="bluegene-l,host-factor=0,link-shares=1,torus=$torus,helper=$helper" "./$app" "$@" --no-data --json --cold >out 2>err ||
      die "$app $* helper=$helper: $(cat out err)"
    seconds >helper-$helper
  done
  awk -v a="$(cat helper-0)" -v b="$(cat helper-1)" 'BEGIN { exit !(b > 0 && a < 1.05 * b) }' ||
    die "$app $*: $(cat helper-0) s, with a helper $(cat helper-1) s"
}
turns 32 4x2x2 chain:262144 matmul 12000 24000 24000 --block 500 --grid 4x8 --steps 4
turns 32 4x2x2 chain:262144 cholesky 16000 --block 500 --grid 8x4 --steps 8
turns 64 4x2x4 chain fft3d 64 512 512 --grid 4x16

# What the others compute is charged by the machine's rates: on a slower processor they take longer, with no data copied.
for app in "lu 480" "hpccfft 14" "stencil 256"; do
  for rate in 1 10; do
    limited 100 "$UPCRUN" -machine=flat,host-factor=0,flops=${rate}MFlop/s -n 4 ./$app --json >out 2>err || die "$app: $(cat out err)"
    seconds >at-$rate
  done
  awk -v a="$(cat at-1)" -v b="$(cat at-10)" 'BEGIN { exit !(b > 0 && a > 9 * b && a < 10.5 * b) }' ||
    die "$app: $(cat at-1) s at 1 MFlop/s, $(cat at-10) s at 10"
done

# Near threads factor a matrix: all compute equally long, and wait little for panels, which are factored one after another.
# (Tiles dealt out in turn would give one thread a sixth more than the mean.)
limited 100 "$UPCRUN" -machine=fat-tree,threads-per-node=16,host-factor=0 -n 16 ./lu 4096 --block 32 --no-data --profile >out 2>err ||
  die "lu on a node: $(cat out err)"
awk '/^compute/ { n += $6 > 90 && $(NF - 1) < 1.03 * $2 } END { exit n != 1 }' out || die "lu on a node: $(cat out)"

# 64 threads with 240 MB each, more than a test may take of this host.
limited 100 "$UPCRUN" -machine=$machine -n 64 ./matmul 25000 25000 25000 --block 500 --grid 8x8 --no-data --steps 4 >out 2>err ||
  die "matmul without data: $(cat out err)"
grep -q 'steps 4 of 50 threads 64' out || die "steps: $(cat out)"

# A thread sends as many messages among 128 threads as among few: its share of two broadcasts, twice, and what opens
# channels. No thread reads something of every other one, or thousands could not run.
UPC_STRIDE_SCHEDULE=broadcast=chain:0 limited 100 "$UPCRUN" -machine=bluegene-l,host-factor=0,link-shares=1 -n 128 ./matmul 4000 8000 8000 \
  --block 500 --grid 8x16 --no-data --steps 1 >out 2>err || die "128 threads: $(cat out err)"
messages=$(sed -n 's/^machine .*; \([0-9]*\) messages.*/\1/p' err)
[ "$messages" -gt 1000 ] && [ "$messages" -lt $((40 * 128)) ] || die "128 threads send $messages messages"

# A map: a row of the grid on neighbours. All of a broadcast along a row then stays in one ring of nodes.
map() { UPC_STRIDE_SCHEDULE=broadcast=chain UPC_STRIDE_MAP=$1 limited 100 "$UPCRUN" -machine="$machine$2" -n 64 ./matmul 1600 1600 1600 --block 200 --grid 8x8 --no-data --json >out 2>err; }
map XT,YZ '' && mapped=$(seconds) || die "a map: $(cat out err)"
map XT,YZ ,placement=random && random=$(seconds) || die "at random: $(cat out err)"
awk -v a="$mapped" -v b="$random" 'BEGIN { exit !(a < b) }' || die "$mapped s by the map, $random s at random"

# refused ARGUMENTS.. => TEXT
refused() { # TEXT COMMAND..
  local text=$1; shift
  limited 100 "$@" >out 2>&1 && { cat out; die "$* is accepted"; }
  grep -qF -- "$text" out && [ "$(wc -l <out)" = 1 ] || { cat out; die "$*: expected one line with: $text"; }
}
UPC_STRIDE_MAP=XT,YZ refused 'UPC_STRIDE_MAP needs as many threads, not 6' "$UPCRUN" -machine=bluegene-l -n 6 ./matmul 60 60 60
UPC_STRIDE_MAP=XT,Y refused 'each letter of the torus must be in it' "$UPCRUN" -machine=$machine -n 64 ./matmul 60 60 60
UPC_STRIDE_MAP=X,Y refused 'is no torus of up to three dimensions' "$UPCRUN" -machine=flat -n 4 ./matmul 60 60 60
refused 'placement is '"'near'"'; it must be map, row-major or random' "$UPCRUN" -machine=flat,placement=near -n 4 ./matmul 60 60 60
refused 'has 4 nodes of 2 threads each; 8 nodes are needed' "$UPCRUN" -machine=bluegene-l,torus=2x2 -n 16 ./matmul 60 60 60
"$UPCRUN" -n 1 ./matmul 60 60 60 --check --no-data >out 2>&1 && die '--check --no-data is accepted'
grep -q 'no --check with it' out || { cat out; die '--check --no-data'; }
exit 0
