// SPDX-License-Identifier: BSD-3-Clause
// What the page shows as a program, in UPC, C, Fortran and Python, and as a rule. The four programs do the same: each
// thread fills its blocks of the source with its number and 1, all make the call, and result.npy gets the destination.

const OUT = ['broadcast', 'scatter'],
  IN = ['gather', 'reduce'],
  IN_PIECES = ['gather_all', 'exchange', 'reduce_scatter'],
  REDUCTIONS = ['reduce', 'reduce_all', 'prefix_reduce', 'prefix_reduce_exclusive', 'reduce_scatter'];

// Types of elements: as UPC's reductions, NumPy and Fortran have them. Others have no program.
const types = {};
for (const [names, upc, numpy, fortran] of [
  ['char,signed char,int8_t,int8', 'INT8', 'i1', 'integer(c_int8_t)'],
  ['short,int16_t,int16', 'INT16', 'i2', 'integer(c_int16_t)'],
  ['int,int32_t,int32', 'INT32', 'i4', 'integer(c_int32_t)'],
  ['long,long long,int64_t,int64', 'INT64', 'i8', 'integer(c_int64_t)'],
  ['float,float32', 'FLOAT', 'f4', 'real(c_float)'],
  ['double,float64', 'DOUBLE', 'f8', 'real(c_double)'],
])
  for (const name of names.split(','))
    types[name] = {upc: 'UPC_' + upc, numpy, fortran, c: /\d$/.test(name) ? cName(name, upc) : name};

function cName(name, upc) {
  return {FLOAT: 'float', DOUBLE: 'double'}[upc] ?? `${name}_t`;
}

export const isRooted = op => OUT.includes(op) || IN.includes(op);

// The most that a call moves of each block: a block, or one of the pieces in it. In whole elements. The last block of an
// array of UPC 1.3 may be smaller.
export function wholeBlock(told, op) {
  const size = told.type ? told.elemsize : 8,
    pieces = IN_PIECES.includes(op) ? Math.max(1, told.picked) : 1;
  return size * Math.max(1, Math.floor(told.smallest / told.elemsize / pieces));
}

// Why there is no program, or ''.
export function whyNone(told) {
  if (!told.call) return 'there is no program: the call is refused';
  if (told.placed) return "there is no program: docs/c.md has those for ScaLAPACK's matrices";
  if (!told.type) return 'there is no program: the declaration has no type that it could use';
  return types[told.type] ? '' : `there is no program for elements of type ${told.type}`;
}

const PYTHON = 'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(' ');

// Stands for the array's name while a program is written. The array keeps its name, but if the program has it for something else, or
// the language: then a _ follows. Fortran knows no capitals.
const NAME = '\u0001';
const withName = (name, text, words, same = word => word) => {
  const code = text.replace(/"[^"]*"|'[^']*'|(\/\/|! |#).*/g, ''),
    taken = new Set([...words, ...code.match(/[A-Za-z_]\w*/g)].map(same));
  return text.replaceAll(NAME, taken.has(same(name)) ? name + '_' : name);
};

// What the four programs have in common. `shown`: the operation, and what the page knows of the array, the root, the
// machine and, for a copy, the other array.
function parts(shown) {
  const {told, op} = shown,
    type = types[told.type],
    k = told.picked,
    bytes = told.call.bytes,
    values = REDUCTIONS.includes(op) ? Math.max(1, Math.round(bytes / (op === 'reduce_scatter' ? k : 1) / told.elemsize)) : 0;
  const rooted = isRooted(op),
    pieces = op === 'scatter' || op === 'gather' ? k : 1,
    room = Math.max(1, Math.ceil(((values ? values * told.elemsize : bytes) * pieces) / told.elemsize));
  const source = OUT.includes(op) ? 'R' : NAME,
    other = ['B', 'C'].find(name => name !== told.name),
    result = IN.includes(op) ? 'R' : OUT.includes(op) ? NAME : op === 'barrier' ? '' : other;
  const arrays = [{...sizes(told), name: NAME}];
  if (rooted)
    arrays.push({name: 'R', shape: [room * told.threads], block: [room], grid: [], elements: room, list: true});
  else if (op !== 'barrier') arrays.push({...sizes(op === 'copy' && shown.to ? shown.to : told), name: other});
  return {
    ...{op, type, k, bytes, values, rooted, room, source, result, other, arrays},
    root: told.root,
    threads: told.threads,
    section: told.section,
    dimensions: told.shape.length,
    from: arrays.find(a => a.name === source),
  };
}

