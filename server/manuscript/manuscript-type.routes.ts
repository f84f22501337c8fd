import { listManuscriptTypes, manuscriptType } from '../../contract/manuscript/manuscript-type.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { checkParent, rejectParents, showCategories } from './manuscript-type.service.ts';

export function manuscriptTypeRoutes(app: App): void {
  const service = serveCrud(app, manuscriptType, {
    table: 'archiveType',
    log: '稿件分类',
    order: [['orderNum', 'asc']],
    unique: { typeName: '同一上级下已有这个分类' },
    within: ['parentId'],
    removal: 'hard',
    usedBy: [
      { table: 'manuscript', column: 'archiveTypeId' },
      { table: 'publication', column: 'archiveTypeId' },
    ],
    show: showCategories,
    check: (tx, { draft, before }) => checkParent(tx, draft.parentId, before?.id ?? null),
    beforeRemove: (tx, rows) => rejectParents(tx, rows),
  });
  serve(app, listManuscriptTypes, ({ context, currentUser, query }) => service.all(context, currentUser, query, 'cms:archiveType:list'));
}
