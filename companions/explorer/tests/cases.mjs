// SPDX-License-Identifier: BSD-3-Clause
// Random command lines: the page's core must answer as upc-stride-show does, to the byte, mistakes included. The owners
// that the core tells the page must be those of a model written from the definition alone.
//   node cases.mjs BUILD CORE CASES [SEED]
import {execFile} from 'node:child_process';
import {readFileSync, realpathSync} from 'node:fs';
import {Core} from '../core.js';
import {OPERATIONS as operations} from '../presets.js';
import {inFields} from '../request.js';

const [, , folder, wasm, count, given] = process.argv,
  build = realpathSync(folder),
  cases = Number(count);
let seed = Number(given ?? Date.now() % 1e9);
console.log('seed', seed);
const random = n => ((seed = (seed * 16807) % 2147483647), seed % n);
const one = list => list[random(list.length)];
const between = (low, high) => low + random(high - low + 1);

const machines = ['flat', 'fat-tree', 'dragonfly', 'bluegene-l'],
  files = {};
for (const m of machines)
  for (const end of ['', '.rules'])
    files[`/lib/machines/${m}${end}`] = readFileSync(`${build}/lib/machines/${m}${end}`, 'utf8');
const core = await Core.load(readFileSync(wasm), files);

const schedules = [
  'flat',
  'binomial',
  'knomial:3',
  'kary:2',
  'chain',
  'chain:4096',
  'fork',
  'pairwise',
  'bruck',
  'ring',
  'doubling',
  'neighbour',
  'hierarchical',
  'leader',
  'torus',
  'dimensions',
  'scatter-allgather',
  'halving',
  'dissemination',
  'nonsense',
];

function interval(blocks) {
  const low = between(0, blocks - 1),
    high = between(0, blocks - 1);
  if (random(25) === 0) return one([`${low}:${blocks + random(2)}`, `${low}:0:${high}`, 'x', `${high + 1}:${low}`]);
  const [first, last] = [Math.min(low, high), Math.max(low, high)];
  return one([
    ':',
    ':',
    '',
    String(low),
    `${first}:${last}`,
    `${first}:${between(1, 3)}:${last}`,
    `${last}:-${between(1, 2)}:${first}`,
  ]);
}

function makeCase() {
  const dims = one([1, 1, 2, 2, 2, 2, 3, 4]),
    size = dims > 2 ? 9 : one([4, 12, 40]),
    shape = [],
    block = [],
    grid = [];
  let threads = 1;
  for (let k = 0; k < dims; k++) {
    (shape.push(between(1, size)), block.push(between(1, Math.min(shape[k], 6))));
    (grid.push(between(1, 3)), (threads *= grid[k]));
  }
  const gridded = random(3) > 0,
    type = one(['', '', 'double ', 'int ', 'long ', 'float complex ', 'struct s ']);
  if (!gridded) threads = between(1, 24);
  if (random(30) === 0) shape[0] = one([1e6, 1e9, 1e12, 281474976710656, 1e15]);
  const c = {shape, block, grid: gridded ? grid : null, threads, plain: random(20) > 0};
  const python = random(10) === 0;
  c.arguments = [
    python
      ? `M = us.zeros((${shape}), block=(${block})${gridded ? `, grid=(${grid})` : ''})`
      : `shared ${block.map(b => `[${one([b, b, b, b, b, b, b, '', '*'])}]`).join('')} ${type}A${shape.map(d => `[${d}]`).join('')}`,
  ];
  if (random(60) === 0)
    c.arguments[0] = one([
      'int A[4]',
      'shared',
      'shared [2] A[',
      'shared [2][2] A[4]',
      'shared [2] A[4] x',
      '1 0 9 9',
      `1 0 ${between(1, 50)} ${between(1, 50)} 3 4 0 0 50`,
      '<script>alert(1)</script>',
    ]);
  c.arguments.push('--threads', threads, '--json');
  if (gridded && !python) c.arguments.push('--grid', grid.join('x'));
  if (random(2))
    c.arguments.push(
      '--section',
      shape
        .slice(0, between(1, dims))
        .map((d, k) => interval(Math.ceil(Math.min(d, 40) / block[k])))
        .join(', '),
    );
  if (random(3) === 0)
    c.arguments.push(
      '--tree',
      one(random(20) ? schedules.slice(0, 7) : schedules),
      ...(random(2) ? ['--root', random(threads + (random(20) === 0))] : []),
    );
  if (random(2)) {
    c.arguments.push('--call', one(operations));
    if (random(3)) c.arguments.push('--bytes', type && random(8) ? 8 : one([1, 8, 100, 4096, 70000, 1000000]));
    if (random(3)) c.arguments.push('--play');
    if (random(3) === 0) c.arguments.push('--schedule', one(random(3) ? ['flat', 'pairwise'] : schedules));
    if (random(2))
      c.arguments.push(
        '--machine',
        one(machines) +
          (random(15) ? one(['', '', ',threads-per-node=2', ',threads-per-node=1']) : one([',torus=2x2', ',x', ',hlper=1', ',helper=2'])),
      );
    else if (random(2)) c.arguments.push('--network', one(['smp', 'mpi', 'mpi-openmpi', 'gasnet-udp', 'sim']));
  }
  if (random(3) === 0) c.arguments.push('--block', shape.map((d, k) => random(Math.ceil(d / block[k]))).join(', '));
  if (random(5) === 0) c.environment = {UPC_STRIDE_TORUS: random(8) ? String(threads) : one(['2x2', '2x3x2', 'x'])};
  return c;
}

