#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A folder whose name has blanks: make builds a copy of this folder there, for the conduit smp, and tests of each kind pass in it, all
# that the pages print among them. The objects of upcc are copied, but for one.
. "$(dirname "$0")/../common.sh"
copy="$dir/a folder/with blanks"
mkdir -p "$copy/build/obj"
(cd "$top" && tar cf - --exclude=./.git --exclude='./build*' .) | tar xf - -C "$copy"
(cd "$build/obj" && tar cf - frontend) | tar xf - -C "$copy/build/obj"
cd "$copy" || exit 1
touch upc/frontend/driver/driver.cpp
plain() { env -u MAKEFLAGS -u MAKELEVEL -u BUILD -u UPCC -u UPCRUN -u LIST -u CONDUIT -u FOREIGN -u SANITIZE -u TEST_TIMEOUT "$@"; }
plain make -j2 MPICC=none GASNET_ROOT= SIMGRID= >log 2>&1 || { grep -B 2 -A 5 -m 3 -iE 'error' log; die 'no build'; }
[ "$(grep -c '^  CXX' log)" -lt 20 ] || die 'the objects of upcc are compiled again'
plain tests/run pages/documents pages/questions sources/ compiler/{loops,long_functions,whole_outputs,coverage,compile_commands,odd_names}.sh \
  jobs/{without_a_word,started_by,wrong_values,binding,limits,input}.sh files/{wrong,headers}.sh of_one.sh apps/{files,matmul_output}.sh \
  library/{one_line,verbose}.sh graph_answers show_svg whole_files trace/tests/trace.sh gdb/tests/gdb.sh 'languages/places.sh' languages/two_copies.sh \
  'smp tests/runtime/statics.c' 'smp     tests/c/patches.c' 'smp tests/upc/run/locks' 'library/broadcast.upc UPC_STRIDE_CHECK' 'smp cg S' \
  unit_layout unit_rule 'pedantic - - src/broadcast.upc' tests/upc/refuse/s tests/upc/warn/ tests/upc/c/s >log 2>&1 || { tail -n 60 log; die 'tests'; }
tail -n 1 log
[ "$(tail -n 1 log | cut -d ' ' -f 1)" -gt 60 ] || die 'so few lines'
echo PASS
