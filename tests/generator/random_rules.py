#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A rule file (docs/environment.md) of random rules, of each operation some: any schedule of src/schedules/rows.h with any
parameters for a range of members and bytes. A rule whose schedule cannot serve a call is passed over, so every file is allowed.
    random_rules.py SEED"""
import pathlib
import random
import re
import sys

ROWS = pathlib.Path(__file__).resolve().parents[2] / 'src/schedules/rows.h'
ROW = re.compile(r'^ROW\(UPC_STRIDE_OP_(\w+), "([^"]*)", (\w+), (\w+), ([^,]*),\s*(\w+),', re.MULTILINE)


class Schedule:
    """A row: its name, its tree, and what it needs and has, as the columns of rows.h say."""

    def __init__(self, name, tree, segments, needs, function):
        self.name, self.segments, self.needs = name, segments == 'SEGMENTS', needs
        self.is_tree = tree != 'NONE' and 'NODES' not in needs
        self.is_of_leaders = self.is_tree or 'AMONG' in needs or 'WITHIN' in needs
        self.meets_pairwise = function == 'upc_stride_flow_pairwise'

    def spelled(self):
        base, _, parameter = self.name.partition(':')
        if parameter == 'k':
            return f'{base}:{random.choice([2, 4, 5])}'
        return base if parameter == '' or random.random() < 0.5 else f'{base}:{segment() or 64}'


def read_rows():
    """The schedules by the names of their operations."""
    schedules = {}
    for operation, *columns in ROW.findall(ROWS.read_text()):
        schedules.setdefault(operation.lower(), []).append(Schedule(*columns))
    return schedules


def segment():
    return random.choice([0, 1, 8, 24, 40, 100, 1000, 4096, 16384])


def by_nodes(schedules):
    """`hierarchical`, with or without its parts. Behind a tree there are trees, and `flat`; a unit of two threads may be before."""
    among = random.choice([one for one in schedules if one.is_of_leaders])
    trees, parts = [one for one in schedules if one.is_tree], [among.spelled()]
    if among.is_tree:
        parts += random.sample([one.spelled() for one in trees] + ['flat'], random.randrange(2))
        parts = random.sample([one.spelled() + '@2' for one in trees], random.randrange(2)) + parts
    elif 'WITHIN' in among.needs:
        parts += random.sample([one.spelled() for one in schedules if 'WITHIN' in one.needs], random.randrange(2))
    return random.choice(['hierarchical', 'hierarchical(%s)' % ','.join(parts)])


def parameters(schedule):
    of_it = ['segment=%d' % segment()] if schedule.segments else []
    if schedule.meets_pairwise:
        of_it += ['ahead=%d' % random.randrange(8), 'same_core=no']
    if 'TAKES_ROUNDS' in schedule.needs:
        of_it += ['rounds=%d' % random.randrange(1, 25)]
    return [word for word in of_it if random.random() < 0.4]


def main(seed):
    random.seed(seed)
    for operation, schedules in read_rows().items():
        for _ in range(random.randrange(4)):
            members = random.choice(['*', '*', '2-3', '4-', '5-'])
            size = random.choice(['*', '*', '0-64', '0-1K', '200-', '8K-'])
            schedule = random.choice(schedules)
            name = by_nodes(schedules) if 'NODES' in schedule.needs else schedule.spelled()
            print(operation, '*', members, size, name, *parameters(schedule))


main(int(sys.argv[1]))
