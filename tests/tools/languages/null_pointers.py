#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints a program that calls a function of UPC's headers with a null pointer: ./program NUMBER. The cases are made from the
prototypes: each pointer of each function is null once, and all other arguments could be right.

    null_pointers.py FOLDER [HEADER...]          the program; HEADER: of these alone
    null_pointers.py FOLDER names [HEADER...]    of each number FUNCTION: PARAMETER, with a ! behind it if it must not be null
"""
import re
import sys

HEADERS = ('upc.h', 'upc_collective.h', 'upc_nb.h', 'upc_atomic.h', 'upc_castable.h', 'upc_io.h')
SKIPPED = ('upc_alloc', 'upc_global_exit')  # what makes another type, or ends the program
VALUES = {'upc_op_t': 'UPC_ADD', 'upc_type_t': 'UPC_INT64', 'upc_flag_t': '0', 'upc_lock_t *': 'lock',
          'upc_atomicdomain_t *': 'domain', 'upc_file_t *': 'file', 'const char *': 'FILE_NAME',
          'const size_t *': 'ones'}
INTS = {'flags': 'UPC_RDWR | UPC_INDIVIDUAL_FP', 'cmd': 'UPC_GET_FL'}

# Null has a meaning here, or the value is not looked at.
OPTIONAL = {
    'upc_free: ptr', 'upc_all_free: ptr', 'upc_threadof: ptr', 'upc_phaseof: ptr', 'upc_addrfield: ptr',
    'upc_resetphase: ptr', 'upc_cast: ptr', 'upc_lock_free: ptr', 'upc_all_lock_free: ptr', 'upc_all_atomicdomain_free: ptr',
    'upc_atomic_relaxed: fetch_ptr', 'upc_atomic_relaxed: operand2', 'upc_atomic_strict: fetch_ptr',
    'upc_atomic_strict: operand2', 'upc_atomic_isfast: addr', 'upc_all_fcntl: arg'}


def prototypes(folder, headers):
    for header in headers:
        text = re.sub(r'/\*.*?\*/', ' ', open(f'{folder}/{header}').read(), flags=re.S)
        text = re.sub(r'^#.*(\\\n.*)*$', '', text, flags=re.M)
        for name, parameters in re.findall(r'\b(b?upc_\w+)\(([^()]*)\)\s*(?:__a\w+\s*\([^;]*\))?\s*;', text):
            if name not in SKIPPED and parameters.strip() != 'void':
                yield name, [' '.join(p.split()) for p in parameters.split(',')]


def type_of(parameter):
    name = re.search(r'(\w+)(\[\])?$', parameter).group(1)
    kind = re.sub(rf'\b{name}(\[\])?$', lambda m: '*' if m.group(1) else '', parameter)
    return re.sub(r'\s+', ' ', kind.replace('__restrict', '')).strip(), name


def value(kind, name):
    if kind == 'int' and name.strip('_') in INTS:
        return INTS[name.strip('_')]
    if kind in VALUES:
        return VALUES[kind]
    if kind.endswith('*'):
        pointed = kind[:-1].strip()
        return f'({kind})memory' if 'shared' in pointed and '*' not in pointed else f'({kind})zeros'
    return f'({kind})8' if kind in ('size_t', 'upc_off_t') else f'({kind})0'


def cases(folder, headers):
    for name, parameters in prototypes(folder, headers):
        kinds = [type_of(p) for p in parameters]
        for i, (kind, parameter) in enumerate(kinds):
            if kind.endswith('*'):
                given = [f'({k})0' if j == i else value(k, n) for j, (k, n) in enumerate(kinds)]
                yield name, parameter.strip('_'), ', '.join(given)


def main():
    folder, *words = sys.argv[1:]
    names = words[:1] == ['names']
    headers = words[names:]
    all_cases = list(cases(folder, headers or HEADERS))
    if names:
        named = (f'{name}: {parameter}' for name, parameter, _ in all_cases)
        print(*(name + ('' if name in OPTIONAL else '!') for name in named), sep='\n')
        return
    print('#define FILE_NAME "null_pointers.tmp"\n#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>', end='')
    print('\n'.join(f'\n#include <{h}>' for h in [*HEADERS, *headers]))
    print('''static char zeros[1 << 16];
static const size_t ones[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static void tell(long failed) {
  if (failed) printf("thread %d: the call has failed, errno is %d\\n", (int)MYTHREAD, errno);
}
int main(int argc, char **argv) {
  shared void *memory = upc_all_alloc(THREADS, 1 << 16);
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT64, UPC_ADD | UPC_GET | UPC_SET, 0);
  int number = atoi(argv[1]);
  upc_file_t *file = upc_all_fopen(FILE_NAME, UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP | UPC_DELETE_ON_CLOSE, 0, NULL);
  upc_barrier;
  switch (number) {''')
    for number, (name, _, given) in enumerate(all_cases):
        call = f'{name}({given})'
        if name == 'upc_all_fopen':
            call = f'tell(!{call})'
        elif name.startswith('upc_all_f') and name != 'upc_all_free':
            call = f'tell({call} < 0)'
        print(f'  case {number}: {call}; break;')
    print('  }\n  printf("thread %d has returned\\n", (int)MYTHREAD);\n  return 0;\n}')


main()
