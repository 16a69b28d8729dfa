// SPDX-License-Identifier: BSD-3-Clause
// The call in UPC, C, Fortran and Python, and the rule that chooses its schedule, as text.

const ROOTED_OUT = ['broadcast', 'scatter'],
  ROOTED_IN = ['gather', 'reduce'];
const REDUCTIONS = ['reduce', 'reduce_all', 'prefix_reduce', 'prefix_reduce_exclusive', 'reduce_scatter'];
const reduces = op => REDUCTIONS.includes(op);

const TYPES = {
  float: 'UPC_FLOAT',
  double: 'UPC_DOUBLE',
  int: 'UPC_INT',
  long: 'UPC_LONG',
  short: 'UPC_SHORT',
  char: 'UPC_CHAR',
};
const upcType = told => TYPES[told.type] ?? 'UPC_DOUBLE';
const values = (told, bytes) => Math.max(1, Math.round(bytes / (told.elemsize > 1 ? told.elemsize : 8)));

// The index of the first element.
const zeros = told => told.shape.map(() => '0');

export function inUpc(told, op, bytes) {
  const dst = `B<${told.section}>`;
  const src = `${told.name}<${told.section}>`;
  const type = reduces(op) ? `${values(told, bytes)}, UPC_ADD, ${upcType(told)}, NULL, 0` : `${bytes}, 0`;
  if (op === 'barrier') return `upc_stride_barrier(${src});`;
  if (op === 'copy') return `upc_stride_copy(B<:>, ${told.name}<:>, 0);`;
  if (op === 'permute') return `upc_stride_permute(${dst}, ${src}, perm, ${type});`;
  if (ROOTED_OUT.includes(op)) return `upc_stride_${op}(${src}, &root[0], ${type});`;
  if (ROOTED_IN.includes(op)) return `upc_stride_${op}(&root[0], ${src}, ${type});`;
  return `upc_stride_${op}(${dst}, ${src}, ${type});`;
}

const intervals = told =>
  told.section
    .split(',')
    .map(text => {
      const parts = text
        .trim()
        .split(':')
        .map(p => p.trim());
      if (parts.length === 1) return parts[0] === '' ? 'UPC_STRIDE_ALL' : `UPC_STRIDE_AT(${parts[0]})`;
      if (parts.every(p => p === '')) return 'UPC_STRIDE_ALL';
      return parts.length === 2
        ? `UPC_STRIDE_RANGE(${parts[0]}, ${parts[1]})`
        : `UPC_STRIDE_STEP(${parts.join(', ')})`;
    })
    .join(', ');

const arraySizes = told => {
  const grid = told.grid
    ? told.grid.slice(
        0,
        told.grid.reduce((last, g, k) => (g > 1 ? k + 1 : last), 1),
      )
    : [];
  return {shape: told.shape.join(', '), block: told.block.join(', '), grid: grid.join(', '), ngrid: grid.length};
};

export function inC(told, op, bytes) {
  const {shape, block, grid, ngrid} = arraySizes(told),
    n = told.shape.length,
    size = told.type ? `sizeof(${told.type})` : 'sizeof(double)';
  const type = reduces(op) ? `${values(told, bytes)}, UPC_ADD, ${upcType(told)}, NULL, 0` : `${bytes}, 0`;
  const head = [
    `size_t shape[] = {${shape}}, block[] = {${block}};`,
    ...(ngrid ? [`int grid[] = {${grid}};`] : []),
    `upc_stride_array_t ${told.name} = upc_stride_all_alloc(${n}, shape, block, ${size}, ${ngrid}, ${ngrid ? 'grid' : 'NULL'});`,
    `upc_stride_section_t part = UPC_SECTION(${told.name}, ${intervals(told)});`,
  ];
  if (op === 'barrier') return [...head, 'upc_stride_barrier(&part);'].join('\n');
  const at = `upc_stride_at(R, (size_t[]){${zeros(told).join(', ')}})`;
  if (ROOTED_OUT.includes(op)) return [...head, `upc_stride_${op}(&part, ${at}, ${type});`].join('\n');
  if (ROOTED_IN.includes(op)) return [...head, `upc_stride_${op}(${at}, &part, ${type});`].join('\n');
  if (op === 'copy') return [...head, 'upc_stride_copy(&other, &part, 0);'].join('\n');
  return [...head, `upc_stride_${op}(&other, &part, ${op === 'permute' ? 'perm, ' : ''}${type});`].join('\n');
}

