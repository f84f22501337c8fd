import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '../../contract/annotation/sync.ts';
import { devicesOfReader, PASSAGE } from '../../tests/support/reader-devices.ts';

let devices: Awaited<ReturnType<typeof devicesOfReader>>;
beforeAll(async () => {
  devices = await devicesOfReader();
});
afterAll(() => devices.close());

type Mark = Extract<Change, { kind: 'mark' }>;
let clock = Date.now();

/** What a device says of the note; answers how it stands then. */
async function write(device: string, change: Partial<Mark> & { base: number; settle?: boolean }): Promise<Mark> {
  const look = { type: 'note', colour: 'yellow', percent: 1, settle: true };
  const mark = { kind: 'mark', clientId: 'note-1', deleted: false, ...PASSAGE, ...look, clock: ++clock, ...change };
  return (await devices.say(device, mark)).at(-1) as Mark;
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
