import { mail, readMail, resendMail } from '../../contract/monitor/mail.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { mails, readText, resend } from './mail.service.ts';

export function mailRoutes(app: App): void {
  serve(app, readMail, (call) => readText(call, call.params.mailId));
  serve(app, resendMail, async (call) => ({ msg: `${await resend(call, call.params.ids)}封邮件会重新发送` }));
  serveCrud(app, mail, mails);
}
