// SPDX-License-Identifier: BSD-3-Clause
#ifndef UPCC_OPTIMISE_LOOP_OPTIONS_H
#define UPCC_OPTIMISE_LOOP_OPTIONS_H

// What the passes do.
struct LoopOptions {
  bool pointers = true; // -fno-upc-pointers: no addresses that move with a loop
  bool tables = true;   // -fno-upc-tables: no addresses from tables
  int threads = 0;      // THREADS; 0: known when the program starts
  bool remarks = false, remarksMissed = false; // -Rpass=upc, -Rpass-missed=upc
};

#endif
