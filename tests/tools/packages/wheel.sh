#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A wheel holds the library and upcrun: in a virtual environment of its own it runs on several threads. With MPI= it holds the
# libraries for these too. A source distribution holds what the wheel is built from. Skipped where no Python here has
# scikit-build-core and numpy.
modules='scikit_build_core venv'
. "$(dirname "$0")/../common.sh"
. "$tools/has_python"
"$tools/has_program" cmake || exit 77
mpis=
for mpi in mpich openmpi; do BUILD=$build "$tools/has_conduit" mpi-$mpi && mpis+=${mpis:+,}$mpi; done
"$python" -c "
import os
from scikit_build_core import build
os.chdir('$top')
print(build.build_sdist('$dir'))
print(build.build_wheel('$dir', {'cmake.build-type': 'Release', 'build-dir': '$dir/made', 'cmake.define.MPI': '$mpis'}))" >log 2>&1 || { cat log; die 'no wheel'; }
wheel=$(ls upc_stride-*.whl)
[[ $wheel = upc_stride-$(sed -n 's/^version: //p' "$top/CITATION.cff")-py3-none-linux_*.whl ]] || die "the wheel is $wheel"
numpy=$("$python" -c 'import numpy; print(numpy.__path__[0])')
"$python" -m venv there && there/bin/pip install -q --no-index --no-deps "$wheel" || die 'pip install'
same "$(PYTHONPATH=${numpy%/numpy} there/bin/upcrun -n 3 there/bin/python -c '
import upc_stride as us
total = us.full(6, 7, 2).sum()
if us.thread() == 0: print(us.__file__.split("/")[-3], total, us.threads())')" "site-packages 42.0 3"
for mpi in ${mpis//,/ }; do
  library=libupc_stride-mpi-$mpi.so.0
  cmp -s "$build/lib/$library" there/lib/python3*/site-packages/upc_stride/lib/$library || die "the wheel lacks $library"
done
[ ! -e "$build/explorer.html" ] || [ -s there/share/doc/upc-stride/explorer.html ] || die 'the wheel lacks the explorer'

# What is not in a source distribution is of no use to a wheel.
tar xzf upc_stride-*.tar.gz || die 'no source distribution'
if git -C "$top" rev-parse HEAD >/dev/null 2>&1; then
  (cd upc_stride-*/ && find . -type f | sed 's|^./||' | LC_ALL=C sort) >has
  git -C "$top" ls-files | grep -vE '^(\.ci/|\.github/|(docs|companions/papers)/.*\.csv$)' | LC_ALL=C sort >needs
  same "$(LC_ALL=C comm -13 has needs | tr '\n' ' ')" ''
fi
# It makes a wheel, here one that finds the library.
(cd upc_stride-*/ && "$python" -c "
from scikit_build_core import build
print(build.build_wheel('$dir/second', {'build-dir': '$dir/made2', 'cmake.define.LIBRARY': 'find'}))") >log 2>&1 || { cat log; die 'no wheel of the source distribution'; }
