import { press } from '../../contract/structure/press.ts';
import { baseDataBin } from '../crud/recycle-bin.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { failed } from '../http/app-error.ts';
import type { App } from '../http/serve.ts';
import { isCreditCode } from '../../contract/structure/credit-code.ts';

const UNIQUE = { pressName: '出版社名称已存在', isbnPrefix: '书号前缀已被其他出版社使用' };
export const pressBin = baseDataBin('press', UNIQUE);

export function pressRoutes(app: App): void {
  serveCrud(app, press, {
    table: 'press',
    log: '出版社管理',
    order: [
      ['isSelf', 'desc'],
      ['id', 'asc'],
    ],
    unique: UNIQUE,
    removal: 'bin',
    usedBy: [
      { table: 'publication', column: 'pressId' },
      { table: 'user', column: 'pressId' },
    ],
    check: async (_tx, { draft, before }) => {
      if (draft.creditCode && !isCreditCode(draft.creditCode)) throw failed('统一社会信用代码的校验位不对，请核对后重新填写');
      if (before?.['isSelf'] === '1' && draft.isSelf === '0') throw failed('全系统须有一家本社；要换本社，请把另一家设为本社');
    },
    afterSave: async (tx, { id, draft }) => {
      if (draft.isSelf === '1') await tx.updateTable('press').set({ isSelf: '0' }).where('isSelf', '=', '1').where('id', '<>', id).execute();
    },
    beforeRemove: async (_tx, rows) => {
      if (rows.some((row) => row['isSelf'] === '1')) throw failed('本社不能删除');
    },
  });
}
