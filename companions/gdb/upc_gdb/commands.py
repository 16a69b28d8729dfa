# SPDX-License-Identifier: BSD-3-Clause
"""The commands of gdb: upc threads, upc where, upc tasks, upc print, upc whatis, upc attach."""
from collections import OrderedDict

import gdb

from .expressions import evaluate, members, offset_of_members, plain, split_members
from .job import each_thread, select, value
from .printers import describe_place, describe_pointer, shared, whatis
from .records import Record, dimensions, record
from .stacks import latest_call, stack, user_frame
from .tasks import SAVED, machine, tasks_of_thread


def show(lines):
    """Prints a stack."""
    for depth, line in enumerate(lines):
        print('  #%-2d %s' % (depth, line))


def ranges(numbers):
    """1, 2, 3, 5 as 1-3, 5."""
    parts = []
    for n in numbers:
        if parts and n == parts[-1][1] + 1:
            parts[-1][1] = n
        else:
            parts.append([n, n])
    return ', '.join(str(first) if first == last else '%d-%d' % (first, last) for first, last in parts)


class Upc(gdb.Command):
    """Commands for UPC programs: upc threads, upc where, upc print EXPRESSION, upc whatis NAME."""
    def __init__(self):
        super().__init__('upc', gdb.COMMAND_DATA, prefix=True)


class Threads(gdb.Command):
    """upc threads: the UPC threads that gdb has, each with its inferior, its process, its place and its last call."""
    def __init__(self):
        super().__init__('upc threads', gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        for thread, inferior in each_thread():
            call = latest_call()
            print('thread %d  inferior %d, process %d  %s%s' %
                  (thread, inferior.num, inferior.pid, user_frame(), ', last call ' + call if call else ''))


class Where(gdb.Command):
    """upc where: the stacks of all threads, those that are equal once, with the threads that have them."""
    def __init__(self):
        super().__init__('upc where', gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        found = OrderedDict()
        for thread, _ in each_thread():
            found.setdefault(stack(), []).append(thread)
        for lines, whose in found.items():
            print('thread%s %s:' % ('s' if len(whose) > 1 else '', ranges(whose)))
            show(lines)


class Tasks(gdb.Command):
    """upc tasks: what has begun and does not run, with what it waits for and its stack. Equal ones of a thread are shown
once, with their number."""
    def __init__(self):
        super().__init__('upc tasks', gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        some = False
        for thread, _ in each_thread():
            if machine() not in SAVED:
                raise gdb.GdbError('the stacks of tasks are not known on %s' % machine())
            found, more = tasks_of_thread()
            some = some or found
            for (waits, lines), count in found.items():
                who = 'main' if lines and lines[-1].startswith('main at ') else 'a task'
                print('thread %d: %s %s%s' % (thread, who, waits, ' (%d times)' % count if count > 1 else ''))
                show(lines)
            if more:
                print('thread %d: %d more tasks wait' % (thread, more))
        if not some:
            print('nothing waits: no task, nor main for a task')


class Print(gdb.Command):
    """upc print EXPRESSION: an element of a shared variable (A[3][5], P[7].x), what a pointer-to-shared points to (*p,
p[2], p->x), the pointer itself (p), or an address (&A[3][5], p + 2). The element may be any thread's."""
    def __init__(self):
        super().__init__('upc print', gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        text, address = plain(argument)
        place, rest = evaluate(text)
        if place is None:
            gdb.execute('print ' + argument)
        elif address and isinstance(place, Record):
            raise gdb.GdbError('%s: the address of an element, such as &%s, can be printed'
                               % (argument.strip(), place.name + ''.join('[0]' for _ in dimensions(place))))
        elif address:
            rest, more = split_members(rest)
            if more:
                raise gdb.GdbError('%s: what is this behind an address: %s' % (argument.strip(), more))
            more, kind = offset_of_members(place.kind, rest)
            phase, block = (0, 0) if rest else (place.phase, place.block)  # a member's address stays in its struct
            print('%s = (%s %s *) %s' % (argument.strip(), shared(block), kind,
                                         describe_place(place.thread, phase, place.offset + more)))
        elif isinstance(place, Record):
            pointer = describe_pointer(value(place.name)) if place.kind == 'pointer' else whatis(place)
            print('%s = %s%s' % (argument.strip(), '(%s) ' % place.type if place.kind == 'pointer' else '', pointer))
        else:
            rest, more = split_members(rest)
            v = members(place.value(), rest)
            if more:
                gdb.set_convenience_variable('upc', v)
                gdb.execute('print $upc ' + more)
                return
            print('%s = %s  (thread %d%s)' % (argument.strip(), v.format_string(), place.thread,
                                              ', phase %d' % place.phase if place.phase else ''))


class Whatis(gdb.Command):
    """upc whatis NAME: the UPC type of a variable, and how its elements are dealt out to the threads."""
    def __init__(self):
        super().__init__('upc whatis', gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        r = record(argument.strip())
        if r is None:
            gdb.execute('whatis ' + argument)
        else:
            print('type = ' + whatis(r))


class Attach(gdb.Command):
    """upc attach PROCESS...: attaches to processes that wait for a debugger (upcrun -gdb), and lets them go on to main."""
    def __init__(self):
        super().__init__('upc attach', gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        gdb.execute('set schedule-multiple on')
        gdb.execute('set detach-on-fork on')
        for i, process in enumerate(argument.split()):
            if i:
                gdb.execute('add-inferior', to_string=True)
                gdb.execute('inferior %d' % max(x.num for x in gdb.inferiors()), to_string=True)
            gdb.execute('attach ' + process, to_string=True)
            gdb.execute('set var urtk_debugger = 1')
        select(min((x for x in gdb.inferiors() if x.pid), key=lambda x: x.num))


COMMANDS = Upc, Threads, Where, Tasks, Print, Whatis, Attach
