// SPDX-License-Identifier: BSD-3-Clause
// From what the fields say to command lines of upc-stride-show, and to what programs.js writes. Nothing here touches the page.
import {PLAIN} from './presets.js';
import {isRooted, quoted, wholeBlock} from './programs.js';

const whenGiven = (option, value) => (value ? [option, value] : []);
export const isMachine = name => !(name in PLAIN);
export const environment = s => (s.map ? {UPC_STRIDE_MAP: s.map} : {});
export const machineOf = s => (isMachine(s.m) ? s.m + (s.pn ? `,threads-per-node=${s.pn}` : '') : '');

export const arrayArguments = (s, d = s.d, g = s.g) => [
  d.replace(/^-/, ' -'), // no declaration is an option
  '--threads',
  s.n || '1',
  '--json',
  ...whenGiven('--grid', /^\s*[\w]+\s*=?.*\(/.test(d) && !d.startsWith('shared') ? '' : g),
];
export const sectionArguments = s => whenGiven('--section', s.s);
const machineArguments = s => (isMachine(s.m) ? ['--machine', machineOf(s)] : ['--network', s.m || 'smp']);

// `told`: the answer about the array and its section. Without Bytes the call moves whole blocks.
export function callArguments(s, told, played = true) {
  const bytes = s.b || String(wholeBlock(told, s.op));
  return [
    '--call',
    s.op,
    ...whenGiven('--bytes', s.op === 'barrier' || s.op === 'copy' ? '' : bytes),
    ...machineArguments(s),
    ...(played ? ['--play'] : []),
    ...whenGiven('--schedule', s.sch),
    ...whenGiven('--root', isRooted(s.op) ? s.r : ''),
    ...(s.op === 'copy' && s.d2 ? ['--to', s.d2, ...whenGiven('--to-grid', s.g2)] : []),
  ];
}

// The command that answers in a terminal as the page does.
export function command(s, told) {
  const words = [...arrayArguments(s), ...sectionArguments(s), ...(told.call ? callArguments(s, told, !told.call.note) : [])];
  return [
    ...Object.entries(environment(s)).map(([name, value]) => `${name}=${quoted(value)}`),
    'upc-stride-show',
    ...words.filter(a => a !== '--json').map(quoted),
  ].join(' ');
}

// Which field of page.html an option or a variable of these command lines comes from.
const FIELD_OF = {
  '--threads': 'Threads',
  '--grid': 'Grid',
  '--section': 'Section',
  '--call': 'Operation',
  '--bytes': 'Bytes',
  '--root': 'Root',
  '--schedule': 'Schedule',
  '--tree': 'Schedule',
  '--machine': 'Machine',
  '--network': 'Machine',
  'threads-per-node': 'Threads a node',
  UPC_STRIDE_MAP: 'Map',
  UPC_STRIDE_TORUS: 'Machine',
  UPC_STRIDE_RULE: 'File',
  '--to': 'Declaration of the other layout',
  '--to-grid': 'Grid of the other layout',
  '--svg': 'SVG',
};
const fieldOf = word => FIELD_OF[word] ?? (word.startsWith('UPC_STRIDE_') ? 'Schedule' : word); // --schedule sets that of the operation

// A message of upc-stride-show as the page says it: with the names of its fields. What the reader typed stands in quotes and stays.
export const inFields = message =>
  message
    .replace(/\/(lib\/machines|dropped)\//g, '')
    .replace(/'[^']*'|"[^"]*"|(?<![\w-])(?:--[a-z-]+|threads-per-node|UPC_STRIDE_\w+)/g, fieldOf);

// What programs.js is told. `to`: the answer about the array that a copy goes to.
export function shown(s, told, to) {
  const given = d => (/^\s*shared\b/.test(d) ? d.trim() : '');
  return {
    op: s.op,
    told: {...told, given: given(s.d)},
    to: s.d2 && to ? {...to, given: given(s.d2)} : null,
    map: s.map,
    forced: s.sch,
    network: isMachine(s.m) ? 'sim' : s.m || 'smp',
    machine: isMachine(s.m) ? machineOf(s).replace(/^.*\//, '') : '',
  };
}

