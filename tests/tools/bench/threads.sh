#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# bench/apps/run with THREADS=6: each program has 6 threads or processes, or 1, or a multiple of 6 for ours on more than
# there are cores; the grids of ScaLAPACK have 6 places. THREADS=0 is refused.
top=$(cd "$(dirname "$0")/../../.." && pwd)
THREADS=6 repeat=3
. "$top/bench/apps/variants.sh"
fail() { echo "$1: $2"; exit 1; }
for app in $(comparison_names); do
  lines=$("${app}_variants" 16)
  [[ $lines == *"|6|"* || $app = isx4 ]] || fail "$app" 'nothing with 6 threads'
  while IFS='|' read -r who threads command; do
    [ "$threads" = 1 ] || [ $((threads % 6)) = 0 ] || fail "$who" "$threads threads"
    case $command in
      'ours '* | 'native '* | 'far '* | 'alone '*) [[ $command =~ ^[a-z]+\ ([a-z]+(_[a-z]+)*\ )?$threads\  ]] ;;
      *' 3 2 '* | *' 2 3 '*) ;;
      *) [[ $command != *pdge* && $command != *pdtran* ]] || [[ $command == 'pdgetrf '* ]] ;;
    esac || fail "$who, $threads threads" "$command"
  done <<<"$lines"
done
[ "$(tall) $(wide)" = '3 2 2 3' ] || fail grids "$(tall) $(wide)"
cd "$top" && THREADS=0 bench/apps/run 2>&1
