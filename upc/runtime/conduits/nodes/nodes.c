/* SPDX-License-Identifier: BSD-3-Clause
 * See nodes.h. */
#include "conduits/nodes/nodes.h"

#ifdef URTC_NODES
int (*urtk_progress)(void);
void (*urtk_advance)(void);
#endif
