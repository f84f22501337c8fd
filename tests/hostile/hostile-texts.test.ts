import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNKNOWN_FAILURE } from '../../contract/error.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';
import { testContext, type Bearer, type TestContext } from '../support/test-context.ts';
import { fill, hostileDrawings, MOST_BYTES, TEXT_BYTES } from './hostile-files.ts';
import { limit } from '../support/machine-speed.ts';
import { longestHold, MOST_HOLD_MS } from './loop-hold.ts';
import { smallQuery, textSlots, type TextSlot } from './text-slots.ts';

let t: TestContext;
let root: Bearer;
beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'root', roles: ['admin'] });
  t.app.assertConfirmed = async () => {};
  root = await t.as('root');
});
afterAll(() => t.close());

const numbered = (count: number, text: (at: number) => string): string => Array.from({ length: count }, (_none, at) => text(at)).join('');
/** Texts that careless readers of HTML, XML, JSON, formulas, addresses and patterns go through again and again. */
const TEXTS: Readonly<Record<string, string>> = {
  'opening brackets': fill('<'),
  'tags without an end': fill('<div '),
  'elements in each other': fill('<div>'),
  'formatting elements that multiply': `${numbered(2_500, (at) => `<b id=${at}>`)}${'<p>'.repeat(20_000)}`,
  'formatting elements that are adopted': `${numbered(3_000, (at) => `<b id=${at}><div>`)}${'</b>'.repeat(3_000)}`,
  'tables in links': fill('<a><table>'),
  'comments without an end': fill('<!--'),
  'attributes by the thousand': `<p ${numbered(9_000, (at) => `a${at}="" `)}>`,
  'styles by the thousand': `<p style="${fill('color:red;', 90_000)}">`,
  'blanks before a word': `${' '.repeat(TEXT_BYTES)}x`,
  'blanks and line ends': `${fill('\t \n')}x`,
  'formulas without an end': fill('\\(\\frac{'),
  'entities that multiply': `<!DOCTYPE a [<!ENTITY e0 "x">${numbered(12, (at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(12)}">`)}]><a>&e12;</a>`,
  'lists in each other': `${'['.repeat(TEXT_BYTES / 2)}${']'.repeat(TEXT_BYTES / 2)}`,
  'objects in each other': `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
  addresses: fill('http://a@'),
  'template marks': fill('{{${'),
  captions: `WEBVTT\n\n${fill('00:00:01.000 --> 00:00:02.000\nx\n\n', 90_000)}`,
  'marks of letters': `a${fill('\u0301')}`,
  'Chinese characters': fill('一'),
};
/** Values in JSON for places that take anything. */
const VALUES: Readonly<Record<string, string>> = {
  'lists 40 000 deep': `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
  'objects 15 000 deep': `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
  'nine thousand fields': `{${numbered(9_000, (at) => `"${at}x":1,`)}"x":1}`,
  'a list of 45 000 numbers': `[${'1,'.repeat(45_000)}1]`,
};

const FORMS = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'fixtures', 'forms', 'hostile.json'), 'utf8')) as readonly {
  name: string;
  content?: string;
}[];
/** Texts of a format of their own, by the last name of the place. */
const FORMATS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  xml: Object.fromEntries(hostileDrawings().map(({ what, bytes }) => [what, bytes.toString()])),
  formContent: {
    ...Object.fromEntries(FORMS.flatMap(({ name, content }) => (content === undefined ? [] : [[name, content]]))),
    'six hundred fields with a pattern of repeated repetitions': JSON.stringify({
      fields: Array.from({ length: 600 }, (_none, at) => ({
        __config__: { tag: 'el-input', label: `${at}`, layout: 'colFormItem', regList: [{ pattern: '/^(a+)+$/', message: 'x' }] },
        __vModel__: `field${at}`,
      })),
    }),
    'rows in each other': `{"fields":[${'{"__config__":{"layout":"rowFormItem","children":['.repeat(1_500)}${']}}'.repeat(1_500)}]}`,
  },
};

/** The hostile bodies of a place, as JSON. */
function* bodiesOf(slot: TextSlot): Generator<readonly [what: string, body: string]> {
  if (slot.takes === 'list') {
    const entry = JSON.stringify(slot.entry);
    const count = Math.min(slot.most, Math.floor(90_000 / (entry.length + 6)));
    const list = Array.from({ length: count }, (_none, at) =>
      typeof slot.entry === 'number' ? at + 1 : typeof slot.entry === 'string' ? `${at}` : slot.entry,
    );
    return yield [`a list of ${count}`, JSON.stringify(slot.bodyWith(list))];
  }
  if (slot.takes === 'anything')
    for (const [what, value] of Object.entries(VALUES)) yield [what, JSON.stringify(slot.bodyWith('@value@')).replace('"@value@"', () => value)];
  const own = FORMATS[slot.place.split('.').at(-1) ?? ''] ?? {};
  for (const [what, text] of Object.entries({ ...TEXTS, ...own })) yield [what, JSON.stringify(slot.bodyWith(text.slice(0, slot.most)))];
}

