# SPDX-License-Identifier: BSD-3-Clause
"""upc-stride for Spack 1.0 or later. The tarball of `make dist` lies in the folder from which Spack is called."""
import os

from spack_repo.builtin.build_systems.makefile import MakefilePackage

from spack.package import *


class UpcStride(MakefilePackage):
    """Collectives on sections of shared arrays, for UPC, C, C++, Fortran and Python, with a compiler for UPC 1.3."""

    homepage = 'https://example.org/upc-stride'
    url = f'file://{os.getcwd()}/upc-stride-0.1.0.tar.gz'
    license('BSD-3-Clause')
    version('0.1.0', sha256='@SHA256@')

    variant('mpi', default=True, description='The conduit for MPI')
    variant('python', default=True, description='The Python package')

    depends_on('c', type='build')
    depends_on('cxx', type='build')
    depends_on('gmake', type='build')
    depends_on('llvm@16:22 +clang', type=('build', 'link', 'run'))
    depends_on('openblas')
    depends_on('fftw')
    depends_on('mpi', when='+mpi')
    depends_on('python@3.9:', type=('build', 'run'))
    depends_on('py-numpy', when='+python', type='run')
    extends('python', when='+python')

    def setup_build_environment(self, env):
        """The compiler is Clang of the dependency llvm, without Spack's wrapper, which would tell it where these are."""
        for name in ('openblas', 'fftw'):
            env.append_path('CPATH', self.spec[name].prefix.include)
            for folder in self.spec[name].libs.directories:
                env.append_path('LIBRARY_PATH', folder)

    def options(self):
        """The libraries for MPI are named after the end of the compiler's name: mpicc.mpich, mpicc.openmpi."""
        llvm, mpicc = self.spec['llvm'].prefix, 'none'
        if self.spec.satisfies('+mpi'):
            mpicc = join_path(self.stage.path, 'mpicc.' + self.spec['mpi'].name)
            with open(mpicc, 'w') as f:  # no link: Open MPI's compiler looks at the name by which it is called
                f.write(f'#!/bin/sh\nexec {self.spec["mpi"].mpicc} "$@"\n')
            set_executable(mpicc)
        return [f'PREFIX={self.prefix}', f'CXX={llvm.bin}/clang++', f'CC={llvm.bin}/clang',
                f'LLVM_CONFIG={llvm.bin}/llvm-config', f'LLVM={self.spec["llvm"].version.up_to(1)}',
                'GASNET_ROOT=', 'SIMGRID=', f'MPICC={mpicc}']

    def build(self, spec, prefix):
        make('all', *self.options())

    def install(self, spec, prefix):
        make('install', *self.options())
