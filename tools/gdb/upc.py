# SPDX-License-Identifier: BSD-3-Clause
"""UPC in gdb: pointers-to-shared, shared arrays, sections, and the threads of a job.

    upc threads               the threads of the job: process, place, whether gdb has stopped them
    upc where                 the stacks of all threads, equal ones once
    upc tasks                 the stacks of tasks that wait or are ready to go on, equal ones of a thread once
    upc print A[3][5].x       an element of a shared variable, or what a pointer-to-shared points to; of any thread
    upc whatis A              its type, and which thread has which part

upcc -g writes a record for each shared variable and each pointer-to-shared of a file. C has no word for their types, so
they are not in the usual debugging information. The runtime's urtk_debug_begin and urtk_debug_end enclose the records:
texts of fields with tabs between them.
"""
import re
from collections import OrderedDict, namedtuple

import gdb
import gdb.unwinder

Record = namedtuple('Record', 'name file line kind element block dimensions symbol type')
# kind is `object`, `blocked` (a multi-blocked array) or `pointer`. block has a number for each dimension of a blocked
# array, else one. dimensions are C expressions.


# ---- the job

def value(expression):
    return gdb.parse_and_eval(expression)


def number(expression):
    return int(value(expression))


def jobs_threads():
    """The threads of the job that gdb has as inferiors: thread -> inferior."""
    found, before = {}, gdb.selected_thread()
    for inferior in gdb.inferiors():
        if not inferior.pid or not inferior.threads():
            continue
        try:
            select(inferior)
            if number('urtk_debug_is_thread'):
                found[mythread()] = inferior
        except gdb.error:
            pass
    if before:
        before.switch()
    return OrderedDict(sorted(found.items()))


def select(inferior):
    """Makes it the selected one, without a word where it has threads."""
    if gdb.selected_inferior().num == inferior.num:
        return
    if inferior.threads():
        min(inferior.threads(), key=lambda t: t.num).switch()
    else:
        gdb.execute('inferior %d' % inferior.num, to_string=True)


def mythread():
    return number('urtk_mythread_now')


def threads():
    return number('urtk_threads_now')


# ---- shared memory

def segment(thread):
    """Where the thread's segment starts in the selected process, or None: it is far."""
    try:
        start, stride = number('*(unsigned long *)&urt_segments'), number('*(unsigned long *)&urt_stride')
        return start + thread * stride
    except gdb.error:
        pass
    try:
        first, size = number('*(unsigned *)&urt_node_first'), number('*(unsigned *)&urt_node_size')
        if not first <= thread < first + size:
            return None
        return number('*(unsigned long *)&urt_node_base') + thread * number('*(unsigned long *)&urt_node_stride')
    except gdb.error:
        pass
    try:
        return number('(*(unsigned long **)&urt_near_base)[%d]' % thread) or None
    except gdb.error:
        return None


def read_shared(thread, offset, size):
    """Bytes of a thread's shared memory: by address, or in the process of that thread."""
    start = segment(thread)
    if start is not None:
        return gdb.selected_inferior().read_memory(start + offset, size).tobytes()
    owner = jobs_threads().get(thread)
    if owner is None:
        raise gdb.GdbError('thread %d is far and gdb is not attached to it: upcrun -gdb attaches to all' % thread)
    before = gdb.selected_inferior()
    select(owner)
    try:
        return owner.read_memory(segment(thread) + offset, size).tobytes()
    finally:
        select(before)


def element_value(kind, thread, offset):
    """The object of that C type at a place of shared memory."""
    start = segment(thread)
    if start is not None:
        return gdb.Value(start + offset).cast(kind.pointer()).dereference()
    return gdb.Value(read_shared(thread, offset, kind.sizeof), kind)


def lookup_type(name):
    words = name.replace('const ', '').replace('volatile ', '').strip()
    stars = len(words) - len(words.rstrip('* '))
    pointers = words.count('*', len(words) - stars)
    words = words.rstrip('* ')
    kind = gdb.lookup_type(words)
    for _ in range(pointers):
        kind = kind.pointer()
    return kind


# ---- records

records_of = {}


