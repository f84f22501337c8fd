import { expect, test } from 'vitest';
import type { Track } from '../../contract/media/track.ts';
import { textMap } from './text-map.ts';

const track = (mediaId: number, title: string, durationSec: number, chapters: Track['chapters'] = []): Track =>
  ({ mediaId, title, durationSec, chapters }) as Track;
const BOOK = [
  { index: 0, title: '封面', characters: 0 },
  { index: 1, title: '版权页', characters: 100 },
  { index: 2, title: '第一章　量灯', characters: 4_000 },
  { index: 3, title: '第二章　擦灯', characters: 2_000 },
  { index: 4, title: '第十二章　尾声', characters: 1_000 },
];

test('44.11 maps a recording to its text by the titles of chapters, in proportion within each, and back', () => {
  const map = textMap([track(7, '01 量灯', 600), track(8, '02 擦灯', 100), track(9, '12-尾声', 50)], BOOK)!;
  expect(map.toText(7, 0)).toEqual({ documentIndex: 2, fraction: 0, basis: 'title' });
  expect(map.toText(7, 300_000)).toEqual({ documentIndex: 2, fraction: 0.5, basis: 'title' });
  expect(map.toText(8, 25_000)).toEqual({ documentIndex: 3, fraction: 0.25, basis: 'title' });
  expect(map.toText(9, 50_000)).toMatchObject({ documentIndex: 4, basis: 'title' });
  expect(map.toSound(2, 0.5)).toEqual({ mediaId: 7, positionMs: 300_000, basis: 'title' });
  expect(map.toSound(4, 0)).toEqual({ mediaId: 9, positionMs: 0, basis: 'title' });
  // A document before the first recorded chapter maps to the start of the recording.
  expect(map.toSound(1, 0.5)).toMatchObject({ mediaId: 7, positionMs: 0 });
  expect(map.toText(99, 0)).toBeNull();
  expect(map.toSound(99, 0)).toBeNull();
});

test('44.11 every moment comes back to itself, within a second', () => {
  const chapters = [
    { title: '第1章', startMs: 0 },
    { title: '第2章', startMs: 250_000 },
    { title: '第12章', startMs: 380_000 },
  ];
  const map = textMap([track(7, '全本', 420, chapters)], BOOK)!;
  for (let ms = 0; ms < 420_000; ms += 7_001) {
    const place = map.toText(7, ms)!;
    expect(place.basis).toBe('title');
    expect(Math.abs((map.toSound(place.documentIndex, place.fraction)?.positionMs ?? -1) - ms)).toBeLessThan(1_000);
  }
});

test('44.11 parts without a partner are mapped between their neighbours, and the order of both is kept', () => {
  const map = textMap([track(7, '量灯', 100), track(8, '花絮', 100), track(9, '尾声', 100)], BOOK)!;
  // The second chapter has no title of its own in the recording.
  expect(map.toText(8, 50_000)).toEqual({ documentIndex: 3, fraction: 0.5, basis: 'whole' });
  expect(map.toSound(3, 0.5)).toEqual({ mediaId: 8, positionMs: 50_000, basis: 'whole' });
  const turned = textMap([track(7, '尾声', 100), track(8, '量灯', 100), track(9, '擦灯', 100)], BOOK)!;
  expect([turned.toText(8, 0)?.documentIndex, turned.toText(9, 0)?.documentIndex]).toEqual([2, 3]);
});

test('44.11 without titles in common it goes by order, and without the same number of chapters by the whole length', () => {
  const three = textMap([track(7, '甲', 10), track(8, '乙', 10), track(9, '丙', 10)], BOOK)!;
  expect(three.toText(8, 5_000)).toEqual({ documentIndex: 3, fraction: 0.5, basis: 'order' });
  const two = textMap([track(7, '上', 355), track(8, '下', 355)], BOOK)!;
  expect(two.toText(8, 0)).toMatchObject({ documentIndex: 2, basis: 'whole' });
  expect(two.toText(8, 355_000)).toMatchObject({ documentIndex: 4, basis: 'whole' });
  expect(textMap([], BOOK)).toBeNull();
  expect(textMap([track(7, '上', 10)], [])).toBeNull();
});
