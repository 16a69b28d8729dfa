# SPDX-License-Identifier: BSD-3-Clause
# Read by tests/tools/files/damaged.sh: descriptions of machines, as upcrun -machine= reads them.
# The reader is a part of the simulator, in C++ on SimGrid.
compile_simulator() {
  echo '#include <simgrid/s4u.hpp>' >has.cpp
  "clang++-$llvm" -std=c++17 -fsyntax-only has.cpp 2>/dev/null || { echo 'SimGrid is not installed'; exit 77; }
  for part in "$here"/{each,damage}.c "$top"/upc/common/machine_*.c; do
    "clang-$llvm" $sanitizers -D_GNU_SOURCE -O1 -g "-I$top/upc" -c "$part" || die "$part"
  done
  (cd "$top/companions/sim/simulator" && "clang++-$llvm" $sanitizers -fno-sanitize=vptr -std=c++17 -O1 -g -Wall "-I$here" \
    -I. -I.. -I../runtime "-I$top/upc/runtime" "-I$top/upc" -idirafter "$top/src" "$reader" machine.cpp network.cpp routes.cpp detours.cpp shapes.cpp shares.cpp zones.cpp \
    dragonfly_zone.cpp torus_zone.cpp injection_zone.cpp "$dir"/*.o -lsimgrid -o "$dir/reader") || die "the reader of $kind does not compile"
}
compile_simulator
read_all "$top"/companions/sim/machines/*
