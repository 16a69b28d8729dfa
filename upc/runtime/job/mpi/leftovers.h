/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: files of a job whose launcher was killed. */
#ifndef URTC_LEFTOVERS_H
#define URTC_LEFTOVERS_H

#include <sys/types.h>

void urtc_remove_leftovers(pid_t thread);

#endif