function sizes(told) {
  const grid = told.grid ?? [],
    last = grid.reduce((found, g, i) => (g > 1 || told.nblocks[i] > 1 ? i + 1 : found), 1);
  return {shape: told.shape, block: told.block, grid: grid.slice(0, last), elements: told.blockelems, text: told.given};
}

// Which element i of a block lies in the array: '' if all do. Python's tiles have no padding, so no program fills it.
// `at`: the place of the block; `rest`: how a language writes a % b.
function within({shape, block}, at, and, rest) {
  const conditions = [];
  shape.forEach((extent, k) => {
    if (extent % block[k] === 0) return;
    const after = block.slice(k + 1).reduce((a, b) => a * b, 1),
      row = after > 1 ? `i / ${after}` : 'i';
    conditions.push(`${at(k)} * ${block[k]} + ${k > 0 ? rest(row, block[k]) : row} < ${extent}`);
  });
  return conditions.join(and);
}

// As one word of a shell command.
export const quoted = word => (/^[-\w.,:=/]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

// The environment in which the call is as it was shown.
export function settings(shown) {
  const list = [];
  if (shown.map) list.push(`UPC_STRIDE_MAP=${quoted(shown.map)}`);
  if (shown.forced) list.push(`UPC_STRIDE_SCHEDULE=${quoted(`${shown.op}=${shown.forced}`)}`);
  return list.map(x => x + ' ').join('');
}

// How a program is started, and which library it is linked with. Python has no simulated machines.
const started = (shown, program) =>
  `${settings(shown)}upcrun -n ${shown.told.threads}${shown.machine ? ` ${quoted('-machine=' + shown.machine)}` : ''} ${program}`;
const library = shown => (shown.machine ? '-lupc_stride-sim' : '-lupc_stride');

// A call's arguments, from its parts: `place` is the root's memory.
function given(p, dst, src, place, perm, count) {
  if (p.op === 'barrier') return [src];
  if (p.op === 'copy') return [dst, src];
  const ends = OUT.includes(p.op) ? [src, place] : IN.includes(p.op) ? [place, src] : [dst, src];
  return [...ends, ...(p.op === 'permute' ? [perm] : []), count];
}

// ---- UPC ----

const brackets = list => list.map(x => `[${x}]`).join('');

function declared(a, type, grid) {
  const named = grid ? ` (${grid})` : '';
  const blocks = a.list || !a.text ? brackets(a.block) : (/^shared\s*((\[[^\]]*\]\s*)+)/.exec(a.text)?.[1] ?? brackets(a.block)).trim();
  return `shared ${blocks}${named} ${type.c} ${a.name}${a.list ? `[${a.block[0]} * THREADS]` : brackets(a.shape)};`;
}

export function declaration(told) {
  const a = {...sizes(told), name: told.name},
    grid = a.grid.length ? `#pragma processors places(${a.grid.join(', ')})\n` : '';
  return grid + declared(a, types[told.type] ?? {c: told.type || 'double'}, grid && 'places');
}

// In UPC and C, the loop over the caller's own blocks of the source.
function filled(p, type, thread) {
  const inside = within(p.from, k => `at[${k}]`, ' && ', (a, b) => `${a} % ${b}`),
    value = `x[i] = ${thread} + 1;`;
  return [
    ...(inside ? [`  size_t at[${p.from.shape.length}];`] : []),
    `  for (size_t n = 0; n < upc_stride_own_blocks(${p.source}); n++) { // each thread its own blocks`,
    `    ${type} *x = upc_stride_own_block(${p.source}, n, ${inside ? 'at' : 'NULL'});`,
    `    for (int i = 0; i < ${p.from.elements}; i++)${inside ? '' : ' ' + value}`,
    ...(inside ? [`      if (${inside}) ${value}`] : []),
    '  }',
  ];
}

export function inUpc(shown) {
  const p = parts(shown),
    grids = [];
  const nameOf = grid => {
    const text = grid.join(', ');
    if (!grids.includes(text)) grids.push(text);
    return 'places' + (grids.indexOf(text) ? grids.indexOf(text) + 1 : '');
  };
  const declarations = p.arrays.map(a => declared(a, p.type, a.grid.length ? nameOf(a.grid) : ''));
  const last = p.values ? `${p.values}, UPC_ADD, ${p.type.upc}, NULL` : String(p.bytes),
    whole = p.op === 'copy' ? ':' : p.section;
  const list = given(p, `${p.other}<${whole}>`, `${NAME}<${whole}>`, `&R[${p.root} * ${p.room}]`, 'perm', last);
  const network = shown.network === 'smp' ? '' : ` -network=${shown.network}`;
  const text = [
    `// upcc -O2 -T ${p.threads}${network} prog.upc -o prog`,
    `// ${started(shown, './prog')}`,
    '#include <stdint.h>',
    '#include <upc.h>',
    '#include <upc_stride_coll.h>',
    '#include <upc_stride_file.h>',
    ...grids.map((text, i) => `#pragma processors places${i ? i + 1 : ''}(${text})`),
    ...declarations,
    '',
    'int main(void) {',
    ...filled(p, p.type.c, 'MYTHREAD'),
    ...(p.op === 'permute' ? permutation(p.k) : []),
    `  upc_stride_${p.op}(${list.join(', ')}${p.op === 'barrier' ? '' : ', 0'});`,
    ...(p.result ? [`  upc_stride_write("result.npy", ${p.result}<:>, "${p.type.numpy}", NULL);`] : []),
    '  return 0;',
    '}',
  ].join('\n');
  return withName(shown.told.name, text, []);
}

