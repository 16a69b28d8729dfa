# SPDX-License-Identifier: BSD-3-Clause
# find_package(UpcStride): the library for programs in C and C++.
#   UpcStride::upc_stride     programs that upcrun starts: upc_stride.h
#   UpcStride::mpi-mpich      programs on MPICH: upc_stride_mpi.h; link with MPI::MPI_C as well
#   UpcStride::mpi-openmpi    the same on Open MPI
#   UpcStride::sim            as upc_stride, on a simulated machine
#   UpcStride::gasnet-udp     on a conduit of GASNet's, where GASNet was compiled with -fPIC; elsewhere pkg-config has it
# A target is there if its library was installed.
get_filename_component(UpcStride_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
file(GLOB UpcStride_LIBRARIES RELATIVE "${UpcStride_PREFIX}/lib" "${UpcStride_PREFIX}/lib/libupc_stride*.so")
foreach(file ${UpcStride_LIBRARIES})
  string(REGEX REPLACE "^lib(.*)\\.so$" "\\1" name "${file}")
  string(REPLACE "upc_stride-" "" target "${name}")
  if(EXISTS "${UpcStride_PREFIX}/lib/lib${name}.so" AND NOT TARGET UpcStride::${target})
    add_library(UpcStride::${target} SHARED IMPORTED)
    set_target_properties(UpcStride::${target} PROPERTIES
      IMPORTED_LOCATION "${UpcStride_PREFIX}/lib/lib${name}.so"
      INTERFACE_INCLUDE_DIRECTORIES "${UpcStride_PREFIX}/include/upc-stride")
  endif()
endforeach()
