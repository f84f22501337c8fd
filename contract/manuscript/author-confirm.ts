import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';

export const CONFIRM_STATES = ['sent', 'confirmed', 'rejected', 'expired'] as const;
export const CONFIRM_STATE_NAMES: Readonly<Record<(typeof CONFIRM_STATES)[number], string>> = {
  sent: '等待确认',
  confirmed: '已确认',
  rejected: '有异议',
  expired: '已过期',
};
/** Days in which a co-author answers. */
export const CONFIRM_DAYS = 14;

const confirmation = z.object({
  name: z.string(),
  role: z.string(),
  /** Basis points. */
  share: z.number(),
  /** Empty while nothing was sent to this author. */
  status: z.enum(['', ...CONFIRM_STATES]),
  mail: z.string(),
  note: z.string(),
  sentAt: z.string(),
  answeredAt: z.string(),
  /** The author list names an account of this person, which alone confirms. */
  hasAccount: z.boolean(),
  /** Who answered: the name of the account, or of the editor who has seen the document. */
  answeredBy: z.string(),
  /** The document that the editor has seen, a file of the manuscript; null when an account answered. */
  evidenceFileId: z.number().nullable(),
});
export type AuthorConfirmation = z.output<typeof confirmation>;

const one = z.object({ archiveId: id });
/** How the line names the author, such as 著 or 译; needed where one person has several lines. */
const role = visible().max(20, '署名方式不能超过20个字').optional();
const name = visible('请选择作者').min(1, '请选择作者').max(30, '姓名不能超过30个字');

/** The co-authors of a manuscript and whether they have confirmed name, role and share; for its owner and the staff. */
export const authorConfirmations = endpoint('GET /cms/archive/confirm/{archiveId}', {
  summary: '合作作者确认',
  access: 'signed-in',
  params: one,
  data: z.object({ rows: z.array(confirmation), maySend: z.boolean(), maySeeDocument: z.boolean() }),
});

/** Asks a co-author to confirm, signed in; a new request replaces the one before. */
export const askConfirmation = endpoint('POST /cms/archive/confirm/{archiveId}', {
  summary: '请合作作者确认',
  access: 'signed-in',
  once: true,
  params: one,
  body: z.object({ name, role, mail: z.union([z.literal(''), z.email('邮箱格式不正确')], '邮箱格式不正确').default('') }),
  answer: z.object({ msg: z.string() }),
});

/** The editor confirms for a co-author without an account, by the signed document that is uploaded here. */
export const confirmByDocument = endpoint('POST /cms/archive/confirm/document/{archiveId}', {
  summary: '凭确认书登记作者确认',
  access: 'signed-in',
  params: one,
  query: z.object({ name, role }),
  multipart: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** `id` of the request, or the token of a link that an earlier release mailed. */
const link = z.object({ id: id.optional(), token: z.string().min(20, '链接不完整').max(100, '链接不完整').optional() });

const opened = z.object({
  title: z.string(),
  ownerName: z.string(),
  authors: z.array(z.object({ name: z.string(), role: z.string(), share: z.number() })),
  name: z.string(),
  role: z.string(),
  share: z.number(),
  status: z.enum(CONFIRM_STATES),
  dueAt: z.string(),
});
export type OpenedConfirmation = z.output<typeof opened>;

/** What a co-author confirms; only for the account of the co-author. A token is in the body: addresses are written to logs. */
export const openConfirmation = endpoint('POST /cms/archive/confirm/open', {
  summary: '打开作者确认',
  access: 'signed-in',
  body: link,
  data: opened,
});

export const answerConfirmation = endpoint('PUT /cms/archive/confirm/answer', {
  summary: '确认署名与份额',
  access: 'signed-in',
  body: link.extend({
    agrees: z.boolean('请选择同意或有异议'),
    note: visible().max(500, '说明不能超过500个字').default(''),
  }),
});
