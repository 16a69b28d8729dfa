#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random programs in UPC with objects, pointers and accesses, and a model that knows which bytes are of a live object.

usage: random_programs.py SEED PROGRAMS THREADS >file.upc

Each program is a function, and compares the verdict on each access with the model's: run with UPC_ASAN=report. An
access that may be wrong writes what is there already. The objects of TOGETHER programs live at the same time, and one
thread makes all their accesses: they share the barriers, which take most of the time on far threads, and near threads
count faults together. No function is inlined: LLVM takes longer for one long function. programs.sh compiles and runs
the file.
programs/model.upc has random accesses too, which the program draws while it runs; here indices, types and block sizes
are known to the compiler."""
import random
import sys

TYPES = {'char': 1, 'short': 2, 'int': 4, 'long': 8, 'double': 8, 'mixed_t': 12}
HEAD = '''// seed %d
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_nb.h>

typedef struct { int a; char b[5]; short c; } mixed_t;
unsigned urtk_address_found(void);
static volatile int zero;
static volatile double sink;
static char here[4096];
static long accesses, faults, wrong;
static unsigned before;

static __attribute__((noinline)) void begin(void) { before = urtk_address_found(); }
static __attribute__((noinline)) void end(int program, int number, int fault) {
  const int told = urtk_address_found() != before;
  accesses++, faults += fault;
  if (told == fault || wrong++ >= 5) return;
  printf("thread %%d: access %%d of program %%d is %%s, and it is %%s\\n", MYTHREAD, number, program,
         fault ? "a fault" : "right", told ? "told of" : "not told of");
}
#define TRY(program, number, fault, access) { begin(); access; end(program, number, fault); }
'''
TAIL = '''
int main(void) {
%s
  printf("%%s: thread %%d: %%ld accesses, %%ld of them faults, %%ld wrong verdicts\\n", wrong ? "FAILED" : "PASS", MYTHREAD,
         accesses, faults, wrong);
  return wrong != 0;
}
'''
TOGETHER = 10


class Object:
    """An array of elements in blocks, with its own part on each thread."""

    def __init__(self, draw, threads, name):
        self.threads, self.name = threads, name
        self.type = draw.choice(sorted(TYPES))
        self.size = TYPES[self.type]
        self.kind = draw.choice(['static', 'own', 'all', 'global'])
        self.maker = draw.randrange(threads)
        self.live = self.kind == 'static' or draw.random() < .75
        self.block = draw.choice([1, 1, 2, 3, 5, 8])
        if self.kind == 'own':
            self.block, self.count = 0, draw.randint(1, 40)
        elif self.kind == 'static':
            self.count = draw.randint(1, 12) * threads
        else:
            self.count = draw.randint(1, 3 * threads) * self.block

    def place(self, index, block=None):
        """Of an element: its thread, and its offset from the object's start there."""
        block = self.block if block is None else block
        if block == 0:
            return self.maker if self.kind == 'own' else 0, index * self.size
        return index // block % self.threads, (index // (block * self.threads) * block + index % block) * self.size

    def bytes_on(self, thread):
        if self.block == 0:
            return self.count * self.size if thread == self.maker else 0
        return sum(self.place(i)[0] == thread for i in range(self.count)) * self.size

    def pointer(self):
        return 'shared [%s] %s *' % (self.block or '', self.type)

    def declarations(self):
        """`NAME_own`: the thread's pointer to it."""
        lines = ['static %s%s_own;' % (self.pointer(), self.name)]
        if self.kind == 'static':
            return lines + ['shared [%d] %s %s_array[%d * THREADS];' % (self.block, self.type, self.name, self.count // self.threads)]
        return lines + ['static %sshared %s_made;' % (self.pointer(), self.name)]

    def made(self):
        """Two statements, with a barrier between."""
        bytes_, own = self.block * self.size, self.name + '_own = '
        if self.kind == 'static':
            return own + self.name + '_array;', ''
        if self.kind == 'all':
            return own + 'upc_all_alloc(%d, %d);' % (self.count // self.block, bytes_), ''
        call = 'upc_alloc(%d)' % (self.count * self.size)
        if self.kind == 'global':
            call = 'upc_global_alloc(%d, %d)' % (self.count // self.block, bytes_)
        return 'if (MYTHREAD == %d) %s_made = %s;' % (self.maker, self.name, call), own + self.name + '_made;'

    def freed(self):
        return 'if (MYTHREAD == %d) upc_free(%s_own);' % (self.maker, self.name)

    def is_fault(self, thread, at, bytes_):
        return not self.live or at < 0 or at + bytes_ > self.bytes_on(thread)

    def is_near(self, thread, at, bytes_):
        """What is told does not depend on other objects."""
        return at >= -48 and at + bytes_ <= self.bytes_on(thread) + 150


def index_near(draw, o):
    i = draw.randrange(o.count)
    if draw.random() < .4:
        i = draw.choice([-draw.randint(1, 9), o.count - 1, o.count, o.count + draw.randint(1, 20)])
    text = draw.choice(['%d', '%d + zero', '%d - zero'])
    return i, text % i


def access(draw, o, me):
    """Of one access: its statement, and the places and bytes it touches; or None if it would meet another object."""
    i, text = index_near(draw, o)
    element = '%s[%s]' % (o.name, text)
    thread, at = o.place(i)
    member, type_ = ('.c', 'short') if o.type == 'mixed_t' else ('', o.type)
    one = [(thread, at + 10, 2) if member else (thread, at, o.size)]
    how = draw.choice(['read', 'write', 'walk', 'loop', 'down', 'bytes', 'blocks', 'get', 'copy', 'nb', 'private'])
    if how == 'read':
        return 'sink += %s%s' % (element, member), one
    if how == 'write':
        return '{ volatile %s x = %s%s; %s%s = x; }' % (type_, element, member, element, member), one
    if how == 'walk':
        step = draw.randint(-9, 9)
        return '%sq = %s + (%d); q += %s; sink += (*q)%s' % (o.pointer(), o.name, i - step, '(%d)' % step, member), one
    if how in ('loop', 'down'):
        first = max(0, i - draw.randint(1, 30)) if i >= 0 else i
        last = max(i, first)
        touched = [o.place(k) for k in range(first, last + 1)]
        touched = [(t, a + 10, 2) if member else (t, a, o.size) for t, a in touched]
        if how == 'loop':
            return 'for (int i = %d; i <= %d + zero; i++) sink += %s[i]%s' % (first, last, o.name, member), touched
        return 'for (int i = %d; i >= %d + zero; i--) { volatile %s x = %s[i]%s; %s[i]%s = x; }' % (
            last, first, type_, o.name, member, o.name, member), touched
    if how == 'bytes':
        j = draw.randint(-9, 40)
        return 'sink += ((shared [] char *)&%s)[%d]' % (element, j), [(thread, at + j, 1)]
    if how == 'blocks' and o.block:
        block = draw.choice([1, 2, 4, 7])
        thread, at = o.place(i, block)
        return 'sink += ((shared [%d] %s *)%s)[%s]%s' % (block, o.type, o.name, text, member), [
            (thread, at + 10, 2) if member else (thread, at, o.size)]
    if how == 'private':
        if thread != me or at < 0 or at >= o.bytes_on(thread):
            return None
        j = draw.randint(-3, 12)
        at += j * o.size
        return '{ %s *mine = (%s *)&%s; sink += mine[%d]%s; }' % (o.type, o.type, element, j, member), [
            (thread, at + 10, 2) if member else (thread, at, o.size)]
    bytes_ = draw.choice([1, o.size, draw.randint(1, 80)])
    touched = [(thread, at, bytes_)]
    if how == 'get':
        return 'upc_memget(here, &%s, %d)' % (element, bytes_), touched
    if how == 'copy':
        return 'upc_memcpy(&%s, &%s, %d)' % (element, element, bytes_), touched
    return 'upc_sync(upc_memget_nb(here, &%s, %d))' % (element, bytes_), touched


def program(draw, number, threads, me):
    """Writes its function, which thread `me` runs. Gives the statements of its steps, between which are barriers."""
    objects = [Object(draw, threads, 'o%d_%d' % (number, k)) for k in range(draw.randint(1, 3))]
    lines = ['if (MYTHREAD != %d) return;' % me]
    lines += ['%s %s = %s_own;' % (o.pointer(), o.name, o.name) for o in objects]
    for k in range(draw.randint(3, 9)):
        o = draw.choice(objects)
        found = access(draw, o, me)
        if found and all(o.is_near(*touched) for touched in found[1]):
            fault = any(o.is_fault(*touched) for touched in found[1])
            lines.append('TRY(%d, %d, %d, %s) // %s' % (number, k, fault, found[0], o.name))
    print('\n' + '\n'.join(line for o in objects for line in o.declarations()))
    print('\nstatic __attribute__((noinline)) void program_%d(void) {\n  %s\n}' % (number, '\n  '.join(lines)))
    made = [o.made() for o in objects]
    return ([first for first, _ in made], [second for _, second in made], [o.freed() for o in objects if not o.live],
            ['program_%d();' % number], [o.freed() for o in objects if o.live and o.kind != 'static'])


def main(seed, programs, threads):
    draw = random.Random(seed)
    print(HEAD % seed)
    groups = []
    for first in range(0, programs, TOGETHER):
        me = draw.randrange(threads)
        steps = [program(draw, number, threads, me) for number in range(first, min(first + TOGETHER, programs))]
        lines = []
        for step in zip(*steps):
            lines += [line for of_program in step for line in of_program if line] + ['upc_barrier;']
        print('\nstatic __attribute__((noinline)) void group_%d(void) {\n  %s\n}' % (first, '\n  '.join(lines)))
        groups.append('  group_%d();' % first)
    print(TAIL % '\n'.join(groups))


if __name__ == '__main__':
    main(*map(int, sys.argv[1:4]))
