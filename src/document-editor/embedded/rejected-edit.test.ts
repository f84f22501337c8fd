import { expect, test } from 'vitest';
import { rejectionWords } from './rejected-edit.ts';

test('trap 12: every code of a rejected edit has Chinese words or none, and never the English reason', () => {
  const codes = ['edit.read-only', 'edit.tracked-drawing-delete-unsupported', 'edit.tracked-structure-unsupported', 'edit.table-merge-not-rectangle'];
  for (const code of [...codes, 'review.locked-content', 'review.stale-revision', 'edit.something-new'])
    expect(rejectionWords(code)).toMatch(/^[\u4e00-\u9fff，、。]+$/);
  expect(rejectionWords('edit.tracked-drawing-delete-unsupported')).toContain('图片');
  for (const code of ['edit.stale-target', 'edit.preview-active', 'document.open']) expect(rejectionWords(code)).toBe('');
});
