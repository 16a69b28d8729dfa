/* SPDX-License-Identifier: BSD-3-Clause
 *
 * static UPC_STRIDE_OF_THREAD int found;
 *
 * A variable of plain C that may change is so declared: each UPC thread has its own. UPC gives each thread its own
 * variables, but with another compiler the threads may be threads of one process, as GCC UPC's can be. The C compiler
 * does not know it: the build defines the macro as _Thread_local. Our threads are processes, and those of a simulated
 * machine change variables when they change turns. tests/tools/sources/of_thread looks for others. */
#ifndef UPC_STRIDE_OF_THREAD_H
#define UPC_STRIDE_OF_THREAD_H

#ifndef UPC_STRIDE_OF_THREAD
#define UPC_STRIDE_OF_THREAD
#endif

#endif
