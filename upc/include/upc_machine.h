/* SPDX-License-Identifier: BSD-3-Clause
 * upc_machine.h: for programs that run on a simulated machine (upcc -network=sim, docs/machines.md). On other conduits
 * the calls do nothing. */
#ifndef UPC_MACHINE_H
#define UPC_MACHINE_H

/* The thread has done so many floating-point operations since its last call of UPC's runtime: on the simulated machine
 * they take flops / (peak * efficiency of the kind) seconds, whatever they took here. `kind` is a word for which the
 * machine's file gives an efficiency, such as "dgemm", "dtrsm" or "fft"; other kinds run at the peak. */
void upc_machine_compute(double flops, const char *kind);

/* 1: this is a simulated machine. */
int upc_machine_is_simulated(void);

#endif
