import type { SecretLink } from './link-secret.ts';

/** The text of a mail, plain and as HTML. A link secret is masked in both, and encrypted in `sealed`. */
export interface MailText {
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  /** Empty without a link secret. */
  readonly sealed: string;
}

interface Parts {
  readonly subject: string;
  /** 张编辑，您好： */
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** A link of its own has no secret in `url`; `secretLink` makes one that has. */
  readonly link?: { readonly label: string } & (SecretLink | { readonly url: string; readonly sealed?: never });
  /** Small print below the link. */
  readonly note?: string;
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** What a random secret looks like in a link. */
const SECRET = /[\w-]{24,}/;

const SIGNATURE = '书舟';

/** Builds the plain and the HTML text from the same parts. The HTML has no pictures and no external resources, so nothing is tracked. */
export function mailText({ subject, greeting, paragraphs, link, note }: Parts): MailText {
  // The text is stored: a link with a secret is made by `secretLink`.
  if (link && SECRET.test(new URL(link.url).pathname + new URL(link.url).search + new URL(link.url).hash))
    throw new Error(`the link of the mail “${subject}” contains a secret`);
  const body = [greeting, ...paragraphs, ...(link ? [`${link.label}：\n${link.url}`] : []), ...(note ? [note] : []), SIGNATURE].join('\n\n');
  const html = `<!doctype html>
<html lang="zh-CN">
<body style="margin:0;padding:24px;background:#f5f3ef;color:#22262e;font:16px/1.7 -apple-system,'PingFang SC','Microsoft YaHei',sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:8px">
<p>${escaped(greeting)}</p>
${paragraphs.map((one) => `<p>${escaped(one)}</p>`).join('\n')}
${link ? `<p><a href="${escaped(link.url)}" style="display:inline-block;padding:10px 24px;background:#0d7377;color:#fff;border-radius:6px;text-decoration:none">${escaped(link.label)}</a></p>\n<p style="font-size:13px;color:#5b616b;word-break:break-all">按钮打不开时，请复制这个地址到浏览器：${escaped(link.url)}</p>` : ''}
${note ? `<p style="font-size:13px;color:#5b616b">${escaped(note)}</p>` : ''}
<p>${SIGNATURE}</p>
</div>
</body>
</html>
`;
  return { subject, body, html, sealed: link?.sealed ?? '' };
}
