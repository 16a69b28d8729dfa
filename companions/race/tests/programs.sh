#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What is told of random programs is what a model tells, which has the definition of happens-before (random_programs.py).
#   programs.sh CONDUIT THREADS PROGRAMS SEED...   PROGRAMS of each seed, at -O0, -O1, -O2 or -O3 in turn
. "$(dirname "$0")/../../../tests/tools/common.sh"
python3 "$here/random_programs.py" "$UPCC" "$UPCRUN" "$@"
