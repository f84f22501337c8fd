import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { shown, shownNumber, time } from '../field.ts';
import { ids } from '../page.ts';

/** Mail that the server has sent or will send. Without a mail server it stays here. */
export const mail = crud('/monitor/mail', {
  name: '邮件',
  permission: 'monitor:mail',
  log: true,
  key: 'mailId',
  title: 'subject',
  fields: {},
  shown: {
    email: shown('收件人'),
    subject: shown('主题'),
    template: shown('类别', 'choice', { dict: 'monitor_mail_template' }),
    state: shown('状态', 'choice', { dict: 'monitor_mail_state' }),
    attempts: shownNumber('尝试次数'),
    error: shown('失败原因'),
    createTime: time('创建时间'),
    sentTime: time('发出时间'),
  },
  filter: { subject: 'like', template: 'equal', state: 'equal' },
  range: 'createTime',
  sort: ['mailId', 'createTime', 'sentTime'],
  calls: ['list', 'remove'],
});

/** The text of one mail, with the secret of a link masked. It contains personal data, so the reader is logged and has to confirm their identity. */
export const readMail = endpoint('GET /monitor/mail/{mailId}/text', {
  summary: '邮件内容',
  access: 'monitor:mail:query',
  confirm: true,
  params: z.object({ mailId: z.coerce.number<number | string>().int().positive() }),
  data: z.object({ subject: z.string(), body: z.string() }),
});

export const resendMail = endpoint('PUT /monitor/mail/resend/{ids}', {
  summary: '重新发送邮件',
  access: 'monitor:mail:edit',
  params: z.object({ ids }),
  answer: z.object({ msg: z.string() }),
});