def records():
    """name -> the records with that name."""
    path = gdb.selected_inferior().progspace.filename
    if path in records_of:
        return records_of[path]
    found = {}
    begin, end = number('*(long *)&urtk_debug_begin'), number('*(long *)&urtk_debug_end')
    if begin and end > begin:
        text = gdb.selected_inferior().read_memory(begin, end - begin).tobytes().decode(errors='replace')
        for line in text.split('\0'):
            fields = line.split('\t')
            if len(fields) == len(Record._fields):
                record = Record(*fields)
                found.setdefault(record.name, []).append(record)
    if begin:
        records_of[path] = found
    return found


def record(name):
    """The record of the variable that this name has in the selected frame."""
    candidates = records().get(name, [])
    try:
        symbol = gdb.lookup_symbol(name)[0]
    except gdb.error:  # no frame
        symbol = None
    if symbol:
        for r in candidates:
            if int(r.line) == symbol.line and symbol.symtab and symbol.symtab.filename.endswith(r.file):
                return r
    objects = [r for r in candidates if r.kind != 'pointer']
    if objects and not (symbol and symbol.needs_frame):  # no variable of the function hides it
        return objects[0]
    return None


def dimensions(r):
    return [number(d.replace('urt_threads', 'urtk_threads_now')) for d in r.dimensions.split(',') if d]


def blocks(r):
    return [int(b) for b in r.block.split(',')]


# ---- where elements lie

def add(thread, phase, offset, n, size, block):
    """A pointer-to-shared plus n elements."""
    if block == 0:
        return thread, phase, offset + n * size
    whole, phase_after = divmod(phase + n, block)
    turns, to = divmod(thread + whole, threads())
    return to, phase_after if block > 1 else 0, offset + (turns * block + phase_after - phase) * size


def declaration(r):
    return value(r.symbol.replace('upc_v_', 'upc_d_', 1))


def placed(r, index):
    """Thread and offset of an element of a multi-blocked array."""
    layout = declaration(r)['layout']
    ndims = int(layout['ndims'])
    block = [int(layout['block'][k]) for k in range(ndims)]
    within, elements, place, thread = 0, 1, 0, 0
    gridded = int(layout['gridded'])
    for k in range(ndims):
        at = index[k] // block[k]
        within = within * block[k] + index[k] % block[k]
        elements *= block[k]
        if gridded:
            along, owner = divmod(at, int(layout['grid'][k]))
            thread = thread * int(layout['grid'][k]) + owner
            place = place * (int(layout['full'][k]) + (owner < int(layout['rest'][k]))) + along
        else:
            place = place * int(layout['nblocks'][k]) + at
    if not gridded:
        place, thread = divmod(place, threads())
    return thread, (place * elements + within) * int(layout['elemsize'])


def offset_of(r):
    return number('*(unsigned long *)&%s' % r.symbol)


class Place:
    """An object in shared memory: a thread, an offset in its segment, and the C type."""
    def __init__(self, thread, phase, offset, kind):
        self.thread, self.phase, self.offset, self.kind = thread, phase, offset, kind

    def value(self):
        return element_value(self.kind, self.thread, self.offset)


def array_element(r, index):
    extent = dimensions(r)
    kind = lookup_type(r.element)
    if len(index) != len(extent):
        raise gdb.GdbError('%s has %d dimensions, and %d subscripts were given' % (r.name, len(extent), len(index)))
    for k, i in enumerate(index):
        if not 0 <= i < extent[k]:
            raise gdb.GdbError('subscript %d of %s is %d, must be in 0..%d' % (k, r.name, i, extent[k] - 1))
    start = offset_of(r)
    if r.kind == 'blocked':
        thread, offset = placed(r, index)
        return Place(thread, 0, start + offset, kind)
    n = 0
    for i, size in zip(index, extent):
        n = n * size + i
    return Place(*add(0, 0, start, n, kind.sizeof, blocks(r)[0]), kind)


