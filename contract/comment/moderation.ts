import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { MODERATION_STATES } from './comment.ts';
import { PENALTY_KINDS } from './penalty.ts';

/** Texts that wait for a moderator. */
export const MODERATED = ['comment', 'message'] as const;
export type Moderated = (typeof MODERATED)[number];
/** Minutes for which a claimed text is locked for other moderators. */
export const CLAIM_MINUTES = 10;
/** Hours within which a text should be judged. */
export const TARGET_HOURS = 24;

const item = z.object({
  kind: z.enum(MODERATED),
  id: z.number(),
  content: z.string(),
  previousContent: z.string(),
  images: z.array(z.string()),
  targetTitle: z.string(),
  /** Address of the page with the text, relative to the site root. */
  link: z.string(),
  userId: z.number(),
  nickName: z.string(),
  status: z.enum(MODERATION_STATES),
  /** Words of the lists that the text contains. */
  words: z.array(z.string()),
  /** Places of these words in `content`, in code units, as they are written there. */
  marks: z.array(z.object({ start: z.number(), end: z.number() })),
  reports: z.array(z.object({ reason: z.string(), detail: z.string(), count: z.number() })),
  appeal: z.string(),
  rejectReason: z.string(),
  auditBy: z.string(),
  /** What was decided about this text so far and why, one step a line, the oldest first. */
  record: z.string(),
  /** Passing this text overturns a rejection, which needs a reason. */
  passOverturns: z.boolean(),
  /** Rejected texts of this writer in the last 90 days. */
  rejectedBefore: z.number(),
  penalties: z.array(z.object({ kind: z.enum(PENALTY_KINDS), toTime: z.string() })),
  claimedBy: z.string(),
  claimedByMe: z.boolean(),
  waitingSince: z.string(),
  /** True after `TARGET_HOURS`. */
  late: z.boolean(),
});
export type ModerationItem = z.output<typeof item>;

/** Texts that wait, the oldest first. */
export const moderationQueue = endpoint('GET /cms/moderation/queue', {
  summary: '待审内容',
  access: 'cms:comment:audit',
  query: z.object({ status: z.enum(['pending', 'folded', 'appealed']).optional() }),
  data: z.object({
    rows: z.array(item),
    counts: z.object({ pending: z.number(), folded: z.number(), appealed: z.number() }),
    /** Median minutes from waiting to decision over the last 30 days; null without decisions. */
    medianMinutes: z.number().nullable(),
  }),
});

const oneItem = z.object({ kind: z.enum(MODERATED, '没有这种内容'), id });

/** Locks a text for the caller, or extends the caller's lock. */
export const claimItem = endpoint('PUT /cms/moderation/claim/{kind}/{id}', {
  summary: '领取待审内容',
  access: 'cms:comment:audit',
  params: oneItem,
});

export const releaseItem = endpoint('PUT /cms/moderation/release/{kind}/{id}', {
  summary: '放回待审内容',
  access: 'cms:comment:audit',
  params: oneItem,
});

/** Judges a text that the caller has claimed; a penalty for the writer may come with a rejection. */
export const judgeItem = endpoint('PUT /cms/moderation/judge/{kind}/{id}', {
  summary: '审核待审内容',
  access: 'cms:comment:audit',
  params: oneItem,
  body: z.object({
    event: z.enum(['pass', 'reject'], '没有这个操作'),
    reason: z.string().trim().max(200, '理由不能超过200个字').default(''),
    penalty: z
      .object({ kind: z.enum(PENALTY_KINDS, '没有这种处罚'), days: z.number().int().min(1, '处罚至少1天').max(365, '处罚最多365天') })
      .nullish(),
  }),
});
