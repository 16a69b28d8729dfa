#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# checked.sh FILES: these of the Python package's tests, a pattern, with UPC_STRIDE_CHECK=1 on two threads: it finds no
# mistake where there is none. Skipped where no Python here has NumPy and pytest.
. "$(dirname "$0")/../../../tests/tools/common.sh"
. "$tools/has_package"
export UPC_STRIDE_CHECK=1
limited 120 "$UPCRUN" -n 2 -shared-heap=128MB "$python" -m pytest -q -p no:cacheprovider "$here"/$1 >log 2>&1 ||
  { tail -40 log; die 'it finds a mistake where there is none, or a test fails'; }
