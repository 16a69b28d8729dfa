# SPDX-License-Identifier: BSD-3-Clause
# find_package(UpcStride): the library for programs in C and C++.
#   UpcStride::upc_stride     programs that upcrun starts: upc_stride.h
#   UpcStride::mpi-mpich      programs on MPICH: upc_stride_mpi.h; link with MPI::MPI_C as well
#   UpcStride::mpi-openmpi    the same on Open MPI
# A target is there if its library was installed.
get_filename_component(UpcStride_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(name upc_stride upc_stride-mpi-mpich upc_stride-mpi-openmpi)
  string(REPLACE "upc_stride-" "" target "${name}")
  if(EXISTS "${UpcStride_PREFIX}/lib/lib${name}.so" AND NOT TARGET UpcStride::${target})
    add_library(UpcStride::${target} SHARED IMPORTED)
    set_target_properties(UpcStride::${target} PROPERTIES
      IMPORTED_LOCATION "${UpcStride_PREFIX}/lib/lib${name}.so"
      INTERFACE_INCLUDE_DIRECTORIES "${UpcStride_PREFIX}/include/upc-stride")
  endif()
endforeach()
