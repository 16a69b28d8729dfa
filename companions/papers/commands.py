# SPDX-License-Identifier: BSD-3-Clause
"""The commands that figures are made of, in the full and in the small version, and series of them."""
import os

from runs import Run, of, ratio

MACHINES = {'fat tree': 'fat-tree,threads-per-node=1,link-shares=1', 'dragonfly': 'dragonfly,threads-per-node=1,link-shares=1'}
DRAGONFLY = MACHINES['dragonfly']
NODE = 'flat,threads-per-node=16'   # one node of 16 cores
NODES = 'flat'                      # one thread a node


class Commands:
    def __init__(self, small):
        self.small, self.rounds = small, 1 if small else 3
        cores = min(len(os.sched_getaffinity(0)), 16)
        self.near_threads = [t for t in (1, 2, 4, 8, 16) if t <= cores]
        self.many = self.size(64, 4)    # nodes of a machine of today

    def size(self, full, little):
        return little if self.small else full

    def up_to(self, *threads):
        return [t for t in threads if t <= self.size(1024, 4)]

    def near(self, app, threads, arguments, number='seconds_min'):
        return Run(f'build/bin/upcrun -n {threads} build/apps/{app} {arguments} --json', number, self.rounds, timed=True)

    def far(self, app, threads, arguments, number='seconds_min', single=''):
        """Threads that share no memory. single='.single': upcc collects no accesses."""
        return Run(f'UPC_NEAR=no build/bin/upcrun -n {threads} build/papers/{app}.far{single} {arguments} --json',
                   number, self.rounds, timed=True)

    def printed(self, figure, torus, rows, columns):
        """A product by the function of a printed figure, on simulated nodes; each thread has as much of C, whatever their number."""
        block, each = self.size(500, 50), 3
        program = f'build/papers/printed-{figure}'
        return Run(f"""build/bin/upcc -network=sim -O2 -DFIGURE='"../../examples/figure{figure}.upc"' -DTx={rows} -DTy={columns} """
                   f'-DM={each * block * rows} -DN={each * block * columns} -DP={each * block} -DBLOCK={block} '
                   f'bench/torus/printed.upc -o {program} && build/bin/upcrun -machine=bluegene-l,torus={torus},host-factor=0 '
                   f'-n {rows * columns} {program}', 'gflops')

    def sim(self, app, machine, threads, arguments, number='seconds_min', host=0, single='', setting=''):
        """host=1: the program's own computing takes the time that it takes here, which differs from run to run; 2: twice as long."""
        machine = f'"{machine}"' if ' ' in machine else machine
        return Run(f'{setting}build/bin/upcrun -machine={machine},host-factor={host} -n {threads} '
                   f'build/papers/{app}.sim{single} {arguments} --json', number, self.rounds if host else 1,
                   3.0 if threads < 1024 else 240.0, bool(host))

    def changed(self, app, word, value, machine, threads, arguments, number='seconds_min', host=0):
        """The same of a program that is compiled with another value of a word of its source."""
        program = f'build/papers/{app}-{word.lower()}'
        return Run(f'build/bin/upcc -network=sim -O2 -D{word}={value} $(apps/parts {app}) -o {program} && '
                   f'build/bin/upcrun -machine={machine},host-factor={host} -n {threads} {program} {arguments} --json',
                   number, self.rounds if host else 1, 20.0, bool(host))

    def alone(self, program, arguments, launcher=''):
        """A peer of bench/apps, which prints its seconds."""
        return Run(f'{launcher}build/bench/{program} {arguments}', 'number', self.rounds, timed=True)

    def mpi(self, program, processes, arguments):
        return self.alone(f'{program}.mpich', arguments, f'mpiexec.mpich -bind-to core -n {processes} ')

    def shmem(self, program, processes, arguments):
        return self.alone(program, arguments, f'oshrun --allow-run-as-root --oversubscribe --bind-to core -n {processes} ')


def speed_up(run, threads):
    """Points of the speed-up of run(threads)."""
    return [(t, ratio(run(1), run(t))) for t in threads]


def scaled(factor, run, threads):
    """Points of the values of run(threads), times a factor."""
    return [(t, of(lambda s: s * factor, run(t))) for t in threads]
