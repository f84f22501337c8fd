import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMENT_TARGETS } from '../../contract/comment/comment.ts';
import { FOUND_KINDS } from '../../contract/discovery/across.ts';
import { DOCUMENT_KINDS } from '../../contract/manuscript/document.ts';
import { MACHINES } from '../../contract/machines.ts';
import { LANES, AREAS } from '../../server/areas.ts';
import { recycleKind } from '../../server/crud/recycle-bin.ts';
import { searchSources } from '../../server/search/search-source.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const sources = ['contract', 'server']
  .flatMap((side) => readdirSync(join(ROOT, side), { recursive: true, encoding: 'utf8' }).map((name) => `${side}/${name.replaceAll('\\', '/')}`))
  .filter((path) => path.endsWith('.ts'));
const texts = new Map(sources.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const));
const product = [...texts].filter(([path]) => !path.endsWith('.test.ts'));

test('#47.3 no module of the server or the contract is imported for its side effect', () => {
  expect(texts.size).toBeGreaterThan(1_000);
  const found = [...texts].flatMap(([path, text]) => [...text.matchAll(/^import '[^']+';/gm)].map(([line]) => `${path}: ${line}`));
  expect(found, 'export the value and list it in a field of the manifest of the area (server/area.ts)').toEqual([]);
});

test('#47.3 only server/areas.ts fills the lists of the areas', () => {
  const found = product
    .filter(([path]) => path !== 'server/areas.ts')
    .flatMap(([path, text]) =>
      [...text.matchAll(/^(?:for \(.*\) )?(?:register[A-Z]\w*|onTransition|on[A-Z]\w+Accepted)\(.*$/gm)].map(([line]) => `${path}: ${line}`),
    );
  expect(found, 'list it in a field of the manifest of the area (server/area.ts)').toEqual([]);
});

const LISTED =
  /^export const (\w+)(?:: (?:readonly )?(?:Readonly<Record<string, )?(?:AuthorTodoSource|ClosingBlock|DocumentSource|ErratumEffect|FileReader|FlowListener|FlowSubject|HeldWork|JobDefinition|PersonalTable|RecycleKind|ReportSource|SearchSource|TargetKind|TodoSource)(?:\[\]|>>)? =| = (?:effectOn|baseDataBin)\()/gm;

test('#47.3 every extension that a file of an area exports is listed in the manifest of the area', () => {
  const exported = product
    .filter(([path]) => /^server\/[a-z]+\//.test(path))
    .flatMap(([path, text]) => [...text.matchAll(LISTED)].map(([, name = '']) => ({ path, name })));
  expect(exported.length).toBeGreaterThan(60);
  const missing = exported.filter(({ path, name }) => {
    const area = path.split('/')[1] ?? '';
    return !product.some(([other, text]) => other !== path && other.startsWith(`server/${area}/`) && new RegExp(`\\b${name}\\b`).test(text));
  });
  expect(missing).toEqual([]);
});

const keysOf = (field: 'commentTargets' | 'documentSources'): string[] => AREAS.flatMap((area) => Object.keys(area[field] ?? {})).toSorted();

test('#47.3 what the contract names has its area: targets of comments, kinds of documents, kinds of search results', () => {
  expect(LANES.length).toBeGreaterThan(10);
  expect(keysOf('commentTargets')).toEqual([...COMMENT_TARGETS].toSorted());
  expect(keysOf('documentSources')).toEqual([...DOCUMENT_KINDS].toSorted());
  expect(
    searchSources()
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual([...FOUND_KINDS].toSorted());
});

test('#47.3 every effect hears a state machine that exists', () => {
  const entities = new Set(MACHINES.map(({ entity }) => entity));
  const heard = AREAS.flatMap((area) => [...(area.effects ?? []), ...(area.flowSubjects ?? [])]).map(({ entity }) => entity);
  expect(heard.length).toBeGreaterThan(8);
  expect(heard.filter((entity) => !entities.has(entity))).toEqual([]);
});

test('#47.3 every table whose rows go to the recycle bin says how the bin treats them', () => {
  const thrown = product.flatMap(([, text]) => [
    ...text
      .split(/\b(?=(?:crudService|serveCrud|releasedList)\()/)
      .slice(1)
      .filter((part) => part.includes("removal: 'bin'") || part.startsWith('releasedList'))
      .flatMap((part) => [...part.matchAll(/^\s*table: '(\w+)',$/gm)].slice(0, 1).map(([, table = '']) => table)),
    ...[...text.matchAll(/entityType: '(\w+)', entityId: \w+, title: /g)].map(([, table = '']) => table),
  ]);
  const binned = thrown.filter((table) => table !== '');
  expect(new Set(binned).size).toBeGreaterThan(25);
  expect(binned.filter((table) => !recycleKind(table))).toEqual([]);
});
