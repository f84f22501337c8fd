import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testHouse, type Bearer, type TestHouse } from '../../tests/support/test-house.ts';

const PATH = '/prod-api/publication-uploads';
const TUS = { 'tus-resumable': '1.0.0' };
let town: TestHouse;
let one: Bearer;
let other: Bearer;
beforeAll(async () => {
  town = await testHouse();
  for (const userName of ['one', 'other']) await town.addUser({ userName, permissions: ['publish:publication:add'] });
  [one, other] = [await town.as('one'), await town.as('other')];
});
afterAll(() => town.close());

async function begin(bearer: Bearer): Promise<string> {
  const answer = await town.app.inject({ method: 'POST', url: PATH, headers: { ...TUS, ...bearer, 'upload-length': '10' } });
  return String(answer.headers.location).split('/').at(-1) ?? '';
}

const there = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

test('A30 an id in the query is not taken for the upload whose owner was asked', async () => {
  const [mine, theirs] = [await begin(one), await begin(other)];
  const answer = await town.app.inject({ method: 'DELETE', url: `${PATH}/${mine}?x=/${theirs}`, headers: { ...TUS, ...one } });
  expect(answer.statusCode).toBe(204);
  expect(await there(join(town.house.settings.dataDir, 'uploads', theirs))).toBe(true);
  expect(await there(join(town.house.settings.dataDir, 'uploads', mine))).toBe(false);
});

test('A8 no file outside the uploads is removed, whatever the query says', async () => {
  const kept = join(town.house.settings.dataDir, 'kept.txt');
  await writeFile(kept, 'kept');
  await writeFile(`${kept}.json`, '{}');
  const mine = await begin(one);
  await town.app.inject({ method: 'DELETE', url: `${PATH}/${mine}?x=/..%2Fkept.txt`, headers: { ...TUS, ...one } });
  expect(await there(kept)).toBe(true);
  const again = await begin(one);
  await town.app.inject({ method: 'DELETE', url: `${PATH}?x=/${again}`, headers: { ...TUS, ...other } });
  expect(await there(join(town.house.settings.dataDir, 'uploads', again))).toBe(true);
});
