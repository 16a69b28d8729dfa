/* SPDX-License-Identifier: BSD-3-Clause
 * Threads inside another program, for conduits that start their threads themselves. */
#include "conduits/conduit.h"

#ifndef URTC_HAS_COMMUNICATOR
const char *urtc_embed(const void *communicator, const char *mpi) {
  (void)mpi;
  return communicator ? "the library is that of another conduit; link the program with libupc_stride-mpi-mpich or "
                        "libupc_stride-mpi-openmpi" : NULL;
}
#endif
