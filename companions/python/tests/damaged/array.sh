# SPDX-License-Identifier: BSD-3-Clause
# Read by tests/tools/files/damaged.sh: arrays, as upc_stride.load of Python reads them.
. "$tools/has_package"
"clang-$llvm" -O1 -shared -fPIC "$here/damage.c" -o damage.so || die 'damage.c does not compile'
"$UPCRUN" -n 1 "$python" "$reader" "$first" "$last" "$dir/damage.so"
