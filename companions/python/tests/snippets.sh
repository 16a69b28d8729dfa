#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Calls of NumPy's reference, and 3,000 random programs, on distributed arrays give what NumPy gives and warns of, on 1 to 4 threads that are late
# at random calls. Skipped where no Python here has NumPy 2 (PYTHON names another).
. "$(dirname "$0")/../../../tests/tools/common.sh"
. "$tools/has_package"
"$python" -c 'import numpy, sys; sys.exit(numpy.__version__ < "2")' || { echo 'the snippets need NumPy 2'; exit 77; }
for count in 1 2 3 4; do
  for tests in snippets.py "programs.py $((750 * (count - 1))) 750"; do
    # shellcheck disable=SC2086
    limited 600 "$UPCRUN" -n $count -shared-heap=256MB "$python" "$here"/$tests >log 2>&1 || { tail -20 log; die "on $count threads"; }
    tail -n 1 log
  done
done
