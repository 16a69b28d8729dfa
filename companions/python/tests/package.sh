#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# package.sh COUNT: the tests of the Python package on so many threads, and its examples. Skipped where no Python here has NumPy and
# pytest (PYTHON names another).
. "$(dirname "$0")/../../../tests/tools/common.sh"
. "$tools/has_package"
count=$1
limited 120 "$UPCRUN" -n $count -shared-heap=128MB "$python" -m pytest -q -p no:cacheprovider "$top/companions/python/tests" >log 2>&1 ||
  { tail -40 log; die "on $count threads"; }
[ "$(grep -o ' passed' log | wc -l)" = $count ] || { cat log; die "not all $count threads passed"; }
same "$(limited 60 "$UPCRUN" -n $count "$python" "$here/first_operations.py")" PASS
same "$(limited 60 "$UPCRUN" -n $count "$python" "$top/examples/python/summa.py" 96 8 | tail -n 1)" PASS
for example in kmeans pca counter ring floyd nbody heat jacobi; do
  same "$(limited 60 "$UPCRUN" -n $count "$python" "$top/examples/python/$example.py" 1000 4 | tail -n 1)" PASS
done
