import { expect, it } from 'vitest';
import { isDownloadHint, downloadHint } from './download-hint.ts';

it('lists the most recently downloaded books, and nothing without downloads', () => {
  expect(downloadHint([])).toBe('true');
  expect(downloadHint([7, 12])).toBe('kept 7 12');
  const many = downloadHint(Array.from({ length: 1000 }, (_, index) => 1_000_000 + index));
  expect(many.length).toBeLessThan(2_000);
  expect(isDownloadHint(many, '1000999')).toBe(true);
  expect(isDownloadHint(many, '1000000')).toBe(false);
});

it('matches a book only by its exact number', () => {
  expect(isDownloadHint('kept 7 12', '12')).toBe(true);
  expect(isDownloadHint('kept 7 12', '1')).toBe(false);
  expect(isDownloadHint('true', '7')).toBe(false);
  expect(isDownloadHint('7', '7')).toBe(false);
  expect(isDownloadHint('', '')).toBe(false);
});
