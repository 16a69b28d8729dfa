#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# make tree: an installation with LLVM inside upcc, which works wherever it lies and finds the MPI of its machine. The wheel of it
# brings the same to pip. Skipped where LLVM's archives are missing.
. "$(dirname "$0")/../common.sh"
unset MAKEFLAGS SANITIZE # of a make that runs the tests
libraries=$("llvm-config-${LLVM:-19}" --libdir 2>/dev/null)
for archive in "$libraries/libLLVMCore.a" "$libraries/libclangAST.a" /usr/lib/*/libz.a /usr/lib/*/libzstd.a; do
  [ -e "$archive" ] || { echo "no $archive: scripts/setup --cluster installs it"; exit 77; }
done
make --no-print-directory -C "$top" explorer-packages >log 2>&1 || { cat log; exit 77; }
make --no-print-directory -C "$top" tree >log 2>&1 || { cat log; die 'make tree'; }
tree=$(echo "$top"/build/portable/upc-stride-[0-9]*[0-9])
cp -r "$tree" moved
"$tools/lacks" 'LLVM|clang|stdc' 0 ldd moved/bin/upcc || die 'upcc needs a library of LLVM or C++'
sed -n '/^```c$/,/^```$/p' "$top/README.md" | sed '1d; /^```$/,$d' >rows.upc
moved/bin/upcc -v -O2 rows.upc -o rows 2>said || { cat said; die "README's first program"; }
grep -q -- "-resource-dir.*$dir/moved/" said || die "Clang's headers are not those in the folder"
same "$(moved/bin/upcrun -n 4 ./rows | sort)" "$(sed -n '/^```text$/,/^```$/p' "$top/README.md" | sed '1d; /^```$/,$d')"
for mpi in mpich openmpi; do
  [ -e "moved/lib/upc-stride/liburt-mpi-$mpi.a" ] || continue
  moved/bin/upcc -network=mpi-$mpi rows.upc -o rows || die "a program on $mpi"
  same "$(moved/bin/upcrun -n 4 ./rows | wc -l)" 4
done
# The same MPI if its compiler has no name of its own; no MPI at all.
if command -v mpicc.openmpi >/dev/null && [ -e moved/lib/upc-stride/liburt-mpi-openmpi.a ]; then
  mkdir bin && printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v mpicc.openmpi)" >bin/mpicc && chmod +x bin/mpicc
  for tool in ld sh; do ln -s "$(command -v $tool)" bin; done
  PATH=$dir/bin moved/bin/upcc -network=mpi rows.upc -o rows || die 'a program on the mpicc in PATH'
  same "$(moved/bin/upcrun -n 4 ./rows | wc -l)" 4
  rm bin/mpicc
  PATH=$dir/bin moved/bin/upcc -network=mpi-openmpi rows.upc -o none 2>said && die 'a program without its MPI'
  same "$(cat said)" 'upcc: -network=mpi-openmpi: no compiler of this MPI in PATH (mpicc, or mpicc.openmpi): install it with its headers'
fi
# The shared libraries name no MPI: in Python they take the one that mpi4py has loaded.
for library in moved/lib/libupc_stride-mpi-*.so.0; do
  [ ! -e "$library" ] || "$tools/lacks" 'NEEDED.*mpi' 0 readelf -d "$library" >log || { cat log; die "$library names an MPI"; }
done
for python in "${PYTHON:-python3}" /usr/bin/python3; do
  library=$("$python" -c 'from mpi4py import MPI; print(MPI.Get_library_version())' 2>/dev/null | tr -d '\0') && [ -n "$library" ] || continue
  mpi=mpich
  [[ $library != *'Open MPI'* ]] || mpi=openmpi
  [ -e "moved/lib/libupc_stride-mpi-$mpi.so.0" ] && [ -d moved/lib/python/upc_stride ] || break
  same "$(PYTHONPATH=$PWD/moved/lib/python OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpiexec.$mpi -n 1 "$python" -c '
from mpi4py import MPI
import upc_stride
upc_stride.init(MPI.COMM_WORLD)
print(upc_stride.ones((4,)).sum())' 2>&1)" 4.0
  break
done
"$top/packaging/tarball" "$dir/moved" >log || { cat log; die tarball; }
tar tzf moved-linux-*-glibc2.*.tar.gz | grep -qx moved/share/doc/upc-stride/explorer.html || die 'a tarball without the explorer'
[ "$(du -m moved-linux-*-glibc2.*.tar.gz | cut -f 1)" -lt 150 ] || die 'a tarball of more than 150 MB'

# The wheel, if a Python has what makes one.
for python in "${PYTHON:-python3}" /usr/bin/python3; do
  "$python" -c 'import scikit_build_core, wheel, venv' 2>/dev/null && command -v cmake >/dev/null || continue
  mkdir tools tools/bin && printf '#!/bin/sh\nexec %s -m wheel "$@"\n' "$(command -v "$python")" >tools/bin/wheel
  printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v "$python")" >tools/bin/python && chmod +x tools/bin/*
  WHEEL_TOOLS=$dir/tools "$top/packaging/wheel" moved >log 2>&1 || { cat log; die wheel; }
  [ "$(du -m upc_stride-*-manylinux_2_*.whl | cut -f 1)" -lt 150 ] || die 'a wheel of more than 150 MB'
  "$python" -m venv there && there/bin/pip install -q --no-index --no-deps upc_stride-*.whl || die 'pip install'
  there/bin/upcc -O2 rows.upc -o rows && same "$(there/bin/upcrun -n 4 ./rows | wc -l)" 4
  [ -s there/share/doc/upc-stride/explorer.html ] || die 'a wheel without the explorer'
  break
done
echo PASS
