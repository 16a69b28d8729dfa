#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The tests of the Python package on some threads. Skipped where the Python has no NumPy or no pytest (PYTHON names another).
top=$PWD python=${PYTHON:-python3}
. "$(dirname "$0")/common.sh"
for module in numpy pytest; do
  "$python" -c "import $module" 2>/dev/null || { echo "the Python here has no $module"; exit 77; }
done
export PYTHONPATH=$top/python UPC_STRIDE_LIBRARY=$build/lib/libupc_stride.so PYTHONDONTWRITEBYTECODE=1
for count in 1 3 4; do
  limited 120 "$UPCRUN" -n $count "$python" -m pytest -q -p no:cacheprovider "$top/python/tests" >log 2>&1 ||
    { tail -40 log; die "on $count threads"; }
  [ "$(grep -c ' passed' log)" = $count ] || { cat log; die "not all $count threads passed"; }
done