def pointed_to(r, n):
    pointer = gdb.selected_frame().read_var(r.name) if gdb.selected_thread() else value(r.name)
    if pointer.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
        raise gdb.GdbError('%s points to a multi-blocked array: print an element of the array' % r.name)
    if int(pointer['offset']) == 0:
        raise gdb.GdbError('%s is a null pointer-to-shared' % r.name)
    kind = lookup_type(r.element)
    return Place(*add(int(pointer['thread']), int(pointer['phase']), int(pointer['offset']), n, kind.sizeof, blocks(r)[0]),
                 kind)


TERM = re.compile(r'\s*(\*?)\s*\(?\s*([A-Za-z_]\w*)\s*\)?\s*')


def subscripts(text):
    """The expressions in the brackets at the beginning of a text, and the rest."""
    found = []
    while text.lstrip().startswith('['):
        text = text.lstrip()
        depth, end = 0, None
        for i, c in enumerate(text):
            depth += (c == '[') - (c == ']')
            if depth == 0:
                end = i
                break
        if end is None:
            raise gdb.GdbError('a ] is missing')
        found.append(text[1:end])
        text = text[end + 1:]
    return found, text.strip()


def evaluate(text):
    """The place that an expression names, and the members of it that follow."""
    start = TERM.match(text)
    r = record(start.group(2)) if start else None
    if r is None:
        return None, text
    index, rest = subscripts(text[start.end():])
    index = [number(i) for i in index]
    if rest.startswith('->'):
        rest, index = '.' + rest[2:], index or [0]
    if r.kind != 'pointer':
        extent = dimensions(r)
        return array_element(r, index or [0] * len(extent)) if extent and index or not extent else r, rest
    if not index and not start.group(1):
        return r, rest
    return pointed_to(r, index[0] if index else 0), rest


def members(v, rest):
    for name, sub in re.findall(r'\.\s*(\w+)|\[\s*(\d+)\s*\]', rest):
        v = v[name] if name else v[int(sub)]
    return v


# ---- what a printed value looks like

def describe_pointer(pointer):
    thread, phase, offset = int(pointer['thread']), int(pointer['phase']), int(pointer['offset'])
    if offset == 0 and thread == 0:
        return 'null'
    start = segment(thread)
    where = ' at %#x' % (start + offset) if start is not None else ' at offset %#x' % offset
    return 'thread %d, phase %d%s' % (thread, phase, where)


class PointerPrinter:
    """urt_ptr_t: a pointer-to-shared."""
    def __init__(self, v):
        self.v = v

    def to_string(self):
        return '{%s}' % describe_pointer(self.v)


INTERVAL = {0: '%(lo)d', 1: '%(lo)d:%(hi)d', 2: '%(lo)d:%(step)d:%(hi)d', 3: ':'}


def section_text(v):
    parts = []
    for k in range(int(v['intervals'])):
        i = v['interval'][k]
        fields = {f: int(i[f]) for f in ('lo', 'hi', 'step')}
        parts.append(INTERVAL.get(int(i['kind']), '?') % fields)
    return '<%s>' % ', '.join(parts)


class SectionPrinter:
    """upc_stride_section_t: blocks of an array."""
    def __init__(self, v):
        self.v = v

    def to_string(self):
        text = 'section %s' % section_text(self.v)
        array = array_text(self.v['array'])
        return '%s of %s' % (text, array) if array else text


def array_text(pointer):
    """What a handle says: name, shape, block, grid and where the blocks are."""
    if int(pointer) == 0:
        return 'null'
    try:
        array = pointer.dereference()
        layout = array['layout']
        ndims = int(layout['ndims'])
        shape = 'x'.join(str(int(layout['shape'][k])) for k in range(ndims))
        block = 'x'.join(str(int(layout['block'][k])) for k in range(ndims))
        text = '%s elements of %d bytes in blocks of %s' % (shape, int(layout['elemsize']), block)
        if int(layout['gridded']):
            text += ' on a grid of %s threads' % 'x'.join(str(int(layout['grid'][k])) for k in range(ndims))
        else:
            text += ', dealt out to %d threads in turn' % int(layout['threads'])
        return ('array %s, ' % array['name'].string() if int(array['name']) else '') + text
    except (gdb.error, gdb.MemoryError):
        return ''


class ArrayPrinter:
    """upc_stride_array_t: a handle."""
    def __init__(self, v):
        self.v = v

    def to_string(self):
        return array_text(self.v) or '%#x' % int(self.v)


