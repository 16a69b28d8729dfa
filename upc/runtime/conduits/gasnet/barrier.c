/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: what the barrier of threads in nodes (nodes/barrier.c) needs: its words, which lie with the node's first
 * thread. The message to another node is in message.c. */
#include "conduits/gasnet/control.h"

struct barrier *urtc_barrier(int which) { return &urtc_control(urtc_first)->barrier[which]; }
