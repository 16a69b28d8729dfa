#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random programs in UPC under the race detector, and a model that has the definition of happens-before.

usage: random_programs.py UPCC UPCRUN CONDUIT THREADS PROGRAMS SEED...

The events of a program come in one order, which the detector does not see (random_turns.c). So the model knows which
value each read finds, and which events happen before others: edges between events, and their transitive closure. Each
event has a line of its own. What the detector tells must be a race; of each byte with a race it must tell one.

Left open, as races.md says: where accesses of several sizes to 8 bytes are atomic, a read may count as ordered after
any write there; and what collectives with NOSYNC do."""
import json
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS, LINES = 4, 1000        # of each array on each thread; of each program
HEAD = '''#include <upc_relaxed.h>
#include <stdlib.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_nb.h>
#include <bupc_extensions.h>
typedef struct { int a, b; } pair_t;
typedef struct { long a[2]; } two_t;
typedef struct { char a[3]; } odd_t;
shared [%(w)d] long v[%(w)d * THREADS];
shared [%(w)d] long d[%(w)d * THREADS], e[%(w)d * THREADS];
shared [] long s[%(w)d * %(n)d];
void turn(int number), done(void);
static upc_atomicdomain_t *longs, *ints;
static upc_lock_t *lock[2];
static upc_handle_t h[4];
static volatile long sink;
static long room[64];
static long one = 1, got;
static int one_int = 1, got_int;
#define AT(type, array, part, at) ((shared [] type *)((shared [] char *)&array[%(w)d * (part)] + (at)))
'''
READ, WRITE, BOTH = 'read', 'write', 'both'


class Event:
    def __init__(self, number, thread, line):
        self.number, self.thread, self.line = number, thread, line
        self.before = self.maybe = 0            # bits of the events that happen before it
        self.bytes, self.kind, self.atomic, self.strict = frozenset(), None, False, False
        self.is_fence, self.strand, self.open = False, thread, False


def bits(mask):
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Program:
    def __init__(self, draw, threads, first_line):
        self.draw, self.threads, self.events = draw, threads, []
        self.code = [[] for _ in range(threads)]
        self.line = first_line
        self.latest = [None] * threads
        self.turn = 0
        self.phase, self.state = [0] * threads, ['free'] * threads
        self.notified, self.waits = {}, {}
        self.holder, self.released = [None, None], [[], []]
        self.flights = [dict() for _ in range(threads)]
        self.implicit = [[] for _ in range(threads)]
        self.strands = threads
        self.calls, self.entered = [], [0] * threads
        self.least = draw.randrange(1, WORDS + 1)     # so many words of each part are used more
        self.orders = draw.randrange(1, 5)            # how often threads are ordered
        for _ in range(draw.randrange(10, 60)):
            self.step()
        self.finish()

    # ---- events and edges
    def event(self, thread, after=(), fence=False, line=None, **access):
        e = Event(len(self.events), thread, line or self.line)
        self.events.append(e)
        for k, value in access.items():
            setattr(e, k, value)
        for f in after:
            self.order(f, e)
        e.is_fence = fence
        return e

    def order(self, f, e):
        e.before |= f.before | 1 << f.number
        e.maybe |= f.maybe | 1 << f.number

    def own(self, thread, **more):
        """The next event of a thread."""
        e = self.event(thread, [self.latest[thread]] if self.latest[thread] else [], **more)
        self.latest[thread] = e
        return e

    def of_thread(self, thread, end):
        return [e for e in self.events[:end] if e.strand == thread]

    def fence_before(self, w):
        if w.strict:
            return w
        return next((e for e in reversed(self.of_thread(w.thread, w.number)) if e.is_fence), None)

    def fenced(self, x):
        """What the fence x takes over: what the atomic reads before it have found."""
        for r in self.of_thread(x.thread, x.number + 1):
            if not r.atomic or r.kind == WRITE:
                continue
            for w in self.events[:r.number]:
                if not w.atomic or w.kind == READ or w is r:
                    continue
                f = self.fence_before(w)
                if f is None:
                    continue
                if self.finds(w, r):
                    self.order(f, x)
                elif self.may_find(w, r):
                    x.maybe |= f.maybe | 1 << f.number

    def finds(self, w, r):
        common = w.bytes & r.bytes
        for z in self.events[w.number + 1:r.number]:
            if z.atomic and z.kind == WRITE:
                common -= z.bytes
        return bool(common)

    def may_find(self, w, r):
        """Both have a part of 8 bytes of which atomic accesses have several sizes."""
        for word in {b // 8 for b in w.bytes} & {b // 8 for b in r.bytes}:
            sizes = set()
            for z in self.events[:r.number + 1]:
                if z.atomic and any(b // 8 == word for b in z.bytes):
                    n = len(z.bytes)
                    sizes.add(n if n in (1, 2, 4, 8) and min(z.bytes) % n == 0 else 0)
            if len(sizes) > 1 or 0 in sizes:
                return True
        return False

    # ---- the text
    def write(self, thread, text, blocks=False):
        self.code[thread].append('turn(%d); %s' % (self.turn, 'done(); %s' % text if blocks else text + ' done();'))
        self.turn += 1

    def put(self, thread, text, fence=False, **access):
        e = self.own(thread, fence=fence, **access)
        self.write(thread, '\n#line %d\n%s\n' % (self.line, text))
        self.line += 1
        if fence or access.get('strict'):
            e.is_fence = True
            self.fenced(e)
        return e

    # ---- places: bytes are numbers, of v on each thread, then of d, e and s
    def base(self, array, thread):
        areas = {'v': 0, 'd': 1, 'e': 2, 's': 3}
        return (areas[array] * self.threads + thread) * 8 * WORDS

    def place(self, size, unit=None):
        """An address, the thread that has it, its bytes."""
        array = self.draw.choice('vvvvvvdes')
        part, at = self.draw.randrange(self.threads), self.draw.randrange(self.least) * 8
        at = min(at, 8 * WORDS - size) // (unit or size) * (unit or size)
        if (unit or size) < 8:
            at = at + self.draw.randrange(8 // size) * size
        start = self.base(array, part) + at
        return ('%s, %d, %d' % (array, part, at), 0 if array == 's' else part, frozenset(range(start, start + size)))

    # ---- steps
    def step(self):
        able = [t for t in range(self.threads) if self.state[t] != 'blocked']
        t = self.draw.choice(able)
        ops = [self.plain] * 7 + [self.copy] * 3 + [self.flight] * 4 + \
            ([self.atomic] * 5 + [self.strict] * 4 + [self.fence] * 2 + [self.lock] * 3 + [self.barrier] * 4 +
             [self.collective]) * self.orders
        self.draw.choice(ops)(t)

    def plain(self, t):
        name, size = self.draw.choice([('long', 8), ('int', 4), ('char', 1)])
        at, owner, where = self.place(size)
        p = '*AT(%s, %s)' % (name, at)
        if owner == t and self.draw.random() < 0.3:
            p = '*(%s *)AT(%s, %s)' % (name, name, at)
        if self.draw.random() < 0.5:
            self.put(t, 'sink = %s;' % p, bytes=where, kind=READ)
        else:
            self.put(t, '%s = %d;' % (p, self.draw.randrange(100)), bytes=where, kind=WRITE)

    def copy(self, t):
        size = 8 * self.draw.randrange(1, WORDS + 1)
        at, _, where = self.place(size, 8)
        p = 'AT(long, %s)' % at
        what = self.draw.choice(['get', 'put', 'set'])
        if what == 'get':
            self.put(t, 'upc_memget(room, %s, %d);' % (p, size), bytes=where, kind=READ)
        elif what == 'put':
            self.put(t, 'upc_memput(%s, room, %d);' % (p, size), bytes=where, kind=WRITE)
        else:
            self.put(t, 'upc_memset(%s, 1, %d);' % (p, size), bytes=where, kind=WRITE)

    def strict(self, t):
        name, size, value = self.draw.choice([('long', 8, '1'), ('long', 8, '1'), ('int', 4, '1'), ('char', 1, '1'),
                                              ('pair_t', 8, '(pair_t){0}'), ('two_t', 16, '(two_t){0}'),
                                              ('odd_t', 3, '(odd_t){0}')])
        at, _, where = self.place(size, 1 if size == 3 else 8 if size == 16 else None)
        p = '*(strict shared [] %s *)AT(%s, %s)' % (name, name, at)
        if self.draw.random() < 0.5:
            self.put(t, '{ %s x = %s; (void)x; }' % (name, p), bytes=where, kind=READ, atomic=True, strict=True)
        else:
            self.put(t, '%s = %s;' % (p, value), bytes=where, kind=WRITE, atomic=True, strict=True)

    def atomic(self, t):
        size = self.draw.choice([8, 8, 8, 4])
        at, owner, where = self.place(size)
        strict = self.draw.random() < 0.5
        form = 'strict' if strict else 'relaxed'
        name = 'long' if size == 8 else 'int'
        p = 'AT(%s, %s)' % (name, at)
        mine = ('&one', '&got', 'longs') if size == 8 else ('&one_int', '&got_int', 'ints')
        kind = self.draw.choice([READ, READ, WRITE, BOTH])
        if self.draw.random() < 0.5:
            text = {READ: 'upc_atomic_%s(%s, %s, UPC_GET, %s, NULL, NULL);' % (form, mine[2], mine[1], p),
                    WRITE: 'upc_atomic_%s(%s, NULL, UPC_SET, %s, %s, NULL);' % (form, mine[2], p, mine[0]),
                    BOTH: 'upc_atomic_%s(%s, NULL, UPC_ADD, %s, %s, NULL);' % (form, mine[2], p, mine[0])}[kind]
        else:
            kind = READ if kind == READ else BOTH  # a set swaps
            if not strict and owner == t and self.draw.random() < 0.5:
                form, p = 'private', '(%s *)%s' % (name, p)
            letter = 'L' if size == 8 else 'I'
            text = {READ: 'sink = bupc_atomic%s_read_%s(%s);' % (letter, form, p),
                    BOTH: 'bupc_atomic%s_fetchadd_%s(%s, 1);' % (letter, form, p)}[kind]
        self.put(t, text, bytes=where, kind=kind, atomic=True, strict=strict)

    def fence(self, t):
        self.put(t, self.draw.choice(['upc_fence;', 'bupc_poll();']), fence=True)

    def lock(self, t):
        held = [i for i in range(2) if self.holder[i] == t]
        free = [i for i in range(2) if self.holder[i] is None]
        if held and self.draw.random() < 0.7:
            i = self.draw.choice(held)
            self.released[i].append(self.put(t, 'upc_unlock(lock[%d]);' % i, fence=True))
            self.holder[i] = None
        elif free:
            i = self.draw.choice(free)
            self.put(t, self.draw.choice(['upc_lock(lock[%d]);', 'if (!upc_lock_attempt(lock[%d])) abort();']) % i)
            e = self.latest[t]
            for f in self.released[i]:
                self.order(f, e)
            e.is_fence = True
            self.fenced(e)
            self.holder[i] = t
        else:
            self.put(t, 'if (upc_lock_attempt(lock[%d])) abort();' % self.draw.randrange(2))

    def flight(self, t):
        begun = self.flights[t]
        if begun and self.draw.random() < 0.5:
            slot = self.draw.choice(sorted(begun))
            e = self.put(t, 'upc_sync(h[%d]);' % slot)
            self.order(begun.pop(slot), e)
            return
        if self.implicit[t] and self.draw.random() < 0.5:
            e = self.put(t, 'upc_synci();')
            for f in self.implicit[t]:
                self.order(f, e)
            self.implicit[t] = []
            return
        if len(begun) + len(self.implicit[t]) == 2:  # from the third on they share a helper
            return
        size = 8 * self.draw.randrange(1, WORDS + 1)
        at, _, where = self.place(size, 8)
        p = 'AT(long, %s)' % at
        calls = {'get': ('upc_memget_nb%s(room + 16, %s, %d)', READ),
                 'put': ('upc_memput_nb%s(%s, room + 16, %d)', WRITE),
                 'set': ('upc_memset_nb%s(%s, 1, %d)', WRITE)}
        text, kind = calls[self.draw.choice(sorted(calls))]
        line = self.line
        implicit = self.draw.random() < 0.3
        slot = next(i for i in range(4) if i not in begun)
        text = text % ('i' if implicit else '', p, size)
        self.put(t, '%s;' % text if implicit else 'h[%d] = %s;' % (slot, text))
        self.strands += 1
        e = self.event(t, [self.latest[t]], line=line, bytes=where, kind=kind, strand=self.strands)
        if implicit:
            self.implicit[t].append(e)
        else:
            begun[slot] = e

    def value(self, phase):
        return ' %d' % phase if self.draw.random() < 0.5 else ''

    def barrier(self, t):
        phase = self.phase[t]
        if self.entered[t] < len(self.calls):    # first it takes part in this call
            return
        if self.state[t] == 'notified':
            self.await_all(t, 'upc_wait%s;' % self.said[t])
        else:
            e = self.own(t, fence=True)
            self.fenced(e)
            self.notified.setdefault(phase, []).append(e)
            said = self.value(phase)
            if self.draw.random() < 0.5:
                self.write(t, 'upc_notify%s;' % said)
                self.state[t] = 'notified'
                self.said = getattr(self, 'said', {})
                self.said[t] = said
            else:
                self.await_all(t, 'upc_barrier%s;' % said)
        self.leave_barriers()

    def await_all(self, t, text):
        self.write(t, text, blocks=True)
        self.state[t] = 'blocked'
        self.waits.setdefault(self.phase[t], []).append(t)

    def leave_barriers(self):
        for phase, waiting in self.waits.items():
            if len(self.notified.get(phase, [])) < self.threads:
                continue
            for t in waiting:
                e = self.own(t, fence=True)
                for f in self.notified[phase]:
                    self.order(f, e)
                e.is_fence = True
                self.fenced(e)
                self.phase[t] += 1
                self.state[t] = 'free'
            self.waits[phase] = []

    def collective(self, t, again=False):
        """All threads make the same calls in one order; none between a notify and its wait."""
        number = self.entered[t]
        if self.state[t] != 'free':
            return
        if number == len(self.calls):
            if again or any(s != 'free' for s in self.state) or len(set(self.phase)) > 1:
                return
            self.calls.append({'in': self.draw.choice('NMMAA'), 'out': self.draw.choice('NMMAA'), 'entered': {},
                               'done': {}, 'what': self.draw.choice(['broadcast', 'scatter', 'gather', 'exchange'])})
        call = self.calls[number]
        names = {'N': 'NOSYNC', 'M': 'MYSYNC', 'A': 'ALLSYNC'}
        flags = 'UPC_IN_%s | UPC_OUT_%s' % (names[call['in']], names[call['out']])
        n, own = 8 * WORDS, lambda a, who=None: frozenset(range(self.base(a, t if who is None else who),
                                                                self.base(a, t if who is None else who) + 8 * WORDS))
        part = 8 * WORDS // self.threads // 8 * 8
        of_s = lambda bytes_: frozenset(range(self.base('s', 0), self.base('s', 0) + bytes_))
        reads, writes, nbytes = frozenset(), frozenset(), n
        if call['what'] == 'broadcast':
            text, writes = 'upc_all_broadcast(d, s, %d, %s);', own('d')
            reads = of_s(n) if t == 0 else frozenset()
        elif call['what'] == 'scatter':
            text, writes = 'upc_all_scatter(d, s, %d, %s);', own('d')
            reads = of_s(n * self.threads) if t == 0 else frozenset()
        elif call['what'] == 'gather':
            text, reads = 'upc_all_gather(s, d, %d, %s);', own('d')
            writes = of_s(n * self.threads) if t == 0 else frozenset()
        else:
            text, nbytes = 'upc_all_exchange(e, d, %d, %s);', part
            reads = frozenset(sorted(own('d'))[:part * self.threads])
            writes = frozenset(sorted(own('e'))[:part * self.threads])
        line = self.line
        enter = self.own(t)
        self.write(t, '\n#line %d\n%s\n' % (line, text % (nbytes, flags)), blocks=True)
        self.line += 1
        self.strands += 1
        either = call['in'] == 'N' or call['out'] == 'N'
        acts = [self.event(t, [] if call['in'] == 'N' else [enter], line=line, bytes=b, kind=k, strand=self.strands,
                           open=either, call=call) for b, k in ((reads, READ), (writes, WRITE)) if b]
        call['entered'][t], call['done'][t] = enter, acts
        self.entered[t] += 1
        self.state[t] = 'blocked'
        if len(call['entered']) == self.threads:
            self.leave_call(call)

    def leave_call(self, call):
        if call['in'] == 'A':
            for acts in call['done'].values():
                for e in acts:
                    for f in call['entered'].values():
                        self.order(f, e)
        for t in range(self.threads):
            e = self.own(t)
            for u in range(self.threads):
                if 'A' in (call['in'], call['out']):
                    self.order(call['entered'][u], e)
                if call['out'] == 'A' or (call['out'] == 'M' and u == t):
                    for f in call['done'][u]:
                        self.order(f, e)
            self.state[t] = 'free'

    def finish(self):
        """All come out of what they wait for."""
        for _ in range(4 * self.threads):
            for t in range(self.threads):
                if self.state[t] == 'free':
                    self.collective(t, again=True)
        for _ in range(8 * self.threads):
            least = min(self.phase)
            for t in range(self.threads):
                if self.state[t] == 'notified' or (self.state[t] == 'free' and self.phase[t] == least and
                                                   any(s != 'free' for s in self.state)):
                    self.barrier(t)
        if any(s != 'free' for s in self.state) or any(n < len(self.calls) for n in self.entered):
            raise AssertionError('a thread waits for ever')

    # ---- the verdict
    def races(self):
        """Pairs of lines that may be told of; for each byte with a race that must be told, the pairs of it."""
        may, must, touching = set(), {}, {}
        for e in self.events:
            for b in e.bytes:
                touching.setdefault(b, []).append(e)
        for b, all_of in touching.items():
            for i, e in enumerate(all_of):
                for f in all_of[:i]:
                    if e.strand == f.strand or READ == e.kind == f.kind or (e.atomic and f.atomic):
                        continue
                    if getattr(e, 'call', 0) is getattr(f, 'call', 1) or e.before >> f.number & 1 or \
                            f.before >> e.number & 1:
                        continue
                    pair = (min(e.line, f.line), max(e.line, f.line))
                    may.add(pair)
                    if not (e.open or f.open or e.maybe >> f.number & 1 or f.maybe >> e.number & 1):
                        must.setdefault(b, set()).add(pair)
        return may, must

    def text(self, number):
        bodies = ['if (MYTHREAD == %d) { %s }' % (t, '\n'.join(c)) for t, c in enumerate(self.code)]
        return 'static __attribute__((noinline)) void program_%d(void) {\n%s\n}\n' % (number, '\n'.join(bodies))


def told_of(output):
    pairs = set()
    for line in output.splitlines():
        if line.startswith('{"later"'):
            told = json.loads(line)
            a, b = told['later']['line'], told['earlier']['line']
            pairs.add((min(a, b), max(a, b)))
    return pairs


def check(program, number, output, status, where):
    may, must = program.races()
    told = told_of(output)
    wrong = sorted(told - may)
    missed = sorted(p for pairs in must.values() if not pairs & told for p in pairs)
    if status not in (0, 66) or wrong or missed or (status == 66) != bool(told):
        print('%s, program %d: status %d; told, and no race: %s; missed: %s' % (where, number, status, wrong, missed))
        return 0, 1
    return len(must), 0


def main():
    upcc, upcrun, conduit, threads, programs = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
    found = failed = made = 0
    subprocess.run(['cc', '-O1', '-c', os.path.join(HERE, 'random_turns.c'), '-o', 'turns.o'], check=True)
    for seed in map(int, sys.argv[6:]):
        draw = random.Random(seed)
        level = ['-O2', '-O1', '-O3', '-O0'][seed % 4]
        all_of = [Program(draw, threads, LINES * (i + 1)) for i in range(programs)]
        with open('random.upc', 'w') as f:
            f.write(HEAD % {'w': WORDS, 'n': threads} + ''.join(p.text(i) for i, p in enumerate(all_of)))
            f.write('int main(int argc, char **argv) {\n'
                    '  longs = upc_all_atomicdomain_alloc(UPC_LONG, UPC_GET | UPC_SET | UPC_ADD, 0);\n'
                    '  ints = upc_all_atomicdomain_alloc(UPC_INT, UPC_GET | UPC_SET | UPC_ADD, 0);\n'
                    '  lock[0] = upc_all_lock_alloc(), lock[1] = upc_all_lock_alloc();\n'
                    '  switch (atoi(argv[1])) {\n%s  }\n  return 0;\n}\n' %
                    ''.join('    case %d: program_%d(); break;\n' % (i, i) for i in range(programs)))
        subprocess.run([upcc, '-w', '-network=' + conduit, '-fsanitize=race', level, 'random.upc', 'turns.o', '-o',
                        'random'], check=True)
        for i, p in enumerate(all_of):
            with open('turns', 'wb') as f:
                f.write(bytes(64))
            run = subprocess.run([upcrun, '-n', str(threads), './random', str(i)], stdin=subprocess.DEVNULL,
                                 env=dict(os.environ, UPC_RACE='json'), capture_output=True, text=True, timeout=120)
            races, bad = check(p, i, run.stdout + run.stderr, run.returncode, '%s, seed %d' % (level, seed))
            found, failed, made = found + races, failed + bad, made + 1
            if bad and failed > 3:
                sys.exit(1)
    print('%s %d programs, %d bytes with a race' % ('FAILED' if failed else 'PASS', made, found))
    sys.exit(failed > 0)


main()
