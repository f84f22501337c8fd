import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '../../contract/annotation/sync.ts';
import { testHouse, type Bearer, type TestHouse } from '../../tests/support/test-house.ts';

let town: TestHouse;
let reader: Bearer;
beforeAll(async () => {
  town = await testHouse();
  await town.addUser({ userName: 'reader' });
  reader = await town.as('reader');
  const now = Date.now();
  const row = { publishNo: 'n1', kind: 'book' as const, title: '桥', edition: 1, status: 'listed' as const, createTime: now, updateTime: now };
  await town.house.db
    .insertInto('publication')
    .values({ id: 1, authorsText: '', listTime: now, ...row })
    .execute();
});
afterAll(() => town.close());

type Mark = Extract<Change, { kind: 'mark' }>;
const passage = { publishId: 1, editionId: 1, documentIndex: 0, chapterTitle: '', cfi: 'epubcfi(/6/2)', text: '罗盘', before: '', after: '' };
let clock = Date.now();

/** What a device says of the note; answers how it stands then. */
async function write(device: string, change: Partial<Mark> & { base: number; settle?: boolean }): Promise<Mark> {
  const look = { type: 'note', colour: 'yellow', percent: 1, settle: true };
  const mark = { kind: 'mark', clientId: 'note-1', deleted: false, ...passage, ...look, clock: ++clock, ...change };
  const payload = { deviceId: `device-${device}`, device, cursor: 0, objects: [mark] };
  const answer = await town.app.inject({ method: 'POST', url: '/prod-api/info/annotation/sync', headers: reader, payload });
  return answer.json<{ data: { changes: Change[] } }>().data.changes.at(-1) as Mark;
}

test('a note with two texts that is deleted and taken back has both again', async () => {
  const { seq: base } = await write('phone', { base: 0, note: '记一下' });
  await write('pad', { base, note: '平板的话' });
  const both = await write('phone', { base, note: '手机的话' });
  const twins = [{ note: '平板的话', colour: 'yellow', device: 'pad', clock: clock - 1 }] as const;
  expect(both).toMatchObject({ note: '手机的话', twins });
  const said = { note: '手机的话', settle: false, twins: [...twins] };
  expect(await write('pad', { ...said, base: both.seq, deleted: true })).toMatchObject({ deleted: true, twins: [] });
  const back = await write('pad', { ...said, base: 0 });
  expect(back).toMatchObject({ deleted: false, note: '手机的话', twins });
  // Of a note that stands the house knows the texts: nobody brings others.
  expect(await write('pad', { ...said, base: back.seq, twins: [{ ...twins[0], note: '别的' }] })).toMatchObject({ twins });
});
