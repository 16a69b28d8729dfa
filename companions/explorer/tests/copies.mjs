// SPDX-License-Identifier: BSD-3-Clause
// Writes what the page copies, for each operation: copies.mjs CORE FOLDER. Beside each case prog.upc, .c, .f90 and .py,
// and expected.json: the team and the bytes that the page tells, and the elements that result.npy must have, from the
// operations' definitions and the page's owners.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {Core} from '../core.js';
import {OPERATIONS} from '../presets.js';
import {inC, inFortran, inPython, inUpc, wholeBlock} from '../programs.js';
import {arrayArguments, callArguments, command, environment, sectionArguments, shown} from '../request.js';

const [, , wasm, folder] = process.argv;
const machines = new URL('../../sim/machines/', import.meta.url);
const files = Object.fromEntries(['flat', 'flat.rules'].map(name => ['/lib/machines/' + name, readFileSync(new URL(name, machines), 'utf8')]));
const core = await Core.load(readFileSync(wasm), files);

// Fields of the page; `op` is each operation in turn, as far as `only` has it.
const cases = [
  {d: 'shared [4][4] double A[16][12]', n: '4', g: '2x2', s: '3:-1:0, 1', d2: 'shared [16][2] double T[16][12]'},
  {d: 'shared [2][8] int32_t M[6][32]', n: '4', g: '1x4', s: '1:2', only: ['exchange', 'reduce_all', 'gather', 'scatter']},
  {d: 'shared [2][8] float E[5][31]', n: '4', g: '2x2', s: '1:2, :', only: ['broadcast', 'copy', 'permute', 'gather']}, // with padding at the edge
  {d: 'shared [8][2] double A[16][5]', n: '4', g: '4x1', only: ['permute', 'broadcast']}, // a grid that names each dimension
  {d: "V = us.zeros((42,), block=(6,), dtype='float32')", n: '4', g: '', s: '0:2:6', r: '3', only: ['broadcast', 'reduce', 'permute', 'gather_all']},
  {d: 'shared [8] short w[64]', n: '4', b: '2', only: ['scatter', 'gather', 'reduce_scatter', 'prefix_reduce']},
  {d: 'shared [6][6] double A[12][12]', n: '4', g: '2x2', sch: 'flat', only: ['broadcast']},
  // Names that the programs have for something else, and other layouts.
  {d: 'shared [4] int x[48]', n: '3', only: ['gather', 'permute']},
  {d: 'shared int R[12]', n: '3', only: ['broadcast', 'reduce']},
  {d: 'shared [*] int in[26]', n: '4', only: ['scatter']},
  {d: 'shared [8] long b[32]', n: '4', only: ['exchange']},
  {d: 'shared [2][2][6] double src[4][6][6]', n: '4', g: '2x2', s: '1, 0:2:2, :', only: ['gather_all', 'copy']},
  {d: 'shared [4][4] double A[16][12]', n: '4', g: '2x2', s: '1, :', m: 'flat', sch: 'binomial', only: ['broadcast']},
  {d: 'shared [4] double A[16]', n: '4', m: 'flat', pn: '2', sch: 'hierarchical(binomial,flat)', only: ['broadcast']}, // a word with parentheses
];

// Each array as the threads' blocks have it: element -> value, from the definition of blocks and owners alone.
class Model {
  constructor(told) {
    this.told = told;
    this.blocks = told.owners.map(owner => ({owner, values: new Array(told.blockelems).fill(0)}));
  }
  picked() {
    const at = [];
    this.told.positions.forEach((position, block) => position >= 0 && (at[position] = this.blocks[block]));
    return at;
  }
  // Calls f(block, place in it) for each element, in the order of a file.
  each(f) {
    const {shape, block, nblocks} = this.told;
    const index = new Array(shape.length).fill(0);
    for (let n = shape.reduce((a, b) => a * b, 1); n > 0; n--) {
      let number = 0,
        within = 0;
      index.forEach((i, k) => ((number = number * nblocks[k] + Math.floor(i / block[k])), (within = within * block[k] + (i % block[k]))));
      f(this.blocks[number], within);
      for (let k = shape.length - 1; k >= 0 && ++index[k] === shape[k]; k--) index[k] = 0;
    }
    return this;
  }
  fill() {
    return this.each((b, i) => (b.values[i] = b.owner + 1));
  }
  elements() {
    const all = [];
    this.each((b, i) => all.push(b.values[i]));
    return all;
  }
}

