#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The types of the Python package: mypy accepts the package, and knows the types in a program that uses it; the stub has the
# calls of the source, with their arguments. Skipped where no Python here has mypy.
modules=mypy
. "$(dirname "$0")/../../../tests/tools/common.sh"
. "$tools/has_python"
cp -r "$top/companions/python/upc_stride" . && "$top/companions/python/types" >upc_stride/_calls/_calls.pyi || die 'no types'
export MYPYPATH=$dir MYPY_CACHE_DIR=$dir/cache
limited 100 "$python" -m mypy --ignore-missing-imports --strict-equality --warn-unused-ignores -p upc_stride >log 2>&1 || { cat log; die 'mypy: the package'; }
sed 's/# type: .*//' "$here/typed_program.py" >program.py
limited 100 "$python" -m mypy --ignore-missing-imports program.py >log 2>&1
grep -o 'Revealed type is "[^"]*"' log | sed 's/.*is //; s/"//g; s/builtins\.//g' >got
grep -o '# type: .*' "$here/typed_program.py" | sed 's/# type: //' >expected
diff expected got >differ || { cat log; die "the types of a program: $(cat differ)"; }
same "$(grep -c 'error:' log)" 0
limited 100 env PYTHONPATH="$dir" "$python" -m mypy.stubtest upc_stride._calls._calls --ignore-missing-stub >log 2>&1 ||
  { cat log; die 'the types are not those of _calls/'; }
