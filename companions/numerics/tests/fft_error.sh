#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# fft_error.sh COUNT SEED: rounding errors of COUNT random transforms, at most three times NumPy's (fft_error.py).
. "$(dirname "$0")/../../../tests/tools/common.sh"
. "$tools/has_package"
for threads in 1 3; do
  limited 100 "$UPCRUN" -n "$threads" "$python" "$here/fft_error.py" "$1" "$2" 3 >out 2>&1 || die "$threads threads: $(cat out)"
done
limited 100 "$UPCRUN" -n 1 "$python" "$here/fft_error.py" 20 "$2" 0.5 >out 2>&1 && die "half of NumPy's error is not too large"
echo PASS