/** Statements for the page that makes a table from one. */
const STATEMENTS: Readonly<Record<string, string>> = {
  'brackets in each other': `create table t (${fill('(', 4_000)}`,
  'a list of columns': `create table t (${numbered(400, (at) => `c${at} int,`)}id int primary key)`,
  'a text without an end': `create table t (a int comment '${fill("''", 4_000)}`,
  comments: `create table t (${fill('/* -- ', 4_000)}`,
  blanks: `create table t (a int${fill(' ', 4_000)}`,
};
/** Bytes of an address that Node takes. */
const ADDRESS_BYTES = 15_000;

interface Asked {
  readonly what: string;
  ask(): Promise<{ readonly statusCode: number; readonly body: string }>;
}

/** Sends a request as the administrator; limits per minute do not count, and background work has ended when it returns. */
async function send(endpoint: Endpoint, query: string, payload?: string) {
  await t.context.cache.clear('');
  const url = `/prod-api${endpoint.path.replace(/\{\w+\}/g, () => '1')}?${query}`;
  const json = payload === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await t.app.inject({ method: endpoint.method, url, headers: { ...root, ...json }, ...(payload === undefined ? {} : { payload }) });
  await t.context.jobs.settled();
  return answer;
}

/** What is wrong with the answers at one place. They are measured one by one only when all of them together held the thread for too long. */
async function faultsAt(place: string, requests: readonly Asked[]): Promise<string[]> {
  const faults: string[] = [];
  const { held } = await longestHold(async () => {
    faults.length = 0;
    for (const { what, ask } of requests) {
      const { statusCode, body } = await ask();
      if (statusCode >= 500 || body.includes(UNKNOWN_FAILURE)) faults.push(`${place}, ${what}: answered ${statusCode} ${body.slice(0, 100)}`);
    }
  });
  if (held <= MOST_HOLD_MS) return faults;
  for (const { what, ask } of requests) {
    const { held: ms } = await longestHold(ask);
    if (ms > MOST_HOLD_MS) faults.push(`${place}, ${what}: held the main thread for ${Math.round(ms)} ms`);
  }
  return faults;
}

/** Some thousand requests; a limit against hanging. */
const LONGEST_MS = limit(600_000);

test(
  '#53.5 every place that takes a long text, any value or a long list answers hostile ones in words and serves others meanwhile',
  async () => {
    const faults: string[] = [];
    let tried = 0;
    for (const endpoint of t.app.endpoints.filter(({ multipart }) => !multipart))
      for (const slot of textSlots(endpoint, 'body')) {
        // JSON writes some characters as two.
        const bodies = [...bodiesOf(slot)].filter(([, payload]) => Buffer.byteLength(payload) < 1.1 * MOST_BYTES);
        const requests = bodies.map(([what, payload]) => ({ what, ask: () => send(endpoint, smallQuery(endpoint), payload) }));
        faults.push(...(await faultsAt(`${endpoint.key} ${slot.place}`, requests)));
        tried += requests.length;
      }
    expect(tried).toBeGreaterThan(1_000);
    expect(faults).toEqual([]);
    expect(t.jobErrors).toEqual([]);
  },
  LONGEST_MS,
);

test(
  '#53.5 every long text in an address is answered in words and serves others meanwhile',
  async () => {
    const faults: string[] = [];
    const places = t.app.endpoints.flatMap((endpoint) => textSlots(endpoint, 'query').map((slot) => ({ endpoint, slot })));
    for (const { endpoint, slot } of places) {
      const texts = Object.entries({ ...TEXTS, ...(slot.place === '.sql' ? STATEMENTS : {}) });
      const requests = texts.map(([what, text]) => {
        const asked = slot.bodyWith(text.slice(0, Math.min(slot.most, ADDRESS_BYTES / 9))) as Record<string, string>;
        return { what, ask: () => send(endpoint, new URLSearchParams(asked).toString()) };
      });
      faults.push(...(await faultsAt(`${endpoint.key} ${slot.place}`, requests)));
    }
    expect(places.map(({ endpoint }) => endpoint.key)).toContain('POST /tool/gen/createTable');
    expect(faults).toEqual([]);
  },
  LONGEST_MS,
);
