import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { reportFilter, reportKey } from './report.ts';

/** How often a report is sent, and the days that it covers. */
export const CADENCES = {
  day: { label: '每天', period: '前一天' },
  week: { label: '每周一', period: '上一周' },
  month: { label: '每月1日', period: '上个月' },
} as const;
export type Cadence = keyof typeof CADENCES;
export const CADENCE_KEYS = Object.keys(CADENCES) as [Cadence, ...Cadence[]];
export const SUBSCRIPTION = { most: 20, recipients: 20, runsShown: 20 } as const;
export const FORMATS = { xlsx: '表格', pdf: 'PDF' } as const;
export type ReportFormat = keyof typeof FORMATS;

const person = z.object({ userId: z.number(), nickName: z.string(), userName: z.string() });
const recipient = person.extend({
  /** Why the user gets no mail now; empty when nothing is missing. */
  fault: z.string(),
});

const run = z.object({
  runId: z.number(),
  at: z.string(),
  begin: z.string(),
  end: z.string(),
  sent: z.number(),
  /** What was not sent and why; empty when everybody got it. */
  note: z.string(),
});
export type SubscriptionRun = z.output<typeof run>;

const row = z.object({
  subscriptionId: z.number(),
  key: z.string(),
  label: z.string(),
  filter: z.string(),
  filterWords: z.string(),
  cadence: z.enum(CADENCE_KEYS),
  hour: z.number(),
  format: z.enum(['xlsx', 'pdf']),
  paused: z.boolean(),
  /** Empty while it is paused. */
  nextAt: z.string(),
  ownerName: z.string(),
  /** The user created it and may change it; everybody else only receives it and may leave. */
  own: z.boolean(),
  recipients: z.array(recipient),
  lastRun: run.nullable(),
  version: z.number(),
});
export type ReportSubscription = z.output<typeof row>;

/** The subscriptions that the user created or receives. */
export const subscriptionList = endpoint('GET /report/subscription/list', {
  summary: '报表订阅',
  access: 'signed-in',
  query: paging,
  row,
});

const fields = {
  key: reportKey,
  filter: reportFilter,
  cadence: z.enum(CADENCE_KEYS, '请选择发送的日子'),
  hour: z.number('请选择发送的时间').int('请选择发送的时间').min(0, '请选择发送的时间').max(23, '请选择发送的时间'),
  format: z.enum(['xlsx', 'pdf'], '请选择格式'),
  recipientIds: z.array(id).min(1, '请选择收件人').max(SUBSCRIPTION.recipients, `收件人最多${SUBSCRIPTION.recipients}位`),
};

export const addSubscription = endpoint('POST /report/subscription', {
  summary: '订阅报表',
  access: 'report:report:export',
  once: true,
  body: z.object(fields),
  data: z.object({ subscriptionId: z.number(), nextAt: z.string() }),
});

/** Pauses or resumes an own subscription. */
export const pauseSubscription = endpoint('PUT /report/subscription/pause/{subscriptionId}', {
  summary: '暂停或恢复订阅',
  access: 'signed-in',
  params: z.object({ subscriptionId: id }),
  body: z.object({ paused: z.boolean('请选择暂停或恢复'), version: z.number('请刷新后重试') }),
});

/** The owner removes it for everybody; a recipient only leaves it. */
export const removeSubscription = endpoint('DELETE /report/subscription/{subscriptionId}', {
  summary: '删除或退出订阅',
  access: 'signed-in',
  params: z.object({ subscriptionId: id }),
});

export const subscriptionRuns = endpoint('GET /report/subscription/runs/{subscriptionId}', {
  summary: '订阅的发送记录',
  access: 'signed-in',
  params: z.object({ subscriptionId: id }),
  query: paging,
  row: run,
});

/** Users who may read a report, by a part of their name. */
export const subscriptionPeople = endpoint('GET /report/subscription/people', {
  summary: '可以收报表的人',
  access: 'report:report:export',
  query: z.object({ key: reportKey, keyword: searchTerm(60) }),
  data: z.array(recipient),
});
