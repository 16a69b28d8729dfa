/* SPDX-License-Identifier: BSD-3-Clause
 * The computing kinds of a machine's file. */
#ifndef CALIBRATE_KINDS_H
#define CALIBRATE_KINDS_H

void print_kinds(void);                 /* words `flops` and `efficiency`, as this processor computes alone */

#endif