const tool = c =>
  new Promise(done =>
    execFile(
      `${build}/bin/upc-stride-show`,
      c.arguments.map(String),
      {env: {...c.environment}, maxBuffer: 1 << 28},
      (failed, out, error) =>
        done({
          out,
          failed,
          error: failed
            ? error
                .trim()
                .split('\n')
                .pop()
                .replace(/^upc-stride-show: /, '')
            : '',
        }),
    ),
  );

// From the definition: a block's number modulo the threads, or its coordinates modulo the grid, row by row.
function modelOwner(c, nblocks, at) {
  if (c.grid) return at.reduce((owner, x, k) => owner * c.grid[k] + (x % c.grid[k]), 0);
  return at.reduce((number, x, k) => number * nblocks[k] + x, 0) % c.threads;
}

// The coordinates that an interval picks of a dimension, in their order.
function picked(text, blocks) {
  const parts = text.split(':').map(p => p.trim());
  if (parts.every(p => p === '')) return Array.from({length: blocks}, (_, i) => i);
  if (parts.length === 1) return [Number(parts[0])];
  const [low, step, high] = parts.length === 3 ? parts.map(Number) : [Number(parts[0]), 1, Number(parts[1])],
    list = [];
  for (let i = low; step > 0 ? i <= high : i >= high; i += step) list.push(i);
  return list;
}

// Positions count row by row; the team are the owners of what is picked.
function checkSection(told) {
  if (!told.owners) return;
  const texts = told.section.split(','),
    lists = told.nblocks.map((blocks, k) => picked(texts[k] ?? ':', blocks));
  const owners = new Set();
  for (let i = 0; i < told.blocks; i++) {
    let rest = i,
      position = 0,
      many = 1;
    for (let k = told.nblocks.length - 1; k >= 0; k--) {
      const at = lists[k].indexOf(rest % told.nblocks[k]);
      position = at < 0 || position < 0 ? -1 : position + at * many;
      ((rest = Math.floor(rest / told.nblocks[k])), (many *= lists[k].length));
    }
    if (told.positions[i] !== position)
      throw new Error(`block ${i}: position ${told.positions[i]}, must be ${position}`);
    if (position >= 0) owners.add(told.owners[i]);
  }
  if (told.team.length !== owners.size || told.team.some(t => !owners.has(t)))
    throw new Error(`the team is ${told.team}, must be ${[...owners]}`);
}

function checkOwners(c, answer) {
  const told = answer.json(),
    n = told.nblocks.length;
  if (
    !told.owners ||
    told.placed ||
    n !== c.shape.length ||
    told.words.startsWith('M') === c.arguments[0].startsWith('shared')
  )
    return;
  for (let i = 0; i < told.blocks; i++) {
    const at = [];
    let rest = i;
    for (let k = n - 1; k >= 0; k--) ((at[k] = rest % told.nblocks[k]), (rest = Math.floor(rest / told.nblocks[k])));
    const owner = modelOwner(c, told.nblocks, at);
    if (told.owners[i] !== owner) throw new Error(`block ${at}: owner ${told.owners[i]}, must be ${owner}`);
    if (i % 7) continue;
    const rows = n > 1 ? at[n - 2] : 0,
      plane = Math.floor(i / (told.nblocks[n - 1] * (n > 1 ? told.nblocks[n - 2] : 1)));
    const told2 = answer.owners(plane, rows, at[n - 1], 1, 1)[0],
      picked = told.positions[i] >= 0;
    if (told2 !== (picked ? owner : -1 - owner))
      throw new Error(`block ${at}: the page has ${told2}, must be ${owner}, ${picked}`);
    if (!answer.block(plane, rows, at[n - 1]).includes(`thread `)) throw new Error('no words');
  }
}

