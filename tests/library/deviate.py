#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checked mode against random programs: one thread deviates once. It makes a call more or less, two calls in the
other order, one call with another argument, or it does not wait for a handle. The line must name the calls, their
lines, and the threads. usage: deviate.py SEED COUNT"""
import os, pathlib, random, re, subprocess, sys, tempfile

seed, count = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
KINDS = ['extra', 'last', 'missing', 'swapped', 'argument', 'unwaited', 'none']
# The number is in the arguments, so that no two calls of a program are alike; another number is another argument.
CALLS = {
    'upc_stride_broadcast': ('upc_stride_broadcast{nb}(A<:>, &B[0], {n}, 0)', 'len'),
    'upc_stride_gather': ('upc_stride_gather{nb}(&R[0], B<:>, {n}, 0)', 'len'),
    'upc_stride_exchange': ('upc_stride_exchange{nb}(A<:>, B<:>, {n}, 0)', 'len'),
    'upc_stride_reduce_all': ('upc_stride_reduce_all{nb}(A<:>, B<:>, {n}, UPC_ADD, UPC_CHAR, NULL, 0)', 'nelems'),
    'upc_stride_write': ('upc_stride_write{nb}(text("u%d.npy", {n}), B<:>, "u1", NULL)', 'path'),
    'upc_stride_all_alloc': ('X = upc_stride_all_alloc(1, (size_t[1]){{{n}}}, (size_t[1]){{1}}, 1, 0, NULL)', 'shape'),
    'upc_stride_all_alloc_replicated':
        ('X = upc_stride_all_alloc_replicated(1, (size_t[1]){{{n}}}, 1)', 'shape'),
    'upc_stride_array_of':
        ('X = upc_stride_array_of(memory, 256, 1, (size_t[1]){{{n}}}, (size_t[1]){{1}}, 1, 0, NULL)', 'shape'),
    'upc_stride_checkpoint': ('upc_stride_checkpoint(text("c%d", {n}), 1, 1, 1, &saved)', 'path'),
    'upc_stride_restart': ('upc_stride_restart(text("p%d", {n}), 0, 1, &saved)', 'path'),
    'upc_stride_graph_value': ('upc_stride_graph_value(graph, "v", {n}, 1, &length)', 'element_bytes'),
    'upc_stride_graph_step': ('upc_stride_graph_step(graph, text("s%d", {n}), step, NULL, 0)', 'name'),
}
BUILT = pathlib.Path(os.environ['BUILD'], 'companions').read_text().split()
for companion, names in ('files', ('write', 'checkpoint', 'restart')), ('graphs', ('graph_value', 'graph_step')):
    for name in names if companion not in BUILT else ():
        del CALLS['upc_stride_' + name]
SPLIT = sum('{nb}' in text for text, _ in CALLS.values())  # as many have a split-phase form
lines = []


def emit(text):
    lines.append(text)
    return len(lines)


class Call:
    def __init__(self, number, split=False):
        self.name = rng.choice(list(CALLS)[:SPLIT] if split else list(CALLS))
        self.number, self.split = number, split

    def text(self, more=''):
        number = f'{self.number}{more}'
        return CALLS[self.name][0].format(n=number, nb='_nb' if self.split else '')


def one(case):
    """Writes the function of a program. Returns what it expects: (threads, kind, deviating thread, calls, lines)."""
    threads, kind = rng.choice([2, 3, 4]), KINDS[case % len(KINDS)]
    wrong, n = rng.randrange(threads), rng.randrange(2, 6)
    at = rng.randrange(n - 1)
    calls = [Call(k + 1, kind == 'unwaited' and k == at) for k in range(n)]
    emit(f'static void program_{case}(void) {{')
    places, involved, k = {}, [], 0
    guard = f'if (MYTHREAD {{}} {wrong}) '
    while k < n:
        call = calls[k]
        if k == at and kind == 'extra':
            more = Call(20)
            involved = [(more.name, emit(guard.format('==') + more.text() + ';')), (call.name, emit(call.text() + ';'))]
        elif k == at and kind == 'missing':
            involved = [(call.name, emit(guard.format('!=') + call.text() + ';'))]
            involved += [(calls[k + 1].name, emit(calls[k + 1].text() + ';'))]
            k += 1
        elif k == at and kind == 'swapped':
            after = calls[k + 1]
            first = emit(guard.format('!=') + call.text() + ';')
            involved = [(call.name, first), (after.name, emit(after.text() + ';'))]
            emit(guard.format('==') + call.text() + ';')
            k += 1
        elif k == at and kind == 'argument':
            involved = [(call.name, emit(call.text(f' + 7 * (MYTHREAD == {wrong})') + ';'))]
        elif k == at and kind == 'unwaited':
            involved = [(call.name, emit(f'upc_stride_handle_t h = {call.text()};'))]
            involved.append(('upc_stride_wait', emit(guard.format('!=') + 'upc_stride_wait(&h);')))
        else:
            emit(call.text() + ';')
        k += 1
    if kind == 'last':  # one call more before the barrier
        more = Call(20)
        involved = [(calls[-1].name, len(lines)), (more.name, emit(guard.format('==') + more.text() + ';'))]
    emit('upc_barrier; }')
    return threads, kind, wrong, involved


def right(line, kind, wrong, threads, involved):
    place = [f'deviate.upc:{number}' for _, number in involved]
    names = [re.escape(name) for name, _ in involved]
    if kind == 'unwaited' and involved[0][0] == 'upc_stride_write':  # whose wait all members make
        last = rf'goes to a barrier without making this call.* Its last call was upc_stride_write\(.*\) at {place[0]}$'
        return re.match(rf'{place[1]}: upc_stride_wait: call: thread {wrong} {last}', line) or \
            re.search(rf'thread (?!{wrong})\d calls upc_stride_wait\(write "\S+"\) at {place[1]}', line)
    if kind == 'unwaited':  # told by the next call on its memory, or at the barrier
        in_flight = rf'shares memory with {names[0]} at {place[0]}, which is in flight: it must be waited for first$'
        return re.match(rf'deviate\.upc:\d+: upc_stride_\w+: (dst|src): {in_flight}', line) or \
            re.match(rf'{place[0]}: {names[0]}_nb: handle: never waited for by thread {wrong}, ', line)
    if kind == 'last':
        return re.match(rf'{place[1]}: {names[1]}: call: thread (?!{wrong})\d goes to a barrier without making this '
                        rf'call.* Its last call was {names[0]}\(.*\) at {place[0]}$', line)
    if kind == 'argument':
        argument = CALLS[involved[0][0]][1]
        found = re.match(rf'{place[0]}: {names[0]}: {argument}: \S+ on thread (\d), \S+ on thread (\d), must be', line)
        return found and str(wrong) in found.groups() and found[1] != found[2]
    calls = r'thread (\d) calls (\w+)\(.*?\) at (\S+)'
    found = re.search(f'{calls} where {calls}, must', line)
    if not found:
        return None
    pair = {int(found[1]): (found[2], found[3]), int(found[4]): (found[5], found[6])}
    mine, others = [(name, f'deviate.upc:{number}') for name, number in
                    (involved if kind == 'extra' else involved[::-1])]
    return len(pair) == 2 and wrong in pair and all(pair[t] == (mine if t == wrong else others) for t in pair)


emit('#include <upc_stride_coll.h>')
emit('#include <stdio.h>')
emit('#include <stdlib.h>')
emit('shared [256] char A[256 * THREADS], B[256 * THREADS]; shared [] char R[256]; upc_stride_array_t X;')
emit('char memory[256];')
emit('static char *text(const char *format, int n) { static char t[20]; snprintf(t, sizeof t, format, n); return t; }')
if 'files' in BUILT:
    emit('#include <upc_stride_file.h>')
    emit('upc_stride_saved_t saved = {"name", {0}, "u1"};')
if 'graphs' in BUILT:
    emit('#include <upc_stride_graph.h>')
    emit('upc_stride_graph_t *graph; long long length = 9;')
    emit('static void step(const upc_stride_part_t *part, void *argument) {}')
cases = [one(case) for case in range(count)]
emit('int main(int argc, char **argv) {' + ' saved.section = B<:>;' * ('files' in BUILT) + ' graph = upc_stride_graph_new();' * ('graphs' in BUILT))
emit('switch (argc > 1 ? atoi(argv[1]) : 0) {')
for case in range(count):
    emit(f'case {case}: program_{case}(); break;')
emit('} }')

failed = 0
with tempfile.TemporaryDirectory() as folder:
    open(os.path.join(folder, 'deviate.upc'), 'w').write('\n'.join(lines) + '\n')
    program = os.path.join(folder, 'deviate')
    upcc = os.path.abspath(os.environ['UPCC'])  # messages name the file as it is given here
    subprocess.run([upcc, 'deviate.upc', '-o', program], cwd=folder, check=True)
    for case, (threads, kind, wrong, involved) in enumerate(cases):
        own = os.path.join(folder, str(case))
        os.mkdir(own)
        run = subprocess.run([os.path.abspath(os.environ['UPCRUN']), '-n', str(threads), program, str(case)], cwd=own,
                             env=dict(os.environ, UPC_STRIDE_CHECK='1'), capture_output=True, text=True, timeout=60)
        said = run.stderr.strip().splitlines()
        if kind == 'none':
            fine = run.returncode == 0 and not said
        else:
            fine = run.returncode == 1 and len(said) == 1 and right(said[0], kind, wrong, threads, involved)
        if not fine:
            failed += 1
            print(f'seed {seed} case {case}: {kind} of thread {wrong} of {threads}, {involved}:')
            print('status', run.returncode)
            print(*said, sep='\n')
print('FAIL' if failed else 'PASS', count - failed, 'of', count)
sys.exit(failed > 0)
