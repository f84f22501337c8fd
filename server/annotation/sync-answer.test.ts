import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHANGES_MOST, NOTE_MOST, TWINS_MOST } from '../../contract/annotation/sync.ts';
import { MB } from '../../contract/limits.ts';
import { PASSAGE } from '../../tests/support/reader-devices.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

const MARKS = 90;

let town: TestContext;
let reader: Bearer;
beforeAll(async () => {
  town = await testContext();
  await town.addUser({ userName: 'reader' });
  reader = await town.as('reader');
  const work = { publishNo: 'n1', kind: 'book', title: '长', authorsText: '何语', edition: 1, createTime: 0, updateTime: 0 } as const;
  await town.context.db
    .insertInto('publication')
    .values({ ...work, id: PASSAGE.publishId })
    .execute();
});
afterAll(() => town.close());

interface Said {
  bytes: number;
  data: { changes: { clientId: string; seq: number }[]; cursor: number; more: boolean };
}
async function sync(cursor: number, objects: object[] = []): Promise<Said> {
  const payload = { deviceId: 'device-0001', device: '', cursor, objects };
  const answer = await town.app.inject({ method: 'POST', url: '/prod-api/info/annotation/sync', headers: reader, payload });
  return { bytes: answer.rawPayload.length, data: answer.json<{ data: Said['data'] }>().data };
}

test('returns all long notes in pages that a phone can hold', async () => {
  const twins = Array.from({ length: TWINS_MOST }, (_, index) => ({
    note: '长'.repeat(NOTE_MOST - 2) + String(index).padStart(2, '0'),
    colour: 'blue',
    device: '手机',
    clock: 1,
  }));
  const mark = { kind: 'mark', base: 0, deleted: false, ...PASSAGE, type: 'note', note: '记', colour: 'blue', percent: 1, settle: false, twins };
  for (let at = 0; at < MARKS; at += 10) {
    const some = Array.from({ length: 10 }, (_, index) => ({ ...mark, clientId: `mark-${at + index}`, clock: Date.now() }));
    await sync(Number.MAX_SAFE_INTEGER, some);
  }
  const heard: string[] = [];
  for (let cursor = 0, more = true; more; ) {
    const { bytes, data } = await sync(cursor);
    expect(bytes).toBeLessThan(4 * MB);
    expect(data.changes.length).toBeGreaterThan(0);
    heard.push(...data.changes.map((change) => change.clientId));
    ({ cursor, more } = data);
  }
  expect(heard).toEqual(Array.from({ length: MARKS }, (_, index) => `mark-${index}`));
  expect(MARKS).toBeLessThan(CHANGES_MOST);
});
