// SPDX-License-Identifier: BSD-3-Clause
// #pragma processors takes a name and expressions over constants and THREADS.
// expect: 6: processors
// expect: 7: processors
// expect: 8: extent is missing
#pragma processors (2, 2)
#pragma processors g
#pragma processors h(2,)
int x;
