import { expect, test } from 'vitest';
import { withCleared } from './cleared-fields.rule.ts';

test('#47.7 a cleared control is sent as null, and other values as they are', () => {
  const sent = JSON.stringify(withCleared({ postName: '编辑', level: undefined, remark: '', orderNum: 0, dept: null }));
  expect(JSON.parse(sent)).toEqual({ postName: '编辑', level: null, remark: '', orderNum: 0, dept: null });
});
