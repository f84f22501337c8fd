import { expect, test } from 'vitest';
import { csvLines } from './csv-lines.ts';

const cellsOf = (bytes: Buffer | string) => csvLines(Buffer.from(bytes as string), 100, 10).map(({ number, cells }) => [number, ...cells]);

test('reads quoted cells with commas, quotes and line breaks, and counts records like a spreadsheet program', () => {
  expect(cellsOf('标题,阅读数\r\n"一、二,三",12\r\n\r\n"说""好""\n了",3')).toEqual([
    [1, '标题', '阅读数'],
    [2, '一、二,三', '12'],
    [4, '说"好"\n了', '3'],
  ]);
});

test('reads UTF-8 with and without a byte order mark, and GB 18030', () => {
  expect(cellsOf('\ufeff标题\n早')).toEqual([
    [1, '标题'],
    [2, '早'],
  ]);
  expect(cellsOf(Buffer.from([0xb1, 0xea, 0xcc, 0xe2, 0x0a, 0xd4, 0xe7]))).toEqual([
    [1, '标题'],
    [2, '早'],
  ]);
});

test('stops one line after the limit', () => expect(csvLines(Buffer.from('a\n'.repeat(9)), 3, 10)).toHaveLength(4));
