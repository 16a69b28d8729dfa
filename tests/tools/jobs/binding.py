# SPDX-License-Identifier: BSD-3-Clause
"""binding.py SEED OURS [HWLOC]: makes /sys of random machines, and compares the processors that each thread gets with
the definition (upc/runtime/base/topology.h), and with the cores, sockets and nodes that hwloc finds there."""
import os
import pathlib
import random
import subprocess
import sys

seed, ours, hwloc = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
chance = random.Random(seed)


def as_list(numbers):
    return ','.join(map(str, sorted(numbers))) + '\n'


def machine(root):
    """Writes /sys; returns (socket, node, core's lowest processor) of each processor."""
    sockets, nodes, cores, ways = (chance.randint(1, n) for n in (3, 2, 4, 3))
    numbers = list(range(sockets * nodes * cores * ways))
    if chance.random() < 0.7:
        chance.shuffle(numbers)
    place, at = {}, iter(numbers)
    for s in range(sockets):
        for n in range(nodes):
            mine = []
            for _ in range(cores):
                siblings = [next(at) for _ in range(ways)]
                mine += siblings
                for p in siblings:
                    place[p] = (s, s * nodes + n, min(siblings))
                    folder = root / f'sys/devices/system/cpu/cpu{p}/topology'
                    folder.mkdir(parents=True)
                    for name in 'thread_siblings_list', 'core_cpus_list':
                        (folder / name).write_text(as_list(siblings))
                    for name in 'thread_siblings', 'core_cpus':
                        (folder / name).write_text(f'{sum(1 << i for i in siblings):x}\n'
                                                   if len(numbers) <= 32 else masks(siblings))
                    (folder / 'physical_package_id').write_text(f'{s}\n')
                    (folder / 'core_id').write_text(f'{min(siblings)}\n')
            folder = root / f'sys/devices/system/node/node{s * nodes + n}'
            folder.mkdir(parents=True)
            (folder / 'cpulist').write_text(as_list(mine))
            (folder / 'cpumap').write_text(masks(mine))
            (folder / 'meminfo').write_text(f'Node {s * nodes + n} MemTotal: 1024 kB\n')
    for p, (s, _, _) in place.items():
        socket = [q for q in place if place[q][0] == s]
        for name in 'core_siblings', 'package_cpus':
            (root / f'sys/devices/system/cpu/cpu{p}/topology/{name}').write_text(masks(socket))
    (root / 'sys/devices/system/cpu/online').write_text(as_list(numbers))
    (root / 'sys/devices/system/cpu/possible').write_text(as_list(numbers))
    (root / 'sys/devices/system/node/online').write_text(as_list(range(sockets * nodes)))
    return place


def masks(numbers):
    """As Linux prints a set: words of 32 bits, the highest first."""
    whole = sum(1 << i for i in numbers)
    words = [f'{whole >> 32 * i & 0xffffffff:08x}' for i in range(max(numbers) // 32 + 1)]
    return ','.join(reversed(words)) + '\n'


def lines(command, **variables):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE,
                          env={**os.environ, **variables}).stdout.splitlines()


for case in range(20):
    root = pathlib.Path(f'machine{case}').absolute()
    place = machine(root)
    may = sorted(chance.sample(sorted(place), chance.randint(1, len(place))))
    cores = sorted({place[p] for p in may})
    threads = chance.randint(1, 2 * len(cores))
    expected = []
    for word, level in ('core', 3), ('socket', 1), ('numa', 2):
        for t in range(threads):
            core = cores[t % len(cores) if word == 'core' else t * len(cores) // threads]
            same = [p for p in may if (place[p] == core if level == 3 else place[p][level - 1] == core[level - 1])]
            expected.append(f'{word} {t}: ' + ' '.join(map(str, same)))
    got = lines([ours, str(root / 'sys'), ','.join(map(str, may)), str(threads)])
    if got != expected:
        wrong = next((a, b) for a, b in zip(got, expected) if a != b)
        sys.exit(f'FAILED: seed {seed}, machine {case}, {threads} threads on {may}: got {wrong[0]}, expected {wrong[1]}')
    if hwloc:
        found = {}
        for line in lines(hwloc, HWLOC_FSROOT=str(root), HWLOC_COMPONENTS='linux,stop'):
            kind, _, numbers = line.partition(':')
            found.setdefault(kind, []).append({int(n) for n in numbers.split()} & set(may))
        for line in got:
            name, _, numbers = line.partition(': ')
            if {int(n) for n in numbers.split()} not in found[name.split()[0]]:
                sys.exit(f'FAILED: seed {seed}, machine {case}: {line} is nothing that hwloc has: {found}')
print('PASS' if hwloc else 'PASS, without hwloc')
