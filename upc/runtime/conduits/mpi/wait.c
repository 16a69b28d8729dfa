/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: a thread waits as nodes/wait.c says. */
#include "conduits/mpi/control.h"

int urtc_node_threads(void) { return (int)urt_node_size; }
int urtc_crowded(void) { return urtc_here > urtc_cores; }
