#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Files that zarr-python, or h5py, reads and writes: others.sh zarr|h5py.
. "$(dirname "$0")/../../../tests/tools/common.sh"
modules=$1 && . "$tools/has_package"
[ "$1" != h5py ] || ldconfig -p | grep -q 'libhdf5.*so' || { echo 'HDF5 is not installed'; exit 77; }
export HDF5_USE_FILE_LOCKING=FALSE
for count in 1 3; do
  rm -rf ./*
  limited 120 "$UPCRUN" -n $count "$python" "$top/companions/files/tests/others.py" "$1" >log 2>&1
  same "$(tail -n 1 log)" PASS || { tail -n 30 log; exit 1; }
done