def printer(v):
    name = v.type.name or (v.type.target().name if v.type.code == gdb.TYPE_CODE_PTR else None)
    if name == 'urt_ptr_t':
        return PointerPrinter(v)
    if name == 'upc_stride_section_t':
        return SectionPrinter(v)
    if v.type.name == 'upc_stride_array_t':
        return ArrayPrinter(v)
    return None


# ---- stacks

TASK = re.compile(r'^__(\w+?)_block_invoke(_\d+)?$')  # the body of a task in the language


def function_of(frame):
    name = frame.name() or '??'
    task = TASK.match(name)
    if task:
        return 'task in ' + ('main' if task.group(1) == 'urt_user_main' else task.group(1))
    return 'main' if name == 'urt_user_main' else name


def place_of(frame):
    sal = frame.find_sal()
    return '%s:%d' % (sal.symtab.filename, sal.line) if sal and sal.symtab else ''


def is_ours(frame):
    """A frame of the runtime or of the system above the program's main, or above the tasks of a stack: of no interest."""
    return frame.name() in ('look_for_tasks', 'urt_main', 'main_of_the_UPC_program', '__libc_start_call_main', '__libc_start_main_impl', '__libc_start_main', '_start')


def stack(frame=None):
    """Lines from the innermost frame, or from the one given, to main."""
    lines, frame = [], frame or gdb.newest_frame()
    while frame is not None and frame.is_valid():
        if is_ours(frame):
            break
        place = place_of(frame)
        if frame.name() == 'urtk_task_run':
            lines.append('(a task begins here)')
        else:
            lines.append(function_of(frame) + (' at ' + place if place else ''))
        frame = frame.older()
    if lines and lines[-1].startswith('main at ') and 'runtime/core/main.c' in lines[-1]:
        lines.pop()
    return tuple(lines)


def user_frame():
    """The innermost frame in UPC code, as text."""
    frame = gdb.newest_frame()
    while frame is not None:
        place = place_of(frame)
        if re.search(r'\.(upc|c):\d+$', place) and '/runtime/' not in place and '/src/' not in place:
            if not place.startswith('/build') and not place.startswith('..'):
                return '%s at %s' % (function_of(frame), place)
        frame = frame.older()
    return function_of(gdb.newest_frame())


def latest_call():
    """The note of the thread's last call that may wait: "file.upc:12: upc_barrier"."""
    try:
        text = value('*urtk_called_now')
        return text.string() if int(text) else ''
    except (gdb.error, gdb.MemoryError):
        return ''


def ranges(numbers):
    """1, 2, 3, 5 as 1-3, 5."""
    parts, first, last = [], None, None
    for n in list(numbers) + [None]:
        if first is not None and n == last + 1 if n is not None and last is not None else False:
            last = n
            continue
        if first is not None:
            parts.append(str(first) if first == last else '%d-%d' % (first, last))
        first = last = n
    return ', '.join(parts)


def each_thread():
    """Selects the thread of each process in turn: thread, inferior."""
    before = gdb.selected_thread()
    try:
        for thread, inferior in jobs_threads().items():
            select(inferior)
            min(inferior.threads(), key=lambda t: t.num).switch()
            yield thread, inferior
    finally:
        if before and before.is_valid():
            before.switch()


# ---- commands

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


def show(lines):
    for depth, line in enumerate(lines):
        print('  #%-2d %s' % (depth, line))


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


# ---- stacks that a thread has left (upc/runtime/tasks/)

# What urtk_switch_stack leaves on a stack: the place of each register, in words; the register with the address to return
# to; the stack pointer's name; the number of words.
SAVED = {'x86-64': ({'r15': 0, 'r14': 1, 'r13': 2, 'r12': 3, 'rbx': 4, 'rbp': 5, 'rip': 6}, 'rip', 'rsp', 7),
         'aarch64': (dict([('x29', 0), ('pc', 1)] + [('x%d' % n, n - 17) for n in range(19, 29)]), 'pc', 'sp', 20)}

FrameId = namedtuple('FrameId', 'sp pc')
MOST_STACKS = 1000  # of a thread: gdb needs some milliseconds for each


