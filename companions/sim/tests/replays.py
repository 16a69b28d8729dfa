#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random programs on random small machines: SimGrid's replay of a run's messages takes the time of the run, within a
tenth, on a platform that is written from the machine's words.

    replays.py PROGRAM FIRST_SEED COUNT      PROGRAM: random_programs.upc, compiled for sim
    replays.py schedules MEASURE ROWS        MEASURE: upc-stride-measure-sim; ROWS: src/schedules/rows.h
    replays.py goal PROGRAM FIRST_SEED COUNT

The last one is LogGOPSim's replay of the trace in GOAL, with one thread on a node: nine in ten programs take the time
of their runs within a tenth, and none takes less than 0.95 of it.
"""
import os
import random
import re
import subprocess
import sys

import random_programs
from random_programs import UPCRUN

TENTH = 0.1


def platform(latency, bandwidth, flops, per_node, threads):
    """One link for each node and direction; nothing takes time within a node."""
    with open("platform.xml", "w") as f:
        f.write(f"""<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="node-" suffix="" radical="0-{(threads - 1) // per_node}"
    speed="{flops}Gf" core="{2 * per_node}" bw="{bandwidth}GBps" lat="{latency / 2}ns" loopback_bw="1000000GBps" loopback_lat="0"/>
</platform>
""")
    with open("hosts", "w") as f:
        f.writelines(f"node-{t // per_node}\n" for t in [*range(threads)] * 2)


def replayed(threads):
    command = ["smpirun", "-replay", "trace.list", "-np", str(2 * threads), "-platform", "platform.xml",
               "-hostfile", "hosts",
               "--cfg=smpi/async-small-thresh:257", "--cfg=smpi/send-is-detached-thresh:257",
               "--cfg=smpi/bw-factor:0:1;1e15:1", "--cfg=smpi/lat-factor:0:1;1e15:1", "--cfg=network/weight-S:0",
               "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:0"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=100)
    times = re.findall(r"Simulation time ([0-9.]+)", result.stdout + result.stderr)
    if result.returncode or not times:
        raise SystemExit(f"smpirun: status {result.returncode}\n{result.stdout}{result.stderr}")
    return float(times[-1])


def replayed_goal(latency):
    """By LogGOPSim, for links of 1 GB/s. The trace has the processors' overheads, so `-o 0`."""
    subprocess.run(["txt2bin", "-i", "trace.goal", "-o", "trace.bin"], check=True, capture_output=True, timeout=100)
    command = ["LogGOPSim", "-f", "trace.bin", "-b", "-L", str(latency), "-o", "0", "-g", "0", "-G", "1",
               "-S", "2000000000"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=100)
    time = re.search(r"Maximum finishing time at host \d+: (\d+)", result.stdout)
    if not time:
        raise SystemExit(f"LogGOPSim: status {result.returncode}\n{result.stdout}{result.stderr}")
    return int(time[1]) / 1e9


def ran(machine, threads, command, trace="trace"):
    """The run's time. Its messages are in the file `trace`."""
    result = subprocess.run([UPCRUN, "-machine=" + machine, "-messages=" + trace, "-n", str(threads), *command],
                            capture_output=True, text=True, timeout=100)
    if result.returncode:
        raise SystemExit(f"status {result.returncode} of {machine} {command}\n{result.stderr}")
    said = [line for line in result.stderr.splitlines() if line.startswith("trace: ")]
    return float(re.search(r"^machine .*: ([0-9.]+) s; ", result.stderr, re.M)[1]), said


def compared(machine, threads, command):
    """The time of the replay as a part of the run's, and 1 if the run has said why it differs."""
    time, said = ran(machine, threads, command)
    return replayed(threads) / time, said


def with_barriers(m, rng):
    """The machine's words, with barriers of other lengths."""
    return m.text({"barrier-time": f"{rng.choice([0, 3000])}ns",
                   "barrier-round-time": f"{rng.choice([1, 2]) * m.latency}ns"})


def schedules(program, rows):
    """A call of every schedule, with 8 bytes, with messages, and with streams."""
    faults, most, threads, latency, bandwidth = 0, 1, 8, 1000, 10
    platform(latency, bandwidth, 10, 1, threads)
    with open(rows) as f:
        names = re.findall(r'ROW\(UPC_STRIDE_OP_(\w+), "([^"]*)"', f.read())
    for operation, schedule in names:
        schedule = schedule.replace(":k", ":4").replace(":bytes", ":65536")
        os.environ["UPC_STRIDE_SCHEDULE"] = f"{operation.lower()}={schedule}"
        for size in "64", "4096", "200000":
            machine = f"flat,link-bandwidth={bandwidth} GB/s,host-factor=0"
            part, said = compared(machine, threads, [program, "0", "MYSYNC", operation.lower(), size])
            most = max(most, part, 1 / part)
            if abs(part - 1) > TENTH and not said:
                faults += 1
                print(f"{operation.lower()}={schedule}, {size} bytes: the replay takes {part:.3f} of the time")
        del os.environ["UPC_STRIDE_SCHEDULE"]
    print(f"{len(names)} schedules, {faults} calls whose replays differ, the most by a factor of {most:.3f}")
    sys.exit(1 if faults or not names else 0)


def goal(program, first, count):
    parts = []
    for seed in range(int(first), int(first) + int(count)):
        rng = random.Random(seed)
        m = random_programs.Machine(rng)
        m.torus, m.per_node, m.threads, m.bandwidth = None, 1, max(2, m.nodes), 1
        with open("program", "w") as f:
            f.writelines("%d %s %d %d\n" % s for s in random_programs.program(rng, m))
        machine = with_barriers(m, rng)
        time, _ = ran(machine, m.threads, [program, "program"], "trace.goal")
        parts.append(replayed_goal(m.latency) / time)
    apart = sum(abs(part - 1) > TENTH for part in parts)
    print(f"{len(parts)} programs in GOAL, {apart} whose replays differ; "
          f"they take {min(parts):.3f} to {max(parts):.3f} of the time")
    sys.exit(1 if apart > len(parts) / 10 or min(parts) < 0.95 else 0)


def main():
    if sys.argv[1] == "schedules":
        schedules(*sys.argv[2:])
    if sys.argv[1] == "goal":
        goal(*sys.argv[2:])
    binary, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    faults, most = 0, 1
    for seed in range(first, first + count):
        rng = random.Random(seed)
        m = random_programs.Machine(rng)
        m.torus = None
        with open("program", "w") as f:
            f.writelines("%d %s %d %d\n" % s for s in random_programs.program(rng, m))
        platform(m.latency, m.bandwidth, 1, m.per_node, m.threads)
        machine = with_barriers(m, rng)
        part, said = compared(machine, m.threads, [binary, "program"])
        most = max(most, part, 1 / part, key=lambda x: x if not said else 1)
        if abs(part - 1) > TENTH and not said:
            faults += 1
            print(f"seed {seed}: the replay takes {part:.3f} of the time: -machine={machine} -n {m.threads}")
    print(f"{count} programs, {faults} whose replays differ, the most by a factor of {most:.3f}")
    sys.exit(1 if faults or not count else 0)


if __name__ == "__main__":
    main()
