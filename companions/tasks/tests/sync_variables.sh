#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What upcc makes of reads and writes of upc_syncvar and upc_singlevar: the C of sync_variables.upc is that of
# sync_variables.expected, but for what -g adds, and for the records of the objects at the end. In that file each statement and
# each argument of a call stands on a line of its own.
. "$(dirname "$0")/../../../tests/tools/common.sh"
cp "$here/sync_variables.upc" .
"$UPCC" -T 4 -w -trans sync_variables.upc || die 'sync_variables.upc does not compile'
sed -n '/ int read_and_write (/,$p' sync_variables.trans.c | grep -v '^#' | tr -s ' \n' ' ' |
  sed -E 's/([;{}]) */\1\n/g; s/, \(/,\n  (/g' | sed -E 's/^ //; s/ $//' |
  sed '/urt_static_t upc_statics/,$d' | grep -v urt_debug >made
diff made "$here/sync_variables.expected" >differences ||
  die "the C has changed (<: now, >: sync_variables.expected): $(cat differences)"
echo PASS
