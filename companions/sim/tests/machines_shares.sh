#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Where the simulator shares out the links itself, by arithmetic, an exchange takes the time that it takes by SimGrid within
# 1 %: also with few messages under way, when one often waits for one link and leaves others unused, and if each flow has
# the whole bandwidth of a platform's backbone.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O "$top/companions/sim/tests/bisection.upc" -o bisection || die 'bisection.upc'

# both MACHINE NODES BYTES: an exchange of pieces of so many bytes, both ways. The last two arguments matter to the bound alone.
both() {
  local shares
  for shares in 0 1; do
    limited 60 "$UPCRUN" -machine="$1,host-factor=0,threads-per-node=1,link-shares=$shares" -n "$2" \
      ./bisection "$3" 4 154e6 >out 2>err ||
      { cat out err; die "$1 link-shares=$shares"; }
    awk '{ print $3 }' out >ms-$shares
  done
  awk -v simgrid="$(cat ms-0)" -v shares="$(cat ms-1)" 'BEGIN { exit !(shares > 0.99 * simgrid && shares < 1.01 * simgrid) }' ||
    die "$*: $(cat ms-0) ms by SimGrid, $(cat ms-1) ms by arithmetic"
}
for rounds in 4 8 24; do
  echo "exchange * * * torus rounds=$rounds" >rules
  UPC_STRIDE_RULE=rules both bluegene-l,torus=4x4x4 64 4096
done
both dragonfly 36 16384
both dragonfly 64 65536
both flat 12 65536
for backbone in 150MBps 2GBps; do
  cat >backbone.xml <<X
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="node-" suffix="" radical="0-11" speed="1Gf" bw="1GBps" lat="1us"
    bb_bw="$backbone" bb_lat="1us" bb_sharing_policy="FATPIPE"/>
</platform>
X
  both ./backbone.xml 12 65536
done
exit 0
