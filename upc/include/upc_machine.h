/* SPDX-License-Identifier: BSD-3-Clause
 * upc_machine.h: for programs that run on a simulated machine (upcc -network=sim; machines.md). On other conduits
 * the calls do nothing. */
#ifndef UPC_MACHINE_H
#define UPC_MACHINE_H

/* The thread has done this number of floating-point operations since its last call of UPC's runtime: on the simulated
 * machine they take flops / (peak * efficiency of the kind) seconds, whatever they took here. `kind` is a word for
 * which the machine's file gives an efficiency, such as "dgemm", "dtrsm" or "fft"; other kinds run at the peak. */
void upc_machine_compute(double flops, const char *kind);

/* 1: this is a simulated machine. */
int upc_machine_is_simulated(void);

/* 1: from now on upc_all_alloc returns memory without data, until this is called with 0. Such memory has addresses, and
 * copies to it and from it take their time on the machine, but it keeps no bytes: so thousands of threads may have more
 * than this host. Nobody may rely on what is read there. All threads call. Returns 1; elsewhere 0, and nothing
 * changes. */
int upc_machine_without_data(int on);

#endif
