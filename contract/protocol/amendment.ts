import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';
import { termsBody } from './term.ts';
import { AMENDMENT_EVENTS, AMENDMENT_STATES } from './amendment.machine.ts';

export const AMENDMENT_TEXT = { least: 10, most: 5000 } as const;

const amendment = z.object({
  amendmentId: z.number(),
  protocolId: z.number(),
  amendNo: z.number(),
  content: z.string(),
  /** The changed terms in words; empty when it changes none. */
  termsText: z.string(),
  status: z.enum(AMENDMENT_STATES),
  signatures: z.array(z.object({ userId: z.number(), name: z.string(), signedAt: z.string() })),
  signedByB: z.string(),
  signerB: z.string(),
  createTime: z.string(),
  /** Events that the caller may take now. */
  can: z.array(z.enum(AMENDMENT_EVENTS)),
});
export type Amendment = z.output<typeof amendment>;

const ofProtocol = z.object({ protocolId: id });

/** The amendments of an agreement, for its authors and for the staff of agreements. */
export const amendments = endpoint('GET /press/protocol/amendment/{protocolId}', {
  summary: '补充协议',
  access: 'signed-in',
  params: ofProtocol,
  data: z.array(amendment),
});

export const addAmendment = endpoint('POST /press/protocol/amendment/{protocolId}', {
  summary: '拟补充协议',
  access: 'press:protocol:edit',
  once: true,
  params: ofProtocol,
  body: z.object({
    content: visible('请填写补充条款')
      .min(AMENDMENT_TEXT.least, `补充条款至少${AMENDMENT_TEXT.least}个字`)
      .max(AMENDMENT_TEXT.most, `补充条款不能超过${AMENDMENT_TEXT.most}个字`),
    /** All terms as they hold from its last signature; null when it changes none. */
    terms: termsBody.nullable().default(null),
  }),
  data: z.object({ amendmentId: z.number() }),
});

export const amendmentEvent = endpoint('PUT /press/protocol/amendment/{event}/{amendmentId}', {
  summary: '补充协议流转',
  access: 'signed-in',
  params: z.object({ event: z.enum(AMENDMENT_EVENTS, '没有这个操作'), amendmentId: id }),
  body: z.object({ reason: visible().max(500, '不能超过500个字').default('') }),
});