const permutation = k => [`  int perm[${k}]; // each block goes to the next place`, `  for (int i = 0; i < ${k}; i++) perm[i] = (i + 1) % ${k};`];

// ---- C ----

const intervals = section =>
  section
    .split(',')
    .map(text => {
      const bounds = text.split(':').map(x => x.trim());
      if (bounds.every(x => x === '')) return 'UPC_STRIDE_ALL';
      return `UPC_STRIDE_${['AT', 'RANGE', 'STEP'][bounds.length - 1]}(${bounds.join(', ')})`;
    })
    .join(', ');

function allocated(a, type) {
  const list = (ctype, numbers) => `(${ctype}[]){${numbers.join(', ')}}`,
    grid = a.grid.length ? `${a.grid.length}, ${list('int', a.grid)}` : '0, NULL';
  return [
    `  upc_stride_array_t ${a.name} = upc_stride_all_alloc(${a.shape.length}, ${list('size_t', a.shape)}, ${list('size_t', a.block)},`,
    `                                              sizeof(${type.c}), ${grid});`,
  ];
}

export function inC(shown) {
  const p = parts(shown),
    last = p.values ? `${p.values}, UPC_ADD, ${p.type.upc}, NULL` : String(p.bytes),
    picked = p.op === 'copy' ? 'UPC_STRIDE_ALL' : intervals(p.section);
  const list = given(p, '&dst', '&src', `upc_stride_at(R, (size_t[]){${p.root} * ${p.room}})`, 'perm', last),
    two = list[0] === '&dst';
  const text = [
    `// cc prog.c $(pkg-config --cflags --libs-only-L upc_stride) ${library(shown)} -o prog`,
    `// ${started(shown, './prog')}`,
    '#include <stdint.h>',
    '#include <upc_stride.h>',
    '#include <upc_stride_file.h>',
    '',
    'int main(void) {',
    '  upc_stride_init(NULL);',
    ...p.arrays.flatMap(a => allocated(a, p.type)),
    `  upc_stride_section_t src = UPC_SECTION(${NAME}, ${picked});`,
    ...(two ? [`  upc_stride_section_t dst = UPC_SECTION(${p.other}, ${picked});`] : []),
    ...filled(p, p.type.c, 'upc_stride_mythread()'),
    ...(p.op === 'permute' ? permutation(p.k) : []),
    `  upc_stride_${p.op}(${list.join(', ')}${p.op === 'barrier' ? '' : ', 0'});`,
    ...(p.result
      ? [
          `  upc_stride_section_t result = UPC_SECTION(${p.result}, UPC_STRIDE_ALL);`,
          `  upc_stride_write("result.npy", &result, "${p.type.numpy}", NULL);`,
        ]
      : []),
    '  upc_stride_finalize();',
    '  return 0;',
    '}',
  ].join('\n');
  return withName(shown.told.name, text, []);
}

// ---- Fortran ----

