#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# array_api.sh THREADS: the suite array-api-tests on arrays of so many threads, 60 examples of each test, which takes minutes: TEST_TIMEOUT=300.
# Skipped unless ARRAY_API_TESTS names a checkout of github.com/data-apis/array-api-tests with its submodule, and PYTHON a Python with what its
# requirements.txt lists.
[ -d "${ARRAY_API_TESTS:-}/array_api_tests" ] || { echo 'ARRAY_API_TESTS names no checkout of array-api-tests'; exit 77; }
. "$(dirname "$0")/../../../tests/tools/common.sh"
modules='hypothesis ndindex pytest_jsonreport' && . "$tools/has_package"
limited 3600 "$UPCRUN" -n "$1" -shared-heap=256MB "$python" "$here/array_api.py" "$ARRAY_API_TESTS" "${EXAMPLES:-60}" >log 2>&1 ||
  { tail -40 log; die "on $1 threads"; }
tail -n 1 log
