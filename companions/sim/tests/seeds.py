# SPDX-License-Identifier: BSD-3-Clause
"""Random programs for the simulator, one for each seed, and what is wrong with their runs."""
import random
import sys


def try_seeds(attempt, wrong):
    """The command line is: PROGRAM FIRST_SEED COUNT. attempt(binary, seed, rng) returns how many operations there were,
    the command, and what is wrong with each of its runs, as lines. `wrong` is what the last line calls such runs."""
    binary, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    faults = operations = 0
    for seed in range(first, first + count):
        made, command, found = attempt(binary, seed, random.Random(seed))
        operations += made
        if found:
            faults += 1
            print(f"seed {seed}: {command}")
            print("\n".join("  " + f for f in found[:4]))
    print(f"{count} programs, {operations} operations, {faults} {wrong}")
    sys.exit(1 if faults or not operations else 0)
