#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A rule file (docs/environment.md) of random rules, of each operation some: any schedule with any parameters for a range of
members and bytes. A rule whose schedule cannot serve a call is passed over, so every file is allowed.
    random_rules.py SEED"""
import random
import sys

TREES = ['binomial', 'knomial:2', 'knomial:4', 'kary:2', 'kary:5', 'chain', 'fork']
DATA = ['pairwise', 'bruck']
SCHEDULES = {  # beside trees, and compositions by nodes
    'broadcast': ['pairwise', 'chain:{}', 'torus', 'torus:64', 'scatter-allgather', 'leader', 'shared'],
    'scatter': ['leader'],
    'gather': ['leader'],
    'gather_all': ['pairwise', 'bruck', 'ring', 'doubling', 'neighbour', 'leader'],
    'exchange': ['pairwise', 'bruck', 'torus', 'dimensions', 'leader'],
    'permute': ['pairwise', 'bruck', 'leader'],
    'copy': ['pairwise', 'bruck', 'leader'],
    'exchange_own': ['pairwise', 'bruck'],
    'gather_all_own': ['pairwise', 'bruck', 'ring'],
    'reduce': ['pairwise', 'chain:{}', 'leader'],
    'reduce_all': ['chain:{}', 'doubling', 'halving', 'halving:{}', 'ring', 'ring:{}', 'pairwise', 'leader'],
    'prefix_reduce': ['flat', 'pairwise', 'chain', 'chain:{}', 'doubling', 'recursive', 'leader'],
    'prefix_reduce_exclusive': ['flat', 'pairwise', 'chain', 'chain:{}', 'doubling', 'recursive', 'leader'],
    'reduce_scatter': ['pairwise', 'halving', 'halving:{}', 'leader'],
    'barrier': ['dissemination', 'leader'],
}
OF_TREES = ['broadcast', 'scatter', 'gather', 'reduce', 'reduce_all']
AMONG = {'broadcast': TREES + ['flat'], 'reduce_all': TREES + ['doubling', 'halving:{}', 'ring:{}'], 'gather_all': DATA + ['ring'],
         'exchange': DATA + ['torus', 'dimensions'], 'permute': DATA, 'copy': DATA}
WITHIN = {'gather_all': DATA + ['ring'], 'exchange': DATA, 'permute': DATA, 'copy': DATA}


def segment():
    return random.choice([0, 1, 8, 24, 40, 100, 1000, 4096, 16384])


def filled(name):
    return name.format(segment())


def by_nodes(operation):
    parts = [random.choice(AMONG.get(operation, TREES))]
    if operation in WITHIN:
        parts += random.sample(WITHIN[operation], random.randrange(2))
    elif parts[0] in TREES:
        parts += random.sample(TREES + ['flat'], random.randrange(2))
        parts = random.sample([tree + '@2' for tree in TREES], random.randrange(2)) + parts
    return random.choice(['hierarchical', 'hierarchical(%s)' % ','.join(filled(part) for part in parts)])


def schedule(operation):
    names = SCHEDULES[operation] + (TREES + ['flat'] if operation in OF_TREES else [])
    if operation in OF_TREES + list(AMONG) and random.random() < 0.3:
        return by_nodes(operation)
    return filled(random.choice(names))


CUT = {  # schedules whose segments a rule can set, beside hierarchical
    **dict.fromkeys(['broadcast', 'reduce', 'reduce_all'], ['binomial', 'knomial', 'kary', 'chain', 'fork']),
    **dict.fromkeys(['scatter', 'gather'], ['flat']),
    **dict.fromkeys(['prefix_reduce', 'prefix_reduce_exclusive'], ['chain']),
}
MOVES_DATA = ['broadcast', 'gather_all', 'exchange', 'permute', 'copy']


def parameters(operation, name):
    base, of_it = name.split(':')[0].split('(')[0], []
    pairs = base == 'pairwise' and operation in MOVES_DATA or base == 'flat' and operation in ['scatter', 'gather']
    if pairs:
        of_it += ['ahead=%d' % random.randrange(8), 'same_core=no']
    if pairs or base in CUT.get(operation, []) or base == 'hierarchical':
        of_it += ['segment=%d' % segment()]
    if operation == 'exchange' and base == 'torus':
        of_it += ['rounds=%d' % random.randrange(1, 25)]
    return [word for word in of_it if random.random() < 0.4]


def main(seed):
    random.seed(seed)
    for operation in SCHEDULES:
        for _ in range(random.randrange(4)):
            members = random.choice(['*', '*', '2-3', '4-', '5-'])
            size = random.choice(['*', '*', '0-64', '0-1K', '200-', '8K-'])
            name = schedule(operation)
            print(operation, '*', members, size, name, *parameters(operation, name))


main(int(sys.argv[1]))
