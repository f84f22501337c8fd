import { registerRecycleKind } from '../crud/recycle-bin.ts';
import { scholar } from '../../contract/structure/scholar.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { failed } from '../http/app-error.ts';
import type { App } from '../http/serve.ts';
import { livingUser } from './person-names.ts';

export function scholarRoutes(app: App): void {
  serveCrud(app, scholar, {
    table: 'scholar',
    log: '学者管理',
    order: [
      ['orderNum', 'asc'],
      ['id', 'desc'],
    ],
    unique: { userId: '该用户已绑定另一位学者' },
    removal: 'bin',
    names: {
      collegeName: { from: 'college', column: 'collegeName', by: 'collegeId' },
      nickName: { from: 'user', column: 'nickName', by: 'userId' },
    },
    check: async (tx, { draft }) => {
      if (draft.userId !== null && !(await livingUser(tx, draft.userId))) throw failed('绑定的用户不存在或已被删除，请重新选择');
      if (draft.status === 'published' && draft.intro.trim() === '') throw failed('发布前请填写简介');
    },
  });
}

registerRecycleKind('scholar', { bin: 'content', purge: 'delete' });
