import { manuscript, manuscriptDetail, manuscriptEvent, withdrawLetter } from '../../contract/manuscript/manuscript.ts';
import type { Query } from '../crud/crud-table.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { contains } from '../db/contains.ts';
import { failed } from '../http/app-error.ts';
import { serve, type App } from '../http/serve.ts';
import { isRemovable } from './manuscript.policy.ts';
import { queueFilter } from './queue-filter.ts';
import { showManuscripts } from './manuscript-list.service.ts';
import { handleManuscriptEvent, manuscriptFor, withdrawDecision } from './manuscript.service.ts';
import { logTransition } from '../state-machine/transition-log.ts';

const namedBy =
  (column: string) =>
  (query: Query, value: string): Query =>
    query.where((eb: Query) => eb(column, 'in', eb.selectFrom('user').select('user.id').where(contains('user.nickName', value))));

export function manuscriptRoutes(app: App): void {
  serveCrud(app, manuscript, {
    table: 'manuscript',
    log: '稿件管理',
    order: [
      ['updateTime', 'desc'],
      ['id', 'desc'],
    ],
    removal: 'bin',
    show: showManuscripts,
    filters: { ownerName: namedBy('ownerId'), editorName: namedBy('editorId'), queue: queueFilter },
    check: async (tx, { draft, before }) => {
      if (draft.archiveTypeId !== null && !(await tx.selectFrom('archiveType').select('id').where('id', '=', draft.archiveTypeId).executeTakeFirst()))
        throw failed('分类不存在，请重新选择');
      if (before && before['status'] === 'archived') throw failed('已归档的稿件只读，不能修改');
      if (before && before['ownerId'] !== draft.ownerId) throw failed('投稿作者不能更换');
    },
    columnsOf: ({ before }) => (before ? {} : { stageSince: Date.now() }),
    afterSave: async (tx, { before, id, currentUser }) => {
      if (before) return;
      await logTransition(tx, currentUser, { entityType: 'manuscript', entityId: id, event: 'create', fromStatus: '', toStatus: 'draft', note: '' });
    },
    beforeRemove: async (_tx, rows) => {
      for (const row of rows)
        if (!isRemovable({ status: row['status'] })) throw failed(`《${String(row['title'])}》正在流转，不能删除；请先退稿或由作者撤稿`);
    },
  });
  serve(app, manuscriptDetail, ({ context, currentUser, params }) => manuscriptFor(context, currentUser, params.archiveId));
  serve(app, manuscriptEvent, (call) => handleManuscriptEvent(call, call.params.archiveId, call.params.event, call.body));
  serve(app, withdrawLetter, (call) => withdrawDecision(call, call.params.letterId));
}