export function inFortran(shown) {
  const p = parts(shown),
    kind = (list, k) => `[${list.map(x => `${x}_${k}`).join(', ')}]`,
    picked = p.op === 'copy' ? ':' : p.section,
    inside = within(p.from, k => `at(${k + 1})`, ' .and. ', (a, b) => `mod(${a}, ${b}_c_size_t)`);
  const last = p.values ? `${p.values}_c_size_t, UPC_ADD, ${p.type.upc}, c_null_funptr` : `${p.bytes}_c_size_t`;
  const list = given(p, 'dst', 'src', `upc_stride_at(R, [${p.root * p.room}_c_size_t])`, 'perm', last),
    two = list[0] === 'dst';
  const made = a => [
    `  ${a.name} = upc_stride_all_alloc(${a.shape.length}, ${kind(a.shape, 'c_size_t')}, &`,
    `      ${kind(a.block, 'c_size_t')}, ${p.type.numpy.slice(1)}_c_size_t, ${a.grid.length}, ${kind(a.grid.length ? a.grid : [0], 'c_int')})`,
  ];
  const text = [
    `! gfortran upc_stride.f90 prog.f90 ${library(shown)} -o prog`,
    `! ${started(shown, './prog')}`,
    'program prog',
    '  use upc_stride',
    '  implicit none',
    `  type(upc_stride_array_handle) :: ${p.arrays.map(a => a.name).join(', ')}`,
    '  type(upc_stride_section) :: src, dst, result',
    `  ${p.type.fortran}, pointer :: elements(:)`,
    '  integer(c_size_t) :: n, at(8), i',
    ...(p.op === 'permute' ? [`  integer(c_int) :: perm(${p.k})`] : []),
    '  integer(c_int) :: ierr',
    '',
    '  ierr = upc_stride_start()',
    ...p.arrays.flatMap(made),
    `  ierr = ierr + upc_stride_select(src, ${NAME}, "${picked}")`,
    ...(two ? [`  ierr = ierr + upc_stride_select(dst, ${p.other}, "${picked}")`] : []),
    `  do n = 1, upc_stride_own_blocks(${p.source}) ! each thread its own blocks`,
    `    call c_f_pointer(upc_stride_own_block(${p.source}, n - 1, at), elements, [${p.from.elements}])`,
    ...(inside
      ? [
          `    do i = 0, ${p.from.elements - 1}`,
          `      if (${inside}) elements(i + 1) = upc_stride_mythread() + 1`,
          '    end do',
        ]
      : ['    elements = upc_stride_mythread() + 1']),
    '  end do',
    ...(p.op === 'permute' ? [`  perm = [(mod(int(i), ${p.k}), i = 1, ${p.k})] ! each block goes to the next place`] : []),
    `  ierr = ierr + upc_stride_${p.op}(${list.join(', ')}${p.op === 'barrier' ? '' : ', 0'})`,
    ...(p.result
      ? [
          `  ierr = ierr + upc_stride_select(result, ${p.result}, ":")`,
          `  ierr = ierr + upc_stride_write("result.npy", result, "${p.type.numpy}")`,
        ]
      : []),
    "  if (ierr /= 0) error stop 'a call failed'",
    '  ierr = upc_stride_finalize()',
    'end program',
  ].join('\n');
  return withName(shown.told.name, text, [], word => word.toLowerCase());
}

// ---- Python ----

// Python's slices end before their last index.
const slices = section =>
  section
    .split(',')
    .map(text => {
      const p = text.split(':').map(x => x.trim());
      if (p.every(x => x === '')) return ':';
      if (p.length === 1) return p[0];
      const step = p.length === 3 ? Number(p[1]) : 1,
        end = Number(p.at(-1)) + Math.sign(step);
      return `${p[0]}:${end < 0 ? '' : end}${step === 1 ? '' : ':' + step}`;
    })
    .join(', ');

export function inPython(shown) {
  const p = parts(shown),
    tuple = list => `(${list.join(', ')}${list.length === 1 ? ',' : ''})`,
    section = name => (p.op === 'copy' ? `${name}.elements[...]` : `${name}.blocks[${slices(p.section)}]`);
  const list = given(p, section(p.other), section(NAME), `R.blocks[${p.root}]`, 'perm', String(p.values || p.bytes));
  const text = [
    `# ${started({...shown, machine: ''}, 'python3 prog.py')}`,
    ...(shown.machine ? ['# There are no simulated machines for Python: this runs on the threads of one computer.'] : []),
    'import upc_stride as us',
    '',
    ...p.arrays.map(
      a =>
        `${a.name} = us.zeros(${tuple(a.shape)}, block=${tuple(a.block)}${a.grid.length ? `, grid=${tuple(a.grid)}` : ''}, dtype='${p.type.numpy}')`,
    ),
    `for index, block in ${p.source}.local:  # each thread its own blocks`,
    '    block[...] = us.thread() + 1',
    ...(p.op === 'permute' ? [`perm = [(i + 1) % ${p.k} for i in range(${p.k})]  # each block goes to the next place`] : []),
    `us.${p.op}(${list.join(', ')})`,
    ...(p.result ? [`${p.result}.save('result.npy')`] : []),
  ].join('\n');
  return withName(shown.told.name, text, PYTHON);
}

// A line of a rule file for calls like this one.
export function asRule(told) {
  const {operation, conduit, team, bytes, schedule, near} = told.call;
  return `${operation} ${conduit} ${team} ${bytes} ${schedule}${near ? ' near' : ' far'}`;
}
