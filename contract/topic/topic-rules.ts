import { timesRatio, times, WHOLE_BP } from '../money.ts';
import { MB } from '../limits.ts';

export const TOPIC = {
  title: 120,
  contentIntro: 2000,
  contentIntroMin: 100,
  reason: 500,
  competitors: 20,
  /** Months after which an approved topic without a contract expires. */
  expireMonths: 24,
  expireMonthsMost: 60,
  minutes: 20_000,
  minutesMin: 100,
  voteReason: 300,
  attendees: 60,
  attendeesMin: 3,
  agenda: 40,
  documentBytes: 5 * MB,
} as const;

export const FORMATS = ['16开', '大16开', '32开', '大32开', '其他'] as const;
export const PAY_MODES = ['royalty', 'base_print', 'lump', 'none', 'self_funded'] as const;
export const PAY_MODE_NAMES: Readonly<Record<(typeof PAY_MODES)[number], string>> = {
  royalty: '版税',
  base_print: '基本稿酬加印数稿酬',
  lump: '一次性付酬',
  none: '不付酬',
  self_funded: '作者资助',
};

/** Groups of the rules on filing major topics (2019 revision), in short form; staff may add entries to the dictionary. */
export const MAJOR_CATEGORIES = [
  '党和国家重要文件、文献',
  '党和国家领导人著作、生平',
  '党史、国史、军史重大事件和人物',
  '国防和军队建设',
  '民族问题和宗教问题',
  '国界和国家版图',
  '港澳台题材',
  '重大外交和国际关系问题',
  '国家安全和社会稳定',
  '大型古籍白话今译',
  '引进版动画读物',
  '单位名称和通讯的大型名录',
] as const;

export const VOTES = ['for', 'against', 'abstain'] as const;
export type Vote = (typeof VOTES)[number];
export const VOTE_NAMES: Readonly<Record<Vote, string>> = { for: '赞成', against: '反对', abstain: '弃权' };

export const RESULTS = ['approved', 'deferred', 'rejected'] as const;
export type TopicResult = (typeof RESULTS)[number];
export const RESULT_NAMES: Readonly<Record<TopicResult, string>> = { approved: '通过', deferred: '缓议', rejected: '否决' };

export interface BreakEvenInput {
  /** Fixed costs of the title, fen. */
  readonly costFen: number;
  readonly planPriceFen: number;
  /** Cost of one more copy, fen. */
  readonly unitCostFen: number;
  /** Share of the price that the publisher receives, basis points. */
  readonly discountBp: number;
  readonly royaltyBp: number;
}

/** F17: copies that cover the fixed costs; null when a copy earns nothing, or nothing has to be covered. */
export function breakEven({ costFen, planPriceFen, unitCostFen, discountBp, royaltyBp }: BreakEvenInput): number | null {
  const margin = times(planPriceFen, discountBp - royaltyBp) - times(unitCostFen, WHOLE_BP);
  return margin <= 0 || costFen <= 0 ? null : Math.ceil(times(costFen, WHOLE_BP) / margin);
}

/** Income of the planned print run, fen. */
export const plannedIncome = ({
  planPriceFen,
  discountBp,
  planPrintRun,
}: Pick<BreakEvenInput, 'planPriceFen' | 'discountBp'> & { planPrintRun: number }): number =>
  timesRatio(times(planPriceFen, planPrintRun), discountBp, WHOLE_BP);

export interface Tally {
  readonly for: number;
  readonly against: number;
  readonly abstain: number;
}

/** F14: more than half of those present, and more than against. */
export const isApproved = (tally: Pick<Tally, 'for' | 'against'>, present: number): boolean => tally.for * 2 > present && tally.for > tally.against;

/** F14: two thirds of the attendees, rounded up. */
export const quorumOf = (attendees: number): number => Math.ceil((attendees * 2) / 3);

/** Votes that approve a topic. */
export const votesNeeded = (present: number): number => Math.floor(present / 2) + 1;
