#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# cvtsi2sd keeps a part of the register that it writes, so it waits for whoever wrote it before. upcc has Clang clear
# the register first, however long ago that was.
. "$(dirname "$0")/../common.sh"
[ "$(uname -m)" = x86_64 ] || { echo 'skipped: it reads the assembly of x86-64'; exit 77; }
cat >options.upc <<'END'
#include "tasks/arithmetic.h"
void value_options(double *value, long n) {
  for (long i = 0; i < n; i++) value[i] = option_value(i);
}
END
waiting() {  # OPTION.. : the conversions that are not right behind the clearing of their register
  "$UPCC" -O3 -I"$top/apps" "$@" -S options.upc -o options.s || die 'it does not compile'
  grep -q cvtsi2sd options.s || die 'there is no cvtsi2sd: the test looks for the wrong thing'
  awk '
    /cvtsi2sd/ && cleared != $NF {n++}
    {cleared = $1 ~ /^xorp[sd]$/ && $2 == $3 "," ? $3 : ""} END {print n + 0}' options.s
}
same "$(waiting)" 0
[ "$(waiting -mllvm -partial-reg-update-clearance=1)" -gt 0 ] || die 'an option of the user is not heeded'
