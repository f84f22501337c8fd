import type { z } from 'zod';
import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { erratum, type answerErratum } from '../../contract/annotation/erratum.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { Tx } from '../db/database.ts';
import { failed, missing } from '../http/app-error.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { answerPending, erratumById } from './erratum.queries.ts';
import { nextSeq } from './sync.service.ts';

type Answer = z.output<typeof answerErratum.body>;

const LOG = '错字反馈';
const STATE_NAMES = { accepted: '已采纳', rejected: '不采纳' } as const;

export const errata = crudService(erratum, {
  table: 'erratum',
  log: LOG,
  order: [['id', 'desc']],
  removal: 'hard',
  columns: { publishId: 'publicationId' },
  names: {
    userName: { from: 'user', column: 'nickName', by: 'userId' },
    title: { from: 'publication', column: 'title', by: 'publicationId' },
  },
  filters: { publishId: (query, value) => query.where('publicationId', '=', Number(value) || 0) },
  only: (query) => query.where('deleted', '=', '0'),
});

/** A report that the publisher accepted, as other areas see it. */
export interface AcceptedErratum {
  readonly tx: Tx;
  readonly erratumId: number;
  readonly publicationId: number;
  readonly readerId: number;
  readonly operatorId: number;
  readonly before: string;
  readonly text: string;
  readonly wrong: string;
  readonly right: string;
}
export type ErratumEffect = (erratum: AcceptedErratum) => Promise<void>;
const accepted: ErratumEffect[] = [];

/** Registers what the areas do with an accepted report, inside the same transaction. */
export const registerErratumEffects = (list: readonly ErratumEffect[]): void => void accepted.push(...list);

/** Tells readers that the errors they reported are corrected in the edition they can read now. */
export async function notifyCorrected(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const row = await erratumById(tx, id);
    if (!row) continue;
    await sendMessage(tx, {
      userId: row.userId,
      type: 'system',
      title: `${inTitleMarks(row.title)}已按您的反馈改正`,
      content: `“${row.text.slice(0, 60)}”已在新版里改正，您的阅读位置和笔记都保留。谢谢您。`,
      link: '/personalCenter/errata',
    });
  }
}

/** An erratum is answered only once. The reader receives the answer with the next sync and as a message. */
export async function answer(caller: RequestCaller, id: number, { status, reply, right }: Answer): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await erratumById(tx, id);
    if (!row) throw missing('这条反馈不存在或已被读者撤回，请刷新后重试');
    const seq = await nextSeq(tx, row.userId);
    if (!(await answerPending(tx, id, currentUser.userName, { status, reply, replyBy: currentUser.nickName, seq })))
      throw failed('这条反馈已经答复过，请刷新后查看');
    if (status === 'accepted') {
      const { publicationId, userId: readerId, before, text, wrong } = row;
      const found = { tx, erratumId: id, publicationId, readerId, operatorId: currentUser.userId, before, text, wrong, right };
      for (const effect of accepted) await effect(found);
    }
    await sendMessage(tx, {
      userId: row.userId,
      type: 'system',
      title: `您的错字反馈${STATE_NAMES[status]}`,
      content: `${inTitleMarks(row.title)}“${row.text.slice(0, 60)}”\n答复：${reply}`,
      link: '/personalCenter/errata',
    });
  });
}
