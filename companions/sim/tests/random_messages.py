#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random programs of puts, gets, flags, atomic operations, locks, fences and barriers, on flat networks and fat trees, beside
a model of companions/sim/simulation.md and companions/sim/machine_files.md alone: messages that share links, limits of injection, requests that
are served one after the other. Each operation ends when the model says, within a fiftieth of a percent.

    random_messages.py PROGRAM FIRST_SEED COUNT      PROGRAM: random_messages.upc, compiled for sim
"""
import collections
import heapq
import os
import subprocess

from seeds import try_seeds

UPCRUN = os.environ.get("UPCRUN", "build/bin/upcrun")
CLOCK = 2.0                                # ns: times are printed in whole nanoseconds
WORD = 8                                   # bytes

Operation = collections.namedtuple("Operation", "what owner a b pairs", defaults=(0, 0, 0, ()))


class Machine:
    """Times in nanoseconds, rates in bytes a nanosecond; 0: no limit."""

    def __init__(self, rng):
        self.threads = rng.randint(2, 8)
        self.per_node = -(-self.threads // rng.randint(1, 3))
        self.leaf = rng.choice([0, 1, 2])  # nodes of a leaf switch of the fat tree; 0: flat
        self.latency, self.link = rng.choice([100, 1000, 1700]), rng.choice([0.15, 1, 10])
        self.inject = self.link * rng.choice([0, 0, 0.3, 0.7, 2.5])
        self.send, self.copy_out = rng.choice([0, 200, 1500]), rng.choice([0, 0, 2])
        self.serve, self.header = rng.choice([0, 0, 300, 5000]), rng.choice([0, 0, 16, 64])
        self.near, self.near_rate, self.own_rate = rng.choice([0, 0, 50, 100]), rng.choice([0, 8, 2]), rng.choice([8, 4])
        self.near_latency, self.barrier, self.round = rng.choice([0, 60]), rng.choice([0, 1500]), rng.choice([0, 1100])
        self.look = rng.choice([0, 100])

    def text(self):
        network = f"fat-tree 2;{self.leaf},{4 // self.leaf};1,1;1,1" if self.leaf else "flat"
        times = {"link-latency": self.latency, "send-time": self.send, "serve-time": self.serve, "near-time": self.near,
                 "near-latency": self.near_latency, "barrier-time": self.barrier, "barrier-round-time": self.round,
                 "look-time": self.look, "receive-time": 200}
        rates = {"link-bandwidth": self.link, "injection-bandwidth": self.inject or self.link,
                 "send-bandwidth": self.copy_out, "near-bandwidth": self.near_rate, "own-bandwidth": self.own_rate}
        return "\n".join([network, f"threads-per-node {self.per_node}", f"header {self.header}", "flops 1 GFlop/s",
                          "host-factor 0", *(f"{w} {t}ns" for w, t in times.items()),
                          *(f"{w} {r:g}GB/s" for w, r in rates.items()), ""])

    def node(self, thread):
        return thread // self.per_node

    def route(self, a, b):
        """The links, and their latency."""
        ways = [("up", a), ("down", b)]
        if not self.leaf:
            latency = self.latency
        elif a // self.leaf == b // self.leaf:
            latency = 2 * self.latency
        else:
            ways += [("leaf up", a // self.leaf), ("leaf down", b // self.leaf)]
            latency = 4 * self.latency
        return ways + ([("inject", a)] if self.inject else []), latency


def program(rng, machine):
    """The operations of each thread. A wait stands behind its flag's change in the order in which they are drawn, so the
    program ends. Each thread computes for some time before each operation: of two at one time either may be the first.
    A lock is that of two threads, so who is next is certain."""
    own, threads = [[] for _ in range(machine.threads)], range(machine.threads)
    active = rng.sample(threads, rng.randint(2, machine.threads)) # the others only wait in barriers

    def length():
        return rng.choice([8, 100, 1000, 5000, 40000, 200000])

    def add(thread, *operation):
        own[thread] += [Operation("c", 0, rng.randint(1, 1900)), Operation(*operation)]

    for number in range(rng.randint(10, 40)):
        what, thread, owner = rng.choice("cpgttswallfb"), rng.choice(active), rng.choice(threads)
        if what in "pg":
            add(thread, what, owner, length())
        elif what == "t":
            pairs = [(rng.choice(threads), rng.choice([1, 1, -1]) * length()) for _ in range(rng.randint(1, 4))]
            add(thread, "t", 0, rng.choice([0, rng.randint(1, 30000)]), 0, pairs)
        elif what in "sw":
            first, second = rng.sample(active, 2)
            add(first, "s", owner, number)
            add(second, "w", owner, number)
        elif what == "l":
            for user in rng.sample(active, rng.randint(1, 2)):
                add(user, "l", owner, rng.randint(1, 20000), number)
        elif what == "b" and rng.random() < 0.3:
            for each in threads:
                add(each, "b")
        elif what in "caf":
            add(thread, what, owner, rng.randint(1, 10 ** rng.randint(1, 6)) if what == "c" else 0)
    return own


class Network:
    """Messages that flow. A flow has the least part that its links give; what it leaves goes to the others."""

    def __init__(self, machine, model):
        self.m, self.model, self.waiting, self.flows = machine, model, collections.defaultdict(list), []
        self.since = self.changes = 0

    def send(self, source, to, size, arrived):
        """Data of one thread to another follow each other. What has no bytes overtakes them."""
        links, latency = self.m.route(self.m.node(source), self.m.node(to))
        if not size:
            self.model.after(latency, arrived)
            return
        queue = self.waiting[source, to]
        queue.append({"links": links, "left": float(size), "rate": 0.0, "pair": (source, to),
                      "arrives": lambda: self.model.after(latency, arrived)})
        if len(queue) == 1:
            self.change([queue[0]])

    def change(self, begin=()):
        for f in self.flows:
            f["left"] -= f["rate"] * (self.model.now - self.since)
        self.since = self.model.now
        ended = [f for f in self.flows if f["left"] < 1e-6]
        self.flows = [f for f in self.flows if f["left"] >= 1e-6] + list(begin)
        for f in ended:
            f["arrives"]()
            queue = self.waiting[f["pair"]]
            queue.pop(0)
            self.flows += queue[:1]
        self.share()

    def share(self):
        left = {link: self.m.inject if link[0] == "inject" else self.m.link for f in self.flows for link in f["links"]}
        rest = list(self.flows)
        while rest:
            users = collections.Counter(link for f in rest for link in f["links"])
            narrowest = min(users, key=lambda link: left[link] / users[link])
            rate = left[narrowest] / users[narrowest]
            for f in [f for f in rest if narrowest in f["links"]]:
                f["rate"] = rate
                rest.remove(f)
                for link in f["links"]:
                    left[link] -= rate
        self.changes += 1
        number = self.changes
        if self.flows:
            self.model.after(max(0, min(f["left"] / f["rate"] for f in self.flows)),
                             lambda: self.change() if number == self.changes else None)


class Model:
    """Each thread is a generator of waits: functions that get what to call when the wait is over."""

    def __init__(self, machine, own):
        self.m, self.now, self.queue, self.number = machine, 0.0, [], 0
        self.network, self.ends = Network(machine, self), [[] for _ in own]
        self.word, self.watching = collections.defaultdict(int), collections.defaultdict(list)
        self.serving, self.in_barrier = collections.defaultdict(float), []
        for thread, operations in enumerate(own):
            self.go_on(self.thread(thread, operations))
        while self.queue:
            self.now, _, then = heapq.heappop(self.queue)
            then()

    def after(self, time, then):
        self.number += 1
        heapq.heappush(self.queue, (self.now + time, self.number, then))

    def go_on(self, thread):
        wait = next(thread, None)
        if wait:
            wait(lambda: self.go_on(thread))

    def takes(self, time):
        return lambda then: self.after(time, then)

    def sends(self, size=0):
        return self.takes(self.m.send + (size / self.m.copy_out if self.m.copy_out else 0))

    def is_near(self, a, b):
        return self.m.node(a) == self.m.node(b)

    def copies(self, thread, owner, size):
        """Near: what is put comes out of the thread's own memory."""
        rate = self.m.own_rate if size > 0 or thread == owner else self.m.near_rate
        return self.takes(abs(size) / rate if rate else 0)

    def put(self, thread, owner, size, effect=lambda: None):
        def arrived(then):
            effect()
            self.network.send(owner, thread, 0, then)
        return lambda then: self.network.send(thread, owner, size + self.m.header, lambda: arrived(then))

    def asks(self, thread, owner, answer):
        """A request, which the owner serves when it has served those before; then it answers."""
        def arrived(then):
            self.serving[owner] = max(self.serving[owner], self.now) + self.m.serve
            self.after(self.serving[owner] - self.now, lambda: answer(then))
        return lambda then: self.network.send(thread, owner, 0, lambda: arrived(then))

    def get(self, thread, owner, size, look=lambda: None):
        def answer(then):
            look()
            self.network.send(owner, thread, size + self.m.header, then)
        return self.asks(thread, owner, answer)

    def change(self, word, value):
        self.word[word] = value
        for then in self.watching.pop(word, []):
            then()

    def when(self, word, value, then):
        if self.word[word] == value:
            then()
        else:
            self.watching[word].append(lambda: self.when(word, value, then))

    def near_or_far(self, thread, owner, effect):
        """An atomic operation, or a change of a lock."""
        def answer(then):
            effect()
            self.network.send(owner, thread, 0, then)
        if self.is_near(thread, owner):
            yield self.takes(self.m.near)
            effect()
        else:
            yield self.sends()
            yield self.asks(thread, owner, answer)

    def wait(self, thread, owner, word, value, known=False):
        """Until the word has this value. `known`: the thread knows that it had another one, and asks at once."""
        if self.is_near(thread, owner):
            yield lambda then: self.when(word, value, then)
            yield self.takes(self.m.near)
            return
        if not known:
            found = []
            yield self.sends()
            yield self.get(thread, owner, WORD, lambda: found.append(self.word[word]))
            if found[0] == value:
                return
        yield self.sends()
        yield self.asks(thread, owner,
                        lambda then: self.when(word, value, lambda: self.network.send(owner, thread, 0, then)))

    def lock(self, thread, owner, time, number):
        word, got = ("lock", owner, number), []

        def attempt():
            got.append(self.word[word] == 0)
            if got[-1]:
                self.change(word, 1)

        yield from self.near_or_far(thread, owner, attempt)
        while not got[-1]:
            yield from self.wait(thread, owner, word, 0, True)
            yield from self.near_or_far(thread, owner, attempt)
        yield self.takes(time)
        yield from self.near_or_far(thread, owner, lambda: self.change(word, 0))

    def transfers(self, thread, time, pairs):
        under_way, last = [0], []

        def ended():
            under_way[0] -= 1
            if last and not under_way[0]:
                last[0]()

        for owner, size in pairs:
            if self.is_near(thread, owner):
                yield self.copies(thread, owner, size)
                continue
            yield self.sends(max(size, 0))
            under_way[0] += 1
            (self.put(thread, owner, size) if size > 0 else self.get(thread, owner, -size))(ended)
        yield self.takes(time)
        if under_way[0]:
            yield last.append

    def barrier(self, then):
        rounds = (self.m.node(self.m.threads - 1)).bit_length(), (self.m.per_node - 1).bit_length()
        self.in_barrier.append(then)
        if len(self.in_barrier) == self.m.threads:
            for each in self.in_barrier:
                self.after(self.m.barrier + self.m.round * rounds[0] + self.m.near_latency * rounds[1], each)
            self.in_barrier = []

    def thread(self, thread, operations):
        for what, owner, a, b, pairs in operations:
            near = self.is_near(thread, owner)
            if what == "c":
                yield self.takes(a)
            elif what in "pg" and near:
                yield self.copies(thread, owner, a if what == "p" else -a)
            elif what == "p":
                yield self.sends(a)
                yield self.put(thread, owner, a)
            elif what == "g":
                yield self.sends()
                yield self.get(thread, owner, a)
            elif what == "t":
                yield from self.transfers(thread, a, pairs)
            elif what == "s" and near:
                yield self.takes(self.m.near)
                self.change(("flag", owner, a), 1)
            elif what == "s":
                yield self.sends(WORD)
                yield self.put(thread, owner, WORD, lambda word=("flag", owner, a): self.change(word, 1))
            elif what == "w":
                yield from self.wait(thread, owner, ("flag", owner, a), 1)
            elif what == "a":
                yield from self.near_or_far(thread, owner, lambda: None)
            elif what == "l":
                yield from self.lock(thread, owner, a, b)
            elif what == "f" and not near:
                yield self.sends(WORD)
                yield self.put(thread, owner, WORD)
            elif what == "b":
                yield self.barrier
            self.ends[thread].append(self.now)


