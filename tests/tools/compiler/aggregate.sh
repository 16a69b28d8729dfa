#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Which loops upcc lets make their far accesses together: counts these in the C of each function of aggregate.upc.
. "$(dirname "$0")/../common.sh"
[ -e "$(dirname "$UPCC")/../include/urt-mpi" ] || { echo 'skipped: the conduit mpi is not built'; exit 77; }

# OPTION...: a line for each function, in the order of the file: its name, updates, reads.
counted() {
  $UPCC -network=mpi "$@" -trans "$here/aggregate.upc" || die 'aggregate.upc does not compile'
  awk -v names="$(sed -n 's,^// expect: \([^ ]*\) .*,\1,p' "$here/aggregate.upc")" '
    BEGIN { count = split(names, name) }
    { for (i = 1; i <= count; i++) if ($0 ~ "^ *(void|double|int) " name[i] " *\\(") now = i }
    { updates[now] += gsub(/URT_UPDATE\(/, ""); reads[now] += gsub(/urt_read_ahead\(/, "") }
    END { for (i = 1; i <= count; i++) print name[i], updates[i] + 0, reads[i] + 0 }' aggregate.trans.c
}

# Versions of one loop repeat what they have: some or none.
some() { awk '{ print $1, ($2 > 0), ($3 > 0) }'; }

same "$(counted | some)" "$(sed -n 's,^// expect: ,,p' "$here/aggregate.upc" | some)"
# The loop of RandomAccess, as an application has it.
$UPCC -network=mpi -I"$top/src" -trans "$top/apps/randomaccess/plain.upc" || die 'plain.upc does not compile'
grep -q 'URT_UPDATE(.*URT_XOR' plain.trans.c || die 'the updates of apps/randomaccess/plain.upc are made one by one'

same "$(counted -fno-aggregate | awk '{ n += $2 + $3 } END { print n }')" 0
same "$(counted -network=smp | awk '{ n += $2 + $3 } END { print n }')" 0
