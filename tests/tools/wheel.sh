#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A wheel holds the library and upcrun: in a virtual environment of its own it runs on several threads. Skipped where no Python
# here has scikit-build-core and numpy.
top=$PWD modules='scikit_build_core venv'
. "$(dirname "$0")/common.sh"
. "$tools/has_python"
command -v cmake >/dev/null || { echo 'cmake is not installed'; exit 77; }
"$python" -c "
import os, sys
from scikit_build_core import build
os.chdir('$top')
print(build.build_wheel('$dir', {'cmake.build-type': 'Release', 'build-dir': '$dir/made'}))" >log 2>&1 || { cat log; die 'no wheel'; }
wheel=$(ls upc_stride-*.whl)
[[ $wheel = upc_stride-$(sed -n 's/^version: //p' "$top/CITATION.cff")-py3-none-linux_*.whl ]] || die "the wheel is $wheel"
numpy=$("$python" -c 'import numpy; print(numpy.__path__[0])')
"$python" -m venv there && there/bin/pip install -q --no-index --no-deps "$wheel" || die 'pip install'
same "$(PYTHONPATH=${numpy%/numpy} there/bin/upcrun -n 3 there/bin/python -c '
import upc_stride as us
total = us.full(6, 7, 2).sum()
if us.thread() == 0: print(us.__file__.split("/")[-3], total, us.threads())')" "site-packages 42.0 3"