class LeftStack(gdb.unwinder.Unwinder):
    """While it has the pointer of a stack, gdb takes the frames of this stack for those that called the newest frame. It
    writes nothing to the process, so it can be used on a core file."""
    def __init__(self):
        super().__init__('upc_left_stack')
        self.pointer = None

    def __call__(self, pending):
        if self.pointer is None or pending.level() != 0:
            return None
        word = gdb.lookup_type('unsigned long')
        places, pc, sp, words = SAVED[machine()]
        info = pending.create_unwind_info(FrameId(gdb.Value(0).cast(word), pending.read_register(pc)))  # the lowest
        for register, at in places.items():
            info.add_saved_register(register, (self.pointer + at).dereference())
        info.add_saved_register(sp, (self.pointer + words).cast(word))
        return info

    def lines(self, pointer):
        """Those of stack() for the stack with this pointer, without the functions that gave the thread away."""
        self.pointer = pointer.cast(gdb.lookup_type('unsigned long').pointer())
        gdb.invalidate_cached_frames()
        try:
            frame = gdb.newest_frame().older()
            while frame is not None and 'runtime/tasks/' in place_of(frame) and frame.name() != 'urtk_task_run':
                frame = frame.older()
            return stack(frame) if frame is not None else ()
        finally:
            self.pointer = None
            gdb.invalidate_cached_frames()


left_stack = LeftStack()


def machine():
    return gdb.selected_inferior().architecture().name().split(':')[-1]


def left_contexts():
    """The contexts of the selected thread that do not run."""
    try:
        lists = gdb.lookup_static_symbol('urtk_waiting').value()
    except (AttributeError, gdb.error):  # a program without tasks, or without debugging information of the runtime
        return
    for first in [lists[i] for i in range(lists.type.range()[1] + 1)] + [value('urtk_ready')['first']]:
        while int(first):
            yield first.dereference()
            first = first['next']


def tasks_of_thread():
    """(what they wait for, their stack) -> how many tasks; and how many more there are."""
    found, more = OrderedDict(), 0
    for n, context in enumerate(left_contexts()):
        if n >= MOST_STACKS:
            more += 1
            continue
        waits = 'waits for ' + context['for_what'].string() if int(context['for_what']) else 'is ready to go on'
        key = waits, left_stack.lines(context['stack']['pointer'])
        found[key] = found.get(key, 0) + 1
    return found, more


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
p[2], p->x), or the pointer itself (p). The element may be any thread's."""
    def __init__(self):
        super().__init__('upc print', gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        place, rest = evaluate(argument)
        if place is None:
            gdb.execute('print ' + argument)
        elif isinstance(place, Record):
            pointer = describe_pointer(value(place.name)) if place.kind == 'pointer' else whatis(place)
            print('%s = %s%s' % (argument.strip(), '(%s) ' % place.type if place.kind == 'pointer' else '', pointer))
        else:
            v = members(place.value(), rest)
            print('%s = %s  (thread %d%s)' % (argument.strip(), v.format_string(), place.thread,
                                              ', phase %d' % place.phase if place.phase else ''))


def whatis(r):
    if r.kind == 'pointer':
        return r.type
    text = r.type
    block = r.block.replace(',', 'x')
    if r.kind == 'blocked' and int(declaration(r)['layout']['gridded']):
        layout = declaration(r)['layout']
        grid = 'x'.join(str(int(layout['grid'][k])) for k in range(int(layout['ndims'])))
        return '%s: blocks of %s on a grid of %s threads' % (text, block, grid)
    if not r.dimensions or block == '0':
        return text + ': on thread 0'
    return '%s: blocks of %s, dealt out to %d threads in turn' % (text, block, threads())


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


# ---- attaching to all threads: upcrun -gdb

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


def register():
    gdb.pretty_printers[:] = [p for p in gdb.pretty_printers if getattr(p, '__name__', '') != 'printer']
    gdb.pretty_printers.append(printer)
    gdb.unwinder.register_unwinder(None, left_stack, replace=True)
    for command in (Upc, Threads, Where, Tasks, Print, Whatis, Attach):
        command()


register()