export function inFortran(told, op, bytes) {
  const {shape, block, grid, ngrid} = arraySizes(told),
    size = told.elemsize > 1 ? told.elemsize : 8;
  const long = list =>
    list
      .split(', ')
      .map(x => x + '_c_size_t')
      .join(', ');
  const type = reduces(op)
    ? `${values(told, bytes)}_c_size_t, UPC_ADD, ${upcType(told)}, c_null_funptr, 0`
    : `${bytes}_c_size_t, 0`;
  const head = [
    'use upc_stride',
    'type(c_ptr) :: ' + told.name,
    'type(upc_stride_section) :: part, other',
    `${told.name} = upc_stride_all_alloc(${told.shape.length}, [${long(shape)}], [${long(block)}], ${size}_c_size_t, ${ngrid}, [${
      ngrid
        ? grid
            .split(', ')
            .map(g => g + '_c_int')
            .join(', ')
        : '0_c_int'
    }])`,
    `ierr = upc_stride_select(part, ${told.name}, "${told.section}")`,
  ];
  const at = `upc_stride_at(R, [${zeros(told)
    .map(z => z + '_c_size_t')
    .join(', ')}])`;
  if (op === 'barrier') return [...head, 'ierr = upc_stride_barrier(part)'].join('\n');
  if (op === 'copy') return [...head, 'ierr = upc_stride_copy(other, part, 0)'].join('\n');
  if (ROOTED_OUT.includes(op)) return [...head, `ierr = upc_stride_${op}(part, ${at}, ${type})`].join('\n');
  if (ROOTED_IN.includes(op)) return [...head, `ierr = upc_stride_${op}(${at}, part, ${type})`].join('\n');
  return [...head, `ierr = upc_stride_${op}(other, part, ${op === 'permute' ? 'perm, ' : ''}${type})`].join('\n');
}

// Python's slices end before their last index.
const slices = told =>
  told.section
    .split(',')
    .map(text => {
      const p = text
        .trim()
        .split(':')
        .map(x => x.trim());
      if (p.length === 1) return p[0] || ':';
      if (p.every(x => x === '')) return ':';
      const step = p.length === 3 ? Number(p[1]) : 1,
        end = Number(p.at(-1)) + Math.sign(step);
      return `${p[0]}:${end < 0 ? '' : end}${step === 1 ? '' : ':' + step}`;
    })
    .join(', ');

export function inPython(told, op, bytes) {
  const {shape, block, grid, ngrid} = arraySizes(told),
    tuple = text => (text.includes(',') ? `(${text})` : `(${text},)`);
  const part = name => `${name}.blocks[${slices(told)}]`,
    first = `R.blocks[${zeros(told).join(', ')}]`,
    count = reduces(op) ? values(told, bytes) : bytes;
  const head = [
    'import upc_stride as us',
    `${told.name} = us.zeros(${tuple(shape)}, block=${tuple(block)}${ngrid ? `, grid=${tuple(grid)}` : ''})`,
  ];
  if (op === 'barrier') return [...head, `us.barrier(${part(told.name)})`].join('\n');
  if (op === 'copy') return [...head, `us.copy(B.elements[...], ${told.name}.elements[...])`].join('\n');
  if (ROOTED_OUT.includes(op)) return [...head, `us.${op}(${part(told.name)}, ${first}, ${count})`].join('\n');
  if (ROOTED_IN.includes(op)) return [...head, `us.${op}(${first}, ${part(told.name)}, ${count})`].join('\n');
  return [...head, `us.${op}(${part('B')}, ${part(told.name)}, ${op === 'permute' ? 'perm, ' : ''}${count})`].join(
    '\n',
  );
}

// A line of a rule file for calls like this one.
export function asRule(told) {
  const {operation, conduit, team, bytes, schedule, near} = told.call;
  return `${operation} ${conduit} ${team} ${bytes} ${schedule}${near ? ' near' : ' far'}`;
}

export function declaration(told, given) {
  if (!given.startsWith('shared')) return given;
  const grid = told.grid ? arraySizes(told).grid : '';
  const named = grid ? given.replace(/^(shared\s*(?:\[[^\]]*\]\s*)*)(?:\([^)]*\)\s*)?/, '$1(places) ') : given;
  return `${grid ? `#pragma processors places(${grid})\n` : ''}${named.replace(/;?\s*$/, ';')}`;
}
