#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A loop over consecutive elements of unknown memory has no call or test in it: it stays a loop of vector instructions
# (programs/loops.upc).
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$UPCC" -O2 -fsanitize=shared-address -S -emit-llvm "$here/programs/loops.upc" -o loops.ll || die upcc
grep -q '<2 x double>' loops.ll || die "the loop is not one of vector instructions"
same "$(grep -c 'call void @urt_address_[a-z]*_run' loops.ll)" 4
same "$(grep 'call void @urt_address_' loops.ll | grep -vc _run)" 2
echo PASS
