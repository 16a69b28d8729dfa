#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What scikit-learn and SciPy compute of distributed arrays is what they compute of NumPy's, on 1 and 3 threads. Skipped where no Python here has
# scikit-learn and SciPy for NumPy 2 (PYTHON names another).
. "$(dirname "$0")/../../../tests/tools/common.sh"
modules='sklearn scipy' && . "$tools/has_package"
"$python" -c 'import numpy, sys; sys.exit(numpy.__version__ < "2")' || { echo 'the calls need NumPy 2'; exit 77; }
for count in 1 3; do
  limited 300 "$UPCRUN" -n $count -shared-heap=256MB "$python" "$here/packages.py" >log 2>&1 || { tail -20 log; die "on $count threads"; }
  tail -n 1 log
done
