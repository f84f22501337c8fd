import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { visible } from '../visible-text.ts';
import { awardChoices } from './contest.ts';
import { CONTEST } from './contest-limits.ts';

/** An exception from the rules of a contest's end: one organiser proposes it with a reason, another person decides. */
export const EXCEPTION_KINDS = ['early_finish', 'over_quota'] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];
export const EXCEPTION_KIND_NAMES: Readonly<Record<ExceptionKind, string>> = { early_finish: '提前结束公示', over_quota: '超出名额授奖' };
export const EXCEPTION_STATES = ['waiting', 'confirmed', 'rejected'] as const;
export type ExceptionState = (typeof EXCEPTION_STATES)[number];
export const EXCEPTION_STATE_NAMES: Readonly<Record<ExceptionState, string>> = { waiting: '等待另一人确认', confirmed: '已确认', rejected: '已驳回' };

/** Code of the error for awards beyond a quota: the client then offers to propose `over_quota`. */
export const OVER_QUOTA = 21109;

const reason = visible('请填写理由')
  .min(CONTEST.minutes.min, `请填写理由，至少${CONTEST.minutes.min}个字`)
  .max(CONTEST.reason, `理由不能超过${CONTEST.reason}个字`);

export const proposeException = endpoint('POST /cms/contest/exception', {
  summary: '申请大赛例外',
  access: 'contest:contest:announce',
  once: true,
  /** `over_quota` without `awards` proposes those that the announcement would give by rank: a tie on the line has one more. */
  body: z.object({ contestId: id, kind: z.enum(EXCEPTION_KINDS, '没有这种例外'), awards: awardChoices.default([]), reason }),
  data: z.object({ exceptionId: z.number() }),
});

const exception = z.object({
  exceptionId: z.number(),
  contestId: z.number(),
  kind: z.enum(EXCEPTION_KINDS),
  status: z.enum(EXCEPTION_STATES),
  reason: z.string(),
  /** What an `over_quota` exception gives, one line each. */
  awards: z.array(z.object({ title: z.string(), awardName: z.string() })),
  proposedByName: z.string(),
  createTime: z.string(),
  decidedByName: z.string(),
  decidedAt: z.string(),
  decidedNote: z.string(),
  /** The caller may decide: somebody else proposed it, and it waits. */
  mayDecide: z.boolean(),
});
export type ContestException = z.output<typeof exception>;

export const exceptionList = endpoint('GET /cms/contest/exception/list', {
  summary: '大赛例外',
  access: 'contest:contest:query',
  query: paging.extend({ contestId: id }),
  row: exception,
});

export const decideException = endpoint('PUT /cms/contest/exception/{exceptionId}', {
  summary: '确认大赛例外',
  access: 'contest:contest:announce',
  params: z.object({ exceptionId: id }),
  body: z.object({
    status: z.enum(['confirmed', 'rejected'], '请选择确认或驳回'),
    note: visible().max(CONTEST.reason, `说明不能超过${CONTEST.reason}个字`).default(''),
  }),
});