function expected(op, told, to, len) {
  const A = new Model(told),
    n = len / told.elemsize, // elements of a piece, or values
    mine = told.root + 1;
  if (op === 'barrier') return null;
  if (op === 'copy') return new Array((to ?? told).elements).fill(0).map((_, i) => new Model(told).fill().elements()[i]);
  if (op === 'broadcast' || op === 'scatter') {
    for (const b of A.picked()) b.values.fill(mine, 0, n);
    return A.elements();
  }
  const src = A.fill().picked(),
    k = src.length,
    sum = (upTo, e) => src.slice(0, upTo).reduce((s, b) => s + b.values[e], 0);
  if (op === 'gather' || op === 'reduce') {
    const room = op === 'gather' ? n * k : n,
      R = new Array(room * told.threads).fill(0);
    for (let i = 0; i < room; i++) R[told.root * room + i] = op === 'reduce' ? sum(k, i) : src[Math.floor(i / n)].values[i % n];
    return R;
  }
  const B = new Model(told);
  B.picked().forEach((b, i) => {
    const put = (from, valueOf) => {
      for (let e = 0; e < n; e++) b.values[from + e] = valueOf(e);
    };
    if (op === 'gather_all') src.forEach((s, j) => put(j * n, e => s.values[e]));
    if (op === 'exchange') src.forEach((s, j) => put(j * n, e => s.values[i * n + e]));
    if (op === 'permute') put(0, e => src[(i + k - 1) % k].values[e]);
    if (op === 'reduce_all') put(0, e => sum(k, e));
    if (op === 'reduce_scatter') put(0, e => sum(k, i * n + e));
    if (op === 'prefix_reduce') put(0, e => sum(i + 1, e));
    if (op === 'prefix_reduce_exclusive' && i > 0) put(0, e => sum(i, e));
  });
  return B.elements();
}

cases.forEach((fields, number) => {
  for (const op of fields.only ?? OPERATIONS) {
    const s = {g: '', s: '', b: '', r: '', sch: '', m: 'smp', pn: '', map: '', d2: '', g2: '', ...fields, op};
    if (op !== 'copy') s.d2 = '';
    const ask = list => {
      const answer = core.ask(list, environment(s));
      if (answer.error) throw new Error(`${list.join(' ')}: ${answer.error}`);
      return answer;
    };
    const picture = [...arrayArguments(s), ...sectionArguments(s)],
      own = ask(picture).json(),
      told = {...own, ...ask([...picture, ...callArguments(s, own)]).json(), section: own.section},
      to = s.d2 ? ask(arrayArguments(s, s.d2, s.g2)).json() : null,
      what = shown(s, told, to);
    const place = `${folder}/${number}-${op}`;
    mkdirSync(place);
    for (const [end, text] of [['upc', inUpc(what)], ['c', inC(what)], ['f90', inFortran(what)], ['py', inPython(what)], ['sh', command(s, told)]])
      writeFileSync(`${place}/prog.${end}`, text + '\n');
    const bytes = s.b ? Number(s.b) : wholeBlock(own, op);
    const team = op === 'copy' ? [...new Set([...told.owners, ...(to ?? told).owners])].sort((a, b) => a - b) : [...new Set([...told.team, ...(['broadcast', 'scatter', 'gather', 'reduce'].includes(op) ? [told.root] : [])])].sort((a, b) => a - b);
    writeFileSync(`${place}/expected.json`, JSON.stringify({threads: Number(s.n), team, bytes: told.call.bytes, elements: expected(op, told, to, bytes)}));
  }
});
