#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""wild_numbers.py INCLUDE FEW|MANY: writes a C program that makes each call of the headers with each of its numbers near
0, 2^31, 2^32, 2^61, 2^63 and 2^64: arguments, entries of lists, bounds of sections, numbers in texts. It also makes each
call with each of its pointers null. wild_numbers.h has the rest.

A call that is added to the headers must be described below, or this script fails."""
import pathlib
import re
import sys

folder, how_many = pathlib.Path(sys.argv[1]), sys.argv[2]
NEAR, OFF = ([0, 31, 32, 61, 63], [0, 1, 7, 8, 16, 64, -1, -7, -8, -16, -64]) if how_many == 'MANY' else \
            ([0, 31, 32, 61, 63], [0, 1, -1, -8])

# Calls without numbers and pointers; the end of the library; init, whose numbers test wild_numbers.sh gives; and locks, which must be
# held, or free, as the program says.
WITHOUT = '''initialized mythread threads barrier_all version last_error update_fence operations place exit finalize init refuse_call
    init_with init_mpi all_threads all_lock lock try_lock unlock all_free_lock'''.split()
WITHOUT_IN_GRAPHS = 'graph_new'.split()
# Calls without numbers. They are made with a null argument alone.
WITHOUT_NUMBERS = '''all_free_memory thread_of is_null address_of all_free open_view close_view all_free_handle layout own_blocks before_own_block next_own_block wait
    test start_call free_call file_look file_make distribution_parts distribution_free graph_moved graph_draw graph_free post'''.split()

# The value of an argument if another one is tested, by its name, or by "call.name". A list: (its type, its values, the
# entries that are tested). "%s" in a text is the number.
LISTS = {
    'counts': ('size_t', 'eights', [0, 1]), 'displs': ('size_t', 'columns', [0, 1]),
    'dst_displs': ('size_t', 'rows', [0, 1]), 'src_displs': ('size_t', 'columns', [0, 1]),
    'perm': ('int', 'identity', [0]), 'order': ('int', 'identity', [0, 1]),
    'shape': ('size_t', '{2, 4 * (size_t)threads}', [0, 1]), 'block': ('size_t', '{2, 4}', [0, 1]),
    'grid': ('int', '{1, threads}', [0, 1]), 'owner': ('int', 'owners', [0]),
    'index': ('size_t', 'ascending', [0, 1]), 'blockindex': ('size_t', 'zeros', [0, 1]),
    'numbers': ('size_t', 'ascending', [0]), 'extents': ('size_t', '{2, 4 * (size_t)threads}', [1]),
    'desc': ('int', '{1, 0, 2, 4 * threads, 2, 4, 0, 0, 2}', range(9)),
    'process': ('int', '{1, threads, 0, upc_stride_mythread()}', range(4)),
    'extent': ('long long', '{length}', [0]), 'width': ('long long', '{1}', [0]),
    'distribution_blocks.grid': ('int', '{2 * threads}', [0]), 'threads': ('int', 'owners', [0]),
    'sync_threads.threads': ('int', 'identity', [0]),
}
NUMBERS = {
    'len': '8', 'nelems': '1', 'size': '8', 'ndims': '2', 'elemsize': '8', 'ngrid': '2', 'bytes': 'BLOCK', 'count': '1', 'line': '1',
    'lines': '1', 'columns': '1', 'number': '0', 'op': 'UPC_ADD', 'with.op': 'UPC_FUNC', 'type': 'UPC_DOUBLE', 'sync_flags': '0', 'thread': '0', 'halo.width': '1', 'halo_tile.width': '1', 'parts': '0',
    'generation': '++generations', 'restart.generation': '0', 'keep': '1',
    'root': '0', 'colour': '0', 'key': '0', 'sync_threads.count': '(size_t)threads', 'await.count': '0',
    'm': '2', 'n': '4', 'mb': '2', 'nb': '4', 'nprow': '1', 'npcol': '1', 'myrow': '0',
}
GRAPH_NUMBERS = {
    'distribution_boxes.parts': '1', 'graph_reads.step': '1', 'ndims': '1', 'threads': 'threads', 'dimension': '0', 'parts': '2 * threads', 'periodic': '0',
    'distribution_box.part': '0', 'distribution_thread.part': '0', 'element_bytes': '8', 'when': 'UPC_STRIDE_EACH',
    'step': '0', 'value': '0', 'from': '0', 'to': '1', 'iterations': '2',
}
TEXTS = {
    'type': ('f8', ['f%s', 'u%s', 'S%s']), 'codec': ('zstd', ['zstd:%s', 'gzip:%s', 'blosc:%s']),
    'slice': ('0:1, :', ['%s', '0:%s', '%s:1', '-%s:1', '0:%s:1', '1:-%s:0', '%s:%s:%s, :', ':, %s', ':, 0:%s:3']),
    'text': ('0, 0', ['%s', '0:%s', '-%s:0', '0:%s:%s', '%s:-%s:0', '0:-1, 0:%s', ':, -%s:%s']),
}
# Everything else: given as it is here.
OTHERS = {
    # A wrong list of one's own ends the program in any case: the others are in the call.
    'own_counts': 'eights', 'own_displs': 'columns', 'own_src_displs': 'columns', 'received': 'received', 'lent': '&lent',
    'member': '&member', 'handles': 'handles', 'indices': 'indices', 'done': '&done', 'context': 'NULL',
    'wait_any.index': 'indices', 'wait_some.done': '&number_done', 'with.func': 'combine',
    'src': 'place', 'dst': 'place', 'base': 'place', 'from': 'place', 'to': 'inside', 'place': 'place', 'memory': 'inside',
    'result': 'inside', 'before': 'inside', 'expected': 'inside', 'element': 'place', 'event': 'place', 'team': '&team',
    'value': 'inside', 'values': 'inside', 'alpha': 'NULL', 'beta': 'NULL', 'func': 'NULL', 'argument': 'NULL',
    'array': 'A', 'view': 'A', 'handle': '&handle', 'start_call.handle': 'handle', 'name': '"name"', 'file': '"file"', 'path': 'path',
    'checkpoint.path': '"points"', 'restart.path': '"points"', 'owner': 'owner_of', 'attribute': '&attribute',
    'section': '&section', 'arrays': '&saved', 'count': 'count', 'blockindex': 'blockindex',
    'g': 'g', 'block': '&block', 'd': 'd', 'of': 'd', 'function': 'write_all', 'operands': 'operands', 'boxes': 'boxes',
    'put_patch.from': 'inside', 'put_patch_nb.from': 'inside', 'acc_patch.from': 'inside', 'put_elements.from': 'inside',
    'acc_elements.from': 'inside', 'put.from': 'inside', 'put.to': 'place',
    'element_numbers.index': 'ascending', 'graph_draw.path': '"drawn.dot"', 'file_make.path': '"made.zarr"', 'file_make.file': '&file',
    'file_look.file': '&file', 'all_free_memory.memory': 'place', 'file_make.codec': '"zstd"', 'updates.dst': 'A', 'fetch.src': 'A', 'fetch.dst': 'inside', 'get_elements.src': 'A', 'put_elements.dst': 'A',
    'acc_elements.dst': 'A', 'halo.dst': 'inside', 'halo_nb.dst': 'inside', 'running.from': 'inside', 'sums.from': 'inside', 'attribute_write.type': '"f8"',
    'attribute_read.type': '"f8"', 'distribution_owned.owner': 'owner_of_index',
}
# The intervals of these sections count elements.
IN_ELEMENTS = '''copy transform picked_elements element_numbers get_patch put_patch acc_patch write read'''.split()
# Numbers that the program promises something with, which the library cannot see: memory of its own of this size, as long a
# list, or so much time. Those are left out for which the promise is not kept here.
LIST_OF = 'x > LIST && x < 1ULL << 59'
BLOCKS_OF = 'x > LIST / (number_t)threads && x < 1ULL << 59' # each row of blocks has one of each thread
PROMISES = {
    'all_memory.bytes': 'x > BUFFER && x < 1ULL << 40', 'get.bytes': 'x > BLOCK && x < 1ULL << 40', 'put.bytes': 'x > BLOCK && x < 1ULL << 40',
    'counts[0]': 'x > 8 && x <= BLOCK', 'displs[0]': 'x > 0 && x <= BLOCK', 'displs[1]': 'x <= BLOCK',
    'dst_displs[0]': 'x > 0 && x <= BLOCK', 'dst_displs[1]': 'x <= BLOCK', 'counts[1]': 'x > 8 && x <= BLOCK', # no overlap
    'halo.width': 'x > 16 && x < 1ULL << 30', 'lines': LIST_OF, 'columns': LIST_OF, 'count': LIST_OF, 'attribute_write.count': LIST_OF, 'attribute_read.count': '0', 'section_here.count': '0',
    'checkpoint.count': '(int)x > 1', 'restart.count': '(int)x > 1',
    'await.count': 'x > 0', # posts
    'sync_threads.count': 'x > 0 && x < (number_t)threads', 'sync_threads.threads[0]': 'x > 0 && x < (number_t)threads', # they name each other
    'extents[1]': 'x > 64 && x < 1ULL << 60',
    'all_alloc_listed.shape': BLOCKS_OF, 'all_alloc_owned.shape': BLOCKS_OF, 'array_of_listed.shape': BLOCKS_OF,
    'array_of.bytes': 'x > BLOCK', 'array_of_listed.bytes': 'x > BLOCK', 'scalapack_array_of.bytes': 'x > BLOCK',
    'scalapack_array_of.desc': 'x > 64 && x < 1ULL << 31', 'all_alloc_replicated.shape': 'x > LIST && x < 1ULL << 40',
    'distribution_owned.extent': 'x > LIST && x < 1ULL << 62',
    'extent': 'x > LIST && x < 1ULL << 59', 'distribution_slabs.parts': '(int)x > 1000',
    'distribution_blocks.grid': '(int)x > 1000', 'distribution_replicated.threads': '(int)x > 1000',
    'distribution_boxes.parts': '(int)x > 1', 'iterations': '(int)x > 100', 'element_bytes': 'x > LIST && x < 1ULL << 59',
    'distribution_blocks.ndims': '(int)x > 1', 'distribution_slabs.ndims': '(int)x > 1',
    'distribution_replicated.ndims': '(int)x > 1', 'distribution_owned.ndims': '(int)x > 1',
    'distribution_boxes.ndims': '0', 'graph_value.ndims': '(int)x > 1',
}
HANDLES = 'upc_stride_handle_t handles[LIST] = {NULL}; size_t indices[LIST], number_done; int done; ' \
          '(void)indices, (void)number_done, (void)done;'
HANDLE = 'upc_stride_handle_t handle = NULL;'
BEFORE = {
    'exchange_own': 'size_t received[LIST];', 'gather_all_own': 'size_t received[LIST];',
    'gather_own': 'size_t received[LIST];', 'scatter_own': 'size_t received[LIST];', 'lend': 'const void *lent;',
    'file_look': 'upc_stride_file_t file;', 'file_make': 'upc_stride_file_t file; upc_stride_file_look(path, &file);',
    'wait': HANDLE, 'test': HANDLE + ' int done;', 'start_call': HANDLE, 'free_call': HANDLE, 'wait_all': HANDLES, 'wait_any': HANDLES, 'wait_some': HANDLES, 'test_all': HANDLES,
    'section_here': 'upc_stride_interval_t intervals[8] = {UPC_STRIDE_AT(0), UPC_STRIDE_AT(0)};',
    'next_own_block': 'upc_stride_block_t block = upc_stride_before_own_block(A);',
    'own_block': 'size_t blockindex[UPC_STRIDE_MAX_DIMS];', 'picked': 'size_t count[UPC_STRIDE_MAX_DIMS];',
    'picked_elements': 'size_t count[UPC_STRIDE_MAX_DIMS];', 'select': 'upc_stride_section_t section;',
    'attribute_look': 'upc_stride_attribute_t attribute;', 'group_look': 'upc_stride_member_t member;',
    'threads_listed': 'upc_stride_section_t team;', 'all_threads_split': 'upc_stride_section_t team;',
    'team_split': 'upc_stride_section_t team;',
    'checkpoint': 'upc_stride_saved_t saved = {"saved", elements(all), "f8"};',
    'restart': 'upc_stride_saved_t saved = {"saved", elements(all), "f8"};',
    'distribution_boxes': 'upc_stride_box_t boxes[1] = {{{0, 0, 0, 0}, {length, 1, 1, 1}}};',
}
ALONE = ['attribute_write', 'attribute_read', 'attribute_look', 'file_make']     # on one thread
RESULTS = {'int': 'made(%s);', 'long long': 'made(%s);', 'upc_stride_array_t': 'new_array(%s);',
           'upc_stride_block_t': '(void)%s;', 'upc_stride_halo_tile_t': '(void)%s;',
           'upc_stride_section_t': '{ upc_stride_section_t made_here = %s; made(upc_stride_have_affinity(&made_here)); }'}
RESULT_OF = {
    'all_memory': 'new_memory(%s);', 'update': 'made(%s); upc_stride_update_fence();',
    'updates': 'made(%s); upc_stride_update_fence();',
    'select': 'if (%s == 0) made(upc_stride_have_affinity(&section)), made(upc_stride_picked_elements(&section, NULL));',
    'thread_of': '(void)%s;', 'on_thread': 'if (!upc_stride_is_null(%s)) made(0);', 'scalapack_lld': '(void)%s;',
    'owner': 'made(%s);',
    **{call: 'upc_stride_barrier_nb(&handles[0], &all); made(%s); made(upc_stride_wait_all(handles, LIST));'
       for call in ('wait_all', 'wait_any', 'wait_some', 'test_all')},
}
GRAPH = 'upc_stride_distribution_t *d = halves(); upc_stride_graph_t *g = graph_of(d);'
# What is done in a call on graphs, `%s`, before it and after it.
IN_GRAPHS = {
    'distribution_blocks': 'use(%s);', 'distribution_slabs': 'use(%s);', 'distribution_replicated': 'use(%s);',
    'distribution_owned': 'use(%s);', 'distribution_boxes': 'use(%s);',
    'distribution_grown': 'upc_stride_distribution_t *d = halves(); use(%s); upc_stride_distribution_free(d);',
    'distribution_box': GRAPH + ' %s; run(g);', 'distribution_thread': GRAPH + ' %s; run(g);',
    'graph_value': GRAPH + ' upc_stride_distribution_t *r; int v = %s; '
                   'r = upc_stride_distribution_replicated(1, extent, threads); '
                   'upc_stride_graph_writes(g, upc_stride_graph_step(g, "all", write_all, NULL, UPC_STRIDE_LAST), v, r); '
                   'if (element_bytes == 8) run(g);',
    'graph_step': GRAPH + ' %s; run(g);',
    'graph_reads': GRAPH + ' upc_stride_graph_step(g, "read", write_all, NULL, UPC_STRIDE_LAST); %s; run(g);',
    'graph_writes': GRAPH + ' upc_stride_graph_value(g, "new", 8, 1, &length); %s; run(g);',
    'graph_updates': GRAPH + ' %s; run(g);',
    'graph_given': 'upc_stride_distribution_t *d = halves(); upc_stride_graph_t *g = upc_stride_graph_new(); '
                   'upc_stride_operand_t operands[64]; int p; upc_stride_graph_value(g, "given", 8, 1, &length); '
                   'for (p = 0; p < 2 * threads; p++) operands[p].data = (char *)inside, operands[p].stride[0] = 8, '
                   'operands[p].box = upc_stride_distribution_box(d, p); %s; upc_stride_graph_free(g);',
    'graph_carry': GRAPH + ' upc_stride_graph_value(g, "new", 8, 1, &length); %s; upc_stride_graph_free(g);',
    'graph_merge': GRAPH + ' %s; run(g);',
    'graph_if': GRAPH + ' %s; run(g);', 'graph_unless': GRAPH + ' %s; run(g);', 'graph_while': GRAPH + ' %s; run(g);',
    'distribution_parts': GRAPH + ' %s; run(g);', 'distribution_free': GRAPH + ' %s; run(g);',
    'graph_moved': GRAPH + ' %s; run(g);', 'graph_draw': GRAPH + ' %s; run(g);', 'graph_free': GRAPH + ' %s; run(g);',
    'graph_run': GRAPH + ' %s; upc_stride_graph_free(g);',
}


def text_of(header):
    return re.sub(r'static inline.*?\n}', '', re.sub(r'/\*.*?\*/', '', (folder / header).read_text(), flags=re.S), flags=re.S)


def calls_of():
    """(result, name, arguments, of graphs) of each call."""
    for header in 'upc_stride.h', 'upc_stride_collectives.h', 'upc_stride_file.h', 'upc_stride_scalapack.h':
        for result, name, given in re.findall(
                r'([\w ]+[ *]+)upc_stride_(\w+)\(((?:[^()]|\([^()]*\))*)\)\s*UPC_STRIDE_NAMED\("\w+"\)', text_of(header)):
            if name not in WITHOUT:
                yield result.strip(), name, given, False
    for result, name, given in re.findall(r'(?m)^([a-z][\w ]*[ *]+)upc_stride_(\w+)\(([^()]*)\);', text_of('upc_stride_graph.h')):
        if name not in WITHOUT_IN_GRAPHS and not result.startswith('typedef'):
            yield result.strip(), name, given, True


def arguments_of(given):
    for one in re.split(r',\s*(?![^(]*\))', ' '.join(given.split())):
        function = re.match(r'\w+ \(\*(\w+)\)', one)
        type_, name = ('function', function[1]) if function else re.match(r'(.*?)(\w+)$', one).groups()
        yield type_.strip(), name


def fail(text):
    sys.exit(f'wild_numbers.py: {text}')


def plain_of(call):
    """The name without that of its split-phase or prepared form."""
    return re.sub(r'_(nb|init)$', '', call)


def looked_up(table, call, name):
    plain = plain_of(call)
    keys = [f'{call}.{name}', f'{plain}.{name}', name]
    if plain.endswith('_with'):
        keys.insert(2, f'with.{name}')
    return next((table[key] for key in keys if key in table), None)


# Null ends the program in any case, as a wrong list of one's own does: the header says so.
ENDS = re.compile(r'own_\w+$|halo(_\w+)?\.dst$')
POINTERS = re.compile(r'.*\*$|function$|upc_stride_(array|handle|pointer)_t$')


class Case:
    """The function that makes a call: its variables, its slots, the numbers that are tested, and the arguments that are null in
    turn."""
    def __init__(self, result, call, given, graph):
        self.call, self.graph, self.slots, self.variables, self.passed = call, graph, [], [], []
        self.result, self.nulls = result, []
        for number, (type_, name) in enumerate(arguments_of(given)):
            self.argument(type_, name)
            if POINTERS.match(type_) and self.passed[-1] != 'NULL' and not ENDS.match(name) and not ENDS.match(f'{call}.{name}'):
                self.nulls.append((number, name))
                self.passed[-1] = f'{"PLACE" if type_ == "upc_stride_pointer_t" else "UNLESS_NULL"}({number}, {self.passed[-1]})'
        if call == 'distribution_boxes':
            for bound in 'boxes[0].lo[0]', 'boxes[0].hi[0]', 'boxes[0].lo[1]', 'boxes[0].hi[3]':
                self.slot(bound, f'{bound} = (long long)x;', '0')
        if call == 'section_here':
            self.interval('intervals[0]', 'intervals', '')

    def slot(self, name, change, promise=None):
        if promise is None:
            promise = looked_up(PROMISES, self.call, name) or looked_up(PROMISES, self.call, name.split('[')[0]) or '0'
        self.slots.append((name, change, promise))

    def interval(self, of, name, at):
        for bound in 'lo', 'hi', 'step', 'kind':
            type_ = 'int' if bound == 'kind' else 'long long'
            kind = '' if bound == 'kind' else f'{of}.kind = UPC_STRIDE_INTERVAL_STEP, '
            self.slot(f"{name}'s {bound}{at}", f'{kind}{of}.{bound} = ({type_})x;', '0')

    def argument(self, type_, name):
        plain = plain_of(self.call)
        number = looked_up(GRAPH_NUMBERS if self.graph else NUMBERS, self.call, name)
        list_ = looked_up(LISTS, self.call, name)
        own = f'{name}_given' if name in ('threads', 'owner') else name
        if type_ == 'const upc_stride_section_t *':
            array = 'other' if name == 'src' else 'all'
            self.variables.append(f'upc_stride_section_t {own} = {f"elements({array})" if plain in IN_ELEMENTS else array};')
            self.passed.append(f'&{own}')
            self.interval(f'{own}.interval[0]', name, ' in dimension 0')
            self.interval(f'{own}.interval[1]', name, ' in dimension 1')
            self.slot(f"{name}'s intervals", f'{own}.intervals = (int)x;', '0')
        elif type_ in ('size_t', 'int', 'long long', 'upc_op_t', 'upc_type_t', 'upc_flag_t') and number is not None:
            self.variables.append(f'{type_} {own} = {number};')
            self.passed.append(own)
            self.slot(name, f'{own} = ({type_})x;')
        elif list_ is not None and type_ == f'const {list_[0]} *':
            element, values, entries = list_
            if values.startswith('{'):
                self.variables.append(f'{element} {own}[LIST] = {values};')
            else:
                self.variables.append(f'{element} {own}[LIST]; memcpy({own}, {values}, sizeof {own});')
            self.passed.append(own)
            for entry in entries:
                self.slot(f'{name}[{entry}]', f'{own}[{entry}] = ({element})x;')
        elif type_ == 'const char *' and name in TEXTS and looked_up(OTHERS, self.call, name) is None:
            valid, forms = TEXTS[name]
            self.variables.append(f'char {own}[200] = "{valid}";')
            self.passed.append(own)
            for form in forms:
                self.slot(f'{name} {form}', f'snprintf({own}, sizeof {own}, "{form.replace("%s", "%lld")}"' +
                          ', (long long)x' * form.count('%s') + ');', '0')
                self.slot(f'{name} {form}', f'snprintf({own}, sizeof {own}, "{form.replace("%s", "%llu")}"' +
                          ', x' * form.count('%s') + ');', '0')
        elif type_ == 'const upc_stride_interval_t *':
            self.passed.append('intervals')
        else:
            value = looked_up(OTHERS, self.call, name)
            if value is None or type_ in ('size_t', 'long long'):
                fail(f'no value for the argument "{type_} {name}" of upc_stride_{self.call}, must be in one of the tables')
            self.passed.append(value)

    def text(self):
        yield f'static void test_{self.call}(int slot, number_t x) {{'
        for declared in BEFORE.get(plain_of(self.call), ''), *self.variables:
            if declared:
                yield f'  {declared}'
        if plain_of(self.call) != self.call:
            yield '  upc_stride_handle_t handle = NULL;'
        if not self.slots:
            yield '  (void)x;'
        yield '  switch (slot) {'
        for number, (name, change, promise) in enumerate(self.slots):
            skipped = f'if ({promise}) return; ' if promise != '0' else ''
            yield f'  case {number}: {skipped}{change} break;'
        for number, (argument, _) in enumerate(self.nulls, len(self.slots)):
            yield f'  case {number}: null_argument = {argument}; break;'
        yield '  }'
        call = f'upc_stride_{self.call}({", ".join(self.passed)})'
        if self.graph:
            if self.call not in IN_GRAPHS:
                fail(f'upc_stride_{self.call} is not in IN_GRAPHS')
            yield f'  MAY_END({IN_GRAPHS[self.call] % call});'
        elif self.call.endswith('_nb'):
            yield f'  started({call}, &handle);'
        elif self.call.endswith('_init'):
            yield f'  prepared({call}, &handle);'
        else:
            yield '  ' + RESULT_OF.get(self.call, RESULTS.get(self.result, '(void)%s;')) % call
        yield '}'
        names = [name for name, *_ in self.slots] + [f'null {name}' for _, name in self.nulls]
        yield f'static const char *const names_{self.call}[] = {{{", ".join(chr(34) + name + chr(34) for name in names)}}};'


cases = [Case(*call) for call in calls_of()]
if len(cases) < 90:
    fail(f'only {len(cases)} calls were found in the headers')
for case in cases:
    if not case.slots and case.call not in WITHOUT_NUMBERS:
        fail(f'upc_stride_{case.call} has no number, must be in WITHOUT or in WITHOUT_NUMBERS')
print('/* Made by wild_numbers.py. */\n#include "wild_numbers.h"\n\nstatic long long generations;\n')
for case in cases:
    print(*case.text(), sep='\n')
print(f'static const int near[] = {{{", ".join(map(str, NEAR))}}}, off[] = {{{", ".join(map(str, OFF))}}};')
print('static const struct { const char *name; void (*test)(int, number_t); int slots, nulls, alone; const char *const *names; } '
      'calls[] = {')
for case in cases:
    print(f'  {{"upc_stride_{case.call}", test_{case.call}, {len(case.slots)}, {len(case.nulls)}, {int(case.call in ALONE)}, names_{case.call}}},')
print('''};

static long made_calls;

static void try(size_t c, int slot, number_t x) {
  if (failed || (calls[c].alone && upc_stride_mythread() != 0)) return;
  given = x, call_name = calls[c].name, argument_name = calls[c].names[slot], null_argument = -1;
  if (getenv("NUMBERS_SAY") != NULL) fprintf(stderr, "%d: %s: %s %llx\\n", upc_stride_mythread(), call_name, argument_name, given);
  calls[c].test(slot, given);
  made_calls++;
  if (!all_whole()) complain(call_name, argument_name, given, "writes outside of its memory");
}

int main(int argc, char **argv) {
  upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN, .check = argc > 1 && strcmp(argv[1], "check") == 0};
  upc_stride_section_t whole;
  if (argc > 2 && strcmp(argv[1], "heap") == 0) options.heap = strtoull(argv[2], NULL, 10);
  if (argc > 2 && strcmp(argv[1], "threads") == 0) options.threads = atoi(argv[2]);
  if (upc_stride_init(&options) != 0) return fprintf(stderr, "%s\\n", upc_stride_last_error()), 1;
  if (argc > 2) return puts("PASS"), 0;
  begin();
  whole = elements(all);
  upc_stride_write(path, &whole, "f8", NULL);
  for (size_t c = 0; c < sizeof calls / sizeof *calls && !failed; c++) {
    for (int slot = 0; slot < calls[c].slots; slot++)
      for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        for (size_t j = 0; j < sizeof off / sizeof *off; j++)
          try(c, slot, (near[i] == 0 ? 0 : 1ULL << near[i]) + (number_t)(long long)off[j]);
    for (int null = 0; null < calls[c].nulls; null++) try(c, calls[c].slots + null, 0);
    upc_stride_barrier_all();
  }
  upc_stride_finalize();
  if (failed) return 1;
  if (upc_stride_mythread() == 0) printf("%ld calls\\nPASS\\n", made_calls);
  return 0;
}''')
