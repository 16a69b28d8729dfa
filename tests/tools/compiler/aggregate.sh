#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Which loops upcc lets make their far accesses together: what it says of each function of aggregate.upc, and of the loop of
# RandomAccess as an application has it.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" mpi || exit 77

# OPTION...: a line for each function, in the order of the file: its name, whether updates are collected, whether reads are
# made ahead.
said() {
  "$UPCC" -network=mpi -O2 -Rpass=upc "$@" -c "$here/aggregate.upc" -o aggregate.o 2>remarks || die 'aggregate.upc does not compile'
  awk 'NR == FNR { if (match($0, /upc:[0-9]+/)) { line = substr($0, RSTART + 4, RLENGTH - 4)
                     if (/sent to their owners together/) update[line] = 1
                     if (/are read ahead/) ahead[line] = 1 }
                   next }
       /^\/\/ expect:/ { if (name) print name, updates + 0, reads + 0; name = $3; updates = reads = 0 }
       { updates += update[FNR]; reads += ahead[FNR] }
       END { print name, updates + 0, reads + 0 }' remarks "$here/aggregate.upc" | awk '{ print $1, ($2 > 0), ($3 > 0) }'
}

same "$(said)" "$(sed -n 's,^// expect: ,,p' "$here/aggregate.upc")"
same "$(grep 'in whole pieces' remarks | cut -d : -f 2 | sort -nu)" \
  "$(grep -n '// in whole pieces' "$here/aggregate.upc" | cut -d : -f 1)"
same "$(said -fno-upc-updates | awk '{ n += $2 } END { print n }')" 0
same "$(said -fno-upc-read-ahead | awk '{ n += $3 } END { print n }')" 0
for none in -network=smp -O0; do same "$(said $none | awk '{ n += $2 + $3 } END { print n }')" 0; done
"$UPCC" -network=mpi -O2 -I"$top/src" -Rpass=upc -c "$top/apps/randomaccess/plain.upc" -o plain.o 2>remarks || die 'plain.upc does not compile'
grep -q 'sent to their owners together' remarks || die 'the updates of apps/randomaccess/plain.upc are made one by one'