def attempt(binary, seed, rng):
    machine = Machine(rng)
    own = program(rng, machine)
    name = f"messages-{seed}"
    with open(name + ".machine", "w") as f:
        f.write(machine.text())
    with open(name, "w") as f:
        for thread, operations in enumerate(own):
            for o in operations:
                pairs = " ".join(f"{owner} {size}" for owner, size in o.pairs)
                f.write(f"{thread} {o.what} {o.owner} {o.a} {o.b} {len(o.pairs)} {pairs}\n")
    command = [UPCRUN, f"-machine=./{name}.machine", "-n", str(machine.threads), binary, name]
    result = subprocess.run(command, capture_output=True, text=True, timeout=100)
    if result.returncode:
        raise SystemExit(f"status {result.returncode} of {' '.join(command)}\n{result.stderr}")
    got = {(int(t), int(i)): float(ns) for t, i, ns in map(str.split, result.stdout.splitlines())}
    expected = {(t, i): ns for t, ends in enumerate(Model(machine, own).ends) for i, ns in enumerate(ends)}
    found = [f"{len(got)} operations of {len(expected)} were made"] if got.keys() != expected.keys() else []
    off = [(ns, *at) for at, ns in expected.items() if at in got and abs(got[at] - ns) > 2e-4 * ns + CLOCK]
    found += [f"thread {t}, operation {i} {own[t][i]} ends at {got[t, i]:.0f} ns, must be {ns:.0f}" for ns, t, i in sorted(off)]
    return len(expected), " ".join(command), found


try_seeds(attempt, "programs with other times")
