#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# make dist: a tarball of what is committed, from which make builds where there is no git.
. "$(dirname "$0")/../common.sh"
unset MAKEFLAGS SANITIZE # of a make that runs the tests
git -C "$top" rev-parse HEAD >/dev/null 2>&1 || { echo 'not in a git checkout'; exit 77; }
make --no-print-directory -C "$top" dist DIST="$dir" >log 2>&1 || { cat log; die 'make dist'; }
sum=$(sha256sum <upc-stride-*.tar.gz | cut -c 1-64)
grep -q "sha256='$sum'" spack/package.py && grep -q "sha256: '$sum'" conda/recipe.yaml || die "no checksum $sum in the recipes"
tar xf upc-stride-*.tar.gz && rm upc-stride-*.tar.gz
cd upc-stride-* || die 'no folder in the tarball'
same "$(find . ! -type d | wc -l)" "$(git -C "$top" ls-tree -r HEAD | wc -l)"
mkdir ../bin && printf '#!/bin/sh\necho git was called >&2\nexit 1\n' >../bin/git && chmod +x ../bin/git
PATH=$dir/bin:$PATH make -n all >../commands 2>../err || { cat ../err; die 'make -n all'; }
[ ! -s ../err ] || die "make -n all says $(cat ../err)"
PATH=$dir/bin:$PATH make build/bin/upcrun explorer-if-possible >../log 2>&1 && build/bin/upcrun --version >../log 2>&1 || { cat ../log; die upcrun; }
