#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The CMakeLists.txt of docs/using.md builds upc-stride as an external project, and a program in C with it. The sources are a copy of this
# folder with what is built, in place of the repository.
. "$(dirname "$0")/../common.sh"
unset MAKEFLAGS SANITIZE # of a make that runs the tests
"$tools/has_program" cmake || exit 77
mkdir copy && (cd "$top" && tar cf - --exclude=./build/portable --exclude=./build/tests --exclude=./.git --exclude=./build/deb .) | tar xf - -C copy
python3 - "$top/docs/using.md" >CMakeLists.txt <<'P'
import re, sys
print(next(b for b in re.findall(r'```cmake\n(.*?)```', open(sys.argv[1]).read(), re.S) if 'ExternalProject_Add' in b))
P
sed -i "s|^  GIT_REPOSITORY .*|  SOURCE_DIR $dir/copy|" CMakeLists.txt
grep -q SOURCE_DIR CMakeLists.txt || die 'docs/using.md names no repository'
cat >prog.c <<'C'
#include <stdio.h>
#include <upc_stride.h>
int main(void) {
  upc_stride_init(NULL);
  if (upc_stride_mythread() == 2) printf("%d %s\n", upc_stride_threads(), upc_stride_version());
  upc_stride_finalize();
}
C
{ cmake -B made . && cmake --build made; } >log 2>&1 || { tail -n 30 log; die 'no build'; }
same "$(made/upc_stride/bin/upcrun -n 3 made/prog)" "3 $(sed -n 's/^version: //p' "$top/CITATION.cff")"
echo PASS
