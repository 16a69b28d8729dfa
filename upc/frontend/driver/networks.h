// SPDX-License-Identifier: BSD-3-Clause
// The conduits for which this upcc has libraries, and what -network= may call them.
#ifndef UPC_FRONTEND_NETWORKS_H
#define UPC_FRONTEND_NETWORKS_H

#include <string>

// The conduits whose libraries are there, as "smp, mpi-mpich".
std::string builtNetworks();

// Completes the name of a conduit that is built for several libraries below it: "mpi" becomes the first of them whose
// MPI is here, such as "mpi-mpich", and "udp" becomes "gasnet-udp". False if `network` names no conduit.
bool pickNetwork(std::string &network);

#endif
