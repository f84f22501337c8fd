import { expect, test } from 'vitest';
import { inOrder, offsetOf, sliceOf } from './page-offset.ts';

const ROWS = Array.from({ length: 47 }, (_, at) => at);

test('46.7 a page counted from the nearer end has the same rows, on every page of every size', () => {
  for (const pageSize of [1, 2, 10, 20, 46, 47, 48])
    for (let pageNum = 1; pageNum <= 50; pageNum += 1) {
      const asked = { pageNum, pageSize };
      const slice = sliceOf(asked, ROWS.length);
      const source = slice.fromEnd ? ROWS.toReversed() : ROWS;
      const read = source.slice(slice.offset, slice.offset + slice.limit);
      const offset = offsetOf(asked, ROWS.length);
      expect(inOrder(read, slice), JSON.stringify(asked)).toEqual(ROWS.slice(offset, offset + pageSize));
      expect(slice.offset).toBeLessThanOrEqual(ROWS.length / 2);
    }
  expect(sliceOf({ pageNum: 3, pageSize: 20 }, 0)).toEqual({ limit: 20, offset: 0, fromEnd: false });
});
