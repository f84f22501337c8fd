import type { Transporter } from 'nodemailer';

interface Outgoing {
  readonly id: number;
  readonly email: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly bytes: Buffer } | null;
}

const TIMEOUT_MS = 20_000;
/** Replies of a mail server that will not change: no such mailbox, rejected by policy. */
const PERMANENT = 500;

const transports = new Map<string, Promise<Transporter>>();

/** The mail library loads with the first mail. */
function transportOf(smtpUrl: string): Promise<Transporter> {
  const known = transports.get(smtpUrl);
  if (known) return known;
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const created = import('nodemailer').then(({ createTransport }) => createTransport(smtpUrl, limits as never));
  transports.set(smtpUrl, created);
  return created;
}

/** The sender: the account of the mail server if it is an address, else a mailbox of the site. */
function senderOf(smtpUrl: string, publicUrl: string): string {
  const account = decodeURIComponent(new URL(smtpUrl).username);
  return `书舟 <${account.includes('@') ? account : `no-reply@${new URL(publicUrl).hostname}`}>`;
}

/** Hands one mail to the mail server. Throws when it does not accept it. */
export async function sendMail(smtpUrl: string, publicUrl: string, { id, email, subject, body, html, headers, file }: Outgoing): Promise<void> {
  await (
    await transportOf(smtpUrl)
  ).sendMail({
    from: senderOf(smtpUrl, publicUrl),
    to: email,
    subject,
    text: body,
    html,
    headers: { ...headers },
    ...(file ? { attachments: [{ filename: file.name, content: file.bytes }] } : {}),
    // The same id at every attempt, so that mail servers drop a repeated delivery.
    messageId: `<${id}.shuzhou@${new URL(publicUrl).hostname}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

export const isPermanent = (error: unknown): boolean => Number((error as { responseCode?: number }).responseCode ?? 0) >= PERMANENT;
