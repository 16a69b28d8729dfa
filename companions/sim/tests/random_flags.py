#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random programs of strict and volatile flags, locks and atomic operations on random small machines, beside a model of
companions/sim/simulation.md: each operation ends within a fiftieth of a percent of the time that the model says, also if near-time and
look-time are 0. Some look TRIES times at most, and give up. The same program beside threads of the same nodes that only
wait has the same times.

    random_flags.py PROGRAM FIRST_SEED COUNT      PROGRAM: random_programs.upc, compiled for sim
"""
import collections
import heapq
import itertools
import os
import subprocess

from seeds import try_seeds

UPCRUN = os.environ.get("UPCRUN", "build/bin/upcrun")
WORD, BANDWIDTH = 8, 10                    # bytes; bytes a nanosecond
TRIES = 100                                # as in random_programs.upc
CLOCK = 3.0                                # ns: begin and end are printed in whole nanoseconds

Operation = collections.namedtuple("Operation", "thread what where amount")
Wait = collections.namedtuple("Wait", "flag until") # until: None, or when it gives up


class Machine:
    """All times in nanoseconds."""

    def __init__(self, rng):
        self.active = rng.randint(2, 6)
        self.per_node = rng.choice([1, 2, 3, 6])
        self.near = rng.choice([0, 0, 50, 100, 2000])
        self.look = rng.choice([0, 50, 100])
        self.latency = rng.choice([300, 1000, 20000])
        self.send = rng.choice([0, 200, 1500])
        self.serve = rng.choice([0, 0, 300]) if self.active == 2 else 0 # of two requests at once, which one is first?

    def text(self, per_node):
        words = {
            "threads-per-node": per_node, "link-latency": f"{self.latency}ns", "link-bandwidth": f"{BANDWIDTH}GB/s",
            "send-time": f"{self.send}ns", "serve-time": f"{self.serve}ns", "near-time": f"{self.near}ns",
            "look-time": f"{self.look}ns", "receive-time": "0", "barrier-round-time": "0", "near-latency": "0",
            "host-factor": 0, "flops": "1GFlop/s"}
        return "flat," + ",".join(f"{w}={v}" for w, v in words.items())


def program(rng, machine):
    """Every wait is for a flag that stands before it in the list, so the program ends. No two threads begin at once: of
    two requests at one time either may be served first."""
    users = [rng.sample(range(machine.active), 2) for _ in range(machine.active)] # of each lock: who is next is certain
    flags, list_ = [], [Operation(t, "compute", 0, rng.randint(1, 999)) for t in range(machine.active)]
    for _ in range(rng.randint(20, 80)):
        thread = rng.randrange(machine.active)
        what = rng.choice(["compute", "set", "set", "await", "await", "try", "lock", "lock", "add"])
        if what == "compute":
            list_.append(Operation(thread, what, 0, rng.randint(1, 10 ** rng.randint(1, 6))))
        elif what == "lock":
            where = rng.randrange(machine.active)
            list_.append(Operation(rng.choice(users[where]), what, where, 1000 * rng.randint(1, 10 ** rng.randint(0, 2))))
        elif what == "add":
            list_.append(Operation(thread, what, rng.randrange(machine.active), 1))
        elif what == "set":
            how, where = rng.choice(["strict", "volatile"]), rng.randrange(machine.active)
            number = sum(f[:2] == (how, where) for f in flags)
            if number < 60:
                flags.append((how, where, number))
                list_.append(Operation(thread, how + "-set", where, number))
        elif flags:
            how, where, number = rng.choice(flags)
            list_.append(Operation(thread, how + ("-try" if what == "try" else "-await"), where, number))
    return list_


class Model:
    """Runs the program: each thread is a generator of the times until which it goes on, or of what it waits for."""

    def __init__(self, machine, operations):
        self.m, self.queue, self.count, self.now = machine, [], 0, 0
        self.set_at, self.waiting, self.serving = {}, collections.defaultdict(list), collections.defaultdict(float)
        self.ends, self.requests, self.looks, self.flows = collections.defaultdict(list), [], [], []
        self.holds, self.at_lock = {}, collections.defaultdict(list)
        self.own = collections.defaultdict(list)
        for o in operations:
            self.own[o.thread].append(o)

    def at(self, when, thread, flag=None):
        self.count += 1
        heapq.heappush(self.queue, (when, self.count, thread, flag))

    def is_near(self, a, b):
        return a // self.m.per_node == b // self.m.per_node

    def set(self, flag):
        self.set_at[flag] = self.now
        self.wake(flag)

    def wake(self, flag):
        for thread in self.waiting.pop(flag, []):
            self.at(self.now, thread)

    def wait(self, thread, wait):
        self.waiting[wait.flag].append(thread)
        if wait.until is not None:
            self.at(wait.until, thread, wait.flag)

    def gives_up(self, thread, flag):      # does it still wait for the flag?
        if thread not in self.waiting[flag]:
            return False
        self.waiting[flag].remove(thread)
        return True

    def served(self, owner):
        """When a request that comes now is served: one after the other."""
        self.serving[owner] = max(self.serving[owner], self.now) + self.m.serve if self.m.serve else self.now
        return self.serving[owner]

    def flow(self, thread, where):
        """A word leaves the thread's node for that of the other one."""
        self.flows.append((self.now, thread // self.m.per_node, where // self.m.per_node))

    def request(self, thread, where):
        """Until a change of a word, or a look at it, has its effect."""
        if self.is_near(thread, where):
            yield self.now + self.m.near
        else:
            yield self.now + self.m.send + self.m.latency
            yield self.served(where)

    def answer(self, thread, where):
        if not self.is_near(thread, where):
            yield self.now + self.m.latency

    def lock(self, thread, where):
        near, what = self.is_near(thread, where), "try"
        while True:
            yield from self.request(thread, where)
            self.at_lock[where].append((self.now, thread, what))
            gets = self.holds.setdefault(where, thread) == thread
            yield from self.answer(thread, where)
            if gets:
                return
            if not near:                   # the owner is asked to answer when it is given back
                yield from self.request(thread, where)
                self.at_lock[where].append((self.now, thread, "ask"))
            if where in self.holds:
                yield Wait(("lock", where), None)
            yield self.now + (self.m.near if near else self.m.latency)
            what = "again" if near else "try"

    def unlock(self, thread, where):
        yield from self.request(thread, where)
        self.at_lock[where].append((self.now, thread, "free"))
        del self.holds[where]
        self.wake(("lock", where))
        yield from self.answer(thread, where)

    def thread(self, thread):
        m = self.m
        for o in self.own[thread]:
            flag, near = (o.what.split("-")[0], o.where, o.amount), self.is_near(thread, o.where)
            if o.what == "compute":
                yield self.now + o.amount
            elif o.what == "add":
                yield from self.request(thread, o.where)
                yield from self.answer(thread, o.where)
            elif o.what == "lock":
                yield from self.lock(thread, o.where)
                yield self.now + o.amount
                yield from self.unlock(thread, o.where)
            elif o.what.endswith("set") and near:
                yield self.now + m.near
                self.set(flag)
            elif o.what.endswith("set"):
                yield self.now + m.send
                self.flow(thread, o.where)
                yield self.now + WORD / BANDWIDTH + m.latency
                self.set(flag)
                yield self.now + m.latency
            elif o.what.endswith("try") and near: # looks one after the other
                last = self.now + (TRIES - 1) * m.near
                self.requests.append((flag, last))
                if flag not in self.set_at:
                    yield Wait(flag, last)
                yield self.now + m.near
            elif o.what.endswith("try"):   # as long as each takes a get, the owner may answer
                begin, took = self.now, m.send + 2 * m.latency + m.serve + WORD / BANDWIDTH
                yield from self.request(thread, o.where)
                found = flag in self.set_at
                self.requests.append((flag, self.now))
                self.looks.append(len(self.flows))
                self.flow(o.where, thread)
                yield begin + took
                if not found:
                    end = begin + TRIES * took
                    yield from self.request(thread, o.where)
                    self.requests.append((flag, end - m.latency))
                    if flag not in self.set_at:
                        yield Wait(flag, end - m.latency)
                    yield self.now + m.latency
            elif near:                     # the look that finds it begins at the change
                if flag not in self.set_at:
                    yield Wait(flag, None)
                yield self.now + m.near
            else:                          # a get; then the owner is asked to answer when it changes
                yield from self.request(thread, o.where)
                found = flag in self.set_at
                self.requests.append((flag, self.now))
                self.flow(o.where, thread)
                yield self.now + WORD / BANDWIDTH + m.latency
                if not found:
                    yield from self.request(thread, o.where)
                    if flag not in self.set_at:
                        yield Wait(flag, None)
                    yield self.now + m.latency
            self.ends[thread].append(self.now)

    def run(self):
        runs = {t: self.thread(t) for t in range(self.m.active)}
        for t in runs:
            self.at(0, t)
        while self.queue:
            self.now, _, t, flag = heapq.heappop(self.queue)
            if flag and not self.gives_up(t, flag):
                continue
            until = next(runs[t], None)
            if isinstance(until, Wait):
                self.wait(t, until)
            elif until is not None:
                self.at(until, t)
        return self.ends

    def has_tie(self):
        """A request comes to its owner at the moment of the change: whether it finds it is not said. Nor is it whether a
        waiter sees that a lock is free which the holder takes again at the same moment. If other words leave with the answer to the
        first of TRIES looks, it takes longer, and so do all of them."""
        delayed = any(abs(self.flows[i][0] - flow[0]) < 2 * WORD / BANDWIDTH and self.flows[i][1:] == flow[1:]
                      for i in self.looks for j, flow in enumerate(self.flows) if i != j)
        return delayed or any(abs(self.set_at[flag] - when) < 1 for flag, when in self.requests) or any(
            b[0] - a[0] < 1 and ((a[2], b[2]) != ("free", "again") if a[1] != b[1] else (a[2], b[2]) == ("free", "try"))
            for events in self.at_lock.values() for a, b in itertools.combinations(events, 2))


def modelled(rng, machine):
    """A program without ties, and when its operations end."""
    while True:
        operations = program(rng, machine)
        model = Model(machine, operations)
        expected = model.run()
        if not model.has_tie():
            return operations, expected


def places(machine, beside):
    """The active threads among all: of each node, the first ones; behind them, `beside` more."""
    per_node = machine.per_node + beside
    place = [t // machine.per_node * per_node + t % machine.per_node for t in range(machine.active)]
    nodes = (machine.active + machine.per_node - 1) // machine.per_node
    return place, per_node, nodes * per_node


def run(binary, machine, operations, beside, path):
    """The times at which each active thread's operations end, from the first one's begin on."""
    place, per_node, threads = places(machine, beside)
    others = [t for t in range(threads) if t not in place]
    with open(path, "w") as f:
        for o in operations:
            f.write(f"{place[o.thread]} {o.what} {place[o.where]} {o.amount}\n")
        for t in others:                   # each waits for a flag that is set after all the rest
            f.write(f"{t} strict-await {t} 63\n")
        f.writelines(f"{place[0]} strict-set {t} 63\n" for t in others)
    command = [UPCRUN, "-machine=" + machine.text(per_node), "-n", str(threads), binary, path]
    result = subprocess.run(command, capture_output=True, text=True, timeout=100)
    if result.returncode:
        raise SystemExit(f"status {result.returncode} of {' '.join(command)}\n{result.stderr}")
    rows = [line.split() for line in result.stdout.splitlines()]
    began = min(int(r[4]) for r in rows)
    ends = collections.defaultdict(list)
    for r in rows:
        ends[int(r[0])].append(int(r[7]) - began)
    mine = collections.Counter(o.thread for o in operations)
    return {t: ends[place[t]][:mine[t]] for t in range(machine.active)}, " ".join(command)


def attempt(binary, seed, rng):
    machine = Machine(rng)
    operations, expected = modelled(rng, machine)
    command, found = None, []
    for beside in 0, rng.randint(1, 3):
        times, command = run(binary, machine, operations, beside, f"flags-{seed}-{beside}")
        off = [(t, i, e, g) for t in expected for i, (e, g) in enumerate(zip(expected[t], times[t]))
               if abs(e - g) > 0.0002 * e + CLOCK]
        found += [f"thread {t}, operation {i} ends at {g} ns, must be {e:.0f}"
                  for t, i, e, g in sorted(off, key=lambda x: x[2])[:3]]
        found += [f"thread {t}: {len(times[t])} of {len(expected[t])} operations were made"
                  for t in times if len(expected[t]) != len(times[t])]
        if found:
            break
    return len(operations), command, found


try_seeds(attempt, "programs with other times")
