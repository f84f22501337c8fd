import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEANING_MOST, type Change } from '../../contract/annotation/sync.ts';
import { devicesOfReader, PASSAGE } from '../../tests/support/reader-devices.ts';

let devices: Awaited<ReturnType<typeof devicesOfReader>>;
beforeAll(async () => {
  devices = await devicesOfReader();
});
afterAll(() => devices.close());

type Word = Extract<Change, { kind: 'word' }>;
let clock = Date.now();

/** Syncs one change of a word from a device; returns the stored version. */
async function write(device: string, clientId: string, change: Partial<Word> & { base: number; meant?: boolean }): Promise<Word> {
  const word = {
    kind: 'word',
    clientId,
    deleted: false,
    ...PASSAGE,
    sentence: '',
    meaning: '',
    box: 0,
    dueAt: 0,
    reviews: 0,
    clock: ++clock,
    ...change,
  };
  return (await devices.say(device, word)).find((one) => one.clientId === clientId) as Word;
}

test('keeps progress from one device and a meaning from another, in either order of arrival', async () => {
  const { seq } = await write('phone', 'compass', { meaning: '指南针', base: 0 });
  const meant = { meaning: '指方向的器具', base: seq };
  const learnt = { meaning: '指南针', meant: false, box: 2, dueAt: 900, reviews: 3, base: seq };
  await write('pad', 'compass', meant);
  expect(await write('phone', 'compass', learnt)).toMatchObject({ meaning: '指方向的器具', box: 2, dueAt: 900, reviews: 3 });

  const other = await write('phone', 'anchor', { meaning: '锚', base: 0 });
  await write('phone', 'anchor', { ...learnt, meaning: '锚', base: other.seq });
  expect(await write('pad', 'anchor', { ...meant, base: other.seq })).toMatchObject({ box: 2, dueAt: 900, reviews: 3 });
});

test('keeps two concurrent meanings once each, and replaces a meaning when the later write has seen it', async () => {
  const { seq } = await write('phone', 'lamp', { meaning: '灯', base: 0 });
  await write('pad', 'lamp', { meaning: '油灯', base: seq });
  const both = await write('phone', 'lamp', { meaning: '灯盏', base: seq });
  expect(both.meaning).toBe('灯盏；油灯');
  expect((await write('third', 'lamp', { meaning: '油灯', base: seq })).meaning).toBe('灯盏；油灯');
  const settled = await write('pad', 'lamp', {
    meaning: '灯，旧时点油',
    base: (await write('pad', 'lamp', { ...both, base: both.seq + 1, meant: false })).seq,
  });
  expect(settled.meaning).toBe('灯，旧时点油');
});

test('keeps the other meaning when a device writes again before it has received that meaning', async () => {
  const { seq } = await write('phone', 'mast', { meaning: '桅', base: 0 });
  await write('pad', 'mast', { meaning: '桅杆', base: seq });
  await write('phone', 'mast', { meaning: '船桅', base: seq });
  await write('phone', 'mast', { meaning: '船桅', meant: true, box: 1, reviews: 1, base: seq });
  expect(await write('phone', 'mast', { meaning: '船上的桅', box: 1, reviews: 1, base: seq })).toMatchObject({
    meaning: '船上的桅；船桅；桅杆',
    box: 1,
  });
});

test('keeps the later meaning when both do not fit, and lets the later clock decide about a deleted word', async () => {
  const { seq } = await write('phone', 'sail', { meaning: '帆', base: 0 });
  await write('pad', 'sail', { meaning: '篷'.repeat(MEANING_MOST - 1), base: seq });
  expect((await write('phone', 'sail', { meaning: '帆布', base: seq })).meaning).toBe('帆布');
  expect(await write('pad', 'sail', { deleted: true, base: seq })).toMatchObject({ deleted: true });
});
