/* SPDX-License-Identifier: BSD-3-Clause
 * work.h: what an application tells a simulated machine (machines.md): how much it has computed; and with
 * --no-data that it computes nothing and its arrays have no data, so that thousands of threads fit this host. */
#ifndef WORK_H
#define WORK_H

/* --no-data: arrays that are allocated from now on have no data. Returns ARGUMENTS_OK, or ARGUMENTS_WRONG with a line
 * if the machine is not simulated. `needs` names the options that need data, if one of them is given; or null. */
int app_no_data(const char *needs);
/* 0 after app_no_data. */
int app_has_data(void);

/* The thread has done `flops` floating-point operations of a kind, such as "dgemm", or without data would have done
 * them. */
void app_work(double flops, const char *kind);

#endif
