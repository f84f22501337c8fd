import { importIsbns, isbnEvent, isbnNumber } from '../../contract/composition/isbn.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { failed } from '../http/app-error.ts';
import { serve, type App } from '../http/serve.ts';
import { checkedIsbn, handleIsbnEvent, importBatch, shownNumbers } from './isbn.service.ts';

export function isbnRoutes(app: App): void {
  serve(app, importIsbns, (call) => importBatch(call, call.body));
  serveCrud(app, isbnNumber, {
    table: 'numberPool',
    log: '书号池',
    order: [
      ['createTime', 'desc'],
      ['isbn', 'asc'],
    ],
    unique: { isbn: '书号池里已有这个书号' },
    removal: 'hard',
    check: async (_tx, { before, draft }) => {
      if (before && before['isbn'] !== checkedIsbn(draft.isbn)) throw failed('书号不能改；录错的书号请作废后重新录入');
      if (before?.['status'] === 'void') throw failed('已作废的书号不能修改');
    },
    columnsOf: ({ draft }) => ({ isbn: checkedIsbn(draft.isbn) }),
    show: (db, rows) =>
      shownNumbers(
        db,
        rows.map((row) => (row['archiveId'] === null ? null : Number(row['archiveId']))),
      ),
  });
  serve(app, isbnEvent, (call) => handleIsbnEvent(call, call.params.numberId, call.params.event, call.body ?? {}));
}
