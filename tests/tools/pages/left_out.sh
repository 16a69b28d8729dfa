#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What tests/tools/pages/documents leaves out where no conduit but smp is built: commands that need another one, and those that use
# what they would have made. A page of which nothing can be run is skipped.
. "$(dirname "$0")/../common.sh"
unset TEST_LACKS
mkdir -p build/bin build/lib && touch build/lib/liburt-{smp,sim}.a # compiled for, but no simulator
page() { # COMMANDS...: a page with a block for each
  for commands; do printf '```sh\n%s\n```\n\n' "$commands"; done >page.md
  BUILD=$dir/build "$here/documents" "$dir/page.md" >said 2>&1
  echo "$? $(tail -n 1 said)"
}
same "$(page 'upcc -network=sim x.upc -o prog' './prog' 'echo hello')" '0 1 blocks run, 2 left out, 0 failed'
grep -q 'page.md:5: left out: it uses prog, which the commands of line 1 make' said || die "$(cat said)"
same "$(page 'upcrun -machine=flat -record=times -n 2 ./made' 'cp times copied' 'echo 2 times')" '77 0 blocks run, 3 left out, 0 failed'
same "$(page 'upcc -network=mpi-mpich x.upc -o ours' 'echo true >ours' 'sh ours')" '0 2 blocks run, 1 left out, 0 failed'
same "$(page 'upc-stride-tune --machine flat --threads 2 --output rules' 'UPC_STRIDE_RULE=$PWD/rules ./prog')" \
  '77 0 blocks run, 2 left out, 0 failed'
same "$(page 'upc-stride-compare -n 2 ./prog' 'mpicc.mpich x.c' 'upc-stride-calibrate --network mpi --output mine' 'cat mine')" \
  '77 0 blocks run, 4 left out, 0 failed'
same "$(page 'false' 'upcc -network=sim x.upc')" '1 1 blocks run, 1 left out, 1 failed'
echo PASS
