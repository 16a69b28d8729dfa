// SPDX-License-Identifier: BSD-3-Clause
// What MPI's C compiler says: the conduit mpi needs its headers and its library.
#ifndef UPC_FRONTEND_DRIVER_MPI_H
#define UPC_FRONTEND_DRIVER_MPI_H

#include <string>
#include <vector>

// The C compiler of a conduit's MPI: mpicc.mpich for mpi-mpich, or an mpicc whose headers are MPICH's; mpicc_abi for
// mpi-abi. Empty if there is none.
std::string mpiCompiler(const std::string &network);

// What a program on this conduit is linked with, as that compiler says. False, with a line, if there is none. MPI's
// binary interface needs no compiler: a file of our libraries in `lib` has its names (packaging/mpi_abi).
bool addMpiLibraries(const std::string &network, const std::string &lib, std::vector<std::string> &line);

// -uses-mpi: adds the folders in which mpi.h is.
void addMpiHeaders(const std::string &network, std::vector<std::string> &arguments);

#endif
