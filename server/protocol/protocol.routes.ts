import { DAY_MS } from '../../contract/clock.ts';
import { ownAgreements, protocol, protocolDetail, protocolEvent, signAgreement } from '../../contract/protocol/protocol.ts';
import type { Query } from '../crud/crud-table.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { contains } from '../db/contains.ts';
import { failed } from '../http/app-error.ts';
import { serve, type App } from '../http/serve.ts';
import { assertNotAuthor, manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { agreementsFor, endOf, handleProtocolEvent, protocolFor, signByAuthor } from './protocol.service.ts';
import { draftColumns, titlesOf } from './protocol-list.service.ts';

const byTitle = (query: Query, value: string): Query =>
  query.where('archiveId', 'in', (eb: Query) => eb.selectFrom('manuscript').select('manuscript.id').where(contains('manuscript.title', value)));

export function protocolRoutes(app: App): void {
  serve(app, ownAgreements, ({ context, currentUser, query }) => agreementsFor(context, currentUser, query));
  serve(app, signAgreement, (call) => signByAuthor(call, call.params.protocolId, call.body.event, call.body.reason));
  serveCrud(app, protocol, {
    table: 'protocol',
    log: '出版协议',
    order: [
      ['updateTime', 'desc'],
      ['id', 'desc'],
    ],
    removal: 'hard',
    filters: { title: byTitle },
    show: async (db, rows) => {
      const titles = await titlesOf(
        db,
        rows.map((row) => Number(row['archiveId'])),
      );
      return rows.map((row) => {
        const endDate = String(row['endDate']);
        const left = endDate === '' ? 0 : Math.ceil((Date.parse(`${endDate}T23:59:59+08:00`) - Date.now()) / DAY_MS);
        return { title: titles.get(Number(row['archiveId'])) ?? '', daysLeft: Math.max(0, left) };
      });
    },
    check: async (tx, { before, draft, currentUser }) => {
      assertNotAuthor(await manuscriptIn(tx, Number(before?.['archiveId'] ?? draft.archiveId)), currentUser);
      if (!before) return;
      if (before['status'] !== 'draft' && before['status'] !== 'returned') throw failed('协议已送审，不能修改；请先退回');
      if (before['archiveId'] !== draft.archiveId) throw failed('协议的稿件不能更换');
    },
    columnsOf: async ({ before, draft }, tx) => ({
      ...(before ? {} : await draftColumns(tx, Number(draft.archiveId))),
      endDate: draft.startDate ? endOf(draft.startDate, draft.termYears) : '',
    }),
  });
  serve(app, protocolDetail, ({ context, currentUser, params }) => protocolFor(context, currentUser, params.protocolId));
  serve(app, protocolEvent, (call) => handleProtocolEvent(call, call.params.protocolId, call.params.event, call.body ?? {}));
}
