#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Checks all states of the models of the signal protocol (docs/protocol.md) with spin.
#   protocol.sh right [MODEL] OPTION...   the model must be free of errors
#   protocol.sh wrong [MODEL] OPTION...   spin must find the error that the options make
# MODEL is protocol (default), progress or orders.
set -u
tests/tools/has_program spin || exit 77
expected=$1 model=protocol; shift
case ${1:--} in -*) ;; *) model=$1; shift ;; esac
model=$PWD/docs/$model.pml
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
cc=clang-${LLVM:-19}  # spin would take gcc to preprocess
spin -P"$cc -std=gnu99 -E -x c" -a "$@" "$model" >spin.out 2>&1 || { cat spin.out; exit 1; }
"$cc" -O0 -w -DSAFETY -DCOLLAPSE -DMEMLIM=3000 -o pan pan.c || exit 1
./pan -m1000000 >pan.out 2>&1
grep -E 'errors:|states, stored|assertion violated|invalid end state \(at' pan.out
grep -q 'search depth too small\|out of memory\|reached -DMEMLIM' pan.out && { echo 'not all states were seen'; exit 1; }
errors=$(sed -n 's/.*errors: \([0-9]*\).*/\1/p' pan.out)
case $expected in
  right) [ "$errors" = 0 ] ;;
  wrong) [ "${errors:-0}" -gt 0 ] ;;
esac
