import type { AppContext } from '../context.ts';
import { SECRET_MASK } from '../../contract/mail-template.ts';
import { sealSecret } from './link-secret.ts';
import { mailsWithOldLinks, replaceTexts } from './mail.queries.ts';

/** Links of earlier releases, with the secret in the query or in the path. */
const OLD_LINK = /(\/findPassword\?(?:token|confirm)=|\/cms\/main\/authorConfirm\?token=|\/cmsPeriodical\/invitation\/)([\w-]{20,})/;

/** Masks the secrets in mails that an earlier release stored; those that still wait keep them encrypted. */
export async function sealOldLinks({ db, settings }: AppContext): Promise<void> {
  for (const row of await mailsWithOldLinks(db)) {
    const secret = OLD_LINK.exec(row.body)?.[2];
    if (!secret) continue;
    const masked = (text: string): string => text.replaceAll(secret, SECRET_MASK);
    await replaceTexts(db, row.id, {
      body: masked(row.body),
      html: masked(row.html),
      sealed: row.state === 'waiting' ? sealSecret(settings, secret) : '',
    });
  }
}
