#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random programs of flags, locks, atomic operations, puts, gets, barriers and computing on random small machines. The
times of each operation are compared with what the words of the machine's file say of it: one lasts as long as it is
defined to, nothing is found before it was done, and who waits goes on soon after. A second run, on one core and beside
another program, prints the same.

    random_programs.py PROGRAM FIRST_SEED COUNT      PROGRAM: random_programs.upc, compiled for sim
"""
import collections
import os
import subprocess

from seeds import try_seeds

UPCRUN = os.environ.get("UPCRUN", "build/bin/upcrun")
WORD = 8                                   # bytes of a flag
CLOCK = 2.0                                # ns: times are printed in whole nanoseconds

Step = collections.namedtuple("Step", "thread what where amount begin acquired computed end value")


class Machine:
    """All times in nanoseconds, rates in bytes a nanosecond."""

    def __init__(self, rng):
        self.per_node = rng.choice([1, 1, 2, 3, 4])
        self.nodes = rng.randint(1, 6)
        self.threads = max(2, self.nodes * self.per_node - rng.randrange(self.per_node))
        self.torus = rng.choice([None, None, (2, 3), (1, 6), (6, 1), (3, 3)])
        self.latency = rng.choice([100, 1000, 1500, 20000])
        self.bandwidth = rng.choice([1, 10])
        self.send = rng.choice([0, 200, 1500])
        self.serve = rng.choice([0, 0, 300, 5000])
        self.near = rng.choice([0, 0, 50, 100])
        self.look = rng.choice([50, 100])
        self.header = rng.choice([0, 16])
        self.barrier = rng.choice([0, 1500])

    def text(self, changed=()):
        words = {
            "threads-per-node": self.per_node, "link-latency": f"{self.latency}ns",
            "link-bandwidth": f"{self.bandwidth}GB/s", "send-time": f"{self.send}ns",
            "serve-time": f"{self.serve}ns", "near-time": f"{self.near}ns", "look-time": f"{self.look}ns",
            "header": self.header, "barrier-time": f"{self.barrier}ns", "barrier-round-time": "0",
            "receive-time": "0", "small-message": 64, "host-factor": 0,
            "flops": "1GFlop/s"}
        words.update(changed)
        if self.torus:
            words["torus"] = "x".join(map(str, self.torus))
            words["placement"] = "row-major"
        return "flat," + ",".join(f"{w}={v}" for w, v in words.items())

    def node(self, thread):
        return thread // self.per_node

    def is_near(self, a, b):
        return self.node(a) == self.node(b)

    def way(self, a, b):
        if not self.torus:
            return self.latency
        hops = 0
        x, y = self.node(a), self.node(b)
        for size in reversed(self.torus):
            distance = abs(x % size - y % size)
            hops += min(distance, size - distance)
            x, y = x // size, y // size
        return hops * self.latency

    def flow(self, data):
        return (data + self.header) / self.bandwidth


def program(rng, machine):
    """Every wait is for something that stands before it in the list, so the program ends."""
    flags, posts, steps = {}, [], []
    for _ in range(rng.randint(20, 120)):
        thread = rng.randrange(machine.threads)
        kind = rng.choice(["compute", "compute", "set", "set", "await", "await", "add", "lock", "put", "get", "post",
                           "wait", "barrier"])
        if kind == "barrier" and rng.random() < 0.8:
            kind = "add"
        if kind == "compute":
            steps.append((thread, "compute", 0, 1000 * rng.choice([1, 7, 30, 200, 3000])))
        elif kind == "set":
            how, where = rng.choice(["strict", "volatile", "plain"]), rng.randrange(machine.threads)
            used = [f for f in flags if f[1] == how and f[2] == where]
            if len(used) < 64:
                flags[(len(flags), how, where, len(used))] = thread
                steps.append((thread, how + "-set", where, len(used)))
        elif kind == "await" and flags:
            _, how, where, number = rng.choice(sorted(flags))
            steps.append((thread, how + "-await", where, number))
        elif kind == "add":
            steps.append((thread, "add", rng.randrange(min(2, machine.threads)), rng.randint(1, 9)))
        elif kind == "lock":
            steps.append((thread, "lock", rng.randrange(min(2, machine.threads)), 1000 * rng.choice([1, 50, 1000])))
        elif kind in ("put", "get"):
            steps.append((thread, kind, rng.randrange(machine.threads), rng.choice([100, 4096, 65536])))
        elif kind == "post":
            where = rng.randrange(machine.threads)
            number = sum(p[0] == where for p in posts)
            if number < 8:
                posts.append((where, number))
                steps.append((thread, "post", where, number))
        elif kind == "wait" and any(posts):
            where, number = posts[rng.randrange(len(posts))]
            if (where, "wait", where, number) not in steps:
                steps.append((where, "wait", where, number))
        elif kind == "barrier":
            steps += [(t, "barrier", 0, 0) for t in range(machine.threads)]
    return steps


def run(binary, machine, path, prefix=()):
    command = [*prefix, UPCRUN, "-machine=" + machine.text(), "-n", str(machine.threads), binary, path]
    result = subprocess.run(command, capture_output=True, text=True, timeout=100)
    if result.returncode:
        raise SystemExit(f"status {result.returncode} of {' '.join(command)}\n{result.stderr}")
    return sorted(result.stdout.splitlines(), key=lambda line: int(line.split()[0]))


class Check:
    def __init__(self, machine, lines):
        self.m = machine
        self.steps = []
        for line in lines:
            f = line.split()
            self.steps.append(Step(int(f[0]), f[1], *map(int, f[2:])))
        self.faults = []
        self.of = collections.defaultdict(list)
        for s in self.steps:
            self.of[s.what].append(s)
        self.settles()

    def settles(self):
        """A post is not waited for. But what its thread does next may wait until it is known to have arrived."""
        self.wait, known = {}, collections.defaultdict(float)
        for s in self.steps:
            self.wait[s] = max(0, known[s.thread] - s.begin)
            if s.what == "post" and not self.m.is_near(s.thread, s.where):
                sent = s.begin + self.wait[s] + self.m.send + 2 * self.m.flow(WORD) + self.behind(s.thread, s.where)
                known[s.thread] = max(known[s.thread], sent + 2 * self.m.way(s.thread, s.where))

    def behind(self, a, b):
        """For how long what goes from one thread to another one may keep a message waiting: as long as it takes, since it
        may share its links."""
        return sum(s.end - s.begin for s in self.of["put"] if (s.thread, s.where) == (a, b)) + \
            sum(s.end - s.begin for s in self.of["get"] if (s.where, s.thread) == (a, b))

    def unwaited(self, step):
        """How far the thread may be ahead of the others when it writes plainly: what it has done since it last waited takes so long."""
        ahead = 0
        for s in reversed(self.steps[:self.steps.index(step)]):
            goes_on = s.what == "post" or (s.what == "add" or s.what.endswith("-set")) and self.m.is_near(s.thread, s.where)
            if s.thread != step.thread or not goes_on:
                break
            ahead += s.end - s.begin
        return ahead

    def expect(self, step, what, got, least, most):
        most += self.wait[step] if step.what != "compute" else 0
        if not least - CLOCK <= got <= most + CLOCK:
            self.faults.append(f"{what}: {got:.0f} ns, must be from {least:.0f} to {most:.0f} ns: {step}")

    def word(self, thread, where):
        """What a strict write of a word takes, and how long before its end it has its effect."""
        m = self.m
        if m.is_near(thread, where):
            return m.near, 0
        return m.send + m.flow(WORD) + 2 * m.way(thread, where), m.way(thread, where)

    def request(self, thread, where):
        """What one request to the owner of a word takes, if nobody else asks."""
        m = self.m
        return m.near if m.is_near(thread, where) else m.send + 2 * m.way(thread, where) + m.serve

    def others(self, n):
        """What others may be served for meanwhile: each has few requests under way."""
        return n * self.m.threads * self.m.serve

    def computing(self):
        for s in self.of["compute"]:
            self.expect(s, "computes", s.end - s.begin, s.amount, s.amount)
        for s in self.of["lock"]:
            self.expect(s, "computes with the lock", s.computed - s.acquired, s.amount, s.amount)

    def flags(self):
        for how in "strict", "volatile", "plain":
            set_at, early = {}, collections.defaultdict(int)
            for s in self.of[how + "-set"]:
                takes, since = self.word(s.thread, s.where)
                if how == "plain" and self.m.is_near(s.thread, s.where):
                    takes, early[s.where, s.amount] = 0, self.unwaited(s)
                # It goes after answers to other requests, and after what gets bring to that thread at this time.
                behind = 0 if self.m.is_near(s.thread, s.where) else 2 * self.m.flow(WORD) + sum(
                    g.end - g.begin for g in self.of["get"]
                    if (g.where, g.thread) == (s.thread, s.where) and g.begin < s.end and s.begin < g.end)
                self.expect(s, "sets", s.end - s.begin, takes, takes + behind)
                set_at[s.where, s.amount] = s.end - since
            for s in self.of[how + "-await"]:
                done = set_at[s.where, s.amount]
                is_near = self.m.is_near(s.thread, s.where)
                way = 0 if is_near else self.m.way(s.thread, s.where)
                read = self.request(s.thread, s.where) + (0 if is_near else self.m.flow(WORD))
                waited = max(0, done - s.begin)
                late = self.behind(s.where, s.thread) + 2 * read + 2 * way + 2 * self.m.send + 4 * self.m.look + (0 if is_near else self.others(4))
                if how == "plain" and is_near:
                    read, late = 0, late + waited / 50 + 20 * self.m.look
                earliest = done + way - (early[s.where, s.amount] if is_near else 0)
                self.expect(s, "finds", s.end, max(s.begin + read, earliest), max(s.begin, done) + read + late)

    def semaphores(self):
        posted = {}
        for s in self.of["post"]:
            if self.m.is_near(s.thread, s.where):
                self.expect(s, "posts", s.end - s.begin, self.m.near, self.m.near)
                posted[s.where, s.amount] = s.end, 0
            else:
                self.expect(s, "posts", s.end - s.begin, self.m.send, self.m.send)
                arrives = s.begin + self.m.send + self.m.flow(WORD) + self.m.way(s.thread, s.where)
                late = self.wait[s] + self.behind(s.thread, s.where) + self.m.flow(WORD)
                posted[s.where, s.amount] = arrives, late
        for s in self.of["wait"]:
            done, late = posted[s.where, s.amount]
            self.expect(s, "waits", s.end, max(s.begin + 2 * self.m.near, done + self.m.near),
                        max(s.begin, done + late) + 6 * self.m.near + self.m.look)

    def copies(self):
        all_bytes = sum(s.amount + self.m.header for s in self.of["put"] + self.of["get"])
        for s in self.of["put"] + self.of["get"]:
            if self.m.is_near(s.thread, s.where):
                self.expect(s, s.what + "s", s.end - s.begin, 0, 0)
                continue
            fixed = self.m.send + 2 * self.m.way(s.thread, s.where) + (self.m.serve if s.what == "get" else 0)
            self.expect(s, s.what + "s", s.end - s.begin, fixed + self.m.flow(s.amount),
                        fixed + all_bytes / self.m.bandwidth + (self.others(4) if s.what == "get" else 0))

    def adds(self):
        effects = collections.defaultdict(list)
        for s in self.of["add"]:
            takes = self.request(s.thread, s.where)
            is_near = self.m.is_near(s.thread, s.where)
            self.expect(s, "adds", s.end - s.begin, takes, takes + (0 if is_near else self.others(4)))
            effects[s.where].append((s.end - (0 if is_near else self.m.way(s.thread, s.where)), s))
        for where, list_ in effects.items():
            list_.sort(key=lambda e: e[1].value)
            total = 0
            for i, (at, s) in enumerate(list_):
                if s.value != total:
                    self.faults.append(f"adds to {total} and finds {s.value}: {s}")
                total += s.amount
                if i:
                    before, first = list_[i - 1]
                    both_far = not self.m.is_near(s.thread, where) and not self.m.is_near(first.thread, where)
                    self.expect(s, "adds after the one before", at - before, self.m.serve if both_far else 0, 1e18)

    def locks(self):
        held = collections.defaultdict(list)
        for s in self.of["lock"]:
            way = 0 if self.m.is_near(s.thread, s.where) else self.m.way(s.thread, s.where)
            held[s.where].append((s.acquired - way, s.end - way, s))
        for where, list_ in held.items():
            list_.sort(key=lambda h: h[0])
            free_since = 0
            for taken, freed, s in list_:
                request = self.request(s.thread, where)
                far = max(2 * self.m.way(t, where) + self.m.send + self.m.serve for t in range(self.m.threads))
                self.expect(s, "takes the lock", taken, max(free_since, s.begin), 1e18)
                self.expect(s, "takes it soon", taken, 0, max(free_since, s.begin) + 6 * (request + far + self.m.near)
                            + self.others(8) + 10 * self.m.look)
                self.expect(s, "gives it back", s.end - s.computed, request,
                            request + (0 if self.m.is_near(s.thread, where) else self.others(4)))
                free_since = freed

    def barriers(self):
        by_thread = collections.defaultdict(list)
        for s in self.of["barrier"]:
            by_thread[s.thread].append(s)
        for phase in zip(*by_thread.values()):
            released = max(s.begin for s in phase) + self.m.barrier
            late = max(s.begin + self.wait[s] for s in phase) + self.m.barrier
            for s in phase:
                self.expect(s, "barrier", s.end, released, late)

    def all(self):
        for check in self.computing, self.flags, self.semaphores, self.copies, self.adds, self.locks, self.barriers:
            check()
        return self.faults


def attempt(binary, seed, rng):
    machine = Machine(rng)
    steps = program(rng, machine)
    path = f"program-{seed}"
    with open(path, "w") as f:
        f.writelines("%d %s %d %d\n" % s for s in steps)
    lines = run(binary, machine, path)
    found = Check(machine, lines).all()
    if len(lines) != len(steps):
        found.append(f"{len(lines)} of {len(steps)} operations were made")
    if seed % 4 == 0:
        load = subprocess.Popen(["sh", "-c", "ulimit -t 20; while :; do :; done"])
        if run(binary, machine, path, ("taskset", "-c", "0")) != lines:
            found.append("another run prints other times")
        load.kill()
        load.wait()
    return len(steps), f"{UPCRUN} -machine={machine.text()} -n {machine.threads} {binary} {path}", found


if __name__ == "__main__":
    try_seeds(attempt, "programs with faults")
