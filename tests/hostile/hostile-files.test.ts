import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNKNOWN_FAILURE } from '../../contract/error.ts';
import { TUS_ENTRY_POINTS } from '../../server/files/resumable-upload.ts';
import { limit } from '../support/machine-speed.ts';
import { fileRoutes, FILE_ROUTES, type FileRoutes } from './file-routes.ts';
import { MOST_BYTES, type HostileFile } from './hostile-files.ts';
import { longestHold, MOST_HOLD_MS } from './loop-hold.ts';

let all: FileRoutes;
beforeAll(async () => {
  all = await fileRoutes();
});
afterAll(() => all.close());

test('#53.5 every route that takes a file has hostile files in the table', () => {
  const taking = [
    ...all.town.app.endpoints.filter(({ multipart }) => multipart).map(({ key }) => key),
    ...TUS_ENTRY_POINTS.map((path) => `POST ${path}`),
  ];
  expect(taking.length).toBeGreaterThan(30);
  expect(FILE_ROUTES.toSorted()).toEqual(taking.toSorted());
  for (const key of FILE_ROUTES) expect(all.routes[key]?.files.length, key).toBeGreaterThan(0);
});

/** What is wrong with the answer to a file; empty for a success and for words that say what to do. */
async function faultOf(key: string, file: HostileFile): Promise<string> {
  if (file.bytes.length > MOST_BYTES) return `has ${file.bytes.length} bytes`;
  const { held, result } = await longestHold(() => all.routes[key]!.send(file));
  if (held > MOST_HOLD_MS) return `held the main thread for ${Math.round(held)} ms`;
  if (result.status >= 500 && result.status !== 503) return `answered ${result.status}`;
  if (result.body.includes(UNKNOWN_FAILURE)) return `answered ${UNKNOWN_FAILURE}`;
  const msg = /"msg":"([^"]*)"/.exec(result.body)?.[1] ?? '';
  return /"code":(?!200)/.test(result.body) && !/\p{Script=Han}/u.test(msg) ? `answered ${result.body.slice(0, 80)}` : '';
}

/** Some files are read in processes of their own for many seconds; a limit against hanging. */
const LONGEST_MS = limit(300_000);

test.each(FILE_ROUTES)(
  '#53.5 %s answers hostile files in words and serves others meanwhile',
  async (key) => {
    const faults: string[] = [];
    for (const file of all.routes[key]!.files) {
      const fault = await faultOf(key, file);
      if (fault) faults.push(`${file.what} (${file.name}): ${fault}`);
    }
    expect(faults).toEqual([]);
    expect((await all.town.app.inject({ url: '/prod-api/live' })).statusCode).toBe(200);
    expect(all.jobErrors()).toEqual([]);
  },
  LONGEST_MS,
);
