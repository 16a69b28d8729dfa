/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: a thread waits as nodes/wait.c says. */
#include "conduits/mpi/control.h"

int urtc_node_threads(void) { return (int)urt_node_size; }
int urtc_first_node(void) { return urtc_nodes > 1 ? urtc_leader[1] : urt_threads; }
