/* SPDX-License-Identifier: BSD-3-Clause
 * mpi: which MPI this is, by what it says of itself: to a thread by MPI_Get_library_version, to upcrun by `mpiexec
 * --version`. What one family or version needs is asked with it when the program runs, not when it is compiled: all of
 * one interface have the same library files. */
#ifndef URTC_LIBRARY_H
#define URTC_LIBRARY_H

enum mpi_family { OF_OTHERS, OF_MPICH, OF_OPENMPI, OF_INTEL };
enum { MPI_NEWEST = 1 << 30 };
/* 100 * the major version + the minor one; 0: unknown */
struct mpi_library { enum mpi_family family; int version; };

/* Of any of these texts, and of "mpich-5.0.2", as the runtime's own texts say it (make/mpi_compilers). */
struct mpi_library mpi_library_of(const char *text);
/* Is it of that family, its version `from` or later, and before `below`? */
static inline int mpi_is(struct mpi_library l, enum mpi_family family, int from, int below) {
  return l.family == family && l.version >= from && l.version < below;
}

#endif
