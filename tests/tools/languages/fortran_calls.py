# SPDX-License-Identifier: BSD-3-Clause
"""fortran_calls.py INCLUDE: the module for Fortran has each call of the headers for C, with as many arguments, and each constant for
operations, types and synchronisation, with its value."""
import pathlib
import re
import sys

# Texts of sections and the places of calls are C's; a file's version is that of the module.
ONLY_IN_C = {'layout', 'operations', 'place', 'section_here', 'version'}
folder = pathlib.Path(sys.argv[1])


def arguments(text):
    text = re.sub(r'\([^()]*\)', '', text)              # the arguments of a function that is an argument
    return 0 if text.strip() in ('', 'void') else text.count(',') + 1


def without_comments(name):
    return re.sub(r'/\*.*?\*/', '', (folder / name).read_text(), flags=re.S)


declared = {}
lacks = [name for name in ('upc_stride_file.h', 'upc_stride_graph.h') if not (folder / name).exists()]  # its companion was left out
for header in {'upc_stride.h', 'upc_stride_collectives.h', 'upc_stride_file.h', 'upc_stride_scalapack.h'}.difference(lacks):
    for given, name in re.findall(r'\w\(((?:[^()]|\([^()]*\))*)\)\s*UPC_STRIDE_NAMED\("(\w+)"\)', without_comments(header)):
        if name not in ONLY_IN_C:
            declared['upc_stride_c_' + name] = arguments(given)
graph = '' if 'upc_stride_graph.h' in lacks else re.sub(r'static inline.*?\n}', '', without_comments('upc_stride_graph.h'), flags=re.S)
for name, given in re.findall(r'(?m)^[a-z][\w ]*[ *](upc_stride_\w+)\(([^()]*)\);', graph):
    if not name.endswith(('_t',)):
        declared[name] = arguments(given)
module = re.sub(r'&\s*\n\s*', '', (folder / 'upc_stride.f90').read_text())
bound = {name: arguments(given) for given, name in re.findall(r"(?:function|subroutine) \w+\(([^)]*)\)\s*bind\(c, name='(\w+)'\)", module)}
wrong = [f'{name} has {count} arguments, in Fortran {bound.get(name, "it is missing")}' for name, count in sorted(declared.items())
         if bound.get(name) != count]
wrong += [f'{name} is in no header' for name in sorted(set(bound) - set(declared)) if not lacks]
ONLY_IN_UPC = {'UPC_PTS'}  # a pointer-to-shared
constants = {}
for header in 'upc_types.h', 'upc_collective.h', 'upc_stride_values.h':
    for name, value, shift in re.findall(r'(?m)^#define (UPC_\w+) (?:\(\(upc_op_t\))?(\d[\dxa-fA-F]*)(?:UL)?(?: << (\d+)\))?\s*$', without_comments(header)):
        constants[name] = int(value, 0) << int(shift or 0)
constants['UPC_PUT'] = constants.pop('UPC_STRIDE_PUT')  # Fortran would take it for the call upc_stride_put
has = {name: int(value) ** int(power or 1) for name, value, power in re.findall(r'\b(UPC_\w+) = (\d+)(?:_c_long\*\*(\d+))?', module)}
wrong += [f'{name} is {value}, in Fortran {has.get(name, "it is missing")}' for name, value in constants.items()
          if name not in ONLY_IN_UPC and has.get(name) != value]
if len(constants) < 40:
    wrong.append(f'only {len(constants)} constants were found in the headers')
if len(declared) < 100:
    wrong.append(f'only {len(declared)} calls were found in the headers')
sys.exit('\n'.join(wrong) if wrong else print('PASS'))
