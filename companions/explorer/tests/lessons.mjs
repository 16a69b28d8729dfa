// SPDX-License-Identifier: BSD-3-Clause
// The lessons of the page: lessons.mjs CORE BUILD. Each has ten steps and questions; each step's fields are right; each
// answer is that of the definition.
import {readFileSync} from 'node:fs';
import {Core} from '../core.js';
import {LESSONS} from '../lessons.js';
import {arrayArguments, callArguments, environment, sectionArguments} from '../request.js';

const [, , wasm, build] = process.argv;
const files = {};
for (const name of ['bluegene-l', 'bluegene-l.rules', 'flat', 'flat.rules']) files['/lib/machines/' + name] = readFileSync(`${build}/lib/machines/${name}`, 'utf8');
const core = await Core.load(readFileSync(wasm), files);
const page = readFileSync(new URL('../page.html', import.meta.url), 'utf8');

function same(got, expected, what) {
  if (got !== expected) throw new Error(`${what}: expected ${expected}, got ${got}`);
}

function know(fields) {
  const s = {g: '', s: '', b: '', r: '', sch: '', m: 'smp', pn: '', map: '', d2: '', g2: '', ...fields};
  const ask = list => {
    const answer = core.ask(list, environment(s));
    if (answer.error) throw new Error(`${list.join(' ')}: ${answer.error}`);
    return answer.json();
  };
  const picture = [...arrayArguments(s), ...sectionArguments(s)],
    own = ask(picture);
  return {...own, ...ask([...picture, ...callArguments(s, own)]), second: s.d2 ? ask(arrayArguments(s, s.d2, s.g2)) : null};
}

// Bytes that a copy of 16 x 16 doubles moves between threads, and the pairs of threads; `a`, `b`: the owner of an element.
function moved(a, b) {
  const pairs = new Set();
  let bytes = 0;
  for (let i = 0; i < 16; i++)
    for (let j = 0; j < 16; j++)
      if (a(i, j) !== b(i, j)) ((bytes += 8), pairs.add(`${a(i, j)} ${b(i, j)}`));
  return {bytes, pairs: pairs.size};
}
const grid = (i, j) => (Math.floor(i / 4) % 2) * 2 + (Math.floor(j / 4) % 2),
  rows = i => Math.floor(i / 4),
  columns = (i, j) => Math.floor(j / 4);

const right = {
  layouts: [(2 * 3 + 1) % 4, (3 % 2) * 2 + (2 % 2), 2, 2 * 2],
  teams: [2, 2, 2 * 4, 3],
  trees: [7, 3, 7, 7],
  torus: [128 / 2, null, 8 * 8 * 8, 15],
  redistribution: [4, moved(grid, rows).bytes, moved(grid, grid).bytes, moved(rows, columns).pairs],
};
same(Object.keys(LESSONS).join(), 'tour,layouts,teams,trees,torus,redistribution', 'the lessons');
for (const [name, steps] of Object.entries(LESSONS)) {
  let fields = null;
  const answers = [];
  for (const {target, text, fields: set, question, answer} of steps) {
    fields = set ?? fields;
    if (!page.includes(`id="${target}"`) || text.length > 260) throw new Error(`${name}: ${target}: ${text}`);
    if (!question) continue;
    const value = answer(know(fields));
    if (!Number.isInteger(value)) throw new Error(`${name}: ${question} has the answer ${value}`);
    answers.push(value);
  }
  if (name === 'tour') continue;
  same(steps.length, 10, name);
  same(answers.length, right[name].length, `questions of ${name}`);
  right[name].forEach((value, i) => value === null || same(answers[i], value, `${name}, question ${i + 1}`));
  if (name === 'torus' && answers[1] <= answers[2]) throw new Error(`the busiest link: ${answers[1]}, with the fork ${answers[2]}`);
}
console.log('PASS');
