#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# make/mpi_compilers: which MPI a compiler is of, its options and its launcher, by compilers that are shell scripts.
. "$(dirname "$0")/../common.sh"
unset I_MPI_ROOT

mpi() {  # FOLDER NAME MACROS: an MPI with the compiler NAME
  mkdir -p "$1/bin" "$1/the include" && printf '%s\n' "${@:3}" | sed 's/^/#define /' >"$1/the include/mpi.h"
  cat >"$1/bin/$2" <<S
#!/bin/sh
[ "\$1" != -show ] || { echo 'cc -O3 -Wall -march=native -DWITH="a b" -I"$1/the include" -D ALONE -L"$1/lib" -Xlinker -rpath -Xlinker "$1/lib" -Wl,-z,now -lmpi -lrt'; exit; }
exec cc "-I$1/the include" "\$@"
S
  printf '#!/bin/sh\n' >"$1/bin/mpiexec"
  chmod +x "$1/bin"/*
}
mpi "$dir/a" mpicc 'MPICH_VERSION "4.9.1"'
mpi "$dir/b" mpicc 'MPICH_VERSION "5.1"'
mpi "$dir/c" mpicc 'OMPI_MAJOR_VERSION 5' 'OMPI_MINOR_VERSION 0' 'OMPI_RELEASE_VERSION 11'
mpi "$dir/d" mpigcc 'MPICH_VERSION "3.4a2"' 'I_MPI_VERSION "2021.9"'
mpi "$dir/e" mpicc_abi 'MPI_ABI_VERSION 1'
mpi "$dir/f" mpicc.own 'MPICH_VERSION "4.9.1"'
mpi "$dir/none" mpicc && rm -r "$dir/none/the include"

names() { "$top/make/mpi_compilers" out "$@" | paste -sd ' '; }
same "$(names {a,b}/bin/mpicc)" 'mpich mpich-5.1'
same "$(names {b,a}/bin/mpicc)" 'mpich mpich-4.9.1'
same "$(names none/bin/mpicc nowhere "$dir"/{c/bin/mpicc,d/bin/mpigcc,e/bin/mpicc_abi,f/bin/mpicc.own,c/bin/mpicc})" \
  'openmpi intel abi own openmpi-5.0.11'

# What compiles and what links, each option once, with its quotes; a compiler of ours reads them.
names "$dir/a/bin/mpicc" >/dev/null
same "$(<out/mpich/link)" "-L$dir/a/lib -Xlinker -rpath -Xlinker $dir/a/lib -Wl,-z,now -lmpi -lrt"
echo '#include <mpi.h>
const char *version = MPICH_VERSION;
#if !ALONE || !defined WITH
#error the options of the wrapper are lost
#endif' >reads.c
"clang-${LLVM:-19}" -Wall -Werror -c @out/mpich/compile reads.c || die "$(<out/mpich/compile)"
! grep -E 'march|Wall|O3' out/mpich/* || die 'what is our own choice comes from the wrapper'

# The launcher is beside the compiler, whatever its name; where it has gone, that in PATH.
names "$dir"/d/bin/mpigcc "$dir"/f/bin/mpicc.own >/dev/null
same "$(cat out/intel/launcher)" "$dir/d/bin/mpiexec"
mv f/bin/mpiexec f/bin/mpiexec.own && names "$dir/f/bin/mpicc.own" >/dev/null
same "$(<out/own/launcher)" "$dir/f/bin/mpiexec.own"
rm f/bin/mpiexec.own && PATH=$dir/c/bin:$PATH names "$dir/f/bin/mpicc.own" >/dev/null
same "$(<out/own/launcher)" mpiexec

# A file changes with the MPI, and else not: make compiles again what was compiled with another one.
touch -d 2001-01-01 out/mpich/*
names "$dir/a/bin/mpicc" >/dev/null
same "$(find out/mpich -newermt 2002-01-01 -type f)" ''
sed -i 's/4.9.1/4.9.2/' 'a/the include/mpi.h' && names "$dir/a/bin/mpicc" >/dev/null
same "$(find out/mpich -newermt 2002-01-01 -type f)" out/mpich/compile
touch -d 2001-01-01 out/mpich/*
names "$dir/b/bin/mpicc" >/dev/null
same "$(find out/mpich -newermt 2002-01-01 -type f | wc -l)" 4
echo PASS
