#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What the threads of a Python program print into a pipe are whole lines, also with PYTHONUNBUFFERED and for standard error.
. "$(dirname "$0")/../../../tests/tools/common.sh"
modules=numpy && . "$tools/has_package"
cat >lines.py <<'P'
import sys
import upc_stride as us
print('printed before the start')
us.init()
for i in range(2000):
    print('thread', us.thread(), 'has line', i, 'x' * 30, 'end', file=sys.stderr if i % 3 == 0 else sys.stdout)
P
for unbuffered in '' 1; do
  PYTHONUNBUFFERED=$unbuffered limited 60 "$UPCRUN" -n 4 "$python" lines.py 2>&1 | cat >out || die "status ${PIPESTATUS[0]}"
  same "$(sort out | uniq -c | grep -cE '^ *1 thread [0-3] has line [0-9]+ x{30} end$')" 8000
  same "$(grep -vE '^thread ' out)" 'printed before the start'
done
echo PASS
