import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { shown } from '../field.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';

/** Errors that readers report in a book: the passage, the problem, and the answer of the publisher. */
export const erratum = crud('/annotation/erratum', {
  name: '错字反馈',
  permission: 'publish:erratum',
  key: 'erratumId',
  title: 'text',
  fields: {},
  shown: {
    publishId: shown('作品编号', 'number'),
    title: shown('作品'),
    chapterTitle: shown('章'),
    text: shown('原文', 'long'),
    before: shown('上文'),
    after: shown('下文'),
    wrong: shown('读者说明', 'long'),
    cfi: shown('位置'),
    userName: shown('读者'),
    status: shown('状态', 'choice', { dict: 'publish_erratum_status' }),
    reply: shown('答复', 'long'),
    replyBy: shown('答复人'),
    replyTime: shown('答复时间', 'time'),
  },
  filter: { text: 'like', wrong: 'like', status: 'equal', publishId: 'own' },
  sort: ['erratumId', 'createTime', 'replyTime'],
  calls: ['list', 'get', 'export'],
});
export type ErratumRow = z.output<typeof erratum.list.row>;

/** Accepts or rejects a reader's report. The reader sees the state and the answer on all devices. */
export const answerErratum = endpoint('PUT /annotation/erratum/answer/{erratumId}', {
  summary: '答复错字反馈',
  access: 'publish:erratum:edit',
  params: z.object({ erratumId: id }),
  body: z.object({
    status: z.enum(['accepted', 'rejected'], '请选择采纳或不采纳'),
    /** The correct text, for works that are corrected here. */
    right: visible().max(300, '改正文字不能超过300个字').default(''),
    reply: z.string('请填写给读者的答复').trim().min(2, '答复至少2个字').max(500, '答复不能超过500个字'),
  }),
});
