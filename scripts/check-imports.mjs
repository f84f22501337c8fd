// Checks the import rules, that no two folders import each other, and that the parser found the modules: a parser that cannot read
// TypeScript finds no imports and no violations.
import swc from '@swc/core';
import { cruise } from 'dependency-cruiser';
import rules from '../.dependency-cruiser.mjs';

// dependency-cruiser configures swc for plain TypeScript, which fails on the JSX of a .tsx file.
const parse = swc.parseFileSync;
swc.parseFileSync = (file, options) => parse.call(swc, file, { ...options, tsx: file.endsWith('.tsx') });

const AT_LEAST = 100;
const { output } = await cruise(['contract', 'server', 'src', 'sw'], { ...rules.options, ruleSet: { forbidden: rules.forbidden }, validate: true });
const ours = output.modules.filter((module) => /^(contract|server|src|sw)\//.test(module.source));
for (const { rule, from, to, cycle } of output.summary.violations) {
  console.error(`${rule.name}: ${from} -> ${cycle ? cycle.map((one) => one.name).join(' -> ') : to}`);
}

/** Returns the folder that a module belongs to: an area of a side, or a folder of `src`. */
function folderOf(path) {
  const parts = path.split('/');
  const depth = /^src\/(site|admin)\//.test(path) ? 3 : 2;
  return parts.length > depth ? parts.slice(0, depth).join('/') : null;
}

/** Folder pairs that may import each other, with the reason; a pair that no longer does must be removed here. */
const KNOWN_PAIRS = new Map([]);
const edges = new Set();
for (const { source, dependencies } of ours) {
  const from = folderOf(source);
  if (/\.test\.tsx?$/.test(source) || !from) continue;
  for (const { resolved } of dependencies) {
    const to = folderOf(resolved);
    if (to && to !== from && /^(contract|server|src|sw)\//.test(resolved)) edges.add(`${from} <-> ${to}`);
  }
}
const reverse = (edge) => edge.split(' <-> ').toReversed().join(' <-> ');
const pairs = [...edges].filter((edge) => edge < reverse(edge) && edges.has(reverse(edge)));
const unknown = pairs.filter((pair) => !KNOWN_PAIRS.has(pair));
const solved = [...KNOWN_PAIRS.keys()].filter((pair) => !pairs.includes(pair));
for (const pair of unknown) console.error(`no-two-way-folders: ${pair}`);
for (const pair of solved) console.error(`no-two-way-folders: ${pair} no longer exists; remove it from KNOWN_PAIRS`);

/** Folders that reach themselves through others. The edges of a circle are printed in order. */
function circleFrom(start, next) {
  const before = new Map([[start, null]]);
  const queue = [start];
  for (const at of queue) {
    for (const to of next.get(at) ?? []) {
      if (to === start) {
        const way = [start];
        for (let one = at; one !== null; one = before.get(one)) way.unshift(one);
        return way;
      }
      if (!before.has(to)) {
        before.set(to, at);
        queue.push(to);
      }
    }
  }
  return null;
}
const next = Map.groupBy(
  [...edges].map((edge) => edge.split(' <-> ')),
  ([from]) => from,
);
const reaches = new Map([...next].map(([from, list]) => [from, list.map(([, to]) => to)]));
const circles = new Map();
for (const folder of reaches.keys()) {
  const way = circleFrom(folder, reaches);
  if (way) circles.set([...new Set(way)].toSorted().join(' '), way);
}
for (const way of circles.values()) console.error(`no-folder-circles: ${way.join(' -> ')}`);

console.log(`${ours.length} modules, ${output.summary.violations.length} violations, ${pairs.length} pairs of folders that import each other`);
if (ours.length < AT_LEAST) console.error(`fewer than ${AT_LEAST} modules were found`);
process.exit(output.summary.violations.length > 0 || unknown.length > 0 || solved.length > 0 || circles.size > 0 || ours.length < AT_LEAST ? 1 : 0);
