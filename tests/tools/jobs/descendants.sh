#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A host that is gone ends a job on GASNet's udp, with all that its master has started here: thousands of processes, and no other.
. "$(dirname "$0")/../common.sh"
cc -D_GNU_SOURCE -O1 -I"$top/upc/runtime" "$here/descendants.c" "$top/upc/runtime/job/link.c" -lpthread -o descendants || die "no compiler"
same "$(limited 60 ./descendants)" "2000 of 2000, 0 others"
