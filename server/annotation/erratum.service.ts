import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { erratum } from '../../contract/annotation/erratum.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { failed, missing } from '../http/app-error.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { answerPending, erratumById } from './erratum.queries.ts';
import { nextSeq } from './sync.service.ts';

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

/** An erratum is answered only once. The reader receives the answer with the next sync and as a message. */
export async function answer(caller: RequestCaller, id: number, status: 'accepted' | 'rejected', reply: string): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await erratumById(tx, id);
    if (!row) throw missing('这条反馈不存在或已被读者撤回，请刷新后重试');
    const seq = await nextSeq(tx, row.userId);
    if (!(await answerPending(tx, id, currentUser.userName, { status, reply, replyBy: currentUser.nickName, seq })))
      throw failed('这条反馈已经答复过，请刷新后查看');
    await sendMessage(tx, {
      userId: row.userId,
      type: 'system',
      title: `您的错字反馈${STATE_NAMES[status]}`,
      content: `${inTitleMarks(row.title)}“${row.text.slice(0, 60)}”\n答复：${reply}`,
      link: '/personalCenter/errata',
    });
  });
}
