#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upc-stride-tune on a simulated machine, where each run takes the same time: two runs write the same file. Its rules are
# for every conduit.
set -u
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
"$BUILD"/bin/upc-stride-tune --machine flat,host-factor=0,send-time=1us --threads 5 --bytes 8 --sync MYSYNC --operations gather_all \
  --output "$dir/rules" || exit 1
head -n 6 "$dir/rules"
grep -q '^# decides. Measured on the simulated machine flat,host-factor=0,send-time=1us, with all' "$dir/rules" &&
  grep -Eq '^gather_all +\* +2-5 +0- +[a-z:0-9]+ +MYSYNC +# 8 B [0-9.]+ us' "$dir/rules" || { echo 'no such rule'; exit 1; }
cp "$dir/rules" "$dir/first"
"$BUILD"/bin/upc-stride-tune --machine flat,host-factor=0,send-time=1us --threads 5 --bytes 8 --sync MYSYNC --operations gather_all \
  --output "$dir/rules" && diff "$dir/first" "$dir/rules"
