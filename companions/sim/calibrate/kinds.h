/* SPDX-License-Identifier: BSD-3-Clause
 * What the parts of the program print of a machine's file. */
#ifndef CALIBRATE_KINDS_H
#define CALIBRATE_KINDS_H

#include <stddef.h>

void print_kinds(void);                 /* words `flops` and `efficiency`, as this processor computes alone */
/* Words `near-`, `own-` and `node-bandwidth`, for copies of more than `cached` bytes; all threads call. */
void measure_memory(int repetitions, size_t cached);

#endif
