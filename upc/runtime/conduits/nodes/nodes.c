/* SPDX-License-Identifier: BSD-3-Clause
 * See nodes.h. */
#include "conduits/nodes/nodes.h"

#ifdef URTC_NODES
int (*urtk_progress)(void);
void (*urtk_advance)(void);

int *urtc_first_of;
int urtc_leader_of(int thread) { return urtc_first_of[thread]; }
#endif
