#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Which MPI upcrun and upcc take: the one that UPC_MPI= names, else that of the program, else, if that has gone, the one beside upcrun or in
# PATH. The program loads the library of the MPI that is taken, if that is not its own. `upcrun -version` says what is found.
#   another_mpi.sh CONDUIT
conduit=$1
BUILD=${BUILD:-build} tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
unset UPC_MPI
"$UPCC" -network="$conduit" "$tools/hello.upc" -o hello || exit 1
started() { "$UPCRUN" -t -n 2 "$@" ./hello; }
mpi_launcher ./hello; own=$launcher

# An MPI that says what it is, and whose launcher is that of the program.
mkdir -p other/bin
printf '#!/bin/sh\necho other >>"%s"\nexec "%s" "$@"\n' "$PWD/called" "$own" >other/bin/mpiexec
chmod +x other/bin/mpiexec
ln -s "$(ldd hello | sed -n 's|.* \(/.*\)/libmpi[^/]*$|\1|p' | head -n 1)" other/lib
for named in other other/bin other/bin/mpiexec; do
  rm -f called
  same "$(UPC_MPI=$PWD/$named "$UPCRUN" -n 2 ./hello 2>&1 | sort)" "$("$UPCRUN" -n 2 ./hello | sort)"
  [ -s called ] || die "UPC_MPI=$named: its launcher is not called"
  [[ $(UPC_MPI=$PWD/$named "$UPCRUN" -version | tail -n 1) = *" $PWD/other/bin/mpiexec"* ]] || die "$named: $(UPC_MPI=$PWD/$named "$UPCRUN" -version)"
done
# Its compiler, for a program that calls MPI.
compiler=mpicc
[ "$conduit" != mpi-abi ] || compiler=mpicc_abi
for own_compiler in "${own%/*}/$compiler.$(sed 's/^mpi-//; s/-.*//' <<<"$conduit")" "${own%/*}/$compiler"; do
  [ ! -x "$own_compiler" ] || break
done
[ -x "$own_compiler" ] || die "no compiler beside $own"
printf '#!/bin/sh\necho other >>"%s"\nexec "%s" "$@"\n' "$PWD/asked" "$own_compiler" >other/bin/$compiler
chmod +x other/bin/$compiler
for named in other other/bin other/bin/mpiexec; do
  rm -f asked
  UPC_MPI=$PWD/$named "$UPCC" -network="$conduit" -uses-mpi "$tools/hello.upc" -o hello_other || exit 1
  [ -s asked ] || die "UPC_MPI=$named: upcc does not ask its compiler"
done

# A program that calls MPI, where PATH has no MPI: the conduit knows the compiler with which it was built.
mkdir -p without
ln -s /usr/bin/* without && rm -f without/mpi*
printf '#include <mpi.h>\nint version = MPI_VERSION;\n' >calls_mpi.upc
PATH=$PWD/without "$UPCC" -network="$conduit" -uses-mpi -c calls_mpi.upc || die "without an MPI in PATH: mpi.h is not found"

for named in nothing other/lib; do
  same "$(UPC_MPI=$named "$UPCRUN" -n 2 ./hello 2>&1)" \
    "upcrun: UPC_MPI=$named: there is no MPI: must be its folder, which has bin/mpiexec, or its mpiexec"
done

# Its library comes first.
rm other/lib && mkdir other/lib && touch other/lib/{libmpi.so.12,libmpi.so.40,libmpi_abi.so.1} # no library: upcrun only looks for it
[[ $(UPC_MPI=$PWD/other LD_LIBRARY_PATH=/x started) = *" LD_LIBRARY_PATH=$PWD/other/lib:/x "* ]] || die "$(UPC_MPI=$PWD/other started)"
[[ $(started) != *LD_LIBRARY_PATH* ]] || die "its own: $(started)"
[[ $(UPC_MPI=$PWD/other "$UPCRUN" -version) = *"with MPI's binary interface" ]] || die "$("$UPCRUN" -version)"

# The program's own launcher has gone: another path of the same length.
gone=${own%?}_
LC_ALL=C sed -i "s|$own]|$gone]|" hello
LC_ALL=C grep -qa "$gone]" hello || die "the program does not name $own"
# Where several MPIs are installed each has a name of its own there.
family=${conduit#mpi-} family=${family%%-*}
[[ $(PATH=$PWD/other/bin:$PATH started) = *"other/bin/mpiexec "* || $(started) = *"/mpiexec.$family "* ]] || die "$(started)"
mkdir -p folder/bin && cp "$UPCRUN" folder/bin/upcrun && cp other/bin/mpiexec folder/bin
[[ $(folder/bin/upcrun -t -n 2 ./hello) = *"$PWD/folder/bin/mpiexec "* ]] || die "beside upcrun: $(folder/bin/upcrun -t -n 2 ./hello)"
