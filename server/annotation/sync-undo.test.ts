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

/** Syncs one change of the note from a device; returns the stored version. */
async function write(device: string, change: Partial<Mark> & { base: number; settle?: boolean }): Promise<Mark> {
  const look = { type: 'note', colour: 'yellow', percent: 1, settle: true };
  const mark = { kind: 'mark', clientId: 'note-1', deleted: false, ...PASSAGE, ...look, clock: ++clock, ...change };
  return (await devices.say(device, mark)).at(-1) as Mark;
}

test('restores both texts of a note with two texts after it is deleted and restored', async () => {
  const { seq: base } = await write('phone', { base: 0, note: '记一下' });
  await write('pad', { base, note: '平板的话' });
  const both = await write('phone', { base, note: '手机的话' });
  const twins = [{ note: '平板的话', colour: 'yellow', device: 'pad', clock: clock - 1 }] as const;
  expect(both).toMatchObject({ note: '手机的话', twins });
  const said = { note: '手机的话', settle: false, twins: [...twins] };
  expect(await write('pad', { ...said, base: both.seq, deleted: true })).toMatchObject({ deleted: true, twins: [] });
  const back = await write('pad', { ...said, base: 0 });
  expect(back).toMatchObject({ deleted: false, note: '手机的话', twins });
  // For a live note the server uses its own twins and ignores those a client sends.
  expect(await write('pad', { ...said, base: back.seq, twins: [{ ...twins[0], note: '别的' }] })).toMatchObject({ twins });
});