// What must hold of any plans, from the definition of the operation alone.
function checkPlay(told) {
  const call = told.call;
  if (!call?.messages) return;
  const data = call.messages.filter(m => m[4] === 0),
    fail = text => {
      throw new Error(text);
    };
  const seen = new Set();
  for (const [step, , to] of data) {
    const key = step + ' ' + to;
    if (seen.has(key)) fail(`step ${step}: thread ${to} gets two messages at once`);
    seen.add(key);
  }
  const byAddress = call.messages.some(m => m[4] === 2) || call.near || told.machine?.per_node > 1,
    moves = call.bytes > 0 && !byAddress;
  const team = new Set([...told.team, told.root]);
  for (const [, from, to] of data)
    if (call.operation !== 'copy' && !(team.has(from) && team.has(to))) fail(`thread ${from} or ${to} is no member`);
  const first = (end, t) => data.find(m => m[end] === t)?.[0];
  const down = call.operation === 'broadcast' || call.operation === 'scatter',
    up = call.operation === 'gather' || call.operation === 'reduce';
  for (const t of moves && (down || up) ? team : []) {
    if (t === told.root) continue;
    const [gets, gives] = [first(2, t), first(1, t)];
    if (down && gets === undefined) fail(`thread ${t} gets nothing`);
    if (down && gives !== undefined && gives <= gets)
      fail(`thread ${t} passes on in step ${gives} what comes in step ${gets}`);
    if (up && gives === undefined && told.team.includes(t)) fail(`thread ${t} gives nothing`);
  }
  const sum = (end, t) => data.reduce((s, m) => s + (m[end] === t ? m[3] : 0), 0);
  if (!moves) return;
  if (call.operation === 'broadcast')
    for (const t of team) if (t !== told.root && sum(2, t) < call.bytes) fail(`thread ${t} gets ${sum(2, t)} bytes`);
  if (call.operation === 'gather_all' && told.members > 1) {
    const own = new Map();
    told.positions?.forEach((p, i) => {
      if (p >= 0) own.set(told.owners[i], (own.get(told.owners[i]) ?? 0) + 1);
    });
    for (const t of told.positions ? told.team : [])
      if (sum(2, t) < (told.picked - own.get(t)) * call.bytes)
        fail(`thread ${t} gets ${sum(2, t)} bytes of all pieces`);
  }
}

let wrong = 0,
  mistakes = 0,
  plays = 0;
async function run(c) {
  const own = core.ask(c.arguments, c.environment),
    theirs = await tool(c);
  const prefix = text => text.replaceAll(build, ''); // the page has the machines in /lib
  theirs.error = prefix(theirs.error);
  const out = theirs.failed ? '' : prefix(theirs.out),
    mine = own.error ? '' : own.out;
  if (own.error !== theirs.error || mine !== out) {
    wrong++;
    let i = 0;
    while (mine[i] === out[i] && i < mine.length) i++;
    console.log(
      `${JSON.stringify(c.environment ?? {})} ${c.arguments.map(a => `'${a}'`).join(' ')}\n  the page: ${own.error || mine.slice(Math.max(0, i - 80), i + 200)}\n  the tool: ${theirs.error || out.slice(Math.max(0, i - 80), i + 200)}`,
    );
    return;
  }
  if (own.error) {
    mistakes++;
    const named = inFields(own.error).replace(/'[^']*'|"[^"]*"/g, '').match(/--(?!block)[a-z-]+|UPC_STRIDE_\w+|\/lib\//); // the page has no field for --block
    if (named) {
      wrong++;
      console.log(`the page says ${named[0]}, which is none of its fields: ${inFields(own.error)}`);
    }
    return;
  }
  try {
    const told = own.json();
    checkOwners(c, own);
    checkSection(told);
    checkPlay(told);
    if (told.call && c.arguments.includes('--schedule') && !/UPC_STRIDE_|forced/.test(told.call.reason))
      throw new Error(`--schedule is ignored: ${told.call.reason}`);
    plays += told.call?.messages ? 1 : 0;
  } catch (e) {
    wrong++;
    console.log(`${c.arguments.map(a => `'${a}'`).join(' ')}\n  ${e.message}`);
  }
}

for (let i = 0; i < cases && wrong < 5; i += 8)
  await Promise.all(Array.from({length: Math.min(8, cases - i)}, () => run(makeCase())));
console.log(`${cases} cases, ${mistakes} of them mistakes, ${plays} played; ${wrong} differ`);
process.exit(wrong > 0 || plays < cases / 10 || mistakes > cases * 0.6 ? 1 : 0);
