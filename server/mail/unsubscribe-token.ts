import { API_PREFIX } from '../../contract/limits.ts';
import { MAIL_TEMPLATES, type MailTemplate } from '../../contract/mail-template.ts';
import { signToken, verifyToken } from '../http/signed-token.ts';
import type { LinkSite } from './link-secret.ts';

const PURPOSE = 'unsubscribe';

/**
 * Headers of a mail that its recipient can end with one click (RFC 8058). The token only ends mails, so it never expires. It is made when the mail is
 * sent and stored nowhere.
 */
export function unsubscribeHeaders(site: LinkSite, template: string, userId: number | null): Readonly<Record<string, string>> {
  if (userId === null || !MAIL_TEMPLATES[template as MailTemplate]?.subscription) return {};
  const token = signToken({ settings: site }, PURPOSE, [userId]);
  return {
    'List-Unsubscribe': `<${site.publicUrl}${API_PREFIX}/info/message/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** The user whose mails a token ends; null for a token that this server did not make. */
export function mailOwner(context: { readonly settings: Pick<LinkSite, 'secret'> }, token: string): number | null {
  const userId = Number(verifyToken(context, PURPOSE, token)?.[0]);
  return Number.isSafeInteger(userId) && userId > 0 ? userId : null;
}
