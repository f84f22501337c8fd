import { expect, it } from 'vitest';
import { rosterLines } from './roster-lines.ts';

it('reads number and name in any order and from any separator, and names alone', () => {
  expect(rosterLines('2026001 李晓渡\n周望\t2026002\r\n2026003，Anna Maria Lee\n\n欧阳 晓\nA-17,陈明')).toEqual([
    { memberName: '李晓渡', studentNo: '2026001' },
    { memberName: '周望', studentNo: '2026002' },
    { memberName: 'Anna Maria Lee', studentNo: '2026003' },
    { memberName: '欧阳 晓', studentNo: '' },
    { memberName: '陈明', studentNo: 'A-17' },
  ]);
});
