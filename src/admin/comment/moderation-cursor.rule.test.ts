import { expect, test } from 'vitest';
import type { ModerationItem } from '../../../contract/comment/moderation.ts';
import { rowAfter } from './moderation-cursor.rule.ts';

const row = (id: number, claimedBy = '', claimedByMe = false): ModerationItem => ({ kind: 'comment', id, claimedBy, claimedByMe }) as ModerationItem;
const rows = [row(1, '我', true), row(2, '同事'), row(3), row(4)];

test('#43.14 the key goes to the next row, past a row that a colleague holds', () => {
  expect(rowAfter(rows, null, 1)?.id).toBe(1);
  expect(rowAfter(rows, 'comment:1', 1)?.id).toBe(3);
  expect(rowAfter(rows, 'comment:3', 1)?.id).toBe(4);
  expect(rowAfter(rows, 'comment:4', 1)).toBeUndefined();
  expect(rowAfter(rows, null, -1)?.id).toBe(4);
  expect(rowAfter(rows, 'comment:3', -1)?.id).toBe(1);
});
