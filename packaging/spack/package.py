# SPDX-License-Identifier: BSD-3-Clause
"""upc-stride for Spack. Not tried: see packaging/README.md."""
from spack.package import *


class UpcStride(MakefilePackage):
    """Collectives on sections of shared arrays, for UPC, C, C++, Fortran and Python, with a compiler for UPC 1.3."""

    license('BSD-3-Clause')
    version('0.1.0')  # sha256 of the tarball of `make dist`

    variant('mpi', default=True, description='The conduit for MPI')
    variant('python', default=True, description='The Python package')

    depends_on('c', type='build')
    depends_on('llvm@16:20 +clang', type=('build', 'link', 'run'))
    depends_on('openblas')
    depends_on('fftw')
    depends_on('mpi', when='+mpi')
    depends_on('python@3.9:', type=('build', 'run'))
    depends_on('py-numpy', when='+python', type='run')
    extends('python', when='+python')

    def options(self):
        llvm = self.spec['llvm'].prefix
        return [f'PREFIX={self.prefix}', f'CXX={llvm.bin}/clang++', f'CC={llvm.bin}/clang',
                f'LLVM_CONFIG={llvm.bin}/llvm-config', f'LLVM={self.spec["llvm"].version.up_to(1)}',
                'MPICC=' + (self.spec['mpi'].mpicc if self.spec.satisfies('+mpi') else 'none')]

    def build(self, spec, prefix):
        make('all', *self.options())

    def install(self, spec, prefix):
        make('install', *self.options())
